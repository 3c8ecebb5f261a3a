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
	rStage  = reg.R11 // pairs of the next block, then pointers
	kOdd    = reg.K1  // the bytes of odd lanes
	kEven   = reg.K2
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
	linkWindow  = 28
)

// prefetched is how many blocks before it is loaded a block is fetched. It takes
// a quarter off the time of batches that are not in the cache, where the short
// rows of many lanes in one page are no pattern to the hardware, and costs
// nothing in those that are. A prefetch past the end of a lane is no access.
const prefetched = 2

// The stage holds the next block of 16 lanes in pairs of words: pair h of the
// even lanes at 128h, of the odd lanes at 128h+64. Thus the copies, which need no
// vector port, do most of the transposition, and four byte shuffles the rest:
//
//	even lanes  a0 a1 | c0 c1 | e0 e1 ...      w[2h]    a0 b0 c0 d0 e0 f0 ...
//	odd lanes   b0 b1 | d0 d1 | f0 f1 ...      w[2h+1]  a1 b1 c1 d1 e1 f1 ...
//
// The pointers of the lanes follow, in the order of the stage. Smaller pieces
// save more shuffles, but their copies exceed what can be decoded in time.
const (
	stagePairs    = 1024
	stagePointers = 16 * 8
)

// laneOf is the lane in a slot of the stage.
func laneOf(slot int) int { return 2*(slot%8) + slot/8 }

func blocks512(lanes int) {
	TEXT("blocks"+kernelName(lanes), 0, sigBlocks)
	Pragma("noescape")
	Doc(fmt.Sprintf("blocks%s is blocks with %d lanes.", kernelName(lanes), lanes))
	c := newCore(lanes)
	Load(Param("st"), rState)
	Load(Param("in"), rInputs)
	Load(Param("n"), rLeft)
	c.base(rConst)
	LEAQ(Mem{Base: rConst, Disp: 4*48 - tableMiddle}, rKeyEnd)
	XORL(rOffset.As32(), rOffset.As32())
	c.loadMasks()
	c.merge(loadWindow, c.temporaries(true), func() {
		c.loadState()
		c.load(c.row)
	})
	if lanes == 16 {
		c.blocks16()
	} else {
		c.blocks8()
	}
	VZEROUPPER()
	RET()
}

// blocks16 is two forms of a block: one that stages the next block in rounds
// 0..47 and loads it in rounds 48..63, and one for the last block.
func (c *core) blocks16() {
	DECQ(rLeft)
	JZ(LabelRef("last"))
	openStage()

	Label("block")
	ADDQ(Imm(64), rOffset)
	MOVQ(rInputs, rFrom)
	MOVQ(rStage, rTo)
	c.loopRounds("rounds", true)
	c.loadMasks()
	c.lastRounds(true)
	DECQ(rLeft)
	JNZ(LabelRef("block"))

	Label("last")
	c.loopRounds("roundsOfLast", false)
	c.lastRounds(false)
}

// blocks8 differs in rounds 48..63 only, which load the next block or do not.
func (c *core) blocks8() {
	Label("block")
	c.loopRounds("rounds", false)
	DECQ(rLeft)
	JZ(LabelRef("last"))
	ADDQ(Imm(64), rOffset)
	c.loadMasks()
	c.lastRounds(true)
	JMP(LabelRef("block"))

	Label("last")
	c.lastRounds(false)
}

// temporaries returns what merge may use; loading needs the masks.
func (c *core) temporaries(loading bool) []reg.Register {
	if loading {
		return slices.Concat(c.t[:], c.x[:1], c.x[3:])
	}
	return slices.Concat(c.t[:], c.x[:])
}

// loadMasks prepares x[1] to swap bytes, x[2] to swap the words of a pair, too.
func (c *core) loadMasks() {
	c.loadMask()
	if c.lanes == 16 {
		VPSHUFD(U8(1<<0|0<<2|3<<4|2<<6), c.x[1], c.x[2])
	}
}

