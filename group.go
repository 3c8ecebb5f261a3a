// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import (
	"encoding/binary"
	"math"
	"sync"
	"unsafe"
)

// This file is the third hop: it binds messages to the lanes of kernels that
// plan (kernels.go) chose, frames their first and last blocks, and stores the
// digests. The kernels, the fourth hop, are in lanes_generic.go, which states
// their contracts, and in lanes_amd64.s and lanes_arm64.s.

// slot is a message (or stream, or chain) on its way through a lane. Its bytes
// are the segments, one after the other and never joined; whole blocks are
// read in place, and only blocks that straddle a boundary are copied.
type slot struct {
	index int       // of the message in the batch
	h     [8]uint32 // state, while no lane holds it
	next  *byte     // first block of the current run, while no lane holds it
	left  uint64    // steps of the current run, while no lane holds it
	total uint64    // length of the message in bytes, for the padding
	seg   int       // segments before this one are used up
	segs  [4][]byte // what is left of the message
	open  bool      // no padding follows (a stream goes on, a chain has none)
	stage [2 * BlockSize]byte
}

// advance finds the next run of whole blocks: its first block and the number of
// blocks. ok is false when the message has no more.
func (s *slot) advance() (p *byte, n uint64, ok bool) {
	if s.seg < len(s.segs) {
		if b := s.segs[s.seg]; len(b) >= BlockSize {
			n = uint64(len(b) / BlockSize)
			if whole := len(b) &^ (BlockSize - 1); whole < len(b) {
				s.segs[s.seg] = b[whole:]
			} else {
				s.segs[s.seg] = nil
				s.seg++
			}
			return &b[0], n, true
		}
		fill := s.gather()
		if fill == BlockSize {
			return &s.stage[0], 1, true
		}
		if s.open {
			return nil, 0, false
		}
		s.open = true // the padding is given once
		return &s.stage[0], pad(&s.stage, fill, s.total), true
	}
	if s.open {
		return nil, 0, false
	}
	s.open = true
	return &s.stage[0], pad(&s.stage, 0, s.total), true
}

// gather copies from the segments until the first block of the stage is full
// or they are used up, and returns the bytes it holds.
func (s *slot) gather() (fill int) {
	for s.seg < len(s.segs) {
		b := s.segs[s.seg]
		c := copy(s.stage[fill:BlockSize], b)
		fill += c
		if c < len(b) {
			s.segs[s.seg] = b[c:]
			break
		}
		s.segs[s.seg] = nil
		s.seg++
	}
	return fill
}

// pad completes a message of total bytes whose last fill bytes, less than a
// block, stand at the start of stage, and returns the blocks there: 1 or 2.
func pad(stage *[2 * BlockSize]byte, fill int, total uint64) uint64 {
	stage[fill] = 0x80
	end := endBlocks(fill) * BlockSize
	clear(stage[fill+1 : end-8])
	binary.BigEndian.PutUint64(stage[end-8:end], total*8)
	return uint64(end / BlockSize)
}

// endBlocks is the number of blocks for fill < 64 bytes and the padding.
func endBlocks(fill int) int {
	if fill < BlockSize-8 {
		return 1
	}
	return 2
}

// window is the number of messages that are put in order together.
const window = 4096

// idle marks, in runner.left, a lane without a message.
const idle = math.MaxUint64

// runner is the scratch memory of one call. Function values make their pointer
// arguments escape, so it comes from a pool.
type runner struct {
	st     state
	in     inputs
	body   inputs
	lens   lengths
	used   int              // lanes whose state and inputs are to be cleared
	left   [maxLanes]uint64 // steps left in the run of each lane
	lane   [maxLanes]uint8  // the slot in each lane
	slots  [maxLanes]slot
	free   []uint8 // slots without a message
	parked []uint8 // slots whose message waits for a lane
	lists  [2][maxLanes]uint8
	order  []uint16 // messages of the window that wait, longest first
	sorted [window]uint16
	picked [window]uint16
	steps  [window]uint64 // of each message of the window
	keys   [window]uint64
	counts [maxSpread]uint16
	mid    midstate
	start  state                                   // lockstep: what every pass begins with
	stage  [maxLanes][(3 + slack) * BlockSize]byte // lockstep: the first block, and the end
	rows   [2 * maxLanes]block                     // 64-byte bodies, brought together
	prefix block
	out    [2 * maxLanes][Size]byte
	feed   feed
	queue  [window]job
}

var runners = sync.Pool{New: func() any {
	r := new(runner)
	r.parked = r.lists[0][:0]
	r.free = r.lists[1][:0]
	for i := range maxLanes {
		r.free = append(r.free, uint8(i))
	}
	return r
}}

func getRunner() *runner { return runners.Get().(*runner) }

// release forgets the caller's memory and what was derived from it. A runner
// that was interrupted by a fault in that memory is not used again.
func (r *runner) release() {
	if len(r.free) != maxLanes {
		return
	}
	clear(r.st[:8*r.used])
	clear(r.in[:r.used])
	clear(r.body[:r.used])
	r.used = 0
	runners.Put(r)
}

