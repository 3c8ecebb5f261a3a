// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"github.com/mmcloughlin/avo/x86"
)

// This file makes ends: the last blocks of messages, with the padding. For each
// step the blocks of all lanes are laid out in the frame:
//
//	rest >= 64       64 bytes of the message
//	0 <= rest < 64   the rest, 0x80, zeros
//	rest < 0         zeros: the 0x80 stood in the block before, or the lane is done
//
// and the length joins words 14 and 15 of the lanes whose last block it is. Lanes
// that are done go on for nothing, and keep their state.

// General registers by role, beside those of short.
var (
	eSkip   = reg.RAX // bytes of a window of zeros, 0x80, zeros before a lane's tail
	eBefore = reg.R12 // bytes of each message that are absorbed
)

// Mask registers by role.
var (
	kBusy     = reg.K1 // lanes with a message; then those whose message goes on
	kBusyHigh = reg.K2 // its upper half
	kDone     = reg.K3 // lanes that are done
	kLast     = reg.K4 // lanes in their last block
	kRest     = reg.K5 // the bytes that are left of a message, in turn with the next
)

// The frame: a block for each lane, then vectors of 32 or 64 bits for each lane.
type endsFrame struct{ lanes int }

func (f endsFrame) at(vector int) Mem {
	return Mem{Base: oSrc, Disp: 64*f.lanes + 4*f.lanes*vector}
}
func (f endsFrame) block(l int) Mem { return Mem{Base: oSrc, Disp: 64 * l} }
func (f endsFrame) rest() Mem       { return f.at(0) } // bytes that are left
func (f endsFrame) steps() Mem      { return f.at(1) } // blocks that are left
func (f endsFrame) bitsHigh() Mem   { return f.at(2) } // of the whole message
func (f endsFrame) bitsLow() Mem    { return f.at(3) }
func (f endsFrame) from() Mem       { return f.at(4) } // pointers
func (f endsFrame) skips() Mem      { return f.at(6) } // 64 - bytes of this block
func (f endsFrame) masks() Mem      { return f.at(8) } // those bytes, one bit each
func (f endsFrame) size() int       { return f.at(10).Disp }

func ends512() {
	const lanes = 16
	TEXT("ends"+kernelName(lanes), 0, sigEnds)
	Pragma("noescape")
	Doc("endsAVX512x16 is ends with 16 lanes.")
	c, f := newCore(lanes), endsFrame{lanes}
	c.order = laneOrder
	scratch(oSrc, f.size())
	c.openEnds(f)
	c.base(rConst)
	LEAQ(Mem{Base: rConst, Disp: 4*48 - tableMiddle}, rKeyEnd)
	LEAQ(NewDataAddr(Symbol{Name: windowName, Static: true}, 0), oTails)
	Load(Param("st"), rState)
	c.loadState()

	Label("step")
	c.lookAhead(f)
	c.padBlocks(f)
	c.loadMask()
	for m := range 4 {
		for i := range 4 {
			c.gather(4*m+i, i, 16*m, plainRow)
		}
		c.turn4(c.w[4*m:4*m+4], c.x[1])
	}
	Comment("the length, in last blocks")
	VPORD(f.bitsHigh(), c.w[14].reg, kLast, c.w[14].reg)
	VPORD(f.bitsLow(), c.w[15].reg, kLast, c.w[15].reg)
	c.loopRounds("rounds", false)
	c.merge(lastWindow, c.temporaries(false), func() {
		for t := 48; t < 64; t++ {
			c.round(t, key(t))
		}
		c.addStateOfBusy()
	})
	c.stepOn(f)
	JNE(LabelRef("step"))

	c.loadMask()
	Load(Param("dst"), oDst)
	c.region(func() {
		c.turn4(c.s[:4], c.x[1])
		c.turn4(c.s[4:], c.x[1])
	})
	c.compareLeft()
	JCS(LabelRef("few"))
	for l := range lanes {
		c.storeDigest(l, plainRow(l, oDst, 4))
	}
	VZEROUPPER()
	RET()

	Label("few")
	Comment("lanes without a message write to the last row, before its own")
	MOVQ(oLeft, oRow)
	findRows(oRow, oRows)
	for l := lanes - 1; l >= 0; l-- {
		c.storeDigest(l, c.tableRow(l, oDst, 4))
	}
	VZEROUPPER()
	RET()
}

