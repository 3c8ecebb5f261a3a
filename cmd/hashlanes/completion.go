// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/hashlanes/hashlanes"
	"github.com/hashlanes/hashlanes/merkle"
)

// completeNames has the shell complete the flags --scheme and --kernels of cmd and of
// all commands below. Shells complete files for the rest, and cobra commands and flags.
func completeNames(cmd *cobra.Command) {
	if cmd.Flag("scheme") != nil {
		cmd.RegisterFlagCompletionFunc("scheme", cobra.FixedCompletions(schemeCompletions(), cobra.ShellCompDirectiveNoFileComp))
	}
	if cmd.Flag("kernels") != nil {
		cmd.RegisterFlagCompletionFunc("kernels", completeKernels)
	}
	for _, c := range cmd.Commands() {
		completeNames(c)
	}
}

func schemeCompletions() (names []cobra.Completion) {
	for _, s := range merkle.Schemes() {
		names = append(names, s.Name())
	}
	return names
}

// completeKernels completes the last of the names between commas. Completing calls no
// kernel, so it also names those that cannot run here.
func completeKernels(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	before := typed[:strings.LastIndex(typed, ",")+1]
	var names []cobra.Completion
	if before == "" {
		names = append(names, "all")
	}
	for _, k := range hashlanes.Kernels() {
		if k.Lanes > 0 {
			names = append(names, before+k.Name)
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}
