// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hashlanes/hashlanes/internal/kerneltest"
)

// The tests of the tests: kernels with faults that real ones have had (or that
// a mistake in a generator makes) are run through the conformance suite and
// the driver, which must report every one of them. faults_test.go has the list.

// caughtBy runs the sections of the conformance suite for one function of k, or
// for all if function is empty, and gives the first that reports a fault.
func caughtBy(t *testing.T, k kernel, function string) string {
	oracle := describe(lanesKernel(k.lanes))
	for _, s := range kerneltest.Sections(describe(k)) {
		if !strings.HasPrefix(s.Name, function) {
			continue
		}
		if len(kerneltest.Record(t, func(t testing.TB) { s.Run(t, describe(k), &oracle) })) > 0 {
			return s.Name
		}
	}
	return ""
}

// TestPlantedFaults finds a suite that has become blind: every fault planted in
// every kernel must be reported, and none where none is.
func TestPlantedFaults(t *testing.T) {
	caught, planted := 0, 0
	eachKernel(t, func(t *testing.T, k kernel) {
		if raceEnabled && k.lanes > 4 {
			return // the detector sees no more in wide kernels, and takes ten times as long
		}
		require.Empty(t, caughtBy(t, k, ""), "without a fault")
		for _, f := range faultsOf(k) {
			function, what, _ := strings.Cut(f.name, ": ")
			if strings.HasPrefix(what, "reads ") && !kerneltest.Guarded {
				continue // only a guard page tells
			}
			planted++
			section := caughtBy(t, f.kernel, function)
			if section == "" {
				t.Errorf("not caught: %s", f.name)
				continue
			}
			caught++
			t.Logf("%s: caught by %s", f.name, section)
		}
	})
	kernelsSeen.add(&kernelsSeen.notes, fmt.Sprintf("planted faults caught: %d of %d", caught, planted))
}

// TestPlantedFaultsDriver finds driver tests that have become blind: engines of
// a faulty kernel must give wrong digests for a batch that uses all lanes and a
// batch that leaves some idle.
func TestPlantedFaultsDriver(t *testing.T) {
	msgs := pieceList(randomBytes(newRand(70), 9000), 130)
	for _, lanes := range laneWidths {
		for _, f := range faultsOfDigests(lanesKernel(lanes)) {
			rows := []kernel{f.kernel, portable}
			recorded := kerneltest.Record(t, func(t testing.TB) { checkBatches(t, newEngine(rows, 1), msgs) })
			require.NotEmpty(t, recorded, "%d lanes: %s", lanes, f.name)
		}
		checkBatches(t, newEngine([]kernel{lanesKernel(lanes), portable}, 1), msgs)
	}
}

// checkBatches hashes messages, pairs, short messages and chains in counts
// around the lanes of e.
func checkBatches(t testing.TB, e *Engine, msgs [][]byte) {
	for _, n := range []int{1, e.Lanes() - 1, e.Lanes(), e.Lanes() + 1} {
		got, nodes, links := make([][Size]byte, n), randomSeeds(71, 2*n), make([]uint64, n)
		for i := range links {
			links[i] = uint64(2 + i%3)
		}
		short := make([][]byte, n)
		for i := range short {
			short[i] = msgs[i][:i%50+1]
		}
		e.HashMany(got, msgs[:n])
		equalDigests(t, sumAll(nil, msgs[:n]), got, "%d messages", n)
		e.HashMany(got, short)
		equalDigests(t, sumAll(nil, short), got, "%d short messages", n)
		e.HashMany(got, pieceList(digestBytes(nodes[:n]), Size))
		equalDigests(t, sumAll(nil, pieceList(digestBytes(nodes[:n]), Size)), got, "%d digests", n)
		e.HashPairs(got, nodes)
		equalDigests(t, sumAll(nil, pieceList(digestBytes(nodes), 64)), got, "%d pairs", n)
		e.HashPairsPrefixed(got, []byte{1}, nodes)
		equalDigests(t, sumAll([]byte{1}, pieceList(digestBytes(nodes), 64)), got, "%d nodes", n)
		e.HashChains(got, nodes[:n], links)
		equalDigests(t, chainAll(nodes[:n], links), got, "%d chains", n)
	}
}

// TestPlantedLengths finds a blind TestBigCounts: a length that lost its high
// bits, as bytes or as bits, must change the digest it compares.
func TestPlantedLengths(t *testing.T) {
	for _, n := range bigCounts {
		for _, bits := range []int{29, 32} {
			cut := n & (1<<bits - 1)
			if cut == n {
				continue
			}
			recorded := kerneltest.Record(t, func(t testing.TB) { checkResumed(t, defaultEngine(), 1, n, cut) })
			require.NotEmpty(t, recorded, "length %d cut to %d bits", n, bits)
		}
	}
}

// TestPlantedContract finds a blind strict: calls that break a contract must
// not pass it.
func TestPlantedContract(t *testing.T) {
	k := strict(lanesKernel(4))
	st, in, lens, dst := new(state), new(inputs), new(lengths), make([]byte, 64*64)
	for l := range in {
		in[l] = &dst[0]
	}
	for name, call := range map[string]func(){
		"no blocks":       func() { k.blocks(st, in, 0) },
		"too many blocks": func() { k.blocks(st, in, maxCallBlocks/4+1) },
		"a nil lane":      func() { k.blocks(st, &inputs{in[0], in[0], in[0]}, 1) },
		"no links":        func() { k.links(st, 0) },
		"no pairs":        func() { k.pairs(&dst[0], &dst[0], 0) },
		"too many pairs":  func() { k.pairs(&dst[0], &dst[0], maxCallBlocks/2+1) },
		"over messages":   func() { k.pairs(&dst[1], &dst[0], 4) },
		"over nodes":      func() { k.nodes(&dst[255], &dst[0], 4, 1) },
		"too long":        func() { k.short(&dst[0], in, &lengths{56}, new(block), 0, 4) },
		"too long behind": func() { k.short(&dst[0], in, &lengths{3, 3, 3, 50}, new(block), 6, 4) },
		"after a prefix":  func() { k.short(&dst[0], in, lens, &block{63: 1}, 6, 4) },
		"a nil digest":    func() { k.digests(&dst[0], new(inputs), 4) },
		"too many lanes":  func() { k.digests(&dst[0], in, 5) },
		"no short":        func() { k.short(&dst[0], in, lens, new(block), 0, 0) },
	} {
		require.Panics(t, call, name)
	}
}
