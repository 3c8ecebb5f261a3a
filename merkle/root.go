// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import "context"

// Root returns the root over leaves. It returns an error for a leaf whose length
// the scheme does not allow, for more leaves than the limit of the scheme, for
// no leaves if the scheme has no root for them, and for a mutated list, see
// [ErrMutated]. The leaves are only read. It is safe for concurrent use.
func (s *Scheme) Root(leaves [][]byte, opts ...Option) ([32]byte, error) {
	if err := s.checkLeaves(leaves, true); err != nil {
		return [32]byte{}, err
	}
	size := s.spec.LeafSize
	if size == 0 && len(leaves) > 0 {
		size = len(leaves[0]) // a guess, for the cut of the work
	}
	j, err := s.newJob(uint64(len(leaves)), size, opts)
	if err != nil || len(leaves) == 0 {
		return j.empty, err
	}
	return j.run(context.Background(), func(context.Context, int) segmentHasher {
		return func(first uint64, dst [][32]byte, sc *scratch) (int64, error) {
			part := leaves[first:][:len(dst)]
			s.hashLeaves(dst, part, sc)
			var n int64
			for _, leaf := range part {
				n += int64(len(leaf))
			}
			return n, nil
		}
	})
}

// RootBlocks returns the root over data, cut into leaves every leafSize bytes;
// the last may be shorter. leafSize is 0 for the leaf size of the scheme. Empty
// data has no leaves. It returns the errors of [Scheme.Root], and one for a leaf
// size that the scheme does not have. The data is only read.
func (s *Scheme) RootBlocks(data []byte, leafSize int, opts ...Option) ([32]byte, error) {
	size, leaves, err := s.leavesIn(int64(len(data)), leafSize)
	if err != nil {
		return [32]byte{}, err
	}
	j, err := s.newJob(leaves, size, opts)
	if err != nil || leaves == 0 {
		return j.empty, err
	}
	return j.run(context.Background(), func(context.Context, int) segmentHasher {
		return func(first uint64, dst [][32]byte, sc *scratch) (int64, error) {
			part := data[int(first)*size:]
			part = part[:min(uint64(len(dst))*uint64(size), uint64(len(part)))]
			s.hashData(dst, part, size, sc)
			return int64(len(part)), nil
		}
	})
}

// leavesIn settles the leaf size and counts the leaves in so many bytes.
func (s *Scheme) leavesIn(bytes int64, leafSize int) (size int, leaves uint64, err error) {
	if leafSize < 0 {
		return 0, 0, s.errorf("leaf size is %d, want at least 0", leafSize)
	}
	if size, err = s.leafSizeFor(leafSize); err != nil {
		return 0, 0, err
	}
	rest := bytes % int64(size)
	leaves = uint64(bytes / int64(size))
	if rest == 0 {
		return size, leaves, nil
	}
	if s.spec.Last == WholeLeaf {
		return 0, 0, s.errorf("leaf %d has %d bytes, want %d", leaves, rest, size)
	}
	return size, leaves + 1, nil
}

// checkCount returns an error for a number of leaves that the scheme does not
// allow.
func (s *Scheme) checkCount(leaves uint64) error {
	if limit := s.spec.Limit; limit > 0 && leaves > limit {
		return s.errorf("%d leaves, want at most %d", leaves, limit)
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

// segmentHasher sets dst to the nodes of the leaves from number first on, and
// returns the number of their bytes. Each worker has its own.
type segmentHasher func(first uint64, dst [][32]byte, sc *scratch) (int64, error)

// job is one call for a root.
type job struct {
	options
	s      *Scheme
	leaves uint64
	seg    segment
	done   int64
	empty  [32]byte // the root, if there are no leaves
}

// newJob checks the number of leaves of about size bytes and cuts the work.
func (s *Scheme) newJob(leaves uint64, size int, opts []Option) (j job, err error) {
	if leaves == 0 {
		j.empty, err = s.emptyRoot()
		return j, err
	}
	j = job{options: collect(opts), s: s, leaves: leaves, seg: s.segmentFor(size)}
	j.workers = int(min(uint64(j.workers), j.segments()))
	return j, s.checkCount(leaves)
}

// segments is the number of segments.
func (j *job) segments() uint64 { return (j.leaves-1)/uint64(j.seg.leaves) + 1 }

// run hashes and folds all segments. start makes the hasher of a worker.
func (j *job) run(ctx context.Context, start func(ctx context.Context, worker int) segmentHasher) ([32]byte, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	sc := getScratch()
	defer sc.release()
	if j.segments() == 1 {
		return j.single(start(ctx, 0), sc)
	}
	b := j.s.newBuilder(j.leaves, j.seg.levels, sc)
	var err error
	if j.workers == 1 {
		err = j.alone(ctx, b, start(ctx, 0), sc)
	} else {
		err = j.together(ctx, b, start)
	}
	if err != nil {
		return [32]byte{}, err
	}
	return b.root()
}

// single folds a tree of one segment.
func (j *job) single(hash segmentHasher, sc *scratch) ([32]byte, error) {
	nodes := sc.room(j.s.whole(int(j.leaves)))[:j.leaves]
	n, err := hash(0, nodes, sc)
	if err != nil {
		return [32]byte{}, err
	}
	j.progress(n)
	if j.s.spec.Flat {
		b := j.s.newBuilder(j.leaves, 0, sc)
		b.add(nodes)
		return b.root()
	}
	f := folder{s: j.s}
	return f.top(nodes, 0, sc), f.mutated
}
