// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"github.com/mmcloughlin/avo/x86"
)

// This file makes the kernels for messages of one or two blocks that start from
// the initial state and end in stored digests.

func oneshot512() {
	for _, lanes := range []int{16, 8} {
		pairs512(lanes)
		nodes512(lanes)
	}
	digests512()
	short512()
	paddingTable()
	shortTable()
	shiftTable()
}

// General registers by role.
var (
	oDst    = reg.RDI // the next digest to write
	oSrc    = reg.RSI // the first message of this group
	oLeft   = reg.RCX // groups still to do
	oConst  = reg.R8  // the middle of the constants
	oKey    = reg.R9  // K, or K + W of the padding block, of a loop over rounds
	oKeyEnd = reg.R10 // where the loop over K ends
	oFrom   = reg.R11 // column of the messages to copy
	oTo     = reg.R12 // column of the stage to fill
	oTurns  = reg.RDX // turns of the loop over the padding block
	oStage  = reg.RBX // the stage, then the state after the first block
)

// The stage holds a group of messages with their quarters ("pieces") in the
// order of the registers that will take them: copying 16 bytes at a time leaves
// the two vector ports alone, where transposing in registers would fill one.
// Piece c of message row(q, i) stands in column c, as piece q of register i:
//
//	message 0   p00 p01 p02 p03      column 0   p00 p10 p80 p90 | p20 p30 pa0 pb0 | ...
//	message 1   p10 p11 p12 p13      column 1   p01 p11 p81 p91 | p21 p31 pa1 pb1 | ...
//	...                              ...
//
// row2 is the message whose pieces are number q in register i of every column.
func row2(q, i int) int { return q&1 + 2*i + q>>1*8 }

func (c *core) columnBytes() int { return 16 * c.lanes }

// copyPiece copies piece n, by rows, of the column at oFrom to that at oTo.
func (c *core) copyPiece(n int, from, to Mem) {
	for i := range 4 {
		for q := range c.lanes / 4 {
			if row2(q, i) == n {
				x := sized(c.t[n%4], reg.X0)
				c.do(x86.VMOVDQU32, from.Offset(64*n), x)
				c.do(x86.VMOVDQU32, x, to.Offset(c.bytes()*i+16*q))
			}
		}
	}
}

// gatherColumn loads column m straight from the messages, without the stage,
// from the byte at offset on.
func (c *core) gatherColumn(m, offset int, mask reg.Register) {
	c.note(fmt.Sprintf("column %d of the messages", m))
	for i := range 4 {
		c.gather(4*m+i, i, offset)
	}
	c.turn4(c.w[4*m:4*m+4], mask)
}

// gather loads w[n] with the 16 bytes at offset of the messages (q, i), all q.
func (c *core) gather(n, i, offset int) {
	dst := c.w[n].reg
	at := func(q int) Mem { return Mem{Base: oSrc, Disp: 64*row2(q, i) + offset} }
	c.do(x86.VMOVDQU32, at(0), sized(dst, reg.X0))
	for q := 1; q < c.lanes/4; q++ {
		c.do(x86.VINSERTI32X4, U8(q), at(q), dst, dst)
	}
}

// loadColumn loads column m from the stage. The mask is its byte swap.
func (c *core) loadColumn(m int, mask reg.Register) {
	c.note(fmt.Sprintf("column %d of the stage", m))
	for i := range 4 {
		c.do(x86.VMOVDQU32, Mem{Base: oStage, Disp: m*c.columnBytes() + c.bytes()*i}, c.w[4*m+i].reg)
	}
	c.turn4(c.w[4*m:4*m+4], mask)
}

// turn4 swaps bytes, then transposes the 4x4 words of each 128 bits of four
// registers:
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

const oWindow = 20

// scratchRegs returns what merge may use, next to the masks.
func (c *core) scratchRegs() []reg.Register {
	return append(c.t[:4:4], c.x[0], c.x[2])
}

// firstRounds is rounds 0..3 from the initial state.
func (c *core) firstRounds() {
	for i, v := range iv256 {
		c.s[i].set(v)
	}
	c.merge(oWindow, c.scratchRegs(), func() {
		for t := range 4 {
			c.round(t, key(t))
		}
	})
}

// lastRounds512 is rounds 52..63.
func (c *core) lastRounds512() {
	c.merge(oWindow, c.scratchRegs(), func() {
		for t := 52; t < 64; t++ {
			c.round(t, key(t))
		}
	})
}

