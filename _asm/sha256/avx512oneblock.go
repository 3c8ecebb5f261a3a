// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// This file makes the one-shot kernels of a single block: digests and short.

var (
	oIn     = reg.RSI // the pointers of the lanes
	oRow    = reg.RAX // a lane's pointer
	oLens   = reg.RBX // the lengths of the lanes
	oLen    = reg.RCX // a lane's length
	oSkip   = reg.R9  // length of the prefix
	oUnskip = reg.R12 // its negative
	oMask   = reg.RDX // a lane's bytes, one bit each
	oOnes   = reg.R10 // all bits set
	oTails  = reg.R11 // row of the table of tails for an empty message
	oStack  = reg.R13 // the stage
)

// digests512 is digests. The first half of every message goes straight to
// registers, the second through the stage.
func digests512() {
	TEXT("digestsAVX512x16", attr.NOSPLIT, sigDigests)
	Pragma("noescape")
	Doc("digestsAVX512x16 is digests with 16 lanes.")
	c := newCore(16)
	scratch(oStage, c.columnBytes())
	Load(Param("dst"), oDst)
	Load(Param("in"), oIn)
	c.base(oConst)
	c.loadMask()
	for i := range 4 {
		dst := c.w[i].reg
		for q := range 4 {
			MOVQ(Mem{Base: oIn, Disp: 8 * row2(q, i)}, oRow)
			x := c.x[2].(reg.Vec).AsX()
			VMOVDQU32(Mem{Base: oRow, Disp: 16}, x)
			VMOVDQU32(x, Mem{Base: oStage, Disp: c.bytes()*i + 16*q})
			if q == 0 {
				VMOVDQU32(Mem{Base: oRow}, dst.(reg.Vec).AsX())
			} else {
				VINSERTI32X4(U8(q), Mem{Base: oRow}, dst, dst)
			}
		}
	}
	c.turn4(c.w[:4], c.x[1])
	c.firstRounds()
	Comment("the second half of the messages")
	for i := range 4 {
		VMOVDQU32(Mem{Base: oStage, Disp: c.bytes() * i}, c.w[4+i].reg)
	}
	c.turn4(c.w[4:8], c.x[1])
	for i := 8; i < 16; i++ {
		c.w[i].set(0)
	}
	c.w[8].set(0x80000000)
	c.w[15].set(8 * 32)
	for t := 4; t < 20; t++ {
		c.round(t, key(t))
		c.schedule(t - 4)
	}
	c.finishBlock(64)
	c.addInitialState()
	c.storeDigests()
	VZEROUPPER()
	RET()
}

// short512 is short. It lays the padded blocks out as rows on the stack: a row
// of the table of tails holds all but the message and the prefix; the message
// is loaded over it under a mask, the prefix is added to the columns.
func short512() {
	TEXT("shortAVX512x16", 0, sigShort)
	Pragma("noescape")
	Doc("shortAVX512x16 is short with 16 lanes.")
	c := newCore(16)
	scratch(oStack, 1024+4*c.columnBytes())
	Load(Param("dst"), oDst)
	Load(Param("in"), oIn)
	Load(Param("lens"), oLens)
	Load(Param("skip"), oSkip)
	c.base(oConst)
	c.loadMask()
	MOVQ(I32(-1), oOnes)
	MOVQ(oSkip, oUnskip)
	NEGQ(oUnskip)
	MOVQ(oSkip, oMask)
	SHLQ(Imm(6), oMask)
	LEAQ(NewDataAddr(Symbol{Name: tailsName, Static: true}, 0), oTails)
	ADDQ(oMask, oTails)
	for l := range 16 {
		c.padRow(l)
	}
	MOVQ(oStack, oSrc)
	LEAQ(Mem{Base: oStack, Disp: 1024}, oStage)
	c.gatherColumn(0)
	c.copyColumns(1)
	for m := 1; m < 4; m++ {
		c.loadColumn(m, c.x[1])
	}
	c.addPrefix()
	c.firstRounds()
	c.finishBlock(0)
	c.addInitialState()
	c.storeDigests()
	VZEROUPPER()
	RET()
}

// addPrefix fills in the prefix, which few messages have in more than the first
// four words. Its words stand, swapped, in the column of the stage that short
// does not use.
func (c *core) addPrefix() {
	Load(Param("prefix"), oRow)
	VMOVDQU32(Mem{Base: oRow}, c.x[0])
	VPSHUFB(c.x[1], c.x[0], c.x[0])
	VMOVDQU32(c.x[0], Mem{Base: oStage})
	for t := range 14 {
		if t == 4 {
			CMPQ(oSkip, Imm(16))
			JLE(LabelRef("prefixed"))
		}
		VPORD_BCST(Mem{Base: oStage, Disp: 4 * t}, c.w[t].reg, c.w[t].reg)
	}
	Label("prefixed")
}

// padRow stores the padded block of lane l, with zeros for the prefix. Bytes
// outside the mask are not read. An empty lane's pointer may be anything, and
// is replaced as even a masked load from nowhere is slow.
func (c *core) padRow(l int) {
	Commentf("row %d: the tail for skip + len, and over it bytes skip..skip+len-1", l)
	row, mask := c.w[l].reg, reg.K1
	MOVQ(Mem{Base: oLens, Disp: 8 * l}, oLen)
	MOVQ(Mem{Base: oIn, Disp: 8 * l}, oRow)
	BZHIQ(oLen, oOnes, oMask)
	SHLXQ(oSkip, oMask, oMask)
	KMOVQ(oMask, mask)
	TESTQ(oLen, oLen)
	CMOVQEQ(oTails, oRow)
	SHLQ(Imm(6), oLen)
	VMOVDQU32(Mem{Base: oTails, Index: oLen, Scale: 1}, row)
	VMOVDQU8(Mem{Base: oRow, Index: oUnskip, Scale: 1}, mask, row)
	VMOVDQU32(row, Mem{Base: oStack, Disp: 64 * l})
}

// shortTable is, for every length 0..55, the block without the message.
func shortTable() {
	GLOBL(tailsName, attr.RODATA|attr.NOPTR)
	for n := range 56 {
		var b [64]byte
		b[n], b[62], b[63] = 0x80, byte(8*n>>8), byte(8*n)
		DATA(64*n, String(b[:]))
	}
}

const tailsName = "shortTails512"
