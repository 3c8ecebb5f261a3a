// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import (
	"crypto/sha256"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestWindows finds messages lost between the windows that are put in order
// one by one: more than two windows of ragged messages, chains and streams.
func TestWindows(t *testing.T) {
	const n = 2*window + 5
	rng := newRand(9)
	data := randomBytes(rng, 1<<12)
	msgs, seeds, links, full := make([][]byte, n), make([][Size]byte, n), make([]uint64, n), make([]Message, n)
	for i := range msgs {
		at := rng.IntN(1 << 11)
		msgs[i] = data[at:][:rng.IntN(150)]
		cut := rng.IntN(len(msgs[i]) + 1)
		full[i] = Message{nil, msgs[i][:cut], msgs[i][cut:]}
		copy(seeds[i][:], data[at:])
		links[i] = uint64(rng.IntN(4))
	}
	want, wantLinks := sumAll(nil, msgs), chainAll(seeds, links)
	eachEngine(t, func(t *testing.T, e under) {
		got := make([][Size]byte, n)
		e.HashMany(got, msgs)
		equalDigests(t, want, got, "messages")
		e.HashMessages(got, full)
		equalDigests(t, want, got, "messages in parts")
		e.HashChains(got, seeds, links)
		equalDigests(t, wantLinks, got, "chains")
		s := e.NewStreams(n)
		s.Write(msgs)
		s.Sum(got)
		equalDigests(t, want, got, "streams")
	})
}

// TestLongMessages finds a wrong cut where a message takes several calls of a
// kernel: lengths about the bound of one call, alone, in a group and as one
// among short messages.
func TestLongMessages(t *testing.T) {
	data := randomBytes(newRand(10), 3*maxCallBlocks*BlockSize)
	eachEngine(t, func(t *testing.T, e under) {
		limit := maxCallBlocks / e.lanes * BlockSize
		for _, n := range []int{limit - 65, limit - 9, limit - 1, limit, limit + 1, limit + 64, 2*limit + 55} {
			for _, count := range []int{1, e.lanes, e.lanes + 1} {
				msgs, got := make([][]byte, count), make([][Size]byte, count)
				for i := range msgs {
					msgs[i] = data[64*i+i:][:n]
				}
				e.HashMany(got, msgs)
				equalDigests(t, sumAll(nil, msgs), got, "%d of %d bytes", count, n)
				for i := range msgs[1:] {
					msgs[i+1] = msgs[i+1][:i]
				}
				e.HashMany(got, msgs)
				equalDigests(t, sumAll(nil, msgs), got, "%d with one of %d bytes", count, n)
			}
		}
	})
}

// TestHashBlocks finds pieces cut at the wrong place, a short last piece above
// all, for sizes and lengths about each other.
func TestHashBlocks(t *testing.T) {
	data := randomBytes(newRand(11), 1<<14)
	eachEngine(t, func(t *testing.T, e under) {
		for _, size := range []int{1, 7, 31, 32, 55, 56, 63, 64, 65, 100, 128, 1000} {
			full := size * e.lanes
			for _, n := range []int{0, 1, size - 1, size, size + 1, 2*size - 1, full - 1, full, full + 1, full + size/2, full + min(size, 64), 2*full + size} {
				n = min(n, len(data))
				for _, prefix := range []int{0, 1, 26, 64, 65} {
					want := sumAll(data[:prefix], pieceList(data[:n], size))
					got := make([][Size]byte, len(want))
					e.HashBlocks(got, data[:prefix], data[:n], size)
					equalDigests(t, want, got, "%d bytes cut every %d, prefix %d", n, size, prefix)
				}
			}
		}
	})
}

// pieceList cuts data every size bytes.
func pieceList(data []byte, size int) (all [][]byte) {
	for len(data) > 0 {
		n := min(size, len(data))
		all = append(all, data[:n])
		data = data[n:]
	}
	return all
}

