// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"slices"

	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"github.com/mmcloughlin/avo/x86"
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
	rConst  = reg.R8  // the middle of the constants
	rKey    = reg.R9  // K of round 16i of the loop over i
	rKeyEnd = reg.R10 // where that loop ends
	rStage  = reg.R11 // pieces of the next block, then pointers
	rFrom   = reg.RBX // the pointer of the lane to stage next
	rTo     = reg.R12 // its place in the stage
	rLane   = reg.RAX // its value

	// Pointers of lanes in load, in turn: more than one, to be able to reorder.
	rRows = []reg.Register{reg.RAX, reg.R13, reg.RBX, reg.R12}
)

// How far merge looks ahead, by measurement.
const (
	loadWindow  = 20
	roundWindow = 20
	lastWindow  = 30
	linkWindow  = 30
)

// prefetched is how many blocks before it is loaded a block is fetched. It takes
// a quarter off the time of batches that are not in the cache, where the short
// rows of many lanes in one page are no pattern to the hardware, and costs
// nothing in those that are. A prefetch past the end of a lane is no access.
const prefetched = 2

// The stage holds the next block of 16 lanes in pieces: piece q of lane l at
// 256q + 16*slot(l). A row of 64 bytes then holds the lanes k, k+4, k+8, k+12,
// and four rows are what quads makes four words of: the copies, which need no
// vector port, have done all the rest. The pointers follow in order of slots.
const (
	stagePieces   = 1024
	stagePointers = 16 * 8
)

// laneOf is the lane in a slot: slots 4k..4k+3 are one row.
func laneOf(slot int) int { return 4*(slot%4) + slot/4 }

// blocks512 is blocks. Rounds 0..47 are a loop of 16, which with 16 lanes also
// stages the next block; rounds 48..63 load it into the schedule, as registers
// fall free, or are the last.
func blocks512(lanes int) {
	TEXT("blocks"+kernelName(lanes), attr.NOPTR, sigBlocks)
	Pragma("noescape")
	Doc(fmt.Sprintf("blocks%s is blocks with %d lanes.", kernelName(lanes), lanes))
	c := newCore(lanes)
	Load(Param("st"), rState)
	Load(Param("in"), rInputs)
	Load(Param("n"), rLeft)
	c.base(rConst)
	LEAQ(Mem{Base: rConst, Disp: 4*48 - tableMiddle}, rKeyEnd)
	XORL(rOffset.As32(), rOffset.As32())
	c.loadMask()
	c.merge(loadWindow, c.temporaries(true), func() {
		c.loadState()
		c.load(c.row)
	})
	if lanes == 16 {
		openStage()
	}

	Label("block")
	if lanes == 16 {
		startStage()
	} else {
		ADDQ(Imm(64), rOffset)
	}
	c.loopRounds()
	DECQ(rLeft)
	JZ(LabelRef("last"))
	c.loadMask()
	c.lastRounds(true)
	JMP(LabelRef("block"))

	Label("last")
	c.lastRounds(false)
	VZEROUPPER()
	RET()
}

// temporaries returns what merge may use; x[1] is the mask while loading.
func (c *core) temporaries(loading bool) []reg.Register {
	if loading {
		return slices.Concat(c.t[:], c.x[:1], c.x[2:])
	}
	return slices.Concat(c.t[:], c.x[:])
}

// openStage finds an aligned stage and puts the pointers there, if any block
// will be staged.
func openStage() {
	frame := AllocLocal(stagePieces + stagePointers + 64)
	LEAQ(frame.Offset(63), rStage)
	ANDQ(I8(-64), rStage)
	CMPQ(rLeft, Imm(1))
	JEQ(LabelRef("block"))
	Comment("pointers in the order of the stage")
	for slot := range 16 {
		MOVQ(Mem{Base: rInputs, Disp: 8 * laneOf(slot)}, rLane)
		MOVQ(rLane, Mem{Base: rStage, Disp: stagePieces + 8*slot})
		for i := range prefetched {
			PREFETCHT0(Mem{Base: rLane, Disp: 64 * (i + 1)})
		}
	}
	LEAQ(Mem{Base: rStage, Disp: stagePieces}, rInputs)
}

// startStage goes to the next block, but stays on the last: it is staged again,
// for nothing, as that costs less than a branch and must not read beyond.
func startStage() {
	LEAQ(Mem{Base: rOffset, Disp: 64}, rLane)
	CMPQ(rLeft, Imm(1))
	CMOVQNE(rLane, rOffset)
	MOVQ(rInputs, rFrom)
	MOVQ(rStage, rTo)
}

