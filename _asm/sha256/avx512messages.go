// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// This file makes messages: lanes that end a message take the next one. That costs
// little more than to store the digest.

// General registers by role, beside those of ends.
var (
	mJob   = reg.R12 // the next message of the queue
	mQueue = reg.R13 // where the queue ends
	mLanes = reg.RAX // lanes that end, one bit each
	mLane  = reg.RBX // one of them
	mTemp  = reg.RDX
	mIndex = reg.R9
	mLen   = reg.R10
)

// The feed, as lanes_generic.go has it.
const (
	feedRest  = 4 * 256
	feedSteps = feedRest + 4*32
	feedHigh  = feedSteps + 4*32
	feedLow   = feedHigh + 4*32
	feedIndex = feedLow + 4*32
	feedFrom  = feedIndex + 4*32

	jobFrom, jobLen, jobIndex, jobSize = 0, 8, 12, 16
)

// fed is the place of a field of the feed.
func fed(field int) Mem { return Mem{Base: rState, Disp: field} }

// feedRests is where the feed has what paddedRounds needs.
var feedRests = rests{fed(feedRest), fed(feedSteps), fed(feedHigh), fed(feedLow), fed(feedFrom)}

// ofLane is the place of the entry of mLane.
func ofLane(m Mem, size uint8) Mem { return Mem{Base: m.Base, Disp: m.Disp, Index: mLane, Scale: size} }

// ended is the numbers of the messages that end, in the frame.
func (f paddedFrame) ended() Mem { return f.other(0) }

func messages512() {
	const lanes = 16
	TEXT("messages"+kernelName(lanes), 0, sigMessages)
	Pragma("noescape")
	Doc("messagesAVX512x16 is messages with 16 lanes.")
	c, f := newCore(lanes), paddedFrame{lanes}
	c.order = laneOrder
	scratch(oSrc, f.other(1).Disp)
	c.base(rConst)
	Load(Param("f"), rState)
	Load(Param("queue"), mJob)
	Load(Param("n"), mQueue)
	SHLQ(Imm(4), mQueue)
	ADDQ(mJob, mQueue)
	Load(Param("steps"), rLeft)
	c.loadState()
	c.firstBlocks(feedRests, f)

	Label("step")
	c.stepOn(feedRests)
	KMOVW(kLast, kEnd)
	KMOVW(kEnd, mLanes.As32())
	TESTL(mLanes.As32(), mLanes.As32())
	JNZ(LabelRef("take"))
	Label("taken")
	c.paddedRounds(feedRests, f, c.addState)
	KMOVW(kEnd, mLanes.As32())
	TESTL(mLanes.As32(), mLanes.As32())
	JNZ(LabelRef("end"))
	Label("ended")
	Comment("lanes with a message, at least as many as asked for?")
	c.compareSteps(feedRests, moreThan, kIdle)
	KMOVW(kIdle, mLanes.As32())
	POPCNTL(mLanes.As32(), mLanes.As32())
	Load(Param("least"), mLane)
	CMPQ(mLanes, mLane)
	JLT(LabelRef("return"))
	DECQ(rLeft)
	JNZ(LabelRef("step"))

	Label("return")
	Load(Param("queue"), mLane)
	SUBQ(mLane, mJob)
	SHRQ(Imm(4), mJob)
	Store(mJob, ReturnIndex(0))
	VZEROUPPER()
	RET()

	c.takeMessages(f)
	c.endMessages(f)
}

// takeMessages is where step goes to give lanes that end their next message.
func (c *core) takeMessages(f paddedFrame) {
	Label("take")
	Comment("for each lane that ends")
	BSFL(mLanes.As32(), mLane.As32())
	LEAL(Mem{Base: mLanes, Disp: -1}, mTemp.As32())
	ANDL(mTemp.As32(), mLanes.As32())
	MOVL(ofLane(fed(feedIndex), 4), mIndex.As32())
	MOVL(mIndex.As32(), ofLane(f.ended(), 4))
	CMPQ(mJob, mQueue)
	JEQ(LabelRef("idle"))
	MOVQ(Mem{Base: mJob, Disp: jobFrom}, mTemp)
	MOVQ(mTemp, ofLane(fed(feedFrom), 8))
	MOVL(Mem{Base: mJob, Disp: jobIndex}, mTemp.As32())
	MOVL(mTemp.As32(), ofLane(fed(feedIndex), 4))
	MOVL(Mem{Base: mJob, Disp: jobLen}, mLen.As32())
	MOVL(mLen.As32(), ofLane(fed(feedRest), 4))
	ADDQ(Imm(jobSize), mJob)
	Comment("blocks = (length + 72) / 64; bits = 8 (before + length)")
	LEAQ(Mem{Base: mLen, Disp: 72}, mTemp)
	SHRQ(Imm(6), mTemp)
	MOVL(mTemp.As32(), ofLane(fed(feedSteps), 4))
	Load(Param("before"), mTemp)
	ADDQ(mTemp, mLen)
	SHLQ(Imm(3), mLen)
	MOVL(mLen.As32(), ofLane(fed(feedLow), 4))
	SHRQ(Imm(32), mLen)
	MOVL(mLen.As32(), ofLane(fed(feedHigh), 4))
	TESTL(mLanes.As32(), mLanes.As32())
	JNZ(LabelRef("take"))
	JMP(LabelRef("taken"))

	Label("idle")
	MOVL(I32(-1), ofLane(fed(feedRest), 4))
	TESTL(mLanes.As32(), mLanes.As32())
	JNZ(LabelRef("take"))
	JMP(LabelRef("taken"))
}

// endMessages is where step goes to store digests and to start lanes anew.
func (c *core) endMessages(f paddedFrame) {
	Label("end")
	Load(Param("dst"), mLen)
	Label("digest")
	Comment("for each lane that ends")
	BSFL(mLanes.As32(), mLane.As32())
	LEAL(Mem{Base: mLanes, Disp: -1}, mTemp.As32())
	ANDL(mTemp.As32(), mLanes.As32())
	MOVL(ofLane(f.ended(), 4), mIndex.As32())
	SHLQ(Imm(5), mIndex)
	ADDQ(mLen, mIndex)
	for w := range 8 {
		MOVL(ofLane(c.stateAt(w), 4), mTemp.As32())
		BSWAPL(mTemp.As32())
		MOVL(mTemp.As32(), Mem{Base: mIndex, Disp: 4 * w})
	}
	TESTL(mLanes.As32(), mLanes.As32())
	JNZ(LabelRef("digest"))
	Load(Param("start"), mIndex)
	for w := range 8 {
		VPBROADCASTD(Mem{Base: mIndex, Disp: 4 * w}, kEnd, c.s[w].reg)
		VMOVDQU32(c.s[w].reg, c.stateAt(w))
	}
	JMP(LabelRef("ended"))
}
