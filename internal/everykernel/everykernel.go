// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

// Package everykernel runs the tests of another package with each kernel of
// hashlanes as its only one.
package everykernel

import (
	"errors"
	"os"
	"os/exec"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hashlanes/hashlanes"
)

// variable is read by hashlanes at its first call, so that every kernel needs a
// process of its own.
const variable = "HASHLANES_KERNELS"

// Run runs the tests of this binary that match pattern again for each kernel of
// this machine, in short form, as a subtest "kernel=<name>". It fails if one of
// them fails or is skipped, if none matches, or if another kernel was in use: for
// that, one of them has to call [Check].
//
// Where a process cannot start itself (emulators, js) it skips, unless
// HASHLANES_REQUIRE is set, which names the kernels that tests have to run on. It
// skips in short tests.
func Run(t *testing.T, pattern string) {
	t.Helper()
	if testing.Short() {
		t.Skip("short tests run on the default kernels alone")
	}
	for _, k := range hashlanes.Kernels() {
		if k.Lanes == 0 {
			continue // a name in the environment that no kernel has
		}
		t.Run("kernel="+k.Name, func(t *testing.T) {
			if !k.Available {
				t.Skipf("kernel %s cannot run here: %s", k.Name, k.Why)
			}
			passed(t, again(t, k.Name, pattern))
		})
	}
}

// again runs the binary and returns what it printed.
func again(t *testing.T, kernel, pattern string) []byte {
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run="+pattern, "-test.v", "-test.short")
	cmd.Env = append(os.Environ(), variable+"="+kernel)
	out, err := cmd.CombinedOutput()
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) && os.Getenv("HASHLANES_REQUIRE") == "" {
		t.Skipf("NOT TESTED on kernel %s: the test cannot start itself: %v", kernel, err)
	}
	require.NoError(t, err, "%s", out)
	return out
}

var (
	pass = regexp.MustCompile(`(?m)^--- PASS`)
	skip = regexp.MustCompile(`(?m)^ *--- SKIP.*`)
	used = regexp.MustCompile(`only kernel in use: (\S+)`)
)

// passed checks what a run printed.
func passed(t *testing.T, out []byte) {
	t.Helper()
	require.Empty(t, skip.FindAllString(string(out), -1))
	require.Regexp(t, pass, string(out))
	require.Regexp(t, used, string(out))
	t.Logf("%d tests", len(pass.FindAll(out, -1)))
}

// Check checks that HASHLANES_KERNELS, if it names one kernel, was heeded, and
// says so.
func Check(t *testing.T) {
	t.Helper()
	want := os.Getenv(variable)
	if want == "" {
		t.Logf("kernel of most lanes in use: %s", hashlanes.Backend())
		return
	}
	for _, k := range hashlanes.Kernels() {
		require.Equal(t, k.Name == want, k.InUse, k.Name)
	}
	t.Logf("only kernel in use: %s", want)
}
