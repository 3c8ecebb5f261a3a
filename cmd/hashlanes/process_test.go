// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

//go:build unix

package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// buildBinary builds the program.
func buildBinary(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "hashlanes")
	out, err := exec.Command("go", "build", "-o", name, ".").CombinedOutput()
	if err != nil {
		t.Skipf("cannot build here: %v\n%s", err, out)
	}
	return name
}

// TestBinary runs the built program.
func TestBinary(t *testing.T) {
	binary := buildBinary(t)
	file := tempFile(t, 100_000)
	sum := digestLine(sumHex(input(100_000)), file)

	t.Run("sum", func(t *testing.T) {
		out, err := exec.Command(binary, "sum", file).Output()
		require.NoError(t, err)
		require.Equal(t, sum, string(out))
	})
	t.Run("root", func(t *testing.T) {
		cmd := exec.Command(binary, "root", file, "missing")
		var stderr strings.Builder
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		require.Equal(t, exitFailure, exitCode(err))
		require.Equal(t, digestLine(rootHex(input(100_000), 4096), file), string(out))
		require.Equal(t, "hashlanes: root: missing: no such file or directory\n", stderr.String())
	})
	t.Run("info", func(t *testing.T) {
		cmd := exec.Command(binary, "info")
		cmd.Env = append(os.Environ(), "HASHLANES_KERNELS=portable,warp9")
		out, err := cmd.Output()
		require.NoError(t, err)
		require.Regexp(t, `(?m)^portable +serial +1 +yes +yes +passed$`, string(out))
		require.Regexp(t, `(?m)^warp9 +- +- +no +no +not run +unknown name in HASHLANES_KERNELS`, string(out))
		require.Contains(t, string(out), "backend        portable (1 lanes)")
	})
	t.Run("unreadable", func(t *testing.T) { testUnreadable(t, binary) })
	t.Run("interrupt", func(t *testing.T) { testInterrupt(t, binary, file) })
	t.Run("pipe", func(t *testing.T) { testBrokenPipe(t, binary, file) })
	t.Run("terminal", func(t *testing.T) { testTerminal(t, binary) })
}

func exitCode(err error) int {
	if exit, ok := err.(*exec.ExitError); ok {
		return exit.ExitCode()
	}
	return -1
}

// testUnreadable reads a file without permission. The superuser, who can read
// everything, has nobody do it.
func testUnreadable(t *testing.T, binary string) {
	file := tempFile(t, 10)
	require.NoError(t, os.Chmod(file, 0))
	for _, command := range []string{"sum", "root"} {
		cmd := exec.Command(binary, command, file)
		if os.Geteuid() == 0 {
			for _, dir := range []string{filepath.Dir(binary), filepath.Dir(file)} {
				require.NoError(t, os.Chmod(filepath.Dir(dir), 0o755))
			}
			cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
		}
		var stderr strings.Builder
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		require.Equal(t, exitFailure, exitCode(err), err)
		require.Empty(t, out)
		require.Equal(t, "hashlanes: "+command+": "+file+": permission denied\n", stderr.String())
	}
}

// testInterrupt stops a program that waits for standard input.
func testInterrupt(t *testing.T, binary, file string) {
	for _, command := range []string{"sum", "root"} {
		cmd := exec.Command(binary, command, file, "-")
		stdin, err := cmd.StdinPipe()
		require.NoError(t, err)
		stdout, err := cmd.StdoutPipe()
		require.NoError(t, err)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		require.NoError(t, cmd.Start())
		first := make([]byte, 64)
		_, err = io.ReadFull(stdout, first) // the file is done, so it runs
		require.NoError(t, err)
		require.NoError(t, cmd.Process.Signal(os.Interrupt))
		rest, err := io.ReadAll(stdout)
		require.NoError(t, err)
		require.True(t, bytes.HasSuffix(rest, []byte("\n")), "whole lines")
		require.Equal(t, exitInterrupt, exitCode(cmd.Wait()))
		require.Empty(t, stderr.String())
		stdin.Close()
	}
}

// testBrokenPipe closes the output of a program that writes much.
func testBrokenPipe(t *testing.T, binary, file string) {
	args := []string{"sum"}
	for range 5000 {
		args = append(args, file)
	}
	cmd := exec.Command(binary, args...)
	stdout, err := cmd.StdoutPipe()
	require.NoError(t, err)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	require.NoError(t, cmd.Start())
	stdout.Close()
	err = cmd.Wait()
	require.Error(t, err)
	require.Equal(t, syscall.SIGPIPE, err.(*exec.ExitError).Sys().(syscall.WaitStatus).Signal(), "as other tools end")
	require.Empty(t, stderr.String())
}

// testTerminal runs the program on a terminal, where slow input shows a bar,
// but not if the output goes into a pipe.
func testTerminal(t *testing.T, binary string) {
	script, err := exec.LookPath("script")
	if err != nil || testing.Short() {
		t.Skip("no script here, or no time")
	}
	run := func(line string) string {
		cmd := exec.Command(script, "-qec", line, "/dev/null")
		cmd.Env = append(os.Environ(), "TERM=xterm")
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
		return string(out)
	}
	const slow = "stty cols 80; (head -c 1000000 /dev/zero; sleep 2) | "
	out := run(slow + binary + " sum")
	require.Contains(t, out, "977 KiB", "the bar")
	require.Regexp(t, `\x1b\[2K\r[0-9a-f]{64}  -\r\n$`, out)
	require.Regexp(t, `^[0-9a-f]{64}  -\r\n$`, run(slow+binary+" sum | cat"))
	require.Regexp(t, `^[0-9a-f]{64}  -\r\n$`, run("echo | "+binary+" sum"))
}

// TestFIFO has one writer that fills two named pipes, one after the other.
func TestFIFO(t *testing.T) {
	dir := t.TempDir()
	names := []string{filepath.Join(dir, "a"), filepath.Join(dir, "b")}
	for _, name := range names {
		require.NoError(t, syscall.Mkfifo(name, 0o600))
	}
	file := tempFile(t, 10)
	data := input(500_000) // more than a pipe holds
	for command, digest := range map[string]string{"sum": sumHex(data), "root": rootHex(data, 4096)} {
		go func() {
			for _, name := range names {
				if f, err := os.OpenFile(name, os.O_WRONLY, 0); err == nil {
					f.Write(data)
					f.Close()
				}
			}
		}()
		done := make(chan outcome)
		go func() { done <- cli(nil, command, names[0], names[1], file) }()
		select {
		case got := <-done:
			require.Equal(t, exitOK, got.code)
			require.True(t, strings.HasPrefix(got.stdout, digestLine(digest, names[0])+digestLine(digest, names[1])), got.stdout)
		case <-time.After(20 * time.Second):
			t.Fatal("reader and writer wait for each other")
		}
	}
}
