// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// shani writes the SHA-NI kernels. A kernel of L lanes runs L messages beside
// each other in the 128-bit registers: one message alone is bound by the latency
// of SHA256RNDS2, three or four keep its unit busy.
//
// SHA256RNDS2 splits the working variables over two registers. From the lowest
// word up they are (f, e, b, a), called ABEF, and (h, g, d, c), called CDGH.
func shani() {
	for _, lanes := range []int{1, 2, 3, 4} {
		shaniBlocks(lanes)
		shaniPairs(lanes)
		shaniNodes(lanes)
		shaniLinks(lanes)
	}
	shaniTables()
}

// Registers by role. The W quads of one or two streams live in the registers
// that more streams would use for their state; those of three or four streams
// live in memory. One stream needs no memory at all.
var (
	shaniWK   = reg.X0 // W+K of the next two rounds: SHA256RNDS2 reads X0
	shaniABEF = [4]reg.VecPhysical{reg.X1, reg.X3, reg.X5, reg.X7}
	shaniCDGH = [4]reg.VecPhysical{reg.X2, reg.X4, reg.X6, reg.X8}
	shaniTmp  = reg.X15
	shaniRow  = [4]reg.VecPhysical{reg.X9, reg.X10, reg.X11, reg.X12} // at entry and exit
	shaniW    = [2][4]reg.VecPhysical{
		{reg.X5, reg.X6, reg.X7, reg.X8},
		{reg.X9, reg.X10, reg.X11, reg.X12},
	}

	shaniSave   = [2]reg.VecPhysical{reg.X9, reg.X10} // of a single stream
	shaniPrefix = reg.X11                             // likewise

	shaniState   = reg.RAX // st
	shaniScratch = reg.RBX // 64-byte aligned, in the frame
	shaniCount   = reg.RCX // n
	shaniInputs  = reg.RDX // in
	shaniSrc     = reg.RSI
	shaniDst     = reg.RDI
	shaniByte    = reg.RDX // the last byte of a node
	shaniNext    = [4]reg.GPPhysical{reg.R8, reg.R9, reg.R10, reg.R11}
	shaniLast    = reg.R12 // the last message of all
	shaniLastDst = reg.R13 // the place of its digest
)

// shaniScratchSize: the saved states, the slots of the quads, the prefix of nodes.
func shaniScratchSize(lanes int) int {
	switch {
	case lanes == 1:
		return 0
	case lanes <= len(shaniW):
		return 32*lanes + 16
	default:
		return 32*lanes + 64*lanes + 16
	}
}

// shaniStart opens a function and returns its streams.
func shaniStart(name string, lanes int, sig string) []*stream {
	TEXT(fmt.Sprintf("%sSHANIx%d", name, lanes), NOSPLIT, sig)
	Pragma("noescape")
	Doc(fmt.Sprintf("%sSHANIx%d is %sGeneric for lanes = %d.", name, lanes, name, lanes))
	Comment("SHA-NI with dirty upper halves, left by anyone, takes hundreds of cycles a round")
	VZEROUPPER()
	if size := shaniScratchSize(lanes); size > 0 {
		Comment("Scratch, aligned: a slot across two cache lines would be slow to reload")
		LEAQ(AllocLocal(size+64).Offset(63), shaniScratch)
		ANDQ(I8(-64), shaniScratch)
	}
	streams := make([]*stream, lanes)
	for l := range streams {
		streams[l] = shaniStream(name, l, lanes)
	}
	return streams
}

// shaniStream lays out one stream.
func shaniStream(name string, l, lanes int) *stream {
	save := Mem{Base: shaniScratch, Disp: 32 * l}
	slots := Mem{Base: shaniScratch, Disp: 32*lanes + 64*l}
	s := &stream{
		abef: shaniABEF[l], saveABEF: save,
		cdgh: shaniCDGH[l], saveCDGH: save.Offset(16),
	}
	if lanes == 1 {
		s.saveABEF, s.saveCDGH = shaniSave[0], shaniSave[1]
	}
	for i := range s.quads {
		if lanes <= len(shaniW) {
			s.quads[i].reg = shaniW[l][i]
		} else {
			s.quads[i].slot = slots.Offset(16 * i)
		}
	}
	// Three or four streams hide the longer way. So does one stream of pairs: the
	// next message overlaps, the more so the fewer instructions there are.
	s.late = lanes == 2 || lanes == 1 && name != "pairs"
	return s
}

// shaniBlocks: see blocksGeneric.
func shaniBlocks(lanes int) {
	streams := shaniStart("blocks", lanes, sigBlocks)
	Load(Param("st"), shaniState)
	Load(Param("in"), shaniInputs)
	Load(Param("n"), shaniCount)
	for l, s := range streams {
		s.msg = Mem{Base: shaniNext[l]}
		MOVQ(Mem{Base: shaniInputs, Disp: 8 * l}, shaniNext[l])
	}
	loadState(streams)

	Label("block")
	for _, s := range streams {
		s.save()
	}
	compress(streams, (*stream).loadQuad)
	for _, s := range streams {
		s.feedForward(s.saveABEF, s.saveCDGH)
		ADDQ(I8(64), s.msg.Base)
	}
	DECQ(shaniCount)
	JNZ(LabelRef("block"))

	storeState(streams)
	RET()
}

