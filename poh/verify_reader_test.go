// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package poh

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func verifyFile(b []byte, opts ...Option) (Summary, error) {
	r, err := NewReader(bytes.NewReader(b))
	if err != nil {
		return Summary{}, err
	}
	return VerifyReader(context.Background(), r, opts...)
}

func TestVerifyReader(t *testing.T) {
	h, entries := sample()
	for i := range entries {
		b := file(t, h, entries, 4)
		s, err := verifyFile(b)
		require.NoError(t, err)
		require.Equal(t, uint64(len(entries)), s.Entries)
		require.Equal(t, entries[len(entries)-1].Hash, s.Last)

		good := entries[i].Hash
		entries[i].Hash[3]++
		b = file(t, h, entries, 4)
		s, err = verifyFile(b)
		var bad *EntryError
		require.ErrorAs(t, err, &bad)
		require.Equal(t, uint64(i), bad.Index)
		require.Equal(t, ErrHash, bad.Err)
		require.Equal(t, uint64(i), s.Entries)
		var e Entry
		_, err = parseEntry(b[bad.Offset:], &e)
		require.NoError(t, err)
		require.Equal(t, entries[i], e, "the offset of entry %d", i)
		entries[i].Hash = good
	}
	b := file(t, h, entries, 4)
	s, err := verifyFile(b[:len(b)-1])
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.Equal(t, uint64(len(entries)), s.Entries)
}

// TestVerifyReaderBatches has more entries than are checked at once.
func TestVerifyReaderBatches(t *testing.T) {
	n := 2*batchEntries + 5000
	if testing.Short() || raceEnabled {
		n = batchEntries + 5000
	}
	h := Header{HashesPerTick: 4}
	entries := records(ticks(n, func(int) uint64 { return 1 }))
	for i := 3; i < n; i += 4 {
		entries[i].HasMixin = false
	}
	fill(h.Start, entries)
	last := uint64(0)
	s, err := verifyFile(file(t, h, entries, n), WithProgress(func(done uint64) {
		require.Greater(t, done, last)
		last = done
	}))
	require.NoError(t, err)
	require.Equal(t, Summary{Entries: uint64(n), Ticks: uint64(n / 4), Hashes: uint64(n), Last: entries[n-1].Hash}, s)
	require.Equal(t, s.Hashes, last)

	rng := rand.New(rand.NewPCG(6, 8))
	for range 3 {
		i := rng.IntN(n)
		entries[i].Hash[0]++
		b := file(t, h, entries, n)
		_, err := verifyFile(b)
		var bad *EntryError
		require.ErrorAs(t, err, &bad)
		require.Equal(t, uint64(i), bad.Index)
		var e Entry
		_, err = parseEntry(b[bad.Offset:], &e)
		require.NoError(t, err)
		require.Equal(t, entries[i], e)
		entries[i].Hash[0]--
	}
	entries[n-1].NumHashes++ // also breaks its hash, but the ticks are counted first
	_, err = verifyFile(file(t, Header{HashesPerTick: 5}, entries, n))
	require.ErrorContains(t, err, "poh: entry 3 at byte 278: tick after a wrong number of hashes")
}
