// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// avx2Lanes names the vector registers: eight lanes of 32 bits each.
type avx2Lanes struct {
	state [8]reg.VecPhysical // a..h, renamed by every round
	xor   [2]reg.VecPhysical // a^b of the round before, which is b^c now, and of this round
	tmp   [6]reg.VecPhysical
}

// The registers of the AVX2 kernels, by role.
var (
	y = avx2Lanes{
		state: [8]reg.VecPhysical{reg.Y0, reg.Y1, reg.Y2, reg.Y3, reg.Y4, reg.Y5, reg.Y6, reg.Y7},
		xor:   [2]reg.VecPhysical{reg.Y8, reg.Y9},
		tmp:   [6]reg.VecPhysical{reg.Y10, reg.Y11, reg.Y12, reg.Y13, reg.Y14, reg.Y15},
	}
	yOut    = reg.RDI // the caller's state, or where the digests go
	yIn     = reg.RSI // the caller's pointers, or the messages to stage next
	yLeft   = reg.R9  // block steps, messages or links to go
	yFrame  = reg.R8  // the frame, aligned
	ySlots  = reg.R12 // a part of it
	yK      = reg.RDX // the constants of the next rounds
	yPasses = reg.R10 // passes of the inner loop to go
	yOffset = reg.RCX // of the block to stage next in every message
	yRows   = reg.RCX // the rows of the lanes, see rows.go
	yNext   = reg.R11 // what to stage after that
	yRow    = reg.RAX // one message
	yBytes  = reg.RBX // bytes of it
	ySecond = reg.R13 // of two blocks, this is the second
)

// The frame of the AVX2 kernels, as offsets from yFrame.
const (
	avx2Slots = 32 * 0        // the sixteen words of the schedule that are alive
	avx2Stage = 32 * 16       // the next block of every lane, see stage
	avx2Chain = 32 * (32 + 0) // the state after the first of two blocks
	avx2Tail  = 32 * (32 + 8) // W[0] of the second block of a node
	avx2Frame = 32 * (32 + 9) // all of it
)

func avx2() {
	avx2Tables()
	avx2Blocks()
	avx2Pairs()
	avx2Nodes()
	avx2Links()
	avx2Pool.write()
}

// avx2Text begins a function with size bytes of aligned frame.
func avx2Text(name, sig string, size int) {
	attr := NOSPLIT
	if size > 600 { // the stack must be grown for that
		attr = 0
	}
	TEXT(name, attr, sig)
	Pragma("noescape")
	frame := AllocLocal(size + 64)
	LEAQ(frame.Offset(63), yFrame)
	ANDQ(I8(-64), yFrame)
}

// avx2Return ends a function: legacy SSE code is slow while upper halves are in use.
func avx2Return() {
	VZEROUPPER()
	RET()
}

// avx2Blocks writes blocks. The next block is staged and loaded into the slots
// while the last sixteen rounds use them up.
func avx2Blocks() {
	avx2Text("blocksAVX2x8", sigBlocks, avx2Chain)
	Load(Param("st"), yOut)
	Load(Param("in"), yIn)
	Load(Param("n"), yLeft)
	XORL(yOffset.As32(), yOffset.As32())
	y.loadRows(y.laneRow, avx2Swap)
	for i, v := range y.state {
		VMOVDQU(Mem{Base: yOut, Disp: 32 * i}, v)
	}
	Label("step")
	y.nextBlock()
	y.begin(avx2K, 3)
	y.startXor()
	y.extendPasses("rounds")
	for t := range 16 {
		y.round(t, y.slot(t), y.key(t))
		if t < 8 {
			y.stageLane(t)
		} else {
			y.loadWords(yFrame, t-8)
		}
	}
	Comment("Add the state before the block")
	for i, v := range y.state {
		VPADDD(Mem{Base: yOut, Disp: 32 * i}, v, v)
		VMOVDQU(v, Mem{Base: yOut, Disp: 32 * i})
	}
	DECQ(yLeft)
	JNZ(LabelRef("step"))
	avx2Return()
}

// avx2Pairs writes pairs. The next group is staged in the last rounds of the
// first block, and loaded during the second: that one is the constant padding,
// which is part of the constants of its rounds, so that the slots are free.
func avx2Pairs() {
	avx2Text("pairsAVX2x8", sigPairs, avx2Tail)
	y.openMessages()
	y.loadRows(y.pairRows(), avx2Swap)
	Label("group")
	y.nextGroup()
	y.firstRound(y.slot(0))
	y.extend(0)
	y.begin(avx2K, 3)
	JMP(LabelRef("entry"))
	y.extendPasses("rounds")
	for t := range 16 {
		y.round(t, y.slot(t), y.key(t))
		if t < 8 {
			y.stagePair(t)
		}
	}
	y.endFirst()
	y.begin(avx2Padding, 4)
	y.paddingPasses("padding")
	y.storeDigests()
	SUBQ(Imm(8), yLeft)
	JHI(LabelRef("group"))
	avx2Return()
}

// avx2Nodes writes nodes. The second block, whose only unknown word is the
// first, has rounds 0..15 of its own and shares the others with the first block.
// The next group is staged in the last rounds, once more than needed.
func avx2Nodes() {
	avx2Text("nodesAVX2x8", sigNodes, avx2Frame)
	y.openMessages()
	y.loadRows(y.nodeRows(), avx2SwapGap)
	y.nodePrefix()
	Label("group")
	y.nodeTails()
	y.nextGroup()
	y.firstRound(y.slot(0))
	y.extend(0)
	y.begin(avx2K, 3)
	XORL(ySecond.As32(), ySecond.As32())
	JMP(LabelRef("entry"))
	y.extendPasses("rounds")
	for t := range 16 {
		y.round(t, y.slot(t), y.key(t))
		if t < 8 {
			y.stageNode(t)
		}
	}
	XORL(Imm(1), ySecond.As32())
	JZ(LabelRef("digests"))
	y.endFirst()
	y.startXor()
	y.foldedPass(y.nodeTail(), false)
	y.begin(avx2K.Offset(64), 2)
	JMP(LabelRef("rounds"))
	Label("digests")
	y.storeDigests()
	SUBQ(Imm(8), yLeft)
	JLS(LabelRef("done"))
	for q := range 8 {
		y.loadWords(yFrame, q)
	}
	JMP(LabelRef("group"))
	Label("done")
	avx2Return()
}

// avx2Links writes links: one block a link, whose padding folds into its first
// sixteen rounds. The words of a digest are the next message.
func avx2Links() {
	avx2Text("linksAVX2x8", sigLinks, avx2Stage)
	Load(Param("st"), yOut)
	Load(Param("n"), yLeft)
	for i, v := range y.state {
		VMOVDQU(Mem{Base: yOut, Disp: 32 * i}, v)
	}
	Label("link")
	for i, v := range y.state {
		VMOVDQU(v, y.slot(i))
	}
	y.foldedPass(y.digestBlock(), true)
	y.begin(avx2K.Offset(64), 2)
	y.extendPasses("rounds")
	for t := range 16 {
		y.round(t, y.slot(t), y.key(t))
	}
	y.addIV()
	DECQ(yLeft)
	JNZ(LabelRef("link"))
	for i, v := range y.state {
		VMOVDQU(v, Mem{Base: yOut, Disp: 32 * i})
	}
	avx2Return()
}
