// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// avx2Schedule is a message schedule of which some words are known here and now:
// a word with a slot is not.
type avx2Schedule [32]struct {
	slot  *Mem
	value uint32
}

// foldedPass writes rounds 0..15 of a block with many constant words, and makes
// the words 16..31 in their slots. From the IV, round 0 folds too.
func (y *avx2Lanes) foldedPass(w *avx2Schedule, fromIV bool) {
	for t := range 16 {
		switch k := sha256K[t]; {
		case t == 0 && fromIV:
			y.firstRound()
		case t < 4 && fromIV: // h is still a word of the IV
			h := y.v(t, 7)
			Comment(fmt.Sprintf("Round %d: h = K + IV[%d], a constant, + W", t, 7-t))
			VPBROADCASTD(avx2Pool.at(k+sha256IV[7-t]), h)
			VPADDD(*w[t].slot, h, h)
			y.mix(t)
		case w[t].slot == nil:
			y.foldedRound(t, avx2Pool.at(k+w[t].value))
		default:
			h := y.v(t, 7)
			Comment(fmt.Sprintf("Round %d: h += K + W", t))
			VPBROADCASTD(avx2Pool.at(k), y.tmp[0])
			VPADDD(*w[t].slot, h, h)
			VPADDD(y.tmp[0], h, h)
			y.mix(t)
		}
		y.foldedExtend(w, t)
	}
}

// foldedExtend is extend, with constant words folded into one constant.
func (y *avx2Lanes) foldedExtend(w *avx2Schedule, t int) {
	sum, x, s := y.tmp[3], y.tmp[4], y.tmp[5]
	w0, w1, w9, w14 := &w[t], &w[t+1], &w[t+9], &w[t+14]
	var known uint32
	var parts []Op // terms in memory or in a register, one of them in sum if any
	next := sum
	Comment(fmt.Sprintf("W[%d] = W[%d] + sigma0(W[%d]) + W[%d] + sigma1(W[%d]), folded", t+16, t, t+1, t+9, t+14))
	term := func(slot *Mem, value uint32, shift int, rs ...int) {
		switch {
		case slot == nil && shift == 0:
			known += value
		case slot == nil:
			known += sigma32(value, shift, rs...)
		case shift == 0:
			parts = append(parts, *slot)
		default:
			VMOVDQU(*slot, x)
			y.sigma(x, next, shift, rs...)
			parts = append([]Op{next}, parts...)
			next = s
		}
	}
	term(w0.slot, w0.value, 0)
	term(w9.slot, w9.value, 0)
	term(w1.slot, w1.value, 3, 7, 18)
	term(w14.slot, w14.value, 10, 17, 19)
	y.addUp(parts, known)
	slot := y.word(t)
	VMOVDQU(sum, slot)
	w[t+16].value = known
	if len(parts) > 0 {
		w[t+16].slot = &slot
	}
}

// addUp adds the parts and a constant into the register that holds sums.
func (y *avx2Lanes) addUp(parts []Op, known uint32) {
	sum, c := y.tmp[3], y.tmp[4]
	switch {
	case len(parts) == 0:
		VPBROADCASTD(avx2Pool.at(known), sum)
		return
	case known != 0:
		VPBROADCASTD(avx2Pool.at(known), c)
		parts = append(parts, c)
	}
	started := false
	for _, p := range parts {
		if p == Op(sum) {
			started = true
		}
	}
	for _, p := range parts {
		switch {
		case p == Op(sum):
		case started:
			VPADDD(p, sum, sum)
		default:
			VMOVDQU(p, sum)
			started = true
		}
	}
}

// digestBlock is the block of a 32-byte message.
func (y *avx2Lanes) digestBlock() (w avx2Schedule) {
	for t := range 8 {
		slot := y.word(t)
		w[t].slot = &slot
	}
	w[8].value, w[15].value = 0x80<<24, 32*8
	return w
}

// nodeTail is the second block of a 65-byte message.
func (y *avx2Lanes) nodeTail() (w avx2Schedule) {
	w[0].slot = &Mem{Base: yFrame, Disp: avx2Tail}
	w[15].value = 65 * 8
	return w
}
