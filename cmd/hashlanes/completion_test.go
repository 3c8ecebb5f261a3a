// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hashlanes/hashlanes"
	"github.com/hashlanes/hashlanes/merkle"
)

// complete is what a shell would offer for the last of args, without descriptions.
func complete(t *testing.T, args ...string) []string {
	t.Helper()
	got := cli(nil, append([]string{"__completeNoDesc"}, args...)...)
	require.Equal(t, exitOK, got.code)
	lines := strings.Split(strings.TrimSuffix(got.stdout, "\n"), "\n")
	require.True(t, strings.HasPrefix(lines[len(lines)-1], ":"), "the directive: %q", lines)
	return lines[:len(lines)-1]
}

func TestCompletionScripts(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		got := cli(nil, "completion", shell)
		require.Equal(t, exitOK, got.code)
		require.Empty(t, got.stderr)
		require.NotContains(t, got.stdout, "\x1b")
		require.Contains(t, got.stdout, "hashlanes")
		require.Contains(t, got.stdout, "__complete", "the program itself tells what there is")
	}
}

// The scripts ask the program, which must name every command.
func TestCompletionOfCommands(t *testing.T) {
	root := (&app{}).rootCommand()
	var names []string
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	require.ElementsMatch(t, append(names, "completion", "help"), complete(t, ""))
	require.Equal(t, []string{"record", "verify"}, complete(t, "poh", ""))
	require.Empty(t, complete(t, "info", ""), "no files")
}

func TestCompletionOfNames(t *testing.T) {
	var schemes []string
	for _, s := range merkle.Schemes() {
		schemes = append(schemes, s.Name())
	}
	require.Equal(t, schemes, complete(t, "root", "--scheme", ""))
	kernels := []string{"all"}
	for _, k := range hashlanes.Kernels() {
		kernels = append(kernels, k.Name)
	}
	require.Equal(t, kernels, complete(t, "bench", "--kernels", ""))
	require.Contains(t, complete(t, "bench", "--kernels", "stdlib,po"), "stdlib,portable")
	require.Contains(t, complete(t, "bench", "--com"), "--compare")
}

// TestCompletionInBash lets bash itself complete.
func TestCompletionInBash(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil || exec.Command(bash, "-c", "compgen -W x; (( BASH_VERSINFO[0] >= 4 ))").Run() != nil {
		t.Skip("NOT TESTED: there is no bash 4 here")
	}
	script := cli(nil, "completion", "bash").stdout
	cmd := exec.Command(bash, "-c", "source /dev/stdin; complete -p hashlanes")
	cmd.Stdin = strings.NewReader(script)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	require.Contains(t, string(out), "-F __start_hashlanes hashlanes")
}
