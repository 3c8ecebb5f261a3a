// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import (
	"crypto/sha256"
	"testing"

	"github.com/stretchr/testify/require"
)

// chainOf is n applications of SHA-256 to seed, by crypto/sha256.
func chainOf(seed [Size]byte, n uint64) [Size]byte {
	for range n {
		seed = sha256.Sum256(seed[:])
	}
	return seed
}

// chainAll is chainOf for each of the seeds.
func chainAll(seeds [][Size]byte, n []uint64) [][Size]byte {
	all := make([][Size]byte, len(seeds))
	for i := range seeds {
		all[i] = chainOf(seeds[i], n[i])
	}
	return all
}

// randomSeeds are n digests.
func randomSeeds(seed uint64, n int) [][Size]byte {
	all := make([][Size]byte, n)
	copy(digestBytes(all), randomBytes(newRand(seed), n*Size))
	return all
}

// TestHashChain finds a link too many or too few, about the bound of one call
// too.
func TestHashChain(t *testing.T) {
	seed := randomSeeds(20, 1)[0]
	eachEngine(t, func(t *testing.T, e under) {
		limit := uint64(maxCallBlocks)
		for _, n := range []uint64{0, 1, 2, 3, 63, 64, 65, limit - 1, limit, limit + 1, 2*limit + 1, 100_000} {
			require.Equal(t, chainOf(seed, n), e.HashChain(seed, n), "%d links", n)
		}
	})
}

// TestHashChains finds links lost in refill: any number of chains of up to 100
// links, ragged, equal, with empty chains, and in place.
func TestHashChains(t *testing.T) {
	seeds := randomSeeds(21, 71)
	eachEngine(t, func(t *testing.T, e under) {
		rng := newRand(22)
		for count := range len(seeds) {
			if e.slow && count%6 != 0 {
				continue
			}
			n, got := make([]uint64, count), make([][Size]byte, count)
			for i := range n {
				n[i] = rng.Uint64N(101)
				if count%3 == 1 {
					n[i] = uint64(count)
				}
				if rng.IntN(8) == 0 {
					n[i] = 0
				}
			}
			want := chainAll(seeds[:count], n)
			e.HashChains(got, seeds[:count], n)
			equalDigests(t, want, got, "%d chains of %v", count, n)
			copy(got, seeds)
			e.HashChains(got, got, n)
			equalDigests(t, want, got, "in place, %d chains of %v", count, n)
		}
	})
}

// TestHashChainsEdges finds links lost about the bound of one call, and one
// long chain that its short neighbours end.
func TestHashChainsEdges(t *testing.T) {
	eachEngine(t, func(t *testing.T, e under) {
		limit := uint64(maxCallBlocks / e.lanes)
		seeds := randomSeeds(23, 2*e.lanes+1)
		n := make([]uint64, len(seeds))
		for _, most := range []uint64{limit - 1, limit, limit + 1, 2 * limit, 2*limit + 1} {
			for _, other := range []uint64{0, 1, 2, most} {
				for i := range n {
					n[i] = other
				}
				n[len(n)/2] = most
				got := make([][Size]byte, len(seeds))
				e.HashChains(got, seeds, n)
				equalDigests(t, chainAll(seeds, n), got, "one of %d among %d", most, other)
			}
		}
	})
}
