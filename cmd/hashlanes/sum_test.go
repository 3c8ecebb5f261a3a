// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

func sumHex(b []byte) string {
	d := sha256.Sum256(b)
	return hex.EncodeToString(d[:])
}

// oddNames are names that need care; see also TestSumAgainstCoreutils.
var oddNames = []string{
	"plain", "with space", " leading", "trailing ", "-dash", "--json", "back\\slash", "\\", "new\nline", "carriage\rreturn",
	"both\\\n\r", "tab\tbell\a", "quote'\"`$", "ünïcode", "\xff\xfe", "*star", strings.Repeat("long", 60),
}

// edgeSizes are lengths around the ends of blocks and of chunks.
func edgeSizes() (sizes []int) {
	for _, edge := range []int{0, 56, 64, 120, 128, minFirstRead, smallFile, chunkBytes, 2 * chunkBytes, 3*chunkBytes + 64} {
		for size := max(edge-1, 0); size <= edge+1; size++ {
			sizes = append(sizes, size)
		}
	}
	return sizes
}

// writeFiles makes files of the sizes in a directory, one for each size, and
// returns the names and what sum should print.
func writeFiles(t *testing.T, sizes []int) (names []string, want string) {
	dir := t.TempDir()
	for i, size := range sizes {
		name := filepath.Join(dir, fmt.Sprint(i))
		data := input(size)
		require.NoError(t, os.WriteFile(name, data, 0o600))
		names = append(names, name)
		want += digestLine(sumHex(data), name)
	}
	return names, want
}

func TestSumSizes(t *testing.T) {
	names, want := writeFiles(t, edgeSizes())
	require.Equal(t, outcome{want, "", exitOK}, cli(nil, append([]string{"sum"}, names...)...))
	for i, line := range strings.SplitAfter(strings.TrimSuffix(want, "\n"), "\n") {
		got := cli(nil, "sum", names[i])
		require.Equal(t, strings.TrimSuffix(line, "\n"), strings.TrimSuffix(got.stdout, "\n"))
	}
}

// TestSumMany has more files than slots, small ones beside large ones, with
// any number of workers.
func TestSumMany(t *testing.T) {
	sizes := make([]int, 700)
	for i := range sizes {
		sizes[i] = i * 37 % 5000
		if i%100 == 3 {
			sizes[i] = chunkBytes + i*1000
		}
	}
	names, want := writeFiles(t, sizes)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, workers := range []int{1, 2, 5, 40} {
		runtime.GOMAXPROCS(workers)
		require.Equal(t, outcome{want, "", exitOK}, cli(nil, append([]string{"sum"}, names...)...), workers)
	}
}

// TestSumAgainstCoreutils compares with the real sha256sum, byte for byte.
func TestSumAgainstCoreutils(t *testing.T) {
	real, err := exec.LookPath("sha256sum")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("no sha256sum here")
	}
	t.Chdir(t.TempDir())
	sizes := edgeSizes()
	args := []string{"--"}
	for i, name := range oddNames {
		if err := os.WriteFile(name, input(sizes[i%len(sizes)]), 0o600); err != nil {
			t.Logf("this file system has no name %q: %v", name, err)
			continue
		}
		args = append(args, name)
	}
	args = append(args, "-", "plain", "missing", ".", "-dash")
	stdin := input(1000)
	cmd := exec.Command(real, args...)
	cmd.Stdin = bytes.NewReader(stdin)
	want, err := cmd.Output()
	require.Error(t, err, "two of them cannot be read")
	got := cli(bytes.NewReader(stdin), append([]string{"sum"}, args...)...)
	require.Equal(t, string(want), got.stdout)
	require.Equal(t, "hashlanes: sum: missing: no such file or directory\nhashlanes: sum: .: is a directory\n", got.stderr)
	require.Equal(t, exitFailure, got.code)

	check := exec.Command(real, "--check", "--strict", "--status", "-")
	check.Stdin = strings.NewReader(cli(nil, append([]string{"sum"}, args[:len(args)-5]...)...).stdout)
	require.NoError(t, check.Run(), "sha256sum --check accepts the list")
}

func TestSumStandardInput(t *testing.T) {
	data := input(300_000)
	line := sumHex(data) + "  -\n"
	for _, args := range [][]string{{"sum"}, {"sum", "-"}} {
		require.Equal(t, outcome{line, "", exitOK}, cli(iotest.OneByteReader(bytes.NewReader(data)), args...))
	}
	got := cli(bytes.NewReader(data), "sum", "-", "-")
	require.Equal(t, line+sumHex(nil)+"  -\n", got.stdout, "it can be read once")

	got = cli(iotest.TimeoutReader(iotest.HalfReader(bytes.NewReader(data))), "sum", "-", tempFile(t, 0))
	require.Equal(t, "hashlanes: sum: -: timeout\n", got.stderr)
	require.Equal(t, exitFailure, got.code)
	require.Contains(t, got.stdout, sumHex(nil), "the others are still hashed")
}

func TestSumJSON(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("<ü>&\n", input(10), 0o600))
	got := cli(nil, "sum", "--json", "<ü>&\n", "missing")
	require.Equal(t, `{"name":"<ü>&\n","sha256":"`+sumHex(input(10))+`"}`+"\n", got.stdout)
	require.Equal(t, "hashlanes: sum: missing: no such file or directory\n", got.stderr)
	require.Equal(t, exitFailure, got.code)
}

func TestJSONName(t *testing.T) {
	b, err := json.Marshal(newJSONName("a\xffb"))
	require.NoError(t, err)
	require.JSONEq(t, `{"name": "a\ufffdb", "name_bytes": "Yf9i"}`, string(b))
}

// TestSumVanishing has files that go away after they were named.
func TestSumVanishing(t *testing.T) {
	names, _ := writeFiles(t, []int{1, 2, 3})
	require.NoError(t, os.Remove(names[1]))
	got := cli(nil, append([]string{"sum"}, names...)...)
	require.Equal(t, digestLine(sumHex(input(1)), names[0])+digestLine(sumHex(input(3)), names[2]), got.stdout)
	require.Contains(t, got.stderr, names[1])
	require.Equal(t, exitFailure, got.code)
}

// TestReadError has a file that opens but does not read.
func TestReadError(t *testing.T) {
	const name = "/proc/self/mem"
	if _, err := os.Stat(name); err != nil {
		t.Skip("no " + name)
	}
	for _, command := range []string{"sum", "root"} {
		got := cli(nil, command, name)
		require.Equal(t, outcome{"", "hashlanes: " + command + ": " + name + ": input/output error\n", exitFailure}, got)
	}
}
