// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import "slices"

// Update replaces leaf indices[i] by leaves[i] and hashes the paths above them,
// all of one level together. If an index comes more than once, the last leaf
// stays. It returns an error, and changes nothing, for a leaf that does not exist
// and for one of a length that the scheme does not allow. For a list that is
// mutated now it returns an error with the tree changed, see [ErrMutated]. It
// panics if there are not as many leaves as indices. It may not run at the same
// time as another method.
func (t *Tree) Update(indices []uint64, leaves [][]byte) error {
	if len(indices) != len(leaves) {
		panicLength("Tree.Update", "leaves do not match indices", len(leaves), len(indices))
	}
	for k, i := range indices {
		if i >= t.Size() {
			return t.s.errorf("update of leaf %d: the tree has %d", i, t.Size())
		}
		if err := t.s.checkLeaves(leaves[k:k+1], i == t.Size()-1); err != nil {
			return t.s.errorf("update of leaf %d: %d bytes, want %d", i, len(leaves[k]), t.s.spec.LeafSize)
		}
	}
	if len(indices) == 0 {
		return nil
	}
	sc := getScratch()
	defer sc.release()
	hashes := make([][32]byte, len(leaves))
	t.s.hashLeaves(hashes, t.s.padAll(leaves), sc)
	for k, i := range indices {
		t.levels[0][i] = hashes[k]
	}
	return t.rehashAbove(slices.Clone(indices), sc)
}

// padAll fills short leaves, if the scheme wants that. hashLeaves does so only
// for the last one, since others do not come in a list of leaves.
func (s *Scheme) padAll(leaves [][]byte) [][]byte {
	if s.spec.Last != PadLeaf {
		return leaves
	}
	cloned := false
	for i, leaf := range leaves {
		if len(leaf) == s.spec.LeafSize {
			continue
		}
		if !cloned {
			leaves, cloned = slices.Clone(leaves), true
		}
		full := make([]byte, s.spec.LeafSize)
		copy(full, leaf)
		leaves[i] = full
	}
	return leaves
}

// rehashAbove computes the ancestors of the leaves with those numbers.
func (t *Tree) rehashAbove(touched []uint64, sc *scratch) (mutated error) {
	slices.Sort(touched)
	for level := 1; level < len(t.levels); level++ {
		for k := range touched {
			touched[k] >>= t.s.shift
		}
		touched = slices.Compact(touched)
		for part := range slices.Chunk(touched, max(1, segmentNodes/t.s.fan)) {
			if err := t.rehashSome(level, part, sc); err != nil && mutated == nil {
				mutated = err
			}
		}
	}
	t.root = t.levels[len(t.levels)-1][0]
	return mutated
}

// rehashSome computes some nodes of a level above the leaves.
func (t *Tree) rehashSome(level int, numbers []uint64, sc *scratch) (mutated error) {
	s := t.s
	below, nodes := t.levels[level-1], t.levels[level]
	groups := sc.room(len(numbers) * s.fan)[:0]
	for _, i := range numbers {
		group := below[i<<s.shift : min((i+1)<<s.shift, uint64(len(below)))]
		if s.spec.Odd == Promote && len(group) == 1 {
			nodes[i] = group[0]
			numbers = numbers[:len(numbers)-1] // it is the last
			continue
		}
		if s.spec.RejectEqual && mutated == nil {
			mutated = s.checkEqual(group, level-1, i<<s.shift)
		}
		groups = s.fill(append(groups, group...), level-1)
	}
	s.hashNodes(groups[:len(numbers)], groups, sc)
	for k, i := range numbers {
		nodes[i] = groups[k]
	}
	return mutated
}
