// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
)

// Range is what has to be kept of the leaves [Begin, End) to go on with a tree:
// the roots of the largest full subtrees that cover them, at most 2 for each
// level. Ranges that follow each other merge, so parts of a tree can be hashed
// anywhere. It works for schemes with two children to a node. The methods of one
// Range may not run at the same time.
type Range struct {
	s          *Scheme
	begin, end uint64
	nodes      [][32]byte // from left to right; begin and end say of which subtrees
}

// NewRange returns a range without leaves that begins at leaf number begin. It
// returns an error for a scheme with more than two children, for a flat list,
// for one that looks for mutated lists, and if begin is beyond what the scheme
// allows.
func (s *Scheme) NewRange(begin uint64) (*Range, error) {
	if err := s.checkTree("range"); err != nil {
		return nil, err
	}
	if s.fan != 2 || s.spec.RejectEqual {
		return nil, s.errorf("no range: it needs two children to a node and does not look for mutated lists")
	}
	if begin > s.limit() {
		return nil, s.errorf("range from leaf %d, want at most %d", begin, s.limit())
	}
	return &Range{s: s, begin: begin, end: begin}, nil
}

// Begin returns the number of the first leaf.
func (r *Range) Begin() uint64 { return r.begin }

// End returns the number after that of the last leaf.
func (r *Range) End() uint64 { return r.end }

// Nodes returns the roots of the subtrees, from left to right. They may not be
// changed.
func (r *Range) Nodes() [][32]byte { return r.nodes }

// widest is the level of the largest full subtree that begins at leaf pos and
// ends at or before end.
func widest(pos, end uint64) int {
	return min(bits.TrailingZeros64(pos), bits.Len64(end-pos)-1)
}

// check returns an error if n more leaves are too many.
func (r *Range) check(n uint64) error {
	limit := r.s.limit()
	if n > limit || r.end > limit-n {
		return r.s.errorf("range up to leaf %d and %d more, want at most %d", r.end, n, limit)
	}
	return nil
}

// Append adds leaves, given by their nodes. See [Scheme.LeafHashes]. It hashes
// full subtrees in lanes. It returns an error, with the range as it was, if they
// are more than the scheme allows.
func (r *Range) Append(leaves ...[32]byte) error {
	if err := r.check(uint64(len(leaves))); err != nil {
		return err
	}
	sc := getScratch()
	defer sc.release()
	f := folder{s: r.s}
	for len(leaves) > 0 {
		level := min(widest(r.end, r.end+uint64(len(leaves))), bits.TrailingZeros(segmentNodes))
		nodes := sc.room(1 << level)
		copy(nodes, leaves)
		r.add(level, f.up(nodes, 0, level, 0, sc)[0])
		leaves = leaves[1<<level:]
	}
	return nil
}

// AppendSubtree adds 2^level leaves, given by the root of their subtree. It
// returns an error, with the range as it was, unless the range ends at a
// multiple of 2^level, and if the leaves are more than the scheme allows.
func (r *Range) AppendSubtree(level int, root [32]byte) error {
	if level < 0 || level > 62 || r.end&(1<<level-1) != 0 {
		return r.s.errorf("no full subtree of level %d begins at leaf %d", level, r.end)
	}
	if err := r.check(1 << level); err != nil {
		return err
	}
	r.add(level, root)
	return nil
}

// AppendRange adds the leaves of next, which is not changed. It returns an error,
// with the range as it was, unless next has the same scheme and begins where r
// ends.
func (r *Range) AppendRange(next *Range) error {
	if r.s.id() != next.s.id() {
		return r.s.errorf("range of the scheme %s", next.s)
	}
	if next.begin != r.end {
		return r.s.errorf("range from leaf %d, want %d", next.begin, r.end)
	}
	for pos, i, end := next.begin, 0, next.end; pos < end; i++ {
		level := widest(pos, end)
		r.add(level, next.nodes[i])
		pos += 1 << level
	}
	return nil
}

