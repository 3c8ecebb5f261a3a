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
	skip   int
	lens   func(l int) int
	place  place
	offset int  // of lane 0's bytes; the other lanes have others
	dst    int  // offset of the digests
	count  int  // of messages; 0: all lanes
	beyond bool // empty messages lie where nothing may be read, else at nil
}

func (c *shortCase) String() string {
	return fmt.Sprintf("prefix of %d at %v, offset %d, dst offset %d", c.skip, c.place, c.offset, c.dst)
}

func shortSections(add func(string, func(*suite))) {
	add("short/lengths", (*suite).shortLengths)
	add("short/alone", (*suite).shortAlone)
	add("short/align", (*suite).shortAlign)
	add("short/guard", (*suite).shortGuard)
	add("short/partial", (*suite).shortPartial)
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

// shortPartial finds digests of idle lanes that are stored.
func (s *suite) shortPartial() {
	for n := range s.k.Lanes {
		for _, p := range []place{pageStart, pageEnd} {
			s.short(&shortCase{skip: 1, lens: s.randomLength(1), place: p, count: n + 1})
		}
	}
}

// short runs one case and compares it with the oracle.
func (s *suite) short(c *shortCase) {
	s.t.Helper()
	s.mem.reset()
	lanes := s.k.Lanes
	in, lens := s.mem.inputs(lanes, c.place), s.mem.lengths(lanes, c.place)
	prefix := (*Block)(s.mem.bytes(blockSize, c.place, c.offset))
	clear(prefix[:])
	s.random(prefix[:c.skip])
	data, saved := make([][]byte, lanes), make([][]byte, lanes)
	for l := range lanes {
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
	count := c.count
	if count == 0 {
		count = lanes
	}
	dst := s.mem.bytes(count*digestSize, c.place, c.dst)
	s.random(dst)
	want := make([]byte, len(dst))
	s.oracle.Short(&want[0], in, lens, prefix, c.skip, count)
	header := *prefix
	s.call(c.String(), func() { s.k.Short(&dst[0], in, lens, prefix, c.skip, count) })
	for l := range lanes {
		if l < count && !bytes.Equal(dst[l*digestSize:][:digestSize], want[l*digestSize:][:digestSize]) {
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
		s.digests(loose, offset, s.rng.IntN(blockSize), s.k.Lanes)
		s.digests(loose, s.rng.IntN(blockSize), offset, s.k.Lanes)
	}
}

// digestsGuard finds reads and writes out of bounds, those of idle lanes too.
func (s *suite) digestsGuard() {
	for n := range s.k.Lanes {
		s.digests(pageStart, 0, 0, n+1)
		s.digests(pageEnd, 0, 0, n+1)
	}
}

// digests runs one case, each message in memory of its own.
func (s *suite) digests(p place, offset, dstOffset, count int) {
	s.t.Helper()
	s.mem.reset()
	in := s.mem.inputs(s.k.Lanes, p)
	data := make([][]byte, s.k.Lanes)
	for l := range data {
		data[l] = s.mem.bytes(digestSize, p, (offset+7*l)%blockSize)
		s.random(data[l])
		in[l] = &data[l][0]
	}
	saved := bytes.Join(data, nil)
	dst := s.mem.bytes(count*digestSize, p, dstOffset)
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
	for round := range 100 {
		s.mem.reset()
		all := s.mem.bytes(size, loose, 0)
		s.random(all)
		in := s.mem.inputs(s.k.Lanes, loose)
		for l := range s.k.Lanes {
			at := l * digestSize
			if round > 0 {
				at = s.rng.IntN(size - digestSize + 1)
			}
			in[l] = &all[at]
		}
		at := s.rng.IntN(2*digestSize+1) * min(round, 1)
		s.compareDigests(fmt.Sprintf("overlap, dst at %d", at), all[at:][:s.k.Lanes*digestSize], in)
	}
}

// compareDigests runs digests and compares it with the oracle.
func (s *suite) compareDigests(what string, dst []byte, in *Inputs) {
	s.t.Helper()
	want := make([]byte, len(dst))
	count := len(dst) / digestSize
	s.oracle.Digests(&want[0], in, count)
	s.call("digests "+what, func() { s.k.Digests(&dst[0], in, count) })
	for l := range count {
		if !bytes.Equal(dst[l*digestSize:][:digestSize], want[l*digestSize:][:digestSize]) {
			s.t.Fatalf("%s: digests %s: lane %d is wrong", s.k.Name, what, l)
		}
	}
}
