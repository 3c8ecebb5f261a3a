// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import "github.com/hashlanes/hashlanes/asm/fips180"

// neonBlocks keeps the state before a block where it came from.
func neonBlocks() *function {
	var c code
	c.op("MOVD st+0(FP), %s", firstArg)
	c.op("MOVD in+8(FP), %s", secondArg)
	c.op("MOVD n+16(FP), %s", count)
	c.add(loadPool())
	for l := range neonLanes {
		c.op("MOVD %d(%s), %s", 8*l, secondArg, lanePointer(l))
	}
	c.add(loadRows(firstArg))
	c.label("loop")
	c.add(neonMessage())
	c.add(unknown().rounds())
	c.note("The state before is added")
	for i := range v(8) {
		c.op("FMOVQ %d(%s), %s", 16*i, firstArg, (tmp + i).q())
		c.add(accumulate(tmp+i, state0+i))
		c.op("FMOVQ %s, %d(%s)", (state0 + i).q(), 16*i, firstArg)
	}
	c.op("SUBS $1, %s, %s", count, count)
	c.op("BNE loop")
	c.op("RET")
	return neonFunction(blocksKind, c)
}

// neonPairs has a second block that is the same for all messages. The state
// before it waits in the registers of W.
func neonPairs() *function {
	c := streams{neonLanes}.messagesStart()
	c.label("loop")
	c.add(groupPointers(neonLanes, secondArg, lanePointer, 64))
	c.add(neonMessage())
	c.add(neonStart())
	c.add(unknown().rounds())
	c.note("The second block")
	for i := range v(8) {
		c.op("FMOVQ %s, %s", everyLane(fips180.IV[i]), (tmp + i).q())
		c.add(accumulate(tmp+i, state0+i))
		c.op("VMOV %s, %s", (state0 + i).b16(), (w0 + i).b16())
	}
	padded, w := unknown(), padding(64)
	padded.fix(0, w[:]...)
	c.add(padded.rounds())
	for i := range v(8) {
		c.add(accumulate(w0+i, state0+i))
	}
	c.add(groupPointers(neonLanes, firstArg, outPointer, 32))
	c.add(neonDigests())
	c.add(nextGroup(neonLanes))
	return neonFunction(pairsKind, c)
}

// neonLinks has words 8 to 15 constant. The digest is the next message, word by word.
func neonLinks() *function {
	var c code
	c.op("MOVD st+0(FP), %s", firstArg)
	c.op("MOVD n+8(FP), %s", count)
	c.add(loadPool())
	c.add(loadRows(firstArg))
	c.label("loop")
	for i := range v(8) {
		c.op("VMOV %s, %s", (state0 + i).b16(), (w0 + i).b16())
	}
	c.add(neonStart())
	s, w := unknown(), padding(32)
	s.fix(8, w[:7]...)
	s.fix(15, w[15])
	c.add(s.rounds())
	for i := range v(8) {
		c.op("FMOVQ %s, %s", everyLane(fips180.IV[i]), (tmp + i).q())
		c.add(accumulate(tmp+i, state0+i))
	}
	c.op("SUBS $1, %s, %s", count, count)
	c.op("BNE loop")
	for i := range v(8) {
		c.op("FMOVQ %s, %d(%s)", (state0 + i).q(), 16*i, firstArg)
	}
	c.op("RET")
	return neonFunction(linksKind, c)
}

// loadRows loads a state: word by word, as the lanes of a vector are messages.
func loadRows(st string) (c code) {
	for i := range v(8) {
		c.op("FMOVQ %d(%s), %s", 16*i, st, (state0 + i).q())
	}
	return c
}

// neonStart sets the state to the initial hash value.
func neonStart() (c code) {
	for i := range v(8) {
		c.op("FMOVQ %s, %s", everyLane(fips180.IV[i]), (state0 + i).q())
	}
	return c
}

// neonMessage loads the 64 bytes at the pointer of every lane, which moves on:
// four words of each lane, which become the words of four rounds.
func neonMessage() (c code) {
	for i := range v(4) {
		rows := w0 + 4*i
		for l := range neonLanes {
			c.op("FMOVQ %d(%s), %s", 16*i, lanePointer(l), (rows + v(l)).q())
		}
		for l := range v(4) {
			c.op("VREV32 %s, %s", (rows + l).b16(), (rows + l).b16())
		}
		c.add(transpose(rows))
	}
	for l := range neonLanes {
		c.op("ADD $64, %s, %s", lanePointer(l), lanePointer(l))
	}
	return c
}

// transpose swaps rows and columns of the four vectors from r on.
func transpose(r v) (c code) {
	for i := range v(2) {
		x, y := r+2*i, r+2*i+1
		c.op("VTRN1 %s, %s, %s", y.s4(), x.s4(), (tmp + 2*i).s4())
		c.op("VTRN2 %s, %s, %s", y.s4(), x.s4(), (tmp + 2*i + 1).s4())
	}
	for i := range v(2) {
		c.op("VTRN1 %s, %s, %s", (tmp + 2 + i).d2(), (tmp + i).d2(), (r + i).d2())
		c.op("VTRN2 %s, %s, %s", (tmp + 2 + i).d2(), (tmp + i).d2(), (r + 2 + i).d2())
	}
	return c
}

// neonDigests writes the digests where the lanes point.
func neonDigests() (c code) {
	c.add(transpose(state0))
	c.add(transpose(state0 + 4))
	for i := range v(8) {
		c.op("VREV32 %s, %s", (state0 + i).b16(), (state0 + i).b16())
	}
	for l := range v(neonLanes) {
		c.op("FMOVQ %s, (%s)", (state0 + l).q(), outPointer(int(l)))
		c.op("FMOVQ %s, 16(%s)", (state0 + 4 + l).q(), outPointer(int(l)))
	}
	return c
}
