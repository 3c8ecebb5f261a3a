// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"sort"

	"github.com/hashlanes/hashlanes"
)

// NamespaceProof proves which leaves of a tree belong to a namespace: all of
// them, or that there are none. It is the proof of celestiaorg/nmt with the size
// of the tree beside it.
//
// If there are such leaves, they are [Start, End). If there are none, but some
// below and some above, End is Start+1, leaf Start is the first one above, and
// Absent is its node. If all leaves are on one side, or there is no leaf at all,
// the root says so alone: Start and End are 0.
type NamespaceProof struct {
	Start, End uint64
	Size       uint64   // leaves in the tree
	Nodes      [][]byte // roots of the largest subtrees outside [Start, End), from left to right
	Absent     []byte
}

// NamespaceProof returns the proof for a namespace. It returns an error unless it
// has the right length, and for the highest one if that does not count, see
// [NewNamespaced]: nodes do not tell whether they have such leaves.
func (t *NamespacedTree) NamespaceProof(ns []byte) (NamespaceProof, error) {
	if err := t.n.checkNamespace(ns); err != nil {
		return NamespaceProof{}, err
	}
	p := NamespaceProof{Size: t.Size()}
	if t.n.outside(t.root, ns, p.Size) {
		return p, nil
	}
	// first is the number of the first leaf whose namespace is not below that.
	first := func(above bool) uint64 {
		return uint64(sort.Search(int(p.Size), func(i int) bool {
			c := bytes.Compare(t.n.lowest(t.node(0, uint64(i))), ns)
			return c > 0 || c == 0 && !above
		}))
	}
	if p.Start, p.End = first(false), first(true); p.Start == p.End {
		p.End++
		p.Absent = bytes.Clone(t.node(0, p.Start))
	}
	var right [][]byte
	for level, low, high := 0, p.Start, p.End; level < len(t.levels)-1; level, low, high = level+1, low/2, (high+1)/2 {
		if low%2 == 1 {
			p.Nodes = append(p.Nodes, bytes.Clone(t.node(level, low-1)))
		}
		if high%2 == 1 && int(high)*t.n.NodeSize() < len(t.levels[level]) {
			right = append(right, bytes.Clone(t.node(level, high)))
		}
	}
	slices.Reverse(p.Nodes)
	p.Nodes = append(p.Nodes, right...)
	return p, nil
}

// node is node i of a level.
func (t *NamespacedTree) node(level int, i uint64) []byte {
	size := t.n.NodeSize()
	return t.levels[level][int(i)*size:][:size]
}

// lowest and highest are the namespaces that a node names.
func (n *Namespaced) lowest(node []byte) []byte  { return node[:n.size] }
func (n *Namespaced) highest(node []byte) []byte { return node[n.size : 2*n.size] }

// outside says that the root of size leaves alone shows that there is no leaf of ns.
func (n *Namespaced) outside(root, ns []byte, size uint64) bool {
	return size == 0 || bytes.Compare(ns, n.lowest(root)) < 0 || bytes.Compare(ns, n.highest(root)) > 0
}

// checkNamespace returns an error for a namespace of which nothing can be proved.
func (n *Namespaced) checkNamespace(ns []byte) error {
	if len(ns) != n.size {
		return fmt.Errorf("merkle: namespaced: namespace of %d bytes, want %d", len(ns), n.size)
	}
	if n.ignoreMax != nil && bytes.Equal(ns, n.ignoreMax) {
		return errors.New("merkle: namespaced: the highest namespace does not count here, so no proof tells whether all its leaves are there")
	}
	return nil
}

// VerifyNamespace checks that leaves, each of which begins with the namespace ns,
// are all the leaves of that namespace in the tree with that root and p.Size
// leaves, in order; no leaves: that there are none. It returns nil if so, and
// otherwise an error that says what is wrong. A caller that knows the size of the
// tree has to compare p.Size. That no leaf hides elsewhere depends on the root:
// its maker must have put the leaves in order, as [Namespaced.Tree] does. It is
// safe for concurrent use.
func (n *Namespaced) VerifyNamespace(root, ns []byte, leaves [][]byte, p NamespaceProof) error {
	if len(root) != n.NodeSize() {
		return fmt.Errorf("merkle: namespaced: root of %d bytes, want %d", len(root), n.NodeSize())
	}
	if err := n.checkNamespace(ns); err != nil {
		return err
	}
	if n.outside(root, ns, p.Size) {
		return n.verifyOutside(root, leaves, p)
	}
	if err := n.checkProof(ns, leaves, p); err != nil {
		return err
	}
	got, err := n.fold(n.found(leaves, p.Absent), p)
	if err != nil {
		return err
	}
	if !bytes.Equal(got, root) {
		return fmt.Errorf("merkle: namespaced: %w", ErrMismatch)
	}
	return nil
}

