// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"github.com/mmcloughlin/avo/x86"
)

// This file is the core that all AVX-512 kernels share: SHA-256 on `lanes`
// messages at once, one per 32-bit element of a ZMM (16) or YMM (8) register.
//
// The core is a partial evaluator. Each of a..h and of W is a word, which is a
// register or a constant that all lanes have in common, and every operation on
// constants is done here instead of in the kernel: an initial state of
// constants (c.s[i].set(iv[i])), a padding word (c.w[15].set(bits)) or a whole
// constant block fold away, and what cannot fold becomes one broadcast operand
// from the table of constants. Use:
//
//	c := newCore(16)                // after TEXT; takes all 32 registers
//	c.base(R8)                      // R8 points at the constants from here on
//	c.loadMask()
//	c.load(row)                     // 16 words of every lane into c.w
//	c.merge(30, temporaries, func() {
//		for t := range 64 {
//			c.round(t, key(t))      // round t with W[t%16]
//			if t < 48 {
//				c.schedule(t)       // W[t%16] becomes W[t+16]
//			}
//		}
//	})
//
// In a loop over rounds, pass at(mem) as the key in place of key(t), and leave
// every word in a register. Instructions go through c.do, so that merge
// (avx512merge.go) can put them in the order that is best for the ports; outside
// of merge they are emitted as they come. Merging gains 1 to 4 %.

// Masks whose truth tables are those of the three inputs of VPTERNLOGD.
const maskA, maskB, maskC = 0xF0, 0xCC, 0xAA

func choose(a, b, c uint32) uint32   { return a&b ^ ^a&c }
func majority(a, b, c uint32) uint32 { return a&b ^ a&c ^ b&c }
func xor(a, b, c uint32) uint32      { return a ^ b ^ c }

// word is one 32-bit value per lane.
type word struct {
	reg   reg.Register // holds the value, or is kept free for the values to come
	known bool         // all lanes hold c, and reg is free
	c     uint32
	mem   Op // if not nil, the value stands in memory and is broadcast
}

func (w *word) set(c uint32) { w.known, w.c = true, c }

func key(t int) word         { return constant(k256[t]) }
func constant(c uint32) word { return word{known: true, c: c} }
func at(m Mem) word          { return word{mem: m} }

// rotations names a sigma function: two rotations and a rotation or, if shift
// is set, a shift to the right.
type rotations struct {
	name  string
	r     [3]int
	shift bool
}

var (
	bigSigma0   = rotations{"S0", [3]int{2, 13, 22}, false}
	bigSigma1   = rotations{"S1", [3]int{6, 11, 25}, false}
	smallSigma0 = rotations{"s0", [3]int{7, 18, 3}, true}
	smallSigma1 = rotations{"s1", [3]int{17, 19, 10}, true}
)

func (s rotations) of(x uint32) uint32 {
	last := bits.RotateLeft32(x, -s.r[2])
	if s.shift {
		last = x >> s.r[2]
	}
	return bits.RotateLeft32(x, -s.r[0]) ^ bits.RotateLeft32(x, -s.r[1]) ^ last
}

// core is the registers of a kernel by role.
type core struct {
	lanes int
	s     [8]word         // a..h; a round moves the names, not the data
	w     [16]word        // w[t%16] is W[t]
	t     [4]reg.Register // temporaries of round and schedule
	x     [4]reg.Register // spare: load takes x[0] as temporary, x[1] as mask
	k     reg.GPPhysical  // points into the middle of the constants

	order  func(q, i int) int // of messages in one-shot kernels: messageOf or laneOrder
	asides []func()           // see aside

	// Of the region that is being merged (interleave.go):
	steps    []*step
	notes    []string
	contents map[reg.ID]int // of the temporaries; nil outside a region
}

// newCore assigns the registers.
func newCore(lanes int) *core {
	c := &core{lanes: lanes, order: messageOf}
	for i := range c.s {
		c.s[i].reg = c.vec(i)
	}
	for i := range c.w {
		c.w[i].reg = c.vec(8 + i)
	}
	for i := range c.t {
		c.t[i], c.x[i] = c.vec(24+i), c.vec(28+i)
	}
	return c
}

// vec is vector register n at the width of the kernel.
func (c *core) vec(n int) reg.Register {
	if c.lanes == 16 {
		return zmm[n]
	}
	return zmm[n].(reg.Vec).AsY()
}

// bytes is the width of a vector register.
func (c *core) bytes() int { return 4 * c.lanes }

