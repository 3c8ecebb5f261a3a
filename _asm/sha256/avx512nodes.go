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

// nodes512 is nodes. The prefix moves the message by one byte: columns 1..3 are
// taken from one byte earlier, and the byte swap of column 0 makes room for the
// prefix. The last byte of every message is collected apart, for the second
// block. That has just one word which differs between lanes, so much of its
// schedule folds, until it joins the loop of the first block.
func nodes512(lanes int) {
	name := "nodes" + kernelName(lanes)
	TEXT(name, 0, sigNodes)
	Pragma("noescape")
	Doc(fmt.Sprintf("%s is nodes with %d lanes.", name, lanes))
	c := newCore(lanes)
	last := c.column(4).Offset(8 * c.bytes())
	prefix := last.Offset(c.bytes())
	spare := prefix.Offset(64)
	scratch(oStage, spare.Disp+64*lanes)
	Load(Param("dst"), oDst)
	Load(Param("src"), oSrc)
	Load(Param("n"), oLeft)
	Load(Param("prefix"), reg.EAX)
	SHLL(Imm(24), reg.EAX)
	MOVL(reg.EAX, prefix)
	c.openRounds()
	c.openShifted(last, spare)
	JMP(LabelRef("first"))

	Label("group")
	c.loadColumn(0, c.x[3])
	for m := 1; m < 4; m++ {
		c.loadColumn(m, c.x[1])
	}
	Label("first")
	VPORD_BCST(prefix, c.w[0].reg, c.w[0].reg)
	c.firstRounds()
	turnOf(0)
	XORL(oTurns.As32(), oTurns.As32())
	c.middleRounds()
	c.region(c.finalRounds)
	TESTL(oTurns.As32(), oTurns.As32())
	JNZ(LabelRef("output"))
	final := c.s
	c.secondBlock(last, spare)
	JMP(LabelRef("rounds"))

	Label("output")
	c.s = final
	c.output(c.addSaved, c.repeat)
}

// openShifted loads the first group and begins the words at last: the last byte
// of the message, 0x80, 0, 0.
func (c *core) openShifted(last, spare Mem) {
	VBROADCASTI32X4(NewDataAddr(Symbol{Name: shiftName, Static: true}, 0), c.x[3])
	VPBROADCASTD(constantAt(c.k, 0x00800000), c.x[0])
	VMOVDQU32(c.x[0], last)
	c.firstGroup(func(row rowOf) {
		c.gatherColumns(row, 1, c.x[3])
		for n := range c.lanes {
			c.copyLast(n, row(n, oSrc, 8), last)
		}
	}, spare)
}

// secondBlock ends the first block, and is rounds 0..19 of the second, with the
// next group staged meanwhile.
func (c *core) secondBlock(last, spare Mem) {
	c.region(func() {
		c.addInitialState()
		c.saveState()
	})
	c.nextGroup(spare)
	VMOVDQU32(last, c.w[0].reg)
	for i := 1; i < 15; i++ {
		c.w[i].set(0)
	}
	c.w[15].set(8 * 65)
	c.region(func() {
		for t := range 20 {
			c.round(t, key(t))
			if t < 4 {
				continue
			}
			c.schedule(t - 4)
			for j := range c.lanes / 4 {
				c.copyShifted((t-4)*c.lanes/4+j, last)
			}
		}
	})
	for i, w := range c.w { // what is still constant
		if w.known {
			VPBROADCASTD(constantAt(c.k, w.c), w.reg)
			c.w[i].known = false
		}
	}
	turnOf(1)
	INCL(oTurns.As32())
}

// copyShifted copies piece j of the 4*lanes of a group, and with pieces of
// column 3 the last byte.
func (c *core) copyShifted(j int, last Mem) {
	m, n := j/c.lanes, j%c.lanes
	c.copyPiece(n, Mem{Base: oFrom, Disp: 16*m - min(m, 1)}, c.column(m))
	if m == 3 {
		c.copyLast(n, plainRow(n, oFrom, 8), last)
	}
}

// copyLast copies the last byte of message n to the top of its lane at last.
func (c *core) copyLast(n int, message, last Mem) {
	i, q := c.placeOf(n)/c.lanes, c.placeOf(n)%c.lanes/4
	c.do(movbzx, message.Offset(63), reg.EAX)
	c.do(movb, reg.AL, last.Offset(4*(4*q+i)+3))
}

// movb and movbzx are constructors as do wants them.
func movb(args ...Op) (*ir.Instruction, error)   { return x86.MOVB(args[0], args[1]) }
func movbzx(args ...Op) (*ir.Instruction, error) { return x86.MOVBLZX(args[0], args[1]) }

const shiftName = "avx512Shift"

// shiftTable is the byte swap that makes room for one byte at the start.
func shiftTable() {
	GLOBL(shiftName, attr.RODATA|attr.NOPTR)
	const zero = 0x80
	for i, b := range []byte{2, 1, 0, zero, 6, 5, 4, 3, 10, 9, 8, 7, 14, 13, 12, 11} {
		DATA(i, U8(b))
	}
}