// verifyOutside checks a proof that the root is by itself.
func (n *Namespaced) verifyOutside(root []byte, leaves [][]byte, p NamespaceProof) error {
	if len(leaves) > 0 || len(p.Nodes) > 0 || p.Start != 0 || p.End != 0 || p.Absent != nil {
		return fmt.Errorf("merkle: namespaced: %d leaves and %d nodes of leaves %d to %d: the root says that there are none",
			len(leaves), len(p.Nodes), p.Start, p.End)
	}
	if none := sha256.Sum256(nil); p.Size == 0 && !bytes.Equal(root, append(make([]byte, 2*n.size), none[:]...)) {
		return fmt.Errorf("merkle: namespaced: the root is not that of no leaves: %w", ErrMismatch)
	}
	return nil
}

// checkProof checks the form of a proof, and that the namespaces leave no room for
// other leaves of ns.
func (n *Namespaced) checkProof(ns []byte, leaves [][]byte, p NamespaceProof) error {
	count := uint64(len(leaves))
	if p.Absent != nil {
		count++
	}
	if p.Size > maxLeaves || p.Start >= p.End || p.End > p.Size || p.End-p.Start != count || p.Absent != nil && count != 1 {
		return fmt.Errorf("merkle: namespaced: %d leaves for a proof of leaves %d to %d of %d", len(leaves), p.Start, p.End, p.Size)
	}
	for i, leaf := range leaves {
		if !bytes.HasPrefix(leaf, ns) {
			return fmt.Errorf("merkle: namespaced: leaf %d has another namespace", p.Start+uint64(i))
		}
	}
	left := bits.OnesCount64(p.Start)
	if want := left + rightNodes(p.End, p.Size); len(p.Nodes) != want {
		return fmt.Errorf("merkle: namespaced: proof of %d nodes, want %d", len(p.Nodes), want)
	}
	for i, node := range p.Nodes {
		if err := n.checkBeside(node, ns, i < left); err != nil {
			return fmt.Errorf("merkle: namespaced: node %d of the proof: %w", i, err)
		}
	}
	if p.Absent != nil {
		if err := n.checkBeside(p.Absent, ns, false); err != nil {
			return fmt.Errorf("merkle: namespaced: the leaf above: %w", err)
		}
	}
	return nil
}

// rightNodes is the number of nodes in a proof to the right of end.
func rightNodes(end, size uint64) (count int) {
	for ; end < size; end, size = (end+1)/2, (size+1)/2 {
		count += int(end % 2)
	}
	return count
}

// checkBeside checks a node on one side of the leaves of ns.
func (n *Namespaced) checkBeside(node, ns []byte, left bool) error {
	switch {
	case len(node) != n.NodeSize():
		return fmt.Errorf("%d bytes, want %d", len(node), n.NodeSize())
	case bytes.Compare(n.lowest(node), n.highest(node)) > 0:
		return errors.New("its lowest namespace is above its highest")
	case left && bytes.Compare(n.highest(node), ns) >= 0:
		return fmt.Errorf("to the left, but with namespaces up to %x", n.highest(node))
	case !left && bytes.Compare(n.lowest(node), ns) <= 0:
		return fmt.Errorf("to the right, but with namespaces from %x", n.lowest(node))
	}
	return nil
}

// found is the nodes of the leaves that a proof is about, one after the other,
// after room for one more.
func (n *Namespaced) found(leaves [][]byte, absent []byte) []byte {
	level := make([]byte, n.NodeSize(), (len(leaves)+3)*n.NodeSize())
	digests := make([][32]byte, len(leaves))
	hashlanes.HashManyPrefixed(digests, []byte{0}, leaves)
	return append(n.appendLeaves(level, leaves, digests), absent...)
}

// fold hashes the leaves that a proof is about, and its nodes, into the root.
// level is what found returned.
func (n *Namespaced) fold(level []byte, p NamespaceProof) ([]byte, error) {
	size := n.NodeSize()
	left, right := bits.OnesCount64(p.Start), bits.OnesCount64(p.Start)
	digests := make([][32]byte, len(level)/size/2+1)
	for low, high, count := p.Start, p.End, p.Size; count > 1; low, high, count = low/2, (high+1)/2, (count+1)/2 {
		from := level[size:]
		if low%2 == 1 {
			left--
			copy(level, p.Nodes[left])
			from = level
		}
		if high%2 == 1 && high < count {
			from = append(from, p.Nodes[right]...)
			right++
		}
		for i := size; i+size <= len(from); i += 2 * size {
			if bytes.Compare(n.highest(from[i-size:]), n.lowest(from[i:])) > 0 {
				return nil, fmt.Errorf("merkle: namespaced: leaves %d to %d: a node has its namespaces out of order", p.Start, p.End)
			}
		}
		level = append(level[:size:size], n.parents(from, digests)...)
	}
	return level[size:], nil
}
