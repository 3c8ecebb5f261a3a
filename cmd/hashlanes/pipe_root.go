// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"slices"

	"github.com/hashlanes/hashlanes/merkle"
)

// A pipe is read in pieces of a power of two of leaves, whose roots are nodes
// of the whole tree (RFC 6962, section 2.1). A piece has about pieceBytes.
const (
	pieceBytes  = 1 << 20
	pieceLeaves = 1 << 12
)

// pipeRoot gives the root over all that a pipe, or standard input, gives, and
// the number of bytes.
func (a *app) pipeRoot(ctx context.Context, r rooter, name string) (root [32]byte, size int64, err error) {
	if r.scheme != merkle.RFC6962 {
		return root, 0, fmt.Errorf("scheme %s needs a file: its tree depends on the size", r.scheme)
	}
	in, err := openPipe(name, &a.stdin)
	if err != nil {
		return root, 0, err
	}
	defer in.Close()
	p := newPiecer(&countingReader{ctx, in, &a.bar.done}, r.leafSize)
	var f frontier
	for {
		node, n, err := p.next()
		if err != nil && err != io.EOF {
			return root, size, err
		}
		if n > 0 || size == 0 {
			f.add(node)
		}
		size += n
		if err == io.EOF {
			return f.root(), size, nil
		}
	}
}

// piecer hashes the pieces of a stream.
type piecer struct {
	r        io.Reader
	leafSize int
	buf      []byte // nil: a piece is one leaf, which is too long for a buffer
}

func newPiecer(r io.Reader, leafSize int) *piecer {
	p := &piecer{r: r, leafSize: leafSize}
	if leafSize <= pieceBytes {
		leaves := 1
		for leaves < pieceLeaves && 2*leaves*leafSize <= pieceBytes {
			leaves *= 2
		}
		p.buf = make([]byte, leaves*leafSize)
	}
	return p
}

// next returns the root over the next piece, its length in bytes, and io.EOF if
// it was the last. The last may be short, or empty.
func (p *piecer) next() (root [32]byte, n int64, err error) {
	if p.buf == nil {
		return p.leaf()
	}
	read, err := io.ReadFull(p.r, p.buf)
	if err == io.ErrUnexpectedEOF {
		err = io.EOF
	}
	if err != nil && err != io.EOF {
		return root, 0, err
	}
	root, rootErr := merkle.RFC6962.RootBlocks(p.buf[:read], p.leafSize, merkle.WithWorkers(1))
	if rootErr != nil {
		return root, 0, rootErr
	}
	return root, int64(read), err
}

// leaf is next for pieces of one leaf.
func (p *piecer) leaf() (root [32]byte, n int64, err error) {
	h := sha256.New()
	h.Write([]byte{0})
	if n, err = io.CopyN(h, p.r, int64(p.leafSize)); n == 0 && err == io.EOF {
		h.Reset() // the root of no leaves is the hash of nothing
	}
	h.Sum(root[:0])
	return root, n, err
}

// frontier is the roots of full subtrees of a growing RFC 6962 tree, from left
// to right, with as many as the count has bits. The unit is a piece.
type frontier struct {
	nodes [][32]byte
	count uint64
}

// add appends a piece. Only the last one may be short.
func (f *frontier) add(node [32]byte) {
	f.nodes = append(f.nodes, node)
	for c := f.count; c&1 == 1; c >>= 1 {
		f.join()
	}
	f.count++
}

// join makes one node of the last two.
func (f *frontier) join() {
	last := len(f.nodes) - 1
	left, right := f.nodes[last-1], f.nodes[last]
	f.nodes[last-1] = sha256.Sum256(slices.Concat([]byte{1}, left[:], right[:]))
	f.nodes = f.nodes[:last]
}

// root is the root over what was added, at least one piece.
func (f *frontier) root() [32]byte {
	for len(f.nodes) > 1 {
		f.join()
	}
	return f.nodes[0]
}
