// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package kerneltest

import (
	"bytes"
	"fmt"
)

// contiguousOp is a function from 64-byte messages side by side to digests side
// by side: pairs, or nodes with its prefix.
type contiguousOp func(k *Kernel, dst, src *byte, n int, prefix byte)

func pairsOp(k *Kernel, dst, src *byte, n int, _ byte) { k.Pairs(dst, src, n) }
func nodesOp(k *Kernel, dst, src *byte, n int, p byte) { k.Nodes(dst, src, n, p) }

// contiguousCase is one call of a contiguousOp.
type contiguousCase struct {
	n        int // messages
	place    place
	src, dst int // offsets
	overlap  overlap
	lower    int // bytes from dst to src
	prefix   byte
}

// overlap says how dst lies to src.
type overlap int

const (
	apart  overlap = iota
	same           // dst == src
	before         // dst ends where src starts
	after          // dst starts where src ends
	lower          // dst starts some bytes before src
)

func (o overlap) String() string {
	return [...]string{"apart", "in place", "before", "after", "lower"}[o]
}

func (c *contiguousCase) String() string {
	return fmt.Sprintf("%d messages at %v, src offset %d, dst offset %d, dst %v by %d, prefix %#02x",
		c.n, c.place, c.src, c.dst, c.overlap, c.lower, c.prefix)
}

func contiguousSections(add func(string, func(*suite)), name string, op contiguousOp) {
	add(name+"/lanes", func(s *suite) { s.contiguousLanes(op) })
	add(name+"/align", func(s *suite) { s.contiguousAlign(op) })
	add(name+"/guard", func(s *suite) { s.contiguousGuard(op) })
	add(name+"/overlap", func(s *suite) { s.contiguousOverlap(op) })
}

// counts are the numbers of messages that a call is tried with: all up to one more
// than three full groups, and those around the cap. The messages have two blocks.
func (s *suite) counts() (all []int) {
	limit := s.k.Cap / 2
	for n := 1; n <= min(3*s.k.Lanes+1, limit); n++ {
		all = append(all, n)
	}
	return append(all, limit-1, limit)
}

// contiguousLanes finds wrong rounds, paddings and orders of lanes or groups, and
// groups that are not full.
func (s *suite) contiguousLanes(op contiguousOp) {
	for _, n := range s.counts() {
		for _, prefix := range []byte{0, 1, 0x80, 0xff} {
			s.contiguous(op, &contiguousCase{n: n, prefix: prefix})
		}
	}
}

// contiguousAlign finds loads and stores that need an alignment.
func (s *suite) contiguousAlign(op contiguousOp) {
	for offset := range blockSize {
		n := 1 + s.rng.IntN(3*s.k.Lanes)
		s.contiguous(op, &contiguousCase{n: n, src: offset, prefix: 1})
		s.contiguous(op, &contiguousCase{n: n, dst: offset, prefix: 1})
		s.contiguous(op, &contiguousCase{n: 2 * s.k.Lanes, src: offset, dst: s.rng.IntN(blockSize), prefix: 1})
	}
}

// contiguousGuard finds reads and writes out of bounds.
func (s *suite) contiguousGuard(op contiguousOp) {
	for _, n := range s.counts() {
		for _, p := range []place{pageStart, pageEnd} {
			s.contiguous(op, &contiguousCase{n: n, place: p, prefix: 1})
		}
	}
}

// contiguousOverlap finds digests that are written over messages that are still
// to be read, and digests that do not stay within their bounds beside them.
func (s *suite) contiguousOverlap(op contiguousOp) {
	for _, n := range s.counts() {
		for _, o := range []overlap{same, before, after} {
			s.contiguous(op, &contiguousCase{n: n, overlap: o, src: s.rng.IntN(blockSize), prefix: 1})
		}
		s.contiguous(op, &contiguousCase{n: n, overlap: same, place: pageStart, prefix: 1})
		for _, by := range []int{1, digestSize, 3 * digestSize, blockSize*s.k.Lanes - 1} {
			s.contiguous(op, &contiguousCase{n: n, overlap: lower, lower: by, prefix: 1})
		}
	}
}

// contiguous runs one case and compares it with the oracle.
func (s *suite) contiguous(op contiguousOp, c *contiguousCase) {
	s.t.Helper()
	s.mem.reset()
	dst, src := s.contiguousMemory(c)
	s.random(dst)
	s.random(src)
	saved := bytes.Clone(src)
	want := make([]byte, len(dst))
	op(s.oracle, &want[0], &saved[0], c.n, c.prefix)
	s.call(c.String(), func() { op(s.k, &dst[0], &src[0], c.n, c.prefix) })
	for i := 0; i < len(dst); i += digestSize {
		if !bytes.Equal(dst[i:i+digestSize], want[i:i+digestSize]) {
			s.t.Fatalf("%s: %v: digest %d is wrong", s.k.Name, c, i/digestSize)
		}
	}
	if c.overlap == same || c.overlap == lower {
		replaced := min(max(len(dst)-c.lower, 0), len(src))
		src, saved = src[replaced:], saved[replaced:]
	}
	if !bytes.Equal(src, saved) {
		s.t.Fatalf("%s: %v: the messages have changed", s.k.Name, c)
	}
}

// contiguousMemory gives the digests and the messages of a case.
func (s *suite) contiguousMemory(c *contiguousCase) (dst, src []byte) {
	n := c.n
	switch c.overlap {
	case same:
		src = s.mem.bytes(n*blockSize, c.place, c.src)
		return src[:n*digestSize], src
	case lower:
		all := s.mem.bytes(c.lower+n*blockSize, c.place, c.src)
		return all[:n*digestSize], all[c.lower:]
	case before:
		all := s.mem.bytes(n*(digestSize+blockSize), c.place, c.src)
		return all[:n*digestSize], all[n*digestSize:]
	case after:
		all := s.mem.bytes(n*(digestSize+blockSize), c.place, c.src)
		return all[n*blockSize:], all[:n*blockSize]
	}
	return s.mem.bytes(n*digestSize, c.place, c.dst), s.mem.bytes(n*blockSize, c.place, c.src)
}
