// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import (
	"encoding/binary"
	"unsafe"
)

// view is a choice of messages of a batch: those that are picked, counted from
// base, or the first ones.
type view struct {
	b      *batch
	picked []uint16
	base   int
}

// at is the index in the batch of message i of the view.
func (v *view) at(i int) int {
	if v.picked != nil {
		return v.base + int(v.picked[i])
	}
	return i
}

// digests is where kernels write the digests of count messages: their place in
// the batch if they lie side by side there.
func (r *runner) digests(v *view, first, count int) [][Size]byte {
	if v.picked != nil {
		return r.out[:count]
	}
	return v.b.dst[first:][:count]
}

// scatter brings digests to their places in the batch.
func (v *view) scatter(digests [][Size]byte, first int) {
	if v.picked != nil {
		for l := range digests {
			v.b.dst[v.base+int(v.picked[first+l])] = digests[l]
		}
		clear(digests)
	}
}

// frame says how messages are cut that go through a kernel together: the first
// block, if a prefix begins it; whole blocks of the bodies, which are read in
// place; the ends. All lanes pass from one part to the next together, and only
// the ends may differ in their number of blocks.
type frame struct {
	head   int  // bytes of the body in the first block; 0: there is none
	middle int  // whole blocks of the body
	joined bool // messages are joined in the stage, and all is end
}

// cut makes the frame of bodies of n bytes or more.
func (b *batch) cut(n int) (f frame) {
	skip := b.skip()
	if skip > 0 && skip+n >= BlockSize {
		f.head = BlockSize - skip
	}
	if f.joined = b.full != nil || skip > 0 && f.head == 0; !f.joined {
		f.middle = (n - f.head) / BlockSize
	}
	return f
}

// lockstep hashes n messages whose bodies all have size bytes.
func (r *runner) lockstep(v *view, n, size int) {
	b := v.b
	f := b.cut(size)
	r.setPrefix(b)
	for first := 0; first < n; {
		s := b.e.next(shapeBlocks, n-first)
		k := s.k
		spread(&r.start, b.startState(), k.lanes)
		for end := first + s.n; first < end; first += k.lanes {
			r.pass(v, k, &f, first, min(k.lanes, end-first))
		}
	}
}

// setPrefix keeps the bytes of the prefix that no block has absorbed.
func (r *runner) setPrefix(b *batch) {
	r.prefix = block{}
	if b.pre != nil {
		copy(r.prefix[:b.skip()], b.pre.buf[:])
	}
}

// pass hashes count messages, at most the lanes of k, from the states in start.
func (r *runner) pass(v *view, k *kernel, f *frame, first, count int) {
	b := v.b
	before := b.total(0) - uint64(b.skip()) // bytes of a message that are absorbed
	copy(r.st[:8*k.lanes], r.start[:])
	if f.joined {
		r.bindJoined(v, k, first, count)
	} else {
		r.bind(v, k, first, count)
		r.head(k, b.skip(), f.head, count)
		r.middle(k, f.middle, count)
		before += uint64(min(f.head, 1)+f.middle) * BlockSize
	}
	dst := r.digests(v, first, count)
	if k.ends != nil {
		k.ends(&dst[0][0], &r.st, &r.in, &r.lens, before, count)
	} else {
		r.stagedEnds(k, dst, before)
	}
	v.scatter(dst, first)
}

// bindJoined points the first lanes of k at the stage, where prefix and body are
// joined.
func (r *runner) bindJoined(v *view, k *kernel, first, count int) {
	r.used = max(r.used, k.lanes)
	b, skip := v.b, v.b.skip()
	for l := range count {
		i, stage := v.at(first+l), r.stage[l][:]
		*(*block)(stage) = r.prefix
		if n := skip; b.full != nil {
			r.lens[l] = uint64(n + b.full[i].join(stage[n:]))
		} else {
			r.lens[l] = uint64(n + copy(stage[n:], b.body(i)))
		}
		r.in[l] = &stage[0]
	}
}

// head absorbs the first block, of the prefix and head bytes of the body.
func (r *runner) head(k *kernel, skip, head, count int) {
	if head == 0 {
		return
	}
	for l, p := range r.in[:count] {
		stage := r.stage[l][:BlockSize]
		*(*block)(stage) = r.prefix
		copy(stage[skip:], unsafe.Slice(p, head))
	}
	r.body = r.in
	r.stageInputs(k, count, 0)
	k.blocks(&r.st, &r.in, 1)
	r.in = r.body
	r.skip(count, head)
}

