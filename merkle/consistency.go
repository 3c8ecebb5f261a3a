// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import "math/bits"

// Consistency proves that the leaves [Start, End) of a tree of Size leaves form
// a subtree with a certain root. With Start 0 it proves that a tree of End
// leaves was only added to (RFC 9162, section 2.1.4); other subtrees come from
// Merkle tree certificates (draft-ietf-plants-merkle-tree-certs).
type Consistency struct {
	Start, End uint64
	Size       uint64
	Nodes      [][32]byte
}

// checkGrowing returns an error unless the subtrees of a scheme are those of
// RFC 9162.
func (s *Scheme) checkGrowing() error {
	if s.spec.Odd != Promote || s.spec.Flat {
		return s.errorf("no subtrees and no consistency proofs: they need the rule that an odd node moves up")
	}
	return nil
}

// checkSubtree returns an error unless [start, end) is a subtree of a tree of
// size leaves: start has to be a multiple of its length, rounded up to a power
// of two.
func (s *Scheme) checkSubtree(start, end, size uint64) error {
	if err := s.checkGrowing(); err != nil {
		return err
	}
	if size > maxLeaves {
		return s.errorf("%d leaves, want at most %d", size, uint64(maxLeaves))
	}
	if start >= end || end > size || start&(1<<bits.Len64(end-start-1)-1) != 0 {
		return s.errorf("leaves %d to %d of %d are no subtree", start, end, size)
	}
	return nil
}

// split is the number of leaves on the left side of a tree of n leaves: the
// largest power of two below n.
func split(n uint64) uint64 { return 1 << (bits.Len64(n-1) - 1) }

// SubtreeRoot returns the root over the leaves [start, end), or an error if they
// are no subtree: start has to be a multiple of their number, rounded up to a
// power of two. It needs a scheme where an odd node moves up, as do all calls
// for subtrees and consistency.
func (t *Tree) SubtreeRoot(start, end uint64) ([32]byte, error) {
	if err := t.s.checkSubtree(start, end, t.Size()); err != nil {
		return [32]byte{}, err
	}
	return t.subtree(start, end), nil
}

// subtree is the root over [start, end).
func (t *Tree) subtree(start, end uint64) [32]byte {
	n := end - start
	if n&(n-1) == 0 {
		level := bits.TrailingZeros64(n)
		return t.levels[level][start>>level]
	}
	k := split(n)
	return t.s.node([][32]byte{t.subtree(start, start+k), t.subtree(start+k, end)})
}

// SubtreeProof returns the proof that leaf i is in the subtree of the leaves
// [start, end). Index and Size of the proof count from start. With start 0 it is
// the proof from the time when the tree had end leaves.
func (t *Tree) SubtreeProof(i, start, end uint64) (Proof, error) {
	if err := t.s.checkSubtree(start, end, t.Size()); err != nil {
		return Proof{}, err
	}
	if i < start || i >= end {
		return Proof{}, t.s.errorf("proof for leaf %d: the subtree has %d to %d", i, start, end)
	}
	p := Proof{Index: i - start, Size: end - start}
	var walk func(start, end uint64)
	walk = func(start, end uint64) {
		if end-start == 1 {
			return
		}
		if mid := start + split(end-start); i < mid {
			walk(start, mid)
			p.Nodes = append(p.Nodes, t.s.short(t.subtree(mid, end)))
		} else {
			walk(mid, end)
			p.Nodes = append(p.Nodes, t.s.short(t.subtree(start, mid)))
		}
	}
	walk(start, end)
	return p, nil
}

// VerifySubtree checks that the leaf with that node is leaf i of a tree in which
// the leaves [start, end) have that root. It returns nil if so, and otherwise an
// error that says what is wrong.
func (s *Scheme) VerifySubtree(root, leaf [32]byte, i, start, end uint64, nodes [][32]byte) error {
	if err := s.checkSubtree(start, end, end); err != nil {
		return err
	}
	if i < start || i >= end {
		return s.errorf("proof for leaf %d: the subtree has %d to %d", i, start, end)
	}
	return s.Verify(root, leaf, Proof{Index: i - start, Size: end - start, Nodes: nodes})
}

