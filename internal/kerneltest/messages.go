// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package kerneltest

import (
	"bytes"
	"fmt"
	"unsafe"
)

// messagesCase is a batch that messages hashes, in as many calls as it takes.
type messagesCase struct {
	busy   int // lanes with a message at first
	queued int // messages that wait
	lens   func(i int) int
	before uint64
	place  place
	dst    int // offset of the digests
	least  int
	steps  int // of one call
}

func (c *messagesCase) String() string {
	return fmt.Sprintf("messages: %d in lanes, %d queued, after %d bytes at %v, dst offset %d, least %d, %d steps a call",
		c.busy, c.queued, c.before, c.place, c.dst, c.least, c.steps)
}

func messagesSections(add func(string, func(*suite))) {
	add("messages/lengths", (*suite).messagesLengths)
	add("messages/counts", (*suite).messagesCounts)
	add("messages/calls", (*suite).messagesCalls)
	add("messages/guard", (*suite).messagesGuard)
}

// messagesLengths finds wrong paddings and lengths, of first and of later
// messages of a lane, that all lanes end at once, or never two together.
func (s *suite) messagesLengths() {
	for n := range 3*blockSize + 1 {
		before := befores[n%len(befores)]
		for _, lens := range []func(int) int{
			func(int) int { return n },
			func(i int) int { return (n + i) % 200 },
			func(i int) int { return (n + blockSize*i) % 1500 },
			func(int) int { return s.rng.IntN(300) },
		} {
			s.messages(&messagesCase{busy: s.k.Lanes, queued: 2 * s.k.Lanes, before: before, lens: lens, least: 1})
		}
	}
}

// messagesCounts finds lanes that see each other, idle ones that do not stay so,
// and a queue that is left too early or too late.
func (s *suite) messagesCounts() {
	for busy := 1; busy <= s.k.Lanes; busy++ {
		for _, queued := range []int{0, 1, 2, s.k.Lanes - 1, s.k.Lanes, 5*s.k.Lanes + 1} {
			s.messages(&messagesCase{busy: busy, queued: queued, lens: func(int) int { return s.rng.IntN(400) }, least: 1})
		}
	}
}

// messagesCalls finds calls that do not go on where the last one stopped, do
// more steps than they may, or do not stop for want of messages.
func (s *suite) messagesCalls() {
	for steps := 1; steps <= s.k.Cap/s.k.Lanes; steps += 1 + steps/4 {
		for least := 1; least <= s.k.Lanes; least++ {
			s.messages(&messagesCase{busy: s.k.Lanes, queued: s.rng.IntN(3 * s.k.Lanes), steps: steps, least: least,
				lens: func(int) int { return s.rng.IntN(600) }})
		}
	}
}

// messagesGuard finds reads and writes out of bounds, and needs of alignment.
func (s *suite) messagesGuard() {
	for n := range 2*blockSize + 1 {
		for _, p := range []place{loose, pageStart, pageEnd} {
			s.messages(&messagesCase{busy: s.k.Lanes, queued: s.k.Lanes, place: p, dst: n % blockSize, least: 1,
				lens: func(i int) int { return (n + 5*i) % (2 * blockSize) }})
		}
	}
}

// feedWith gives lane l message j, or none if j is nil, as the caller of messages
// does. A lane without one points where nothing may be read.
func (s *suite) feedWith(f *Feed, l int, j *Job, before uint64) {
	if j == nil {
		f.Rest[l], f.Steps[l], f.From[l] = -1-s.rng.Int32N(100), -s.rng.Int32N(2), uintptr(unsafe.Pointer(s.mem.beyond()))
		f.Index[l] = 1 << 30
		return
	}
	bits := (before + uint64(j.Len)) * 8
	f.Rest[l], f.Steps[l] = int32(j.Len), int32(j.Len+72)/64
	f.High[l], f.Low[l], f.Index[l], f.From[l] = uint32(bits>>32), uint32(bits), j.Index, j.From
}

