// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

// badCall is a call that must panic with want, and write nothing.
type badCall struct {
	want string
	call func(dst [][Size]byte)
}

// badCalls are all ways to call e wrong; digests have room for three.
func badCalls(e *Engine) []badCall {
	msgs, full, seeds := make([][]byte, 4), make([]Message, 4), make([][Size]byte, 8)
	data, p, s := make([]byte, 35), e.NewPrefix([]byte("prefix")), e.NewStreams(4)
	return []badCall{
		{"HashMany: dst too short: got 3, want 4", func(d [][Size]byte) { e.HashMany(d, msgs) }},
		{"HashMessages: dst too short: got 3, want 4", func(d [][Size]byte) { e.HashMessages(d, full) }},
		{"HashManyPrefixed: dst too short: got 3, want 4", func(d [][Size]byte) { e.HashManyPrefixed(d, data, msgs) }},
		{"HashBlocks: dst too short: got 3, want 4", func(d [][Size]byte) { e.HashBlocks(d, nil, data, 10) }},
		{"HashBlocks: piece size not positive: got 0, want 1", func(d [][Size]byte) { e.HashBlocks(d, nil, data, 0) }},
		{"HashBlocks: piece size not positive: got -5, want 1", func(d [][Size]byte) { e.HashBlocks(d, nil, nil, -5) }},
		{"HashPairs: dst too short: got 3, want 4", func(d [][Size]byte) { e.HashPairs(d, seeds) }},
		{"HashPairs: odd number of nodes: got 5, want 6", func(d [][Size]byte) { e.HashPairs(d, seeds[:5]) }},
		{"HashPairs: odd number of nodes: got 3, want 4", func(d [][Size]byte) { e.HashPairs(d[:1], d) }},
		{"HashPairsPrefixed: dst too short: got 3, want 4", func(d [][Size]byte) { e.HashPairsPrefixed(d, data[:1], seeds) }},
		{"HashPairsPrefixed: odd number of nodes: got 7, want 8", func(d [][Size]byte) { e.HashPairsPrefixed(d, data, seeds[:7]) }},
		{"HashChains: lengths do not match seeds: got 2, want 3", func(d [][Size]byte) { e.HashChains(d, seeds[:3], make([]uint64, 2)) }},
		{"HashChains: lengths do not match seeds: got 4, want 3", func(d [][Size]byte) { e.HashChains(d, seeds[:3], make([]uint64, 4)) }},
		{"HashChains: dst too short: got 3, want 4", func(d [][Size]byte) { e.HashChains(d, seeds[:4], make([]uint64, 4)) }},
		{"HashChainSteps: links between two pairs not positive: got 0, want 1", func([][Size]byte) {
			e.HashChainSteps(context.Background(), seeds[0], 9, 0)
		}},
		{"Prefix.HashMany: dst too short: got 3, want 4", func(d [][Size]byte) { p.HashMany(d, msgs) }},
		{"Prefix.HashMessages: dst too short: got 3, want 4", func(d [][Size]byte) { p.HashMessages(d, full) }},
		{"Prefix.HashBlocks: dst too short: got 3, want 4", func(d [][Size]byte) { p.HashBlocks(d, data, 10) }},
		{"Prefix.HashBlocks: piece size not positive: got 0, want 1", func(d [][Size]byte) { p.HashBlocks(d, data, 0) }},
		{"Prefix.HashPairs: dst too short: got 3, want 4", func(d [][Size]byte) { p.HashPairs(d, seeds) }},
		{"Prefix.HashPairs: odd number of nodes: got 1, want 2", func(d [][Size]byte) { p.HashPairs(d, seeds[:1]) }},
		{"NewStreams: negative number of streams: got -1, want 0", func([][Size]byte) { e.NewStreams(-1) }},
		{"Streams.Write: more chunks than streams: got 5, want 4", func([][Size]byte) { s.Write(make([][]byte, 5)) }},
		{"Streams.Sum: dst too short: got 3, want 4", func(d [][Size]byte) { s.Sum(d) }},
	}
}

