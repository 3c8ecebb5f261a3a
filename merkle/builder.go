// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"crypto/sha256"
	"hash"
)

// builder is a target that makes a root.
type builder struct {
	folder
	sc     *scratch
	count  uint64 // leaves
	levels int    // by which a segment is folded
	span   int    // by which a tier is folded
	tiers  []tier
	only   [][32]byte // instead of tiers: the nodes of a single segment
	flat   hash.Hash  // instead of tiers
}

// tier holds nodes of one level until they are a full segment. The first tier
// has those that come from segments.
type tier struct {
	nodes  [][32]byte
	folded uint64 // nodes that were here before
}

// newBuilder expects segments that are folded by a number of levels.
func (s *Scheme) newBuilder(leaves uint64, levels int, sc *scratch) *builder {
	b := &builder{folder: folder{s: s}, sc: sc, count: leaves, levels: levels, span: max(12, s.shift) / s.shift}
	if s.spec.Flat {
		b.flat = sha256.New()
		b.flat.Write(s.spec.LeftPrefix)
	}
	return b
}

// single says that n leaves are the whole tree, which is folded at the end.
func (b *builder) single(n int) bool { return uint64(n) == b.count && b.flat == nil }

func (b *builder) room(_ uint64, n int, sc *scratch) [][32]byte {
	return sc.room(b.s.whole(n))[:n]
}

func (b *builder) fold(nodes [][32]byte, first uint64, sc *scratch) ([][32]byte, error) {
	if b.single(len(nodes)) {
		b.only = nodes
		return nil, nil
	}
	f := folder{s: b.s}
	return f.up(nodes, 0, b.levels, first, sc), f.mutated
}

func (b *builder) add(nodes [][32]byte, mutated error) {
	if b.mutated == nil {
		b.mutated = mutated
	}
	if b.flat != nil {
		b.flat.Write(digestBytes(nodes))
	} else if len(nodes) > 0 {
		b.addTo(0, nodes)
	}
}

// level is the level of the nodes in tier t.
func (b *builder) level(t int) int { return b.levels + t*b.span }

// addTo adds nodes to tier t, and folds it into the next one when it is full and
// more will come.
func (b *builder) addTo(t int, nodes [][32]byte) {
	total := b.s.above(b.count, b.level(t))
	if t == len(b.tiers) {
		room := min(uint64(max(segmentNodes, b.s.fan)), total+uint64(b.s.fan)-1)
		b.tiers = append(b.tiers, tier{nodes: make([][32]byte, 0, int(room)&^(b.s.fan-1))})
	}
	for len(nodes) > 0 {
		tr := &b.tiers[t]
		n := min(cap(tr.nodes)-len(tr.nodes), len(nodes))
		tr.nodes = append(tr.nodes, nodes[:n]...)
		nodes = nodes[n:]
		if len(tr.nodes) == cap(tr.nodes) && tr.folded+uint64(len(tr.nodes)) < total {
			b.lift(t)
		}
	}
}

// lift folds what is in tier t into the next one.
func (b *builder) lift(t int) {
	tr := &b.tiers[t]
	up := b.up(tr.nodes, b.level(t), b.span, tr.folded, b.sc)
	tr.folded += uint64(len(tr.nodes))
	tr.nodes = tr.nodes[:0]
	b.addTo(t+1, up)
}

// root folds what the tiers hold, after all nodes have come.
func (b *builder) root() (root [32]byte, err error) {
	switch {
	case b.flat != nil:
		b.flat.Sum(root[:0])
		return root, nil
	case b.only != nil:
		root = b.top(b.only, 0, b.sc)
		return root, b.mutated
	}
	last := 0
	for ; last < len(b.tiers)-1; last++ {
		b.lift(last)
	}
	root = b.top(b.tiers[last].nodes, b.level(last), b.sc)
	return root, b.mutated
}
