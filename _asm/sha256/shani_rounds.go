// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// stream is one message of a SHA-NI kernel.
type stream struct {
	abef, cdgh         reg.VecPhysical
	saveABEF, saveCDGH Op      // the state before the block
	msg                Mem     // the next block of the message
	quads              [4]quad // quad j of the schedule is quads[j%4]
	late               bool    // see extend
	started            bool    // rounds 0 and 1 have their W+K in X0 already
}

// compress runs the 64 rounds on every stream, four at a time. first makes W quad
// j < 4 of a stream. The schedule stands between the rounds, where it is needed
// soon enough and delays none of them.
func compress(streams []*stream, first func(s *stream, j int)) {
	for j := range 16 {
		Commentf("Rounds %d to %d", 4*j, 4*j+3)
		for _, s := range streams {
			if j < 4 {
				first(s, j)
			}
			s.addK(j)
			SHA256RNDS2(shaniWK, s.abef, s.cdgh)
			s.nextWK(j)
			if s.late {
				s.extendLate(j)
			} else {
				s.extend(j)
			}
			SHA256RNDS2(shaniWK, s.cdgh, s.abef)
		}
	}
}

// SHA256RNDS2 does two rounds: it takes the state before them in both registers, and
// replaces CDGH by the new ABEF; the old ABEF is the new CDGH.

// addK puts W+K of rounds 4j and 4j+1 in the lower half of X0.
func (s *stream) addK(j int) {
	switch q := s.quad(j); {
	case j == 0 && s.started:
	case q.known:
		VMOVQ(quadConst(add(q.val, k(j))), shaniWK)
	default:
		VPADDD(quadConst(k(j)), q.load(), shaniWK)
	}
}

// nextWK puts W+K of rounds 4j+2 and 4j+3 there.
func (s *stream) nextWK(j int) {
	q := s.quad(j)
	if q.known {
		VMOVQ(quadConst(add(q.val, k(j))).Offset(8), shaniWK)
		return
	}
	if j == 0 && s.started {
		VPADDD(quadConst(k(j)), q.load(), shaniWK)
	}
	VPSHUFD(Imm(0x0E), shaniWK, shaniWK)
}

// quad returns the place of W quad j, which it shares with quads j-4 and j+4.
func (s *stream) quad(j int) *quad { return &s.quads[(j+4)%4] }

// extend carries on the schedule when quad j is complete: it makes quad j+1,
//
//	W[t] = W[t-16] + s0(W[t-15]) + W[t-7] + s1(W[t-2])
//
// of which the first two terms stand in its place since quad j-2, and makes these
// two terms of quad j+3.
func (s *stream) extend(j int) {
	next, w, prev := s.quad(j+1), s.quad(j), s.quad(j-1)
	if 3 <= j && j < 15 {
		next.add(aligned(w, prev))
		next.msg2(w)
	}
	if 1 <= j && j < 13 {
		prev.msg1(w)
	}
	w.retire(j < 14)
}

// extendLate is extend with a shorter way from quad to quad. With w0 the lowest
// word of quad j, its W[t-7] are in
//
//	quad j+2, three lower words:  w1, w2, w3, added here, a quad ahead
//	quad j+1, the highest word:   w0, added last, as no other word depends on it
//
// That leaves SHA256MSG2 and one addition between two quads, for two instructions more.
func (s *stream) extendLate(j int) {
	next, w, prev := s.quad(j+1), s.quad(j), s.quad(j-1)
	if 3 <= j && j < 15 {
		next.msg2(w)
		next.add(up(w))
	}
	if 2 <= j && j < 14 {
		s.quad(j + 2).add(down(w))
	}
	if 1 <= j && j < 13 {
		prev.msg1(w)
	}
}
