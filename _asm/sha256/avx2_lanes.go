// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The first block of a call is loaded and transposed in vector registers. Those
// that follow take two steps: general registers, which the rounds leave idle, copy
// the block of every lane to the stage, where the bytes 8q..8q+7 of all lanes stand
// side by side; some rounds later, when the copies are in the cache, one shuffle a
// word makes the vectors. That is half the work for the vector ports.

// loadRows loads the first block: sixteen bytes of every lane at a time. Lanes
// are rows; see transpose4. swap reverses the bytes of the words 0..3.
func (y *avx2Lanes) loadRows(row func(l, q int) Mem, swap Mem) {
	for q := range 4 {
		Comment(fmt.Sprintf("W[%d..%d]: load, swap bytes, transpose", 4*q, 4*q+3))
		rows := [4]reg.VecPhysical(y.state[:4])
		for l, r := range rows {
			VMOVDQU(row(l, q), r.AsX())
			VINSERTI128(Imm(1), row(l+4, q), r, r)
			VPSHUFB(swap, r, r)
		}
		swap = avx2Swap
		for i, w := range y.transpose4(rows) {
			VMOVDQU(w, y.slot(4*q+i))
		}
	}
}

// laneRow finds bytes 16q..16q+15 of lane l through the caller's pointer.
func (y *avx2Lanes) laneRow(l, q int) Mem {
	MOVQ(Mem{Base: yIn, Disp: 8 * l}, yRow)
	return Mem{Base: yRow, Disp: 16 * q}
}

// pairRows finds them in contiguous messages.
func (y *avx2Lanes) pairRows() func(l, q int) Mem {
	messages := y.allRows(yIn, 8, yRows)
	return func(l, q int) Mem { return messages[l].Offset(16 * q) }
}

// nodeRows finds them one byte later: it begins a byte earlier, except where that
// would be before the message.
func (y *avx2Lanes) nodeRows() func(l, q int) Mem {
	messages := y.allRows(yIn, 8, yRows)
	return func(l, q int) Mem { return messages[l].Offset(max(0, 16*q-1)) }
}

// openMessages opens a function from messages side by side to their digests.
func (y *avx2Lanes) openMessages() {
	Load(Param("dst"), yOut)
	Load(Param("src"), yIn)
	Load(Param("n"), yLeft)
	y.findRows("first", yLeft, yRows)
}

// findRows points to at the rows of a group of n messages.
func (y *avx2Lanes) findRows(label string, n, to reg.GPPhysical) {
	Comment("The rows of the lanes")
	LEAQ(rowsOf(8), to)
	CMPQ(n, Imm(8))
	JHS(LabelRef(label))
	MOVQ(n, yRow)
	findRows(yRow, to)
	Label(label)
}

// allRows finds the rows of 8*scale bytes at base, by those at from, when most
// registers are free.
func (y *avx2Lanes) allRows(base reg.GPPhysical, scale uint8, from reg.GPPhysical) (all [8]Mem) {
	all[0] = Mem{Base: base}
	for l, r := range []reg.GPPhysical{yRow, yBytes, yK, yPasses, ySlots, ySecond, yNext} {
		MOVBLZX(Mem{Base: from, Disp: l + 1}, r.As32())
		all[l+1] = Mem{Base: base, Index: r, Scale: scale}
	}
	return all
}

// message finds message l at yIn.
func (y *avx2Lanes) message(l int) Mem {
	if l == 0 {
		return Mem{Base: yIn}
	}
	MOVBLZX(Mem{Base: yRows, Disp: l}, yRow.As32())
	return Mem{Base: yIn, Index: yRow, Scale: 8}
}

// stage is the place of bytes 8q..8q+7 of lane l. The lanes stand in the order
// 0 1 4 5 | 2 3 6 7, for the sake of loadWords.
func (y *avx2Lanes) stage(q, l int) Mem {
	place := l&1 | l>>1&2 | l<<1&4
	return Mem{Base: yFrame, Disp: avx2Stage + 64*q + 8*place}
}

