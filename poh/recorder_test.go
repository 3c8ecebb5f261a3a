// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package poh

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestRecorderRandom does anything at random and checks that the entries follow
// each other, and that ticks come on time.
func TestRecorderRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 2))
	for _, perTick := range []uint64{2, 3, 10, 1000, LowPower} {
		start := [32]byte{byte(perTick)}
		r := NewRecorder(start, perTick)
		var entries []Entry
		ticks := uint64(0)
		for range 2000 {
			switch rng.IntN(4) {
			case 0:
				tickNext := r.Hash(rng.Uint64N(2 + perTick))
				require.Equal(t, r.Left() == 1, tickNext)
			case 1:
				before := r.Left()
				if e, ok := r.Record([32]byte{byte(rng.Uint32())}); ok {
					entries = append(entries, e)
				} else {
					require.Equal(t, uint64(1), before)
				}
			case 2:
				mixins := make([][32]byte, rng.IntN(4))
				fits := uint64(len(mixins)) < r.Left()
				n := len(entries)
				var ok bool
				entries, ok = r.RecordBatch(entries, mixins)
				require.Equal(t, fits, ok)
				if !ok {
					require.Len(t, entries, n)
				}
			case 3:
				if e, ok := r.Tick(); ok {
					entries = append(entries, e)
					ticks++
				}
			}
		}
		require.Equal(t, ticks, r.Ticks())
		require.NoError(t, Verify(t.Context(), start, entries, WithHashesPerTick(perTick)), "%d hashes per tick", perTick)
	}
}

func TestRecorderTicks(t *testing.T) {
	r := NewRecorder([32]byte{}, 10)
	require.False(t, r.Hash(4))
	require.True(t, r.Hash(math.MaxUint64))
	require.Equal(t, uint64(1), r.Left())
	state := r.State()
	require.True(t, r.Hash(1), "nothing left but the tick")
	_, ok := r.Record([32]byte{})
	require.False(t, ok, "no room for an event")
	_, ok = r.RecordBatch(nil, make([][32]byte, 1))
	require.False(t, ok)
	require.Equal(t, state, r.State())
	e, ok := r.Tick()
	require.True(t, ok)
	require.Equal(t, uint64(10), e.NumHashes)
	entries, ok := r.RecordBatch(nil, make([][32]byte, 9))
	require.True(t, ok)
	require.Len(t, entries, 9)
	require.Equal(t, uint64(1), r.Left())

	r = NewRecorder([32]byte{}, LowPower)
	r.Hash(5)
	e, ok = r.Tick()
	require.True(t, ok)
	require.Equal(t, uint64(6), e.NumHashes)
	require.PanicsWithValue(t, "poh: NewRecorder: hashes per tick: got 1, want 0 (LowPower) or at least 2",
		func() { NewRecorder([32]byte{}, 1) })
}

func TestRecorderDue(t *testing.T) {
	r := NewRecorder([32]byte{}, 5)
	require.Zero(t, r.Due(10))
	for range 2 {
		r.Hash(9)
		r.Tick()
	}
	require.Equal(t, time.Duration(20), r.Due(10))
	r.Hash(3)
	require.Equal(t, time.Duration(20+10*3/5), r.Due(10))
	require.Equal(t, time.Duration(math.MaxInt64), r.Due(math.MaxInt64))
	require.Panics(t, func() { r.Due(-1) })

	r = NewRecorder([32]byte{}, LowPower)
	r.Hash(3)
	require.Zero(t, r.Due(time.Hour), "hashes do not count in low-power mode")
	r.Tick()
	require.Equal(t, time.Hour, r.Due(time.Hour))
}
