// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import (
	"encoding/binary"
	"slices"
)

// HashChain applies SHA-256 to seed n times over: seed, SHA-256(seed),
// SHA-256(SHA-256(seed)) and so on. n = 0 gives the seed. It runs at the
// latency of one hash and does not hold up the garbage collector however long
// it takes.
func HashChain(seed [Size]byte, n uint64) [Size]byte { return defaultEngine().HashChain(seed, n) }

// HashChain is the package function on the kernels of e.
func (e *Engine) HashChain(seed [Size]byte, n uint64) [Size]byte {
	r := getRunner()
	defer r.release()
	k := e.next(shapeLinks, 1).k
	var h [8]uint32
	setWords(&h, &seed)
	r.used = k.lanes
	spread(&r.st, &h, k.lanes)
	k.advance(&r.st, n)
	for w := range h {
		h[w] = r.st[w*k.lanes]
	}
	putDigest(&seed, &h)
	return seed
}

// HashChains sets dst[i] to n[i] applications of SHA-256 to seeds[i]: many
// independent chains at once, whose lengths may differ. A length of 0 gives the
// seed. dst may be seeds; any other overlap leaves unspecified digests.
//
// It panics if len(n) != len(seeds) or len(dst) < len(seeds), and then writes
// nothing. It is safe for concurrent use and allocates nothing once warm.
func HashChains(dst, seeds [][Size]byte, n []uint64) { defaultEngine().HashChains(dst, seeds, n) }

// HashChains is the package function on the kernels of e.
func (e *Engine) HashChains(dst, seeds [][Size]byte, n []uint64) {
	if len(n) != len(seeds) {
		bad("HashChains", "lengths do not match seeds", len(n), len(seeds))
	}
	checkDst("HashChains", len(dst), len(seeds))
	if len(seeds) == 0 {
		return
	}
	touch(dst[:len(seeds)], digestBytes(seeds))
	r := getRunner()
	defer r.release()
	b := batch{e: e, shape: shapeLinks, dst: dst, seeds: seeds, links: n}
	if !slices.ContainsFunc(n, func(links uint64) bool { return links != n[0] }) {
		b.together(r, &view{b: &b}, len(seeds), true)
		return
	}
	r.ragged(&b, 0, len(seeds))
}

// oneLink hashes n chains of one link each: messages of 32 bytes, for which
// kernels need no transposed state.
func (r *runner) oneLink(v *view, n int) {
	b := batch{e: v.b.e, dst: v.b.dst, data: digestBytes(v.b.seeds), size: Size}
	r.shorts(&view{&b, v.picked, v.base}, n, true)
}

// beginChain sets s up for n links from seed.
func (s *slot) beginChain(seed *[Size]byte, n uint64) {
	setWords(&s.h, seed)
	s.left, s.seg, s.open = n, len(s.segs), true
}

// setWords reads the words of a digest.
func setWords(h *[8]uint32, d *[Size]byte) {
	for w := range h {
		h[w] = binary.BigEndian.Uint32(d[4*w:])
	}
}