// round is round t with the round constant k and W[t%16].
func (c *core) round(t int, k word) {
	s, w := &c.s, c.w[t%16]
	c.note(fmt.Sprintf("round %d: T1 = h + %v + K + S1(e) + Ch(e,f,g); e = d + T1; a = T1 + S0(a) + Maj(a,b,c)", t, w))
	c.note("  a..h = " + names(s[:]))
	a, b, cc, d, e, f, g, h := s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]
	s1 := c.sigma(bigSigma1, e, c.t[1:])
	ch := c.logic(c.t[0], choose, e, f, g)
	t1 := c.total(h.reg, h, w, k, ch, s1)
	maj := c.logic(c.t[0], majority, a, b, cc)
	s0 := c.sigma(bigSigma0, a, c.t[1:])
	e = c.sum(d.reg, append(t1, d)...)
	a = c.sum(h.reg, append(t1, maj, s0)...)
	*s = [8]word{a, s[0], s[1], s[2], e, s[4], s[5], s[6]}
}

// schedule replaces W[t] by W[t+16].
func (c *core) schedule(t int) {
	w := func(i int) *word { return &c.w[(t+i)%16] }
	c.note(fmt.Sprintf("W[%d] = %v + s0(%v) + %v + s1(%v)", t+16, w(0), w(1), w(9), w(14)))
	s0 := c.sigma(smallSigma0, *w(1), c.t[:])
	part := c.total(w(0).reg, *w(0), s0, *w(9))
	s1 := c.sigma(smallSigma1, *w(14), c.t[:])
	*w(0) = c.sum(w(0).reg, append(part, s1)...)
}

// total adds terms up as far as needed to use the result twice: it returns a
// sum in dst, or one register and one constant still apart, as two sums that
// differ in their constants cost no more.
func (c *core) total(dst reg.Register, terms ...word) []word {
	constants, rest := split(terms)
	if len(rest) <= 1 {
		return append(rest, constants)
	}
	return []word{c.sum(dst, terms...)}
}

// sum adds terms and leaves the result in dst, unless it is a constant. The
// last term should be the one that is ready last.
func (c *core) sum(dst reg.Register, terms ...word) word {
	k, rest := split(terms)
	if len(rest) == 0 {
		return word{reg: dst, known: true, c: k.c}
	}
	for i, r := range rest { // dst goes first, before it is overwritten
		if r.reg == dst {
			rest[0], rest[i] = rest[i], rest[0]
		}
	}
	acc := rest[0].reg
	if k.c != 0 {
		rest = append([]word{rest[0], at(constantAt(c.k, k.c))}, rest[1:]...)
	}
	for _, r := range rest[1:] {
		if r.mem != nil {
			c.do(x86.VPADDD_BCST, r.mem, acc, dst)
		} else {
			c.do(x86.VPADDD, r.reg, acc, dst)
		}
		acc = dst
	}
	if acc != dst {
		c.move(acc, dst)
	}
	return word{reg: dst}
}

// split adds up the constants among terms.
func split(terms []word) (constants word, rest []word) {
	constants.known = true
	for _, w := range terms {
		if w.known {
			constants.c += w.c
		} else {
			rest = append(rest, w)
		}
	}
	return
}

// logic leaves f(x, y, z), bit by bit, in dst.
func (c *core) logic(dst reg.Register, f func(a, b, c uint32) uint32, x, y, z word) word {
	masks := []uint32{maskA, maskB, maskC} // of dst, of a register, of a register or memory
	in := [3]*word{&x, &y, &z}
	var place [3]*word
	free := in[:0:0]
	for _, w := range in { // constants: the first is broadcast to dst, the second an operand
		switch {
		case w.known && place[0] == nil:
			place[0] = w
		case w.known && place[2] == nil:
			place[2] = w
		case w.known:
			return constant(f(x.c, y.c, z.c))
		default:
			free = append(free, w)
		}
	}
	for i, p := range place {
		if p == nil {
			place[i], free = free[0], free[1:]
		}
	}
	var m [3]uint32
	for i, w := range in {
		for j, p := range place {
			if p == w {
				m[i] = masks[j]
			}
		}
	}
	imm := U8(f(m[0], m[1], m[2]))
	if place[0].known {
		c.do(x86.VPBROADCASTD, constantAt(c.k, place[0].c), dst)
	} else {
		c.move(place[0].reg, dst)
	}
	if place[2].known {
		c.do(x86.VPTERNLOGD_BCST, imm, constantAt(c.k, place[2].c), place[1].reg, dst)
	} else {
		c.do(x86.VPTERNLOGD, imm, place[2].reg, place[1].reg, dst)
	}
	return word{reg: dst}
}

