// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hashlanes/hashlanes/internal/kerneltest"
)

// TestScratchForgets finds scratch memory that still holds pointers to the
// caller's memory, which would keep it alive, or the state of its hashes.
func TestScratchForgets(t *testing.T) {
	data := randomBytes(newRand(54), 9000)
	msgs, seeds, links := raggedPieces(data), randomSeeds(55, 40), make([]uint64, 40)
	for i := range links {
		links[i] = uint64(i)
	}
	eachEngine(t, func(t *testing.T, e under) {
		got := make([][Size]byte, len(msgs))
		s := e.NewStreams(len(msgs))
		for name, call := range map[string]func(){
			"ragged":   func() { e.HashMany(got, msgs) },
			"equal":    func() { e.HashBlocks(got, data[:70], data[:8190], 195) },
			"parts":    func() { e.HashMessages(got, inParts(msgs)) },
			"pairs":    func() { e.HashPairs(got, seeds) },
			"nodes":    func() { e.HashPairsPrefixed(got, data[:26], seeds) },
			"chains":   func() { e.HashChains(got, seeds, links) },
			"streams":  func() { s.Write(msgs) },
			"the sums": func() { s.Sum(got) },
			"prefix":   func() { e.NewPrefix(data) },
			"chain":    func() { e.HashChain(seeds[0], 3) },
		} {
			r := getRunner()
			r.used = maxLanes // other tests poison it
			r.release()
			call()
			r = getRunner()
			require.Zero(t, r.st, name)
			require.Zero(t, r.in, name)
			require.Zero(t, r.body, name)
			for i := range r.slots {
				require.Nil(t, r.slots[i].next, name)
				require.Zero(t, r.slots[i].segs, name)
			}
			require.Len(t, r.free, maxLanes, name)
			require.Empty(t, r.parked, name)
			r.release()
		}
	})
}

// TestInterrupted finds scratch memory that is used again though a call was
// broken off in the middle of it, as by a fault in mapped memory: a kernel
// panics at any of its calls, and later calls on other engines must be right.
func TestInterrupted(t *testing.T) {
	data := randomBytes(newRand(53), 9000)
	calls, broken := 0, lanesKernel(4)
	blocks := broken.blocks
	broken.blocks = func(st *state, in *inputs, n int) {
		if calls--; calls < 0 {
			panic("broken off")
		}
		blocks(st, in, n)
	}
	faulty := newEngine([]kernel{broken, portable}, 1)
	good := newEngine([]kernel{strict(lanesKernel(4)), portable}, 1)
	msgs := raggedPieces(data)
	got, want := make([][Size]byte, len(msgs)), sumAll(nil, msgs)
	for name, call := range map[string]func(e *Engine){
		"equal":   func(e *Engine) { e.HashMany(got, pieceList(data, 300)) },
		"ragged":  func(e *Engine) { e.HashMany(got, msgs) },
		"parts":   func(e *Engine) { e.HashMessages(got, inParts(msgs)) },
		"streams": func(e *Engine) { e.NewStreams(len(msgs)).Write(msgs) },
	} {
		for after := 0; ; after++ {
			calls = after
			err := kerneltest.Record(t, func(testing.TB) { call(faulty) })
			call(good)
			good.HashMessages(got, inParts(msgs))
			equalDigests(t, want, got, "%s, broken off at %d", name, after)
			if len(err) == 0 {
				break
			}
			require.Contains(t, err[0], "broken off")
		}
	}
}

// raggedPieces cuts data into pieces of rising length.
func raggedPieces(data []byte) (all [][]byte) {
	for n := 0; n < len(data); n += 7 {
		all = append(all, data[:n])
		data = data[n:]
	}
	return all
}
