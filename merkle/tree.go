// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"context"
	"io"
	"math/bits"
)

// Tree is a tree with all its nodes in memory, 32 bytes each; 2^20 leaves take 64
// MiB. Its methods are safe for concurrent use, but for [Tree.Update] and
// [Tree.ReadFrom], which may not run at the same time as others.
type Tree struct {
	s      *Scheme
	levels [][][32]byte // from the leaves up; parts of one allocation
	root   [32]byte
}

// Tree makes the tree over leaves. It returns the errors of [Scheme.Root], and
// one for a scheme that is a flat list. For a mutated list it returns the tree
// and the error, see [ErrMutated].
func (s *Scheme) Tree(leaves [][]byte, opts ...Option) (*Tree, error) {
	in, err := s.fromLeaves(leaves)
	if err != nil {
		return nil, err
	}
	return s.tree(context.Background(), in, opts)
}

// TreeBlocks makes the tree over data, cut as by [Scheme.RootBlocks]. It returns
// the errors of that and of [Scheme.Tree].
func (s *Scheme) TreeBlocks(data []byte, leafSize int, opts ...Option) (*Tree, error) {
	in, err := s.fromData(data, leafSize)
	if err != nil {
		return nil, err
	}
	return s.tree(context.Background(), in, opts)
}

// TreeReader makes the tree over the first size bytes of r, cut and read as by
// [Scheme.RootReader]. It returns the errors of that and of [Scheme.Tree].
func (s *Scheme) TreeReader(ctx context.Context, r io.ReaderAt, size int64, opts ...Option) (*Tree, error) {
	in, err := s.fromReader("TreeReader", r, size, collect(opts).leafSize)
	if err != nil {
		return nil, err
	}
	return s.tree(ctx, in, opts)
}

// TreeHashes makes the tree over leaves whose nodes are given, see
// [Scheme.LeafHashes]. It does not keep hashes. It returns the errors of
// [Scheme.Tree].
func (s *Scheme) TreeHashes(hashes [][32]byte, opts ...Option) (*Tree, error) {
	return s.tree(context.Background(), s.fromHashes(hashes), opts)
}

// tree makes the tree over the leaves of in.
func (s *Scheme) tree(ctx context.Context, in input, opts []Option) (*Tree, error) {
	if err := s.checkTree("tree"); err != nil {
		return nil, err
	}
	t := &Tree{s: s}
	if in.leaves == 0 {
		root, err := s.emptyRoot()
		t.root = root
		return t, err
	}
	j, err := s.newJob(in, opts)
	if err != nil {
		return nil, err
	}
	if err := t.allocate(in.leaves); err != nil {
		return nil, err
	}
	sc := getScratch()
	defer sc.release()
	b := &treeBuilder{t: t, levels: j.seg.levels}
	if err := j.run(ctx, b, sc); err != nil {
		return nil, err
	}
	return t, b.finish(sc)
}

// checkTree returns an error if the scheme is no tree. what needs one.
func (s *Scheme) checkTree(what string) error {
	if s.spec.Flat {
		return s.errorf("no %s: the scheme is a flat list", what)
	}
	return nil
}

// allocate makes room for the nodes over so many leaves.
func (t *Tree) allocate(leaves uint64) error {
	total := uint64(0)
	for level := 0; level < t.s.levelsFor(leaves); level++ {
		total += t.s.above(leaves, level)
	}
	if total > maxNodes {
		return t.s.errorf("%d leaves: a tree in memory has at most %d nodes here", leaves, maxNodes)
	}
	nodes := make([][32]byte, total)
	t.levels = make([][][32]byte, t.s.levelsFor(leaves))
	for level := range t.levels {
		n := int(t.s.above(leaves, level))
		t.levels[level], nodes = nodes[:n:n], nodes[n:]
	}
	return nil
}

// maxNodes is the number of nodes whose bytes an int counts.
const maxNodes = uint64(^uint(0)>>1) / 32

// levelsFor is the number of levels over so many leaves, that of the leaves and
// that of the root included.
func (s *Scheme) levelsFor(leaves uint64) int {
	log := bits.Len64(max(leaves, 1) - 1)
	return 1 + max((log+s.shift-1)/s.shift, s.height)
}

