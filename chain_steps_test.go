// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// longChain is 10^5 links, or fewer in the short form.
func longChain() uint64 {
	if testing.Short() || raceEnabled {
		return 3_000
	}
	return 100_000
}

// chainOracle remembers every hash of one chain.
type chainOracle [][Size]byte

func newChainOracle(seed [Size]byte, n uint64) chainOracle {
	o := chainOracle{seed}
	for range n {
		seed = sha256.Sum256(seed[:])
		o = append(o, seed)
	}
	return o
}

// TestHashChainLong finds links lost in long chains and about a block's length.
func TestHashChainLong(t *testing.T) {
	seed := [Size]byte{1, 2, 3, 31: 4}
	oracle := newChainOracle(seed, longChain())
	eachEngine(t, func(t *testing.T, e under) {
		for _, n := range []uint64{63, 64, 65, longChain()} {
			require.Equal(t, oracle[n], e.HashChain(seed, n), "%d links", n)
		}
	})
}

// checkChains runs count chains whose seeds are all from oracle, at random
// places, so that every result is known.
func checkChains(t *testing.T, e under, oracle chainOracle, rng *rand.Rand, count int, length func(i int) uint64) {
	t.Helper()
	n := make([]uint64, count)
	seeds, want := make([][Size]byte, count), make([][Size]byte, count+1)
	for i := range n {
		n[i] = length(i)
		from := rng.Uint64N(uint64(len(oracle)) - n[i])
		seeds[i], want[i] = oracle[from], oracle[from+n[i]]
	}
	want[count] = [Size]byte{0xee}
	got := make([][Size]byte, count+1)
	got[count] = want[count]
	e.HashChains(got, seeds, n)
	equalDigests(t, want, got, "%d chains", count)
	e.HashChains(seeds, seeds, n)
	equalDigests(t, want[:count], seeds, "%d chains in place", count)
}

// TestHashChainsOneLong has one very long chain among thousands of short ones,
// in the first window of the order, in the last, and across.
func TestHashChainsOneLong(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 2))
	long := min(longChain(), 20_000)
	oracle := newChainOracle([Size]byte{8}, long+10)
	eachEngine(t, func(t *testing.T, e under) {
		count := 2*window + 100
		if e.slow {
			count = window + 1
		}
		for _, at := range []int{0, count - 1} {
			checkChains(t, e, oracle, rng, count, func(i int) uint64 {
				if i == at {
					return long
				}
				return uint64(i % 4)
			})
		}
	})
}

func TestHashChainsPanics(t *testing.T) {
	dst, seeds := make([][Size]byte, 2), make([][Size]byte, 3)
	require.PanicsWithValue(t, "hashlanes: HashChains: lengths do not match seeds: got 2, want 3",
		func() { HashChains(dst, seeds, []uint64{1, 1}) })
	require.PanicsWithValue(t, "hashlanes: HashChains: dst too short: got 2, want 3",
		func() { HashChains(dst, seeds, []uint64{1, 1, 1}) })
	require.Equal(t, make([][Size]byte, 2), dst)
}

func TestHashChainSteps(t *testing.T) {
	seed := [Size]byte{5}
	oracle := newChainOracle(seed, 5000)
	eachEngine(t, func(t *testing.T, e under) {
		for _, n := range []uint64{0, 1, 2, 99, 100, 101, 5000} {
			for _, every := range []uint64{1, 7, 100, 1025, 5000, math.MaxUint64} {
				want := uint64(0)
				for done, h := range e.HashChainSteps(context.Background(), seed, n, every) {
					want += min(every, n-want)
					require.Equal(t, want, done)
					require.Equal(t, oracle[done], h, "link %d of %d, every %d", done, n, every)
				}
				require.Equal(t, n, want)
			}
		}
	})
}

func TestHashChainStepsEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	steps := HashChainSteps(ctx, [Size]byte{}, math.MaxUint64, 10)
	for done := range steps {
		if done == 50 {
			break
		}
	}
	last := uint64(0)
	for done := range steps {
		require.Equal(t, last+10, done, "a second loop starts anew")
		if last = done; done == 100 {
			cancel()
		}
	}
	require.Equal(t, uint64(100), last)
	for range steps {
		t.Fatal("yields after ctx is done")
	}

	// Without a pair in sight, too.
	ctx, cancel = context.WithTimeout(context.Background(), 1)
	defer cancel()
	for range HashChainSteps(ctx, [Size]byte{}, math.MaxUint64, math.MaxUint64) {
		t.Fatal("yields after ctx is done")
	}
	require.PanicsWithValue(t, "hashlanes: HashChainSteps: links between two pairs not positive: got 0, want 1",
		func() { HashChainSteps(ctx, [Size]byte{}, 1, 0) })
}

func ExampleHashChainSteps() {
	seed := sha256.Sum256([]byte("start"))
	for done, hash := range HashChainSteps(context.Background(), seed, 2500, 1000) {
		fmt.Printf("%4d %x\n", done, hash[:8])
	}
	// Output:
	// 1000 32a46f5939105043
	// 2000 2acbae790a91c65d
	// 2500 7f287ec317e497ef
}
