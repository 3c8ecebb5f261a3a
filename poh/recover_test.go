// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package poh

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

// TestRecover cuts a file at every byte, recovers, writes the rest and expects
// the whole proof, as if nothing had happened.
func TestRecover(t *testing.T) {
	h, entries := sample()
	whole := file(t, h, entries, 3)
	for n := headerBytes; n <= len(whole); n++ {
		m, err := Recover(bytes.NewReader(whole[:n]))
		require.NoError(t, err)
		require.Equal(t, n == len(whole), m.Complete)
		if !m.Complete {
			require.Equal(t, int64(n), m.Offset+m.Torn)
			require.Less(t, m.Torn, int64(3*maxEntry+blockHeader))
		}
		done := entries[:m.Entries]
		sum, last := uint64(0), h.Start
		for _, e := range done {
			sum, last = sum+e.NumHashes, e.Hash
		}
		require.Equal(t, sum, m.Hashes)
		require.Equal(t, countTicks(done), m.Ticks)
		require.Equal(t, last, m.Last)

		out := bytes.NewBuffer(append([]byte{}, whole[:m.Offset]...))
		w := ResumeWriter(out, m)
		require.NoError(t, w.Write(entries[m.Entries:]...))
		require.NoError(t, w.Close())
		_, got, err := read(out.Bytes())
		require.NoError(t, err)
		require.Equal(t, entries, got)
	}
	for n := range headerBytes {
		_, err := Recover(bytes.NewReader(whole[:n]))
		require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	}
}

// TestRecoverAfterPowerCut has what file systems leave: zeros, or a last block
// that did not reach the disk in whole.
func TestRecoverAfterPowerCut(t *testing.T) {
	h, entries := sample()
	whole := file(t, h, entries, 5)
	first := file(t, h, entries[:5], 5)
	first = first[:len(first)-blockHeader]
	second := whole[:len(whole)-blockHeader]

	lost := append([]byte{}, second...)
	clear(lost[len(first)+30:])
	for _, torn := range [][]byte{
		lost,
		append(append([]byte{}, first...), make([]byte, 100_000)...),
		append(append([]byte{}, first...), make([]byte, 1)...),
	} {
		m, err := Recover(bytes.NewReader(torn))
		require.NoError(t, err)
		require.Equal(t, uint64(5), m.Entries)
		require.Equal(t, int64(len(first)), m.Offset)
		require.Equal(t, int64(len(torn)-len(first)), m.Torn)
	}
}

// TestRecoverRefuses does not cut off anything that a torn write cannot explain.
func TestRecoverRefuses(t *testing.T) {
	h, entries := sample()
	whole := file(t, h, entries, 5)
	for i := headerBytes; i < len(whole)-blockHeader; i++ {
		changed := append([]byte{}, whole...)
		changed[i] ^= 0x10
		_, err := Recover(bytes.NewReader(changed))
		require.Error(t, err, "byte %d", i)
	}
	_, err := Recover(bytes.NewReader(append(append([]byte{}, whole...), 1)))
	require.ErrorIs(t, err, errEnd)
	broken := errors.New("broken")
	_, err = Recover(io.MultiReader(bytes.NewReader(whole[:100]), iotest.ErrReader(broken)))
	require.ErrorIs(t, err, broken)
}

func TestResumeRecorder(t *testing.T) {
	h := Header{Start: [32]byte{4}, HashesPerTick: 50}
	rng := rand.New(rand.NewPCG(6, 7))
	r := NewRecorder(h.Start, h.HashesPerTick)
	var entries []Entry
	for len(entries) < 100 {
		// The recorder is lost after any entry, with the hashes since then.
		m, err := Recover(bytes.NewReader(file(t, h, entries, 4)))
		require.NoError(t, err)
		if rng.IntN(2) == 0 {
			r, err = ResumeRecorder(m)
			require.NoError(t, err)
		}
		r.Hash(rng.Uint64N(30))
		if e, ok := r.Record([32]byte{byte(len(entries))}); ok {
			entries = append(entries, e)
		} else if e, ok := r.Tick(); ok {
			entries = append(entries, e)
		}
	}
	require.NoError(t, Verify(t.Context(), h.Start, entries, WithHashesPerTick(50)))
	require.Equal(t, countTicks(entries), r.Ticks())
	_, err := ResumeRecorder(Mark{Header: h, Pending: 50})
	require.ErrorContains(t, err, "50 hashes since the last tick, want less than 50")
}

func countTicks(entries []Entry) (n uint64) {
	for i := range entries {
		if entries[i].IsTick() {
			n++
		}
	}
	return n
}