// treeBuilder is a target that fills a tree.
type treeBuilder struct {
	t       *Tree
	levels  int // by which a segment is folded
	mutated error
}

func (b *treeBuilder) room(first uint64, n int, _ *scratch) [][32]byte {
	return b.t.levels[0][first:][:n]
}

func (b *treeBuilder) fold(nodes [][32]byte, first uint64, sc *scratch) (_ [][32]byte, mutated error) {
	from, to := first, first+uint64(len(nodes))
	for level := 1; level < len(b.t.levels) && level <= b.levels; level++ {
		from, to = from>>b.t.s.shift, b.t.s.above(to, 1)
		if err := b.t.rehash(level, from, to, sc); err != nil && mutated == nil {
			mutated = err
		}
	}
	return nil, mutated
}

func (b *treeBuilder) add(_ [][32]byte, mutated error) {
	if b.mutated == nil {
		b.mutated = mutated
	}
}

// finish hashes the levels above the segments.
func (b *treeBuilder) finish(sc *scratch) error {
	t := b.t
	for level := b.levels + 1; level < len(t.levels); level++ {
		b.add(nil, t.rehash(level, 0, uint64(len(t.levels[level])), sc))
	}
	t.root = t.levels[len(t.levels)-1][0]
	return b.mutated
}

// rehash computes nodes from to to of a level above the leaves.
func (t *Tree) rehash(level int, from, to uint64, sc *scratch) (mutated error) {
	s := t.s
	below := t.levels[level-1]
	src := below[from<<s.shift : min(to<<s.shift, uint64(len(below)))]
	dst := t.levels[level][from:to]
	if s.spec.RejectEqual {
		mutated = s.checkEqual(src, level-1, from<<s.shift)
	}
	whole := len(src) >> s.shift
	s.hashNodes(dst[:whole], src[:whole<<s.shift], sc)
	if rest := src[whole<<s.shift:]; len(rest) > 0 {
		if s.spec.Odd == Promote {
			dst[whole] = rest[0]
		} else {
			group := s.fill(append(sc.room(s.fan)[:0], rest...), level-1)
			s.hashNodes(dst[whole:], group, sc)
		}
	}
	return mutated
}

// Scheme returns the scheme of the tree.
func (t *Tree) Scheme() *Scheme { return t.s }

// Root returns the root.
func (t *Tree) Root() [32]byte { return t.root }

// Size returns the number of leaves.
func (t *Tree) Size() uint64 {
	if len(t.levels) == 0 {
		return 0
	}
	return uint64(len(t.levels[0]))
}

// Levels returns the number of levels, that of the leaves, which is level 0, and
// that of the root included. A tree without leaves has none.
func (t *Tree) Levels() int { return len(t.levels) }

// Level returns the nodes of a level, without those that stand for missing
// leaves. They are the memory of the tree and may not be changed. It panics if
// there is no such level.
func (t *Tree) Level(level int) [][32]byte {
	if level < 0 || level >= len(t.levels) {
		panicLength("Tree.Level", "no such level", level, len(t.levels)-1)
	}
	return t.levels[level]
}

// Leaf returns the node of leaf i, or an error if there is no such leaf.
func (t *Tree) Leaf(i uint64) ([32]byte, error) { return t.Node(0, i) }

// Node returns node i of a level, or an error if there is no such node. Where the
// scheme fills the tree with empty subtrees, these have their nodes.
func (t *Tree) Node(level int, i uint64) ([32]byte, error) {
	if level < 0 || level >= len(t.levels) {
		return [32]byte{}, t.s.errorf("level %d: the tree has %d levels", level, len(t.levels))
	}
	nodes := t.levels[level]
	if i < uint64(len(nodes)) {
		return nodes[i], nil
	}
	if above := (len(t.levels) - 1 - level) * t.s.shift; t.s.spec.Odd == PadEmpty && (above >= 64 || i>>above == 0) {
		return t.s.empty[level], nil
	}
	return [32]byte{}, t.s.errorf("node %d of level %d: there are %d", i, level, len(nodes))
}
