// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"bytes"
	"encoding/hex"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func mustNamespaced(t testing.TB, size int, ignoreMax bool) *Namespaced {
	n, err := NewNamespaced(size, ignoreMax)
	require.NoError(t, err)
	return n
}

// The figure of celestiaorg/nmt docs/spec/nmt.md and the proofs that it names; the
// digests there are cut to seven digits.
func TestNamespaceProofVectors(t *testing.T) {
	n := mustNamespaced(t, 1, true)
	leaves := [][]byte{[]byte("\x00leaf_0"), []byte("\x00leaf_1"), []byte("\x01leaf_2"), []byte("\x03leaf_3")}
	tree, err := n.Tree(leaves)
	require.NoError(t, err)
	for _, c := range []struct {
		ns         byte
		start, end uint64
		nodes      []string
		absent     string
	}{
		{0, 0, 2, []string{"010352c7c03"}, ""},
		{2, 3, 4, []string{"0000ead8d25", "010171ca46a"}, "0303b4a2792"},
		{6, 0, 0, nil, ""},
	} {
		p, err := tree.NamespaceProof([]byte{c.ns})
		require.NoError(t, err)
		require.Equal(t, []uint64{c.start, c.end, 4}, []uint64{p.Start, p.End, p.Size})
		require.Len(t, p.Nodes, len(c.nodes))
		for i, want := range c.nodes {
			require.Equal(t, want, hex.EncodeToString(p.Nodes[i])[:11])
		}
		require.True(t, bytes.HasPrefix([]byte(hex.EncodeToString(p.Absent)), []byte(c.absent)))
		require.Equal(t, c.absent == "", p.Absent == nil)
		found := leaves[c.start:c.end]
		if p.Absent != nil {
			found = nil
		}
		require.NoError(t, n.VerifyNamespace(tree.Root(), []byte{c.ns}, found, p))
	}
}

// plainRange is the nodes of the proof for the leaves [start, end) among leaves, of
// which the first is number first: those of an in-order walk that do not meet them.
func plainRange(size int, ignoreMax bool, leaves [][]byte, first, start, end int) [][]byte {
	last := first + len(leaves)
	switch {
	case last <= start || first >= end:
		return [][]byte{plainNamespaced(size, ignoreMax, leaves)}
	case len(leaves) == 1:
		return nil
	}
	k := int(split(uint64(len(leaves))))
	return append(plainRange(size, ignoreMax, leaves[:k], first, start, end), plainRange(size, ignoreMax, leaves[k:], first+k, start, end)...)
}

// rangeLeaves are leaves whose namespaces rise by 0, 1 or 3 and end, if there are
// enough, with the highest.
func rangeLeaves(count, size int) [][]byte {
	leaves := cut(testData(count*(20+size)), 20+size)
	ns := byte(0)
	for i := range leaves {
		ns += []byte{1, 0, 3, 0, 0, 1}[i%6]
		copy(leaves[i], bytes.Repeat([]byte{0}, size))
		leaves[i][size-1] = ns
		if count > 8 && i >= count-2 {
			copy(leaves[i], bytes.Repeat([]byte{0xff}, size))
		}
	}
	return leaves
}

func TestNamespaceProofEverySize(t *testing.T) {
	for _, size := range []int{1, 3} {
		for _, ignoreMax := range []bool{false, true} {
			n := mustNamespaced(t, size, ignoreMax)
			for count := range min(70, mostLeaves()+1) {
				leaves := rangeLeaves(count, size)
				tree, err := n.Tree(leaves)
				require.NoError(t, err)
				for last := range byte(70) {
					ns := make([]byte, size)
					ns[size-1] = last
					checkNamespace(t, tree, leaves, ns)
				}
				if !ignoreMax {
					checkNamespace(t, tree, leaves, bytes.Repeat([]byte{0xff}, size))
				}
			}
		}
	}
}

// checkNamespace compares the proof of a namespace with the plain one, and tries to
// break it.
func checkNamespace(t *testing.T, tree *NamespacedTree, leaves [][]byte, ns []byte) {
	t.Helper()
	n := tree.n
	p, err := tree.NamespaceProof(ns)
	require.NoError(t, err)
	start, end := 0, 0
	for start < len(leaves) && bytes.Compare(leaves[start][:n.size], ns) < 0 {
		start++
	}
	for end = start; end < len(leaves) && bytes.HasPrefix(leaves[end], ns); end++ {
	}
	found := leaves[start:end]
	require.NoError(t, n.VerifyNamespace(tree.Root(), ns, found, p), "%x of %d leaves", ns, len(leaves))
	if p.End == 0 {
		require.Empty(t, found)
		require.Equal(t, NamespaceProof{Size: tree.Size()}, p)
	} else {
		require.Equal(t, uint64(start), p.Start)
		require.Equal(t, uint64(max(end, start+1)), p.End)
		require.Equal(t, start == end, p.Absent != nil)
		require.Equal(t, plainRange(n.size, n.ignoreMax != nil, leaves, 0, start, int(p.End)), p.Nodes)
	}
	if len(leaves) < 20 || len(leaves) == 37 {
		breakNamespace(t, tree, leaves, ns, found, p)
	}
}