// middle absorbs n blocks that are read in place, in calls of bounded length.
func (r *runner) middle(k *kernel, n, count int) {
	for n > 0 {
		r.repeatFirst(k, count)
		steps := min(n, k.limit)
		k.blocks(&r.st, &r.in, steps)
		r.skip(count, steps*BlockSize)
		if n -= steps; n > 0 {
			giveWay()
		}
	}
}

// skip goes past n bytes of the first count bodies. Those that have no more keep
// their pointers, which must not point behind them.
func (r *runner) skip(count, n int) {
	lens := r.lens[:count]
	for l, p := range r.in[:count] {
		if lens[l] -= uint64(n); lens[l] > 0 {
			r.in[l] = (*byte)(unsafe.Add(unsafe.Pointer(p), n))
		}
	}
}

// stagedEnds is ends, which see, for a kernel without it; the messages stand in
// order, the longest first.
func (r *runner) stagedEnds(k *kernel, dst [][Size]byte, before uint64) {
	for l := range dst {
		end := r.stage[l][BlockSize:][:r.endSteps(l)*BlockSize]
		n := copy(end, unsafe.Slice(r.in[l], r.lens[l]))
		end[n] = 0x80
		clear(end[n+1 : len(end)-8])
		binary.BigEndian.PutUint64(end[len(end)-8:], (before+r.lens[l])*8)
	}
	done := 0
	for busy := len(dst); busy > 0; {
		next := r.endSteps(busy - 1)
		r.stageInputs(k, len(dst), (1+done)*BlockSize)
		k.blocks(&r.st, &r.in, next-done)
		for done = next; busy > 0 && r.endSteps(busy-1) == next; busy-- {
			putLane(&dst[busy-1], &r.st, k.lanes, busy-1)
		}
	}
}

// endSteps is the number of blocks of the end on lane l.
func (r *runner) endSteps(l int) int { return int(r.lens[l]+BlockSize+8) / BlockSize }

// slack is the number of steps by which the messages of a pass may differ.
const slack = 6

// stairs hashes one full pass of messages of two blocks or more, the longest
// first, that take nearly the same number of steps. Messages of several parts
// must fit the stage.
func (r *runner) stairs(v *view, k *kernel) {
	b := v.b
	shortest := 0
	if b.full == nil {
		shortest = int(b.length(v.at(0)))
		for l := 1; l < k.lanes; l++ {
			shortest = min(shortest, int(b.length(v.at(l))))
		}
	}
	f := b.cut(shortest)
	r.pass(v, k, &f, 0, k.lanes)
}

// putLane writes the digest of lane l.
func putLane(dst *[Size]byte, st *state, lanes, l int) {
	for w := 0; w < 8; w += 2 {
		hi, lo := st[w*lanes+l], st[(w+1)*lanes+l]
		binary.BigEndian.PutUint64(dst[4*w:], uint64(hi)<<32|uint64(lo))
	}
}

// stageInputs points the lanes at their staged blocks.
func (r *runner) stageInputs(k *kernel, count, offset int) {
	r.used = max(r.used, k.lanes)
	for l := range count {
		r.in[l] = &r.stage[l][offset]
	}
	r.repeatFirst(k, count)
}

// repeatFirst points the lanes of k behind the first count at what the first one reads.
func (r *runner) repeatFirst(k *kernel, count int) {
	for l := count; l < k.lanes; l++ {
		r.in[l] = r.in[0]
	}
}

// storeDigests writes the digests of the first count lanes.
func (r *runner) storeDigests(v *view, k *kernel, first, count int) {
	dst := r.digests(v, first, count)
	for l := range dst {
		putLane(&dst[l], &r.st, k.lanes, l)
	}
	v.scatter(dst, first)
}

// chains advances n chains of equally many links.
func (r *runner) chains(v *view, n int, links uint64) {
	b := v.b
	for first := 0; first < n; {
		s := b.e.next(shapeLinks, n-first)
		k := s.k
		for end := first + s.n; first < end; first += k.lanes {
			count := min(k.lanes, end-first)
			for l := range count {
				seed := &b.seeds[v.at(first+l)]
				for w := range 8 {
					r.st[w*k.lanes+l] = binary.BigEndian.Uint32(seed[4*w:])
				}
			}
			r.used = max(r.used, k.lanes)
			k.advance(&r.st, links)
			r.storeDigests(v, k, first, count)
		}
	}
}

// advance is links without a bound, in bounded calls.
func (k *kernel) advance(st *state, n uint64) {
	for n > 0 {
		links := min(n, uint64(k.limit))
		k.links(st, int(links))
		if n -= links; n > 0 {
			giveWay()
		}
	}
}
