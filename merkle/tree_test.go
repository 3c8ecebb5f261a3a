// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

// treeSchemes are all schemes but flat lists.
func treeSchemes() (list []*Scheme) {
	for _, s := range allSchemes() {
		if !s.spec.Flat {
			list = append(list, s)
		}
	}
	return list
}

// testHashes are n nodes to use as leaves, as short as the scheme has them.
func testHashes(s *Scheme, n int) [][32]byte {
	data := testData(32 * n)
	hashes := make([][32]byte, n)
	for i := range hashes {
		hashes[i] = s.short([32]byte(data[32*i:]))
	}
	return hashes
}

func TestTreeEverySize(t *testing.T) {
	for _, s := range treeSchemes() {
		t.Run("scheme="+s.Name(), func(t *testing.T) {
			stride := 1
			if s.fan > 1000 || s.height > 20 {
				stride = 13 // long proofs
			}
			for n := 1; n <= mostLeaves(); n += stride {
				hashes := testHashes(s, n)
				tree, err := s.TreeHashes(hashes, WithWorkers(1))
				require.NoError(t, err)
				require.Equal(t, referenceFold(s, hashes), tree.Root(), "%d leaves", n)
				root, err := s.RootHashes(hashes, WithWorkers(1))
				require.NoError(t, err)
				require.Equal(t, tree.Root(), root)
				require.Equal(t, uint64(n), tree.Size())
				require.Equal(t, hashes, tree.Level(0))
				step := max(1, (n-1)/9)
				if n <= 20 && s.fan == 2 {
					step = 1
				}
				if s.fan > 2 {
					step = max(1, n-1)
				}
				for i := 0; i < n; i += step {
					checkProof(t, tree, uint64(i))
				}
			}
		})
	}
}

// checkProof makes a proof and tries to break it.
func checkProof(t *testing.T, tree *Tree, i uint64) {
	t.Helper()
	s, leaf := tree.Scheme(), tree.Level(0)[i]
	p, err := tree.Proof(i)
	require.NoError(t, err)
	require.NoError(t, s.Verify(tree.Root(), leaf, p), "leaf %d of %d", i, p.Size)
	reject := func(p Proof, what string) {
		t.Helper()
		require.Error(t, s.Verify(tree.Root(), leaf, p), "leaf %d of %d: %s", i, p.Size, what)
	}
	for k := range p.Nodes {
		if s.fan > 2 && k > 3 && k < len(p.Nodes)-3 {
			continue
		}
		for _, at := range []int{0, s.size - 1, 31} {
			bad := Proof{p.Index, p.Size, append([][32]byte{}, p.Nodes...)}
			bad.Nodes[k][at] ^= 1
			reject(bad, "a bit of a node")
		}
		without := append(append([][32]byte{}, p.Nodes[:k]...), p.Nodes[k+1:]...)
		reject(Proof{p.Index, p.Size, without}, "a missing node")
	}
	reject(Proof{p.Index, p.Size, append(p.Nodes[:len(p.Nodes):len(p.Nodes)], leaf)}, "an extra node")
	reject(Proof{p.Size, p.Size, p.Nodes}, "an index beyond the tree")
	reject(Proof{p.Index, 0, p.Nodes}, "no leaves")
	if p.Size > 1 && !s.spec.Sort {
		reject(Proof{p.Index ^ 1, p.Size, p.Nodes}, "the neighbour's index")
	}
	if len(p.Nodes) > 0 {
		require.Error(t, s.Verify(tree.Root(), tree.Root(), p), "a node for a leaf")
	}
	leaf[0] ^= 1
	reject(p, "another leaf")
}

func TestTreeManySegments(t *testing.T) {
	for _, s := range treeSchemes() {
		seg := s.segmentFor(32).leaves
		for _, n := range fewer([]int{seg + 1, 3*seg + 5, 4 * seg}) {
			hashes := testHashes(s, n)
			if s.checkCount(uint64(n)) != nil {
				continue
			}
			one, err := s.TreeHashes(hashes, WithWorkers(1))
			require.NoError(t, err)
			require.Equal(t, referenceFold(s, hashes), one.Root(), "%s, %d leaves", s, n)
			three, err := s.TreeHashes(hashes, WithWorkers(3))
			require.NoError(t, err)
			require.Equal(t, one.levels, three.levels, "%s, %d leaves", s, n)
			for _, i := range []uint64{0, uint64(n) / 2, uint64(n) - 1} {
				p, err := one.Proof(i)
				require.NoError(t, err)
				require.NoError(t, s.Verify(one.Root(), hashes[i], p))
			}
		}
	}
}

