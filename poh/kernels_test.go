// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package poh

import (
	"crypto/sha256"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hashlanes/hashlanes"
	"github.com/hashlanes/hashlanes/internal/everykernel"
)

// TestEveryKernel runs the vectors, and the tests that compare with crypto/sha256,
// on each kernel alone.
func TestEveryKernel(t *testing.T) {
	everykernel.Run(t, "^(TestKernelInUse|TestMainnet|TestSignatureRoot|TestCounts|TestGroups)$")
}

func TestKernelInUse(t *testing.T) { everykernel.Check(t) }

// plainAfter is [Entry.After], by crypto/sha256 alone.
func plainAfter(e *Entry, h [32]byte) [32]byte {
	n := e.NumHashes
	if e.HasMixin && n > 0 {
		n--
	}
	for range n {
		h = sha256.Sum256(h[:])
	}
	if e.HasMixin {
		h = sha256.Sum256(append(h[:], e.Mixin[:]...))
	}
	return h
}

// counts are numbers of links about the edges: of a block of links, of what one
// call to a kernel of 16, 8, 4, 3, 2 lanes or 1 may do, and many.
func counts() (all []uint64) {
	all = []uint64{0, 1, 2, 3, 63, 64, 65}
	for _, lanes := range []uint64{16, 8, 4, 3, 2, 1} {
		limit := 1024 / lanes
		all = append(all, limit-1, limit, limit+1)
	}
	return append(all, 100_000)
}

// TestCounts compares one chain, chains beside each other and a proof with
// crypto/sha256, for every count of links.
func TestCounts(t *testing.T) {
	start := [32]byte{1}
	for _, n := range counts() {
		chain := Entry{NumHashes: n}
		want := plainAfter(&chain, start)
		require.Equal(t, want, hashlanes.HashChain(start, n), "%d links", n)
		seeds, lengths := [][32]byte{{9}, start, {8}}, []uint64{n / 2, n, 0}
		hashlanes.HashChains(seeds, seeds, lengths)
		require.Equal(t, want, seeds[1], "%d links of three chains", n)

		entries := []Entry{{NumHashes: n}, {NumHashes: n, HasMixin: true, Mixin: [32]byte{2}}, {NumHashes: 1}}
		prev := start
		for i := range entries {
			entries[i].Hash = plainAfter(&entries[i], prev)
			require.Equal(t, entries[i].Hash, entries[i].After(prev), "entry %d of %d links", i, n)
			prev = entries[i].Hash
		}
		require.NoError(t, Verify(t.Context(), start, entries), "%d links", n)
	}
}

// TestGroups verifies 0 to 70 entries of ragged lengths, and finds a wrong one.
func TestGroups(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 9))
	for n := range 71 {
		entries := ticks(n, func(int) uint64 { return rng.Uint64N(101) * rng.Uint64N(2) })
		prev := [32]byte{byte(n)}
		start := prev
		for i := range entries {
			e := &entries[i]
			if e.HasMixin = rng.IntN(3) == 0; e.HasMixin {
				e.Mixin[n%32] = byte(i)
			}
			e.Hash = plainAfter(e, prev)
			prev = e.Hash
		}
		require.NoError(t, Verify(t.Context(), start, entries), "%d entries", n)
		if n > 0 {
			i := rng.IntN(n)
			entries[i].Hash[31]++
			wantBad(t, i, ErrHash, Verify(t.Context(), start, entries))
		}
	}
}