// openEnds fills the frame for the first step.
func (c *core) openEnds(f endsFrame) {
	low, high, len32, ones := c.w[0].reg, c.w[1].reg, c.w[2].reg, c.w[3].reg
	Comment("lanes with a message")
	Load(Param("n"), oLeft)
	MOVL(I32(-1), oMask.As32())
	BZHIL(oLeft.As32(), oMask.As32(), oMask.As32())
	KMOVW(oMask.As32(), kBusy)
	KSHIFTRW(U8(c.lanes/2), kBusy, kBusyHigh)
	Load(Param("lens"), oLens)
	Load(Param("in"), oIn)
	Load(Param("before"), eBefore)

	Comment("their pointers, lengths, and rests, which are negative in other lanes")
	for half, k := range []reg.Register{kBusy, kBusyHigh} {
		VMOVDQU64_Z(Mem{Base: oIn, Disp: c.bytes() * half}, k, c.t[half])
		VMOVDQU64(c.t[half], f.from().Offset(c.bytes()*half))
	}
	VMOVDQU64_Z(Mem{Base: oLens}, kBusy, low)
	VMOVDQU64_Z(Mem{Base: oLens, Disp: c.bytes()}, kBusyHigh, high)
	c.narrow(low, high, len32)
	VPTERNLOGD(U8(0xFF), ones, ones, ones)
	VMOVDQA64(ones, c.t[0])
	VMOVDQA32(len32, kBusy, c.t[0])
	VMOVDQU32(c.t[0], f.rest())
	Comment("blocks = (length + 72) / 64")
	c.broadcast(72, c.t[0])
	VPADDD(c.t[0], len32, len32)
	VPSRLD_Z(U8(6), len32, kBusy, len32)
	VMOVDQU32(len32, f.steps())
	Comment("bits = 8 (before + length)")
	VPBROADCASTQ(eBefore, c.t[0])
	for _, r := range []reg.Register{low, high} {
		VPADDQ(c.t[0], r, r)
		VPSLLQ(U8(3), r, r)
	}
	c.narrow(low, high, len32)
	VMOVDQU32(len32, f.bitsLow())
	VPSRLQ(U8(32), low, low)
	VPSRLQ(U8(32), high, high)
	c.narrow(low, high, len32)
	VMOVDQU32(len32, f.bitsHigh())
}

// narrow takes the lower halves of 64-bit values; low and high are unchanged.
func (c *core) narrow(low, high, dst reg.Register) {
	half := sized(c.t[3], reg.Y0)
	VPMOVQD(low, sized(dst, reg.Y0))
	VPMOVQD(high, half)
	VINSERTI64X4(U8(1), half, dst, dst)
}

// broadcast sets r to v in all lanes.
func (c *core) broadcast(v uint32, r reg.Register) {
	MOVL(U32(v), oMask.As32())
	VPBROADCASTD(oMask.As32(), r)
}

