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

// word is the slot of W[t].
func (y *avx2Lanes) word(t int) Mem { return Mem{Base: yFrame, Disp: avx2Words + 32*(t&15)} }

// start prepares b^c for the first round.
func (y *avx2Lanes) start() { VPXOR(y.state[1], y.state[2], y.xor[0]) }

// extendLoop writes yLoop passes of sixteen rounds, each of which makes the word
// sixteen rounds ahead in the slot of its own. Code that has done round 0 itself
// enters behind it, at the label entry.
func (y *avx2Lanes) extendLoop(label string) {
	Label(label)
	for t := range 16 {
		y.round(t, y.word(t))
		y.extend(t)
		if t == 0 {
			Label("entry")
		}
	}
	ADDQ(I8(64), yK)
	DECQ(yLoop)
	JNZ(LabelRef(label))
}

// round writes round t of a pass.
func (y *avx2Lanes) round(t int, w Mem) {
	k, h := y.tmp[0], y.v(t, 7)
	Comment(fmt.Sprintf("Round %d: h += K + W", t))
	VPBROADCASTD(Mem{Base: yK, Disp: 4 * t}, k)
	VPADDD(w, h, h)
	VPADDD(k, h, h)
	y.mix(t)
}

// foldedRound writes round t of a pass whose words are part of the constants.
func (y *avx2Lanes) foldedRound(t int, kw Mem) {
	k, h := y.tmp[0], y.v(t, 7)
	Comment(fmt.Sprintf("Round %d: h += K + W, a constant", t))
	VPBROADCASTD(kw, k)
	VPADDD(k, h, h)
	y.mix(t)
}

// mix writes the rest of round t: all but the addition of K and W to h.
func (y *avx2Lanes) mix(t int) {
	a, b := y.v(t, 0), y.v(t, 1)
	d, e, f, g, h := y.v(t, 3), y.v(t, 4), y.v(t, 5), y.v(t, 6), y.v(t, 7)
	ab, bc := y.xor[(t+1)&1], y.xor[t&1]
	ch, s := y.tmp[0], y.tmp[0]
	Comment("h += ((f^g)&e)^g + Sigma1(e); d += h; h += ((a^b)&(b^c))^b + Sigma0(a)")
	VPXOR(f, g, ch)
	VPAND(e, ch, ch)
	VPXOR(g, ch, ch)
	VPADDD(ch, h, h)
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

// firstRound writes round 0 from the IV: all of it but W[0] is constant.
func (y *avx2Lanes) firstRound() {
	Comment("Round 0 from the IV: d = W + constant; h = W + constant")
	v := sha256IV
	t1 := v[7] + sigma32(v[4], 0, 6, 11, 25) + (v[4]&v[5] ^ ^v[4]&v[6]) + sha256K[0]
	v[3] += t1
	v[7] = t1 + sigma32(v[0], 0, 2, 13, 22) + (v[0]&v[1] ^ v[0]&v[2] ^ v[1]&v[2])
	for i, r := range y.state {
		VPBROADCASTD(avx2Pool.at(v[i]), r)
	}
	VPADDD(y.word(0), y.state[3], y.state[3])
	VPADDD(y.word(0), y.state[7], y.state[7])
	VPBROADCASTD(avx2Pool.at(v[0]^v[1]), y.xor[1])
}

// extend writes W[t+16] in the slot of W[t].
func (y *avx2Lanes) extend(t int) {
	sum, x, s := y.tmp[3], y.tmp[4], y.tmp[5]
	Comment(fmt.Sprintf("W[%d] = W[%d] + sigma0(W[%d]) + W[%d] + sigma1(W[%d])", t+16, t, t+1, t+9, t+14))
	VMOVDQU(y.word(t+1), x)
	y.sigma(x, sum, 3, 7, 18)
	VPADDD(y.word(t), sum, sum)
	VPADDD(y.word(t+9), sum, sum)
	VMOVDQU(y.word(t+14), x)
	y.sigma(x, s, 10, 17, 19)
	VPADDD(s, sum, sum)
	VMOVDQU(sum, y.word(t))
}

// sigma writes out = x>>shift ^ ror(x, r...), the shift left out where it is 0.
// AVX2 has no rotations: each is two shifts, joined by the same XORs.
func (y *avx2Lanes) sigma(x, out reg.VecPhysical, shift int, rs ...int) {
	l, r := y.tmp[1], y.tmp[2]
	VPSRLD(Imm(uint64(rs[0])), x, out)
	VPSLLD(Imm(uint64(32-rs[0])), x, l)
	for _, n := range rs[1:] {
		VPSRLD(Imm(uint64(n)), x, r)
		VPXOR(l, out, out)
		VPSLLD(Imm(uint64(32-n)), x, l)
		VPXOR(r, out, out)
	}
	if shift > 0 {
		VPSRLD(Imm(uint64(shift)), x, r)
		VPXOR(r, out, out)
	}
	VPXOR(l, out, out)
}

// sigma32 is sigma of a constant.
func sigma32(x uint32, shift int, rs ...int) (s uint32) {
	for _, r := range rs {
		s ^= bits.RotateLeft32(x, -r)
	}
	if shift > 0 {
		s ^= x >> shift
	}
	return s
}