func breakNamespace(t *testing.T, tree *NamespacedTree, leaves [][]byte, ns []byte, found [][]byte, p NamespaceProof) {
	t.Helper()
	n, root := tree.n, tree.Root()
	reject := func(what string, found [][]byte, change func(bad *NamespaceProof)) {
		t.Helper()
		bad := p
		bad.Nodes = slices.Clone(p.Nodes)
		change(&bad)
		require.Error(t, n.VerifyNamespace(root, ns, found, bad), "%x of %d leaves: %s", ns, len(leaves), what)
	}
	other := bytes.Repeat([]byte{0x7f}, n.size+3)
	reject("another leaf", append(found[:len(found):len(found)], other), func(*NamespaceProof) {})
	reject("one leaf more", append(found[:len(found):len(found)], append(slices.Clone(ns), 1)), func(*NamespaceProof) {})
	reject("a node more", found, func(bad *NamespaceProof) { bad.Nodes = append(bad.Nodes, root) })
	reject("an end beyond the tree", found, func(bad *NamespaceProof) { bad.End = bad.Size + 1 })
	reject("a moved range", found, func(bad *NamespaceProof) { bad.Start, bad.End = bad.Start+1, bad.End+1 })
	if len(leaves) > 0 {
		reject("no leaves in the tree", found, func(bad *NamespaceProof) { bad.Size = 0 })
		reject("nothing", nil, func(bad *NamespaceProof) { *bad = NamespaceProof{Size: p.Size, Absent: root} })
	}
	if p.End == 0 {
		return
	}
	reject("a short tree", found, func(bad *NamespaceProof) { bad.Size = bad.End - 1 })
	reject("nothing", nil, func(bad *NamespaceProof) { *bad = NamespaceProof{Size: p.Size} })
	for k := range p.Nodes {
		for _, at := range []int{0, n.size, 2 * n.size, n.NodeSize() - 1} {
			reject("a changed node", found, func(bad *NamespaceProof) {
				bad.Nodes[k] = bytes.Clone(bad.Nodes[k])
				bad.Nodes[k][at] ^= 1
			})
		}
		reject("a node less", found, func(bad *NamespaceProof) { bad.Nodes = slices.Delete(bad.Nodes, k, k+1) })
		reject("a short node", found, func(bad *NamespaceProof) { bad.Nodes[k] = bad.Nodes[k][1:] })
	}
	breakFound(t, tree, leaves, ns, found, p)
	if p.Absent != nil {
		for _, at := range []int{0, n.size, 2 * n.size} {
			reject("a changed leaf above", nil, func(bad *NamespaceProof) {
				bad.Absent = bytes.Clone(bad.Absent)
				bad.Absent[at] ^= 1
			})
		}
		reject("no leaf above", nil, func(bad *NamespaceProof) { bad.Absent = nil })
	}
}

// breakFound leaves out leaves of the namespace, with a proof that is right for the
// others: it is not complete.
func breakFound(t *testing.T, tree *NamespacedTree, leaves [][]byte, ns []byte, found [][]byte, p NamespaceProof) {
	t.Helper()
	n, ignoreMax := tree.n, tree.n.ignoreMax != nil
	part := func(start, end int) NamespaceProof {
		return NamespaceProof{uint64(start), uint64(end), p.Size, plainRange(n.size, ignoreMax, leaves, 0, start, end), nil}
	}
	start, end := int(p.Start), int(p.End)
	if len(found) > 1 {
		require.ErrorContains(t, n.VerifyNamespace(tree.Root(), ns, found[1:], part(start+1, end)), "to the left, but with namespaces up to")
		require.ErrorContains(t, n.VerifyNamespace(tree.Root(), ns, found[:len(found)-1], part(start, end-1)), "to the right, but with namespaces from")
	}
	if len(found) > 0 && end < len(leaves) { // the leaf above, as if there were none
		absence := part(end, end+1)
		absence.Absent = tree.node(0, uint64(end))
		require.ErrorContains(t, n.VerifyNamespace(tree.Root(), ns, nil, absence), "to the left, but with namespaces up to")
	}
	if len(found) > 0 && !bytes.Equal(found[0], found[len(found)-1]) {
		turned := slices.Clone(found)
		slices.Reverse(turned)
		require.ErrorIs(t, n.VerifyNamespace(tree.Root(), ns, turned, p), ErrMismatch)
	}
}

