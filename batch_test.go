// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import (
	"crypto/sha256"
	"encoding/hex"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// edges are lengths at which framing changes: around multiples of a block and
// around the last length whose padding fits.
var edges = []int{0, 1, 8, 31, 32, 33, 54, 55, 56, 57, 62, 63, 64, 65, 72, 73, 111, 118, 119, 120, 121, 127, 128, 129, 183, 184, 191, 192, 193, 256, 511, 512, 1000}

// maxLength is the end of the sweep over every length.
const maxLength = 4096

// TestEveryLengthRagged finds wrong paddings and block counts, refill included:
// every length in one batch, in two orders, after two poisons of the scratch.
func TestEveryLengthRagged(t *testing.T) {
	data := randomBytes(newRand(1), 2*maxLength)
	var msgs [][]byte
	for n := range maxLength + 1 {
		if n < 1024 || n%5 == 0 || !testing.Short() {
			msgs = append(msgs, data[n:2*n])
		}
	}
	want := sumAll(nil, msgs)
	shuffled, wantShuffled := make([][]byte, len(msgs)), make([][Size]byte, len(msgs))
	for i, j := range newRand(2).Perm(len(msgs)) {
		shuffled[i], wantShuffled[i] = msgs[j], want[j]
	}
	eachEngine(t, func(t *testing.T, e under) {
		got := make([][Size]byte, len(msgs))
		poisonScratch(0xa5)
		e.HashMany(got, msgs)
		equalDigests(t, want, got, "ascending")
		poisonScratch(0x5a)
		e.HashMany(got, shuffled)
		equalDigests(t, wantShuffled, got, "shuffled")
	})
}

// TestEveryLengthTogether finds the same where all lanes run in lockstep: a
// batch of equal messages, all different, for every length.
func TestEveryLengthTogether(t *testing.T) {
	data := randomBytes(newRand(3), 3*maxLength)
	eachEngine(t, func(t *testing.T, e under) {
		msgs, got := make([][]byte, e.lanes), make([][Size]byte, e.lanes)
		step := 1
		if e.slow {
			step = 23
		}
		for n := 0; n <= maxLength; n++ {
			if n > 4*BlockSize {
				n += step - 1
			}
			for l := range msgs {
				msgs[l] = data[l*67:][:n]
			}
			e.HashMany(got, msgs)
			equalDigests(t, sumAll(nil, msgs), got, "length %d", n)
		}
	})
}

// hashOfHashes is the SHA-256 of the digests of xorshift32 bytes, lengths 0 to
// 4096, one after the other. It was computed with another implementation
// (CPython's hashlib).
const hashOfHashes = "ad0be30580bea74bd286df42c17ef2955fe139769114afc9fda0026a8ed6ce90"

// TestHashOfHashes finds any wrong digest among all lengths without an oracle:
// one constant stands for 4097 digests.
func TestHashOfHashes(t *testing.T) {
	data := make([]byte, maxLength)
	x := uint32(0x2545f491)
	for i := range data {
		x ^= x << 13
		x ^= x >> 17
		x ^= x << 5
		data[i] = byte(x)
	}
	msgs := make([][]byte, maxLength+1)
	for i := range msgs {
		msgs[i] = data[:i]
	}
	eachEngine(t, func(t *testing.T, e under) {
		dst := make([][Size]byte, len(msgs))
		e.HashMany(dst, msgs)
		sum := sha256.Sum256(digestBytes(dst))
		require.Equal(t, hashOfHashes, hex.EncodeToString(sum[:]))
	})
}

// TestParts finds bytes lost or doubled where the parts of a message meet: all
// cuts at edges of messages whose lengths are edges, in one batch each.
func TestParts(t *testing.T) {
	data := randomBytes(newRand(4), 1000)
	eachEngine(t, func(t *testing.T, e under) {
		for i, n := range edges {
			if e.slow && i%3 != 0 {
				continue
			}
			m := data[:n]
			var msgs []Message
			for _, a := range cuts(n) {
				for _, b := range cuts(n) {
					if a <= b {
						msgs = append(msgs, Message{m[:a], m[a:b], m[b:]})
					}
				}
			}
			dst := make([][Size]byte, len(msgs))
			e.HashMessages(dst, msgs)
			want := sha256.Sum256(m)
			for j, d := range dst {
				if d != want {
					t.Fatalf("%d | %d | %d bytes", len(msgs[j].Prefix), len(msgs[j].Body), len(msgs[j].Tail))
				}
			}
		}
	})
}

