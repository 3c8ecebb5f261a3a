// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"bytes"
	"crypto/sha256"
	"slices"
)

// reference is the plain definition of every scheme, written for clarity: one
// level after the other, one message at a time. It says nothing of mutation.
func reference(s *Scheme, leaves [][]byte) [32]byte {
	p := s.Spec()
	var level [][]byte
	for _, leaf := range leaves {
		level = append(level, referenceLeaf(p, leaf))
	}
	if p.Flat {
		return sha256.Sum256(slices.Concat(p.LeftPrefix, bytes.Join(level, nil)))
	}
	return referenceTop(p, level)
}

// referenceFold is the root over nodes.
func referenceFold(s *Scheme, nodes [][32]byte) [32]byte {
	var level [][]byte
	for i := range nodes {
		level = append(level, nodes[i][:])
	}
	return referenceTop(s.Spec(), level)
}

// referenceTop folds level 0.
func referenceTop(p Spec, level [][]byte) [32]byte {
	height := 0
	for size := uint64(1); size < p.Limit; size *= uint64(max(p.FanOut, 2)) {
		height++
	}
	empty := p.EmptyLeaf[:]
	if len(level) == 0 {
		level = append(level, empty)
	}
	for done := 0; len(level) > 1 || done < height; done++ {
		level, empty = referenceLevel(p, level, empty)
	}
	return [32]byte(level[0])
}

// referenceLeaf is the node of one leaf.
func referenceLeaf(p Spec, leaf []byte) []byte {
	if p.LeafRaw {
		return append(slices.Clone(leaf), make([]byte, 32-len(leaf))...)
	}
	if p.Last == PadLeaf {
		leaf = append(slices.Clone(leaf), make([]byte, p.LeafSize-len(leaf))...)
	}
	d := sha256.Sum256(slices.Concat(p.LeafPrefix, leaf, p.LeafSuffix))
	return d[:]
}

// referenceLevel gives the parents of a level, and the empty subtree above it.
func referenceLevel(p Spec, level [][]byte, empty []byte) (up [][]byte, upEmpty []byte) {
	fan := max(p.FanOut, 2)
	for len(level) > 0 {
		group := slices.Clone(level[:min(fan, len(level))])
		level = level[len(group):]
		if len(group) < fan && p.Odd == Promote {
			up = append(up, group...)
			continue
		}
		for len(group) < fan {
			switch p.Odd {
			case Duplicate:
				group = append(group, group[0])
			case PadEmpty:
				group = append(group, empty)
			case ZeroFill:
				group = append(group, make([]byte, 32))
			}
		}
		up = append(up, referenceNode(p, group))
	}
	return up, referenceNode(p, slices.Repeat([][]byte{empty}, fan))
}

// referenceNode is the parent of a group.
func referenceNode(p Spec, group [][]byte) []byte {
	size := p.NodeSize
	if size == 0 {
		size = 32
	}
	group = slices.Clone(group)
	for i := range group {
		group[i] = group[i][:size]
	}
	if p.Sort {
		slices.SortFunc(group, bytes.Compare)
	}
	m := slices.Concat(p.LeftPrefix, group[0], p.RightPrefix, bytes.Join(group[1:], nil), p.NodeSuffix)
	d := sha256.Sum256(m)
	if p.Double {
		d = sha256.Sum256(d[:])
	}
	d[31] &^= p.Mask
	return d[:]
}
