// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import (
	"encoding/binary"
	"math/bits"
	"unsafe"
)

// faultsOfRounds are wrong constants of the compression function, in a kernel
// of the same lanes.
func faultsOfRounds(k kernel) (all []fault) {
	for name, change := range map[string]func(r *rounds256){
		"rotation of a off by one":   func(r *rounds256) { r.a[2]++ },
		"rotation of e off by one":   func(r *rounds256) { r.e[0]-- },
		"schedule rotation off":      func(r *rounds256) { r.s0[1]++ },
		"schedule shift off":         func(r *rounds256) { r.s1[2]++ },
		"the last constant wrong":    func(r *rounds256) { r.k[63] ^= 1 },
		"the first constant wrong":   func(r *rounds256) { r.k[0] ^= 1 << 31 },
		"choice for majority":        func(r *rounds256) { r.maj = func(a, b, c uint32) uint32 { return a&b ^ ^a&c } },
		"majority without the third": func(r *rounds256) { r.maj = func(a, b, c uint32) uint32 { return a&b | a&c } },
	} {
		r := correctRounds()
		change(&r)
		all = append(all, withBlocks(k, name, r.blocks(k.lanes)))
	}
	return all
}

// rounds256 is SHA-256 with its constants as values, so that they can be wrong.
type rounds256 struct {
	a, e, s0, s1 [3]int // rotations; of s0 and s1 the third is a shift
	k            [64]uint32
	maj          func(a, b, c uint32) uint32
}

// correctRounds are the right constants.
func correctRounds() rounds256 {
	return rounds256{
		a: [3]int{2, 13, 22}, e: [3]int{6, 11, 25}, s0: [3]int{7, 18, 3}, s1: [3]int{17, 19, 10},
		k: roundK, maj: func(a, b, c uint32) uint32 { return a&b ^ a&c ^ b&c },
	}
}

// blocks is the function of a kernel with these rounds.
func (r rounds256) blocks(lanes int) func(st *state, in *inputs, n int) {
	return func(st *state, in *inputs, n int) {
		for l := range lanes {
			var h [8]uint32
			for w := range h {
				h[w] = st[w*lanes+l]
			}
			for _, b := range unsafe.Slice((*block)(unsafe.Pointer(in[l])), n) {
				r.compress(&h, &b)
			}
			for w := range h {
				st[w*lanes+l] = h[w]
			}
		}
	}
}

func (r *rounds256) compress(h *[8]uint32, p *block) {
	rot := func(x uint32, n int) uint32 { return bits.RotateLeft32(x, -n) }
	var w [64]uint32
	for t := range w {
		if t < 16 {
			w[t] = binary.BigEndian.Uint32(p[4*t:])
			continue
		}
		x, y := w[t-15], w[t-2]
		w[t] = w[t-16] + w[t-7] +
			(rot(x, r.s0[0]) ^ rot(x, r.s0[1]) ^ x>>r.s0[2]) + (rot(y, r.s1[0]) ^ rot(y, r.s1[1]) ^ y>>r.s1[2])
	}
	v := *h
	for t := range w {
		a, e := v[0], v[4]
		t1 := v[7] + (rot(e, r.e[0]) ^ rot(e, r.e[1]) ^ rot(e, r.e[2])) + (e&v[5] ^ ^e&v[6]) + r.k[t] + w[t]
		t2 := (rot(a, r.a[0]) ^ rot(a, r.a[1]) ^ rot(a, r.a[2])) + r.maj(a, v[1], v[2])
		v = [8]uint32{t1 + t2, a, v[1], v[2], v[3] + t1, e, v[5], v[6]}
	}
	for i := range h {
		h[i] += v[i]
	}
}