// middleRounds is rounds from..51 as a loop of 16, from = 4 mod 16. Round t
// leaves W[t+12] in the place of W[t-4].
func (c *core) middleRounds(label string) {
	Label(label)
	c.merge(oWindow, c.scratchRegs(), func() {
		for t := 4; t < 20; t++ {
			c.round(t, at(Mem{Base: oKey, Disp: 4 * t}))
			c.schedule(t - 4)
		}
	})
	ADDQ(Imm(64), oKey)
	CMPQ(oKey, oKeyEnd)
	JNE(LabelRef(label))
}

// storeDigests writes a..h, which must be final, as the digests of a group.
func (c *core) storeDigests() {
	for m := range 2 {
		c.turn4(c.s[4*m:4*m+4], c.x[1])
	}
	for i := range 4 {
		for q := range c.lanes / 4 {
			for m := range 2 {
				half, to := c.s[4*m+i].reg, Mem{Base: oDst, Disp: 32*row2(q, i) + 16*m}
				if q == 0 {
					c.do(x86.VMOVDQU32, sized(half, reg.X0), to)
				} else {
					c.do(x86.VEXTRACTI32X4, U8(q), half, to)
				}
			}
		}
	}
}

// scratch makes r an aligned pointer to the first bytes of the frame, which has
// 64 bytes to spare for it.
func scratch(r reg.GPPhysical, size int) {
	AllocLocal(size + 64)
	LEAQ(Mem{Base: reg.StackPointer, Disp: 63}, r)
	ANDQ(I8(-64), r)
}

// pairs512 is pairs.
func pairs512(lanes int) {
	name := "pairs" + kernelName(lanes)
	TEXT(name, 0, sigPairs)
	Pragma("noescape")
	Doc(fmt.Sprintf("%s is pairs with %d lanes.", name, lanes))
	c := newCore(lanes)
	saved := func(i int) Mem { return Mem{Base: oStage, Disp: 4*c.columnBytes() + c.bytes()*i} }
	scratch(oStage, 4*c.columnBytes()+8*c.bytes())
	Load(Param("dst"), oDst)
	Load(Param("src"), oSrc)
	Load(Param("groups"), oLeft)
	c.base(oConst)
	LEAQ(Mem{Base: oConst, Disp: 4*48 - tableMiddle}, oKeyEnd)
	c.loadMask()
	for m := range 4 {
		c.gatherColumn(m, 16*m, c.x[1])
	}

	Label("group")
	c.firstRounds()
	LEAQ(Mem{Base: oConst, Disp: -tableMiddle}, oKey)
	c.middleRounds("rounds")
	Comment("the next group, or this one again; 3 turns of the padding, or 4")
	LEAQ(Mem{Base: oSrc, Disp: 64 * lanes}, oFrom)
	MOVL(U32(3), oTurns.As32())
	CMPQ(oLeft, Imm(1))
	CMOVQEQ(oSrc, oFrom)
	MOVQ(oFrom, oSrc)
	SETEQ(reg.AL)
	ADDB(reg.AL, oTurns.As8L())
	c.merge(oWindow, c.scratchRegs(), func() {
		for t := 52; t < 64; t++ {
			c.round(t, key(t))
			for n := (t - 52) * 2; n < min((t-51)*2, lanes); n++ {
				c.copyPiece(n, Mem{Base: oFrom, Disp: 48}, Mem{Base: oStage, Disp: 3 * c.columnBytes()})
			}
		}
		c.addInitialState()
		for i := range c.s {
			c.do(x86.VMOVDQU32, c.s[i].reg, saved(i))
		}
	})

	c.paddingRounds()

	c.merge(oWindow, c.scratchRegs(), func() {
		c.note("a..h += the state before the padding")
		for i := range c.s {
			c.do(x86.VPADDD, saved(i), c.s[i].reg, c.s[i].reg)
		}
		c.storeDigests()
	})
	ADDQ(U32(32*lanes), oDst)
	DECQ(oLeft)
	JNZ(LabelRef("group"))
	VZEROUPPER()
	RET()
}

