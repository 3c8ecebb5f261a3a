// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// loadBlocks loads W[4q..4q+3] of the next block of every lane, through the
// caller's pointers.
func (y *avx2Lanes) loadBlocks(q int) {
	words := y.loadRows(avx2Swap, func(l int) Mem {
		MOVQ(Mem{Base: yIn, Disp: 8 * l}, yRow)
		return Mem{Base: yRow, Index: yOff, Scale: 1, Disp: 16 * q}
	})
	for i, w := range words {
		VMOVDQU(w, y.word(4*q+i))
	}
}

// loadPairs loads four words of contiguous messages, from yNext+from to ySlot+to.
func (y *avx2Lanes) loadPairs(from, to int) {
	words := y.loadRows(avx2Swap, func(l int) Mem { return Mem{Base: yNext, Disp: 64*l + from} })
	for i, w := range words {
		VMOVDQU(w, Mem{Base: ySlot, Disp: 32*i + to})
	}
}

// loadRows loads 16 bytes of every message, swaps them to words and transposes
// rows, the messages, to columns. mw is word w of message m:
//
//	r0 = 00 01 02 03 | 40 41 42 43        w0 = 00 10 20 30 | 40 50 60 70
//	r1 = 10 11 12 13 | 50 51 52 53        w1 = 01 11 21 31 | 41 51 61 71
//	r2 = 20 21 22 23 | 60 61 62 63        w2 = 02 12 22 32 | 42 52 62 72
//	r3 = 30 31 32 33 | 70 71 72 73        w3 = 03 13 23 33 | 43 53 63 73
func (y *avx2Lanes) loadRows(swap Mem, row func(l int) Mem) [4]reg.VecPhysical {
	Comment("Four words of every message: load, swap bytes, transpose")
	for l, r := range y.tmp[:4] {
		VMOVDQU(row(l), r.AsX())
		VINSERTI128(Imm(1), row(l+4), r, r)
		VPSHUFB(swap, r, r)
	}
	return y.transpose4(y.tmp)
}

// transpose4 turns rows r0..r3 into columns, in each half on its own; the last
// two registers are free to use.
//
//	lo01 = 00 10 01 11    hi01 = 02 12 03 13
//	lo23 = 20 30 21 31    hi23 = 22 32 23 33
func (y *avx2Lanes) transpose4(r [6]reg.VecPhysical) [4]reg.VecPhysical {
	lo01, hi01, lo23, hi23 := r[4], r[0], r[5], r[1]
	VPUNPCKLDQ(r[1], r[0], lo01)
	VPUNPCKHDQ(r[1], r[0], hi01)
	VPUNPCKLDQ(r[3], r[2], lo23)
	VPUNPCKHDQ(r[3], r[2], hi23)
	w := [4]reg.VecPhysical{r[2], r[3], lo01, lo23}
	VPUNPCKLQDQ(lo23, lo01, w[0])
	VPUNPCKHQDQ(lo23, lo01, w[1])
	VPUNPCKLQDQ(hi23, hi01, w[2])
	VPUNPCKHQDQ(hi23, hi01, w[3])
	return w
}

// endFirst ends the first of two blocks: the state is kept for the second.
func (y *avx2Lanes) endFirst() {
	Comment("The state after the first block: add the IV, keep a copy")
	for i, v := range y.state {
		VPBROADCASTD(avx2Pool.at(sha256IV[i]), y.tmp[i%4])
		VPADDD(y.tmp[i%4], v, v)
		VMOVDQU(v, y.chain(i))
	}
}

// chain is where word i of the state after the first block is kept.
func (y *avx2Lanes) chain(i int) Mem { return Mem{Base: yFrame, Disp: avx2Chain + 32*i} }

// paddingLoop writes the second block of a pair, in four passes of sixteen
// rounds, each of which loads four words of the next group.
func (y *avx2Lanes) paddingLoop(label string) {
	LEAQ(avx2Padding, yK)
	MOVQ(yFrame, ySlot)
	MOVL(U32(4), yLoop.As32())
	y.start()
	Label(label)
	for t := range 16 {
		y.foldedRound(t, Mem{Base: yK, Disp: 4 * t})
		if t == 7 {
			y.loadPairs(0, 0)
		}
	}
	ADDQ(I8(64), yK)
	ADDQ(I8(16), yNext)
	SUBQ(I8(-128), ySlot)
	DECQ(yLoop)
	JNZ(LabelRef(label))
	SUBQ(I8(64), yNext)
}

// storeDigests ends the second block and writes the eight digests, columns of
// the state turned to rows:
//
//	a = 00 10 20 30 | 40 50 60 70        r0 = 00 01 02 03 | 40 41 42 43
//	b = 01 11 21 31 | 41 51 61 71        r1 = 10 11 12 13 | 50 51 52 53, and so on
func (y *avx2Lanes) storeDigests() {
	Comment("The digests: add the state, transpose, swap bytes")
	for i, v := range y.state {
		VPADDD(y.chain(i), v, v)
	}
	for half := range 2 {
		s := y.state[4*half:]
		rows := y.transpose4([6]reg.VecPhysical{s[0], s[1], s[2], s[3], y.tmp[0], y.tmp[1]})
		for l, r := range rows {
			VPSHUFB(avx2Swap, r, r)
			VMOVDQU(r.AsX(), Mem{Base: yState, Disp: 32*l + 16*half})
			VEXTRACTI128(Imm(1), r, Mem{Base: yState, Disp: 32*(l+4) + 16*half})
		}
	}
	ADDQ(U32(8*32), yState)
}

// nodeConstants lays out the constant parts of a node's words in the frame.
func (y *avx2Lanes) nodeConstants() {
	prefix, tail := y.tmp[0], y.tmp[1]
	Comment("The prefix as the top byte of a word; the padding behind the last byte")
	Load(Param("prefix"), yRow.As32())
	SHLL(Imm(24), yRow.As32())
	VMOVD(yRow.As32(), prefix.AsX())
	VPBROADCASTD(prefix.AsX(), prefix)
	VMOVDQU(prefix, Mem{Base: yFrame, Disp: avx2Prefix})
	VPBROADCASTD(avx2Pool.at(0x80<<16), tail)
	VMOVDQU(tail, Mem{Base: yFrame, Disp: avx2Tail})
}

// loadNodes loads W[4q..4q+3] of the first blocks of a group of nodes. Their
// bytes stand one place later than in the messages, so that rows begin one byte
// earlier; the first leaves a gap for the prefix. The byte that is pushed into
// the second block goes to its word there.
func (y *avx2Lanes) loadNodes(q int) {
	swap, from := avx2Swap, 16*q-1
	if q == 0 {
		swap, from = avx2SwapGap, 0
	}
	words := y.loadRows(swap, func(l int) Mem { return Mem{Base: yIn, Disp: 64*l + from} })
	if q == 0 {
		VPOR(Mem{Base: yFrame, Disp: avx2Prefix}, words[0], words[0])
	}
	for i, w := range words {
		VMOVDQU(w, y.word(4*q+i))
	}
	if q == 3 {
		for l := range 8 {
			MOVB(Mem{Base: yIn, Disp: 64*l + 63}, yRow.As8())
			MOVB(yRow.As8(), Mem{Base: yFrame, Disp: avx2Tail + 4*l + 3})
		}
	}
}
