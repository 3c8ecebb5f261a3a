// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

//go:build amd64 || arm64

// gohashtree, which the adapter is compared with, builds nowhere else.

package sszhash

import (
	"math/rand/v2"
	"testing"

	ssz "github.com/ferranbt/fastssz"
	"github.com/prysmaticlabs/gohashtree"
	"github.com/stretchr/testify/require"

	"github.com/hashlanes/hashlanes/internal/turns"
	"github.com/hashlanes/hashlanes/merkle"
)

func random(n int) []byte {
	rng := rand.New(rand.NewPCG(uint64(n), 7))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(rng.Uint32())
	}
	return b
}

func TestGohashtree(t *testing.T) {
	for chunks := range 70 {
		for digests := range 40 {
			in := random(chunks * 32)
			got, want := make([]byte, digests*32), make([]byte, digests*32)
			gotErr, wantErr := HashByteSlice(got, in), gohashtree.HashByteSlice(want, in)
			if wantErr != nil {
				require.EqualError(t, gotErr, wantErr.Error())
				require.Equal(t, make([]byte, digests*32), got)
				continue
			}
			require.NoError(t, gotErr)
			require.Equal(t, want[:chunks*16], got[:chunks*16])

			clear(got)
			gotErr, wantErr = Hash(view(got), view(in)), gohashtree.Hash(view(want), view(in))
			require.Equal(t, wantErr, gotErr)
			require.Equal(t, want[:chunks*16], got[:chunks*16])
			clear(got)
			HashChunks(view(got), view(in))
			require.Equal(t, want[:chunks*16], got[:chunks*16])
		}
	}
	require.EqualError(t, Hash(nil, make([][32]byte, 3)), gohashtree.Hash(nil, make([][32]byte, 3)).Error())
	require.Error(t, HashByteSlice(make([]byte, 33), make([]byte, 64)))
	require.Panics(t, func() { HashChunks(nil, make([][32]byte, 2)) })
}

func TestFastSSZ(t *testing.T) {
	for _, chunks := range []int{1, 2, 3, 5, 64, 1000, 1025} {
		for _, limit := range []uint64{0, uint64(chunks), 1 << 20} {
			var roots [2][32]byte
			for i, h := range []*ssz.Hasher{ssz.NewHasher(), ssz.NewHasherWithHashFn(HashFn)} {
				h.AppendBytes32(random(chunks * 32))
				if limit > 0 {
					h.MerkleizeWithMixin(0, uint64(chunks), limit)
				} else {
					h.Merkleize(0)
				}
				root, err := h.HashRoot()
				require.NoError(t, err)
				roots[i] = root
			}
			require.Equal(t, roots[0], roots[1])
		}
	}
}

// BenchmarkBarSSZ compares the root of 2^20 chunks with code around gohashtree
// that goes level by level, and with code that folds what fits the cache: 1.
func BenchmarkBarSSZ(b *testing.B) {
	const chunks, part = 1 << 20, 4096
	data := random(chunks * 32)
	nodes := make([][32]byte, chunks/2)
	fold := func(dst, src [][32]byte) {
		for n := len(src); n > 1; n /= 2 {
			if err := gohashtree.Hash(dst[:n/2], src[:n]); err != nil {
				b.Fatal(err)
			}
			src = dst
		}
	}
	ours := func() {
		if _, err := merkle.SSZ(0).RootBlocks(data, 0, merkle.WithWorkers(1)); err != nil {
			b.Fatal(err)
		}
	}
	levels := func() { fold(nodes, view(data)) }
	ours()
	levels()
	want, err := merkle.SSZ(0).RootBlocks(data, 0)
	require.NoError(b, err)
	require.Equal(b, want, nodes[0])
	b.Run("beside=gohashtree-levels", func(b *testing.B) { turns.Compare(b, chunks, ours, levels) })
	tops, room := make([][32]byte, chunks/part), make([][32]byte, part/2)
	b.Run("beside=gohashtree-parts", func(b *testing.B) {
		turns.Compare(b, chunks, ours, func() {
			for i := range tops {
				fold(room, view(data)[i*part:][:part])
				tops[i] = room[0]
			}
			fold(tops, tops)
		})
		require.Equal(b, want, tops[0])
	})
}
