// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"bytes"
	"crypto/sha256"
	"fmt"

	"github.com/hashlanes/hashlanes"
)

// Namespaced is the tree of Celestia (celestiaorg/nmt): every leaf belongs to a
// namespace, and every node names the lowest and the highest one below it.
//
//	leaf = ns | ns | H(0x00 | ns | data)
//	node = min | max | H(0x01 | left | right)    an odd node moves up
//	no leaves: zero bytes for min and max, H("")
//
// It does not change and is safe for concurrent use.
type Namespaced struct {
	size      int    // bytes of a namespace
	ignoreMax []byte // the highest namespace, which does not count; nil: it does
}

// maxNamespace bounds the length of a namespace.
const maxNamespace = 128

// NewNamespaced makes a tree for namespaces of size bytes; Celestia has 29. With
// ignoreMax, as in Celestia, the highest namespace (all bits set) does not count
// for the highest one of a node unless it has no other. It returns an error for
// a size that is not from 1 to 128.
func NewNamespaced(size int, ignoreMax bool) (*Namespaced, error) {
	if size < 1 || size > maxNamespace {
		return nil, fmt.Errorf("merkle: namespaced: namespace of %d bytes, want 1 to %d", size, maxNamespace)
	}
	n := &Namespaced{size: size}
	if ignoreMax {
		n.ignoreMax = bytes.Repeat([]byte{0xff}, size)
	}
	return n, nil
}

// NodeSize returns the number of bytes of a node: two namespaces and a digest.
func (n *Namespaced) NodeSize() int { return 2*n.size + sha256.Size }

// NamespacedTree is a tree with all its nodes. It does not change and is safe for
// concurrent use.
type NamespacedTree struct {
	n      *Namespaced
	levels [][]byte // nodes of each level, one after the other
	root   []byte
}

// Tree makes the tree over leaves, each of which begins with its namespace. It
// returns an error for a leaf that is too short for that, and for one whose
// namespace is below that of the leaf before.
func (n *Namespaced) Tree(leaves [][]byte) (*NamespacedTree, error) {
	for i, leaf := range leaves {
		if len(leaf) < n.size {
			return nil, fmt.Errorf("merkle: namespaced: leaf %d has %d bytes, want at least %d", i, len(leaf), n.size)
		}
		if i > 0 && bytes.Compare(leaf[:n.size], leaves[i-1][:n.size]) < 0 {
			return nil, fmt.Errorf("merkle: namespaced: leaf %d has a lower namespace than leaf %d", i, i-1)
		}
	}
	t := &NamespacedTree{n: n}
	if len(leaves) == 0 {
		none := sha256.Sum256(nil)
		t.root = append(make([]byte, 2*n.size), none[:]...)
		return t, nil
	}
	digests := make([][32]byte, len(leaves))
	hashlanes.HashManyPrefixed(digests, []byte{0}, leaves)
	level := n.appendLeaves(make([]byte, 0, len(leaves)*n.NodeSize()), leaves, digests)
	t.levels = append(t.levels, level)
	for len(level) > n.NodeSize() {
		level = n.parents(level, digests)
		t.levels = append(t.levels, level)
	}
	t.root = level
	return t, nil
}

// appendLeaves appends the nodes of leaves with those digests.
func (n *Namespaced) appendLeaves(level []byte, leaves [][]byte, digests [][32]byte) []byte {
	for i, leaf := range leaves {
		level = append(level, leaf[:n.size]...)
		level = append(level, leaf[:n.size]...)
		level = append(level, digests[i][:]...)
	}
	return level
}

// parents hashes a level; digests is room for those.
func (n *Namespaced) parents(level []byte, digests [][32]byte) []byte {
	size := n.NodeSize()
	pairs := len(level) / (2 * size)
	hashlanes.HashBlocks(digests, []byte{1}, level[:pairs*2*size], 2*size)
	up := make([]byte, 0, (pairs+1)*size)
	for i := range pairs {
		up = n.join(up, level[2*i*size:][:size], level[(2*i+1)*size:][:size])
		up = append(up, digests[i][:]...)
	}
	return append(up, level[pairs*2*size:]...)
}

// join appends the namespaces of the parent of two nodes.
func (n *Namespaced) join(dst, left, right []byte) []byte {
	highest := right[n.size : 2*n.size]
	if n.ignoreMax != nil && bytes.Equal(right[:n.size], n.ignoreMax) {
		highest = left[n.size : 2*n.size]
	}
	return append(append(dst, left[:n.size]...), highest...)
}

// Root returns the root, [Namespaced.NodeSize] bytes that may not be changed.
func (t *NamespacedTree) Root() []byte { return t.root }

// Size returns the number of leaves.
func (t *NamespacedTree) Size() uint64 {
	if len(t.levels) == 0 {
		return 0
	}
	return uint64(len(t.levels[0]) / t.n.NodeSize())
}

// NamespacedProof proves that a leaf is in a tree.
type NamespacedProof struct {
	Index, Size uint64
	Nodes       [][]byte // from the leaf up
}

// Proof returns the proof for leaf i, or an error if there is no such leaf.
func (t *NamespacedTree) Proof(i uint64) (NamespacedProof, error) {
	if i >= t.Size() {
		return NamespacedProof{}, fmt.Errorf("merkle: namespaced: proof for leaf %d: the tree has %d", i, t.Size())
	}
	p := NamespacedProof{Index: i, Size: t.Size()}
	size := uint64(t.n.NodeSize())
	for _, level := range t.levels {
		if at := (i ^ 1) * size; at < uint64(len(level)) {
			p.Nodes = append(p.Nodes, bytes.Clone(level[at:at+size]))
		}
		i >>= 1
	}
	return p, nil
}

// Verify checks that leaf, which begins with its namespace, is leaf p.Index of
// the tree with that root and p.Size leaves. It returns nil if so, and otherwise
// an error that says what is wrong.
func (n *Namespaced) Verify(root, leaf []byte, p NamespacedProof) error {
	if p.Index >= p.Size || p.Size > maxLeaves || len(leaf) < n.size {
		return fmt.Errorf("merkle: namespaced: proof for leaf %d of %d, with %d bytes", p.Index, p.Size, len(leaf))
	}
	sum := sha256.Sum256(append([]byte{0}, leaf...))
	node, used := n.appendLeaves(nil, [][]byte{leaf}, [][32]byte{sum}), 0
	for i, count := p.Index, p.Size; count > 1; i, count = i/2, (count+1)/2 {
		if i^1 >= count {
			continue // it moves up
		}
		if used == len(p.Nodes) || len(p.Nodes[used]) != n.NodeSize() {
			return fmt.Errorf("merkle: namespaced: proof of %d nodes: node %d is missing or has not %d bytes", len(p.Nodes), used, n.NodeSize())
		}
		left, right := node, p.Nodes[used]
		if i%2 == 1 {
			left, right = right, left
		}
		if bytes.Compare(left[n.size:2*n.size], right[:n.size]) > 0 {
			return fmt.Errorf("merkle: namespaced: node %d of the proof has its namespaces out of order", used)
		}
		sum := sha256.Sum256(append(append([]byte{1}, left...), right...))
		node = append(n.join(nil, left, right), sum[:]...)
		used++
	}
	if used != len(p.Nodes) {
		return fmt.Errorf("merkle: namespaced: proof of %d nodes, want %d", len(p.Nodes), used)
	}
	if !bytes.Equal(node, root) {
		return fmt.Errorf("merkle: namespaced: %w", ErrMismatch)
	}
	return nil
}
