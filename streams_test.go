// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import (
	"crypto/sha256"
	"encoding"
	"encoding/binary"
	"hash"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestStreamsTwoWrites finds bytes lost between writes, an empty last one at
// the end of a block above all: every cut in two of every length up to three
// blocks.
func TestStreamsTwoWrites(t *testing.T) {
	data := randomBytes(newRand(40), 3*BlockSize)
	eachEngine(t, func(t *testing.T, e under) {
		for n := range len(data) + 1 {
			if e.slow && n%5 > 0 && n%BlockSize > 1 {
				continue
			}
			heads, tails := make([][]byte, n+1), make([][]byte, n+1)
			for cut := range n + 1 {
				heads[cut], tails[cut] = data[:cut], data[cut:n]
			}
			s, got := e.NewStreams(n+1), make([][Size]byte, n+1)
			s.Write(heads)
			s.Write(tails)
			s.Sum(got)
			want := sha256.Sum256(data[:n])
			for cut, d := range got {
				if d != want {
					t.Fatalf("%d and %d bytes", cut, n-cut)
				}
			}
		}
	})
}

// TestStreamsManyWrites finds the same over many writes of any length, with
// empty ones first, in the middle and last.
func TestStreamsManyWrites(t *testing.T) {
	data := randomBytes(newRand(41), 1<<14)
	eachEngine(t, func(t *testing.T, e under) {
		rng := newRand(42)
		for range rounds(e, 30) {
			k, writes := 1+rng.IntN(2*e.lanes+2), 2+rng.IntN(8)
			s, all := e.NewStreams(k), make([][]byte, k)
			for w := range writes {
				chunks := make([][]byte, k)
				for i := range chunks {
					if w > 0 && w < writes-1 && rng.IntN(3) > 0 || rng.IntN(2) == 0 {
						chunks[i] = data[rng.IntN(1<<13):][:rng.IntN(400)]
					}
					all[i] = slices.Concat(all[i], chunks[i])
				}
				s.Write(chunks)
			}
			got := make([][Size]byte, k)
			s.Sum(got)
			equalDigests(t, sumAll(nil, all), got, "%d streams, %d writes", k, writes)
		}
	})
}

// TestStreamsModel finds calls that change more or less than they should: any
// sequence of them against a list of byte strings.
func TestStreamsModel(t *testing.T) {
	data := randomBytes(newRand(43), 1<<12)
	eachEngine(t, func(t *testing.T, e under) {
		rng := newRand(44)
		k := e.lanes + 3
		s, model := e.NewStreams(k), make([][]byte, k)
		require.Equal(t, k, s.Len())
		for range rounds(e, 400) {
			i := rng.IntN(k)
			switch rng.IntN(6) {
			case 0, 1:
				chunks := make([][]byte, rng.IntN(k+1))
				for j := range chunks {
					at := rng.IntN(1 << 11)
					chunks[j] = slices.Clone(data[at:][:rng.IntN(150)])
					model[j] = slices.Concat(model[j], chunks[j])
				}
				s.Write(chunks)
				for j := range chunks {
					clear(chunks[j]) // the streams may not still look at them
				}
			case 2:
				got := make([][Size]byte, k)
				s.Sum(got)
				equalDigests(t, sumAll(nil, model), got, "Sum")
			case 3:
				require.Equal(t, sha256.Sum256(model[i]), s.SumStream(i))
			case 4:
				s.ResetStream(i)
				model[i] = nil
			case 5:
				if rng.IntN(8) == 0 {
					s.Reset()
					clear(model)
				}
			}
		}
	})
}

// bigCounts are lengths in bytes at which a counter of 32 bits, of bits or of
// bytes, overflows, and the last ones that FIPS 180-4 allows.
var bigCounts = []uint64{
	1<<29 - 64, 1 << 29, 1<<32 - 64, 1 << 32, 1<<35 - 64, 1 << 35, 1<<61 - 64*64, 1<<61 - 64,
}

// maxBytes is the length that FIPS 180-4 stays below: 2^64 bits.
const maxBytes = 1 << 61

// resumed is a hash of crypto/sha256 after n bytes, a multiple of 64, in some
// state.
func resumed(t testing.TB, n uint64) (hash.Hash, [8]uint32) {
	var words [8]uint32
	saved := []byte(stdMagic)
	for w := range words {
		words[w] = iv[w]*3 + uint32(n)
		saved = binary.BigEndian.AppendUint32(saved, words[w])
	}
	saved = binary.BigEndian.AppendUint64(append(saved, make([]byte, BlockSize)...), n)
	h := sha256.New()
	require.NoError(t, h.(encoding.BinaryUnmarshaler).UnmarshalBinary(saved))
	return h, words
}

// checkResumed continues from a state after claimed bytes, as a stream and as a
// prefix, and compares with crypto/sha256 after real bytes.
func checkResumed(t testing.TB, e *Engine, lanes int, real, claimed uint64) {
	data := randomBytes(newRand(45), 200)
	for _, more := range []int{0, 1, 55, 56, 63, 64, 65, 150} {
		if real+uint64(more) >= maxBytes {
			continue
		}
		h, words := resumed(t, real)
		h.Write(data[:more])
		want := [Size]byte(h.Sum(nil))

		s := e.NewStreams(lanes + 1)
		for i := range s.s {
			s.s[i] = streamState{h: words, n: claimed}
		}
		chunks := make([][]byte, lanes+1)
		for i := range chunks {
			chunks[i] = data[:more]
		}
		got := make([][Size]byte, lanes+1)
		s.Write(chunks)
		s.Sum(got)
		for _, d := range got {
			require.Equal(t, want, d, "stream of %d and %d bytes", real, more)
		}

		p := &Prefix{e: e, mid: midstate{h: words, n: claimed}}
		for name, hash := range map[string]func(){
			"HashMany":     func() { p.HashMany(got, chunks) },
			"HashMessages": func() { p.HashMessages(got, inParts(chunks)) },
			"ragged":       func() { chunks[0] = data[:100]; p.HashMany(got, chunks) },
		} {
			clear(got)
			hash()
			for _, d := range got[1:] {
				require.Equal(t, want, d, "%s after a prefix of %d and %d bytes", name, real, more)
			}
			chunks[0] = data[:more]
		}
	}
}

// TestBigCounts finds lengths that are cut to 32 bits, in bytes or in bits, on
// every path that writes a padding.
func TestBigCounts(t *testing.T) {
	eachEngine(t, func(t *testing.T, e under) {
		for _, n := range bigCounts {
			checkResumed(t, e.Engine, e.lanes, n, n)
		}
	})
}

// TestBigPartialBlock finds a count that loses its low bits on the way past
// 2^32: a partial block before, more bytes after.
func TestBigPartialBlock(t *testing.T) {
	data := randomBytes(newRand(46), 300)
	eachEngine(t, func(t *testing.T, e under) {
		h, words := resumed(t, math.MaxUint32&^63)
		s := e.NewStreams(1)
		s.s[0] = streamState{h: words, n: math.MaxUint32 &^ 63}
		for _, n := range []int{63, 1, 1, 65, 70} {
			h.Write(data[:n])
			s.Write([][]byte{data[:n]})
			require.Equal(t, [Size]byte(h.Sum(nil)), s.SumStream(0), "after %d bytes", n)
		}
	})
}
