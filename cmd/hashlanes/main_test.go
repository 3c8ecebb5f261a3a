// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// outcome is what a run gave.
type outcome struct {
	stdout, stderr string
	code           int
}

// cli runs the program in this process.
func cli(stdin io.Reader, args ...string) outcome {
	var stdout, stderr bytes.Buffer
	code := run(args, stdin, &stdout, &stderr)
	return outcome{stdout.String(), stderr.String(), code}
}

// input makes size bytes without a period.
func input(size int) []byte {
	rng := rand.NewChaCha8([32]byte{byte(size), byte(size >> 8), byte(size >> 16)})
	b := make([]byte, size)
	rng.Read(b)
	return b
}

// tempFile writes a file of size bytes to a directory of its own.
func tempFile(t *testing.T, size int) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(name, input(size), 0o600))
	return name
}

func TestUsage(t *testing.T) {
	name := tempFile(t, 1)
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"frobnicate"}, `hashlanes: unknown command "frobnicate" for "hashlanes" (see hashlanes --help)`},
		{[]string{"--frob"}, "hashlanes: unknown flag: --frob (see hashlanes --help)"},
		{[]string{"sum", "--frob"}, "hashlanes: sum: unknown flag: --frob (see hashlanes sum --help)"},
		{[]string{"info", "more"}, `hashlanes: info: unknown command "more" for "hashlanes info" (see hashlanes info --help)`},
		{[]string{"root"}, "hashlanes: root: no file given (see hashlanes root --help)"},
		{[]string{"root", "--leaf-size", "0", name}, "hashlanes: root: --leaf-size is 0, want at least 1 (see hashlanes root --help)"},
		{[]string{"root", "--leaf-size", "x", name}, `hashlanes: root: invalid argument "x" for "--leaf-size" flag`},
		{[]string{"root", "--scheme", "x", name}, `hashlanes: root: merkle: unknown scheme "x"`},
		{[]string{"root", "--scheme", "bittorrent", "--leaf-size", "5", name}, "hashlanes: root: --leaf-size is 5, but leaves of scheme bittorrent have 16384 bytes"},
	} {
		got := cli(strings.NewReader(""), test.args...)
		require.Equal(t, exitFailure, got.code, test.args)
		require.Empty(t, got.stdout, test.args)
		require.Contains(t, got.stderr, test.want)
		require.Equal(t, 1, strings.Count(got.stderr, "\n"), "one line: %q", got.stderr)
	}
}

func TestHelp(t *testing.T) {
	for _, args := range [][]string{{}, {"--help"}, {"sum", "--help"}, {"root", "-h"}, {"help", "info"}} {
		got := cli(strings.NewReader(""), args...)
		require.Equal(t, exitOK, got.code, args)
		require.Contains(t, got.stdout, "Usage:\n  hashlanes", args)
		require.Empty(t, got.stderr, args)
		for line := range strings.Lines(got.stdout) {
			if !strings.Contains(line, "--scheme") {
				require.LessOrEqual(t, len(line), 100, "fits a terminal: %q", line)
			}
		}
	}
	require.Contains(t, cli(nil, "--version").stdout, "hashlanes version ")
}

// failingWriter is an output that takes nothing.
type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

func TestOutputFails(t *testing.T) {
	name := tempFile(t, 100)
	many := make([]string, 20_000) // more than is buffered
	for i := range many {
		many[i] = name
	}
	for _, args := range [][]string{{"sum", name}, {"root", name, name}, {"info"}, append([]string{"sum"}, many...)} {
		var stderr bytes.Buffer
		require.Equal(t, exitFailure, run(args, nil, failingWriter{errors.New("disk is full")}, &stderr))
		require.Equal(t, "hashlanes: "+args[0]+": write: disk is full\n", stderr.String())
		for _, err := range []error{syscall.EPIPE, io.ErrClosedPipe} {
			stderr.Reset()
			require.Equal(t, exitFailure, run(args, nil, failingWriter{err}, &stderr))
			require.Empty(t, stderr.String(), "a broken pipe is quiet")
		}
	}
}

func TestPrintable(t *testing.T) {
	require.Equal(t, "a b'ü", printable("a b'ü"))
	require.Equal(t, `"a\nb"`, printable("a\nb"))
	require.Equal(t, `"\x1b[2J"`, printable("\x1b[2J"))
	require.Equal(t, `"\xff"`, printable("\xff"))
}
