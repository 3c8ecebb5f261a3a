// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// rootCommand makes the tree of commands.
func (a *app) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "hashlanes",
		Short: "SHA-256 of many files at once, Merkle roots, hash chains and proofs of history",
		Long: `hashlanes hashes many files at once with SHA-256: their blocks go side by side
through the SIMD lanes and SHA units of the processor. It also gives Merkle
roots of files of any size, and makes and checks hash chains and proofs of
history.

Exit codes: 0 all is right, 1 a proof is wrong, 2 wrong usage or a file that
could not be read, 130 interrupted.`,
		Version:            version(),
		SilenceErrors:      true,
		SilenceUsage:       true,
		DisableSuggestions: true, // errors have one line
	}
	root.PersistentFlags().BoolVar(&a.asJSON, "json", false, "print JSON, one object per line")
	root.PersistentPreRun = func(c *cobra.Command, _ []string) { a.command = commandName(c) }
	root.AddCommand(a.rootsCommand(), a.sumCommand(), a.infoCommand(), a.benchCommand(), a.chainCommand(), a.pohCommand(), a.manCommand())
	completeNames(root)
	return root
}

// commandName is a command in front of errors.
func commandName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", ": ") }

// version is the version of the module that this program was built from.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
