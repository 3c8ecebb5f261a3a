// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package poh

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/hashlanes/hashlanes"
	"github.com/hashlanes/hashlanes/internal/turns"
)

const slotLinks = 800_000

// fill completes entries whose NumHashes and mixins are set.
func fill(start [32]byte, entries []Entry) []Entry {
	for i := range entries {
		entries[i].Hash = entries[i].After(start)
		start = entries[i].Hash
	}
	return entries
}

// ticks makes n ticks of links(i) hashes each.
func ticks(n int, links func(i int) uint64) []Entry {
	entries := make([]Entry, n)
	for i := range entries {
		entries[i].NumHashes = links(i)
	}
	return entries
}

// records turns ticks into records.
func records(entries []Entry) []Entry {
	for i := range entries {
		entries[i].HasMixin = true
		entries[i].Mixin[i%32] = byte(i)
	}
	return entries
}

// uneven makes n lengths of the given sum, from very short ones to the longest,
// about 8 times the mean.
func uneven(n int, sum uint64) []uint64 {
	rng := rand.New(rand.NewPCG(6, 1))
	weights, total := make([]float64, n), 0.0
	for i := range weights {
		weights[i] = min(rng.ExpFloat64(), 3)
		total += weights[i]
	}
	lengths, left := make([]uint64, n), sum
	for i := range lengths {
		lengths[i] = min(uint64(weights[i]/total*float64(sum)), left)
		left -= lengths[i]
	}
	lengths[0] += left
	return lengths
}

// Each benchmark here is a bar of performance: "times" is the rate beside that of
// what is named, and the comment says what it should reach. Run them as
//
//	taskset -c 0 go test -run none -bench Bar -benchtime 21x ./poh
//
// and those with workers=2 on two cores.

// verifying checks entries with so many workers.
func verifying(b *testing.B, entries []Entry, workers int) func() {
	start := [32]byte{7}
	fill(start, entries)
	return func() {
		if err := Verify(b.Context(), start, entries, WithWorkers(workers)); err != nil {
			b.Fatal(err)
		}
	}
}

// even and others are a mainnet slot, cut into entries.
func evenEntries(n int) []Entry {
	return ticks(n, func(int) uint64 { return uint64(slotLinks / n) })
}

func unevenEntries(n int) []Entry {
	lengths := uneven(n, slotLinks)
	return ticks(n, func(i int) uint64 { return lengths[i] })
}

// A slot of 64 entries: 2.5 times one chain, and with two workers 1.85 times that.
func BenchmarkBarSlot(b *testing.B) {
	one := verifying(b, evenEntries(64), 1)
	b.Run("beside=chain", func(b *testing.B) {
		turns.Compare(b, slotLinks, one, func() { hashlanes.HashChain([32]byte{7}, slotLinks) })
	})
	b.Run("beside=one-worker/workers=2", func(b *testing.B) { turns.Compare(b, slotLinks, verifying(b, evenEntries(64), 2), one) })
}

// Uneven entries: 0.9 of even ones.
func BenchmarkBarUneven(b *testing.B) {
	for _, n := range []int{64, 4000} {
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("beside=even/n=%d/workers=%d", n, workers), func(b *testing.B) {
				turns.Compare(b, slotLinks, verifying(b, unevenEntries(n), workers), verifying(b, evenEntries(n), workers))
			})
		}
	}
}

// A million entries of one hash: 0.6 of messages of one block in bulk, and of pairs
// where they record.
func BenchmarkBarOnes(b *testing.B) {
	const n, part = 1_000_000, 4096 // messages and digests stay in the cache
	data, dst := make([]byte, part*64), make([][32]byte, part)
	bulk := func(size int) func() {
		return func() {
			for left := n; left > 0; left -= part {
				hashlanes.HashBlocks(dst, nil, data[:min(left, part)*size], size)
			}
		}
	}
	ones := func() []Entry { return ticks(n, func(int) uint64 { return 1 }) }
	b.Run("beside=one-block", func(b *testing.B) { turns.Compare(b, n, verifying(b, ones(), 1), bulk(32)) })
	b.Run("beside=pairs/records", func(b *testing.B) { turns.Compare(b, n, verifying(b, records(ones()), 1), bulk(64)) })
	b.Run("beside=one-worker/workers=2", func(b *testing.B) {
		turns.Compare(b, n, verifying(b, ones(), 2), verifying(b, ones(), 1))
	})
}

// Chains beside each other, n links each in all, and crypto/sha256 link by link.
func BenchmarkBarChains(b *testing.B) {
	const links = 1 << 16
	for _, chains := range []int{1, 2, 4, 8, 16, 17, 32, 64} {
		seeds, lengths := make([][32]byte, chains), make([]uint64, chains)
		for i := range seeds {
			seeds[i][0], lengths[i] = byte(i), uint64(links/chains)
		}
		b.Run(fmt.Sprintf("beside=sha256.Sum256/chains=%d", chains), func(b *testing.B) {
			turns.Compare(b, links/chains*chains, func() { hashlanes.HashChains(seeds, seeds, lengths) }, func() {
				h := [32]byte{}
				for range links / chains * chains {
					h = sha256.Sum256(h[:])
				}
				seeds[0] = h
			})
		})
	}
}