// add puts a subtree at the end and merges it with the one beside it as long as
// that is in the range.
func (r *Range) add(level int, node [32]byte) {
	i := r.end >> level
	r.end += 1 << level
	for ; i%2 == 1 && (i-1)<<level >= r.begin; level++ {
		last := len(r.nodes) - 1
		node = r.s.node([][32]byte{r.nodes[last], node})
		r.nodes = r.nodes[:last]
		i >>= 1
	}
	r.nodes = append(r.nodes, node)
}

// Root returns the root over the leaves, as [Scheme.Root] does. It returns an
// error if the range does not begin at leaf 0, and the errors of Scheme.Root. The
// range can go on.
func (r *Range) Root() ([32]byte, error) {
	if r.begin != 0 {
		return [32]byte{}, r.s.errorf("root of a range from leaf %d, want 0", r.begin)
	}
	if r.end == 0 {
		return r.s.emptyRoot()
	}
	if err := r.s.checkCount(r.end); err != nil {
		return [32]byte{}, err
	}
	level := bits.TrailingZeros64(r.end)
	node := r.nodes[len(r.nodes)-1]
	for i, from := len(r.nodes)-2, level+1; i >= 0; i, from = i-1, level {
		left := from + bits.TrailingZeros64(r.end>>from) // level of node i
		node = r.s.node([][32]byte{r.nodes[i], r.lift(node, level, left)})
		level = left + 1
	}
	return r.lift(node, level, r.s.height), nil
}

// lift takes a node without a right neighbour to a higher level.
func (r *Range) lift(node [32]byte, from, to int) [32]byte {
	for ; from < to && r.s.spec.Odd != Promote; from++ {
		node = r.s.node(r.s.fill([][32]byte{node}, from))
	}
	return node
}

// rangeMagic begins a serialised range: then come the identity of the scheme (32
// bytes), begin and end (64 bits each, big-endian), and the nodes.
const rangeMagic = "hlrange\x01" // the last byte is the version

// MarshalBinary returns the range in a form that [Range.UnmarshalBinary] reads:
// 56 bytes and 32 for each node. There is no error.
func (r *Range) MarshalBinary() ([]byte, error) {
	id := r.s.id()
	b := append([]byte(rangeMagic), id[:]...)
	b = binary.BigEndian.AppendUint64(b, r.begin)
	b = binary.BigEndian.AppendUint64(b, r.end)
	return append(b, digestBytes(r.nodes)...), nil
}

// UnmarshalBinary replaces the range, which comes from [Scheme.NewRange], by one
// that [Range.MarshalBinary] wrote. It returns an error, with the range as it
// was, for another scheme or version and for data of a wrong form. Nodes that
// were changed show only in the root.
func (r *Range) UnmarshalBinary(data []byte) error {
	const head = len(rangeMagic) + 32 + 16
	if len(data) < head || string(data[:len(rangeMagic)]) != rangeMagic {
		return r.s.errorf("no range of version %d: %w", rangeMagic[len(rangeMagic)-1], ErrCorrupt)
	}
	if id := r.s.id(); !slices.Equal(data[len(rangeMagic):head-16], id[:]) {
		return r.s.errorf("the range has another scheme")
	}
	begin, end := binary.BigEndian.Uint64(data[head-16:]), binary.BigEndian.Uint64(data[head-8:])
	if begin > end || end > r.s.limit() {
		return r.s.errorf("range from leaf %d to %d: %w", begin, end, ErrCorrupt)
	}
	n := 0
	for pos := begin; pos < end; n++ {
		pos += 1 << widest(pos, end)
	}
	if len(data) != head+32*n {
		return fmt.Errorf("merkle: %s: range of %d bytes, want %d: %w", r.s, len(data), head+32*n, ErrCorrupt)
	}
	nodes := make([][32]byte, n)
	copy(digestBytes(nodes), data[head:])
	r.begin, r.end, r.nodes = begin, end, nodes
	return nil
}
