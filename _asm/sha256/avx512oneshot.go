// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"github.com/mmcloughlin/avo/x86"
)

// This file is what the kernels share that go from messages of one or two
// blocks to digests in one call: pairs, nodes, digests and short.

// oneshot512 makes them all. The tables at its end close the table of constants,
// so it comes last.
func oneshot512() {
	for _, lanes := range []int{16, 8} {
		pairs512(lanes)
		nodes512(lanes)
	}
	digests512()
	short512()
	ends512()
	messages512()
	paddingTable()
	shiftTable()
	tailsTable()
	windowTable()
}

// General registers by role.
var (
	oDst    = reg.RDI // the next digest to write
	oSrc    = reg.RSI // the first message of a group
	oLeft   = reg.RCX // messages still to do
	oConst  = reg.R8  // the middle of the constants
	oKey    = reg.R9  // K of the turn of a loop over rounds
	oKeyEnd = reg.R10 // where that loop ends
	oFrom   = reg.R11 // what to copy to the stage
	oTo     = reg.R12 // where in the stage
	oTurns  = reg.RDX // turns of the padding, or blocks done
	oStage  = reg.RBX // the stage and what else is in the frame
	oRows   = reg.R13 // the rows of the lanes
	oRow    = reg.RAX // one of them
)

// oneshotWindow is how far merge looks ahead, by measurement.
func (c *core) oneshotWindow() int {
	if c.lanes == 16 {
		return 14
	}
	return 22
}

// region merges what f emits, with all temporaries but the masks x[1], x[3].
func (c *core) region(f func()) {
	c.merge(c.oneshotWindow(), append(c.t[:4:4], c.x[0], c.x[2]), f)
}

// The stage holds the next group of messages in pieces of 16 bytes, ordered as
// the registers will take them. Copies need no vector port, so that only the 4x4
// words of each piece are left to transpose. Lanes are in the order that lets
// digests leave the same way: message q%2 + 2i + 8(q/2) is piece q of register i.
//
//	message 0   a0 a1 a2 a3      column 0   a0 b0 i0 j0 | c0 d0 k0 l0 | ...
//	message 1   b0 b1 b2 b3      column 1   a1 b1 i1 j1 | c1 d1 k1 l1 | ...
//	...                          ...
func messageOf(q, i int) int { return q%2 + 2*i + q/2*8 }

// laneOrder is the order of messages that are in their lanes from the start.
func laneOrder(q, i int) int { return 4*q + i }

// placeOf is where message n stands, as a number of 32-bit lanes.
func (c *core) placeOf(n int) int {
	for i := range 4 {
		for q := range c.lanes / 4 {
			if c.order(q, i) == n {
				return c.lanes*i + 4*q
			}
		}
	}
	panic("no such message")
}

// column is column m of the stage; column(4) is what follows it in the frame.
func (c *core) column(m int) Mem { return Mem{Base: oStage, Disp: 16 * c.lanes * m} }

// copyPiece copies the piece at from of message n to a column.
func (c *core) copyPiece(n int, from, column Mem) {
	x := sized(c.t[n%4], reg.X0)
	c.do(x86.VMOVDQU32, from.Offset(64*n), x)
	c.do(x86.VMOVDQU32, x, column.Offset(4*c.placeOf(n)))
}

// loadColumn loads w[4m..4m+3] from the stage, with a mask for the byte swap.
func (c *core) loadColumn(m int, mask reg.Register) {
	c.note(fmt.Sprintf("column %d of the stage", m))
	for i := range 4 {
		c.do(x86.VMOVDQU32, c.column(m).Offset(c.bytes()*i), c.w[4*m+i].reg)
	}
	c.turn4(c.w[4*m:4*m+4], mask)
}

// gatherColumns loads w from the messages, for the first group, as the stage would
// be ready too late. Column m is the 16 bytes at 16m-shift, or at 0.
func (c *core) gatherColumns(row rowOf, shift int, firstMask reg.Register) {
	mask := firstMask
	for m := range 4 {
		offset := max(16*m-shift, 0)
		c.note(fmt.Sprintf("bytes %d..%d of the messages", offset, offset+15))
		for i := range 4 {
			c.gather(4*m+i, i, offset, row)
		}
		c.turn4(c.w[4*m:4*m+4], mask)
		mask = c.x[1]
	}
}

