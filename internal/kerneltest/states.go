// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package kerneltest

import (
	"bytes"
	"fmt"
	"math"
)

// stateOp is a function that works on a state: blocks, or links, which has no
// inputs.
type stateOp struct {
	inputs bool
	call   func(k *Kernel, st *State, in *Inputs, n int)
}

var (
	blocksOp = stateOp{true, func(k *Kernel, st *State, in *Inputs, n int) { k.Blocks(st, in, n) }}
	linksOp  = stateOp{false, func(k *Kernel, st *State, _ *Inputs, n int) { k.Links(st, n) }}
)

// stateCase is one call of a stateOp.
type stateCase struct {
	n      int
	place  place
	offset int // of lane 0's bytes; the other lanes have others
	start  func(w, l int) uint32
	alone  int    // the only lane in use, -1 for all
	poison uint32 // state of the lanes that are not
}

func (c *stateCase) String() string {
	return fmt.Sprintf("n=%d at %v offset %d, lane alone %d, poison %#x", c.n, c.place, c.offset, c.alone, c.poison)
}

func stateSections(add func(string, func(*suite)), name string, op stateOp) {
	add(name+"/lanes", func(s *suite) { s.stateLanes(op) })
	add(name+"/alone", func(s *suite) { s.stateAlone(op) })
	add(name+"/values", func(s *suite) { s.stateValues(op) })
	add(name+"/align", func(s *suite) { s.stateAlign(op) })
	add(name+"/guard", func(s *suite) { s.stateGuard(op) })
}

// randomWord is a start where every word of every lane differs.
func (s *suite) randomWord(int, int) uint32 { return s.rng.Uint32() }

// stateLanes finds wrong rounds, constants and orders of words, blocks or
// lanes: other bytes and another state in every lane.
func (s *suite) stateLanes(op stateOp) {
	for _, n := range s.steps() {
		for range 2 {
			s.state(op, &stateCase{n: n, start: s.randomWord, alone: -1})
		}
	}
}

// stateAlone finds lanes that see each other: one lane in use, the others with
// two different poisons as their state and its bytes as theirs.
func (s *suite) stateAlone(op stateOp) {
	for l := range s.k.Lanes {
		for _, n := range []int{1, 3} {
			for _, poison := range []uint32{0, 0xdeadbeef} {
				s.state(op, &stateCase{n: n, start: s.randomWord, alone: l, poison: poison})
			}
		}
	}
}

// stateValues finds carries between words or lanes, and words that are taken
// as signed: states of all ones, all zeros, single bits, and the same in every
// lane.
func (s *suite) stateValues(op stateOp) {
	same := [8]uint32{}
	for w := range same {
		same[w] = s.rng.Uint32()
	}
	for _, start := range []func(w, l int) uint32{
		func(w, l int) uint32 { return 0 },
		func(w, l int) uint32 { return math.MaxUint32 },
		func(w, l int) uint32 { return 1 << ((w + 8*l) % 32) },
		func(w, l int) uint32 { return -uint32(l & 1) },
		func(w, l int) uint32 { return same[w] },
	} {
		for _, n := range []int{1, 2} {
			s.state(op, &stateCase{n: n, start: start, alone: -1})
		}
	}
}

// stateAlign finds loads that need an alignment, and loads that give other
// bytes without it.
func (s *suite) stateAlign(op stateOp) {
	for offset := range blockSize {
		s.state(op, &stateCase{n: 1 + offset%3, start: s.randomWord, offset: offset, alone: -1})
	}
}

// stateGuard finds reads and writes out of bounds of the bytes, the pointers or
// the state.
func (s *suite) stateGuard(op stateOp) {
	for _, n := range s.steps() {
		for _, p := range []place{pageStart, pageEnd} {
			s.state(op, &stateCase{n: n, place: p, start: s.randomWord, alone: -1})
		}
	}
}

// state runs one case and compares it with the oracle.
func (s *suite) state(op stateOp, c *stateCase) {
	s.t.Helper()
	s.mem.reset()
	lanes := s.k.Lanes
	in, before, data := s.stateInputs(op, c)
	got := s.mem.state(lanes, c.place, c.offset)
	var want State
	for w := range 8 {
		for l := range lanes {
			want[w*lanes+l] = c.start(w, l)
			if c.alone >= 0 && c.alone != l {
				want[w*lanes+l] = c.poison
			}
			got[w*lanes+l] = want[w*lanes+l]
		}
	}
	op.call(s.oracle, &want, in, c.n)
	s.call(c.String(), func() { op.call(s.k, got, in, c.n) })
	for l := range lanes {
		if c.alone >= 0 && c.alone != l {
			continue
		}
		for w := range 8 {
			if g := got[w*lanes+l]; g != want[w*lanes+l] {
				s.t.Fatalf("%s: %v: word %d of lane %d is %#08x, want %#08x", s.k.Name, c, w, l, g, want[w*lanes+l])
			}
		}
	}
	for l, d := range data {
		if !bytes.Equal(d, before[l]) {
			s.t.Fatalf("%s: %v: the bytes of lane %d have changed", s.k.Name, c, l)
		}
		if in[l] != &data[l][0] {
			s.t.Fatalf("%s: %v: the pointer of lane %d has changed", s.k.Name, c, l)
		}
	}
}

// stateInputs gives every lane random bytes, and a copy of them. A lane that is
// alone lends its bytes to the others.
func (s *suite) stateInputs(op stateOp, c *stateCase) (in *Inputs, before, data [][]byte) {
	if !op.inputs {
		return nil, nil, nil
	}
	in = s.mem.inputs(s.k.Lanes, c.place)
	for l := range s.k.Lanes {
		d := s.mem.bytes(c.n*blockSize, c.place, (c.offset+7*l)%blockSize)
		s.random(d)
		data = append(data, d)
	}
	for l := range data {
		if c.alone >= 0 {
			data[l] = data[c.alone]
		}
		in[l] = &data[l][0]
		before = append(before, bytes.Clone(data[l]))
	}
	return in, before, data
}