// stageLane copies the block at yOffset of the message of lane l.
func (y *avx2Lanes) stageLane(l int) {
	Comment("Stage a lane of the next block")
	MOVQ(Mem{Base: yIn, Disp: 8 * l}, yRow)
	for q := range 8 {
		y.copy8(Mem{Base: yRow, Index: yOffset, Scale: 1, Disp: 8 * q}, y.stage(q, l))
	}
}

// stagePair copies message l at yIn.
func (y *avx2Lanes) stagePair(l int) {
	Comment("Stage a message of the next group")
	m := y.message(l)
	for q := range 8 {
		y.copy8(m.Offset(8*q), y.stage(q, l))
	}
}

// stageNode copies all but the last byte of message l at yIn to one place
// behind the prefix.
func (y *avx2Lanes) stageNode(l int) {
	Comment("Stage a message of the next group, one byte later")
	m := y.message(l)
	for _, i := range []int{0, 3} {
		MOVL(m.Offset(i), yBytes.As32())
		MOVL(yBytes.As32(), y.stage(0, l).Offset(1+i))
	}
	for q := 1; q < 8; q++ {
		y.copy8(m.Offset(8*q-1), y.stage(q, l))
	}
}

func (y *avx2Lanes) copy8(from, to Mem) {
	MOVQ(from, yBytes)
	MOVQ(yBytes, to)
}

// nodePrefix puts the prefix into the gap in W[0], and before every message of
// the stage, where it stays; likewise the padding behind the last byte.
func (y *avx2Lanes) nodePrefix() {
	Comment("The prefix")
	prefix := y.tmp[0]
	Load(Param("prefix"), yBytes.As32())
	for l := range 8 {
		MOVB(yBytes.As8(), y.stage(0, l))
	}
	SHLL(Imm(24), yBytes.As32())
	VMOVD(yBytes.As32(), prefix.AsX())
	VPBROADCASTD(prefix.AsX(), prefix)
	VPOR(y.slot(0), prefix, prefix)
	VMOVDQU(prefix, y.slot(0))
	VPBROADCASTD(avx2Pool.at(0x80<<16), y.tmp[1])
	VMOVDQU(y.tmp[1], Mem{Base: yFrame, Disp: avx2Tail})
}

// nodeTails puts the last byte of the messages at yIn in their second blocks.
func (y *avx2Lanes) nodeTails() {
	Comment("W[0] of the second block: the last byte of the message")
	for l := range 8 {
		MOVB(y.message(l).Offset(63), yBytes.As8())
		MOVB(yBytes.As8(), Mem{Base: yFrame, Disp: avx2Tail + 4*l + 3})
	}
}

// loadWords moves W[2q] and W[2q+1] from the stage to their slots. With mw for
// word w of message m:
//
//	first  = 00 01 10 11 | 40 41 50 51    even = 00 10 20 30 | 40 50 60 70
//	second = 20 21 30 31 | 60 61 70 71    odd  = 01 11 21 31 | 41 51 61 71
func (y *avx2Lanes) loadWords(base reg.GPPhysical, q int) {
	const evens, odds = 0 | 2<<2 | 0<<4 | 2<<6, 1 | 3<<2 | 1<<4 | 3<<6
	Comment("Two words of the next block, from the stage")
	first, even, odd := y.tmp[0], y.tmp[1], y.tmp[2]
	stage := Mem{Base: base, Disp: avx2Stage + 64*q}
	slots := Mem{Base: base, Disp: avx2Slots + 64*q}
	VMOVDQU(stage, first)
	VSHUFPS(Imm(evens), stage.Offset(32), first, even)
	VSHUFPS(Imm(odds), stage.Offset(32), first, odd)
	VPSHUFB(avx2Swap, even, even)
	VPSHUFB(avx2Swap, odd, odd)
	VMOVDQU(even, slots)
	VMOVDQU(odd, slots.Offset(32))
}

// nextBlock moves on to the next block; after the last, the same again is staged,
// so that nothing behind it is read.
func (y *avx2Lanes) nextBlock() {
	Comment("The next block, if there is one")
	LEAQ(Mem{Base: yOffset, Disp: 64}, yNext)
	CMPQ(yLeft, Imm(1))
	CMOVQNE(yNext, yOffset)
}

