// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hashlanes/hashlanes/merkle"
)

// defaultLeafSize is used where the scheme leaves the leaf size open.
const defaultLeafSize = 4096

func (a *app) rootsCommand() *cobra.Command {
	var schemeName string
	var leafSize int
	c := &cobra.Command{
		Use:   "root FILE...",
		Short: "Print the Merkle root of files",
		Long: `root cuts each file into leaves of equal size (the last may be shorter), hashes
them, and prints the Merkle root over them, one line for each file. Files may
have any size; memory does not grow with it. For - it reads standard input.

The root depends on the scheme and the leaf size, so keep them with it. A file
that shrinks while it is read is an error; of a file that grows, the bytes that
it had at first are hashed.

A file that cannot be read is reported, and the others are still hashed.`,
		Example: `  hashlanes root disk.img
  hashlanes root --leaf-size 1024 *.tar
  zcat backup.gz | hashlanes root -`,
		RunE: func(cmd *cobra.Command, names []string) error {
			if len(names) == 0 {
				return errors.New("no file given")
			}
			if !cmd.Flags().Changed("leaf-size") {
				leafSize = 0
			} else if leafSize <= 0 {
				return fmt.Errorf("--leaf-size is %d, want at least 1", leafSize)
			}
			r, err := newRooter(schemeName, leafSize)
			if err != nil {
				return err
			}
			a.roots(cmd.Context(), r, names)
			return nil
		},
	}
	c.Flags().StringVar(&schemeName, "scheme", "rfc6962", "how leaves and nodes are hashed: "+schemeNames())
	c.Flags().IntVar(&leafSize, "leaf-size", defaultLeafSize, "bytes of a leaf, where the scheme leaves it open")
	return c
}

// schemeNames lists the schemes for the help.
func schemeNames() string {
	var names []string
	for _, s := range merkle.Schemes() {
		names = append(names, s.Name())
	}
	return strings.Join(names, ", ")
}

// rooter makes the roots of files in one scheme.
type rooter struct {
	scheme   *merkle.Scheme
	leafSize int
}

// newRooter finds the scheme. leafSize is 0 if the caller did not say.
func newRooter(name string, leafSize int) (r rooter, err error) {
	if r.scheme, err = merkle.SchemeByName(name); err != nil {
		return r, err
	}
	switch fixed := r.scheme.LeafSize(); {
	case fixed != 0 && leafSize != 0 && leafSize != fixed:
		return r, fmt.Errorf("--leaf-size is %d, but leaves of scheme %s have %d bytes", leafSize, name, fixed)
	case fixed != 0:
		r.leafSize = fixed
	case leafSize != 0:
		r.leafSize = leafSize
	default:
		r.leafSize = defaultLeafSize
	}
	return r, nil
}

// rootJSON is a line of root --json.
type rootJSON struct {
	jsonName
	Scheme   string `json:"scheme"`
	LeafSize int    `json:"leaf_size"`
	Bytes    int64  `json:"bytes"`
	Root     string `json:"root"`
}

// roots prints the root of each file.
func (a *app) roots(ctx context.Context, r rooter, names []string) {
	a.bar.start(func() int64 { return totalSize(names) })
	for _, name := range names {
		root, size, err := a.fileRoot(ctx, r, name)
		if ctx.Err() != nil || a.outErr != nil {
			return
		}
		digest := hex.EncodeToString(root[:])
		switch {
		case err != nil:
			a.fail(name, err)
		case a.asJSON:
			a.printJSON(rootJSON{newJSONName(name), r.scheme.Name(), r.leafSize, size, digest})
		default:
			a.print(digestLine(digest, name))
		}
		a.flush()
	}
}

// fileRoot gives the root over a file, or over what a pipe gives, and the
// number of its bytes.
func (a *app) fileRoot(ctx context.Context, r rooter, name string) (root [32]byte, size int64, err error) {
	if name == stdinName {
		return a.pipeRoot(ctx, r, name)
	}
	info, err := statFile(name)
	if err != nil {
		return root, 0, err
	}
	if !info.Mode().IsRegular() {
		return a.pipeRoot(ctx, r, name)
	}
	f, err := os.Open(name)
	if err != nil {
		return root, 0, err
	}
	defer f.Close()
	if info, err = f.Stat(); err != nil {
		return root, 0, err
	}
	size = info.Size()
	if size == 0 && !isEmpty(f) { // as in /proc
		return a.pipeRoot(ctx, r, name)
	}
	before := a.bar.done.Load()
	root, err = r.scheme.RootReader(ctx, f, size, merkle.WithLeafSize(r.leafSize),
		merkle.WithProgress(func(done int64) { a.bar.done.Store(before + done) }))
	var readErr *merkle.ReadError
	if errors.As(err, &readErr) && errors.Is(err, io.ErrUnexpectedEOF) {
		err = fmt.Errorf("shrank while it was read: had %d bytes, ended after %d", readErr.Size, readErr.Offset)
	}
	return root, size, err
}

// isEmpty reports whether there is nothing to read.
func isEmpty(f *os.File) bool {
	_, err := f.ReadAt(make([]byte, 1), 0)
	return err == io.EOF
}
