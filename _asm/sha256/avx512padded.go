// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"github.com/mmcloughlin/avo/x86"
)

// This file is what ends and messages share: steps in which each lane has as much
// of a message as is left. The blocks of all lanes are laid out in the frame:
//
//	rest >= 64       64 bytes of the message
//	0 <= rest < 64   the rest, 0x80, zeros
//	rest < 0         zeros: the 0x80 stood in the block before, or the lane is idle
//
// and the length joins words 14 and 15 of the lanes whose last block it is. That is
// done for the next step while the rounds of this one run, so that a step costs
// little more than one of blocks.

// Mask registers by role.
var (
	kEnd  = reg.K2 // lanes whose message ends in this step
	kLast = reg.K3 // lanes whose message ends in the next
	kIdle = reg.K4 // lanes that have nothing to load in the next

	kRests = [3]reg.Register{reg.K5, reg.K6, reg.K7} // the bytes that a lane loads, in turn
)

// General registers of padLane, in turn.
var (
	skipRegs = [2]reg.Register{reg.RAX, reg.R9}
	fromRegs = [2]reg.Register{reg.RBX, reg.R10}
)

// rests is where the lanes stand: places of vectors of 32 or 64 bits for each.
type rests struct {
	rest  Mem // bytes of the message that are left
	steps Mem // blocks that are left
	high  Mem // bits of the whole message
	low   Mem
	from  Mem // pointers to the rest
}

// paddedFrame is a block for each lane, and what padLane needs to make it.
type paddedFrame struct{ lanes int }

func (f paddedFrame) block(l int) Mem { return Mem{Base: oSrc, Disp: 64 * l} }
func (f paddedFrame) vector(n int) Mem {
	return Mem{Base: oSrc, Disp: 64*f.lanes + 4*f.lanes*n}
}
func (f paddedFrame) from() Mem  { return f.vector(0) } // where to load
func (f paddedFrame) skips() Mem { return f.vector(2) } // 64 - bytes to load
func (f paddedFrame) masks() Mem { return f.vector(4) } // those bytes, one bit each

// other is the place of vector n of what a kernel keeps in the frame beside.
func (f paddedFrame) other(n int) Mem { return f.vector(6 + n) }

// firstBlocks loads the first blocks.
func (c *core) firstBlocks(r rests, f paddedFrame) {
	LEAQ(NewDataAddr(Symbol{Name: windowName, Static: true}, 0), oTails)
	c.findBlocks(r, f)
	c.loadMask()
	for l := range c.lanes {
		c.padLane(f, l)
	}
	for q := range 4 {
		c.gatherQuarter(q)
	}
	c.addLengths(r)
}

// paddedRounds is the rounds of a step, which load the next blocks.
func (c *core) paddedRounds(r rests, f paddedFrame, addState func()) {
	LEAQ(Mem{Base: rConst, Disp: 4*32 - tableMiddle}, rKeyEnd)
	c.loopRounds("rounds", false)
	c.findBlocks(r, f)
	c.merge(roundWindow, c.temporaries(false), func() {
		for t := 32; t < 48; t++ {
			c.round(t, key(t))
			c.schedule(t)
			c.padLane(f, t-32)
		}
	})
	c.loadMask()
	c.merge(lastWindow, c.temporaries(true), func() {
		for t := 48; t < 64; t++ {
			c.round(t, key(t))
			if t%4 == 3 {
				c.gatherQuarter((t - 48) / 4)
			}
		}
		addState()
	})
	c.addLengths(r)
}

// stepOn goes to the next block of every lane.
func (c *core) stepOn(r rests) {
	Comment("steps--, rest -= 64, pointers += 64")
	VPBROADCASTD(constantAt(c.k, 0xFFFFFFFF), c.t[0])
	VPADDD(r.steps, c.t[0], c.t[1])
	VMOVDQU32(c.t[1], r.steps)
	VPSLLD(U8(6), c.t[0], c.t[1])
	VPADDD(r.rest, c.t[1], c.t[1])
	VMOVDQU32(c.t[1], r.rest)
	VPSLLQ(U8(6), c.t[0], c.t[0])
	for half := range 2 {
		from := r.from.Offset(c.bytes() * half)
		VMOVDQU64(from, c.t[1])
		VPSUBQ(c.t[0], c.t[1], c.t[1])
		VMOVDQU64(c.t[1], from)
	}
}

