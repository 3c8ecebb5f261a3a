// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import "github.com/hashlanes/hashlanes/asm/fips180"

// The kernels for cores without SHA-256 instructions: four messages, one in each
// 32-bit lane of a vector. A rotation is a shift and a shift with insertion.

const neonLanes = 4

// Vector registers by role.
const (
	state0 v = 0  // the working variables a..h, which change places every round
	w0     v = 8  // W of the last sixteen rounds, later of the next
	tmp    v = 24 // eight short-lived values
)

var neonRoles = []string{
	"V0-V7: a-h of all lanes, which change names instead of places",
	"V8-V23: sixteen words of the schedule",
	"V24-V31: short-lived values",
}

func neonFunction(k kind, body code) *function {
	return &function{name: k.name + "NEONx4", kind: k, lanes: neonLanes, requires: "ASIMD", roles: neonRoles, body: body}
}

// word is one word of the schedule: a register, or the same in every message.
type word struct {
	reg   v
	fixed *uint32
}

// schedule is the last sixteen words.
type schedule [16]word

// unknown is a schedule of words in their registers.
func unknown() (s schedule) {
	for t := range s {
		s[t].reg = w0 + v(t)
	}
	return s
}

// fix makes words from t on constants.
func (s *schedule) fix(t int, values ...uint32) {
	for i, x := range values {
		s[t+i].fixed = &x
	}
}

// variable is the register of the working variable i (a = 0) in round t.
func variable(i, t int) v { return state0 + v((i-t+64)%8) }

// rotate sets to to x rotated right by n.
func rotate(x, to v, n int) (c code) {
	c.op("VUSHR $%d, %s, %s", n, x.s4(), to.s4())
	c.op("VSLI $%d, %s, %s", 32-n, x.s4(), to.s4())
	return c
}

// xor3 sets x to x ^ y ^ z.
func xor3(x, y, z v) (c code) {
	c.op("VEOR %s, %s, %s", y.b16(), x.b16(), x.b16())
	c.op("VEOR %s, %s, %s", z.b16(), x.b16(), x.b16())
	return c
}

// bigSigma sets x to the sum of three rotations of from.
func bigSigma(from v, x, y, z v, a, b, d int) (c code) {
	c.add(rotate(from, x, a))
	c.add(rotate(from, y, b))
	c.add(rotate(from, z, d))
	c.add(xor3(x, y, z))
	return c
}

// smallSigma sets x to the sum of two rotations and a shift of from.
func smallSigma(from v, x, y, z v, a, b, shift int) (c code) {
	c.add(rotate(from, x, a))
	c.add(rotate(from, y, b))
	c.op("VUSHR $%d, %s, %s", shift, from.s4(), z.s4())
	c.add(xor3(x, y, z))
	return c
}

// accumulate adds x to to.
func accumulate(x, to v) (c code) {
	c.op("VADD %s, %s, %s", x.s4(), to.s4(), to.s4())
	return c
}

// round is one round with the word w:
//
//	T1 = h + K + W + Ch(e, f, g) + Sigma1(e), d += T1, h = T1 + Maj(a, b, c) + Sigma0(a)
//
// The next round waits for d and h. Sigma1 is the last to be ready of what d is
// made of, and Sigma0 of h: so each of them is added last, for one addition more
// in all.
func round(t int, w word) (c code) {
	role := func(i int) v { return variable(i, t) }
	a, b, g3, d := role(0), role(1), role(2), role(3)
	e, f, g, h := role(4), role(5), role(6), role(7)
	kw, x, y, z := tmp, tmp+1, tmp+2, tmp+3
	c.note("Round %d", t)
	if w.fixed != nil {
		c.op("FMOVQ %s, %s", everyLane(fips180.K[t]+*w.fixed), kw.q())
	} else {
		c.op("FMOVQ %s, %s", everyLane(fips180.K[t]), kw.q())
		c.add(accumulate(w.reg, kw))
	}
	c.add(bigSigma(e, x, y, z, 6, 11, 25))
	c.add(accumulate(kw, h))
	c.op("VMOV %s, %s", e.b16(), kw.b16())
	c.op("VBSL %s, %s, %s", g.b16(), f.b16(), kw.b16()) // Ch: f where e, else g
	c.add(accumulate(kw, h))
	c.add(accumulate(h, d))
	c.add(accumulate(x, d))
	c.op("VEOR %s, %s, %s", b.b16(), a.b16(), kw.b16())
	c.op("VBSL %s, %s, %s", b.b16(), g3.b16(), kw.b16()) // Maj: c where a and b differ, else b
	c.add(accumulate(kw, h))
	c.add(accumulate(x, h))
	c.add(bigSigma(a, x, y, z, 2, 13, 22))
	c.add(accumulate(x, h))
	return c
}

// extend replaces word t by word t+16: W[t] + sigma0(W[t+1]) + W[t+9] + sigma1(W[t+14]).
// The sum of what is constant is one constant.
func (s *schedule) extend(t int) (c code) {
	to := &s[t%16]
	sum, x, y, z := uint32(0), tmp+4, tmp+5, tmp+6
	terms := code{}
	addTerm := func(r v) {
		if to.fixed != nil {
			terms.op("VMOV %s, %s", r.b16(), to.reg.b16())
			sum, to.fixed = sum+*to.fixed, nil
			return
		}
		terms.add(accumulate(r, to.reg))
	}
	if w := s[(t+1)%16]; w.fixed != nil {
		sum += fips180.Sigma0(*w.fixed)
	} else {
		terms.add(smallSigma(w.reg, x, y, z, 7, 18, 3))
		addTerm(x)
	}
	if w := s[(t+9)%16]; w.fixed != nil {
		sum += *w.fixed
	} else {
		addTerm(w.reg)
	}
	if w := s[(t+14)%16]; w.fixed != nil {
		sum += fips180.Sigma1(*w.fixed)
	} else {
		terms.add(smallSigma(w.reg, x, y, z, 17, 19, 10))
		addTerm(x)
	}
	c.add(terms)
	if sum != 0 && to.fixed == nil {
		c.op("FMOVQ %s, %s", everyLane(sum), x.q())
		c.add(accumulate(x, to.reg))
	}
	if to.fixed != nil {
		sum += *to.fixed
		to.fixed = &sum
	}
	return c
}

// rounds is all 64 rounds. The words of the schedule are made between them.
func (s schedule) rounds() (c code) {
	for t := range 64 {
		w := s[t%16]
		c.add(round(t, w))
		if t < 48 {
			c.add(s.extend(t))
		}
	}
	return c
}
