// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func avx512() {
	openTable()
	for _, lanes := range []int{16, 8} {
		blocks512(lanes)
		links512(lanes)
	}
	oneshot512()
}

// kernelName is the kernel of a width, as in the table of kernels.
func kernelName(lanes int) string {
	if lanes == 16 {
		return "AVX512x16"
	}
	return "AVX512VLx8"
}

// General registers by role.
var (
	rState  = reg.RDI // the state
	rInputs = reg.RSI // the pointers of the lanes
	rLeft   = reg.RCX // blocks or links still to do
	rOffset = reg.RDX // of the block to load, from each pointer
	rRow    = reg.RAX // a lane's pointer
	rConst  = reg.R8  // the middle of the constants
	rKey    = reg.R9  // K of round 16i of the loop over i
	rKeyEnd = reg.R10 // where that loop ends
)

// blocks512 is blocks: rounds 0..47 in a loop of 16, rounds 48..63 with the
// rows of the next block loaded into the schedule as its registers fall free.
func blocks512(lanes int) {
	TEXT("blocks"+kernelName(lanes), attr.NOSPLIT, sigBlocks)
	Pragma("noescape")
	Doc(fmt.Sprintf("blocks%s is blocks with %d lanes.", kernelName(lanes), lanes))
	c := newCore(lanes)
	c.base(rConst)
	Load(Param("st"), rState)
	Load(Param("in"), rInputs)
	Load(Param("n"), rLeft)
	LEAQ(Mem{Base: rConst, Disp: 4*48 - tableMiddle}, rKeyEnd)
	XORL(rOffset.As32(), rOffset.As32())
	c.loadState()
	c.load(row)

	Label("block")
	LEAQ(Mem{Base: rConst, Disp: -tableMiddle}, rKey)
	Label("rounds")
	for t := range 16 {
		c.round(t, at(Mem{Base: rKey, Disp: 4 * t}))
		c.schedule(t)
	}
	ADDQ(Imm(64), rKey)
	CMPQ(rKey, rKeyEnd)
	JNE(LabelRef("rounds"))

	ADDQ(Imm(64), rOffset)
	c.lastRounds()
	c.addState()
	DECQ(rLeft)
	JZ(LabelRef("done"))
	if lanes == 16 {
		c.turn()
	} else {
		c.load(row)
	}
	JMP(LabelRef("block"))

	Label("done")
	VZEROUPPER()
	RET()
}

// lastRounds is rounds 48..63. After each four rounds four registers of the
// schedule are free, and unless this was the last block they take four rows.
func (c *core) lastRounds() {
	for t := 48; t < 64; t++ {
		c.round(t, key(t))
		if m := (t - 48) / 4; t%4 == 3 && c.lanes == 16 {
			skip := fmt.Sprintf("last%d", m)
			CMPQ(rLeft, Imm(1))
			JEQ(LabelRef(skip))
			if m == 0 {
				c.loadMask()
			}
			c.loadRows(m, row)
			Label(skip)
		}
	}
}

// row is the row of lane l, at rOffset from its pointer.
func row(l int) Mem {
	MOVQ(Mem{Base: rInputs, Disp: 8 * l}, rRow)
	return Mem{Base: rRow, Index: rOffset, Scale: 1}
}

// stateAt is the place of working variable i in the caller's state.
func (c *core) stateAt(i int) Mem {
	return Mem{Base: rState, Disp: c.bytes() * i}
}

// loadState loads a..h.
func (c *core) loadState() {
	for i, w := range c.s {
		VMOVDQU32(c.stateAt(i), w.reg)
	}
}

// addState adds the state to a..h and stores both as the new state.
func (c *core) addState() {
	Comment("state += a..h; a..h = state")
	for i, w := range c.s {
		VPADDD(c.stateAt(i), w.reg, w.reg)
		VMOVDQU32(w.reg, c.stateAt(i))
	}
}

// links512 is links: each link is one block whose words 8..15 are constants, so
// most of W[16..31] folds, as do the first rounds from the constant state.
func links512(lanes int) {
	TEXT("links"+kernelName(lanes), attr.NOSPLIT, sigLinks)
	Pragma("noescape")
	Doc(fmt.Sprintf("links%s is links with %d lanes.", kernelName(lanes), lanes))
	c := newCore(lanes)
	c.base(rConst)
	Load(Param("st"), rState)
	Load(Param("n"), rLeft)
	for i := range c.s {
		VMOVDQU32(c.stateAt(i), c.w[i].reg)
	}

	Label("link")
	for i, v := range iv256 {
		c.s[i].set(v)
	}
	for i := 8; i < 16; i++ {
		c.w[i].set(0)
	}
	c.w[8].set(0x80000000)
	c.w[15].set(8 * 32)
	for t := range 64 {
		c.round(t, key(t))
		if t < 48 {
			c.schedule(t)
		}
	}
	Comment("the digest is the next message")
	for i, v := range iv256 {
		c.w[i] = c.sum(c.w[i].reg, constant(v), c.s[i])
	}
	DECQ(rLeft)
	JNZ(LabelRef("link"))
	for i := range c.s {
		VMOVDQU32(c.w[i].reg, c.stateAt(i))
	}
	VZEROUPPER()
	RET()
}