// Comparisons, as VPCMPD numbers them.
const (
	equalTo  = U8(0)
	atMost   = U8(2)
	moreThan = U8(6)
)

// compareSteps compares the blocks that are left in each lane with none.
func (c *core) compareSteps(r rests, how U8, k reg.Register) {
	VPXORD(c.t[0], c.t[0], c.t[0])
	VMOVDQU32(r.steps, c.t[1])
	VPCMPD(how, c.t[0], c.t[1], k)
}

// findBlocks finds what the lanes load next. Pointers of lanes with no bytes left
// may be anything, and are replaced, as even a masked load from nowhere takes
// hundreds of cycles.
func (c *core) findBlocks(r rests, f paddedFrame) {
	rest, skips, ones, zeros, wide, quarter := c.x[0], c.t[0], c.x[1], c.x[2], c.t[1], c.t[2]
	c.note("skip = 64 - min(rest, 64), where negative rests count as large ones; mask = -1 >> skip")
	c.do(x86.VMOVDQU32, r.rest, rest)
	c.do(x86.VPBROADCASTD, constantAt(c.k, 64), wide)
	c.do(x86.VPMINUD, wide, rest, skips)
	c.do(x86.VPSUBD, skips, wide, skips)
	c.do(x86.VPBROADCASTD, constantAt(c.k, 0xFFFFFFFF), ones)
	for half := range 2 {
		c.do(x86.VEXTRACTI64X4, U8(half), skips, sized(quarter, reg.Y0))
		c.do(x86.VPMOVZXDQ, sized(quarter, reg.Y0), wide)
		c.do(x86.VMOVDQU64, wide, f.skips().Offset(c.bytes()*half))
		c.do(x86.VPSRLVQ, wide, ones, wide)
		c.do(x86.VMOVDQU64, wide, f.masks().Offset(c.bytes()*half))
	}
	c.note("lanes that have nothing to load read zeros")
	c.do(x86.VPBROADCASTD, constantAt(c.k, 0), zeros)
	c.do(x86.VPCMPD, atMost, zeros, rest, kIdle)
	for half := range 2 {
		c.do(x86.VMOVDQU64, r.from.Offset(c.bytes()*half), wide)
		c.do(x86.VPBROADCASTQ, oTails, kIdle, wide)
		c.do(x86.VMOVDQU64, wide, f.from().Offset(c.bytes()*half))
		if half == 0 {
			c.do(kshiftrw, U8(c.lanes/2), kIdle, kIdle)
		}
	}
	c.note("lanes in their last block")
	c.do(x86.VMOVDQU32, r.steps, rest)
	c.do(x86.VPBROADCASTD, constantAt(c.k, 1), wide)
	c.do(x86.VPCMPD, equalTo, wide, rest, kLast)
}

// padLane lays out the block of lane l: its tail, and over it the bytes of the
// message. Bytes that the mask leaves out are not read.
func (c *core) padLane(f paddedFrame, l int) {
	block, mask := c.t[l%4], kRests[l%3]
	skip, from := skipRegs[l%2], fromRegs[l%2]
	c.note(fmt.Sprintf("block of lane %d", l))
	c.do(movq, f.skips().Offset(8*l), skip)
	c.do(kmovq, f.masks().Offset(8*l), mask)
	c.do(movq, f.from().Offset(8*l), from)
	c.do(x86.VMOVDQU32, Mem{Base: oTails, Index: skip, Scale: 1}, block)
	c.do(x86.VMOVDQU8, Mem{Base: from}, mask, block)
	c.do(x86.VMOVDQU32, block, f.block(l))
}

// gatherQuarter loads w[4q..4q+3] from the blocks.
func (c *core) gatherQuarter(q int) {
	for i := range 4 {
		c.gather(4*q+i, i, 16*q, plainRow)
	}
	c.turn4(c.w[4*q:4*q+4], c.x[1])
}

// addLengths joins the lengths to words 14 and 15 of last blocks.
func (c *core) addLengths(r rests) {
	Comment("the length, in last blocks")
	VPORD(r.high, c.w[14].reg, kLast, c.w[14].reg)
	VPORD(r.low, c.w[15].reg, kLast, c.w[15].reg)
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
