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
	oIn     = reg.R9  // the pointers of the lanes
	oRow    = reg.RAX // a lane's pointer
	oLens   = reg.RBX // the lengths of the lanes
	oLen    = reg.RCX // a lane's length
	oSkip   = reg.R12 // length of the prefix
	oUnskip = reg.R13 // its negative
	oMask   = reg.RDX // a lane's bytes, one bit each
	oOnes   = reg.R10 // all bits set
	oTails  = reg.R11 // row of the table of tails for an empty message
	oStack  = reg.RSI // the padded blocks, the prefix; as oSrc
)

// digests512 is digests.
func digests512() {
	TEXT("digestsAVX512x16", attr.NOSPLIT, sigDigests)
	Pragma("noescape")
	Doc("digestsAVX512x16 is digests with 16 lanes.")
	c := newCore(16)
	Load(Param("dst"), oDst)
	Load(Param("in"), oIn)
	c.base(oConst)
	c.loadMask()
	for i := range 4 {
		for q := range 4 {
			c.digestRow(q, i)
		}
	}
	c.turn4(c.w[:4], c.x[1])
	c.firstRounds()
	c.turn4(c.w[4:8], c.x[1])
	for i := 8; i < 16; i++ {
		c.w[i].set(0)
	}
	c.w[8].set(0x80000000)
	c.w[15].set(8 * 32)
	c.merge(oWindow, c.scratchRegs(), func() {
		for t := 4; t < 20; t++ {
			c.round(t, key(t))
			c.schedule(t - 4)
		}
	})
	c.finishBlock(64)
	c.addInitialState()
	c.storeDigests()
	VZEROUPPER()
	RET()
}

// digestRow loads the two pieces of message (q, i).
func (c *core) digestRow(q, i int) {
	MOVQ(Mem{Base: oIn, Disp: 8 * row2(q, i)}, oRow)
	for m := range 2 {
		piece, dst := Mem{Base: oRow, Disp: 16 * m}, c.w[4*m+i].reg
		if q == 0 {
			VMOVDQU32(piece, dst.(reg.Vec).AsX())
		} else {
			VINSERTI32X4(U8(q), piece, dst, dst)
		}
	}
}

// short512 is short. It lays the padded blocks out as rows on the stack: a row
// of the table of tails holds all but the message and the prefix; the message
// is loaded over it under a mask, the prefix is added to the columns.
func short512() {
	TEXT("shortAVX512x16", 0, sigShort)
	Pragma("noescape")
	Doc("shortAVX512x16 is short with 16 lanes.")
	c := newCore(16)
	scratch(oStack, 1024+64)
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
	c.loadPrefix()
	for i := range 4 {
		for q := range 4 {
			c.padRow(row2(q, i))
		}
		c.gather(i, i, 0)
	}
	c.turn4(c.w[:4], c.x[1])
	c.addPrefix(0, 4)
	for m := 1; m < 4; m++ {
		c.gatherColumn(m, 16*m, c.x[1])
	}
	c.firstRounds()
	CMPQ(oSkip, Imm(16))
	JLE(LabelRef("prefixed"))
	c.addPrefix(4, 14)
	Label("prefixed")
	c.finishBlock(0)
	c.addInitialState()
	c.storeDigests()
	VZEROUPPER()
	RET()
}

// loadPrefix puts the words of the prefix, swapped, on the stack.
func (c *core) loadPrefix() {
	Load(Param("prefix"), oRow)
	VMOVDQU32(Mem{Base: oRow}, c.x[0])
	VPSHUFB(c.x[1], c.x[0], c.x[0])
	VMOVDQU32(c.x[0], Mem{Base: oStack, Disp: 1024})
}

// addPrefix fills in the prefix in W[from..to-1].
func (c *core) addPrefix(from, to int) {
	for t := from; t < to; t++ {
		VPORD_BCST(Mem{Base: oStack, Disp: 1024 + 4*t}, c.w[t].reg, c.w[t].reg)
	}
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
