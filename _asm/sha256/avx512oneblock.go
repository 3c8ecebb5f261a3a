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

// General registers by role, beside those of all one-shot kernels.
var (
	oIn     = reg.R9  // the pointers of the lanes
	oBody   = reg.RAX // a lane's pointer
	oLens   = reg.RBX // the lengths of the lanes
	oLen    = reg.RCX // a lane's length; before, the number of messages
	oMask   = reg.RDX // the bytes of a lane's message, one bit each
	oOnes   = reg.R10 // all bits set
	oTails  = reg.R11 // the block of an empty message, in the table of tails
	oSkip   = reg.R12 // length of the prefix
	oUnskip = reg.RDI // its negative; at the end, the place of the digests
)

// digests512 is digests. All is read before anything is written.
func digests512() {
	TEXT("digestsAVX512x16", attr.NOSPLIT, sigDigests)
	Pragma("noescape")
	Doc("digestsAVX512x16 is digests with 16 lanes.")
	c := newCore(16)
	Load(Param("in"), oIn)
	Load(Param("n"), oLeft)
	c.openRounds()
	c.openRows()
	for i := range 4 {
		for q := range 4 {
			MOVQ(c.tableRow(messageOf(q, i), oIn, 1), oBody)
			c.insert(i, q, Mem{Base: oBody})
			c.insert(4+i, q, Mem{Base: oBody, Disp: 16})
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
	c.region(func() {
		for t := 4; t < 20; t++ {
			c.round(t, key(t))
			c.schedule(t - 4)
		}
	})
	turnOf(1)
	c.onlyBlock()
}

// onlyBlock is the rest of a block after which nothing follows.
func (c *core) onlyBlock() {
	c.middleRounds()
	c.region(c.finalRounds)
	Load(Param("dst"), oDst)
	Load(Param("n"), oLeft)
	c.output(c.addInitialState, func() {})
}

// short512 is short. The padded blocks are laid out in the frame, the columns
// loaded from there, and the prefix, which the blocks leave out, comes last.
func short512() {
	TEXT("shortAVX512x16", 0, sigShort)
	Pragma("noescape")
	Doc("shortAVX512x16 is short with 16 lanes.")
	c := newCore(16)
	blocks := oSrc
	prefix := Mem{Base: blocks, Disp: 16 * 64}
	scratch(blocks, prefix.Disp+64)
	Load(Param("in"), oIn)
	Load(Param("lens"), oLens)
	Load(Param("skip"), oSkip)
	Load(Param("n"), oLeft)
	c.openRounds()
	c.openRows()
	c.swapPrefix(prefix)
	openTails()
	for i := range 4 {
		for q := range 4 {
			c.padBlock(messageOf(q, i), Mem{Base: blocks})
		}
		c.gather(i, i, 0, plainRow) // at once, as the first column is what the rounds wait for
	}
	c.turn4(c.w[:4], c.x[1])
	c.addPrefix(prefix, 0, 4)
	for m := 1; m < 4; m++ {
		for i := range 4 {
			c.gather(4*m+i, i, 16*m, plainRow)
		}
		c.turn4(c.w[4*m:4*m+4], c.x[1])
	}
	c.firstRounds()
	CMPQ(oSkip, Imm(16))
	JLE(LabelRef("prefixed"))
	c.addPrefix(prefix, 4, 14)
	Label("prefixed")
	LEAQ(Mem{Base: oConst, Disp: 4*48 - tableMiddle}, oKeyEnd) // again, as it was oOnes
	turnOf(0)
	c.onlyBlock()
}

// swapPrefix leaves the words of the prefix at to.
func (c *core) swapPrefix(to Mem) {
	Comment("the words of the prefix")
	Load(Param("prefix"), oBody)
	VMOVDQU32(Mem{Base: oBody}, c.x[0])
	VPSHUFB(c.x[1], c.x[0], c.x[0])
	VMOVDQU32(c.x[0], to)
}

// addPrefix fills in W[from..to-1].
func (c *core) addPrefix(prefix Mem, from, to int) {
	Comment("fill in the prefix")
	for t := from; t < to; t++ {
		VPORD_BCST(prefix.Offset(4*t), c.w[t].reg, c.w[t].reg)
	}
}

// openTails sets the registers for padBlock.
func openTails() {
	MOVQ(oSkip, oUnskip)
	NEGQ(oUnskip)
	MOVQ(I32(-1), oOnes)
	MOVQ(oSkip, oMask)
	SHLQ(Imm(6), oMask)
	LEAQ(NewDataAddr(Symbol{Name: tailsName, Static: true}, 0), oTails)
	ADDQ(oMask, oTails)
}

// padBlock lays out the block of lane l: the tail, and over it, at skip, the
// message. Bytes that the mask leaves out are not read. The pointer of an empty
// message may be anything, and is replaced, as even a masked load from nowhere
// takes hundreds of cycles.
func (c *core) padBlock(l int, blocks Mem) {
	Commentf("block %d = tail of skip + len, and over it the len bytes at skip", l)
	block, mask := c.w[l].reg, reg.K1
	row := c.tableRow(l, oLens, 1)
	MOVQ(row, oLen)
	row.Base = oIn
	MOVQ(row, oBody)
	BZHIQ(oLen, oOnes, oMask)
	SHLXQ(oSkip, oMask, oMask)
	KMOVQ(oMask, mask)
	TESTQ(oLen, oLen)
	CMOVQEQ(oTails, oBody)
	SHLQ(Imm(6), oLen)
	VMOVDQU32(Mem{Base: oTails, Index: oLen, Scale: 1}, block)
	VMOVDQU8(Mem{Base: oBody, Index: oUnskip, Scale: 1}, mask, block)
	VMOVDQU32(block, blocks.Offset(64*l))
}

const tailsName = "avx512Tails"

// tailsTable is, for each length 0..55, the block without the message.
func tailsTable() {
	GLOBL(tailsName, attr.RODATA|attr.NOPTR)
	for n := range 56 {
		var b [64]byte
		b[n], b[62], b[63] = 0x80, byte(8*n>>8), byte(8*n)
		DATA(64*n, String(b[:]))
	}
}
