// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"context"
	"io"
)

// input is where the leaves of a call come from.
type input struct {
	leaves   uint64
	leafSize int // bytes, about
	start    func(ctx context.Context, j *job) worker
}

// worker is what a goroutine asks for segments, and has hash them.
type worker struct {
	next func() (segment uint64, ok bool)
	hash segmentHasher
}

// segmentHasher sets dst to the nodes of the leaves from number first on, and
// returns the number of their bytes.
type segmentHasher func(first uint64, dst [][32]byte, sc *scratch) (int64, error)

// everyWorker is a start for hashers without a state.
func everyWorker(h segmentHasher) func(context.Context, *job) worker {
	return func(ctx context.Context, j *job) worker {
		return worker{next: func() (uint64, bool) { return j.claim(ctx) }, hash: h}
	}
}

// fromLeaves is leaves in memory.
func (s *Scheme) fromLeaves(leaves [][]byte) (in input, err error) {
	if err = s.checkLeaves(leaves, true); err != nil {
		return in, err
	}
	in.leaves = uint64(len(leaves))
	if in.leafSize = s.spec.LeafSize; in.leafSize == 0 && len(leaves) > 0 {
		in.leafSize = len(leaves[0]) // a guess, for the cut of the work
	}
	in.start = everyWorker(func(first uint64, dst [][32]byte, sc *scratch) (n int64, err error) {
		part := leaves[first:][:len(dst)]
		s.hashLeaves(dst, part, sc)
		for _, leaf := range part {
			n += int64(len(leaf))
		}
		return n, nil
	})
	return in, nil
}

// fromData is data in memory, cut into leaves.
func (s *Scheme) fromData(data []byte, leafSize int) (in input, err error) {
	if in, err = s.cut(int64(len(data)), leafSize); err != nil {
		return in, err
	}
	size := uint64(in.leafSize)
	in.start = everyWorker(func(first uint64, dst [][32]byte, sc *scratch) (int64, error) {
		part := data[first*size:]
		part = part[:min(uint64(len(dst))*size, uint64(len(part)))]
		s.hashData(dst, part, int(size), sc)
		return int64(len(part)), nil
	})
	return in, nil
}

// fromHashes is leaves whose nodes are known.
func (s *Scheme) fromHashes(hashes [][32]byte) input {
	return input{leaves: uint64(len(hashes)), leafSize: 32, start: everyWorker(
		func(first uint64, dst [][32]byte, _ *scratch) (int64, error) {
			return int64(32 * copy(dst, hashes[first:])), nil
		})}
}

// fromReader is the first size bytes of r.
func (s *Scheme) fromReader(fn string, r io.ReaderAt, size int64, leafSize int) (in input, err error) {
	if size < 0 {
		panicLength(fn, "negative size", int(size), 0)
	}
	if in, err = s.cut(size, leafSize); err != nil {
		return in, err
	}
	in.start = func(ctx context.Context, j *job) worker {
		return newReading(j, r, size).start(ctx)
	}
	return in, nil
}

// cut settles the leaf size and counts the leaves in so many bytes.
func (s *Scheme) cut(bytes int64, leafSize int) (in input, err error) {
	if leafSize < 0 {
		return in, s.errorf("leaf size is %d, want at least 0", leafSize)
	}
	if in.leafSize, err = s.leafSizeFor(leafSize); err != nil {
		return in, err
	}
	in.leaves = uint64(bytes / int64(in.leafSize))
	if rest := bytes % int64(in.leafSize); rest > 0 {
		if s.spec.Last == WholeLeaf {
			return in, s.errorf("leaf %d has %d bytes, want %d", in.leaves, rest, in.leafSize)
		}
		in.leaves++
	}
	return in, nil
}
