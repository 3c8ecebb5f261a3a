// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"io"
	"os"
	"strings"
	"sync/atomic"
)

// openPipe opens a pipe, or standard input, which can be read once: it is empty
// from then on.
func openPipe(name string, stdin *io.Reader) (io.ReadCloser, error) {
	if name != stdinName {
		return os.Open(name)
	}
	in := *stdin
	*stdin = strings.NewReader("")
	return io.NopCloser(in), nil
}

// countingReader adds the bytes that it reads to n, and ends with its context.
type countingReader struct {
	ctx context.Context
	r   io.Reader
	n   *atomic.Int64
}

func (c *countingReader) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := c.r.Read(p)
	c.n.Add(int64(n))
	return n, err
}