// ConsistencyProof returns the proof that the tree had first leaves before it
// had second, and was only added to. It returns an error unless 0 < first <=
// second <= t.Size().
func (t *Tree) ConsistencyProof(first, second uint64) (Consistency, error) {
	return t.SubtreeConsistency(0, first, second)
}

// SubtreeConsistency returns the proof that the leaves [start, end) form a
// subtree of the tree that has the first size leaves. It returns an error if
// they do not, or if size > t.Size().
func (t *Tree) SubtreeConsistency(start, end, size uint64) (Consistency, error) {
	if err := t.s.checkSubtree(start, end, size); err != nil {
		return Consistency{}, err
	}
	if size > t.Size() {
		return Consistency{}, t.s.errorf("consistency with %d leaves: the tree has %d", size, t.Size())
	}
	c := Consistency{Start: start, End: end, Size: size}
	var walk func(low, high uint64, known bool)
	walk = func(low, high uint64, known bool) {
		if start <= low && end == high {
			if !known {
				c.Nodes = append(c.Nodes, t.s.short(t.subtree(low, high)))
			}
			return
		}
		switch mid := low + split(high-low); {
		case end <= mid:
			walk(low, mid, known)
			c.Nodes = append(c.Nodes, t.s.short(t.subtree(mid, high)))
		case start >= mid:
			walk(mid, high, known)
			c.Nodes = append(c.Nodes, t.s.short(t.subtree(low, mid)))
		default: // the subtree goes beyond mid, and so begins at low
			walk(mid, high, false)
			c.Nodes = append(c.Nodes, t.s.short(t.subtree(low, mid)))
		}
	}
	walk(0, size, true)
	return c, nil
}

// VerifyConsistency checks that the leaves [c.Start, c.End) with the root part
// are a subtree of the tree of c.Size leaves with the root whole. It returns nil
// if so, and otherwise an error that says what is wrong; nothing is consistent
// with an empty tree. It is safe for concurrent use.
func (s *Scheme) VerifyConsistency(part, whole [32]byte, c Consistency) error {
	if err := s.checkSubtree(c.Start, c.End, c.Size); err != nil {
		return err
	}
	if err := s.checkShort(c.Nodes); err != nil {
		return err
	}
	v := consistent{s: s, part: part, start: c.Start, end: c.End, rest: c.Nodes}
	gotPart, gotWhole := v.walk(0, c.Size, true)
	switch {
	case v.missing:
		return s.errorf("consistency proof of %d nodes, want more", len(c.Nodes))
	case len(v.rest) > 0:
		return s.errorf("consistency proof of %d nodes, want %d", len(c.Nodes), len(c.Nodes)-len(v.rest))
	case gotPart != part || gotWhole != whole:
		return s.errorf("consistency: %w", ErrMismatch)
	}
	return nil
}

// consistent is a consistency proof that is being checked.
type consistent struct {
	s          *Scheme
	part       [32]byte
	start, end uint64
	rest       [][32]byte
	missing    bool
}

// walk computes, for the leaves [low, high), the root of those that are in the
// part and the root of all. The leaves of the part are known if its root stands
// for them.
func (v *consistent) walk(low, high uint64, known bool) (part, all [32]byte) {
	if v.start <= low && v.end == high {
		if known {
			return v.part, v.part
		}
		node := v.take()
		return node, node
	}
	switch mid := low + split(high-low); {
	case v.end <= mid:
		part, all = v.walk(low, mid, known)
		return part, v.s.node([][32]byte{all, v.take()})
	case v.start >= mid:
		part, all = v.walk(mid, high, known)
		return part, v.s.node([][32]byte{v.take(), all})
	default:
		part, all = v.walk(mid, high, false)
		left := v.take()
		return v.s.node([][32]byte{left, part}), v.s.node([][32]byte{left, all})
	}
}

// take is the next node of the proof.
func (v *consistent) take() (node [32]byte) {
	if len(v.rest) == 0 {
		v.missing = true
		return node
	}
	node, v.rest = v.rest[0], v.rest[1:]
	return node
}
