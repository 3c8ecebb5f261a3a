// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package poh

import (
	"context"
	"crypto/sha256"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hashlanes/hashlanes"
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

// BenchmarkVerify measures the proofs of the performance bars: a mainnet slot in
// 64 entries, even and uneven, and a million entries of one hash. The ns/hash
// are comparable with those of BenchmarkSerial and BenchmarkOneBlock.
func BenchmarkVerify(b *testing.B) {
	lengths := uneven(64, slotLinks)
	many := uneven(4000, slotLinks)
	for _, w := range []struct {
		name    string
		entries []Entry
	}{
		{"even/n=64", ticks(64, func(int) uint64 { return slotLinks / 64 })},
		{"uneven/n=64", ticks(64, func(i int) uint64 { return lengths[i] })},
		{"uneven/n=4000", ticks(4000, func(i int) uint64 { return many[i] })},
		{"records/n=640", records(ticks(640, func(int) uint64 { return slotLinks / 640 }))},
		{"ones/n=1000000", ticks(1e6, func(int) uint64 { return 1 })},
		{"ones/n=10000", ticks(1e4, func(int) uint64 { return 1 })},
		{"recordones/n=1000000", records(ticks(1e6, func(int) uint64 { return 1 }))},
		{"mixedones/n=1000000", mixed(1e6)},
	} {
		start := [32]byte{7}
		fill(start, w.entries)
		links := hashes(w.entries, 1<<40)
		for _, workers := range []int{1, 2} {
			b.Run(w.name+"/workers="+string(rune('0'+workers)), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					require.NoError(b, Verify(context.Background(), start, w.entries, WithWorkers(workers)))
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(links), "ns/hash")
			})
		}
	}
}

// mixed makes n entries of one hash, of which every fourth records.
func mixed(n int) []Entry {
	entries := ticks(n, func(int) uint64 { return 1 })
	for i := 0; i < n; i += 4 {
		records(entries[i : i+1])
	}
	return entries
}

// BenchmarkSerial is one chain, on the engine and with crypto/sha256.
func BenchmarkSerial(b *testing.B) {
	for _, w := range []struct {
		name string
		run  func(h [32]byte) [32]byte
	}{
		{"engine", func(h [32]byte) [32]byte { return hashlanes.HashChain(h, slotLinks) }},
		{"stdlib", func(h [32]byte) [32]byte {
			for range slotLinks {
				h = sha256.Sum256(h[:])
			}
			return h
		}},
	} {
		b.Run(w.name, func(b *testing.B) {
			h := [32]byte{}
			for b.Loop() {
				h = w.run(h)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/slotLinks, "ns/hash")
		})
	}
}

// BenchmarkOneBlock is the rate of messages of 32 bytes, and of 64, in bulk.
func BenchmarkOneBlock(b *testing.B) {
	const n = 1 << 17
	data, dst := make([]byte, n*64), make([][32]byte, n)
	for _, size := range []int{32, 64} {
		b.Run("size="+string([]byte{byte('0' + size/10), byte('0' + size%10)}), func(b *testing.B) {
			for b.Loop() {
				hashlanes.HashBlocks(dst, nil, data[:n*size], size)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/hash")
		})
	}
}
