// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"

	"github.com/hashlanes/hashlanes/asm/fips180"
)

// streams makes the kernels that interleave messages, one a lane, through the
// SHA-256 instructions. SHA256H makes the next a, b, c, d of four rounds and
// SHA256H2 the next e, f, g, h, both from the state before; each takes about four
// cycles and the next pair waits for it. The lanes take turns every four rounds,
// so that with two lanes or more the unit always has another to go on with.
type streams struct{ lanes int }

// Vector registers by role. The state of all lanes is in adjacent registers, as
// structure loads need it.
func (s streams) abcd(l int) v { return v(l) }
func (s streams) efgh(l int) v { return v(s.lanes + l) }

// w holds words 4i..4i+3 of the last sixteen of lane l, later those of the schedule.
func (s streams) w(l, i int) v { return v(8 + 4*l + i%4) }

// Two registers for each short-lived value, in turn.
func roundK(j int) v { return v(24 + j%2) } // K of four rounds
func wk(l int) v     { return v(26 + l%2) } // W + K
func old(l int) v    { return v(28 + l%2) } // a, b, c, d before the rounds

const (
	extra  v = 30 // constants of a phase
	extra2 v = 31
)

func (s streams) roles() []string {
	n := s.lanes - 1
	return []string{
		fmt.Sprintf("%v-%v: a, b, c, d of lanes 0-%d; %v-%v: e, f, g, h", s.abcd(0), s.abcd(n), n, s.efgh(0), s.efgh(n)),
		fmt.Sprintf("%v-%v: 16 words of the schedule for each lane", s.w(0, 0), s.w(n, 3)),
		fmt.Sprintf("%v, %v: K; %v, %v: W + K; %v, %v: a, b, c, d of four rounds ago", roundK(0), roundK(1), wk(0), wk(1), old(0), old(1)),
		fmt.Sprintf("%v, %v: constants", extra, extra2),
	}
}

func (s streams) function(k kind, body code) *function {
	return &function{
		name: fmt.Sprintf("%sARMv8x%d", k.name, s.lanes), kind: k, lanes: s.lanes,
		requires: "ASIMD, SHA2", roles: s.roles(), body: body,
	}
}

// quads is the sixteen words in use of one lane, four in each quad. Where val is
// set they are the same in every message; they are in their register only if
// loaded is set.
type quads [4]struct {
	val    *words
	loaded bool
}

// constantQuad makes quad i a constant.
func (q *quads) constantQuad(i int, x words) {
	q[i].val, q[i].loaded = &x, false
}

// register is where quad i is, after it has been loaded.
func (s streams) register(c *code, l int, q *quads, i int) v {
	r := s.w(l, i)
	if at := &q[i%4]; at.val != nil && !at.loaded {
		c.op("FMOVQ %s, %s", constant(*at.val), r.q())
		at.loaded = true
	}
	return r
}

// block is the 64 rounds of all lanes, where each has the quads q. first, if it
// is not nil, says what W + K of the first four rounds are; it may read the state
// before.
func (s streams) block(q quads, first func(l int) v) (c code) {
	lanes := make([]quads, s.lanes)
	for l := range lanes {
		lanes[l] = q
	}
	for j := range 16 {
		c.note("Rounds %d-%d; W[t] = W[t-16] + sigma0(W[t-15]) + W[t-7] + sigma1(W[t-2]) for t = %d-%d", 4*j, 4*j+3, 4*j+16, 4*j+19)
		if fixed := q[j%4].val; fixed != nil {
			c.op("FMOVQ %s, %s", constant(plus(*fixed, k(j))), roundK(j).q())
		} else {
			c.op("FMOVQ %s, %s", constant(k(j)), roundK(j).q())
		}
		for l := range lanes {
			switch {
			case j == 0 && first != nil:
				c.add(s.rounds(l, first(l)))
			case lanes[l][j%4].val != nil:
				c.add(s.rounds(l, roundK(j)))
			default:
				c.op("VADD %s, %s, %s", s.w(l, j).s4(), roundK(j).s4(), wk(l).s4())
				c.add(s.rounds(l, wk(l)))
			}
			if j < 12 {
				c.add(s.schedule(l, &lanes[l], j))
			}
		}
		q = lanes[0]
	}
	return c
}

