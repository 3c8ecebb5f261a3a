// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package kerneltest

import (
	"bytes"
	"fmt"
)

// maxShort is the longest message of one block.
const maxShort = blockSize - 9

// shortCase is one call of short.
type shortCase struct {
	n      int // messages; 0: one for every lane
	skip   int
	lens   func(l int) int
	place  place
	offset int  // of lane 0's bytes; the other lanes have others
	dst    int  // offset of the digests
	beyond bool // empty messages lie where nothing may be read, else at nil
}

func (c *shortCase) String() string {
	return fmt.Sprintf("%d messages, prefix of %d at %v, offset %d, dst offset %d", c.n, c.skip, c.place, c.offset, c.dst)
}

func shortSections(add func(string, func(*suite))) {
	add("short/lengths", (*suite).shortLengths)
	add("short/counts", (*suite).shortCounts)
	add("short/alone", (*suite).shortAlone)
	add("short/align", (*suite).shortAlign)
	add("short/guard", (*suite).shortGuard)
}

// shortLengths finds wrong paddings, lengths and orders of lanes: every length
// after every prefix, first equal, then another in each lane.
func (s *suite) shortLengths() {
	for skip := range maxShort + 1 {
		for n := range maxShort - skip + 1 {
			s.short(&shortCase{skip: skip, lens: func(int) int { return n }})
		}
		s.short(&shortCase{skip: skip, lens: s.randomLength(skip)})
	}
}

// shortCounts finds wrong digests, and accesses out of bounds, of fewer messages
// than lanes.
func (s *suite) shortCounts() {
	for n := 1; n <= s.k.Lanes; n++ {
		for _, p := range []place{loose, pageStart, pageEnd} {
			skip := s.rng.IntN(maxShort)
			s.short(&shortCase{n: n, place: p, lens: func(int) int { return maxShort }})
			s.short(&shortCase{n: n, place: p, lens: s.randomLength(0), beyond: true})
			s.short(&shortCase{n: n, place: p, skip: skip, lens: s.randomLength(skip)})
		}
	}
}

// randomLength gives lengths that fit a block after skip bytes.
func (s *suite) randomLength(skip int) func(int) int {
	return func(int) int { return s.rng.IntN(maxShort - skip + 1) }
}

// shortAlone finds lanes that see each other, and reads of empty messages: one
// lane has a message, the others none.
func (s *suite) shortAlone() {
	for l := range s.k.Lanes {
		for _, n := range []int{1, 31, 32, maxShort - 2} {
			for _, beyond := range []bool{false, true} {
				s.short(&shortCase{skip: 2, beyond: beyond, lens: func(i int) int {
					if i == l {
						return n
					}
					return 0
				}})
			}
		}
	}
}

// shortAlign finds loads and stores that need an alignment.
func (s *suite) shortAlign() {
	for offset := range blockSize {
		skip := s.rng.IntN(maxShort)
		s.short(&shortCase{skip: skip, lens: s.randomLength(skip), offset: offset})
		s.short(&shortCase{lens: func(int) int { return maxShort }, dst: offset})
		s.short(&shortCase{skip: 1, lens: s.randomLength(1), offset: offset, dst: s.rng.IntN(blockSize)})
	}
}

// shortGuard finds reads and writes out of bounds, for every length.
func (s *suite) shortGuard() {
	for n := range maxShort + 1 {
		for _, p := range []place{pageStart, pageEnd} {
			s.short(&shortCase{lens: func(int) int { return n }, place: p, beyond: true})
			s.short(&shortCase{lens: func(l int) int { return (n + 5*l) % (maxShort + 1) }, place: p, beyond: true})
			s.short(&shortCase{skip: maxShort - n, lens: func(l int) int { return (n + l) % (n + 1) }, place: p})
		}
	}
}