// openStage finds an aligned stage, puts the pointers there, and makes masks of
// the bytes of odd and of even lanes.
func openStage() {
	frame := AllocLocal(stagePairs + stagePointers + 64)
	LEAQ(frame.Offset(63), rStage)
	ANDQ(I8(-64), rStage)
	Comment("pointers in the order of the stage; fetch ahead")
	for slot := range 16 {
		MOVQ(Mem{Base: rInputs, Disp: 8 * laneOf(slot)}, rLane)
		MOVQ(rLane, Mem{Base: rStage, Disp: stagePairs + 8*slot})
		for i := range prefetched {
			PREFETCHT0(Mem{Base: rLane, Disp: 64 * (i + 1)})
		}
	}
	LEAQ(Mem{Base: rStage, Disp: stagePairs}, rInputs)
	MOVQ(U64(0xF0F0F0F0F0F0F0F0), rLane)
	KMOVQ(rLane, kOdd)
	KNOTQ(kOdd, kEven)
}

// loopRounds is rounds 0..47, 16 a turn. With stage, a turn stages six lanes,
// the last of which the next repeats, as 16 is not three times any number.
func (c *core) loopRounds(label string, stage bool) {
	LEAQ(Mem{Base: rConst, Disp: -tableMiddle}, rKey)
	Label(label)
	c.merge(roundWindow, c.temporaries(false), func() {
		for t := range 16 {
			c.round(t, at(Mem{Base: rKey, Disp: 4 * t}))
			if stage && t%2 == 0 && t < 12 {
				c.stageLane(t / 2)
			}
			c.schedule(t)
		}
	})
	if stage {
		ADDQ(Imm(5*8), rFrom)
		ADDQ(Imm(5*8), rTo)
	}
	ADDQ(Imm(64), rKey)
	CMPQ(rKey, rKeyEnd)
	JNE(LabelRef(label))
}

// stageLane copies the block of a lane, the i-th from here, to the stage.
func (c *core) stageLane(i int) {
	c.note("stage the eight pairs of a lane")
	c.do(movq, Mem{Base: rFrom, Disp: 8 * i}, rLane)
	c.do(prefetch, Mem{Base: rLane, Index: rOffset, Scale: 1, Disp: 64 * prefetched})
	for h := range 8 {
		x := sized(c.t[h%4], reg.X0)
		c.do(vmovq, Mem{Base: rLane, Index: rOffset, Scale: 1, Disp: 8 * h}, x)
		c.do(vmovq, x, Mem{Base: rTo, Disp: 128*h + 8*i})
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
		c.quads(q)
		return
	}
	c.pair(2 * q)
	c.pair(2*q + 1)
}

// pair loads w[2h] and w[2h+1] from the stage.
func (c *core) pair(h int) {
	even, odd, w0, w1 := c.t[0], c.t[1], c.w[2*h].reg, c.w[2*h+1].reg
	swap, cross := c.x[1], c.x[2]
	c.note(fmt.Sprintf("%s %s = pair %d of all lanes", w0.Asm(), w1.Asm(), h))
	c.do(x86.VMOVDQU32, Mem{Base: rStage, Disp: 128 * h}, even)
	c.do(x86.VMOVDQU32, Mem{Base: rStage, Disp: 128*h + 64}, odd)
	c.do(x86.VPSHUFB, swap, even, w0)
	c.do(x86.VPSHUFB, cross, odd, kOdd, w0)
	c.do(x86.VPSHUFB, swap, odd, w1)
	c.do(x86.VPSHUFB, cross, even, kEven, w1)
}

// row is byte off of the row of lane l, at rOffset from its pointer.
func (c *core) row(l, off int) Mem {
	r := rRows[l%len(rRows)]
	c.do(movq, Mem{Base: rInputs, Disp: 8 * l}, r)
	return Mem{Base: r, Index: rOffset, Scale: 1, Disp: off}
}

// movq and the others are constructors as do wants them.
func movq(args ...Op) (*ir.Instruction, error)     { return x86.MOVQ(args[0], args[1]) }
func vmovq(args ...Op) (*ir.Instruction, error)    { return x86.VMOVQ(args[0], args[1]) }
func prefetch(args ...Op) (*ir.Instruction, error) { return x86.PREFETCHT0(args[0]) }

func kmovq(args ...Op) (*ir.Instruction, error)    { return x86.KMOVQ(args[0], args[1]) }
func kshiftrw(args ...Op) (*ir.Instruction, error) { return x86.KSHIFTRW(args[0], args[1], args[2]) }

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
