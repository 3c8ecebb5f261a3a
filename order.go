// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import (
	"math"
	"slices"
)

// maxSpread is the widest range of lengths, in steps, that is sorted by counting.
const maxSpread = 1024

// sort puts the messages from first to last in order, longest first. Equal
// lengths keep their order.
func (r *runner) sort(b *batch, first, last int) {
	n := last - first
	r.order = r.sorted[:n]
	lo, hi := uint64(math.MaxUint64), uint64(0)
	b.countSteps(r.steps[:n], first)
	for _, steps := range r.steps[:n] {
		lo, hi = min(lo, steps), max(hi, steps)
	}
	if hi-lo >= maxSpread {
		r.sortWide(n)
		return
	}
	counts := r.counts[:hi-lo+1]
	clear(counts)
	for _, steps := range r.steps[:n] {
		counts[hi-steps]++
	}
	start := uint16(0)
	for i, c := range counts {
		counts[i] = start
		start += c
	}
	for i, steps := range r.steps[:n] {
		at := &counts[hi-steps]
		r.order[*at] = uint16(i)
		*at++
	}
}

// countSteps sets dst to the steps of the messages from first on.
func (b *batch) countSteps(dst []uint64, first int) {
	if b.msgs == nil {
		for i := range dst {
			dst[i] = b.steps(first + i)
		}
		return
	}
	skip := uint64(b.skip()) + BlockSize + 8 // rounds up over the padding
	for i, m := range b.msgs[first:][:len(dst)] {
		dst[i] = (skip + uint64(len(m))) / BlockSize
	}
}

// sortWide sorts by comparison. Lengths beyond 2^52 steps count as equal.
func (r *runner) sortWide(n int) {
	for i, steps := range r.steps[:n] {
		r.keys[i] = (1<<52-1-min(steps, 1<<52-1))*window | uint64(i)
	}
	slices.Sort(r.keys[:n])
	for i, key := range r.keys[:n] {
		r.order[i] = uint16(key % window)
	}
}

// takeRuns takes out of the order, and hashes, what runs better together than
// by refill: messages of one block, and full passes of messages of one length.
func (r *runner) takeRuns(b *batch, base int) {
	lanes := b.e.plans[b.shape].bulk.lanes
	feeds, least := b.feeds()
	order, kept := r.order, r.sorted[:0]
	for len(order) > 0 {
		n, equal := r.run(b, order, base)
		take := 0
		switch steps := r.steps[order[0]]; {
		case steps == 1 && b.shape == shapeBlocks:
			if take = n; feeds != nil && len(kept)+n%lanes >= least {
				take = n / lanes * lanes // the others fill lanes that would be idle
			}
		case steps > 0 && equal && b.full == nil:
			take = n / lanes * lanes
		}
		if take > 0 {
			picked := r.picked[:copy(r.picked[:], order[:take])]
			b.together(r, &view{b, picked, base}, take, equal)
		}
		kept = append(kept, order[take:n]...)
		order = order[n:]
	}
	r.order = kept
}

// takeNear takes out full passes of messages that take nearly the same number
// of steps.
func (r *runner) takeNear(b *batch, base int) {
	if b.shape == shapeLinks {
		return
	}
	k := b.e.plans[shapeBlocks].bulk
	spread(&r.start, b.startState(), k.lanes)
	r.setPrefix(b)
	feeds, _ := b.feeds()
	order, kept := r.order, r.sorted[:0]
	for len(order) > 0 {
		if len(order) < k.lanes || !b.near(r.steps[order[0]], r.steps[order[k.lanes-1]], feeds != nil) {
			kept = append(kept, order[0])
			order = order[1:]
			continue
		}
		picked := r.picked[:copy(r.picked[:], order[:k.lanes])]
		r.stairs(&view{b, picked, base}, k)
		order = order[k.lanes:]
	}
	r.order = kept
}

// near says that stairs can run a pass whose messages take from lo to hi steps,
// and that idle lanes cost less than it would cost to refill them.
func (b *batch) near(hi, lo uint64, feeds bool) bool {
	spread := min(slack, (lo+2)/4)
	if feeds { // an idle lane costs as much as a step of ten fed ones
		spread = min(max(lo/8, 1), 3*slack)
	}
	return lo >= 2 && hi-lo <= spread && (b.full == nil || hi <= 2+slack)
}

// run is the number of messages at the start of the order that take as many
// steps as the first, and whether their lengths are equal too.
func (r *runner) run(b *batch, order []uint16, base int) (n int, equal bool) {
	steps, length := r.steps[order[0]], b.length(base+int(order[0]))
	for equal = true; n < len(order) && r.steps[order[n]] == steps; n++ {
		equal = equal && b.length(base+int(order[n])) == length
	}
	return n, equal
}
