// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// Errors that a scheme gives for what it cannot do or take.
func TestSchemeErrors(t *testing.T) {
	raw, flat := oddSchemes[1], S3Composite
	_, err := raw.LeafHash(make([]byte, 31))
	require.EqualError(t, err, "merkle: raw: leaf 0 has 31 bytes, want 32")
	_, err = raw.Tree([][]byte{{1}})
	require.EqualError(t, err, "merkle: raw: leaf 0 has 1 bytes, want 32")
	_, err = raw.TreeBlocks(make([]byte, 33), 0)
	require.EqualError(t, err, "merkle: raw: leaf 1 has 1 bytes, want 32")
	_, err = RFC6962.TreeReader(t.Context(), bytes.NewReader(nil), 5)
	require.ErrorContains(t, err, "no leaf size")
	_, err = RFC6962.LeafHashesReader(t.Context(), bytes.NewReader(nil), 5)
	require.ErrorContains(t, err, "no leaf size")
	_, err = SSZ(2).TreeHashes(make([][32]byte, 3))
	require.EqualError(t, err, "merkle: ssz: 3 leaves, want at most 2")
	_, err = RFC6962.TreeReader(t.Context(), bytes.NewReader(nil), 1<<61, WithLeafSize(1))
	require.ErrorContains(t, err, "2305843009213693952 leaves: a tree in memory has at most")
	_, err = RFC6962.LeafHashesReader(t.Context(), bytes.NewReader(nil), 1<<61, WithLeafSize(1))
	require.ErrorContains(t, err, "2305843009213693952 leaves: a list in memory has at most")
	_, err = NewScheme(Spec{Name: "last", Last: 3})
	require.EqualError(t, err, `merkle: scheme "last": unknown last rule 3`)
	require.EqualError(t, flat.VerifyMulti([32]byte{}, nil, MultiProof{}), "merkle: s3-composite: no proof: the scheme is a flat list")
	require.Equal(t, 20, SolanaShreds.NodeSize())
	_, err = SolanaEntries.TileRoots(nil, nil)
	require.ErrorContains(t, err, "no subtrees")

	require.PanicsWithValue(t, "hashlanes: merkle.WithWorkers: negative number of workers: got -1, want 0", func() { WithWorkers(-1) })
	require.PanicsWithValue(t, "hashlanes: merkle.WithLeafSize: bad leaf size: got 0, want 1", func() { WithLeafSize(0) })
	require.Panics(t, func() { FSVerityDigest([32]byte{}, 0, 1000, nil) })
	require.Panics(t, func() { must(Spec{FanOut: 3}) })
}

// Errors for proofs of a wrong form.
func TestProofErrors(t *testing.T) {
	hashes := testHashes(SolanaShreds, 5)
	tree, err := SolanaShreds.TreeHashes(hashes)
	require.NoError(t, err)
	leaf, err := tree.Leaf(4)
	require.NoError(t, err)
	require.Equal(t, hashes[4], leaf)
	_, err = tree.Tile(Tile{0, 0, 1})
	require.ErrorContains(t, err, "no subtrees")
	_, err = tree.MultiProof([]uint64{1, 5})
	require.EqualError(t, err, "merkle: solana-shreds: multiproof for leaf 5 of 5")
	p, err := tree.MultiProof([]uint64{1})
	require.NoError(t, err)
	p.Nodes[1][20] = 1
	require.EqualError(t, SolanaShreds.VerifyMulti(tree.Root(), hashes[1:2], p), "merkle: solana-shreds: node 1 of the proof has more than 20 bytes")
	require.EqualError(t, SSZ(4).VerifyMulti([32]byte{}, make([][32]byte, 1), MultiProof{Indices: []uint64{0}, Size: 5}), "merkle: ssz: 5 leaves, want at most 4")
	require.EqualError(t, SSZ(4).Verify([32]byte{}, [32]byte{}, Proof{Size: 5}), "merkle: ssz: 5 leaves, want at most 4")

	growing := must(Spec{Name: "growing", NodeSize: 20})
	grown, err := growing.TreeHashes(testHashes(growing, 7))
	require.NoError(t, err)
	c, err := grown.ConsistencyProof(3, 7)
	require.NoError(t, err)
	part, err := grown.SubtreeRoot(0, 3)
	require.NoError(t, err)
	require.NoError(t, growing.VerifyConsistency(part, grown.Root(), c))
	c.Nodes[0][31] = 1
	require.EqualError(t, growing.VerifyConsistency(part, grown.Root(), c), "merkle: growing: node 0 of the proof has more than 20 bytes")
	_, err = grown.SubtreeProof(2, 1, 3)
	require.EqualError(t, err, "merkle: growing: leaves 1 to 3 of 7 are no subtree")

	n := mustNamespaced(t, 1, true)
	names, err := n.Tree([][]byte{{1}, {2}, {2, 5}})
	require.NoError(t, err)
	np, err := names.NamespaceProof([]byte{2})
	require.NoError(t, err)
	require.EqualError(t, n.VerifyNamespace(names.Root(), []byte{2}, [][]byte{{2}, {3, 5}}, np), "merkle: namespaced: leaf 2 has another namespace")
}

// Errors for ranges beyond what a scheme has.
func TestRangeLimits(t *testing.T) {
	r, err := SSZ(4).NewRange(4)
	require.NoError(t, err)
	require.EqualError(t, r.AppendSubtree(1, [32]byte{}), "merkle: ssz: range up to leaf 4 and 2 more, want at most 4")
	perfect := must(Spec{Name: "perfect", Odd: OddError})
	r, err = perfect.NewRange(0)
	require.NoError(t, err)
	require.NoError(t, r.Append(make([][32]byte, 3)...))
	_, err = r.Root()
	require.EqualError(t, err, "merkle: perfect: 3 leaves, want a power of 2")
}

// serialised is a tree as WriteTo has it, with a right checksum.
func serialised(s *Scheme, size uint64, rest ...[32]byte) []byte {
	id := s.id()
	b := slices.Concat([]byte(treeMagic), id[:], binary.BigEndian.AppendUint64(nil, size), digestBytes(rest))
	sum := sha256.Sum256(b)
	return append(b, sum[:]...)
}

// Trees that were written wrong, rather than changed on the way.
func TestReadFromWrongTrees(t *testing.T) {
	for _, c := range []struct {
		s    *Scheme
		data []byte
		want string
	}{
		{RFC6962, serialised(RFC6962, 1, [32]byte{1}, [32]byte{2}), "merkle: rfc6962: reading a tree: the leaves do not have the root: corrupt data"},
		{BitTorrent, serialised(BitTorrent, 0, [32]byte{}), "merkle: bittorrent: no leaves: the scheme has no root for them"},
		{SSZ(2), serialised(SSZ(2), 3, make([][32]byte, 4)...), "merkle: ssz: reading a tree, byte 48: merkle: ssz: 3 leaves, want at most 2"},
	} {
		tree := c.s.NewTree()
		_, err := tree.ReadFrom(bytes.NewReader(c.data))
		require.EqualError(t, err, c.want)
		require.Zero(t, tree.Size())
	}
}
