// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestUpdate(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, s := range treeSchemes() {
		if s.LeafSize() > 4096 {
			continue
		}
		for _, n := range []int{1, 2, 3, 5, 64, 101, 5000} {
			size := testSize(s)
			data := testData(n * size)
			if s.checkCount(uint64(n)) != nil || n*size > 4<<20 {
				continue
			}
			tree, err := s.TreeBlocks(data, size)
			require.NoError(t, err)
			indices := []uint64{0, uint64(n - 1), uint64(n / 2), uint64(n - 1)}
			for range n / 3 {
				indices = append(indices, rng.Uint64N(uint64(n)))
			}
			leaves := make([][]byte, len(indices))
			for k, i := range indices {
				leaves[k] = append([]byte{}, testData(size + k)[k:]...)
				copy(data[int(i)*size:], leaves[k])
			}
			require.NoError(t, tree.Update(indices, leaves))
			want, err := s.TreeBlocks(data, size)
			require.NoError(t, err)
			require.Equal(t, want.levels, tree.levels, "%s, %d leaves", s, n)
			require.Equal(t, want.Root(), tree.Root())
		}
	}
}

func TestUpdateErrors(t *testing.T) {
	s := fsVerity
	tree, err := s.TreeBlocks(testData(4096*3), 0)
	require.NoError(t, err)
	root := tree.Root()
	require.EqualError(t, tree.Update([]uint64{0, 3}, make([][]byte, 2)), "merkle: fsverity: update of leaf 0: 0 bytes, want 4096")
	require.EqualError(t, tree.Update([]uint64{3}, make([][]byte, 1)), "merkle: fsverity: update of leaf 3: the tree has 3")
	require.Panics(t, func() { _ = tree.Update([]uint64{0}, nil) })
	require.NoError(t, tree.Update(nil, nil))
	require.Equal(t, root, tree.Root())
	require.NoError(t, tree.Update([]uint64{2, 0}, [][]byte{{1}, make([]byte, 4096)})) // the short last leaf first
	data := append(make([]byte, 4096), testData(4096 * 3)[4096:8193]...)
	data[8192] = 1
	requireData(t, s, fmt.Sprintf("%x", tree.Root()), data, 0)

	ids := testHashes(Bitcoin, 4)
	coins, err := Bitcoin.TreeHashes(ids)
	require.NoError(t, err)
	require.ErrorIs(t, coins.Update([]uint64{3}, [][]byte{ids[2][:]}), ErrMutated)
}

func TestMultiProof(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, s := range treeSchemes() {
		for _, n := range []int{1, 2, 3, 5, 8, 13, 100, 300, 9000} {
			hashes := testHashes(s, n)
			tree, err := s.TreeHashes(hashes)
			require.NoError(t, err)
			for _, count := range []int{1, 2, 3, n/2 + 1, n} {
				var want []uint64
				for range count {
					want = append(want, rng.Uint64N(uint64(n)))
				}
				if count == n {
					want = append(want, 0, uint64(n-1))
				}
				p, err := tree.MultiProof(want)
				require.NoError(t, err)
				leaves := make([][32]byte, len(p.Indices))
				for k, i := range p.Indices {
					leaves[k] = hashes[i]
				}
				require.NoError(t, s.VerifyMulti(tree.Root(), leaves, p), "%s, %d of %d leaves", s, count, n)
				if n <= 100 {
					breakMultiProof(t, s, tree.Root(), leaves, p)
				}
			}
		}
	}
}

func breakMultiProof(t *testing.T, s *Scheme, root [32]byte, leaves [][32]byte, p MultiProof) {
	t.Helper()
	for k := range p.Nodes {
		if k > 20 {
			break
		}
		bad := p
		bad.Nodes = append([][32]byte{}, p.Nodes...)
		bad.Nodes[k][5] ^= 1
		require.Error(t, s.VerifyMulti(root, leaves, bad))
		bad.Nodes = append(append([][32]byte{}, p.Nodes[:k]...), p.Nodes[k+1:]...)
		require.Error(t, s.VerifyMulti(root, leaves, bad))
	}
	bad := p
	bad.Nodes = append(p.Nodes[:len(p.Nodes):len(p.Nodes)], [32]byte{})
	require.Error(t, s.VerifyMulti(root, leaves, bad))
	require.Error(t, s.VerifyMulti(root, leaves[1:], p))
	require.Error(t, s.VerifyMulti(root, nil, MultiProof{Size: p.Size}))
	for k := range leaves {
		leaves[k][0] ^= 1
		require.Error(t, s.VerifyMulti(root, leaves, p))
		leaves[k][0] ^= 1
	}
	bad = p
	bad.Indices = append([]uint64{p.Size}, p.Indices[1:]...)
	require.Error(t, s.VerifyMulti(root, leaves, bad))
	if len(leaves) > 1 {
		bad.Indices = append([]uint64{p.Indices[1], p.Indices[0]}, p.Indices[2:]...)
		require.Error(t, s.VerifyMulti(root, leaves, bad))
	}
}

