// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package poh

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hashlanes/hashlanes"
)

// eachEngine runs f with the default engine and with every kernel alone.
func eachEngine(t *testing.T, f func(t *testing.T, o Option)) {
	t.Run("default", func(t *testing.T) { f(t, WithEngine(nil)) })
	for _, k := range hashlanes.Kernels() {
		e, err := hashlanes.NewEngine(hashlanes.WithKernels(k.Name))
		if err != nil {
			continue
		}
		t.Run("kernel="+k.Name, func(t *testing.T) { f(t, WithEngine(e)) })
	}
}

// someEntries makes n entries of all kinds with up to longest hashes.
func someEntries(rng *rand.Rand, start [32]byte, n int, longest uint64) []Entry {
	entries := ticks(n, func(int) uint64 { return rng.Uint64N(longest + 1) })
	for i := range entries {
		if rng.IntN(2) == 0 {
			entries[i].HasMixin = true
			entries[i].Mixin[rng.IntN(32)] = byte(rng.Uint32())
		}
	}
	return fill(start, entries)
}

func wantBad(t testing.TB, index int, reason, err error) {
	t.Helper()
	var bad *EntryError
	require.ErrorAs(t, err, &bad)
	require.Equal(t, EntryError{uint64(index), -1, reason}, *bad)
}

// TestVerifyEveryCorruption changes every entry of proofs, one at a time, in
// every way, and expects exactly it to be found.
func TestVerifyEveryCorruption(t *testing.T) {
	start := [32]byte{6}
	eachEngine(t, func(t *testing.T, engine Option) {
		rng := rand.New(rand.NewPCG(6, 3))
		for _, n := range []int{1, 2, 17, 70} {
			entries := someEntries(rng, start, n, 9)
			verify := func() error {
				return Verify(t.Context(), start, entries, engine, WithWorkers(1+rng.IntN(3)))
			}
			require.NoError(t, verify())
			for i := range entries {
				good := entries[i]
				entries[i].Hash[rng.IntN(32)] ^= 1 << rng.IntN(8)
				wantBad(t, i, ErrHash, verify())
				entries[i] = good
				entries[i].NumHashes += 2
				wantBad(t, i, ErrHash, verify())
				entries[i] = good
				if good.HasMixin {
					entries[i].Mixin[rng.IntN(32)] ^= 1 << rng.IntN(8)
				} else if entries[i].HasMixin = true; good.NumHashes == 0 {
					entries[i].Mixin = [32]byte{1}
				}
				wantBad(t, i, ErrHash, verify())
				entries[i] = good
			}
		}
	})
}

// TestVerifyWorkers has enough hashes for several workers, in few entries, which
// are dealt, and in many, of which one is very long.
func TestVerifyWorkers(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 4))
	start := [32]byte{7}
	for _, c := range []struct {
		n       int
		longest uint64
	}{{3, 70_000}, {65, 4000}, {1000, 500}, {9000, 30}, {20_000, 6}} {
		entries := someEntries(rng, start, c.n, c.longest)
		if c.n == 9000 {
			entries[c.n/3].NumHashes = 50_000
			fill(start, entries)
		}
		counts := []int{-1, 1, 2, 3, 7}
		if testing.Short() {
			counts = counts[1:3]
		}
		for _, workers := range counts {
			verify := func() error { return Verify(t.Context(), start, entries, WithWorkers(workers)) }
			require.NoError(t, verify(), "%d entries", c.n)
			for range 3 {
				bad := []int{rng.IntN(c.n), rng.IntN(c.n), c.n - 1}
				for _, i := range bad {
					entries[i].Hash[5]++
				}
				wantBad(t, slices.Min(bad), ErrHash, verify())
				for _, i := range bad {
					entries[i].Hash[5]--
				}
			}
		}
	}
}

// TestVerifyRounds has chains that are longer than one round.
func TestVerifyRounds(t *testing.T) {
	if testing.Short() || raceEnabled {
		t.Skip("takes millions of links")
	}
	entries := ticks(5, func(i int) uint64 {
		return []uint64{roundLinks, roundLinks + 1, 1, roundLinks - 1, 2*roundLinks + 5}[i]
	})
	records(entries[4:])
	fill([32]byte{}, entries)
	last := uint64(0)
	progress := WithProgress(func(n uint64) { last = n })
	require.NoError(t, Verify(t.Context(), [32]byte{}, entries, progress, WithWorkers(1)))
	require.Equal(t, uint64(5*roundLinks+6), last)
	entries[4].Hash[0]++
	wantBad(t, 4, ErrHash, Verify(t.Context(), [32]byte{}, entries))
}

func TestVerifyHashesPerTick(t *testing.T) {
	entries := records(ticks(9, func(int) uint64 { return 2 }))
	for _, i := range []int{2, 5, 8} {
		entries[i].HasMixin = false
	}
	fill([32]byte{}, entries)
	verify := func(n uint64) error { return Verify(t.Context(), [32]byte{}, entries, WithHashesPerTick(n)) }
	require.NoError(t, verify(6))
	wantBad(t, 2, ErrTick, verify(5))
	wantBad(t, 2, ErrTick, verify(7))
	wantBad(t, 1, ErrTick, verify(3))
	entries[1].Hash[0]++
	wantBad(t, 1, ErrHash, verify(7))
	entries[0].NumHashes = math.MaxUint64
	wantBad(t, 0, ErrTick, func() error {
		return Verify(t.Context(), [32]byte{}, entries[:1], WithHashesPerTick(math.MaxUint64-1))
	}())
}

func TestVerifyNothing(t *testing.T) {
	require.NoError(t, Verify(t.Context(), [32]byte{}, nil))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, Verify(ctx, [32]byte{}, make([]Entry, 3)), context.Canceled)
}

// TestVerifyStops ends in the midst of endless entries, whose number of hashes
// overflows any sum.
func TestVerifyStops(t *testing.T) {
	entries := records(ticks(100, func(int) uint64 { return math.MaxUint64 }))
	for _, workers := range []int{1, 2} {
		ctx, cancel := context.WithCancel(t.Context())
		var calls atomic.Int64
		progress := WithProgress(func(uint64) { calls.Add(1); cancel() })
		err := Verify(ctx, [32]byte{}, entries[:2], progress, WithWorkers(workers))
		require.ErrorIs(t, err, context.Canceled)
		require.LessOrEqual(t, calls.Load(), int64(workers))
	}
}

func TestVerifyAllocates(t *testing.T) {
	if raceEnabled {
		t.Skip("pools drop at random under the race detector")
	}
	start := [32]byte{8}
	entries := someEntries(rand.New(rand.NewPCG(6, 5)), start, 9000, 2)
	ctx := t.Context()
	verify := func() {
		if err := Verify(ctx, start, entries, WithWorkers(1)); err != nil {
			t.Fatal(err)
		}
	}
	verify()
	require.Less(t, testing.AllocsPerRun(10, verify), 10.0)
}

func ExampleVerify() {
	start, event := [32]byte{1}, [32]byte{2}
	r := NewRecorder(start, 1000)
	r.Hash(99)
	first, _ := r.Record(event)
	for !r.Hash(1 << 20) {
		continue
	}
	second, _ := r.Tick()
	entries := []Entry{first, second}
	fmt.Println(first.NumHashes, second.NumHashes, Verify(context.Background(), start, entries))

	entries[1].Hash[0]++
	err := Verify(context.Background(), start, entries)
	var bad *EntryError
	fmt.Println(err, errors.As(err, &bad))
	// Output:
	// 100 900 <nil>
	// poh: entry 1: hash does not follow from the entry before true
}