// sigma leaves s(x) in t[0].
func (c *core) sigma(s rotations, x word, t []reg.Register) word {
	if x.known {
		return constant(s.of(x.c))
	}
	c.do(x86.VPRORD, U8(s.r[0]), x.reg, t[0])
	c.do(x86.VPRORD, U8(s.r[1]), x.reg, t[1])
	if s.shift {
		c.do(x86.VPSRLD, U8(s.r[2]), x.reg, t[2])
	} else {
		c.do(x86.VPRORD, U8(s.r[2]), x.reg, t[2])
	}
	c.do(x86.VPTERNLOGD, U8(xor(maskA, maskB, maskC)), t[2], t[1], t[0])
	return word{reg: t[0]}
}

func (c *core) move(src, dst reg.Register) { c.do(x86.VMOVDQA64, src, dst) }

// Loading. A lane's 64 bytes are a row of four pieces of 16 bytes; the result is
// the sixteen words of all lanes. With 16 lanes, in three steps, where | stands
// between pieces:
//
//	halves: two half rows             quads: words 4x4               turn: pieces 2x2
//	w0  a0 .. a3 | .. a7 | e0 .. e7   w0  a0 b0 c0 d0 | a4 .. | e0   w0  a0 .. d0 | e0 .. h0 | i0 .. l0 | m0 .. p0
//	w2  b0 .. b3 | .. b7 | f0 .. f7   w1  a1 b1 c1 d1 | a5 .. | e1   w1  a1 .. d1 | e1 ..
//	w1  c0 .. c3 | .. c7 | g0 .. g7   w2  a2 b2 c2 d2 | a6 .. | e2   w2  a2 ..
//	w3  d0 .. d3 | .. d7 | h0 .. h7   w3  a3 b3 c3 d3 | a7 .. | e3   w3  a3 ..
//	w4  i0 .. i3 | .. i7 | m0 .. m7   w4  i0 j0 k0 l0 | i4 .. | m0   w4  a4 .. d4 | e4 .. h4 | i4 .. l4 | m4 .. p4
//	w8  a8 ..                         w8  a8 b8 c8 d8 | ..           w8  a8 ..
//
// With 8 lanes, rows come together piece by piece and quads is all that is left.

// swapped is the order of four rows in registers that makes quads leave the
// words in order.
var swapped = [4]int{0, 2, 1, 3}

// load brings one block of every lane into c.w, after loadMask. row(l, off)
// gives to do what it needs to return the address of byte off of lane l.
func (c *core) load(row func(l, off int) Mem) {
	for q := range 4 {
		if c.lanes == 8 {
			c.pieces(q, row)
		} else {
			c.halves(q, row)
		}
		c.quads(q)
	}
	if c.lanes == 16 {
		c.turn()
	}
}

// loadMask prepares x[1] for quads.
func (c *core) loadMask() {
	VBROADCASTI32X4(constants().Offset(maskOffset), c.x[1])
}

// halves loads half rows into w[4q..4q+3]: the first (q = 0, 1) or second half
// of lanes 8*(q%2)..+3, and that of the fourth lane after each.
func (c *core) halves(q int, row func(l, off int) Mem) {
	c.note(fmt.Sprintf("w[%d..%d] = halves of the rows of lanes %d..%d", 4*q, 4*q+3, 8*(q%2), 8*(q%2)+7))
	for k, i := range swapped {
		z := c.w[4*q+i].reg
		c.do(x86.VMOVDQU32, row(8*(q%2)+k, 32*(q/2)), sized(z, reg.Y0))
		c.do(x86.VINSERTI64X4, U8(1), row(8*(q%2)+k+4, 32*(q/2)), z, z)
	}
}

// pieces loads the pieces q of the rows l and l+4, for l < 4, into w[4q..4q+3].
func (c *core) pieces(q int, row func(l, off int) Mem) {
	c.note(fmt.Sprintf("w[%d..%d] = pieces %d of the rows", 4*q, 4*q+3, q))
	for k, i := range swapped {
		y := c.w[4*q+i].reg
		c.do(x86.VMOVDQU32, row(k, 16*q), sized(y, reg.X0))
		c.do(x86.VINSERTI32X4, U8(1), row(k+4, 16*q), y, y)
	}
}

