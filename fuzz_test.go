// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// The fuzz targets decode the form of a batch from their input: which engine,
// how many messages, how long, how cut. What is hashed matters less, so message
// bytes come from one random text, at places that the input chooses.

// form reads numbers from the input of a fuzz target. At its end all are 0.
type form struct{ rest []byte }

// number reads a byte, as a number below n.
func (f *form) number(n int) int {
	if len(f.rest) == 0 {
		return 0
	}
	v := int(f.rest[0]) % n
	f.rest = f.rest[1:]
	return v
}

// length reads two bytes, as a length up to 4096; most are short.
func (f *form) length() int {
	var b [2]byte
	f.rest = f.rest[copy(b[:], f.rest):]
	v := binary.LittleEndian.Uint16(b[:])
	if v&1 == 0 {
		return int(v>>1) % 150
	}
	return int(v>>1) % (maxLength + 1)
}

// fuzzText is what messages are cut from.
var fuzzText = sync.OnceValue(func() []byte { return randomBytes(newRand(90), 3*maxLength) })

// bytes are some bytes of the text, sometimes nil.
func (f *form) bytes() []byte {
	n := f.length()
	if n == 0 {
		return nil
	}
	at := 31 * f.number(256)
	return fuzzText()[at:][:n]
}

// fuzzEngines are the engines to choose from: each kernel that runs here, each
// width without assembly, mixtures and the default.
var fuzzEngines = sync.OnceValue(func() (all []*Engine) {
	table := unchecked()
	for i, k := range table.rows {
		if table.infos[i].Available {
			all = append(all, newEngine([]kernel{strict(k), strict(portable)}, 1))
		}
	}
	for _, lanes := range laneWidths {
		all = append(all, newEngine([]kernel{strict(lanesKernel(lanes))}, 0))
	}
	for _, rows := range mixtures() {
		all = append(all, newEngine(rows, 0))
	}
	return append(all, defaultEngine())
})

// engine chooses one.
func (f *form) engine() *Engine {
	all := fuzzEngines()
	return all[f.number(len(all))]
}

// addSeeds adds inputs that reach every engine with small, ragged and empty
// batches.
func addSeeds(f *testing.F) {
	rng := newRand(91)
	f.Add([]byte{})
	for i := range 24 {
		seed := randomBytes(rng, 20+10*i)
		seed[0] = byte(i)
		f.Add(seed)
	}
}

// FuzzHashMessages finds wrong digests of any batch by any call for messages.
func FuzzHashMessages(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, input []byte) {
		in := &form{input}
		e, prefix, equal := in.engine(), in.bytes(), in.number(3) == 0
		n := in.number(80)
		full, joined, want := make([]Message, n), make([][]byte, n), make([][Size]byte, n)
		for i := range n {
			if full[i].Body = in.bytes(); equal && i > 0 {
				full[i].Body = fuzzText()[17*i:][:len(joined[0])]
			} else if in.number(4) == 0 {
				full[i].Prefix, full[i].Tail = in.bytes(), in.bytes()
			}
			m := &full[i]
			joined[i] = slices.Concat(m.Prefix, m.Body, m.Tail)
			want[i] = sumParts(prefix, joined[i])
		}
		got, p := make([][Size]byte, n), e.NewPrefix(prefix)
		e.HashManyPrefixed(got, prefix, joined)
		equalDigests(t, want, got, "HashManyPrefixed")
		p.HashMessages(got, full)
		equalDigests(t, want, got, "Prefix.HashMessages")
		p.HashMany(got, joined)
		equalDigests(t, want, got, "Prefix.HashMany")
		if len(prefix) == 0 {
			e.HashMessages(got, full)
			equalDigests(t, want, got, "HashMessages")
		}
		fuzzBlocks(t, e, prefix, slices.Concat(joined...), 1+in.length())
	})
}

// fuzzBlocks hashes data in pieces, and what digests there are in pairs, in
// place.
func fuzzBlocks(t *testing.T, e *Engine, prefix, data []byte, size int) {
	size = max(size, len(data)/200)
	want := sumAll(prefix, pieceList(data, size))
	got := make([][Size]byte, len(want))
	e.HashBlocks(got, prefix, data, size)
	equalDigests(t, want, got, "HashBlocks of %d bytes by %d", len(data), size)
	half := len(got) / 2
	want = sumAll(prefix, pieceList(digestBytes(got[:2*half]), 2*Size))
	e.HashPairsPrefixed(got[:half], prefix, got[:2*half])
	equalDigests(t, want, got[:half], "HashPairsPrefixed of %d nodes", 2*half)
}

// FuzzChains finds wrong ends of any set of chains.
func FuzzChains(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, input []byte) {
		in := &form{input}
		e, n := in.engine(), in.number(80)
		seeds, links := randomSeeds(92, n), make([]uint64, n)
		for i := range links {
			if links[i] = uint64(in.number(12)); links[i] == 11 {
				links[i] = uint64(in.length() % 700)
			}
		}
		want := chainAll(seeds, links)
		got := make([][Size]byte, n)
		e.HashChains(got, seeds, links)
		equalDigests(t, want, got, "HashChains")
		e.HashChains(seeds, seeds, links)
		equalDigests(t, want, seeds, "HashChains in place")
		if n > 0 {
			require.Equal(t, chainOf(got[0], links[0]), e.HashChain(got[0], links[0]))
		}
	})
}

// FuzzStreams finds streams that lose bytes, over any sequence of calls.
func FuzzStreams(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, input []byte) {
		in := &form{input}
		e, k := in.engine(), 1+in.number(40)
		s, model, got := e.NewStreams(k), make([][]byte, k), make([][Size]byte, k)
		for len(in.rest) > 0 {
			i := in.number(k)
			switch in.number(8) {
			case 0:
				require.Equal(t, sha256.Sum256(model[i]), s.SumStream(i))
			case 1:
				s.ResetStream(i)
				model[i] = nil
			case 2:
				s.Sum(got)
				equalDigests(t, sumAll(nil, model), got, "Sum")
			default:
				chunks := make([][]byte, in.number(k+1))
				for j := range chunks {
					chunks[j] = in.bytes()
					model[j] = slices.Concat(model[j], chunks[j])
				}
				s.Write(chunks)
			}
		}
		s.Sum(got)
		equalDigests(t, sumAll(nil, model), got, "Sum at the end")
	})
}