// messages runs one case, and compares each call with the oracle.
func (s *suite) messages(c *messagesCase) {
	s.t.Helper()
	s.mem.reset()
	if c.steps == 0 {
		c.steps = max(s.k.Cap/s.k.Lanes, 1)
	}
	c.busy = min(c.busy, s.k.Lanes)
	total := c.busy + c.queued
	data, saved, jobs := make([][]byte, total), make([][]byte, total), make([]Job, total)
	for i := range data {
		n := c.lens(i)
		data[i] = s.mem.bytes(max(n, 1), c.place, s.rng.IntN(blockSize))[:n]
		s.random(data[i])
		jobs[i] = Job{uintptr(unsafe.Pointer(unsafe.SliceData(data[i]))), uint32(n), uint32((i + 3) % total)}
		if n == 0 {
			jobs[i].From = uintptr(unsafe.Pointer(s.mem.beyond()))
		}
		saved[i] = bytes.Clone(data[i])
	}
	size := int(unsafe.Sizeof(Job{}))
	queue := unsafe.Slice((*Job)(unsafe.Pointer(&s.mem.bytes(max(c.queued, 1)*size, c.place, 0)[0])), c.queued)
	copy(queue, jobs[c.busy:])
	f := (*Feed)(unsafe.Pointer(&s.mem.bytes(int(unsafe.Sizeof(Feed{})), c.place, 0)[0]))
	start := (*[8]uint32)(unsafe.Pointer(&s.mem.bytes(32, c.place, 4)[0]))
	for w := range start {
		start[w] = s.rng.Uint32()
	}
	for i := range f.St {
		f.St[i] = s.rng.Uint32()
	}
	for l := range s.k.Lanes {
		if l < c.busy {
			s.feedWith(f, l, &jobs[l], c.before)
		} else {
			s.feedWith(f, l, nil, 0)
		}
	}
	dst := s.mem.bytes(total*digestSize, c.place, c.dst)
	s.random(dst)
	s.messagesRun(c, f, dst, start, queue)
	for i := range data {
		if !bytes.Equal(data[i], saved[i]) {
			s.t.Fatalf("%s: %v: message %d has changed", s.k.Name, c, i)
		}
	}
}

// messagesRun calls messages until too few lanes are busy.
func (s *suite) messagesRun(c *messagesCase, f *Feed, dst []byte, start *[8]uint32, queue []Job) {
	s.t.Helper()
	want, wanted := *f, bytes.Clone(dst)
	for busy := c.busy; busy >= c.least; {
		left := unsafe.SliceData(queue)
		taken := s.oracle.Messages(&want, &wanted[0], start, left, len(queue), c.before, c.least, c.steps)
		got := 0
		s.call(c.String(), func() {
			got = s.k.Messages(f, &dst[0], start, left, len(queue), c.before, c.least, c.steps)
		})
		if got != taken {
			s.t.Fatalf("%s: %v: took %d of %d messages, want %d", s.k.Name, c, got, len(queue), taken)
		}
		queue = queue[taken:]
		if !bytes.Equal(dst, wanted) {
			s.t.Fatalf("%s: %v: a digest is wrong", s.k.Name, c)
		}
		busy = 0
		for l := range s.k.Lanes {
			if want.Steps[l] <= 0 && f.Steps[l] <= 0 {
				continue
			}
			busy++
			if what := s.compareLane(f, &want, l); what != "" {
				s.t.Fatalf("%s: %v: lane %d: %s is wrong", s.k.Name, c, l, what)
			}
		}
	}
}

// compareLane names what differs between two lanes with a message.
func (s *suite) compareLane(got, want *Feed, l int) string {
	for w := range 8 {
		if i := w*s.k.Lanes + l; got.St[i] != want.St[i] {
			return "the state"
		}
	}
	switch {
	case got.Steps[l] != want.Steps[l]:
		return "the number of blocks"
	case got.Rest[l] != want.Rest[l]:
		return "the rest"
	case got.From[l] != want.From[l]:
		return "the pointer"
	case got.Index[l] != want.Index[l]:
		return "the index"
	case got.High[l] != want.High[l] || got.Low[l] != want.Low[l]:
		return "the length"
	}
	return ""
}
