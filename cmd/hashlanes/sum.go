// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"encoding/hex"
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
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	a.bar.start(func() int64 { return totalSize(names) })
	s := newSummer(ctx, names, a.stdin, &a.bar.done)
	results := s.start()
	waiting := make(map[int]sumResult)
	next := 0
	for r := range results {
		waiting[r.job] = r
		for r, ok := waiting[next]; ok && ctx.Err() == nil; r, ok = waiting[next] {
			delete(waiting, next)
			a.sumResult(names[next], r)
			next++
		}
		if len(results) == 0 {
			a.flush() // nothing else is ready
		}
		if a.outErr != nil {
			cancel() // no one reads on
		}
	}
}

// sumResult prints one result.
func (a *app) sumResult(name string, r sumResult) {
	digest := hex.EncodeToString(r.digest[:])
	switch {
	case r.err != nil:
		a.fail(name, r.err)
	case a.asJSON:
		a.printJSON(sumJSON{newJSONName(name), digest})
	default:
		a.print(digestLine(digest, name))
	}
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
