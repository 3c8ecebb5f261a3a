// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// avx2Word is a word of the schedule: in memory, or known to the generator.
type avx2Word struct {
	slot  *Mem
	value uint32
}

// digestBlock is the block of a message of 32 bytes, its words in their slots.
func (y *avx2Lanes) digestBlock() (w [32]avx2Word) {
	for t := range 8 {
		slot := y.slot(t)
		w[t].slot = &slot
	}
	w[8].value, w[15].value = 0x80<<24, 32*8
	return w
}

// nodeTail is the second block of a message of 65 bytes.
func (y *avx2Lanes) nodeTail() (w [32]avx2Word) {
	w[0].slot = &Mem{Base: yFrame, Disp: avx2Tail}
	w[15].value = 65 * 8
	return w
}

// foldedPass writes rounds 0..15 of a block of which words are known, and the
// words 16..31 that follow. From the IV, more is known.
func (y *avx2Lanes) foldedPass(w [32]avx2Word, fromIV bool) {
	for t := range 16 {
		switch k := k256[t]; {
		case fromIV && t == 0:
			y.firstRound(*w[0].slot)
		case fromIV && t < 4:
			Comment(fmt.Sprintf("Round %d: h = IV + K, a constant, + W", t))
			h := y.v(t, 7)
			VPBROADCASTD(avx2Pool.at(iv256[7-t]+k), h)
			VPADDD(*w[t].slot, h, h)
			y.mix(t)
		case w[t].slot == nil:
			y.foldedRound(t, avx2Pool.at(w[t].value+k))
		default:
			y.round(t, *w[t].slot, avx2Pool.at(k))
		}
		w[t+16] = y.foldedExtend(t, w[t], w[t+1], w[t+9], w[t+14])
	}
}

// firstRound writes round 0 from the IV: two sums of W[0] and a constant.
func (y *avx2Lanes) firstRound(w Mem) {
	Comment("Round 0 from the IV: d and h are constants + W")
	v := iv256
	a, b, c, e, f, g := v[0], v[1], v[2], v[4], v[5], v[6]
	t1 := v[7] + sigma32(e, 0, 6, 11, 25) + ((f^g)&e ^ g) + k256[0]
	v[3] += t1
	v[7] = t1 + sigma32(a, 0, 2, 13, 22) + ((a^b)&(b^c) ^ b)
	for i, r := range y.state {
		VPBROADCASTD(avx2Pool.at(v[i]), r)
	}
	VPADDD(w, y.state[3], y.state[3])
	VPADDD(w, y.state[7], y.state[7])
	VPBROADCASTD(avx2Pool.at(a^b), y.xor[1])
}

// foldedExtend is extend with the known terms summed up beforehand.
func (y *avx2Lanes) foldedExtend(t int, w0, w1, w9, w14 avx2Word) avx2Word {
	Comment(fmt.Sprintf("W[%d] = W[%d] + sigma0(W[%d]) + W[%d] + sigma1(W[%d]), partly constant", t+16, t, t+1, t+9, t+14))
	sum, w, s := y.tmp[3], y.tmp[4], y.tmp[5]
	terms := []struct {
		avx2Word
		shift     int
		rotations []int
	}{{w0, 0, []int{0}}, {w9, 0, []int{0}}, {w1, 3, []int{7, 18}}, {w14, 10, []int{17, 19}}}
	var known uint32
	unknown := terms[:0]
	for _, term := range terms {
		if term.slot == nil {
			known += sigma32(term.value, term.shift, term.rotations...)
		} else {
			unknown = append(unknown, term)
		}
	}
	if known != 0 || len(unknown) == 0 {
		VPBROADCASTD(avx2Pool.at(known), sum)
	}
	for i, term := range unknown {
		part := s
		if known == 0 && i == 0 {
			part = sum
		}
		if term.shift == 0 {
			VMOVDQU(*term.slot, part)
		} else {
			VMOVDQU(*term.slot, w)
			y.sigma(w, part, term.shift, term.rotations...)
		}
		if part != sum {
			VPADDD(part, sum, sum)
		}
	}
	slot := y.slot(t)
	VMOVDQU(sum, slot)
	if len(unknown) == 0 {
		return avx2Word{value: known}
	}
	return avx2Word{slot: &slot}
}
