// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package tlogtree

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/hashlanes/hashlanes/merkle"
)

func TestAgainstTlog(t *testing.T) {
	var stored []tlog.Hash
	reader := tlog.HashReaderFunc(func(indexes []int64) (list []tlog.Hash, err error) {
		for _, i := range indexes {
			list = append(list, stored[i])
		}
		return list, nil
	})
	var records [][]byte
	for n := int64(0); n < 300; n++ {
		record := fmt.Appendf(nil, "record %d", n)
		records = append(records, record)
		hashes, err := tlog.StoredHashes(n, record, reader)
		require.NoError(t, err)
		stored = append(stored, hashes...)

		tree, err := merkle.RFC6962.Tree(records)
		require.NoError(t, err)
		require.Equal(t, stored, StoredHashes(tree, 0))
		require.Equal(t, hashes, StoredHashes(tree, n))
		require.Empty(t, StoredHashes(tree, n+1))
		root, err := tlog.TreeHash(n+1, Reader(tree))
		require.NoError(t, err)
		require.Equal(t, tlog.Hash(tree.Root()), root)

		p, err := tlog.ProveRecord(n+1, n/2, Reader(tree))
		require.NoError(t, err)
		ours, err := tree.Proof(uint64(n / 2))
		require.NoError(t, err)
		require.Len(t, p, len(ours.Nodes))
		for i := range p {
			require.Equal(t, tlog.Hash(ours.Nodes[i]), p[i])
		}
		c, err := tlog.ProveTree(n+1, n/3+1, Reader(tree))
		require.NoError(t, err)
		consistency, err := tree.ConsistencyProof(uint64(n/3+1), uint64(n+1))
		require.NoError(t, err)
		require.Len(t, c, len(consistency.Nodes))
		for i := range c {
			require.Equal(t, tlog.Hash(consistency.Nodes[i]), c[i])
		}
	}
}

// Tiles have the same contents and, but for the height in the path, names.
func TestTiles(t *testing.T) {
	records := make([][]byte, 70_000)
	tree, err := merkle.RFC6962.Tree(records)
	require.NoError(t, err)
	tiles := merkle.Tiles(100, 70_000)
	want := tlog.NewTiles(8, 100, 70_000)
	require.Len(t, tiles, len(want))
	for i, w := range want {
		require.Equal(t, merkle.Tile{Level: w.L, Index: uint64(w.N), Width: w.W}, tiles[i])
		require.Equal(t, w.Path(), "tile/8"+tiles[i].Path()[len("tile"):])
		data, err := tree.Tile(tiles[i])
		require.NoError(t, err)
		theirs, err := tlog.ReadTileData(w, Reader(tree))
		require.NoError(t, err)
		require.Equal(t, theirs, data)
	}
}

func TestErrors(t *testing.T) {
	tree, err := merkle.RFC6962.Tree(make([][]byte, 5))
	require.NoError(t, err)
	for _, index := range []int64{-1, tlog.StoredHashIndex(0, 5), tlog.StoredHashIndex(1, 2), tlog.StoredHashIndex(3, 0), 1 << 40} {
		_, err = Reader(tree).ReadHashes([]int64{0, index})
		require.ErrorContains(t, err, "tlogtree: stored hash")
	}
	require.Panics(t, func() { StoredHashes(tree, 6) })
	other, err := merkle.SolanaEntries.Tree(make([][]byte, 5))
	require.NoError(t, err)
	require.PanicsWithValue(t, "hashlanes: tlogtree.Reader: scheme: got solana-entries, want rfc6962", func() { Reader(other) })
}
