// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package loghash

import (
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	tdev "github.com/transparency-dev/merkle"
	"github.com/transparency-dev/merkle/compact"
	"github.com/transparency-dev/merkle/proof"
	"github.com/transparency-dev/merkle/rfc6962"

	"github.com/hashlanes/hashlanes"
	"github.com/hashlanes/hashlanes/internal/turns"
	"github.com/hashlanes/hashlanes/merkle"
)

var _ tdev.LogHasher = Hasher{}

func leaves(n int) (list [][]byte) {
	for i := range n {
		list = append(list, binary.BigEndian.AppendUint32(nil, uint32(i)))
	}
	return list
}

func TestHasher(t *testing.T) {
	var h Hasher
	want := rfc6962.DefaultHasher
	require.Equal(t, want.EmptyRoot(), h.EmptyRoot())
	require.Equal(t, want.Size(), h.Size())
	for n := range 200 {
		leaf := make([]byte, n)
		require.Equal(t, want.HashLeaf(leaf), h.HashLeaf(leaf))
		require.Equal(t, want.HashChildren(h.HashLeaf(leaf), leaf), h.HashChildren(h.HashLeaf(leaf), leaf))
	}
}

// Our proofs pass their checks, and their ranges are ours.
func TestProofs(t *testing.T) {
	hasher := rfc6962.DefaultHasher
	factory := compact.RangeFactory{Hash: Hasher{}.HashChildren}
	for n := 1; n <= 70; n++ {
		tree, err := merkle.RFC6962.Tree(leaves(n))
		require.NoError(t, err)
		root := tree.Root()
		theirs := factory.NewEmptyRange(0)
		for i, leaf := range leaves(n) {
			require.NoError(t, theirs.Append(hasher.HashLeaf(leaf), nil))
			p, err := tree.Proof(uint64(i))
			require.NoError(t, err)
			require.NoError(t, proof.VerifyInclusion(hasher, p.Index, p.Size, hasher.HashLeaf(leaf), Slices(p.Nodes), root[:]))
			first, err := tree.SubtreeRoot(0, uint64(i)+1)
			require.NoError(t, err)
			c, err := tree.ConsistencyProof(uint64(i)+1, uint64(n))
			require.NoError(t, err)
			require.NoError(t, proof.VerifyConsistency(hasher, c.End, c.Size, Slices(c.Nodes), first[:], root[:]))
		}
		ours, err := merkle.RFC6962.NewRange(0)
		require.NoError(t, err)
		require.NoError(t, ours.Append(tree.Level(0)...))
		require.Equal(t, theirs.Hashes(), Slices(ours.Nodes()))
		want, err := theirs.GetRootHash(nil)
		require.NoError(t, err)
		require.Equal(t, want, root[:])
	}
}

func TestNodes(t *testing.T) {
	require.Nil(t, Slices(nil))
	nodes := [][32]byte{{1}, {2}}
	got, err := Nodes(Slices(nodes))
	require.NoError(t, err)
	require.Equal(t, nodes, got)
	_, err = Nodes([][]byte{make([]byte, 32), make([]byte, 31)})
	require.EqualError(t, err, "loghash: node 1 has 31 bytes, want 32")
}

// BenchmarkBarVerifyMany compares VerifyMany with a loop of VerifyInclusion, on
// 10,000 proofs of depth 20; and with the hashes that it needs at least, by
// HashPairsPrefixed in the cache: its ceiling.
func BenchmarkBarVerifyMany(b *testing.B) {
	hashes := make([][32]byte, 1<<20)
	for i := range hashes {
		binary.BigEndian.PutUint32(hashes[i][:], uint32(i))
	}
	tree, err := merkle.RFC6962.TreeHashes(hashes)
	require.NoError(b, err)
	root := tree.Root()
	claims := make([]merkle.Claim, 10_000)
	lists := make([][][]byte, len(claims))
	for i := range claims {
		p, err := tree.Proof(uint64(i) * 104)
		require.NoError(b, err)
		claims[i] = merkle.Claim{Root: root, Leaf: tree.Level(0)[p.Index], Proof: p}
		lists[i] = Slices(p.Nodes)
	}
	loop := func() {
		for i := range claims {
			p := &claims[i].Proof
			if err := proof.VerifyInclusion(rfc6962.DefaultHasher, p.Index, p.Size, claims[i].Leaf[:], lists[i], root[:]); err != nil {
				b.Fatal(err)
			}
		}
	}
	pairs := make([][32]byte, 256)
	ceiling := func() {
		for i := 0; i < len(claims)*20; i += len(pairs) / 2 {
			hashlanes.HashPairsPrefixed(pairs[:len(pairs)/2], []byte{1}, pairs)
		}
	}
	for _, workers := range []int{1, 2} {
		many := func() {
			if err := merkle.RFC6962.VerifyMany(claims, merkle.WithWorkers(workers)); err != nil {
				b.Fatal(err)
			}
		}
		b.Run(fmt.Sprintf("beside=VerifyInclusion/workers=%d", workers), func(b *testing.B) { turns.Compare(b, len(claims), many, loop) })
		b.Run(fmt.Sprintf("beside=hashes/workers=%d", workers), func(b *testing.B) { turns.Compare(b, len(claims), many, ceiling) })
	}
}
