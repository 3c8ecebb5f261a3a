// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// The tests of the driver run on every engine of eachEngine and compare with
// crypto/sha256.

// under is an engine under test.
type under struct {
	*Engine
	lanes int  // of its widest kernel
	slow  bool // portable lanes, or an emulator or the race detector around it
}

// eachEngine runs f for every kernel alone, at every lane width without
// assembly, for mixtures of kernels, and for the default engine.
func eachEngine(t *testing.T, f func(t *testing.T, e under)) {
	slow := testing.Short() || raceEnabled
	eachKernel(t, func(t *testing.T, k kernel) {
		portableLanes := strings.HasPrefix(k.name, "portable")
		f(t, under{newEngine([]kernel{strict(k), strict(portable)}, 1), k.lanes, slow || portableLanes})
	})
	for i, rows := range mixtures() {
		t.Run(fmt.Sprintf("mixture=%d", i), func(t *testing.T) { f(t, under{newEngine(rows, 0), rows[0].lanes, true}) })
	}
	t.Run("default", func(t *testing.T) { f(t, under{defaultEngine(), Lanes(), slow}) })
}

// mixtures are tables of portable lanes that plan has to mix: every step down
// in lanes is cheaper for the last few messages.
func mixtures() (tables [][]kernel) {
	for _, widths := range [][]int{{16, 8, 2}, {32, 4, 3}, {8, 1}, {4, 2}} {
		var rows []kernel
		for _, lanes := range widths {
			rows = append(rows, priced(strict(lanesKernel(lanes)), 40*lanes+60))
		}
		tables = append(tables, append(rows, priced(portable, 130)))
	}
	return tables
}

// priced is k at a price per block step.
func priced(k kernel, price int) kernel {
	k.cost = cost{price, 2 * price, 2 * price, price, price, price}
	return k
}

// strict is k with the duties of the caller asserted: it panics if the driver
// breaks a contract of lanes_generic.go that k itself may get away with.
func strict(k kernel) kernel {
	inner := k
	k.blocks = func(st *state, in *inputs, n int) {
		demand(n >= 1 && n*inner.lanes <= maxCallBlocks, "blocks: n", n)
		for l, p := range in[:inner.lanes] {
			demand(p != nil, "blocks: nil at lane", l)
		}
		inner.blocks(st, in, n)
	}
	if k.pairs != nil {
		k.pairs = func(dst, src *byte, n int) {
			demandContiguous(dst, src, n)
			inner.pairs(dst, src, n)
		}
	}
	if k.nodes != nil {
		k.nodes = func(dst, src *byte, n int, prefix byte) {
			demandContiguous(dst, src, n)
			inner.nodes(dst, src, n, prefix)
		}
	}
	if k.short != nil {
		k.short = func(dst *byte, in *inputs, lens *lengths, prefix *block, skip, n int) {
			demand(1 <= n && n <= inner.lanes, "short: n", n)
			for l, length := range lens[:n] {
				demand(skip >= 0 && uint64(skip)+length <= maxShort && (length == 0 || in[l] != nil), "short: length of lane", l)
			}
			for i, b := range prefix[skip:] {
				demand(b == 0, "short: garbage after the prefix at", i)
			}
			inner.short(dst, in, lens, prefix, skip, n)
		}
	}
	if k.digests != nil {
		k.digests = func(dst *byte, in *inputs, n int) {
			demand(1 <= n && n <= inner.lanes, "digests: n", n)
			for l, p := range in[:n] {
				demand(p != nil, "digests: nil at lane", l)
			}
			inner.digests(dst, in, n)
		}
	}
	if k.links != nil {
		k.links = func(st *state, n int) {
			demand(n >= 1 && n*inner.lanes <= maxCallBlocks, "links: n", n)
			inner.links(st, n)
		}
	}
	if k.ends != nil {
		k.ends = func(dst *byte, st *state, in *inputs, lens *lengths, before uint64, n int) {
			demand(1 <= n && n <= inner.lanes, "ends: n", n)
			for l, length := range lens[:n] {
				demand(int(length+BlockSize+8)/BlockSize <= maxCallBlocks/inner.lanes, "ends: length of lane", l)
				demand(length == 0 || in[l] != nil, "ends: nil at lane", l)
			}
			inner.ends(dst, st, in, lens, before, n)
		}
	}
	if k.messages != nil {
		k.messages = func(f *feed, dst *byte, start *[8]uint32, queue *job, n int, before uint64, least, steps int) int {
			demand(1 <= steps && steps*inner.lanes <= maxCallBlocks, "messages: steps", steps)
			busy, _ := busyLanes(f, inner.lanes)
			demand(max(least, 1) <= busy && least >= 1, "messages: busy lanes", busy)
			for l := range inner.lanes {
				demand(f.Steps[l] > 0 || f.Rest[l] < 0, "messages: rest of idle lane", l)
			}
			for i, j := range unsafe.Slice(queue, n) {
				demand(j.Len <= maxFed, "messages: length of", i)
			}
			return inner.messages(f, dst, start, queue, n, before, least, steps)
		}
	}
	return k
}

