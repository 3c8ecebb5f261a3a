// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

// blocks: the state before each block waits on the stack, as registers are few.
func (s streams) blocks() *function {
	var c code
	c.op("MOVD st+0(FP), %s", firstArg)
	c.op("MOVD in+8(FP), %s", secondArg)
	c.op("MOVD n+16(FP), %s", count)
	c.op("MOVD $saved-%d(SP), %s", 32*s.lanes, frame)
	c.add(loadPool())
	for l := range s.lanes {
		c.op("MOVD %d(%s), %s", 8*l, secondArg, lanePointer(l))
	}
	c.op("MOVD %s, %s", firstArg, last)
	c.add(s.loadState(last))
	c.label("loop")
	for r := range 2 * s.lanes {
		c.op("FMOVQ %s, %d(%s)", v(r).q(), 16*r, frame)
	}
	c.add(s.message())
	c.add(s.block(quads{}, nil))
	c.note("The state before is added")
	for r := range 2 * s.lanes {
		c.op("FMOVQ %d(%s), %s", 16*r, frame, s.w(0, 0).q())
		c.op("VADD %s, %s, %s", s.w(0, 0).s4(), v(r).s4(), v(r).s4())
	}
	c.op("SUBS $1, %s, %s", count, count)
	c.op("BNE loop")
	c.add(s.storeState(firstArg))
	c.op("RET")
	f := s.function(blocksKind, c)
	f.frame = 32 * s.lanes
	return f
}

// pairs: the second block is the same for all messages, so that its W + K are
// constants. The state before it waits on the stack.
func (s streams) pairs() *function {
	c := s.messagesStart()
	c.label("loop")
	c.add(groupPointers(s.lanes, secondArg, lanePointer, 64))
	c.add(s.message())
	c.add(s.start())
	c.add(s.block(quads{}, nil))
	var padded quads
	w := padding(64)
	for i := range padded {
		padded.constantQuad(i, words(w[4*i:]))
	}
	c.add(s.secondBlock(padded, nil))
	f := s.function(pairsKind, c)
	f.frame = 32 * s.lanes
	return f
}

// nodes: the first block is a byte and 63 bytes of the message, the second its
// last byte and the padding, and constant but for one word.
func (s streams) nodes() *function {
	c := s.messagesStart()
	c.op("MOVBU prefix+24(FP), %s", prefix)
	c.label("loop")
	c.add(groupPointers(s.lanes, secondArg, lanePointer, 64))
	c.op("VDUP %s, %s", prefix, extra.b16())
	for l := range s.lanes {
		c.op("VLD1 (%s), %s", lanePointer(l), list(s.w(l, 0), 4, "B16"))
	}
	for l := range s.lanes {
		for i := 3; i > 0; i-- {
			c.op("VEXT $15, %s, %s, %s", s.w(l, i).b16(), s.w(l, i-1).b16(), s.w(l, i).b16())
		}
		c.op("VEXT $15, %s, %s, %s", s.w(l, 0).b16(), extra.b16(), s.w(l, 0).b16())
		for i := range 4 {
			c.op("VREV32 %s, %s", s.w(l, i).b16(), s.w(l, i).b16())
		}
	}
	c.add(s.start())
	c.add(s.block(quads{}, nil))
	var padded quads
	padded.constantQuad(1, words{})
	padded.constantQuad(2, words{})
	padded.constantQuad(3, words{3: padding(65)[15]})
	c.add(s.secondBlock(padded, s.lastByte()))
	f := s.function(nodesKind, c)
	f.frame = 32 * s.lanes
	return f
}

// lastByte makes the first word of the second block of a node: the last byte of
// the message and the bit behind it.
func (s streams) lastByte() (c code) {
	for l := range s.lanes {
		c.op("MOVBU 63(%s), %s", lanePointer(l), last)
		c.op("LSL $24, %s, %s", last, last)
		c.op("ORR $0x00800000, %s, %s", last, last)
		c.op("FMOVS %s, %s", last, s.w(l, 0).q())
	}
	return c
}

