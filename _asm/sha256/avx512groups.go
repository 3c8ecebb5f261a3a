// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"github.com/mmcloughlin/avo/x86"
)

// This file is what the one-shot kernels do when a group is not full; rows.go has
// the table behind it. Full groups are loaded and stored by code of their own, which
// is as fast as if there were no others.

// rowOf is the row of lane n, for rows of 8*scale bytes from base on.
type rowOf = func(n int, base reg.Register, scale uint8) Mem

// plainRow is a rowOf for a full group.
func plainRow(n int, base reg.Register, scale uint8) Mem {
	return Mem{Base: base, Disp: 8 * int(scale) * n}
}

// tableRow is a rowOf for any group, whose rows oRows points at.
func (c *core) tableRow(n int, base reg.Register, scale uint8) Mem {
	if n == 0 {
		return Mem{Base: base}
	}
	c.do(movbzx, Mem{Base: oRows, Disp: n}, oRow.As32())
	return Mem{Base: base, Index: oRow, Scale: scale}
}

// openRows points oRows at the rows of a group of oLeft messages.
func (c *core) openRows() {
	LEAQ(rowsOf(c.lanes), oRows)
	c.compareLeft()
	c.aside(JCS, "rows", func() {}, func() {
		MOVQ(oLeft, oRow)
		findRows(oRow, oRows)
	})
}

// compareLeft compares the messages still to do with those of a full group.
func (c *core) compareLeft() { CMPQ(oLeft, Imm(uint64(c.lanes))) }

// aside emits f, and behind the end of the function what jump goes to instead.
func (c *core) aside(jump func(Op), label string, f, instead func()) {
	away, back := label+"Few", label+"Full"
	jump(LabelRef(away))
	f()
	Label(back)
	c.asides = append(c.asides, func() {
		Label(away)
		instead()
		JMP(LabelRef(back))
	})
}

// firstGroup loads the first group. If that is not full, it is also the last, whose
// messages are copied to the stage for nothing: they come from spare rows then, as
// all rows are read.
func (c *core) firstGroup(load func(rowOf), spare Mem) {
	c.compareLeft()
	c.aside(JCS, "first", func() { load(plainRow) }, func() {
		MOVQ(oLeft, oRow)
		findRows(oRow, oRows)
		load(c.tableRow)
		LEAQ(spare, oSrc)
	})
}

// nextGroup advances oSrc, or leaves it where it is in the last group, whose
// messages are then copied to the stage for nothing. A group that is not full
// moves to spare rows.
func (c *core) nextGroup(spare Mem) {
	Comment("the next group, or this one again")
	LEAQ(Mem{Base: oSrc, Disp: 64 * c.lanes}, oFrom)
	c.compareLeft()
	CMOVQLS(oSrc, oFrom)
	MOVQ(oFrom, oSrc)
	Comment("0 < messages after this group < lanes, as one comparison")
	LEAQ(Mem{Base: oLeft, Disp: -c.lanes - 1}, oRow)
	CMPQ(oRow, Imm(uint64(c.lanes-1)))
	c.aside(JCS, "next", func() {}, func() {
		INCQ(oRow)
		findRows(oRow, oRows)
		c.copyRows(spare)
		LEAQ(spare, oSrc)
		MOVQ(oSrc, oFrom)
	})
}

// copyRows copies the rows of a group to spare ones.
func (c *core) copyRows(spare Mem) {
	for n := range c.lanes {
		message := c.tableRow(n, oSrc, 8)
		for part := 0; part < 64; part += c.bytes() {
			VMOVDQU32(message.Offset(part), c.t[n%4])
			VMOVDQU32(c.t[n%4], spare.Offset(64*n+part))
		}
	}
}

// output writes the digests of a group, the sums of a..h and what add adds, then
// does what next does, and returns. A group that is not full is the last.
func (c *core) output(add, next func()) {
	final := c.s
	digests := func(row rowOf) {
		c.s = final
		c.region(func() {
			add()
			c.turn4(c.s[:4], c.x[1])
			c.turn4(c.s[4:], c.x[1])
			for n := range c.lanes {
				c.storeDigest(n, row(n, oDst, 4))
			}
		})
	}
	c.compareLeft()
	JCS(LabelRef("few"))
	digests(plainRow)
	next()
	VZEROUPPER()
	RET()

	Label("few")
	digests(c.tableRow)
	VZEROUPPER()
	RET()
	for _, f := range c.asides {
		f()
	}
}

// storeDigest writes digest n, from a..h when they are turned. Extraction to
// memory needs no vector port.
func (c *core) storeDigest(n int, to Mem) {
	i, q := c.placeOf(n)/c.lanes, c.placeOf(n)%c.lanes/4
	for m := range 2 {
		if half := c.s[4*m+i].reg; q == 0 {
			c.do(x86.VMOVDQU32, sized(half, reg.X0), to.Offset(16*m))
		} else {
			c.do(x86.VEXTRACTI32X4, U8(q), half, to.Offset(16*m))
		}
	}
}

// repeat goes on with the next group, if there is one.
func (c *core) repeat() {
	ADDQ(U32(32*c.lanes), oDst)
	SUBQ(Imm(uint64(c.lanes)), oLeft)
	JHI(LabelRef("group"))
}