func TestNamespaceProofErrors(t *testing.T) {
	n := mustNamespaced(t, 2, true)
	tree, err := n.Tree([][]byte{{0, 1, 7}, {0, 5, 7}, {0xff, 0xff}})
	require.NoError(t, err)
	for _, ns := range [][]byte{nil, {1}, {1, 2, 3}} {
		_, err := tree.NamespaceProof(ns)
		require.ErrorContains(t, err, "want 2")
		require.ErrorContains(t, n.VerifyNamespace(tree.Root(), ns, nil, NamespaceProof{}), "want 2")
	}
	_, err = tree.NamespaceProof([]byte{0xff, 0xff})
	require.ErrorContains(t, err, "the highest namespace does not count here")
	require.ErrorContains(t, n.VerifyNamespace(tree.Root()[1:], []byte{0, 1}, nil, NamespaceProof{}), "root of 35 bytes, want 36")
	empty, err := n.Tree(nil)
	require.NoError(t, err)
	require.NoError(t, n.VerifyNamespace(empty.Root(), []byte{0, 0}, nil, NamespaceProof{}))
	require.ErrorIs(t, n.VerifyNamespace(tree.Root(), []byte{0, 0}, nil, NamespaceProof{}), ErrMismatch)
	require.EqualError(t, n.VerifyNamespace(tree.Root(), []byte{0, 9}, [][]byte{{0, 9}}, NamespaceProof{Size: 3}),
		"merkle: namespaced: 1 leaves and 0 nodes of leaves 0 to 0: the root says that there are none")

	p, err := tree.NamespaceProof([]byte{0, 1})
	require.NoError(t, err)
	copy(p.Nodes[0], []byte{9, 9, 8, 8})
	require.ErrorContains(t, n.VerifyNamespace(tree.Root(), []byte{0, 1}, [][]byte{{0, 1, 7}}, p), "node 0 of the proof: its lowest namespace is above its highest")
}

// A tree whose leaves are out of order has no proofs.
func TestNamespaceProofDisorder(t *testing.T) {
	n := mustNamespaced(t, 1, false)
	leaves := [][]byte{{1}, {9}, {5}, {7}}
	root := plainNamespaced(1, false, leaves)
	copy(root, []byte{1, 9})
	p := NamespaceProof{2, 3, 4, plainRange(1, false, leaves, 0, 2, 3), nil}
	require.Error(t, n.VerifyNamespace(root, []byte{5}, leaves[2:3], p))
	p = NamespaceProof{0, 1, 4, plainRange(1, false, leaves, 0, 0, 1), nil}
	copy(p.Nodes[1], []byte{3})
	require.ErrorContains(t, n.VerifyNamespace(root, []byte{1}, leaves[:1], p), "a node has its namespaces out of order")
}

// Whatever a proof says, only the leaves of the namespace are accepted.
func FuzzNamespaceProof(f *testing.F) {
	f.Add([]byte{1, 1, 3}, byte(1), uint8(0), uint8(2), uint8(3), make([]byte, 34), false)
	f.Add([]byte{1, 4, 4, 9}, byte(4), uint8(1), uint8(3), uint8(4), []byte{}, false)
	f.Add([]byte{1, 4, 9, 9}, byte(5), uint8(2), uint8(3), uint8(4), []byte{}, true)
	n := mustNamespaced(f, 1, true)
	f.Fuzz(func(t *testing.T, names []byte, ns byte, start, end, size uint8, nodes []byte, absent bool) {
		if len(names) > 200 {
			return
		}
		slices.Sort(names)
		leaves := make([][]byte, len(names))
		for i, name := range names {
			leaves[i] = []byte{name, byte(i)}
		}
		tree, err := n.Tree(leaves)
		require.NoError(t, err)
		first, last := min(int(start), len(leaves)), min(int(end), len(leaves))
		found := leaves[first:max(first, last)]
		p := NamespaceProof{Start: uint64(start), End: uint64(end), Size: uint64(size)}
		if len(nodes) == 0 && first < last { // the right nodes of any range
			p.Nodes = plainRange(1, true, leaves, 0, first, last)
		}
		for ; len(nodes) >= 34; nodes = nodes[34:] {
			p.Nodes = append(p.Nodes, nodes[:34])
		}
		if absent && first < len(leaves) {
			p.Absent, found = tree.node(0, uint64(first)), nil
		}
		if n.VerifyNamespace(tree.Root(), []byte{ns}, found, p) != nil {
			return
		}
		want := slices.DeleteFunc(slices.Clone(leaves), func(leaf []byte) bool { return leaf[0] != ns })
		require.Equal(t, len(want), len(found))
		for i := range want {
			require.Equal(t, want[i], found[i])
		}
	})
}