// TestNothing finds work done for no messages, and nil lists that are refused.
func TestNothing(t *testing.T) {
	eachEngine(t, func(t *testing.T, e under) {
		dst := [][Size]byte{{1, 2, 3}}
		for _, d := range [][][Size]byte{nil, dst} {
			e.HashMany(d, nil)
			e.HashMany(d, [][]byte{})
			e.HashMessages(d, nil)
			e.HashManyPrefixed(d, []byte("prefix"), nil)
			e.HashBlocks(d, nil, nil, 1)
			e.HashBlocks(d, []byte("prefix"), []byte{}, 10)
			e.HashPairs(d, nil)
			e.HashPairsPrefixed(d, []byte{1}, nil)
			e.HashPairsPrefixed(d, nil, nil)
			e.HashChains(d, nil, nil)
			p := e.NewPrefix(nil)
			p.HashMany(d, nil)
			p.HashMessages(d, nil)
			p.HashBlocks(d, nil, 1)
			p.HashPairs(d, nil)
			s := e.NewStreams(0)
			s.Write(nil)
			s.Sum(d)
			s.Reset()
		}
		require.Equal(t, [][Size]byte{{1, 2, 3}}, dst)
	})
}

// TestNilParts finds nil and empty messages, parts and prefixes that differ
// from each other.
func TestNilParts(t *testing.T) {
	want := sha256.Sum256(nil)
	eachEngine(t, func(t *testing.T, e under) {
		n := 2*e.lanes + 1
		msgs, full, got := make([][]byte, n), make([]Message, n), make([][Size]byte, n)
		for i := range n {
			if i%2 == 0 {
				msgs[i], full[i] = []byte{}, Message{Body: []byte{}}
			}
		}
		for name, call := range map[string]func(){
			"HashMany":         func() { e.HashMany(got, msgs) },
			"HashMessages":     func() { e.HashMessages(got, full) },
			"HashManyPrefixed": func() { e.HashManyPrefixed(got, nil, msgs) },
			"empty prefix":     func() { e.HashManyPrefixed(got, []byte{}, msgs) },
			"Prefix.HashMany":  func() { e.NewPrefix(nil).HashMany(got, msgs) },
			"Prefix.Messages":  func() { e.NewPrefix([]byte{}).HashMessages(got, full) },
			"Streams":          func() { s := e.NewStreams(n); s.Write(msgs); s.Sum(got) },
		} {
			clear(got)
			call()
			for _, d := range got {
				require.Equal(t, want, d, name)
			}
		}
	})
}

// TestOverlap finds calls that leave the caller's memory when it breaks the
// rule that digests may not lie over messages: digests are then anything, but
// nothing else is written.
func TestOverlap(t *testing.T) {
	rng := newRand(12)
	rows := unchecked()
	for i, k := range rows.rows {
		if !rows.infos[i].Available {
			continue
		}
		e := newEngine([]kernel{k, portable}, 1)
		memory := make([][Size]byte, 40+6*k.lanes)
		for range 50 {
			copy(digestBytes(memory), randomBytes(rng, len(memory)*Size))
			saved := append([][Size]byte(nil), memory...)
			n := 1 + rng.IntN(3*k.lanes)
			first := 8 + rng.IntN(16)
			dst, data := memory[first:first+n], digestBytes(memory[8:])
			msgs := make([][]byte, n)
			for i := range msgs {
				at := rng.IntN(Size * n)
				msgs[i] = data[at:][:rng.IntN(70)]
			}
			e.HashMany(dst, msgs)
			e.HashManyPrefixed(dst, data[:9], msgs)
			e.HashBlocks(dst, nil, data[:n*20], 20)
			e.HashPairs(dst, memory[first+1:][:2*n])
			e.HashPairsPrefixed(dst, data[:1], memory[first-1:][:2*n])
			e.HashPairsPrefixed(dst, data[:30], memory[first-1:][:2*n])
			require.Equal(t, saved[:first], memory[:first], k.name)
			require.Equal(t, saved[first+n:], memory[first+n:], k.name)
		}
	}
}
