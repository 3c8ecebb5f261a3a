// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// VSHUFPS takes two words of one register for the lower half of its result and
// two of another for the upper. With these selectors, (3,2 | 3,2) and (1,0 | 1,0),
//
//	ABEF = (f e b a) = low(efgh, abcd)   abcd = high(ABEF, CDGH)
//	CDGH = (h g d c) = high(efgh, abcd)  efgh = low(ABEF, CDGH)
const (
	shaniHigh = 3 | 2<<2 | 3<<4 | 2<<6
	shaniLow  = 1 | 0<<2 | 1<<4 | 0<<6
)

// save keeps the state for the end of the block.
func (s *stream) save() {
	VMOVDQU(s.abef, s.saveABEF)
	VMOVDQU(s.cdgh, s.saveCDGH)
}

// feedForward adds the state from before the block.
func (s *stream) feedForward(abef, cdgh Op) {
	VPADDD(cdgh, s.cdgh, s.cdgh)
	VPADDD(abef, s.abef, s.abef)
}

func (s *stream) loadIV() {
	VMOVDQU(ivABEF(), s.abef)
	VMOVDQU(ivCDGH(), s.cdgh)
}

// bigEndian reverses the bytes of each word.
func bigEndian() Mem { return quadConst(words{0x00010203, 0x04050607, 0x08090a0b, 0x0c0d0e0f}) }

// loadQuad makes W quad j from the message.
func (s *stream) loadQuad(j int) {
	r := s.quad(j).take()
	VMOVDQU(s.msg.Offset(16*j), r)
	VPSHUFB(bigEndian(), r, r)
}

// loadShifted makes W quad j of a block that starts with a prefix byte.
func (s *stream) loadShifted(j int, prefix Op) {
	r := s.quad(j).take()
	if j > 0 {
		VMOVDQU(s.msg.Offset(16*j-1), r)
		VPSHUFB(bigEndian(), r, r)
	} else {
		VMOVDQU(s.msg, r)
		VPSHUFB(quadConst(words{0x80000102, 0x03040506, 0x0708090a, 0x0b0c0d0e}), r, r)
		VPOR(prefix, r, r)
	}
}

// loadLastByte makes W quad 0 of the second block of a node: the last byte of
// the message and the end mark.
func (s *stream) loadLastByte() {
	MOVBLZX(s.msg.Offset(63), shaniByte.As32())
	SHLL(I8(24), shaniByte.As32())
	ORL(U32(0x00800000), shaniByte.As32())
	VMOVD(shaniByte.As32(), s.quad(0).take())
}

// link starts the next link: W0..W7 are the digest, raw state + IV, and the state
// is the IV. To have rounds 0 and 1 wait for nothing but one shuffle, their W+K in
// X0 is raw too, and K and the IV are in the state: the h of round 0 is only added,
// so it takes all that is missing there; so is the g of round 0 as the h of round 1,
// but round 0 has it in Ch, where its share is a constant that h takes back.
func (s *stream) link() {
	Comment("X0 = W[0..3] - IV, W[4..7] - IV; W += IV; state = IV with K0, K1, IVa, IVb in h and g")
	VSHUFPS(Imm(shaniHigh), s.cdgh, s.abef, shaniWK)
	w0, w1 := s.quad(0).take(), s.quad(1).take()
	VSHUFPS(Imm(shaniLow), s.cdgh, s.abef, w1)
	iv := iv256
	ch := func(e, f, g uint32) uint32 { return e&f ^ ^e&g }
	g := iv[6] + iv[1] + k256[1]
	h := iv[7] + iv[0] + k256[0] + ch(iv[4], iv[5], iv[6]) - ch(iv[4], iv[5], g)
	VMOVDQU(ivABEF(), s.abef)
	VMOVDQU(quadConst(words{h, g, iv[3], iv[2]}), s.cdgh)
	VPADDD(quadConst(words(iv[:4])), shaniWK, w0)
	VPADDD(quadConst(words(iv[4:])), w1, w1)
	s.quad(1).retire(true)
	s.started = true
}

// storeDigest writes the eight words of the state in big-endian order.
func (s *stream) storeDigest(dst Mem) {
	abcd, efgh := shaniWK, shaniTmp
	VSHUFPS(Imm(shaniHigh), s.cdgh, s.abef, abcd)
	VSHUFPS(Imm(shaniLow), s.cdgh, s.abef, efgh)
	VPSHUFB(bigEndian(), abcd, abcd)
	VPSHUFB(bigEndian(), efgh, efgh)
	VMOVDQU(abcd, dst)
	VMOVDQU(efgh, dst.Offset(16))
}

// stateRow returns the address of word w of all lanes.
func stateRow(lanes, w int) Mem { return Mem{Base: shaniState, Disp: 4 * lanes * w} }

