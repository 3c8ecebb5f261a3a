// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import (
	"encoding/binary"
	"math"
	"unsafe"
)

// This file runs ragged batches on kernels whose lanes take the next message by
// themselves (messages in lanes_generic.go).

// maxFed is the longest message that can be fed.
const maxFed = math.MaxInt32 - 2*BlockSize

// feeds gives the kernel that runs ragged messages of b by feeding, nil if there
// is none, and the least number of messages for which it is the best.
func (b *batch) feeds() (k *kernel, least int) {
	t := &b.e.plans[shapeBlocks]
	if t.bulk.messages == nil || b.shape != shapeBlocks || b.full != nil || b.streams != nil || b.skip() > 0 {
		return nil, 0
	}
	return t.bulk, t.least
}

// feedLanes hashes the messages of the order, the longest first, but for the last
// few, which it parks. b keeps the messages alive.
func (r *runner) feedLanes(b *batch, base int) {
	k, least := b.feeds()
	if k == nil || len(r.order) < least || b.length(base+int(r.order[0])) > maxFed {
		return
	}
	queue := r.queue[:len(r.order)]
	for i, o := range r.order {
		m := b.body(base + int(o))
		queue[i] = job{uintptr(unsafe.Pointer(unsafe.SliceData(m))), uint32(len(m)), uint32(o)}
	}
	r.order = r.order[:0]
	before, f, first := b.total(0), &r.feed, min(k.lanes, len(queue))
	for l := range k.lanes {
		if f.Rest[l], f.Steps[l] = -1, 0; l < first {
			takeJob(f, l, &queue[l], before)
		}
	}
	spread(&f.St, b.startState(), k.lanes)
	for queue = queue[first:]; ; giveWay() {
		switch busy, steps := busyLanes(f, k.lanes); {
		case busy >= least:
		case busy > 0 && steps <= fewSteps:
			least = 1
		default:
			r.parkFed(b, k, base)
			clear(f.St[:8*k.lanes])
			return
		}
		n := k.messages(f, &b.dst[base][0], b.startState(), unsafe.SliceData(queue), len(queue), before, least, k.limit)
		queue = queue[n:]
	}
}

// fewSteps is for how many steps lanes may be idle rather than that the others
// are brought to another kernel.
const fewSteps = 5

// busyLanes is the number of lanes with a message, and of the most steps that one
// of them has left.
func busyLanes(f *feed, lanes int) (busy int, most int32) {
	for _, steps := range f.Steps[:lanes] {
		if steps > 0 {
			busy++
			most = max(most, steps)
		}
	}
	return busy, most
}

// parkFed takes every message off its lane, the longest first.
func (r *runner) parkFed(b *batch, k *kernel, base int) {
	f := &r.feed
	for {
		l := 0
		for i, steps := range f.Steps[:k.lanes] {
			if steps > f.Steps[l] {
				l = i
			}
		}
		if f.Steps[l] <= 0 {
			return
		}
		i := r.free[len(r.free)-1]
		r.free = r.free[:len(r.free)-1]
		s := &r.slots[i]
		r.parked = append(r.parked, i)
		b.begin(s, base+int(f.Index[l]))
		if rest := int(f.Rest[l]); rest >= 0 {
			m := b.body(s.index)
			s.seg, s.open = 1, false
			s.segs[1] = m[len(m)-rest:]
			s.next, s.left, _ = s.advance()
		} else { // all that is left is the length
			s.seg, s.open = len(s.segs), true
			clear(s.stage[:BlockSize])
			binary.BigEndian.PutUint64(s.stage[BlockSize-8:], s.total*8)
			s.next, s.left = &s.stage[0], 1
		}
		for w := range s.h {
			s.h[w] = f.St[w*k.lanes+l]
		}
		f.Steps[l] = 0
	}
}