// short runs one case and compares it with the oracle.
func (s *suite) short(c *shortCase) {
	s.t.Helper()
	s.mem.reset()
	if c.n == 0 {
		c.n = s.k.Lanes
	}
	in, lens := s.mem.inputs(c.n, c.place), s.mem.lengths(c.n, c.place)
	prefix := (*Block)(s.mem.bytes(blockSize, c.place, c.offset))
	clear(prefix[:])
	s.random(prefix[:c.skip])
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
	s.oracle.Short(&want[0], in, lens, prefix, c.skip, c.n)
	header := *prefix
	s.call(c.String(), func() { s.k.Short(&dst[0], in, lens, prefix, c.skip, c.n) })
	for l := range c.n {
		if !bytes.Equal(dst[l*digestSize:][:digestSize], want[l*digestSize:][:digestSize]) {
			s.t.Fatalf("%s: %v: the digest of lane %d, of %d bytes, is wrong", s.k.Name, c, l, lens[l])
		}
		if !bytes.Equal(data[l], saved[l]) || int(lens[l]) != len(data[l]) {
			s.t.Fatalf("%s: %v: the message of lane %d has changed", s.k.Name, c, l)
		}
	}
	if header != *prefix {
		s.t.Fatalf("%s: %v: the prefix has changed", s.k.Name, c)
	}
}

func digestsSections(add func(string, func(*suite))) {
	add("digests/lanes", (*suite).digestsLanes)
	add("digests/guard", (*suite).digestsGuard)
	add("digests/overlap", (*suite).digestsOverlap)
}

// digestsLanes finds wrong paddings, orders of lanes, and loads and stores that
// need an alignment.
func (s *suite) digestsLanes() {
	for offset := range blockSize {
		s.digests(s.k.Lanes, loose, offset, s.rng.IntN(blockSize))
		s.digests(s.k.Lanes, loose, s.rng.IntN(blockSize), offset)
		s.digests(1+s.rng.IntN(s.k.Lanes), loose, offset, s.rng.IntN(blockSize))
	}
}

// digestsGuard finds reads and writes out of bounds, for every number of messages.
func (s *suite) digestsGuard() {
	for n := 1; n <= s.k.Lanes; n++ {
		for _, p := range []place{loose, pageStart, pageEnd} {
			s.digests(n, p, 0, 0)
			s.digests(n, p, 0, 0)
		}
	}
}

// digests runs one case of n messages, each in memory of its own.
func (s *suite) digests(n int, p place, offset, dstOffset int) {
	s.t.Helper()
	s.mem.reset()
	in := s.mem.inputs(n, p)
	data := make([][]byte, n)
	for l := range data {
		data[l] = s.mem.bytes(digestSize, p, (offset+7*l)%blockSize)
		s.random(data[l])
		in[l] = &data[l][0]
	}
	saved := bytes.Join(data, nil)
	dst := s.mem.bytes(n*digestSize, p, dstOffset)
	s.random(dst)
	s.compareDigests(fmt.Sprintf("at %v offset %d, dst offset %d", p, offset, dstOffset), dst, in)
	if !bytes.Equal(bytes.Join(data, nil), saved) {
		s.t.Fatalf("%s: digests: the messages have changed", s.k.Name)
	}
}

// digestsOverlap finds digests that are written before all messages are read:
// dst and the messages anywhere in the same bytes.
func (s *suite) digestsOverlap() {
	size := (s.k.Lanes + 2) * digestSize
	for round := range 200 {
		s.mem.reset()
		all := s.mem.bytes(size, loose, 0)
		s.random(all)
		n := s.k.Lanes - round/2%s.k.Lanes
		in := s.mem.inputs(n, loose)
		for l := range n {
			at := l * digestSize
			if round > 0 {
				at = s.rng.IntN(size - digestSize + 1)
			}
			in[l] = &all[at]
		}
		at := s.rng.IntN(2*digestSize+1) * min(round, 1)
		s.compareDigests(fmt.Sprintf("overlap, dst at %d", at), all[at:][:n*digestSize], in)
	}
}

// compareDigests runs digests, as many as dst has room for, and compares it with
// the oracle.
func (s *suite) compareDigests(what string, dst []byte, in *Inputs) {
	s.t.Helper()
	want := make([]byte, len(dst))
	n := len(dst) / digestSize
	s.oracle.Digests(&want[0], in, n)
	s.call(fmt.Sprintf("digests of %d messages %s", n, what), func() { s.k.Digests(&dst[0], in, n) })
	for l := range n {
		if !bytes.Equal(dst[l*digestSize:][:digestSize], want[l*digestSize:][:digestSize]) {
			s.t.Fatalf("%s: digests %s: lane %d is wrong", s.k.Name, what, l)
		}
	}
}
