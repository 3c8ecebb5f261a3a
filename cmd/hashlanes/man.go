// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/hashlanes/hashlanes/internal/replace"
)

// manCommand writes the manual pages, for packagers. As the program makes them itself,
// they cannot be out of date.
func (a *app) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man DIRECTORY",
		Short: "Write the manual pages",
		Long: `man writes a manual page for each command into a directory that exists:
hashlanes.1, hashlanes-sum.1 and so on.`,
		Example: `  hashlanes man /usr/local/share/man/man1`,
		Hidden:  true,
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, c := range documented(cmd.Root()) {
				page, err := manPage(c)
				if err != nil {
					return err
				}
				name := filepath.Join(args[0], manName(c))
				if err := replace.File(name, page); err != nil {
					a.fail(name, err)
					return nil
				}
			}
			return nil
		},
	}
}

// documented is cmd and all commands below that users see.
func documented(cmd *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{cmd}
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() && c.Name() != "help" {
			all = append(all, documented(c)...)
		}
	}
	return all
}

func manName(cmd *cobra.Command) string {
	return strings.ReplaceAll(cmd.CommandPath(), " ", "-") + ".1"
}

func manPage(cmd *cobra.Command) ([]byte, error) {
	cmd.DisableAutoGenTag = true // it would name the day of the run
	var b bytes.Buffer
	err := doc.GenMan(cmd, &doc.GenManHeader{
		Title:   strings.ToUpper(strings.TrimSuffix(manName(cmd), ".1")),
		Section: "1",
		Source:  "hashlanes " + version(),
		Manual:  "hashlanes",
		Date:    sourceDate(),
	}, &b)
	return b.Bytes(), err
}

// sourceDate is when the source was committed, so that the same program always writes
// the same pages. Where that is not known, cobra takes SOURCE_DATE_EPOCH, or the day.
func sourceDate() *time.Time {
	info, ok := debug.ReadBuildInfo()
	if !ok || os.Getenv("SOURCE_DATE_EPOCH") != "" {
		return nil
	}
	for _, s := range info.Settings {
		if t, err := time.Parse(time.RFC3339, s.Value); s.Key == "vcs.time" && err == nil {
			return &t
		}
	}
	return nil
}
