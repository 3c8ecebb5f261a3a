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
	yState = reg.RDI // the caller's state, or where digests go
	yIn    = reg.RSI // the caller's pointers, or the messages
	yK     = reg.RDX // the constants of the next rounds
	yOff   = reg.RCX // bytes of every message already loaded
	yFrame = reg.R8  // the frame, aligned
	yLeft  = reg.R9  // block steps, groups or links to go
	yLoop  = reg.R10 // passes of the inner loop to go
	yNext  = reg.R11 // what is loaded next
	ySlot  = reg.R12 // where it goes
	yRow   = reg.RAX // one message, or one byte
	yBlock = reg.RBX // which of the two blocks
)

// The frame of the AVX2 kernels, as offsets from yFrame.
const (
	avx2Words  = 32 * 0         // the sixteen words of the schedule that are alive
	avx2Chain  = 32 * 16        // the state after the first of two blocks
	avx2Tail   = 32 * (16 + 8)  // W[0] of the second block of a node
	avx2Prefix = 32 * (16 + 9)  // the prefix of a node as the top byte of a word
	avx2Frame  = 32 * (16 + 10) // all of it
)

func avx2() {
	avx2Tables()
	avx2BlocksKernel()
	avx2PairsKernel()
	avx2NodesKernel()
	avx2LinksKernel()
	avx2Pool.write()
}

// avx2Text begins a function that uses size bytes of aligned frame.
func avx2Text(name, sig string, size int) {
	attr := NOSPLIT
	if size > 512 {
		attr = 0 // too large for a function that does not grow the stack
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

// avx2BlocksKernel writes blocks: three passes of sixteen rounds that extend
// the schedule, then sixteen that use it up while the next block is loaded into
// the slots that fall free.
func avx2BlocksKernel() {
	avx2Text("blocksAVX2x8", sigBlocks, avx2Chain)
	Load(Param("st"), yState)
	Load(Param("in"), yIn)
	Load(Param("n"), yLeft)
	XORL(yOff.As32(), yOff.As32())
	for q := range 4 {
		y.loadBlocks(q)
	}
	for i, v := range y.state {
		VMOVDQU(Mem{Base: yState, Disp: 32 * i}, v)
	}
	Label("step")
	LEAQ(avx2K, yK)
	MOVL(U32(3), yLoop.As32())
	y.start()
	y.extendLoop("rounds")
	Comment("Load the next block; after the last one, the same again")
	LEAQ(Mem{Base: yOff, Disp: 64}, yNext)
	CMPQ(yLeft, Imm(1))
	CMOVQNE(yNext, yOff)
	for t := range 16 {
		y.round(t, y.word(t))
		if t%4 == 3 {
			y.loadBlocks(t / 4)
		}
	}
	for i, v := range y.state {
		VPADDD(Mem{Base: yState, Disp: 32 * i}, v, v)
		VMOVDQU(v, Mem{Base: yState, Disp: 32 * i})
	}
	DECQ(yLeft)
	JNZ(LabelRef("step"))
	avx2Return()
}

// avx2PairsKernel writes pairs. The second block, the padding, has no schedule:
// the constants of its rounds include it, and the next group is loaded meanwhile.
func avx2PairsKernel() {
	avx2Text("pairsAVX2x8", sigPairs, avx2Tail)
	Load(Param("dst"), yState)
	Load(Param("src"), yNext)
	Load(Param("groups"), yLeft)
	MOVQ(yFrame, ySlot)
	for q := range 4 {
		y.loadPairs(16*q, 128*q)
	}
	Label("group")
	y.firstRound()
	y.extend(0)
	LEAQ(avx2K, yK)
	MOVL(U32(3), yLoop.As32())
	JMP(LabelRef("entry"))
	y.extendLoop("rounds")
	for t := range 16 {
		y.round(t, y.word(t))
	}
	y.endFirst()
	Comment("The messages of the next group; after the last one, the same again")
	LEAQ(Mem{Base: yNext, Disp: 8 * 64}, yIn)
	CMPQ(yLeft, Imm(1))
	CMOVQNE(yIn, yNext)
	y.paddingLoop("padding")
	y.storeDigests()
	DECQ(yLeft)
	JNZ(LabelRef("group"))
	avx2Return()
}

// avx2LinksKernel writes links: one block a link, whose eight words of padding
// fold in the first sixteen rounds. The digest words are the next message.
func avx2LinksKernel() {
	avx2Text("linksAVX2x8", sigLinks, avx2Chain)
	Load(Param("st"), yState)
	Load(Param("n"), yLeft)
	for i, v := range y.state {
		VMOVDQU(Mem{Base: yState, Disp: 32 * i}, v)
	}
	Label("link")
	for i, v := range y.state {
		VMOVDQU(v, y.word(i))
	}
	w := y.digestBlock()
	y.foldedPass(&w, true)
	LEAQ(avx2K.Offset(64), yK)
	MOVL(U32(2), yLoop.As32())
	y.extendLoop("rounds")
	for t := range 16 {
		y.round(t, y.word(t))
	}
	for i, v := range y.state {
		VPBROADCASTD(avx2Pool.at(sha256IV[i]), y.tmp[i%4])
		VPADDD(y.tmp[i%4], v, v)
	}
	DECQ(yLeft)
	JNZ(LabelRef("link"))
	for i, v := range y.state {
		VMOVDQU(v, Mem{Base: yState, Disp: 32 * i})
	}
	avx2Return()
}

// avx2NodesKernel writes nodes. Both blocks share the rounds 16..63 of the
// second, which begins with a pass of its own: its only unknown word is the first.
func avx2NodesKernel() {
	avx2Text("nodesAVX2x8", sigNodes, avx2Frame)
	Load(Param("dst"), yState)
	Load(Param("src"), yIn)
	Load(Param("groups"), yLeft)
	y.nodeConstants()
	Label("group")
	for q := range 4 {
		y.loadNodes(q)
	}
	y.firstRound()
	y.extend(0)
	LEAQ(avx2K, yK)
	MOVL(U32(3), yLoop.As32())
	XORL(yBlock.As32(), yBlock.As32())
	JMP(LabelRef("entry"))
	y.extendLoop("rounds")
	for t := range 16 {
		y.round(t, y.word(t))
	}
	XORL(Imm(1), yBlock.As32())
	JZ(LabelRef("digests"))
	y.endFirst()
	y.start()
	w := y.nodeTail()
	y.foldedPass(&w, false)
	LEAQ(avx2K.Offset(64), yK)
	MOVL(U32(2), yLoop.As32())
	JMP(LabelRef("rounds"))
	Label("digests")
	y.storeDigests()
	ADDQ(U32(8*64), yIn)
	DECQ(yLeft)
	JNZ(LabelRef("group"))
	avx2Return()
}
