// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

//go:build !race

// Under the race detector pools drop what they are given, so calls allocate.

package hashlanes

import (
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
)

// allocated is what the calls below work on, on the heap.
type allocated struct {
	e             *Engine
	prefix        []byte
	data          []byte
	equal, ragged [][]byte
	tiny, digests [][]byte
	full          []Message
	nodes, dst    [][Size]byte
	links         []uint64
	p             *Prefix
	s             *Streams
}

func newAllocated(e *Engine, n int) *allocated {
	data := randomBytes(newRand(80), 200*n)
	a := &allocated{e: e, prefix: data[:26], data: data, nodes: randomSeeds(81, 2*n), dst: make([][Size]byte, 2*n)}
	for i := range n {
		a.ragged = append(a.ragged, data[i:][:(i*37)%180])
		a.tiny = append(a.tiny, data[i:][:i%50])
		a.digests = append(a.digests, data[i*Size:][:Size])
		a.links = append(a.links, uint64(i%5))
	}
	a.equal, a.full = pieceList(data, 200), inParts(a.ragged)
	a.p, a.s = e.NewPrefix(data[:100]), e.NewStreams(n)
	return a
}

// calls are the exported calls of an engine for a batch.
func (a *allocated) calls() map[string]func() {
	return map[string]func(){
		"HashMany/equal":           func() { a.e.HashMany(a.dst, a.equal) },
		"HashMany/ragged":          func() { a.e.HashMany(a.dst, a.ragged) },
		"HashMany/tiny":            func() { a.e.HashMany(a.dst, a.tiny) },
		"HashMany/digests":         func() { a.e.HashMany(a.dst, a.digests) },
		"HashMessages":             func() { a.e.HashMessages(a.dst, a.full) },
		"HashManyPrefixed":         func() { a.e.HashManyPrefixed(a.dst, a.prefix, a.ragged) },
		"HashManyPrefixed/long":    func() { a.e.HashManyPrefixed(a.dst, a.data[:99], a.equal) },
		"HashBlocks":               func() { a.e.HashBlocks(a.dst, a.prefix, a.data, 150) },
		"HashBlocks/64":            func() { a.e.HashBlocks(a.dst, nil, a.data[:64*len(a.equal)], 64) },
		"HashPairs":                func() { a.e.HashPairs(a.dst, a.nodes) },
		"HashPairsPrefixed":        func() { a.e.HashPairsPrefixed(a.dst, a.prefix[:1], a.nodes) },
		"HashPairsPrefixed/26":     func() { a.e.HashPairsPrefixed(a.dst, a.prefix, a.nodes) },
		"HashChain":                func() { a.dst[0] = a.e.HashChain(a.nodes[0], 9) },
		"HashChains":               func() { a.e.HashChains(a.dst, a.nodes[:len(a.links)], a.links) },
		"Prefix.HashMany":          func() { a.p.HashMany(a.dst, a.ragged) },
		"Prefix.HashMessages":      func() { a.p.HashMessages(a.dst, a.full) },
		"Prefix.HashBlocks":        func() { a.p.HashBlocks(a.dst, a.data, 150) },
		"Prefix.HashPairs":         func() { a.p.HashPairs(a.dst, a.nodes) },
		"Streams.Write":            func() { a.s.Write(a.ragged) },
		"Streams.Sum":              func() { a.s.Sum(a.dst) },
		"Streams.SumStream":        func() { a.dst[0] = a.s.SumStream(0) },
		"Streams.Reset":            func() { a.s.Reset() },
		"Streams.ResetStream":      func() { a.s.ResetStream(0) },
		"package HashMany":         func() { HashMany(a.dst, a.ragged) },
		"package HashMessages":     func() { HashMessages(a.dst, a.full) },
		"package HashManyPrefixed": func() { HashManyPrefixed(a.dst, a.prefix, a.equal) },
		"package HashBlocks":       func() { HashBlocks(a.dst, a.prefix, a.data, 150) },
		"package HashPairs":        func() { HashPairs(a.dst, a.nodes) },
		"package HashPrefixed":     func() { HashPairsPrefixed(a.dst, a.prefix[:1], a.nodes) },
		"package HashChain":        func() { a.dst[0] = HashChain(a.nodes[0], 9) },
		"package HashChains":       func() { HashChains(a.dst, a.nodes[:len(a.links)], a.links) },
	}
}

// TestAllocs finds calls that allocate: memory of each call, or scratch that
// does not come back.
func TestAllocs(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	eachEngine(t, func(t *testing.T, e under) {
		for _, n := range []int{1, e.lanes + 1, 3*e.lanes + 1} {
			for name, call := range newAllocated(e.Engine, n).calls() {
				require.Zero(t, testing.AllocsPerRun(10, call), "%s of %d messages", name, n)
			}
		}
	})
}

// TestAllocsOfWindows finds allocations that only large batches make.
func TestAllocsOfWindows(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	for name, call := range newAllocated(defaultEngine(), window+100).calls() {
		require.Zero(t, testing.AllocsPerRun(2, call), name)
	}
}