// quads swaps the bytes of w[4m..4m+3] and transposes 4x4 words within each
// 128-bit column.
func (c *core) quads(m int) {
	w := func(i int) reg.Register { return c.w[4*m+i].reg }
	c.note(fmt.Sprintf("%s: swap bytes, transpose 4x4 words", names(c.w[4*m:4*m+4])))
	for i := range 4 {
		c.do(x86.VPSHUFB, c.x[1], w(i), w(i))
	}
	for _, p := range [][2]int{{0, 2}, {1, 3}} {
		lo, hi := w(p[0]), w(p[1])
		c.move(lo, c.x[0])
		c.do(x86.VPUNPCKLDQ, hi, c.x[0], lo)
		c.do(x86.VPUNPCKHDQ, hi, c.x[0], hi)
	}
	for _, p := range [][2]int{{0, 1}, {2, 3}} {
		lo, hi := w(p[0]), w(p[1])
		c.move(lo, c.x[0])
		c.do(x86.VPUNPCKLQDQ, hi, c.x[0], lo)
		c.do(x86.VPUNPCKHQDQ, hi, c.x[0], hi)
	}
}

// turn exchanges pieces between w[i] and w[i+4], so that each holds one word.
func (c *core) turn() {
	const even, odd = 0<<0 | 2<<2 | 0<<4 | 2<<6, 1<<0 | 3<<2 | 1<<4 | 3<<6
	for _, i := range []int{0, 1, 2, 3, 8, 9, 10, 11} {
		lo, hi := c.w[i].reg, c.w[i+4].reg
		c.note(fmt.Sprintf("%v %v: even pieces, odd pieces of both", lo.Asm(), hi.Asm()))
		c.move(lo, c.x[0])
		c.do(x86.VSHUFI32X4, U8(even), hi, c.x[0], lo)
		c.do(x86.VSHUFI32X4, U8(odd), hi, c.x[0], hi)
	}
}

// The table of constants: K, the byte swap mask, then whatever the kernels ask
// for. A register points at its middle, where eight bits reach 256 words.
const (
	tableName   = "avx512Constants"
	tableMiddle = 512
	maskOffset  = 4 * 64
	otherOffset = maskOffset + 16
)

var tableOffset map[uint32]int // of the constants in the table

// openTable starts the table. No other GLOBL may follow until the last AVX-512
// kernel is generated.
func openTable() {
	GLOBL(tableName, attr.RODATA|attr.NOPTR)
	tableOffset = map[uint32]int{}
	for t, k := range k256 {
		DATA(4*t, U32(k))
		tableOffset[k] = 4 * t
	}
	for i := range 4 {
		DATA(maskOffset+4*i, U32(0x00010203+0x04040404*uint32(i)))
	}
}

func constants() Mem {
	return NewDataAddr(Symbol{Name: tableName, Static: true}, 0)
}

// base makes r the pointer to the constants.
func (c *core) base(r reg.GPPhysical) {
	c.k = r
	LEAQ(constants().Offset(tableMiddle), r)
}

// constantAt is the place of v in the table, through the pointer base.
func constantAt(base reg.GPPhysical, v uint32) Mem {
	off, ok := tableOffset[v]
	if !ok {
		off = otherOffset + 4*(len(tableOffset)-64)
		tableOffset[v] = off
		DATA(off, U32(v))
	}
	return Mem{Base: base, Disp: off - tableMiddle}
}

// String names the word in comments.
func (w word) String() string {
	if w.known {
		return fmt.Sprintf("0x%08x", w.c)
	}
	return w.reg.Asm()
}

func names(w []word) string {
	var s []string
	for _, x := range w {
		s = append(s, x.String())
	}
	return strings.Join(s, " ")
}

var zmm = [32]reg.Register{
	reg.Z0, reg.Z1, reg.Z2, reg.Z3, reg.Z4, reg.Z5, reg.Z6, reg.Z7,
	reg.Z8, reg.Z9, reg.Z10, reg.Z11, reg.Z12, reg.Z13, reg.Z14, reg.Z15,
	reg.Z16, reg.Z17, reg.Z18, reg.Z19, reg.Z20, reg.Z21, reg.Z22, reg.Z23,
	reg.Z24, reg.Z25, reg.Z26, reg.Z27, reg.Z28, reg.Z29, reg.Z30, reg.Z31,
}