// paddingRounds is the block of padding that follows 64 bytes, of which W + K
// are constants. The first three turns of 16 rounds copy three columns of the
// next group to the stage; the last copies the fourth and loads them all. In
// the last group it is another turn like the others, on the same messages.
func (c *core) paddingRounds() {
	for i := range c.w {
		c.w[i].set(0)
	}
	MOVQ(oStage, oTo)
	LEAQ(NewDataAddr(Symbol{Name: paddingName, Static: true}, 0), oKey)
	Label("padding")
	c.merge(oWindow, c.scratchRegs(), func() {
		for t := range 16 {
			c.round(t, at(Mem{Base: oKey, Disp: 4 * t}))
			if t < c.lanes {
				c.copyPiece(t, Mem{Base: oFrom}, Mem{Base: oTo})
			}
		}
	})
	ADDQ(Imm(16), oFrom)
	ADDQ(U32(c.columnBytes()), oTo)
	ADDQ(Imm(64), oKey)
	DECL(oTurns.As32())
	JNZ(LabelRef("padding"))
	CMPQ(oLeft, Imm(1))
	JEQ(LabelRef("output"))

	c.merge(oWindow, c.scratchRegs(), func() {
		for t := 48; t < 64; t++ {
			c.round(t, at(Mem{Base: oKey, Disp: 4 * (t - 48)}))
			if t%4 == 3 {
				c.loadColumn((t-48)/4, c.x[1])
			}
		}
	})
	for i := range c.w {
		c.w[i].known = false
	}
	Label("output")
}

// paddingTable is K[t] + W[t] of the block of padding after 64 bytes.
func paddingTable() {
	var w [64]uint32
	w[0], w[15] = 0x80000000, 8*64
	GLOBL(paddingName, attr.RODATA|attr.NOPTR)
	for t := range w {
		if t >= 16 {
			w[t] = w[t-16] + smallSigma0.of(w[t-15]) + w[t-7] + smallSigma1.of(w[t-2])
		}
		DATA(4*t, U32(w[t]+k256[t]))
	}
}

const paddingName = "pairPadding512"

// finishBlock is the rounds from 4 + from to 63, from a multiple of 16.
func (c *core) finishBlock(from int) {
	c.settle()
	LEAQ(Mem{Base: oConst, Disp: from - tableMiddle}, oKey)
	LEAQ(Mem{Base: oConst, Disp: 4*48 - tableMiddle}, oKeyEnd)
	c.middleRounds("rounds")
	c.lastRounds512()
}

// settle broadcasts the words of the schedule that are still constants.
func (c *core) settle() {
	for i, w := range c.w {
		if w.known {
			VPBROADCASTD(constantAt(c.k, w.c), w.reg)
			c.w[i].known = false
		}
	}
}

// addInitialState ends a block that began from it.
func (c *core) addInitialState() {
	c.note("a..h += the initial state")
	for i, v := range iv256 {
		c.s[i] = c.sum(c.s[i].reg, constant(v), c.s[i])
	}
}

// copyColumns copies the columns from first on of the group at oSrc.
func (c *core) copyColumns(first int) {
	for m := first; m < 4; m++ {
		for n := range c.lanes {
			c.copyPiece(n, Mem{Base: oSrc, Disp: 16 * m}, Mem{Base: oStage, Disp: m * c.columnBytes()})
		}
	}
}

