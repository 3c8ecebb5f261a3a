// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

//go:build unix

package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// onTerminal runs a shell line on a terminal, with more environment, and gives what
// appears there.
func onTerminal(t *testing.T, line string, env ...string) string {
	t.Helper()
	script, err := exec.LookPath("script")
	if err != nil {
		t.Skip("NOT TESTED: there is no program script here, to make a terminal")
	}
	cmd := exec.Command(script, "-qec", "stty cols 120; "+line, "/dev/null")
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "NO_COLOR=") && !strings.HasPrefix(v, "TERM=") {
			cmd.Env = append(cmd.Env, v)
		}
	}
	cmd.Env = append(cmd.Env, env...)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	return string(out)
}

// TestColours finds escape codes where nobody can use them.
func TestColours(t *testing.T) {
	const bold, escape = "\x1b[1m", "\x1b"
	binary := buildBinary(t)
	for _, command := range []string{" info", " bench --match '^pairs/n=1$' --rounds 1"} {
		line := binary + command
		require.Contains(t, onTerminal(t, line, "TERM=xterm"), bold, command)
		require.NotContains(t, onTerminal(t, line, "TERM=xterm", "NO_COLOR=1"), escape, command)
		require.Contains(t, onTerminal(t, line, "TERM=xterm", "NO_COLOR="), bold, "as if it were not there")
		require.NotContains(t, onTerminal(t, line, "TERM=dumb"), escape, command)
		require.NotContains(t, onTerminal(t, line), escape, "a terminal without a name")
		require.NotContains(t, onTerminal(t, line+" | cat", "TERM=xterm"), escape, command)
		require.NotContains(t, onTerminal(t, line+" --json", "TERM=xterm"), escape, command)
	}
}

// TestDumbTerminal finds a progress bar on a terminal that cannot clear it.
func TestDumbTerminal(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	line := "(echo a; sleep 2) | " + buildBinary(t) + " sum"
	require.Contains(t, onTerminal(t, line, "TERM=xterm"), "\x1b[2K")
	require.Regexp(t, `^[0-9a-f]{64}  -\r\n$`, onTerminal(t, line, "TERM=dumb"))
}

// TestBenchInterrupted stops a measurement, which must leave no file that looks whole.
func TestBenchInterrupted(t *testing.T) {
	name := filepath.Join(t.TempDir(), "r.json")
	cmd := exec.Command(buildBinary(t), "bench", "--rounds", "100000", "--match", "^pairs/n=[12]$", "--out", name)
	stdout, err := cmd.StdoutPipe()
	require.NoError(t, err)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	require.NoError(t, cmd.Start())
	_, err = io.ReadFull(stdout, make([]byte, 10)) // the head, so it measures
	require.NoError(t, err)
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	_, err = io.Copy(io.Discard, stdout)
	require.NoError(t, err)
	require.Equal(t, exitInterrupt, exitCode(cmd.Wait()))
	require.Empty(t, stderr.String())
	require.NoFileExists(t, name)
}

// TestBenchFullDisk writes figures to a disk without room.
func TestBenchFullDisk(t *testing.T) {
	const full = "/dev/full"
	if _, err := os.Stat(full); err != nil {
		t.Skip("NOT TESTED: there is no " + full + " here")
	}
	for _, flag := range []string{"--out", "--svg", "--png"} {
		got := briefly("--match", "^pairs/n=1$", flag, full)
		require.Equal(t, exitFailure, got.code)
		require.Equal(t, "hashlanes: bench: /dev/full: no space left on device\n", got.stderr)
	}
	info, err := os.Stat(full)
	require.NoError(t, err)
	require.NotZero(t, info.Mode()&os.ModeDevice, "the device is still there")
}