// cuts are the edges up to n, and those at the same distance from its end.
func cuts(n int) (all []int) {
	for _, e := range edges {
		if e <= n {
			all = append(all, e)
			if e > 0 && n-e > 65 && n-e < n-1 && e <= 65 {
				all = append(all, n-e)
			}
		}
	}
	return all
}

// TestPartsMixed finds state that one message of a batch leaves to the next:
// random lengths and cuts, nil parts, any mixture in one batch.
func TestPartsMixed(t *testing.T) {
	data := randomBytes(newRand(5), 5000)
	eachEngine(t, func(t *testing.T, e under) {
		rng := newRand(6)
		for range rounds(e, 60) {
			longest := []int{10, 56, 66, 200, 1500}[rng.IntN(5)]
			msgs := make([]Message, rng.IntN(4*e.lanes+4))
			want := make([][Size]byte, len(msgs))
			for i := range msgs {
				for _, part := range []*[]byte{&msgs[i].Prefix, &msgs[i].Body, &msgs[i].Tail} {
					if rng.IntN(4) > 0 {
						at := rng.IntN(3000)
						*part = data[at:][:rng.IntN(longest)]
					}
				}
				want[i] = sumParts(msgs[i].Prefix, msgs[i].Body, msgs[i].Tail)
			}
			got := make([][Size]byte, len(msgs))
			poisonScratch(byte(rng.Uint32()))
			e.HashMessages(got, msgs)
			equalDigests(t, want, got, "parts up to %d bytes", longest)
		}
	})
}

// rounds is n, or fewer where engines are slow.
func rounds(e under, n int) int {
	if e.slow {
		return n/5 + 1
	}
	return n
}

// shapes are the forms of a batch: the length of message i of n.
var shapes = []struct {
	name   string
	length func(rng *rand.Rand, i, n int) int
}{
	{"empty", func(_ *rand.Rand, i, n int) int { return 0 }},
	{"equal 20", func(_ *rand.Rand, i, n int) int { return 20 }},
	{"equal 32", func(_ *rand.Rand, i, n int) int { return Size }},
	{"equal 55", func(_ *rand.Rand, i, n int) int { return maxShort }},
	{"equal 56", func(_ *rand.Rand, i, n int) int { return maxShort + 1 }},
	{"equal 64", func(_ *rand.Rand, i, n int) int { return BlockSize }},
	{"equal 200", func(_ *rand.Rand, i, n int) int { return 200 }},
	{"ascending", func(_ *rand.Rand, i, n int) int { return 9 * i }},
	{"descending", func(_ *rand.Rand, i, n int) int { return 9 * (n - i) }},
	{"one long", func(_ *rand.Rand, i, n int) int { return 40 + i%2 + 1500*boolToInt(i == n/3) }},
	{"long first", func(_ *rand.Rand, i, n int) int { return 100 + 1500*boolToInt(i == 0) }},
	{"some empty", func(_ *rand.Rand, i, n int) int { return 130 * (i % 2) * (i % 3) }},
	{"alternating", func(_ *rand.Rand, i, n int) int { return 64 + 200*(i%2) }},
	{"two of each", func(_ *rand.Rand, i, n int) int { return 64 * (i / 2) }},
	{"short", func(rng *rand.Rand, i, n int) int { return rng.IntN(maxShort + 1) }},
	{"random", func(rng *rand.Rand, i, n int) int { return rng.IntN(300) }},
}

func boolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TestBatchShapes finds lanes that are swapped, skipped or kept from the batch
// before: every count up to four times the lanes and three more, in every
// shape, and each once more with its messages in another order.
func TestBatchShapes(t *testing.T) {
	data := randomBytes(newRand(7), 1<<14)
	eachEngine(t, func(t *testing.T, e under) {
		rng := newRand(8)
		for i, shape := range shapes {
			for n := range 4*e.lanes + 4 {
				if e.slow && e.lanes > 8 && (n+i)%5 != 0 {
					continue
				}
				msgs := make([][]byte, n)
				for i := range msgs {
					at := rng.IntN(1 << 13)
					msgs[i] = data[at:][:shape.length(rng, i, n)]
				}
				want, got := sumAll(nil, msgs), make([][Size]byte, n+1)
				e.HashMany(got, msgs)
				equalDigests(t, want, got[:n], "shape %s of %d", shape.name, n)
				require.Zero(t, got[n], "wrote past the last digest")
				rng.Shuffle(n, func(i, j int) {
					msgs[i], msgs[j] = msgs[j], msgs[i]
					want[i], want[j] = want[j], want[i]
				})
				e.HashMany(got, msgs)
				equalDigests(t, want, got[:n], "shape %s of %d, shuffled", shape.name, n)
			}
		}
	})
}