// shaniGroups opens pairs and nodes.
func shaniGroups(name string, lanes int, sig string) []*stream {
	streams := shaniStart(name, lanes, sig)
	Load(Param("dst"), shaniDst)
	Load(Param("src"), shaniSrc)
	Load(Param("n"), shaniCount)
	if lanes > 1 {
		Comment("The last message, and the place of the last digest")
		MOVQ(shaniCount, shaniLastDst)
		SHLQ(Imm(5), shaniLastDst)
		LEAQ(Mem{Base: shaniSrc, Index: shaniLastDst, Scale: 2, Disp: -64}, shaniLast)
		LEAQ(Mem{Base: shaniDst, Index: shaniLastDst, Scale: 1, Disp: -32}, shaniLastDst)
	}
	return streams
}

// shaniMessages begins the body of pairs and nodes: lane l hashes message l of
// those at src. Lanes behind the last message read that one, and write its
// digest once more.
func shaniMessages(streams []*stream) {
	Label("group")
	for l, s := range streams {
		s.msg = shaniAtMost(shaniSrc, 64*l, shaniLast, shaniNext[l])
		s.loadIV()
	}
}

// shaniAtMost leaves base+offset, or last if that is less, in r, and returns the
// place there.
func shaniAtMost(base reg.GPPhysical, offset int, last, r reg.GPPhysical) Mem {
	if offset == 0 {
		return Mem{Base: base}
	}
	LEAQ(Mem{Base: base, Disp: offset}, r)
	CMPQ(r, last)
	CMOVQHI(last, r)
	return Mem{Base: r}
}

// shaniDigests ends the body of pairs and nodes: the digests of one group.
func shaniDigests(streams []*stream) {
	for l, s := range streams {
		s.feedForward(s.saveABEF, s.saveCDGH)
		s.storeDigest(shaniAtMost(shaniDst, 32*l, shaniLastDst, shaniNext[l]))
	}
	ADDQ(I32(64*len(streams)), shaniSrc)
	ADDQ(I32(32*len(streams)), shaniDst)
	SUBQ(Imm(uint64(len(streams))), shaniCount)
	JHI(LabelRef("group"))
	RET()
}

// shaniPairs: see pairsGeneric. The second block is a constant, and its W+K with it.
func shaniPairs(lanes int) {
	streams := shaniGroups("pairs", lanes, sigPairs)

	shaniMessages(streams)
	compress(streams, (*stream).loadQuad)
	for _, s := range streams {
		s.feedForward(ivABEF(), ivCDGH())
		s.save()
	}
	Comment("Second block: 0x80, zeros, the length 512")
	padding := [4][4]uint32{{0x80000000}, {}, {}, {3: 512}}
	compress(streams, func(s *stream, j int) { s.quad(j).know(padding[j]) })
	shaniDigests(streams)
}

// shaniNodes: see nodesGeneric. The first 63 bytes of a message follow the prefix
// in the first block; its last byte leads the second, which is constant otherwise.
func shaniNodes(lanes int) {
	streams := shaniGroups("nodes", lanes, sigNodes)
	var prefix Op = shaniPrefix
	if lanes > 1 {
		prefix = Mem{Base: shaniScratch, Disp: shaniScratchSize(lanes) - 16}
	}
	Comment("The prefix, in the highest byte of word 0")
	Load(Param("prefix"), shaniByte.As32())
	SHLL(I8(24), shaniByte.As32())
	VMOVD(shaniByte.As32(), shaniTmp)
	VMOVDQU(shaniTmp, prefix)

	shaniMessages(streams)
	compress(streams, func(s *stream, j int) { s.loadShifted(j, prefix) })
	for _, s := range streams {
		s.feedForward(ivABEF(), ivCDGH())
		s.save()
	}
	Comment("Second block: the last byte, 0x80, zeros, the length 520")
	padding := [4][4]uint32{{}, {}, {}, {3: 520}}
	compress(streams, func(s *stream, j int) {
		if j == 0 {
			s.loadLastByte()
		} else {
			s.quad(j).know(padding[j])
		}
	})
	shaniDigests(streams)
}

// shaniLinks: see linksGeneric. Between two links a stream keeps the raw outcome
// of the rounds: the digest is that plus the IV, and the IV is folded into the
// constants of the next link.
func shaniLinks(lanes int) {
	streams := shaniStart("links", lanes, sigLinks)
	Load(Param("st"), shaniState)
	Load(Param("n"), shaniCount)
	loadState(streams)
	for _, s := range streams {
		VPSUBD(ivABEF(), s.abef, s.abef)
		VPSUBD(ivCDGH(), s.cdgh, s.cdgh)
	}

	Label("link")
	Comment("W8..W15: 0x80, zeros, the length 256")
	padding := [4][4]uint32{2: {0x80000000}, 3: {3: 256}}
	compress(streams, func(s *stream, j int) {
		switch j {
		case 0:
			s.link()
		case 1:
		default:
			s.quad(j).know(padding[j])
		}
	})
	DECQ(shaniCount)
	JNZ(LabelRef("link"))

	for _, s := range streams {
		s.feedForward(ivABEF(), ivCDGH())
	}
	storeState(streams)
	RET()
}
