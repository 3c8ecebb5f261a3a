// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import "slices"

// MultiProof proves that several leaves are in a tree. Nodes are what cannot be
// computed from the leaves and the other nodes: level after level from the leaves
// up, and from left to right. Nodes that only the odd rule makes are left out.
type MultiProof struct {
	Indices []uint64 // of the leaves, rising
	Size    uint64   // leaves in the tree
	Nodes   [][32]byte
}

// MultiProof returns the proof for leaves, whose numbers may come in any order
// and more than once. It returns an error for no leaves, and for one that does
// not exist.
func (t *Tree) MultiProof(leaves []uint64) (MultiProof, error) {
	p := MultiProof{Indices: slices.Clone(leaves), Size: t.Size()}
	slices.Sort(p.Indices)
	p.Indices = slices.Compact(p.Indices)
	if err := t.s.checkIndices(p.Indices, p.Size); err != nil {
		return MultiProof{}, err
	}
	known := slices.Clone(p.Indices)
	for level := 0; level < len(t.levels)-1; level++ {
		nodes := t.levels[level]
		for rest := known; len(rest) > 0; {
			first := rest[0] &^ uint64(t.s.fan-1)
			for at := first; at < min(first+uint64(t.s.fan), uint64(len(nodes))); at++ {
				if len(rest) > 0 && rest[0] == at {
					rest = rest[1:]
				} else {
					p.Nodes = append(p.Nodes, t.s.short(nodes[at]))
				}
			}
		}
		for k := range known {
			known[k] >>= t.s.shift
		}
		known = slices.Compact(known)
	}
	return p, nil
}

// checkIndices returns an error unless they are rising numbers of leaves.
func (s *Scheme) checkIndices(indices []uint64, size uint64) error {
	if len(indices) == 0 {
		return s.errorf("multiproof for no leaves")
	}
	for k, i := range indices {
		if i >= size {
			return s.errorf("multiproof for leaf %d of %d", i, size)
		}
		if k > 0 && i <= indices[k-1] {
			return s.errorf("multiproof: leaf %d comes after leaf %d", i, indices[k-1])
		}
	}
	return nil
}

// VerifyMulti checks that leaves are the nodes of the leaves p.Indices of a tree
// with that root and p.Size leaves. It hashes a level at a time, in lanes. It
// returns nil if so, and otherwise an error that says what is wrong. It is safe
// for concurrent use.
func (s *Scheme) VerifyMulti(root [32]byte, leaves [][32]byte, p MultiProof) error {
	if err := s.checkTree("proof"); err != nil {
		return err
	}
	if err := s.checkIndices(p.Indices, p.Size); err != nil {
		return err
	}
	if len(leaves) != len(p.Indices) {
		return s.errorf("multiproof for %d leaves, got %d", len(p.Indices), len(leaves))
	}
	if err := s.checkCount(p.Size); err != nil {
		return err
	}
	if err := s.checkShort(p.Nodes); err != nil {
		return err
	}
	sc := getScratch()
	defer sc.release()
	m := multiClimb{s: s, sc: sc, indices: slices.Clone(p.Indices), nodes: slices.Clone(leaves), rest: p.Nodes}
	for levels := s.levelsFor(p.Size); m.level < levels-1; m.level++ {
		if !m.up(s.above(p.Size, m.level)) {
			return s.errorf("multiproof has %d nodes, want more", len(p.Nodes))
		}
	}
	if len(m.rest) > 0 {
		return s.errorf("multiproof has %d nodes, want %d", len(p.Nodes), len(p.Nodes)-len(m.rest))
	}
	if m.nodes[0] != root {
		return s.errorf("%w", ErrMismatch)
	}
	return nil
}

// multiClimb is a multiproof that is being checked: the known nodes of a level.
type multiClimb struct {
	s       *Scheme
	sc      *scratch
	level   int
	indices []uint64
	nodes   [][32]byte
	rest    [][32]byte // of the proof
}

// up replaces the known nodes of a level of count nodes by their parents. It
// returns false if the proof has too few nodes.
func (m *multiClimb) up(count uint64) bool {
	s := m.s
	most := max(1, segmentNodes/s.fan) // groups at a time
	done := 0                          // parents
	for k := 0; k < len(m.indices); {
		groups := m.sc.room(most * s.fan)[:0]
		first := done
		for k < len(m.indices) && done-first < most {
			n, ok := m.group(&groups, k, count)
			if !ok {
				return false
			}
			parent := m.indices[k] >> s.shift
			if s.spec.Odd == Promote && len(groups)%2 == 1 { // it is the last
				node := groups[len(groups)-1]
				groups = groups[:len(groups)-1]
				s.hashNodes(groups[:len(groups)/2], groups, m.sc)
				copy(m.nodes[first:], groups[:len(groups)/2])
				m.indices[done], m.nodes[done] = parent, node
				m.indices, m.nodes = m.indices[:done+1], m.nodes[:done+1]
				return true
			}
			groups = s.fill(groups, m.level)
			m.indices[done] = parent
			done++
			k += n
		}
		parents := groups[:len(groups)>>s.shift]
		s.hashNodes(parents, groups, m.sc)
		copy(m.nodes[first:], parents)
	}
	m.indices, m.nodes = m.indices[:done], m.nodes[:done]
	return true
}

// group appends the existing members of the group of known node k, and returns
// the number of known ones.
func (m *multiClimb) group(groups *[][32]byte, k int, count uint64) (known int, ok bool) {
	first := m.indices[k] &^ uint64(m.s.fan-1)
	for at := first; at < min(first+uint64(m.s.fan), count); at++ {
		switch {
		case k+known < len(m.indices) && m.indices[k+known] == at:
			*groups = append(*groups, m.nodes[k+known])
			known++
		case len(m.rest) > 0:
			*groups = append(*groups, m.rest[0])
			m.rest = m.rest[1:]
		default:
			return known, false
		}
	}
	return known, true
}
