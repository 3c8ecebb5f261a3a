// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"math/bits"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// v names working variable i (a is 0, h is 7) as of round t: the registers stay,
// their roles move on by one a round.
func (y *avx2Lanes) v(t, i int) reg.VecPhysical { return y.state[(i-t)&7] }

// slot is where W[t] lives until W[t+16] takes its place.
func (y *avx2Lanes) slot(t int) Mem { return Mem{Base: yFrame, Disp: avx2Slots + 32*(t&15)} }

// key is the constant of round t of a pass.
func (y *avx2Lanes) key(t int) Mem { return Mem{Base: yK, Disp: 4 * t} }

// begin prepares passes of sixteen rounds with the constants at k.
func (y *avx2Lanes) begin(k Mem, passes uint32) {
	LEAQ(k, yK)
	MOVL(U32(passes), yPasses.As32())
}

// startXor prepares b^c for round 0; other rounds find it prepared.
func (y *avx2Lanes) startXor() { VPXOR(y.state[1], y.state[2], y.xor[0]) }

// extendPasses writes a loop over sixteen rounds, each of which makes the word
// sixteen rounds ahead. Code that has done round 0 itself enters at entry.
func (y *avx2Lanes) extendPasses(label string) {
	Label(label)
	for t := range 16 {
		y.round(t, y.slot(t), y.key(t))
		y.extend(t)
		if t == 0 {
			Label("entry")
		}
	}
	ADDQ(I8(64), yK)
	DECQ(yPasses)
	JNZ(LabelRef(label))
}

// round writes round t of a pass.
func (y *avx2Lanes) round(t int, w, k Mem) {
	Comment(fmt.Sprintf("Round %d: h += K + W", t))
	key, h := y.tmp[0], y.v(t, 7)
	VPBROADCASTD(k, key)
	VPADDD(w, h, h)
	VPADDD(key, h, h)
	y.mix(t)
}

// foldedRound is round with W[t] already part of the constant.
func (y *avx2Lanes) foldedRound(t int, kw Mem) {
	Comment(fmt.Sprintf("Round %d: h += K + W, a constant", t))
	key, h := y.tmp[0], y.v(t, 7)
	VPBROADCASTD(kw, key)
	VPADDD(key, h, h)
	y.mix(t)
}

// mix writes what is left of round t when K and W have been added to h. The
// majority of a, b, c is ((a^b)&(b^c))^b, and b^c is the a^b of the round before.
func (y *avx2Lanes) mix(t int) {
	a, b := y.v(t, 0), y.v(t, 1)
	d, e, f, g, h := y.v(t, 3), y.v(t, 4), y.v(t, 5), y.v(t, 6), y.v(t, 7)
	ab, bc, s := y.xor[(t+1)&1], y.xor[t&1], y.tmp[0]
	Comment("h += ((f^g)&e)^g + Sigma1(e); d += h; h += ((a^b)&(b^c))^b + Sigma0(a)")
	VPXOR(f, g, s)
	VPAND(e, s, s)
	VPXOR(g, s, s)
	VPADDD(s, h, h)
	y.sigma(e, s, 0, 6, 11, 25)
	VPADDD(s, h, h)
	VPADDD(h, d, d)
	VPXOR(a, b, ab)
	VPAND(ab, bc, bc)
	VPXOR(b, bc, bc)
	VPADDD(bc, h, h)
	y.sigma(a, s, 0, 2, 13, 22)
	VPADDD(s, h, h)
}

// extend writes W[t+16] in the slot of W[t].
func (y *avx2Lanes) extend(t int) {
	Comment(fmt.Sprintf("W[%d] = W[%d] + sigma0(W[%d]) + W[%d] + sigma1(W[%d])", t+16, t, t+1, t+9, t+14))
	sum, w, s := y.tmp[3], y.tmp[4], y.tmp[5]
	VMOVDQU(y.slot(t+1), w)
	y.sigma(w, sum, 3, 7, 18)
	VPADDD(y.slot(t), sum, sum)
	VPADDD(y.slot(t+9), sum, sum)
	VMOVDQU(y.slot(t+14), w)
	y.sigma(w, s, 10, 17, 19)
	VPADDD(s, sum, sum)
	VMOVDQU(sum, y.slot(t))
}

// sigma writes s = ror(x, r0) ^ ror(x, r1) ^ ..., and ^ x>>shift if that is not 0.
// AVX2 has no rotations: each is two shifts, joined by one more XOR. The pairs
// are joined first, as a longer chain of XORs would show in the rounds.
func (y *avx2Lanes) sigma(x, s reg.VecPhysical, shift int, rotations ...int) {
	low := y.tmp[2]
	for i, r := range rotations {
		part := y.tmp[1]
		if i == 0 {
			part = s
		}
		VPSRLD(Imm(uint64(r)), x, part)
		VPSLLD(Imm(uint64(32-r)), x, low)
		VPXOR(low, part, part)
		if i > 0 {
			VPXOR(part, s, s)
		}
	}
	if shift > 0 {
		VPSRLD(Imm(uint64(shift)), x, low)
		VPXOR(low, s, s)
	}
}

// sigma32 is sigma of a constant.
func sigma32(x uint32, shift int, rotations ...int) (s uint32) {
	for _, r := range rotations {
		s ^= bits.RotateLeft32(x, -r)
	}
	if shift > 0 {
		s ^= x >> shift
	}
	return s
}
