// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import "errors"

// A tree is folded depth-first: a segment of leaves that fits the cache is
// hashed into nodes, and these are replaced, level after level, by their
// parents. What is left of each segment goes into tiers, which are folded in the
// same way when they are full. Every byte of a leaf is read once, and memory
// does not grow with the tree.

// segmentNodes is the number of nodes in a full segment or tier, 128 KiB of
// them, unless the fan-out asks for more.
const segmentNodes = 1 << 12

// segmentBytes bounds the data of a segment, so that workers share the load.
const segmentBytes = 4 << 20

// segment is the unit of work: leaves, folded by a number of levels.
type segment struct{ leaves, levels int }

// segmentFor chooses the segment for leaves of so many bytes. It has at least
// 64 leaves, which fill the lanes.
func (s *Scheme) segmentFor(leafBytes int) segment {
	log := max(12, s.shift)
	for log > max(6, s.shift) && leafBytes > segmentBytes>>log {
		log--
	}
	if s.spec.Flat {
		return segment{1 << log, 0}
	}
	return segment{1 << log, log / s.shift}
}

// above is the number of nodes, levels above n nodes, n > 0.
func (s *Scheme) above(n uint64, levels int) uint64 { return (n-1)>>(levels*s.shift) + 1 }

// whole rounds n up to full groups.
func (s *Scheme) whole(n int) int { return (n + s.fan - 1) &^ (s.fan - 1) }

// ErrMutated is in the chain of the error for a list of leaves in which two
// equal nodes stand side by side, which lets another list have the same root
// (CVE-2012-2459). Calls that return it return the root with it.
var ErrMutated = errors.New("equal nodes side by side")

// folder folds nodes of one tree. It remembers the first pair of equal nodes.
type folder struct {
	s       *Scheme
	mutated error
}

// parents replaces the nodes, whose first one is number first on its level, by
// their parents. The capacity of nodes is that of whole groups.
func (f *folder) parents(nodes [][32]byte, level int, first uint64, sc *scratch) [][32]byte {
	s := f.s
	if s.spec.RejectEqual && f.mutated == nil {
		f.mutated = s.checkEqual(nodes, level, first)
	}
	if last := len(nodes) - 1; s.spec.Odd == Promote && last%2 == 0 {
		odd := nodes[last]
		s.hashNodes(nodes[:last/2], nodes[:last], sc)
		return append(nodes[:last/2], odd)
	}
	nodes = s.fill(nodes, level)
	s.hashNodes(nodes[:len(nodes)/s.fan], nodes, sc)
	return nodes[:len(nodes)/s.fan]
}

// fill completes the last group by the odd rule.
func (s *Scheme) fill(nodes [][32]byte, level int) [][32]byte {
	if len(nodes)%s.fan == 0 {
		return nodes
	}
	var odd [32]byte // ZeroFill
	switch s.spec.Odd {
	case Duplicate:
		odd = nodes[len(nodes)-1]
	case PadEmpty:
		odd = s.empty[level]
	}
	for len(nodes)%s.fan != 0 {
		nodes = append(nodes, odd)
	}
	return nodes
}

// checkEqual returns an error if two nodes of a pair are equal.
func (s *Scheme) checkEqual(nodes [][32]byte, level int, first uint64) error {
	for i := 0; i+1 < len(nodes); i += 2 {
		if nodes[i] == nodes[i+1] {
			return s.errorf("nodes %d and %d of level %d: %w", first+uint64(i), first+uint64(i)+1, level, ErrMutated)
		}
	}
	return nil
}

// up folds nodes by a number of levels.
func (f *folder) up(nodes [][32]byte, level, levels int, first uint64, sc *scratch) [][32]byte {
	for range levels {
		nodes = f.parents(nodes, level, first, sc)
		level++
		first >>= f.s.shift
	}
	return nodes
}

// top folds the nodes of a whole level, at least one, into the root.
func (f *folder) top(nodes [][32]byte, level int, sc *scratch) [32]byte {
	for ; len(nodes) > 1 || level < f.s.height; level++ {
		nodes = f.parents(nodes, level, 0, sc)
	}
	return nodes[0]
}