// nextGroup does the same for a group of messages.
func (y *avx2Lanes) nextGroup() {
	Comment("The next group, if there is one")
	LEAQ(Mem{Base: yIn, Disp: 8 * 64}, yNext)
	MOVQ(yLeft, yRow)
	SUBQ(Imm(8), yRow)
	CMOVQHI(yNext, yIn)
	CMOVQLS(yLeft, yRow)
	y.findRows("next", yRow, yRows)
}

// paddingPasses writes the second block of a pair, four passes of sixteen rounds,
// each of which loads four words of the next group.
func (y *avx2Lanes) paddingPasses(label string) {
	MOVQ(yFrame, ySlots)
	y.startXor()
	Label(label)
	for t := range 16 {
		y.foldedRound(t, y.key(t))
		if t == 5 || t == 10 {
			y.loadWords(ySlots, t/5-1)
		}
	}
	SUBQ(I8(-128), ySlots)
	ADDQ(I8(64), yK)
	DECQ(yPasses)
	JNZ(LabelRef(label))
}

// addIV ends a block that began with the IV.
func (y *avx2Lanes) addIV() {
	Comment("Add the IV")
	for i, v := range y.state {
		VPBROADCASTD(avx2Pool.at(iv256[i]), y.tmp[i%4])
		VPADDD(y.tmp[i%4], v, v)
	}
}

// chain is where word i of the state after the first block is kept.
func (y *avx2Lanes) chain(i int) Mem { return Mem{Base: yFrame, Disp: avx2Chain + 32*i} }

// endFirst ends the first of two blocks.
func (y *avx2Lanes) endFirst() {
	y.addIV()
	for i, v := range y.state {
		VMOVDQU(v, y.chain(i))
	}
}

// storeDigests ends the second of two blocks and writes the digests: columns of
// the state turn to rows, four words at a time.
//
//	a = 00 10 20 30 | 40 50 60 70    row 0 = 00 01 02 03 | 40 41 42 43
//	b = 01 11 21 31 | 41 51 61 71    row 1 = 10 11 12 13 | 50 51 52 53
//	c = 02 12 22 32 | 42 52 62 72    row 2 = 20 21 22 23 | 60 61 62 63
//	d = 03 13 23 33 | 43 53 63 73    row 3 = 30 31 32 33 | 70 71 72 73
func (y *avx2Lanes) storeDigests() {
	Comment("The digests: add the state before the block, transpose, swap bytes")
	for i, v := range y.state {
		VPADDD(y.chain(i), v, v)
	}
	y.findRows("last", yLeft, yNext)
	digests := y.allRows(yOut, 4, yNext)
	for half := range 2 {
		for l, row := range y.transpose4([4]reg.VecPhysical(y.state[4*half:])) {
			VPSHUFB(avx2Swap, row, row)
			VMOVDQU(row.AsX(), digests[l].Offset(16*half))
			VEXTRACTI128(Imm(1), row, digests[l+4].Offset(16*half))
		}
	}
	ADDQ(U32(8*32), yOut)
}

// transpose4 turns columns to rows in each half on its own.
//
//	ab = 00 01 10 11    AB = 20 21 30 31    (the unpacked low and high halves)
//	cd = 02 03 12 13    CD = 22 23 32 33
func (y *avx2Lanes) transpose4(col [4]reg.VecPhysical) [4]reg.VecPhysical {
	a, b, c, d := col[0], col[1], col[2], col[3]
	ab, AB, cd, CD := y.tmp[0], y.tmp[1], y.tmp[2], y.tmp[3]
	VPUNPCKLDQ(b, a, ab)
	VPUNPCKHDQ(b, a, AB)
	VPUNPCKLDQ(d, c, cd)
	VPUNPCKHDQ(d, c, CD)
	VPUNPCKLQDQ(cd, ab, a)
	VPUNPCKHQDQ(cd, ab, b)
	VPUNPCKLQDQ(CD, AB, c)
	VPUNPCKHQDQ(CD, AB, d)
	return col
}