// lookAhead finds what the lanes are to load in this step, and the masks. Pointers
// of lanes with no bytes left may be anything, and are replaced, as even a masked
// load from nowhere takes hundreds of cycles.
func (c *core) lookAhead(f endsFrame) {
	rest, skips, ones, zeros, steps := c.w[0].reg, c.w[1].reg, c.w[2].reg, c.w[3].reg, c.w[4].reg
	Comment("skip = 64 - min(rest, 64), where negative rests count as large ones")
	VMOVDQU32(f.rest(), rest)
	c.broadcast(64, c.t[0])
	VPMINUD(c.t[0], rest, skips)
	VPSUBD(skips, c.t[0], skips)
	Comment("mask = -1 >> skip")
	VPTERNLOGD(U8(0xFF), ones, ones, ones)
	for half := range 2 {
		wide := c.t[half]
		VEXTRACTI64X4(U8(half), skips, sized(c.t[2], reg.Y0))
		VPMOVZXDQ(sized(c.t[2], reg.Y0), wide)
		VMOVDQU64(wide, f.skips().Offset(c.bytes()*half))
		VPSRLVQ(wide, ones, wide)
		VMOVDQU64(wide, f.masks().Offset(c.bytes()*half))
	}
	Comment("lanes that have nothing to load read zeros")
	VPXORD(zeros, zeros, zeros)
	VPCMPD(U8(2), zeros, rest, kDone)
	VPBROADCASTQ(oTails, c.t[0])
	for half := range 2 {
		VMOVDQU64(c.t[0], kDone, f.from().Offset(c.bytes()*half))
		if half == 0 {
			KSHIFTRW(U8(c.lanes/2), kDone, kDone)
		}
	}
	Comment("lanes that are done, and lanes in their last block")
	VMOVDQU32(f.steps(), steps)
	VPCMPD(U8(2), zeros, steps, kDone)
	VPSUBD(ones, zeros, c.t[0])
	VPCMPD(U8(0), c.t[0], steps, kLast)
}

// padBlocks lays out the block of each lane: its tail, and over it the bytes of
// the message. Bytes that the mask leaves out are not read.
func (c *core) padBlocks(f endsFrame) {
	for i := range 4 {
		for q := range c.lanes / 4 {
			l := c.order(q, i)
			block, mask := c.w[l].reg, []reg.Register{kRest, reg.K6, reg.K7}[l%3]
			Commentf("block of lane %d", l)
			MOVQ(f.skips().Offset(8*l), eSkip)
			KMOVQ(f.masks().Offset(8*l), mask)
			VMOVDQU32(Mem{Base: oTails, Index: eSkip, Scale: 1}, block)
			MOVQ(f.from().Offset(8*l), oLens)
			VMOVDQU8(Mem{Base: oLens}, mask, block)
			VMOVDQU32(block, f.block(l))
		}
	}
}

// addStateOfBusy is addState, but lanes that are done keep their state.
func (c *core) addStateOfBusy() {
	c.note("state += a..h in lanes that are not done; a..h = state")
	for i, w := range c.s {
		c.do(x86.VPADDD, c.stateAt(i), w.reg, w.reg)
		c.do(x86.VMOVDQU32, c.stateAt(i), kDone, w.reg)
		c.do(x86.VMOVDQU32, w.reg, c.stateAt(i))
	}
}

// stepOn goes to the next block of every lane, and compares the blocks that are
// left in any with none.
func (c *core) stepOn(f endsFrame) {
	Comment("steps--, rest -= 64, pointers += 64")
	VPTERNLOGD(U8(0xFF), c.t[0], c.t[0], c.t[0])
	VPADDD(f.steps(), c.t[0], c.t[1])
	VMOVDQU32(c.t[1], f.steps())
	VPSLLD(U8(6), c.t[0], c.t[2])
	VPADDD(f.rest(), c.t[2], c.t[2])
	VMOVDQU32(c.t[2], f.rest())
	VPSLLQ(U8(6), c.t[0], c.t[0])
	for half := range 2 {
		VMOVDQU64(f.from().Offset(c.bytes()*half), c.t[2])
		VPSUBQ(c.t[0], c.t[2], c.t[2])
		VMOVDQU64(c.t[2], f.from().Offset(c.bytes()*half))
	}
	VPXORD(c.t[0], c.t[0], c.t[0])
	VPCMPD(U8(6), c.t[0], c.t[1], kBusy)
	KORTESTW(kBusy, kBusy)
}

const windowName = "avx512Window"

// windowTable is 64 zeros, 0x80, zeros: 64 bytes of it from s on have the 0x80 at
// 64-s, or nowhere if s is 0.
func windowTable() {
	GLOBL(windowName, attr.RODATA|attr.NOPTR)
	var b [128]byte
	b[64] = 0x80
	DATA(0, String(b[:64]))
	DATA(64, String(b[64:]))
}
