// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

//go:build amd64 && !purego

package hashlanes

import (
	_ "embed"
	"reflect"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hashlanes/hashlanes/internal/cpu"
)

//go:embed lanes_amd64.s
var assembly string

// baseline are the features that every amd64 processor has, or that come with
// any that the table asks for.
var baseline = []string{"SSE", "SSE2", "CMOV", "POPCNT", "MMX+"} // MMX+: prefetches

// feature is the member of cpu.Set that generated code calls by this name, 0 if
// there is none.
func feature(name string) cpu.Set {
	name = strings.ToLower(strings.ReplaceAll(name, ".", ""))
	for i := range 32 {
		if f := cpu.Set(1) << i; f.String() == name {
			return f
		}
	}
	return 0
}

// requirement is the comment before a function of the generated code.
var requirement = regexp.MustCompile(`(?m)^// func (\w+)\(.*\)(?: int)?\n(?:// .*\n)*?// Requires: (.*)\nTEXT ·(\w+)\(`)

// TestRequires finds a kernel whose row asks for fewer features than its code
// uses, which would stop a program on an older processor.
func TestRequires(t *testing.T) {
	requires := map[string]string{}
	for _, m := range requirement.FindAllStringSubmatch(assembly, -1) {
		require.Equal(t, m[1], m[3])
		requires[m[1]] = m[2]
	}
	require.Len(t, requires, strings.Count(assembly, "\nTEXT "), "functions without a Requires line")
	for _, k := range unchecked().rows {
		for _, f := range []any{k.blocks, k.pairs, k.nodes, k.short, k.digests, k.links, k.ends, k.messages} {
			if reflect.ValueOf(f).IsNil() {
				continue
			}
			path := runtime.FuncForPC(reflect.ValueOf(f).Pointer()).Name()
			name := path[strings.LastIndex(path, ".")+1:]
			if list, ok := requires[name]; ok {
				requireCovered(t, k, name, list)
				continue
			}
			require.Zero(t, k.need, "%s: %s is not in lanes_amd64.s", k.name, name)
		}
	}
}

// requireCovered fails if the row of k lacks a feature of the list.
func requireCovered(t *testing.T, k kernel, function, list string) {
	t.Helper()
	for _, name := range strings.Split(list, ", ") {
		if f := feature(name); f != 0 {
			require.True(t, k.need.Has(f), "%s: %s requires %s", k.name, function, name)
		} else {
			require.Contains(t, baseline, name, "%s: %s requires %s, which the table cannot ask for", k.name, function, name)
		}
	}
}