// rounds is four rounds of lane l.
func (s streams) rounds(l int, wk v) (c code) {
	c.op("VMOV %s, %s", s.abcd(l).b16(), old(l).b16())
	c.op("SHA256H %s, %v, %v", wk.s4(), s.efgh(l), s.abcd(l))
	c.op("SHA256H2 %s, %v, %v", wk.s4(), old(l), s.efgh(l))
	return c
}

// schedule replaces quad j by the one 16 words on. What is constant is computed here.
func (s streams) schedule(l int, q *quads, j int) (c code) {
	w0, w1, w2, w3 := &q[j%4], &q[(j+1)%4], &q[(j+2)%4], &q[(j+3)%4]
	if w0.val != nil && w1.val != nil {
		q.constantQuad(j%4, su0(*w0.val, *w1.val))
	} else {
		to, next := s.register(&c, l, q, j), s.register(&c, l, q, j+1)
		c.op("SHA256SU0 %s, %s", next.s4(), to.s4())
		w0.val = nil
	}
	if w0.val != nil && w2.val != nil && w3.val != nil {
		q.constantQuad(j%4, su1(*w0.val, *w2.val, *w3.val))
		return c
	}
	to, y, z := s.register(&c, l, q, j), s.register(&c, l, q, j+2), s.register(&c, l, q, j+3)
	c.op("SHA256SU1 %s, %s, %s", z.s4(), y.s4(), to.s4())
	w0.val = nil
	return c
}

// loadState and storeState move the columns of st (the address, which is lost).
func (s streams) loadState(st string) code  { return s.moveState("VLD%d.P %d(%s), %s", st) }
func (s streams) storeState(st string) code { return s.moveState("VST%d.P %[4]s, %[2]d(%[3]s)", st) }

func (s streams) moveState(format, st string) (c code) {
	for _, r := range []v{s.abcd(0), s.efgh(0)} {
		c.op(format, s.lanes, 16*s.lanes, st, list(r, s.lanes, "S4"))
	}
	return c
}

// message loads and swaps the 64 bytes at the pointer of every lane, which moves on.
func (s streams) message() (c code) {
	for l := range s.lanes {
		c.op("VLD1.P 64(%s), %s", lanePointer(l), list(s.w(l, 0), 4, "B16"))
	}
	for l := range s.lanes {
		for i := range 4 {
			c.op("VREV32 %s, %s", s.w(l, i).b16(), s.w(l, i).b16())
		}
	}
	return c
}

// start sets the state of every lane to the initial hash value.
func (s streams) start() (c code) {
	for l := range s.lanes {
		c.op("FMOVQ %s, %s", constant(ivABCD()), s.abcd(l).q())
		c.op("FMOVQ %s, %s", constant(ivEFGH()), s.efgh(l).q())
	}
	return c
}

// addStart adds the initial hash value to the state of every lane, or subtracts it.
func (s streams) addStart(op string) (c code) {
	c.op("FMOVQ %s, %s", constant(ivABCD()), extra.q())
	c.op("FMOVQ %s, %s", constant(ivEFGH()), extra2.q())
	for l := range s.lanes {
		c.op("%s %s, %s, %s", op, extra.s4(), s.abcd(l).s4(), s.abcd(l).s4())
		c.op("%s %s, %s, %s", op, extra2.s4(), s.efgh(l).s4(), s.efgh(l).s4())
	}
	return c
}

// digests swaps the states and writes them where the lanes point.
func (s streams) writeDigests() (c code) {
	for l := range s.lanes {
		for _, r := range []v{s.abcd(l), s.efgh(l)} {
			c.op("VREV32 %s, %s", r.b16(), r.b16())
		}
	}
	for l := range s.lanes {
		c.op("FMOVQ %s, (%s)", s.abcd(l).q(), outPointer(l))
		c.op("FMOVQ %s, 16(%s)", s.efgh(l).q(), outPointer(l))
	}
	return c
}

// behind32 is the words of a message of 32 bytes: its own are not known.
func behind32() (q quads) {
	w := padding(32)
	q.constantQuad(2, words{w[0]})
	q.constantQuad(3, words{3: w[15]})
	return q
}

// ivPlusK is what a chain adds to a raw state to get W + K.
func ivPlusK() words { return plus(words(fips180.IV[:4]), k(0)) }
