// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// cpus is the set of a list that is right.
func cpus(list string) cpuSet {
	set, err := parseCPUList(list)
	if err != nil {
		panic(err)
	}
	return set
}

func TestParseCPUList(t *testing.T) {
	for _, c := range []struct {
		text string
		want []int
	}{
		{"", nil},
		{" \n", nil},
		{"0", []int{0}},
		{"0-3\n", []int{0, 1, 2, 3}},
		{"63-65,127-128", []int{63, 64, 65, 127, 128}},
		{"5,1,1-2", []int{1, 2, 5}},
		{"007-8", []int{7, 8}},
		{"16383", []int{16383}},
	} {
		set, err := parseCPUList(c.text)
		require.NoError(t, err, "%q", c.text)
		require.Equal(t, c.want, set.list(), "%q", c.text)
	}
}

func TestParseCPUListMalformed(t *testing.T) {
	for _, text := range []string{
		",", "0,", ",0", "0,,1", "-", "-1", "1-", "1--2", "1-2-3", "2-1", "+1", "1_0", "0x1", "1.5", "a", "0 1", "0\n1",
		"0-8:2/4", "all", "16384", "0-16384", "4294967295", "0-4294967295", "99999999999999999999", "\x00", "\xff\xfe", "٣",
	} {
		set, err := parseCPUList(text)
		require.Error(t, err, "%q", text)
		require.Nil(t, set, "%q", text)
	}
}

// The memory that a list claims is bounded whatever it says.
func TestParseCPUListMemory(t *testing.T) {
	set, err := parseCPUList(strings.Repeat("0-16383,", 1000) + "0")
	require.NoError(t, err)
	require.Len(t, set, maxCPUs/64)
	require.Equal(t, "0-16383", set.String())
}

func TestCPUSetString(t *testing.T) {
	for _, text := range []string{"", "0", "0-1", "1,3", "0-3,8,10-16383", "62-65"} {
		require.Equal(t, text, cpus(text).String())
	}
}

func TestCPUSetAnd(t *testing.T) {
	require.Equal(t, "64", cpus("0,64,200").and(cpus("1,64-70")).String())
	require.Empty(t, cpus("0,64").and(cpus("1,128")))
	require.Empty(t, cpus("5").and(nil))
	require.Len(t, cpus("1,200").and(cpus("1,201")), 1, "no zero words at the end")
}

// FuzzParseCPUList checks that the parser never panics, keeps its bound, agrees
// with a naive reading of what it accepts, and that String is its inverse.
func FuzzParseCPUList(f *testing.F) {
	for _, seed := range []string{"", "0", "0-3,8\n", "7-2", "0-4294967295", "1,,2", "-", "0-16383", "\x00\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		set, err := parseCPUList(text)
		if err != nil {
			require.Nil(t, set)
			require.Less(t, len(err.Error()), 200)
			return
		}
		require.LessOrEqual(t, len(set), maxCPUs/64)
		again, err := parseCPUList(set.String())
		require.NoError(t, err)
		require.Equal(t, set, again)
		for item := range strings.SplitSeq(strings.TrimSpace(text), ",") {
			from, to, isRange := strings.Cut(item, "-")
			if !isRange {
				to = from
			}
			first, _ := strconv.Atoi(from)
			last, _ := strconv.Atoi(to)
			require.LessOrEqual(t, first, last)
			require.True(t, item == "" || set.has(first) && set.has(last), "%q", item)
		}
	})
}
