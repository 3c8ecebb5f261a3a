// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"context"
	"io"
)

// Root returns the root over leaves. It returns an error for a leaf whose length
// the scheme does not allow, for more leaves than the limit of the scheme, for
// no leaves if the scheme has no root for them, and for a mutated list, see
// [ErrMutated]. The leaves are only read. It is safe for concurrent use.
func (s *Scheme) Root(leaves [][]byte, opts ...Option) ([32]byte, error) {
	in, err := s.fromLeaves(leaves)
	if err != nil {
		return [32]byte{}, err
	}
	return s.root(context.Background(), in, opts)
}

// RootHashes returns the root over leaves whose nodes are given, see
// [Scheme.LeafHashes]. It returns the errors of [Scheme.Root].
func (s *Scheme) RootHashes(hashes [][32]byte, opts ...Option) ([32]byte, error) {
	return s.root(context.Background(), s.fromHashes(hashes), opts)
}

// RootBlocks returns the root over data, cut into leaves every leafSize bytes;
// the last may be shorter. leafSize is 0 for the leaf size of the scheme. Empty
// data has no leaves. It returns the errors of [Scheme.Root], and one for a leaf
// size that the scheme does not have. The data is only read.
func (s *Scheme) RootBlocks(data []byte, leafSize int, opts ...Option) ([32]byte, error) {
	in, err := s.fromData(data, leafSize)
	if err != nil {
		return [32]byte{}, err
	}
	return s.root(context.Background(), in, opts)
}

// RootReader returns the root over the first size bytes of r, cut into leaves
// of the size that [WithLeafSize] or the scheme gives; the last may be shorter.
// It reads ahead, in pieces of about 1 MiB and at most 3 for each worker, so
// memory does not grow with size. A piece has whole leaves, or, of leaves beyond
// 64 KiB, stripes of neighbours that are hashed side by side. r must allow calls
// of ReadAt in parallel, as io.ReaderAt asks.
//
// It returns the errors of [Scheme.RootBlocks], a [ReadError] for the first
// error of r, and the error of ctx when that is done. It returns after its
// goroutines have ended, so a ReadAt that hangs holds it up. It panics if size
// is negative.
func (s *Scheme) RootReader(ctx context.Context, r io.ReaderAt, size int64, opts ...Option) ([32]byte, error) {
	in, err := s.fromReader("RootReader", r, size, collect(opts).leafSize)
	if err != nil {
		return [32]byte{}, err
	}
	return s.root(ctx, in, opts)
}

// root folds the leaves of in.
func (s *Scheme) root(ctx context.Context, in input, opts []Option) ([32]byte, error) {
	if in.leaves == 0 {
		return s.emptyRoot()
	}
	j, err := s.newJob(in, opts)
	if err != nil {
		return [32]byte{}, err
	}
	sc := getScratch()
	defer sc.release()
	b := s.newBuilder(in.leaves, j.seg.levels, sc)
	if err := j.run(ctx, b, sc); err != nil {
		return [32]byte{}, err
	}
	return b.root()
}

// limit is the number of leaves that a tree can have.
func (s *Scheme) limit() uint64 {
	if s.spec.Limit > 0 {
		return s.spec.Limit
	}
	return maxLeaves
}

// checkCount returns an error for a number of leaves that the scheme does not
// allow.
func (s *Scheme) checkCount(leaves uint64) error {
	if leaves > s.limit() {
		return s.errorf("%d leaves, want at most %d", leaves, s.limit())
	}
	if s.spec.Odd == OddError {
		for n := leaves; n > 1; n >>= s.shift {
			if n&uint64(s.fan-1) != 0 {
				return s.errorf("%d leaves, want a power of %d", leaves, s.fan)
			}
		}
	}
	return nil
}
