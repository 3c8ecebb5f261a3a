// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"io"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// plainNamespaced is the root by the plain recursion.
func plainNamespaced(size int, ignoreMax bool, leaves [][]byte) []byte {
	if len(leaves) == 0 {
		d := sha256.Sum256(nil)
		return append(make([]byte, 2*size), d[:]...)
	}
	if len(leaves) == 1 {
		ns := leaves[0][:size]
		d := sha256.Sum256(append([]byte{0}, leaves[0]...))
		return slices.Concat(ns, ns, d[:])
	}
	k := int(split(uint64(len(leaves))))
	l, r := plainNamespaced(size, ignoreMax, leaves[:k]), plainNamespaced(size, ignoreMax, leaves[k:])
	d := sha256.Sum256(slices.Concat([]byte{1}, l, r))
	top := r[size : 2*size]
	if ignoreMax && bytes.Equal(r[:size], bytes.Repeat([]byte{0xff}, size)) {
		top = l[size : 2*size]
	}
	return slices.Concat(l[:size], top, d[:])
}

// celestiaorg/nmt example_test.go; the root is calc.
func TestNamespacedVectors(t *testing.T) {
	n, err := NewNamespaced(1, true)
	require.NoError(t, err)
	tree, err := n.Tree([][]byte{[]byte("\x00leaf_0"), []byte("\x00leaf_1"), []byte("\x01leaf_2"), []byte("\x03leaf_3")})
	require.NoError(t, err)
	require.Equal(t, unhex(t, "0000ead8d25851870e4e7b5e8e4d10092df495a0d73af6fec3709ac79fa6338f57ae"), tree.levels[1][:34])
	require.Equal(t, unhex(t, "0303b4a27922d95e91d4a566aaadcedf5026b620022715910a354184c0af384e1440"), tree.levels[0][3*34:])
	require.Equal(t, unhex(t, "0003b1c2cc5098e82a6ac8f95c28fd996d2c2ef4a593d4d0962b26c7dbb942a5606c"), tree.Root())
}

func TestNamespacedEverySize(t *testing.T) {
	for _, size := range []int{1, 8, 29} {
		for _, ignoreMax := range []bool{false, true} {
			n, err := NewNamespaced(size, ignoreMax)
			require.NoError(t, err)
			for count := range mostLeaves() + 1 {
				leaves := cut(testData(count*50), 50)
				for i := range leaves {
					copy(leaves[i], bytes.Repeat([]byte{byte(i / 3)}, size))
					if i >= count-count/4 {
						copy(leaves[i], bytes.Repeat([]byte{0xff}, size))
					}
				}
				tree, err := n.Tree(leaves)
				require.NoError(t, err)
				require.Equal(t, plainNamespaced(size, ignoreMax, leaves), tree.Root(), "%d leaves", count)
				for i := 0; i < count; i += 1 + count/5 {
					p, err := tree.Proof(uint64(i))
					require.NoError(t, err)
					require.NoError(t, n.Verify(tree.Root(), leaves[i], p), "leaf %d of %d", i, count)
					breakNamespaced(t, n, tree.Root(), leaves[i], p)
				}
			}
		}
	}
}

func breakNamespaced(t *testing.T, n *Namespaced, root, leaf []byte, p NamespacedProof) {
	t.Helper()
	for k := range p.Nodes {
		for _, at := range []int{n.NodeSize() - 1, n.NodeSize() - 32} {
			p.Nodes[k][at] ^= 1
			require.Error(t, n.Verify(root, leaf, p))
			p.Nodes[k][at] ^= 1
		}
		bad := p
		bad.Nodes = append(slices.Clone(p.Nodes[:k]), p.Nodes[k+1:]...)
		require.Error(t, n.Verify(root, leaf, bad))
		bad.Nodes = slices.Clone(p.Nodes)
		bad.Nodes[k] = bad.Nodes[k][1:]
		require.Error(t, n.Verify(root, leaf, bad))
	}
	bad := p
	bad.Nodes = append(slices.Clone(p.Nodes), root)
	require.Error(t, n.Verify(root, leaf, bad))
	bad = p
	bad.Index = p.Size
	require.Error(t, n.Verify(root, leaf, bad))
	bad.Index, bad.Size = p.Index, 1<<64-1
	require.Error(t, n.Verify(root, leaf, bad))
	require.Error(t, n.Verify(root, leaf[:len(leaf)-1], p))
}

func TestNamespacedErrors(t *testing.T) {
	for _, size := range []int{0, 129, -1} {
		_, err := NewNamespaced(size, true)
		require.Error(t, err)
	}
	n, err := NewNamespaced(2, true)
	require.NoError(t, err)
	_, err = n.Tree([][]byte{{1, 2, 3}, {1}})
	require.EqualError(t, err, "merkle: namespaced: leaf 1 has 1 bytes, want at least 2")
	_, err = n.Tree([][]byte{{1, 2, 3}, {1, 1}})
	require.EqualError(t, err, "merkle: namespaced: leaf 1 has a lower namespace than leaf 0")
	empty, err := n.Tree(nil)
	require.NoError(t, err)
	_, err = empty.Proof(0)
	require.Error(t, err)
	require.Error(t, n.Verify(empty.Root(), []byte{1}, NamespacedProof{0, 1, nil}))
}

// plainAPK is the digest, one chunk at a time.
func plainAPK(sections ...[]byte) [32]byte {
	var sums []byte
	chunks := 0
	for _, s := range sections {
		for _, c := range cut(s, apkChunk) {
			d := sha256.Sum256(append(binary.LittleEndian.AppendUint32([]byte{0xa5}, uint32(len(c))), c...))
			sums = append(sums, d[:]...)
			chunks++
		}
	}
	return sha256.Sum256(append(binary.LittleEndian.AppendUint32([]byte{0x5a}, uint32(chunks)), sums...))
}

func TestAPKDigest(t *testing.T) {
	data := testData(4<<20 + 100)
	for _, lengths := range [][]int{{}, {0}, {1, 22}, {1 << 20, 300, 22}, {3<<20 + 7, 1 << 19, 22}, {apkChunk - 1, apkChunk, apkChunk + 1}} {
		var sections []*io.SectionReader
		var plain [][]byte
		total := 0
		for _, n := range lengths {
			sections = append(sections, io.NewSectionReader(bytes.NewReader(data), int64(total), int64(n)))
			plain = append(plain, data[total:total+n])
			total += n
		}
		last := int64(0)
		got, err := APKDigest(t.Context(), sections, WithProgress(func(n int64) { last = n }))
		require.NoError(t, err)
		require.Equal(t, plainAPK(plain...), got, lengths)
		require.Equal(t, int64(total), last)
	}
	for _, n := range []int64{100, 2 << 20} {
		_, err := APKDigest(t.Context(), []*io.SectionReader{io.NewSectionReader(bytes.NewReader(data[:50]), 0, n)})
		require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	}
}

func TestLeafHashesReader(t *testing.T) {
	data := testData(10_000*70 + 3)
	tree, err := RFC6962.TreeBlocks(data, 70)
	require.NoError(t, err)
	got, err := RFC6962.LeafHashesReader(t.Context(), bytes.NewReader(data), int64(len(data)), WithLeafSize(70), WithWorkers(2))
	require.NoError(t, err)
	require.Equal(t, tree.Level(0), got)
	got, err = RFC6962.LeafHashesReader(t.Context(), bytes.NewReader(nil), 0, WithLeafSize(70))
	require.NoError(t, err)
	require.Empty(t, got)
}
