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
	scratch(oStage, c.column(4).Disp+8*c.bytes())
	Load(Param("dst"), oDst)
	Load(Param("src"), oSrc)
	Load(Param("groups"), oLeft)
	c.openRounds()
	for m := range 4 {
		c.gatherColumn(m, 16*m, c.x[1])
	}

	Label("group")
	c.firstRounds()
	turnOf(0)
	c.middleRounds()
	c.nextGroup()
	c.region(func() {
		c.finalRounds()
		for n := range lanes {
			c.copyPiece(n, Mem{Base: oFrom, Disp: 48}, c.column(3))
		}
		c.addInitialState()
		c.saveState()
	})
	c.padding()
	c.region(func() {
		c.addSaved()
		c.storeDigests()
	})
	ADDQ(U32(32*lanes), oDst)
	DECQ(oLeft)
	JNZ(LabelRef("group"))
	VZEROUPPER()
	RET()
}

// padding is the block that follows 64 bytes. Three turns of 16 rounds copy the
// other three columns, the rounds after them load all four; but in the last
// group these rounds are a fourth turn, and what that copies is never loaded.
func (c *core) padding() {
	for i := range c.w {
		c.w[i].set(0) // as W is in the keys
	}
	XORL(oTurns.As32(), oTurns.As32())
	CMPQ(oLeft, Imm(1))
	SETEQ(oTurns.As8L())
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
	CMPQ(oLeft, Imm(1))
	JEQ(LabelRef("output"))

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