// ragged runs the messages of b from first to last in any mixture of lengths.
// Windows of them are put in order, longest first; runs that other paths do
// better are taken out, and for the rest lanes that end a message take the next.
func (r *runner) ragged(b *batch, first, last int) {
	for ; first < last; first += window {
		r.sort(b, first, min(first+window, last))
		if b.streams == nil {
			r.takeRuns(b, first)
			r.takeNear(b, first)
			r.feedLanes(b, first)
		}
		for len(r.parked)+len(r.order) > 0 {
			r.drive(b, b.e.next(b.shape, len(r.parked)+len(r.order)).k, first)
		}
	}
}

// drive runs one kernel until the work is done, or until so few messages are
// left that another kernel is cheaper: it then parks them.
func (r *runner) drive(b *batch, k *kernel, base int) {
	r.used = max(r.used, k.lanes)
	active := 0
	for l := range k.lanes {
		if r.left[l] = idle; r.refill(b, k, l, base) {
			active++
		}
	}
	for active > 0 {
		busy := active
		n := r.callSteps(k)
		if b.shape == shapeLinks {
			k.links(&r.st, n)
		} else {
			if active < k.lanes {
				r.fillIdle(k)
			}
			k.blocks(&r.st, &r.in, n)
		}
		if n == k.limit {
			giveWay()
		}
		for l := range k.lanes {
			if r.left[l] == idle {
				continue
			}
			if r.left[l] -= uint64(n); r.left[l] > 0 {
				if b.shape != shapeLinks {
					r.in[l] = (*byte)(unsafe.Add(unsafe.Pointer(r.in[l]), n*BlockSize))
				}
			} else if !r.turn(b, k, l, base) {
				active--
			}
		}
		if active > 0 && active < busy && b.e.next(b.shape, active).k != k {
			r.park(k)
			return
		}
	}
}

// callSteps is the number of steps until the next lane ends its run, within
// the bound of one call.
func (r *runner) callSteps(k *kernel) int {
	n := uint64(k.limit)
	for _, left := range r.left[:k.lanes] {
		n = min(n, left)
	}
	return int(n)
}

// fillIdle points idle lanes at bytes that another lane reads.
func (r *runner) fillIdle(k *kernel) {
	var any *byte
	for l := range k.lanes {
		if r.left[l] != idle {
			any = r.in[l]
			break
		}
	}
	for l := range k.lanes {
		if r.left[l] == idle {
			r.in[l] = any
		}
	}
}

// turn gives lane l, whose run has ended, the next run of its message, or
// stores the result and takes the next message. It reports whether the lane is
// still busy.
func (r *runner) turn(b *batch, k *kernel, l, base int) bool {
	s := &r.slots[r.lane[l]]
	if p, n, ok := s.advance(); ok {
		r.in[l], r.left[l] = p, n
		return true
	}
	for w := range s.h {
		s.h[w] = r.st[w*k.lanes+l]
	}
	b.finish(s)
	r.free = append(r.free, r.lane[l])
	r.left[l] = idle
	return r.refill(b, k, l, base)
}

// refill binds a waiting message to the idle lane l.
func (r *runner) refill(b *batch, k *kernel, l, base int) bool {
	var s *slot
	if n := len(r.parked); n > 0 {
		r.lane[l] = r.parked[0]
		copy(r.parked, r.parked[1:])
		r.parked = r.parked[:n-1]
		s = &r.slots[r.lane[l]]
	} else if s = r.fetch(b, l, base); s == nil {
		return false
	}
	r.in[l], r.left[l] = s.next, s.left
	s.next = nil
	for w, v := range s.h {
		r.st[w*k.lanes+l] = v
	}
	return true
}

// fetch begins the next message of the window in a free slot. Messages without
// a single step (an empty chain, a stream with less than a block) end here.
func (r *runner) fetch(b *batch, l, base int) *slot {
	for len(r.order) > 0 {
		i := base + int(r.order[0])
		r.order = r.order[1:]
		r.lane[l] = r.free[len(r.free)-1]
		s := &r.slots[r.lane[l]]
		if b.begin(s, i) {
			r.free = r.free[:len(r.free)-1]
			return s
		}
		b.finish(s)
	}
	return nil
}

// park takes every message off its lane. They keep the order of the lanes, and
// so roughly that of their lengths.
func (r *runner) park(k *kernel) {
	for l := range k.lanes {
		if r.left[l] == idle {
			continue
		}
		s := &r.slots[r.lane[l]]
		s.next, s.left = r.in[l], r.left[l]
		for w := range s.h {
			s.h[w] = r.st[w*k.lanes+l]
		}
		r.parked = append(r.parked, r.lane[l])
	}
}

// spread writes h to every lane of st.
func spread(st *state, h *[8]uint32, lanes int) {
	for w, v := range h {
		row := st[w*lanes:][:lanes]
		for l := range row {
			row[l] = v
		}
	}
}