// loopRounds is rounds 0..47, 16 a turn. A turn stages six lanes and the next
// turn begins with the last of them, as 16 is not three times any number.
func (c *core) loopRounds() {
	LEAQ(Mem{Base: rConst, Disp: -tableMiddle}, rKey)
	Label("rounds")
	c.merge(roundWindow, c.temporaries(false), func() {
		for t := range 16 {
			c.round(t, at(Mem{Base: rKey, Disp: 4 * t}))
			if c.lanes == 16 && t%2 == 0 && t < 12 {
				c.stageLane(t / 2)
			}
			c.schedule(t)
		}
	})
	if c.lanes == 16 {
		ADDQ(Imm(5*8), rFrom)
		ADDQ(Imm(5*16), rTo)
	}
	ADDQ(Imm(64), rKey)
	CMPQ(rKey, rKeyEnd)
	JNE(LabelRef("rounds"))
}

// stageLane copies the block of a lane, the i-th from here, to the stage.
func (c *core) stageLane(i int) {
	c.note("stage four pieces of a lane")
	c.do(movq, Mem{Base: rFrom, Disp: 8 * i}, rLane)
	c.do(prefetch, Mem{Base: rLane, Index: rOffset, Scale: 1, Disp: 64 * prefetched})
	for q := range 4 {
		x := sized(c.t[q], reg.X0)
		c.do(x86.VMOVDQU32, Mem{Base: rLane, Index: rOffset, Scale: 1, Disp: 16 * q}, x)
		c.do(x86.VMOVDQU32, x, Mem{Base: rTo, Disp: 256*q + 16*i})
	}
}

// lastRounds is rounds 48..63 and the new state. After each four rounds four
// registers of the schedule are free for the next block.
func (c *core) lastRounds(more bool) {
	c.merge(lastWindow, c.temporaries(more), func() {
		for t := 48; t < 64; t++ {
			c.round(t, key(t))
			if more && t%4 == 3 {
				c.next((t - 48) / 4)
			}
		}
		c.addState()
	})
}

// next loads w[4q..4q+3] of the next block.
func (c *core) next(q int) {
	if c.lanes == 8 {
		c.pieces(q, c.row)
	} else {
		c.note(fmt.Sprintf("w[%d..%d] = pieces %d of the rows", 4*q, 4*q+3, q))
		for k, i := range swapped {
			c.do(x86.VMOVDQU32, Mem{Base: rStage, Disp: 256*q + 64*k}, c.w[4*q+i].reg)
		}
	}
	c.quads(q)
}

// row is byte off of the row of lane l, at rOffset from its pointer.
func (c *core) row(l, off int) Mem {
	r := rRows[l%len(rRows)]
	c.do(movq, Mem{Base: rInputs, Disp: 8 * l}, r)
	return Mem{Base: r, Index: rOffset, Scale: 1, Disp: off}
}

// movq and prefetch are constructors as do wants them.
func movq(args ...Op) (*ir.Instruction, error)     { return x86.MOVQ(args[0], args[1]) }
func prefetch(args ...Op) (*ir.Instruction, error) { return x86.PREFETCHT0(args[0]) }

// stateAt is the place of working variable i in the caller's state.
func (c *core) stateAt(i int) Mem {
	return Mem{Base: rState, Disp: c.bytes() * i}
}

// loadState loads a..h.
func (c *core) loadState() {
	for i, w := range c.s {
		c.do(x86.VMOVDQU32, c.stateAt(i), w.reg)
	}
}

// addState adds the state to a..h and stores both as the new state.
func (c *core) addState() {
	c.note("state += a..h; a..h = state")
	for i, w := range c.s {
		c.do(x86.VPADDD, c.stateAt(i), w.reg, w.reg)
		c.do(x86.VMOVDQU32, w.reg, c.stateAt(i))
	}
}

// links512 is links: each link is one block whose words 8..15 are constants, so
// most of W[16..31] folds, as do the first rounds from the constant state.
func links512(lanes int) {
	TEXT("links"+kernelName(lanes), attr.NOSPLIT, sigLinks)
	Pragma("noescape")
	Doc(fmt.Sprintf("links%s is links with %d lanes.", kernelName(lanes), lanes))
	c := newCore(lanes)
	Load(Param("st"), rState)
	Load(Param("n"), rLeft)
	c.base(rConst)
	Comment("the state is the message")
	for i := range c.s {
		VMOVDQU32(c.stateAt(i), c.w[i].reg)
	}

	Label("link")
	c.merge(linkWindow, c.temporaries(false), c.link)
	DECQ(rLeft)
	JNZ(LabelRef("link"))
	for i := range c.s {
		VMOVDQU32(c.w[i].reg, c.stateAt(i))
	}
	VZEROUPPER()
	RET()
}

// link hashes the digest in w[0..7] to the next.
func (c *core) link() {
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
	c.note("the digest is the next message")
	for i, v := range iv256 {
		c.w[i] = c.sum(c.w[i].reg, constant(v), c.s[i])
	}
}
