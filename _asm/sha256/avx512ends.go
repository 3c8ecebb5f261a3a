// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"github.com/mmcloughlin/avo/x86"
)

// This file makes ends: the last blocks of messages, with the padding. Lanes that
// are done go on for nothing, and keep their state.

var (
	eBefore   = reg.R12 // bytes of each message that are absorbed
	kBusy     = reg.K1  // lanes with a message
	kBusyHigh = reg.K2  // its upper half
	kDone     = reg.K1  // lanes whose message has ended
)

func ends512() {
	const lanes = 16
	TEXT("ends"+kernelName(lanes), 0, sigEnds)
	Pragma("noescape")
	Doc("endsAVX512x16 is ends with 16 lanes.")
	c, f := newCore(lanes), paddedFrame{lanes}
	c.order = laneOrder
	scratch(oSrc, f.other(6).Disp)
	r := rests{rest: f.other(0), steps: f.other(1), high: f.other(2), low: f.other(3), from: f.other(4)}
	c.base(rConst)
	c.openEnds(r)
	Load(Param("st"), rState)
	c.loadState()
	c.firstBlocks(r, f)

	Label("step")
	c.compareSteps(r, atMost, kDone)
	c.stepOn(r)
	c.compareSteps(r, moreThan, kEnd)
	KORTESTW(kEnd, kEnd)
	JEQ(LabelRef("last"))
	c.paddedRounds(r, f, c.addStateOfBusy)
	JMP(LabelRef("step"))

	Label("last")
	LEAQ(Mem{Base: rConst, Disp: 4*48 - tableMiddle}, rKeyEnd)
	c.loopRounds("roundsOfLast", false)
	c.loadMask()
	c.merge(lastWindow, c.temporaries(true), func() {
		for t := 48; t < 64; t++ {
			c.round(t, key(t))
		}
		c.addStateOfBusy()
		c.turn4(c.s[:4], c.x[1])
		c.turn4(c.s[4:], c.x[1])
	})
	c.storeEnds()
}

// storeEnds stores the digests, and returns.
func (c *core) storeEnds() {
	Load(Param("dst"), oDst)
	Load(Param("n"), oLeft)
	c.compareLeft()
	JCS(LabelRef("few"))
	for l := range c.lanes {
		c.storeDigest(l, plainRow(l, oDst, 4))
	}
	VZEROUPPER()
	RET()

	Label("few")
	Comment("lanes without a message write to the last row, before its own")
	MOVQ(oLeft, oRow)
	findRows(oRow, oRows)
	for l := c.lanes - 1; l >= 0; l-- {
		c.storeDigest(l, c.tableRow(l, oDst, 4))
	}
	VZEROUPPER()
	RET()
}

// openEnds fills the frame for the first step.
func (c *core) openEnds(r rests) {
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
		VMOVDQU64(c.t[half], r.from.Offset(c.bytes()*half))
	}
	VMOVDQU64_Z(Mem{Base: oLens}, kBusy, low)
	VMOVDQU64_Z(Mem{Base: oLens, Disp: c.bytes()}, kBusyHigh, high)
	c.narrow(low, high, len32)
	VPTERNLOGD(U8(0xFF), ones, ones, ones)
	VMOVDQA64(ones, c.t[0])
	VMOVDQA32(len32, kBusy, c.t[0])
	VMOVDQU32(c.t[0], r.rest)
	Comment("blocks = (length + 72) / 64")
	c.broadcast(72, c.t[0])
	VPADDD(c.t[0], len32, len32)
	VPSRLD_Z(U8(6), len32, kBusy, len32)
	VMOVDQU32(len32, r.steps)
	Comment("bits = 8 (before + length)")
	VPBROADCASTQ(eBefore, c.t[0])
	for _, r := range []reg.Register{low, high} {
		VPADDQ(c.t[0], r, r)
		VPSLLQ(U8(3), r, r)
	}
	c.narrow(low, high, len32)
	VMOVDQU32(len32, r.low)
	VPSRLQ(U8(32), low, low)
	VPSRLQ(U8(32), high, high)
	c.narrow(low, high, len32)
	VMOVDQU32(len32, r.high)
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

// addStateOfBusy is addState, but lanes that are done keep their state.
func (c *core) addStateOfBusy() {
	c.note("state += a..h in lanes that are not done; a..h = state")
	for i, w := range c.s {
		c.do(x86.VPADDD, c.stateAt(i), w.reg, w.reg)
		c.do(x86.VMOVDQU32, c.stateAt(i), kDone, w.reg)
		c.do(x86.VMOVDQU32, w.reg, c.stateAt(i))
	}
}
