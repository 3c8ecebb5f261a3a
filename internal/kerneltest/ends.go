// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package kerneltest

import (
	"bytes"
	"fmt"
)

// endsCase is one call of ends.
type endsCase struct {
	n      int // messages; 0: one for every lane
	lens   func(l int) int
	before uint64
	place  place
	offset int  // of lane 0's bytes; the other lanes have others
	dst    int  // offset of the digests
	beyond bool // empty messages lie where nothing may be read, else at nil
}

func (c *endsCase) String() string {
	return fmt.Sprintf("ends of %d messages after %d bytes at %v, offset %d, dst offset %d", c.n, c.before, c.place, c.offset, c.dst)
}

// befores are numbers of bytes that overflow a length of 32 or of 61 bits, or
// of its bits.
var befores = []uint64{0, 64, 1<<29 - 64, 1 << 29, 1<<32 - 64, 1 << 32, 1 << 35, 1<<61 - 4096}

func endsSections(add func(string, func(*suite))) {
	add("ends/lengths", (*suite).endsLengths)
	add("ends/counts", (*suite).endsCounts)
	add("ends/alone", (*suite).endsAlone)
	add("ends/align", (*suite).endsAlign)
	add("ends/guard", (*suite).endsGuard)
}

// longest is the longest message that fits a call.
func (s *suite) longest() int { return min(s.k.Cap/s.k.Lanes*blockSize-9, 500) }

// anyLength gives lengths of one to several blocks.
func (s *suite) anyLength(int) int { return s.rng.IntN(s.longest() + 1) }

// endsLengths finds wrong paddings and lengths, lanes that go on when they are
// done, and wrong orders of lanes: every length, first equal, then beside others.
func (s *suite) endsLengths() {
	for n := range s.longest() + 1 {
		before := befores[n%len(befores)]
		s.ends(&endsCase{before: before, lens: func(int) int { return n }})
		s.ends(&endsCase{before: before, lens: func(l int) int { return (n + l) % (s.longest() + 1) }})
		s.ends(&endsCase{before: before, lens: s.anyLength})
	}
}

// endsCounts finds wrong digests, and accesses out of bounds, of fewer messages
// than lanes.
func (s *suite) endsCounts() {
	for n := 1; n <= s.k.Lanes; n++ {
		for _, p := range []place{loose, pageStart, pageEnd} {
			for range 4 {
				s.ends(&endsCase{n: n, place: p, lens: s.anyLength, beyond: true})
			}
			s.ends(&endsCase{n: n, place: p, lens: func(l int) int { return 64 * (l % 2) }})
		}
	}
}

// endsAlone finds lanes that see each other, and reads of empty messages: one
// lane has a message, the others none.
func (s *suite) endsAlone() {
	for l := range s.k.Lanes {
		for _, n := range []int{1, 55, 56, 64, 200} {
			for _, beyond := range []bool{false, true} {
				s.ends(&endsCase{beyond: beyond, lens: func(i int) int {
					if i == l {
						return n
					}
					return 0
				}})
			}
		}
	}
}

// endsAlign finds loads and stores that need an alignment.
func (s *suite) endsAlign() {
	for offset := range blockSize {
		s.ends(&endsCase{lens: s.anyLength, offset: offset})
		s.ends(&endsCase{lens: s.anyLength, offset: s.rng.IntN(blockSize), dst: offset})
	}
}

// endsGuard finds reads and writes out of bounds, for every length.
func (s *suite) endsGuard() {
	for n := range min(3*blockSize, s.longest()) + 1 {
		for _, p := range []place{pageStart, pageEnd} {
			s.ends(&endsCase{lens: func(int) int { return n }, place: p, beyond: true})
			s.ends(&endsCase{lens: func(l int) int { return (n + 5*l) % (2 * blockSize) }, place: p, beyond: true})
		}
	}
}

// ends runs one case and compares it with the oracle.
func (s *suite) ends(c *endsCase) {
	s.t.Helper()
	s.mem.reset()
	if c.n == 0 {
		c.n = s.k.Lanes
	}
	in, lens := s.mem.inputs(c.n, c.place), s.mem.lengths(c.n, c.place)
	st := s.mem.state(s.k.Lanes, c.place, c.offset)
	for i := range 8 * s.k.Lanes {
		st[i] = s.rng.Uint32()
	}
	data, saved := make([][]byte, c.n), make([][]byte, c.n)
	for l := range c.n {
		n := c.lens(l)
		in[l], lens[l] = nil, uint64(n)
		if n > 0 {
			data[l] = s.mem.bytes(n, c.place, (c.offset+7*l)%blockSize)
			s.random(data[l])
			in[l] = &data[l][0]
		} else if c.beyond {
			in[l] = s.mem.beyond()
		}
		saved[l] = bytes.Clone(data[l])
	}
	dst := s.mem.bytes(c.n*digestSize, c.place, c.dst)
	s.random(dst)
	want := make([]byte, len(dst))
	var copied State
	copy(copied[:], st[:8*s.k.Lanes])
	s.oracle.Ends(&want[0], &copied, in, lens, c.before, c.n)
	s.call(c.String(), func() { s.k.Ends(&dst[0], st, in, lens, c.before, c.n) })
	for l := range c.n {
		if !bytes.Equal(dst[l*digestSize:][:digestSize], want[l*digestSize:][:digestSize]) {
			s.t.Fatalf("%s: %v: the digest of lane %d, of %d bytes, is wrong", s.k.Name, c, l, lens[l])
		}
		if !bytes.Equal(data[l], saved[l]) || int(lens[l]) != len(data[l]) {
			s.t.Fatalf("%s: %v: the message of lane %d has changed", s.k.Name, c, l)
		}
	}
}