// messagesStart reads the arguments of pairs and nodes.
func (s streams) messagesStart() (c code) {
	c.op("MOVD dst+0(FP), %s", firstArg)
	c.op("MOVD src+8(FP), %s", secondArg)
	c.op("MOVD n+16(FP), %s", count)
	c.add(loadPool())
	return c
}

// secondBlock ends messages of two blocks: words loads those of the second that
// are not constant.
func (s streams) secondBlock(padded quads, load code) (c code) {
	c.note("The second block")
	c.op("MOVD $saved-%d(SP), %s", 32*s.lanes, frame)
	c.add(s.addStart("VADD"))
	for r := range 2 * s.lanes {
		c.op("FMOVQ %s, %d(%s)", v(r).q(), 16*r, frame)
	}
	c.add(load)
	c.add(s.block(padded, nil))
	for r := range 2 * s.lanes {
		c.op("FMOVQ %d(%s), %s", 16*r, frame, wk(r).q())
		c.op("VADD %s, %s, %s", wk(r).s4(), v(r).s4(), v(r).s4())
	}
	c.add(groupPointers(s.lanes, firstArg, outPointer, 32))
	c.add(s.writeDigests())
	c.add(nextGroup(s.lanes))
	return c
}

// digests: one block for each message, whose second half is constant.
func (s streams) digests() *function {
	var c code
	c.op("MOVD dst+0(FP), %s", firstArg)
	c.op("MOVD in+8(FP), %s", secondArg)
	c.op("MOVD n+16(FP), %s", count)
	c.add(loadPool())
	c.add(groupPointers(s.lanes, firstArg, outPointer, 32))
	c.note("Lanes behind the last message have its pointer")
	c.op("MOVD (%s), %s", secondArg, lanePointer(0))
	for l := 1; l < s.lanes; l++ {
		c.op("CMP $%d, %s", l, count)
		c.op("CSET GT, %s", last)
		c.op("ADD %s<<3, %s, %s", last, secondArg, secondArg)
		c.op("MOVD (%s), %s", secondArg, lanePointer(l))
	}
	for l := range s.lanes {
		c.op("VLD1 (%s), %s", lanePointer(l), list(s.w(l, 0), 2, "B16"))
	}
	for l := range s.lanes {
		for i := range 2 {
			c.op("VREV32 %s, %s", s.w(l, i).b16(), s.w(l, i).b16())
		}
	}
	c.add(s.start())
	c.add(s.block(behind32(), nil))
	c.add(s.addStart("VADD"))
	c.add(s.writeDigests())
	c.op("RET")
	return s.function(digestsKind, c)
}

// links: between links the state stays raw, without the initial hash value that
// belongs to it. That is added together with the first K, so that the next link
// waits for one addition only.
func (s streams) links() *function {
	var c code
	c.op("MOVD st+0(FP), %s", firstArg)
	c.op("MOVD n+8(FP), %s", count)
	c.add(loadPool())
	c.op("MOVD %s, %s", firstArg, last)
	c.add(s.loadState(last))
	c.add(s.addStart("VSUB"))
	c.label("loop")
	first := func(l int) v { return s.w(l, 2) }
	c.op("FMOVQ %s, %s", constant(ivPlusK()), roundK(0).q())
	for l := range s.lanes {
		c.op("VADD %s, %s, %s", roundK(0).s4(), s.abcd(l).s4(), first(l).s4())
		c.op("VADD %s, %s, %s", extra.s4(), s.abcd(l).s4(), s.w(l, 0).s4())
		c.op("VADD %s, %s, %s", extra2.s4(), s.efgh(l).s4(), s.w(l, 1).s4())
	}
	c.add(s.start())
	c.add(s.block(behind32(), first))
	c.op("SUBS $1, %s, %s", count, count)
	c.op("BNE loop")
	c.add(s.addStart("VADD"))
	c.add(s.storeState(firstArg))
	c.op("RET")
	return s.function(linksKind, c)
}