// gather loads w[n] with the 16 bytes at offset of the messages of register i.
func (c *core) gather(n, i, offset int, row rowOf) {
	for q := range c.lanes / 4 {
		c.insert(n, q, row(c.order(q, i), oSrc, 8).Offset(offset))
	}
}

// insert loads piece q of w[n], the pieces in order.
func (c *core) insert(n, q int, piece Mem) {
	if w := c.w[n].reg; q == 0 {
		c.do(x86.VMOVDQU32, piece, sized(w, reg.X0))
	} else {
		c.do(x86.VINSERTI32X4, U8(q), piece, w, w)
	}
}

// turn4 swaps bytes, then transposes the 4x4 words of each piece:
//
//	w0  a0 a1 a2 a3      t0  a0 b0 a1 b1      w0  a0 b0 c0 d0
//	w1  b0 b1 b2 b3      t1  a2 b2 a3 b3      w1  a1 b1 c1 d1
//	w2  c0 c1 c2 c3      t2  c0 d0 c1 d1      w2  a2 b2 c2 d2
//	w3  d0 d1 d2 d3      t3  c2 d2 c3 d3      w3  a3 b3 c3 d3
func (c *core) turn4(w []word, mask reg.Register) {
	c.note(fmt.Sprintf("%s: swap bytes, transpose 4x4 words", names(w)))
	for i := range w {
		c.do(x86.VPSHUFB, mask, w[i].reg, w[i].reg)
	}
	for i := 0; i < 4; i += 2 {
		c.do(x86.VPUNPCKLDQ, w[i+1].reg, w[i].reg, c.t[i])
		c.do(x86.VPUNPCKHDQ, w[i+1].reg, w[i].reg, c.t[i+1])
	}
	for i := range 2 {
		c.do(x86.VPUNPCKLQDQ, c.t[2+i], c.t[i], w[2*i].reg)
		c.do(x86.VPUNPCKHQDQ, c.t[2+i], c.t[i], w[2*i+1].reg)
	}
}

// The rounds, in parts that are not all multiples of 16, so that the first four,
// which fold, stand before the loop: 0..3, then 4..51 or fewer, then 52..63.

func (c *core) firstRounds() {
	for i, v := range iv256 {
		c.s[i].set(v)
	}
	c.region(func() {
		for t := range 4 {
			c.round(t, key(t))
		}
	})
}

// middleRounds is rounds 4..51 in turns of 16, from the turn of oKey on. Round t
// leaves W[t+12] in the place of W[t-4].
func (c *core) middleRounds() {
	Label("rounds")
	c.region(func() {
		for t := 4; t < 20; t++ {
			c.round(t, at(Mem{Base: oKey, Disp: 4 * t}))
			c.schedule(t - 4)
		}
	})
	ADDQ(Imm(64), oKey)
	CMPQ(oKey, oKeyEnd)
	JNE(LabelRef("rounds"))
}

// turnOf points oKey at K of middleRounds' turn n.
func turnOf(n int) { LEAQ(Mem{Base: oConst, Disp: 64*n - tableMiddle}, oKey) }

// openRounds sets the registers that do not change.
func (c *core) openRounds() {
	c.base(oConst)
	LEAQ(Mem{Base: oConst, Disp: 4*48 - tableMiddle}, oKeyEnd)
	c.loadMask()
}

func (c *core) finalRounds() {
	for t := 52; t < 64; t++ {
		c.round(t, key(t))
	}
}

// addInitialState ends a block that began with firstRounds.
func (c *core) addInitialState() {
	c.note("a..h += the initial state")
	for i, v := range iv256 {
		c.s[i] = c.sum(c.s[i].reg, constant(v), c.s[i])
	}
}

// saveState keeps a..h in the frame for addSaved.
func (c *core) saveState() {
	for i := range c.s {
		c.do(x86.VMOVDQU32, c.s[i].reg, c.column(4).Offset(c.bytes()*i))
	}
}

func (c *core) addSaved() {
	c.note("a..h += the state after the first block")
	for i := range c.s {
		c.do(x86.VPADDD, c.column(4).Offset(c.bytes()*i), c.s[i].reg, c.s[i].reg)
	}
}

// scratch makes r an aligned pointer to size bytes of the frame.
func scratch(r reg.GPPhysical, size int) {
	frame := AllocLocal(size + 64)
	LEAQ(frame.Offset(63), r)
	ANDQ(I8(-64), r)
}
