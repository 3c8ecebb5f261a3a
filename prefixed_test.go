// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPrefixLengths finds bytes lost between a prefix and a message: every
// prefix up to 200 bytes before ragged and before equal messages, by every call
// that takes one.
func TestPrefixLengths(t *testing.T) {
	data := randomBytes(newRand(30), 6000)
	eachEngine(t, func(t *testing.T, e under) {
		ragged := make([][]byte, len(edges))
		for i, n := range edges {
			ragged[i] = data[7*i:][:n]
		}
		for n := range 201 {
			if e.slow && n > 1 && n%9 != 0 && n%64 != 1 {
				continue
			}
			prefix := data[1000:][:n]
			p := e.NewPrefix(prefix)
			require.EqualValues(t, n, p.Len())
			got := make([][Size]byte, len(ragged))
			want := sumAll(prefix, ragged)
			e.HashManyPrefixed(got, prefix, ragged)
			equalDigests(t, want, got, "HashManyPrefixed, prefix %d", n)
			clear(got)
			p.HashMany(got, ragged)
			equalDigests(t, want, got, "Prefix.HashMany, prefix %d", n)
			clear(got)
			p.HashMessages(got, inParts(ragged))
			equalDigests(t, want, got, "Prefix.HashMessages, prefix %d", n)
			testPrefixEqual(t, e, p, prefix, data)
		}
	})
}

// inParts cuts messages at various places.
func inParts(msgs [][]byte) []Message {
	full := make([]Message, len(msgs))
	for i, m := range msgs {
		a := (i * 31) % (len(m) + 1)
		b := a + (i*17)%(len(m)-a+1)
		full[i] = Message{m[:a], m[a:b], m[b:]}
	}
	return full
}

// testPrefixEqual tests the prefix before messages of equal length.
func testPrefixEqual(t *testing.T, e under, p *Prefix, prefix, data []byte) {
	for _, size := range []int{1, 32, 55 - len(prefix)%55, 64, 150} {
		pieces := pieceList(data[:size*(e.lanes+2)], size)
		want, got := sumAll(prefix, pieces), make([][Size]byte, len(pieces))
		e.HashManyPrefixed(got, prefix, pieces)
		equalDigests(t, want, got, "HashManyPrefixed, prefix %d, equal %d", len(prefix), size)
		clear(got)
		p.HashBlocks(got, data[:size*(e.lanes+2)], size)
		equalDigests(t, want, got, "Prefix.HashBlocks, prefix %d, equal %d", len(prefix), size)
		if size == 2*Size {
			nodes := make([][Size]byte, 2*len(pieces))
			copy(digestBytes(nodes), data)
			p.HashPairs(nodes[:len(pieces)], nodes)
			equalDigests(t, want, nodes[:len(pieces)], "Prefix.HashPairs, prefix %d, in place", len(prefix))
		}
	}
}

// TestHashPairs finds digests that are written over nodes still to be read, and
// nodes after them that are touched: every count, prefixes that put the nodes
// at any place of a block, in place and apart.
func TestHashPairs(t *testing.T) {
	prefix := randomBytes(newRand(31), 65)
	eachEngine(t, func(t *testing.T, e under) {
		counts := []int{planWindow, planWindow + 1, 3*planWindow + 5, maxCallBlocks + 3}
		for n := range 4*e.lanes + 4 {
			if !e.slow || n%5 < 2 {
				counts = append(counts, n)
			}
		}
		for _, n := range counts {
			nodes := randomSeeds(uint64(n), 2*n)
			for _, size := range []int{0, 1, 26, 64, 65} {
				want := sumAll(prefix[:size], pieceList(digestBytes(nodes), 2*Size))
				got, saved := make([][Size]byte, n), append([][Size]byte(nil), nodes...)
				e.HashPairsPrefixed(got, prefix[:size], nodes)
				equalDigests(t, want, got, "%d pairs, prefix %d", n, size)
				equalDigests(t, saved, nodes, "the nodes have changed, prefix %d", size)
				e.HashPairsPrefixed(nodes[:n], prefix[:size], nodes)
				equalDigests(t, want, nodes[:n], "%d pairs in place, prefix %d", n, size)
				equalDigests(t, saved[n:], nodes[n:], "nodes after the digests have changed, prefix %d", size)
				if size > 0 {
					nodes = saved
					continue
				}
				clear(got)
				e.HashPairs(got, saved)
				equalDigests(t, want, got, "%d pairs", n)
				copy(nodes, saved)
				e.HashPairs(nodes[:n], nodes)
				equalDigests(t, want, nodes[:n], "%d pairs in place", n)
				equalDigests(t, saved[n:], nodes[n:], "nodes after the digests have changed")
				nodes = saved
			}
		}
	})
}

// TestPrefixKeepsNothing finds a Prefix that still looks at the bytes it was
// made from.
func TestPrefixKeepsNothing(t *testing.T) {
	eachEngine(t, func(t *testing.T, e under) {
		prefix := randomBytes(newRand(32), 150)
		want := sumParts(prefix, []byte("body"))
		p := e.NewPrefix(prefix)
		clear(prefix)
		got := make([][Size]byte, 1)
		p.HashMany(got, [][]byte{[]byte("body")})
		require.Equal(t, want, got[0])
	})
}
