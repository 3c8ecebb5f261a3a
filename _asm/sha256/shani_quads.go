// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// quad is four words of the message schedule, W[4j..4j+3], on their way from
// W[t-16] to W[t]. It is in one of three states:
//
//   - known: a constant, computed here while generating, as is all that depends
//     on known quads alone
//   - live: in reg, which is always the same one if the quad has no slot
//   - stored: in its slot of the scratch
type quad struct {
	known bool
	val   words
	reg   reg.VecPhysical // nil if not live and no register of its own
	slot  Mem             // no base: the quad has a register of its own
}

// shaniFree holds the registers that quads with slots share.
var shaniFree = []reg.VecPhysical{reg.X9, reg.X10, reg.X11, reg.X12, reg.X13, reg.X14}

// know makes q a constant.
func (q *quad) know(val words) { q.known, q.val = true, val }

// take makes q live and returns its register, to be filled.
func (q *quad) take() reg.VecPhysical {
	q.known = false
	if q.reg == nil {
		q.reg, shaniFree = shaniFree[0], shaniFree[1:]
	}
	return q.reg
}

// load makes q live, with its value, and returns its register.
func (q *quad) load() reg.VecPhysical {
	if from := q.operand(); from != Op(q.reg) {
		VMOVDQU(from, q.take())
	}
	return q.reg
}

// retire ends the life of a quad with a slot; keep stores it.
func (q *quad) retire(keep bool) {
	if q.known || q.slot.Base == nil {
		return
	}
	if keep {
		VMOVDQU(q.reg, q.slot)
	}
	q.reg, shaniFree = nil, append(shaniFree, q.reg)
}

// operand returns where q is: a register, its slot or a constant in memory.
func (q *quad) operand() Op {
	switch {
	case q.known:
		return quadConst(q.val)
	case q.reg != nil:
		return q.reg
	default:
		return q.slot
	}
}

// source returns a register that holds q, not to be changed.
func (q *quad) source() reg.VecPhysical {
	if !q.known {
		return q.load()
	}
	VMOVDQU(quadConst(q.val), shaniTmp)
	return shaniTmp
}

// msg1 makes q, four words before w, into W[t-16] + s0(W[t-15]).
func (q *quad) msg1(w *quad) {
	if q.known && w.known {
		q.val = msg1(q.val, w.val)
		return
	}
	SHA256MSG1(w.source(), q.load())
	q.retire(true)
}

// msg2 adds s1(W[t-2]) to q, the quad after w.
func (q *quad) msg2(w *quad) {
	if q.known && w.known {
		q.val = msg2(q.val, w.val)
		return
	}
	SHA256MSG2(w.source(), q.load())
}

// term is a quad to be added: a constant, or else what emit leaves in its argument.
type term struct {
	known bool
	val   words
	emit  func(dst reg.VecPhysical)
}

// add adds t to q.
func (q *quad) add(t term) {
	switch {
	case q.known && t.known:
		q.val = add(q.val, t.val)
	case t.known:
		if t.val != (words{}) {
			VPADDD(quadConst(t.val), q.load(), q.reg)
		}
	case q.operand() == Op(q.reg):
		t.emit(shaniTmp)
		VPADDD(shaniTmp, q.reg, q.reg)
	default:
		rest := q.operand()
		t.emit(q.take())
		if rest != Op(quadConst(words{})) {
			VPADDD(rest, q.reg, q.reg)
		}
	}
}

// aligned is the three upper words of prev and the lowest of w.
func aligned(w, prev *quad) term {
	if w.known && prev.known {
		return term{known: true, val: add(shift(prev.val, -4), shift(w.val, 12))}
	}
	return term{emit: func(dst reg.VecPhysical) {
		VPALIGNR(Imm(4), prev.operand(), w.source(), dst)
	}}
}

// up is the lowest word of w as the highest.
func up(w *quad) term {
	return term{w.known, shift(w.val, 12), func(dst reg.VecPhysical) {
		VPSLLDQ(Imm(12), w.source(), dst)
	}}
}

// down is the three upper words of w as the three lower.
func down(w *quad) term {
	return term{w.known, shift(w.val, -4), func(dst reg.VecPhysical) {
		VPSRLDQ(Imm(4), w.source(), dst)
	}}
}
