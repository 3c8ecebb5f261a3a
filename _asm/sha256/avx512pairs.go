// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// pairs512 is pairs. The second block of a message is padding, the same for
// all, so it has no schedule: during its rounds the next group is staged, and
// during the last of them loaded.
func pairs512(lanes int) {
	name := "pairs" + kernelName(lanes)
	TEXT(name, 0, sigPairs)
	Pragma("noescape")
	Doc(fmt.Sprintf("%s is pairs with %d lanes.", name, lanes))
	c := newCore(lanes)
	spare := c.column(4).Offset(8 * c.bytes())
	scratch(oStage, spare.Disp+64*lanes)
	Load(Param("dst"), oDst)
	Load(Param("src"), oSrc)
	Load(Param("n"), oLeft)
	c.openRounds()
	c.firstGroup(func(row rowOf) { c.gatherColumns(row, 0, c.x[1]) }, spare)

	Label("group")
	c.firstRounds()
	turnOf(0)
	c.middleRounds()
	c.nextGroup(spare)
	c.region(func() {
		c.finalRounds()
		for n := range lanes {
			c.copyPiece(n, Mem{Base: oFrom, Disp: 48}, c.column(3))
		}
		c.addInitialState()
		c.saveState()
	})
	c.padding()
	c.output(c.addSaved, c.repeat)
}

// padding is the block that follows 64 bytes. Three turns of 16 rounds copy the
// other three columns, the rounds after them load all four; but in the last
// group these rounds are a fourth turn, and what that copies is never loaded.
func (c *core) padding() {
	for i := range c.w {
		c.w[i].set(0) // as W is in the keys
	}
	XORL(oTurns.As32(), oTurns.As32())
	c.compareLeft()
	SETLS(oTurns.As8L())
	ADDL(Imm(3), oTurns.As32())
	MOVQ(oStage, oTo)
	LEAQ(NewDataAddr(Symbol{Name: paddingName, Static: true}, 0), oKey)
	Label("padding")
	c.region(func() {
		for t := range 16 {
			c.round(t, at(Mem{Base: oKey, Disp: 4 * t}))
			if t < c.lanes {
				c.copyPiece(t, Mem{Base: oFrom}, Mem{Base: oTo})
			}
		}
	})
	ADDQ(Imm(16), oFrom)
	ADDQ(U32(c.column(1).Disp), oTo)
	ADDQ(Imm(64), oKey)
	DECL(oTurns.As32())
	JNZ(LabelRef("padding"))
	c.compareLeft()
	JLS(LabelRef("output"))

	c.region(func() {
		for t := range 16 {
			c.round(t, at(Mem{Base: oKey, Disp: 4 * t}))
			if t%4 == 3 {
				c.loadColumn(t/4, c.x[1])
			}
		}
	})
	for i := range c.w {
		c.w[i].known = false
	}
	Label("output")
}

const paddingName = "avx512Padding"

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
