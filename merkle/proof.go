// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"crypto/sha256"
	"errors"
)

// Proof proves that a leaf is in a tree. Nodes are what has to be hashed with
// the leaf and its ancestors, from the leaf up; for more than two children the
// siblings of each group in order. Bytes beyond [Scheme.NodeSize] are zero.
type Proof struct {
	Index uint64 // of the leaf
	Size  uint64 // leaves in the tree
	Nodes [][32]byte
}

// ErrMismatch is in the chain of the error for a proof that has the right form
// but leads to another root.
var ErrMismatch = errors.New("the proof does not lead to the root")

// Proof returns the proof for leaf i, or an error if there is no such leaf.
func (t *Tree) Proof(i uint64) (Proof, error) {
	if i >= t.Size() {
		return Proof{}, t.s.errorf("proof for leaf %d: the tree has %d", i, t.Size())
	}
	p := Proof{Index: i, Size: t.Size(), Nodes: make([][32]byte, 0, t.s.proofNodes(i, t.Size()))}
	for level := 0; level < len(t.levels)-1; level++ {
		nodes := t.levels[level]
		first := i &^ uint64(t.s.fan-1)
		for at := first; at < first+uint64(t.s.fan); at++ {
			if at == i {
				continue
			}
			if at < uint64(len(nodes)) {
				p.Nodes = append(p.Nodes, t.s.short(nodes[at]))
			} else if filler, ok := t.s.filler(nodes[i], level); ok {
				p.Nodes = append(p.Nodes, t.s.short(filler))
			}
		}
		i >>= t.s.shift
	}
	return p, nil
}

// filler is the node that proofs give for one that does not exist, beside node;
// ok is false if they leave it out.
func (s *Scheme) filler(node [32]byte, level int) (_ [32]byte, ok bool) {
	switch s.spec.Odd {
	case Duplicate:
		return node, true
	case PadEmpty:
		return s.empty[level], true
	}
	return node, false
}

// short clears the bytes of a node that its parent does not hold.
func (s *Scheme) short(node [32]byte) [32]byte {
	clear(node[s.size:])
	return node
}

// siblings is the number of nodes that a proof gives for one of count nodes on a
// level.
func (s *Scheme) siblings(i, count uint64) int {
	if s.spec.Odd == Duplicate || s.spec.Odd == PadEmpty {
		return s.fan - 1
	}
	first := i &^ uint64(s.fan-1)
	return int(min(uint64(s.fan), count-first)) - 1
}

// proofNodes is the number of nodes in a proof.
func (s *Scheme) proofNodes(i, size uint64) (n int) {
	for level, levels := 0, s.levelsFor(size); level < levels-1; level++ {
		n += s.siblings(i>>(level*s.shift), s.above(size, level))
	}
	return n
}

// Verify checks that the leaf with that node is leaf p.Index of a tree with that
// root and p.Size leaves. It returns nil if so, and otherwise an error that says
// what is wrong. A caller that knows the size of the tree has to compare p.Size.
// It is safe for concurrent use; for many proofs see [Scheme.VerifyMany].
func (s *Scheme) Verify(root, leaf [32]byte, p Proof) error {
	c, err := s.newClimb(leaf, &p)
	if err != nil {
		return err
	}
	var pair [2][32]byte
	group := pair[:]
	if s.fan > 2 {
		group = make([][32]byte, s.fan)
	}
	for c.next(s, group) {
		c.node = s.node(group)
	}
	return c.end(s, root)
}

// climb is a proof that is being checked.
type climb struct {
	node  [32]byte // where it has come to
	rest  [][32]byte
	index uint64
	count uint64 // nodes on this level
	level int
	err   error
}

// newClimb checks the form of a proof.
func (s *Scheme) newClimb(leaf [32]byte, p *Proof) (c climb, err error) {
	if err := s.checkTree("proof"); err != nil {
		return c, err
	}
	if p.Index >= p.Size {
		return c, s.errorf("proof for leaf %d of %d", p.Index, p.Size)
	}
	if err := s.checkCount(p.Size); err != nil {
		return c, err
	}
	if want := s.proofNodes(p.Index, p.Size); len(p.Nodes) != want {
		return c, s.errorf("proof for leaf %d of %d has %d nodes, want %d", p.Index, p.Size, len(p.Nodes), want)
	}
	if err := s.checkShort(p.Nodes); err != nil {
		return c, err
	}
	return climb{node: leaf, rest: p.Nodes, index: p.Index, count: p.Size}, nil
}

// checkShort returns an error for a node with bytes that its parent would not
// hold: it could be changed unseen.
func (s *Scheme) checkShort(nodes [][32]byte) error {
	if s.size == sha256.Size {
		return nil
	}
	for i := range nodes {
		if s.short(nodes[i]) != nodes[i] {
			return s.errorf("node %d of the proof has more than %d bytes", i, s.size)
		}
	}
	return nil
}

// next fills in the group that has to be hashed into the next node. It returns
// false when the climb is at its end.
func (c *climb) next(s *Scheme, group [][32]byte) bool {
	for c.err == nil && (c.count > 1 || c.level < s.height) {
		i, siblings := c.index, s.siblings(c.index, c.count)
		given := c.rest[:siblings]
		c.rest = c.rest[siblings:]
		missing := i|1 >= c.count // of a pair
		c.index, c.count, c.level = i>>s.shift, s.above(c.count, 1), c.level+1
		if s.spec.Odd == Promote && siblings == 0 {
			continue
		}
		if s.spec.Odd == Duplicate && missing && given[0] != s.short(c.node) {
			c.err = s.errorf("level %d of the proof: the last node is not paired with itself", c.level-1)
			return false
		}
		at := int(i & uint64(s.fan-1))
		if len(group) == 2 {
			group[at], group[at^1] = c.node, given[0]
			return true
		}
		clear(group[copy(group, given[:at])+1:])
		copy(group[at+1:], given[at:])
		group[at] = c.node
		return true
	}
	return false
}

// end compares where the climb has come to.
func (c *climb) end(s *Scheme, root [32]byte) error {
	if c.err == nil && c.node != root {
		return s.errorf("%w", ErrMismatch)
	}
	return c.err
}