// demandContiguous asserts the duties of pairs and nodes: a bounded call, and
// no digest inside the messages but from before or at their start.
func demandContiguous(dst, src *byte, n int) {
	demand(n >= 1 && 2*n <= maxCallBlocks, "pairs: n", n)
	d, s := uintptr(unsafe.Pointer(dst)), uintptr(unsafe.Pointer(src))
	demand(d <= s || s+uintptr(n*BlockSize) <= d, "pairs: digests over messages at", int(d-s))
}

func demand(ok bool, what string, at int) {
	if !ok {
		panic(fmt.Sprintf("contract: %s %d", what, at))
	}
}

// poisonScratch fills the scratch memory that the next call is likely to get,
// so that a result that depends on what an earlier call left there changes.
func poisonScratch(v byte) {
	r := getRunner()
	for i := range r.st {
		r.st[i] = uint32(v) * 0x01010101
	}
	for l := range maxLanes {
		r.lens[l], r.left[l], r.lane[l] = uint64(v), uint64(v), v
		s := &r.slots[l]
		s.total, s.left, s.seg, s.open, s.index = uint64(v), uint64(v), int(v), v&1 == 0, int(v)
		s.h = [8]uint32{uint32(v)}
		fillBytes(s.stage[:], v)
		fillBytes(r.stage[l][:], v)
	}
	for i := range r.steps {
		r.sorted[i], r.steps[i], r.keys[i] = uint16(v), uint64(v), uint64(v)
	}
	r.start = r.st
	r.mid = midstate{h: [8]uint32{uint32(v)}, n: uint64(v)}
	fillBytes(r.mid.buf[:], v)
	fillBytes(r.prefix[:], v)
	fillBytes(digestBytes(r.out[:]), v)
	for i := range r.rows {
		fillBytes(r.rows[i][:], v)
	}
	runners.Put(r)
}

func fillBytes(b []byte, v byte) {
	for i := range b {
		b[i] = v
	}
}

// randomBytes are n bytes without a period.
func randomBytes(rng *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(rng.Uint32())
	}
	return b
}

// newRand is a source of random numbers that repeats from run to run.
func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x6861736c616e6573)) }

// sumParts is the SHA-256 of the parts, joined, by crypto/sha256.
func sumParts(parts ...[]byte) [Size]byte { return sha256.Sum256(slices.Concat(parts...)) }

// sumAll is the SHA-256 of each of the messages, after prefix.
func sumAll(prefix []byte, msgs [][]byte) [][Size]byte {
	all := make([][Size]byte, len(msgs))
	for i, m := range msgs {
		all[i] = sumParts(prefix, m)
	}
	return all
}

// equalDigests is a require.Equal that stays fast and says which digest is wrong.
func equalDigests(t testing.TB, want, got [][Size]byte, format string, args ...any) {
	t.Helper()
	require.Len(t, got, len(want))
	for i := range want {
		if want[i] != got[i] {
			t.Fatalf("digest %d of %d is wrong: %s", i, len(want), fmt.Sprintf(format, args...))
		}
	}
}
