// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"crypto/sha256"
	"errors"
	"math"
	"math/bits"
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

// siblings is the number of nodes that a proof gives beside node i of a level
// whose last node is number last.
func (s *Scheme) siblings(i, last uint64) int {
	if s.spec.Odd == Duplicate || s.spec.Odd == PadEmpty || i>>s.shift < last>>s.shift {
		return s.fan - 1
	}
	return int(last & uint64(s.fan-1))
}

// proofNodes is the number of nodes in a proof.
func (s *Scheme) proofNodes(i, size uint64) (n int) {
	last := size - 1
	if s.spec.Odd == Promote { // see meetings
		inner := bits.Len64(i ^ last)
		return inner + bits.OnesCount64(i>>inner)
	}
	for range s.levelsFor(size) - 1 {
		n += s.siblings(i, last)
		i, last = i>>s.shift, last>>s.shift
	}
	return n
}

// Verify checks that the leaf with that node is leaf p.Index of a tree with that
// root and p.Size leaves. It returns nil if so, and otherwise an error that says
// what is wrong. A caller that knows the size of the tree has to compare p.Size.
// It is safe for concurrent use; for many proofs see [Scheme.VerifyMany].
func (s *Scheme) Verify(root, leaf [32]byte, p Proof) error {
	c, err := s.newClimb(&p)
	if err != nil {
		return err
	}
	var pair [2][32]byte
	group := pair[:]
	if s.fan > 2 {
		group = make([][32]byte, s.fan)
	}
	for c.next(s, group, &leaf) {
		leaf = s.node(group)
	}
	return c.end(s, &root, &leaf)
}

// climb is the path from a leaf to the root. The node that it has come to is kept
// apart from it.
type climb struct {
	nodes  [][32]byte // of the proof
	used   int        // of them
	left   int        // groups to hash
	index  uint64     // of the node on its level
	last   uint64     // the last node of that level, or more if no group lacks a node
	broken bool       // a last node is not paired with itself
}

// newClimb checks the form of a proof.
func (s *Scheme) newClimb(p *Proof) (c climb, err error) {
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
	c = climb{nodes: p.Nodes, left: s.levelsFor(p.Size) - 1, index: p.Index, last: p.Size - 1}
	switch s.spec.Odd {
	case Promote:
		c.index, c.left, c.last = s.meetings(p.Index, c.last), len(p.Nodes), math.MaxUint64
	case PadEmpty:
		c.last = math.MaxUint64
	}
	return c, nil
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

// meetings is the index of a leaf without the levels where its ancestor moves up:
// bit k says on which side this is when it meets the node k of the proof.
func (s *Scheme) meetings(i, last uint64) uint64 {
	inner := bits.Len64(i ^ last)
	border := bits.OnesCount64(i >> inner) // always on the right
	return i&(1<<inner-1) | (1<<border-1)<<inner
}

// next fills in the group that has to be hashed into the next node. It returns
// false when the climb is at its end.
func (c *climb) next(s *Scheme, group [][32]byte, node *[32]byte) bool {
	if c.left == 0 {
		return false
	}
	if i := c.index; len(group) == 2 && i|1 <= c.last {
		group[i&1], group[i&1^1] = *node, c.nodes[c.used]
		c.index, c.last, c.left, c.used = i>>1, c.last>>1, c.left-1, c.used+1
		return true
	}
	return c.nextGroup(s, group, node)
}

// nextGroup is next for a group that is wide or lacks a node.
func (c *climb) nextGroup(s *Scheme, group [][32]byte, node *[32]byte) bool {
	given := c.nodes[c.used:][:s.siblings(c.index, c.last)]
	if s.spec.Odd == Duplicate && given[0] != s.short(*node) {
		c.broken = true
		return false
	}
	at := int(c.index & uint64(s.fan-1))
	clear(group[copy(group, given[:at])+1:])
	copy(group[at+1:], given[at:])
	group[at] = *node
	c.index, c.last, c.left, c.used = c.index>>s.shift, c.last>>s.shift, c.left-1, c.used+len(given)
	return true
}

// end compares the node that the climb has come to.
func (c *climb) end(s *Scheme, root, node *[32]byte) error {
	switch {
	case c.broken:
		return s.errorf("level %d of the proof: the last node is not paired with itself", c.used)
	case *node != *root:
		return s.errorf("%w", ErrMismatch)
	}
	return nil
}
