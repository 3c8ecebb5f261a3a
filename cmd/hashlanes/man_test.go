// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"
)

// allCommands lists the commands that users see, also those that cobra adds.
func allCommands() []*cobra.Command {
	root := (&app{}).rootCommand()
	root.InitDefaultCompletionCmd()
	return documented(root)
}

// TestMan checks that there is a page for each command, and no other, and that it tells
// all flags.
func TestMan(t *testing.T) {
	dir := t.TempDir()
	got := cli(nil, "man", dir)
	require.Equal(t, outcome{}, got)
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	var pages, want []string
	for _, e := range entries {
		pages = append(pages, e.Name())
	}
	for _, cmd := range allCommands() {
		name := strings.ReplaceAll(cmd.CommandPath(), " ", "-")
		want = append(want, name+".1")
		page, err := os.ReadFile(filepath.Join(dir, name+".1"))
		require.NoError(t, err)
		text := strings.ReplaceAll(string(page), `\-`, "-")
		require.Contains(t, text, `.TH "`+strings.ToUpper(name)+`" "1"`)
		require.Contains(t, text, "\n.SH NAME\n"+name+" - ")
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			require.Contains(t, text, "--"+f.Name, name)
		})
		for _, sub := range cmd.Commands() {
			if sub.IsAvailableCommand() && sub.Name() != "help" {
				require.Contains(t, text, `\fB`+name+"-"+sub.Name()+`(1)\fP`, name)
			}
		}
	}
	require.ElementsMatch(t, want, pages)
}

func TestManErrors(t *testing.T) {
	got := cli(nil, "man")
	require.Equal(t, exitFailure, got.code)
	missing := filepath.Join(t.TempDir(), "missing")
	got = cli(nil, "man", missing)
	require.Equal(t, exitFailure, got.code)
	require.True(t, strings.HasPrefix(got.stderr, "hashlanes: man: "+filepath.Join(missing, "hashlanes.1")+": "), got.stderr)
}

// TestHelpTexts reads all help as a newcomer would: every command and flag is
// explained, lines fit a terminal, and examples are of this program.
func TestHelpTexts(t *testing.T) {
	for _, cmd := range allCommands() {
		name := cmd.CommandPath()
		require.NotEmpty(t, cmd.Short, name)
		require.NotEmpty(t, cmd.Long, name)
		require.NotRegexp(t, `\.$`, cmd.Short, name)
		for line := range strings.Lines(cmd.Example) {
			require.Regexp(t, `^  \S|^    `, line, name)
		}
		if cmd.Example != "" {
			require.Contains(t, cmd.Example, name, name)
		}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			require.NotEmpty(t, f.Usage, "%s --%s", name, f.Name)
		})
		for line := range strings.Lines(cmd.LocalFlags().FlagUsages() + cmd.Long) {
			if !strings.Contains(line, "--scheme") && !strings.HasPrefix(name, "hashlanes completion") { // cobra's own words
				require.LessOrEqual(t, len(line), 100, "%s: %q", name, line)
			}
		}
	}
}