// nodes512 is nodes. The prefix moves the message by one byte: columns 1..3 are
// copied from one byte before, column 0 is shifted by its byte swap, and the
// last bytes are gathered apart, for the second block. That has one word which
// differs between lanes, so much of its schedule folds.
func nodes512(lanes int) {
	name := "nodes" + kernelName(lanes)
	TEXT(name, 0, sigNodes)
	Pragma("noescape")
	Doc(fmt.Sprintf("%s is nodes with %d lanes.", name, lanes))
	c := newCore(lanes)
	saved := func(i int) Mem { return Mem{Base: oStage, Disp: 4*c.columnBytes() + c.bytes()*i} }
	last := Mem{Base: oStage, Disp: 4*c.columnBytes() + 8*c.bytes()}
	prefix := last.Offset(c.bytes())
	scratch(oStage, 4*c.columnBytes()+10*c.bytes())
	Load(Param("dst"), oDst)
	Load(Param("src"), oSrc)
	Load(Param("groups"), oLeft)
	Load(Param("prefix"), reg.EAX)
	SHLL(Imm(24), reg.EAX)
	MOVL(reg.EAX, prefix)
	c.base(oConst)
	LEAQ(Mem{Base: oConst, Disp: 4*48 - tableMiddle}, oKeyEnd)
	c.loadMask()
	VBROADCASTI32X4(NewDataAddr(Symbol{Name: shiftName, Static: true}, 0), c.x[3])
	Comment("second block: the last byte of the message, 0x80, 0, 0")
	VPBROADCASTD(constantAt(c.k, 0x00800000), c.x[0])
	VMOVDQU32(c.x[0], last)
	c.gatherColumn(0, 0, c.x[3])
	for m := 1; m < 4; m++ {
		c.gatherColumn(m, 16*m-1, c.x[1])
	}
	for n := range lanes {
		c.copyLast(n, oSrc, last)
	}
	JMP(LabelRef("first"))

	Label("group")
	c.loadColumn(0, c.x[3])
	for m := 1; m < 4; m++ {
		c.loadColumn(m, c.x[1])
	}
	Label("first")
	VPORD_BCST(prefix, c.w[0].reg, c.w[0].reg)
	c.firstRounds()
	LEAQ(Mem{Base: oConst, Disp: -tableMiddle}, oKey)
	XORL(oTurns.As32(), oTurns.As32())
	c.middleRounds("rounds")
	c.lastRounds512()
	TESTL(oTurns.As32(), oTurns.As32())
	JNZ(LabelRef("output"))
	final := c.s
	c.addInitialState()
	for i := range c.s {
		VMOVDQU32(c.s[i].reg, saved(i))
	}

	Comment("the next group, or this one again")
	LEAQ(Mem{Base: oSrc, Disp: 64 * lanes}, oFrom)
	CMPQ(oLeft, Imm(1))
	CMOVQEQ(oSrc, oFrom)
	MOVQ(oFrom, oSrc)
	VMOVDQU32(last, c.w[0].reg)
	for i := 1; i < 15; i++ {
		c.w[i].set(0)
	}
	c.w[15].set(8 * 65)
	c.merge(oWindow, c.scratchRegs(), func() {
		for t := range 20 {
			c.round(t, key(t))
			if t >= 4 {
				c.schedule(t - 4)
				for j := range lanes / 4 {
					c.copyShifted((t-4)*lanes/4+j, oFrom, last)
				}
			}
		}
	})
	c.settle()
	LEAQ(Mem{Base: oConst, Disp: 64 - tableMiddle}, oKey)
	INCL(oTurns.As32())
	JMP(LabelRef("rounds"))

	Label("output")
	c.s = final
	c.merge(oWindow, c.scratchRegs(), func() {
		c.note("a..h += the state after the first block")
		for i := range c.s {
			c.do(x86.VPADDD, saved(i), c.s[i].reg, c.s[i].reg)
		}
		c.storeDigests()
	})
	ADDQ(U32(32*lanes), oDst)
	DECQ(oLeft)
	JNZ(LabelRef("group"))
	VZEROUPPER()
	RET()
}

// copyShifted copies piece j of the 4*lanes of a group to the stage. Columns
// 1..3 begin a byte early; with column 3 goes the last byte.
func (c *core) copyShifted(j int, from reg.GPPhysical, last Mem) {
	m, n := j/c.lanes, j%c.lanes
	c.copyPiece(n, Mem{Base: from, Disp: 16*m - min(m, 1)}, Mem{Base: oStage, Disp: m * c.columnBytes()})
	if m == 3 {
		c.copyLast(n, from, last)
	}
}

func movb(args ...Op) (*ir.Instruction, error) { return x86.MOVB(args[0], args[1]) }

// copyLast copies the last byte of message n to the top of its lane at last.
func (c *core) copyLast(n int, from reg.GPPhysical, last Mem) {
	for i := range 4 {
		for q := range c.lanes / 4 {
			if row2(q, i) == n {
				c.do(movb, Mem{Base: from, Disp: 64*n + 63}, reg.AL)
				c.do(movb, reg.AL, last.Offset(4*(4*q+i)+3))
			}
		}
	}
}

const shiftName = "nodesShift512"

// shiftTable is the byte swap that leaves room for one byte at the start.
func shiftTable() {
	GLOBL(shiftName, attr.RODATA|attr.NOPTR)
	for i, b := range []byte{2, 1, 0, 0x80, 6, 5, 4, 3, 10, 9, 8, 7, 14, 13, 12, 11} {
		DATA(i, U8(b))
	}
}