func TestTreeSources(t *testing.T) {
	data := testData(70*1000 - 3)
	want, err := RFC6962.RootBlocks(data, 70)
	require.NoError(t, err)
	a, err := RFC6962.Tree(cut(data, 70))
	require.NoError(t, err)
	b, err := RFC6962.TreeBlocks(data, 70)
	require.NoError(t, err)
	c, err := RFC6962.TreeReader(t.Context(), bytes.NewReader(data), int64(len(data)), WithLeafSize(70))
	require.NoError(t, err)
	for _, tree := range []*Tree{a, b, c} {
		require.Equal(t, want, tree.Root())
		require.Equal(t, a.levels, tree.levels)
		require.Same(t, RFC6962, tree.Scheme())
		require.Equal(t, 11, tree.Levels())
	}
	_, err = RFC6962.TreeReader(t.Context(), bytes.NewReader(data), int64(len(data))+1, WithLeafSize(70))
	require.ErrorContains(t, err, "reading at offset 69997 of 69998: unexpected EOF")
}

func TestTreeErrors(t *testing.T) {
	_, err := S3Composite.Tree(make([][]byte, 3))
	require.EqualError(t, err, "merkle: s3-composite: no tree: the scheme is a flat list")
	require.ErrorContains(t, S3Composite.Verify([32]byte{}, [32]byte{}, Proof{Size: 1}), "no proof")
	_, err = BitTorrent.Tree(nil)
	require.ErrorContains(t, err, "no leaves")
	empty, err := RFC6962.Tree(nil)
	require.NoError(t, err)
	require.Equal(t, digest(t, rfc6962Roots[0]), empty.Root())
	_, err = empty.Proof(0)
	require.EqualError(t, err, "merkle: rfc6962: proof for leaf 0: the tree has 0")
	require.Zero(t, empty.Levels())

	tree, err := RFC6962.Tree(make([][]byte, 5))
	require.NoError(t, err)
	require.PanicsWithValue(t, "hashlanes: merkle.Tree.Level: no such level: got 4, want 3", func() { tree.Level(4) })
	_, err = tree.Node(0, 5)
	require.ErrorContains(t, err, "node 5 of level 0: there are 5")
	_, err = tree.Node(4, 0)
	require.ErrorContains(t, err, "level 4: the tree has 4 levels")
	padded, err := SSZ(1 << 40).TreeHashes(tree.Level(0))
	require.NoError(t, err)
	d, err := padded.Node(3, 1<<37-1)
	require.NoError(t, err)
	require.Equal(t, padded.s.empty[3], d)
	_, err = padded.Node(3, 1<<37)
	require.Error(t, err)

	twice := append(testHashes(Bitcoin, 3), testHashes(Bitcoin, 3)[2])
	got, err := Bitcoin.TreeHashes(twice)
	require.ErrorIs(t, err, ErrMutated)
	require.Equal(t, referenceFold(Bitcoin, twice[:3]), got.Root())
}

// The node of a leaf is no node, and the other way around: RFC 9162, section 2.1.1.
func TestLeafNodeConfusion(t *testing.T) {
	tree, err := RFC6962.Tree([][]byte{{1}, {2}, {3}, {4}})
	require.NoError(t, err)
	l := tree.Level(0)
	forged, err := RFC6962.Root([][]byte{append(append([]byte{}, l[0][:]...), l[1][:]...), append(append([]byte{}, l[2][:]...), l[3][:]...)})
	require.NoError(t, err)
	require.NotEqual(t, tree.Root(), forged)
}

// firedancer src/ballet/shred/fixtures/localnet-v14-slot0-shreds.ar
func TestSolanaShredProof(t *testing.T) {
	var nodes [][32]byte
	for _, s := range []string{
		"d80bbb9fb591d88d325075ce26315dd0febfed64", "64221d9177b669238b57adcf8e0a5343778c871f", "956721d762f98efc2fff7486bdd3e198d7dfc093",
		"b631de57e43b7559869062ee2b8429fa119f2a62", "c1fec03d3c8976b50181c5013c0ffe7d0c26c721",
	} {
		var node [32]byte
		copy(node[:], unhex(t, s))
		nodes = append(nodes, node)
	}
	root := digest(t, "55863ac721a91708f1d25a8af8f4000b248288a7c3ee4b88e023b5c1cc37da8c")
	leaf0 := digest(t, "61e1929b0187ba4a973c631575461bbd0ffa216de068315482f9e610d30f2624")
	require.NoError(t, SolanaShreds.Verify(root, leaf0, Proof{0, 32, nodes}))
	leaf2 := digest(t, "15872245531ad1c58d268cad1d1ea45235407c40b938e7e91fce1696d385b084")
	copy(nodes[0][:], unhex(t, "93c23b64baa7eba99faac2b7b5297d3296231d4b"))
	copy(nodes[1][:], unhex(t, "0626d44a7a1e9fca7549e17fdb54a52b13f0b623"))
	require.NoError(t, SolanaShreds.Verify(root, leaf2, Proof{2, 32, nodes}))
}