// TestPanics finds wrong calls that are let through, that write before they
// panic, or that say something unclear.
func TestPanics(t *testing.T) {
	for _, bad := range badCalls(defaultEngine()) {
		t.Run(bad.want, func(t *testing.T) {
			dst := randomSeeds(50, 3)
			require.PanicsWithValue(t, "hashlanes: "+bad.want, func() { bad.call(dst) })
			require.Equal(t, randomSeeds(50, 3), dst)
		})
	}
}

// TestPanicsOfPackage finds package functions that are bound to another method
// of the engine than their own: they fail in the same way.
func TestPanicsOfPackage(t *testing.T) {
	msgs, nodes := make([][]byte, 2), make([][Size]byte, 4)
	for want, call := range map[string]func(d [][Size]byte){
		"HashMany":          func(d [][Size]byte) { HashMany(d, msgs) },
		"HashMessages":      func(d [][Size]byte) { HashMessages(d, make([]Message, 2)) },
		"HashManyPrefixed":  func(d [][Size]byte) { HashManyPrefixed(d, nil, msgs) },
		"HashBlocks":        func(d [][Size]byte) { HashBlocks(d, nil, make([]byte, 9), 5) },
		"HashPairs":         func(d [][Size]byte) { HashPairs(d, nodes) },
		"HashPairsPrefixed": func(d [][Size]byte) { HashPairsPrefixed(d, []byte{1, 2}, nodes) },
		"HashChains":        func(d [][Size]byte) { HashChains(d, nodes[:2], make([]uint64, 2)) },
	} {
		require.PanicsWithValue(t, "hashlanes: "+want+": dst too short: got 1, want 2", func() { call(make([][Size]byte, 1)) })
	}
	require.PanicsWithValue(t, "hashlanes: NewStreams: negative number of streams: got -3, want 0", func() { NewStreams(-3) })
}

// TestPanicsLeaveStreams finds a refused Write that has changed a stream, and a
// stream that does not exist.
func TestPanicsLeaveStreams(t *testing.T) {
	s := NewStreams(2)
	s.Write([][]byte{[]byte("one"), []byte("two")})
	require.Panics(t, func() { s.Write([][]byte{[]byte("x"), []byte("y"), []byte("z")}) })
	require.Equal(t, sumParts([]byte("one")), s.SumStream(0))
	require.Equal(t, sumParts([]byte("two")), s.SumStream(1))
	for _, i := range []int{-1, 2} {
		require.Panics(t, func() { s.SumStream(i) })
		require.Panics(t, func() { s.ResetStream(i) })
	}
}

// TestPackageFunctions finds package functions that give other digests than the
// default engine.
func TestPackageFunctions(t *testing.T) {
	rng := newRand(51)
	data := randomBytes(rng, 300)
	msgs, nodes, n := pieceList(data, 70), randomSeeds(52, 6), []uint64{0, 1, 2, 3, 4, 5}
	got := make([][Size]byte, 6)
	HashMany(got, msgs)
	equalDigests(t, sumAll(nil, msgs), got[:5], "HashMany")
	HashMessages(got, inParts(msgs))
	equalDigests(t, sumAll(nil, msgs), got[:5], "HashMessages")
	HashManyPrefixed(got, data[:80], msgs)
	equalDigests(t, sumAll(data[:80], msgs), got[:5], "HashManyPrefixed")
	NewPrefix(data[:80]).HashMany(got, msgs)
	equalDigests(t, sumAll(data[:80], msgs), got[:5], "NewPrefix")
	HashBlocks(got, data[:3], data, 70)
	equalDigests(t, sumAll(data[:3], msgs), got[:5], "HashBlocks")
	HashPairs(got, nodes)
	equalDigests(t, sumAll(nil, pieceList(digestBytes(nodes), 64)), got[:3], "HashPairs")
	HashPairsPrefixed(got, data[:1], nodes)
	equalDigests(t, sumAll(data[:1], pieceList(digestBytes(nodes), 64)), got[:3], "HashPairsPrefixed")
	HashChains(got, nodes, n)
	equalDigests(t, chainAll(nodes, n), got, "HashChains")
	require.Equal(t, chainOf(nodes[0], 9), HashChain(nodes[0], 9))
	s := NewStreams(5)
	s.Write(msgs)
	s.Sum(got)
	equalDigests(t, sumAll(nil, msgs), got[:5], "NewStreams")
}