// claimsOf are all leaves of some trees.
func claimsOf(t testing.TB, s *Scheme, sizes ...int) (claims []Claim) {
	for _, n := range sizes {
		hashes := testHashes(s, n)
		tree, err := s.TreeHashes(hashes)
		require.NoError(t, err)
		for i := range hashes {
			p, err := tree.Proof(uint64(i))
			require.NoError(t, err)
			claims = append(claims, Claim{tree.Root(), hashes[i], p})
		}
	}
	return claims
}

func TestVerifyMany(t *testing.T) {
	for _, s := range treeSchemes() {
		if s.fan > 1000 {
			continue
		}
		claims := claimsOf(t, s, 1, 2, 3, 7, 64, 101, 300)
		require.NoError(t, s.VerifyMany(claims), s.Name())
		require.NoError(t, s.VerifyMany(nil))
		wrong := []int{0, 5, 77, len(claims) - 1}
		for _, k := range wrong {
			claims[k].Leaf[3] ^= 1
		}
		claims[77].Proof.Size = 0
		require.Equal(t, s.VerifyMany(claims, WithWorkers(1)), s.VerifyMany(claims, WithWorkers(5)))
		err := s.VerifyMany(claims)
		var failed *FailedError
		require.True(t, errors.As(err, &failed), s.Name())
		var got []int
		for _, f := range failed.Failed {
			got = append(got, f.Index)
		}
		require.Equal(t, wrong, got, s.Name())
		require.ErrorIs(t, err, ErrMismatch)
		require.ErrorContains(t, err, "claim 0: ")
		require.ErrorContains(t, err, "(and 3 more)")
	}
}

// Every node of every proof is changed, and the claims stand among right ones.
func TestVerifyManyNodes(t *testing.T) {
	for _, s := range treeSchemes() {
		var claims []Claim
		var wrong []int
		for _, good := range claimsOf(t, s, 1, 2, 3, 6, 9, 21) {
			claims = append(claims, good)
			for k := range good.Proof.Nodes {
				if k > 30 && k < len(good.Proof.Nodes)-3 {
					continue
				}
				bad := good
				bad.Proof.Nodes = slices.Clone(good.Proof.Nodes)
				bad.Proof.Nodes[k][(k*7)%s.size] ^= 0x20
				wrong = append(wrong, len(claims))
				claims = append(claims, bad)
			}
		}
		var failed *FailedError
		require.ErrorAs(t, s.VerifyMany(claims), &failed, s.Name())
		var got []int
		for _, f := range failed.Failed {
			got = append(got, f.Index)
		}
		require.Equal(t, wrong, got, s.Name())
	}
}

func TestRoots(t *testing.T) {
	for _, s := range allSchemes() {
		size := testSize(s)
		var trees [][][]byte
		most := min(90, mostLeaves())
		if size > 100 {
			most = 1 + 20_000/size
		}
		for n := 0; n <= most; n++ {
			for range 3 {
				short := n % 3
				if s.spec.Last == WholeLeaf || n == 0 {
					short = 0
				}
				if leaves := cut(testData(n*size-short), size); n > 0 || s.spec.Empty != EmptyError {
					trees = append(trees, leaves)
				}
			}
		}
		if size < 100 && !testing.Short() {
			trees = append(trees, cut(testData(20_000/size*size*7), size), cut(testData(8192*size), size))
		}
		want := make([][32]byte, len(trees)+1) // one more than there are trees
		for i, leaves := range trees {
			root, err := s.Root(leaves)
			require.NoError(t, err)
			want[i] = root
		}
		for _, workers := range []int{1, 3, 1000} {
			dst := make([][32]byte, len(want))
			require.NoError(t, s.Roots(dst, trees, WithWorkers(workers)))
			for i := range dst {
				require.Equal(t, want[i], dst[i], "%s, tree %d", s, i)
			}
		}
	}
}

func TestRootsErrors(t *testing.T) {
	require.NoError(t, RFC6962.Roots(nil, nil))
	require.PanicsWithValue(t, "hashlanes: merkle.Roots: dst too short: got 1, want 2", func() {
		_ = RFC6962.Roots(make([][32]byte, 1), make([][][]byte, 2))
	})
	dst := make([][32]byte, 3)
	require.EqualError(t, Glacier.Roots(dst, [][][]byte{{{1}}, {}}), "tree 1: merkle: glacier: no leaves: the scheme has no root for them")
	require.EqualError(t, SSZ(1).Roots(dst, [][][]byte{{make([]byte, 32), make([]byte, 32)}}), "tree 0: merkle: ssz: 2 leaves, want at most 1")
	id := testHashes(Bitcoin, 2)
	err := Bitcoin.Roots(dst, [][][]byte{{id[0][:], id[1][:]}, {id[0][:], id[0][:]}, {id[1][:]}})
	require.ErrorIs(t, err, ErrMutated)
	require.ErrorContains(t, err, "tree 1: ")
	require.Equal(t, id[1], dst[2])
}