// loadState reads st, with word w of lane l at st[w*lanes+l], into the streams.
func loadState(streams []*stream) {
	switch lanes := len(streams); lanes {
	case 1:
		abcd, efgh := shaniRow[0], shaniRow[1]
		VMOVDQU(stateRow(1, 0), abcd)
		VMOVDQU(stateRow(1, 4), efgh)
		VSHUFPS(Imm(shaniLow), abcd, efgh, streams[0].abef)
		VSHUFPS(Imm(shaniHigh), abcd, efgh, streams[0].cdgh)
	case 2:
		loadState2(stateRow(2, 4), stateRow(2, 0), streams[0].abef, streams[1].abef)
		loadState2(stateRow(2, 6), stateRow(2, 2), streams[0].cdgh, streams[1].cdgh)
	default:
		var abef, cdgh [4]reg.VecPhysical
		for l := range abef {
			s := streams[min(l, lanes-1)]
			abef[l], cdgh[l] = s.abef, s.cdgh
		}
		transpose(loadRows(lanes, 5, 4, 1, 0), abef)
		transpose(loadRows(lanes, 7, 6, 3, 2), cdgh)
	}
}

// loadState2: from (e0 e1 f0 f1) and (a0 a1 b0 b1) to (f0 e0 b0 a0) and (f1 e1 b1 a1).
func loadState2(ef, ab Mem, lane0, lane1 reg.VecPhysical) {
	const even, odd = 2 | 0<<2 | 2<<4 | 0<<6, 3 | 1<<2 | 3<<4 | 1<<6
	VMOVDQU(ef, shaniRow[0])
	VMOVDQU(ab, shaniRow[1])
	VSHUFPS(Imm(even), shaniRow[1], shaniRow[0], lane0)
	VSHUFPS(Imm(odd), shaniRow[1], shaniRow[0], lane1)
}

// storeState is the reverse of loadState.
func storeState(streams []*stream) {
	switch lanes := len(streams); lanes {
	case 1:
		s, abcd, efgh := streams[0], shaniRow[0], shaniRow[1]
		VSHUFPS(Imm(shaniHigh), s.cdgh, s.abef, abcd)
		VSHUFPS(Imm(shaniLow), s.cdgh, s.abef, efgh)
		VMOVDQU(abcd, stateRow(1, 0))
		VMOVDQU(efgh, stateRow(1, 4))
	case 2:
		storeState2(streams[0].abef, streams[1].abef, stateRow(2, 4), stateRow(2, 0))
		storeState2(streams[0].cdgh, streams[1].cdgh, stateRow(2, 6), stateRow(2, 2))
	default:
		var abef, cdgh [4]reg.VecPhysical
		for l := range abef {
			s := streams[min(l, lanes-1)]
			abef[l], cdgh[l] = s.abef, s.cdgh
		}
		transpose(abef, shaniRow)
		storeRows(lanes, 5, 4, 1, 0)
		transpose(cdgh, shaniRow)
		storeRows(lanes, 7, 6, 3, 2)
	}
}

// storeState2 is the reverse of loadState2.
func storeState2(lane0, lane1 reg.VecPhysical, ef, ab Mem) {
	const swap = 2 | 3<<2 | 0<<4 | 1<<6
	VPUNPCKLDQ(lane1, lane0, shaniRow[0]) // f0 f1 e0 e1
	VPUNPCKHDQ(lane1, lane0, shaniRow[1]) // b0 b1 a0 a1
	VPSHUFD(Imm(swap), shaniRow[0], shaniRow[0])
	VPSHUFD(Imm(swap), shaniRow[1], shaniRow[1])
	VMOVDQU(shaniRow[0], ef)
	VMOVDQU(shaniRow[1], ab)
}

// loadRows reads four rows of the state of three or four lanes.
func loadRows(lanes int, w ...int) [4]reg.VecPhysical {
	for i, r := range shaniRow {
		if row := stateRow(lanes, w[i]); lanes == 4 {
			VMOVDQU(row, r)
		} else {
			VMOVQ(row, r)
			VPINSRD(Imm(2), row.Offset(8), r, r)
		}
	}
	return shaniRow
}

// storeRows writes four rows of the state of three or four lanes.
func storeRows(lanes int, w ...int) {
	for i, r := range shaniRow {
		if row := stateRow(lanes, w[i]); lanes == 4 {
			VMOVDQU(r, row)
		} else {
			VMOVQ(r, row)
			VPEXTRD(Imm(2), r, row.Offset(8))
		}
	}
}

// transpose turns four rows of four words into columns:
//
//	a0 a1 a2 a3    a0 b0 a1 b1    a0 b0 c0 d0
//	b0 b1 b2 b3    c0 d0 c1 d1    a1 b1 c1 d1
//	c0 c1 c2 c3    a2 b2 a3 b3    a2 b2 c2 d2
//	d0 d1 d2 d3    c2 d2 c3 d3    a3 b3 c3 d3
//
// X0 and X13 to X15 are lost. The rows and the columns may share a register
// only if it is the same one throughout.
func transpose(row, col [4]reg.VecPhysical) {
	ab01, cd01, ab23, cd23 := shaniWK, reg.X13, reg.X14, reg.X15
	VPUNPCKLDQ(row[1], row[0], ab01)
	VPUNPCKLDQ(row[3], row[2], cd01)
	VPUNPCKHDQ(row[1], row[0], ab23)
	VPUNPCKHDQ(row[3], row[2], cd23)
	if col[3] != col[2] {
		VPUNPCKHQDQ(cd23, ab23, col[3])
	}
	VPUNPCKLQDQ(cd23, ab23, col[2])
	VPUNPCKHQDQ(cd01, ab01, col[1])
	VPUNPCKLQDQ(cd01, ab01, col[0])
}
