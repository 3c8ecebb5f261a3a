// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"

	"github.com/spf13/cobra"
)

func (a *app) sumCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "sum [FILE]...",
		Short: "Print the SHA-256 of files, in the format of sha256sum",
		Long: `sum prints the SHA-256 of each file in the format of coreutils' sha256sum. It
reads many files side by side and hashes them together; the lines come in the
order of the arguments. With no file, or for -, it reads standard input.

  hashlanes sum *.iso > SHA256SUMS
  sha256sum --check SHA256SUMS

A file that cannot be read is reported, and the others are still hashed.`,
		RunE: func(cmd *cobra.Command, names []string) error {
			if len(names) == 0 {
				names = []string{stdinName}
			}
			a.sum(cmd.Context(), names)
			return nil
		},
	}
}

var errIsDirectory = errors.New("is a directory")

// stdinName stands for standard input among file names.
const stdinName = "-"

// sumJSON is a line of sum --json.
type sumJSON struct {
	jsonName
	SHA256 string `json:"sha256"`
}

// sum prints the digests of files in the order of names, each as soon as those
// before it are known.
func (a *app) sum(ctx context.Context, names []string) {
	a.bar.start(func() int64 { return totalSize(names) })
	entries := func(yield func(sumEntry) bool) {
		for _, name := range names {
			if !yield(sumEntry{name: name}) {
				return
			}
		}
	}
	sumAll(ctx, entries, &a.stdin, &a.bar.done, a.sumResult, a.flush)
}

// sumResult prints one result.
func (a *app) sumResult(r *sumJob) bool {
	digest := hex.EncodeToString(r.digest[:])
	switch {
	case r.err != nil:
		a.fail(r.name, r.err)
	case a.asJSON:
		a.printJSON(sumJSON{newJSONName(r.name), digest})
	default:
		a.print(digestLine(digest, r.name))
	}
	return a.outErr == nil
}

// totalSize is the number of bytes in the files, or 0 if one of them has no
// size, as a pipe has none.
func totalSize(names []string) (total int64) {
	for _, name := range names {
		if name == stdinName {
			return 0
		}
		info, err := os.Stat(name)
		if err != nil || info.IsDir() {
			continue
		}
		if !info.Mode().IsRegular() {
			return 0
		}
		total += info.Size()
	}
	return total
}

// statFile looks at a file before it is opened, since opening a named pipe
// waits. A directory is an error.
func statFile(name string) (fs.FileInfo, error) {
	info, err := os.Stat(name)
	if err == nil && info.IsDir() {
		err = errIsDirectory
	}
	return info, err
}
