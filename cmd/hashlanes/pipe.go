// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"crypto/sha256"
	"io"
	"os"
	"strings"
	"sync/atomic"
)

// readPipes hashes what is not a regular file: standard input, named pipes,
// devices. There is one message at a time, so it goes to crypto/sha256.
func (s *summer) readPipes() {
	for job := range s.pipes {
		r := sumResult{job: job}
		r.digest, r.err = s.sumPipe(s.names[job])
		s.results <- r
	}
}

// sumPipe hashes one of them.
func (s *summer) sumPipe(name string) (digest [sha256.Size]byte, err error) {
	in, err := openPipe(name, &s.stdin)
	if err != nil {
		return digest, err
	}
	defer in.Close()
	h := sha256.New()
	counted := &countingReader{s.ctx, in, s.done}
	if _, err := io.CopyBuffer(h, counted, make([]byte, maxChunk)); err != nil {
		return digest, err
	}
	h.Sum(digest[:0])
	return digest, nil
}

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
