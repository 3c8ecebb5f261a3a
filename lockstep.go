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

// frame says how messages of equal length are cut: the first block when a
// prefix begins it, whole blocks of the body that are read in place, and the
// end with the padding. All lanes pass from one part to the next together.
type frame struct {
	skip   int    // bytes of the prefix in the first block, or in the end
	head   int    // bytes of the body in the first block; 0: there is none
	middle int    // whole blocks of the body
	tail   int    // bytes of the body in the end
	end    int    // blocks of the end
	total  uint64 // bytes of the message
}

// cut makes the frame of bodies of n bytes after a prefix.
func cut(pre *midstate, n int) (f frame) {
	f.total = uint64(n)
	if pre != nil {
		f.skip = pre.rest()
		f.total += pre.n
	}
	fill := f.skip
	if f.skip > 0 && f.skip+n >= BlockSize {
		f.head, fill = BlockSize-f.skip, 0
	}
	f.middle = (n - f.head) / BlockSize
	f.tail = (n - f.head) % BlockSize
	if f.head == 0 && f.skip > 0 {
		f.middle, f.tail = 0, n
	}
	f.end = endBlocks(fill + f.tail)
	return f
}

// at is where the bytes of the body begin in the end.
func (f *frame) at() int {
	if f.head > 0 {
		return 0
	}
	return f.skip
}

// lockstep hashes n messages whose bodies all have size bytes.
func (r *runner) lockstep(v *view, n, size int) {
	b := v.b
	f := cut(b.pre, size)
	h := b.startState()
	for first, filled := 0, 0; first < n; {
		s := b.e.next(shapeBlocks, n-first)
		k := s.k
		spread(&r.start, h, k.lanes)
		for ; filled < min(k.lanes, s.n); filled++ {
			r.template(b.pre, &f, filled)
		}
		for end := first + s.n; first < end; first += k.lanes {
			r.pass(v, k, &f, first, min(k.lanes, end-first))
		}
	}
}

// slack is the number of steps by which the messages of a pass of stairs may
// differ.
const slack = 6

// stairs hashes one full pass of messages of two blocks or more, the longest
// first, that take nearly the same number of steps: what the shortest has in
// whole blocks is read in place, the ends are staged, and lanes stop one after
// the other. Messages of several parts, which must fit the stage, are joined
// there.
func (r *runner) stairs(v *view, k *kernel) {
	b := v.b
	steps := func(l int) int { return int(r.steps[v.picked[l]]) }
	f := frame{skip: b.skip()}
	start := 0 // steps before the ends
	if b.full == nil {
		start = steps(k.lanes-1) - 2
		f.middle = start
		if f.skip > 0 && start > 0 {
			f.head = BlockSize - f.skip
			f.middle--
		}
		r.bind(v, k, 0, k.lanes)
	}
	for l := range k.lanes {
		end := r.stage[l][BlockSize:][:(steps(l)-start)*BlockSize]
		r.stageEnd(v, &f, l, end)
	}
	copy(r.st[:8*k.lanes], r.start[:])
	r.head(k, &f, k.lanes)
	r.middle(k, &f)

	done := start
	for busy := k.lanes; busy > 0; {
		next := steps(busy - 1)
		r.stageInputs(k, k.lanes, (1+done-start)*BlockSize)
		k.blocks(&r.st, &r.in, next-done)
		for done = next; busy > 0 && steps(busy-1) == next; busy-- {
			putLane(&b.dst[v.at(busy-1)], &r.st, k.lanes, busy-1)
		}
	}
}

// stageEnd fills the staged blocks of lane l: the first block of its message, if
// the frame has a head, and the end.
func (r *runner) stageEnd(v *view, f *frame, l int, end []byte) {
	b, n := v.b, f.at()
	if f.skip > 0 {
		copy(end[:n], b.pre.buf[:])
		copy(r.stage[l][:], b.pre.buf[:f.skip])
	}
	var total uint64
	if b.full != nil {
		m := &b.full[v.at(l)]
		n += m.join(end[n:])
		total = b.total(m.len())
	} else {
		body := unsafe.Slice(r.in[l], r.lens[l])
		if f.head > 0 {
			copy(r.stage[l][f.skip:BlockSize], body)
		}
		n += copy(end[n:], body[f.head+f.middle*BlockSize:])
		total = b.total(uint64(len(body)))
	}
	end[n] = 0x80
	clear(end[n+1 : len(end)-8])
	binary.BigEndian.PutUint64(end[len(end)-8:], total*8)
}

// putLane writes the digest of lane l.
func putLane(dst *[Size]byte, st *state, lanes, l int) {
	for w := range 8 {
		binary.BigEndian.PutUint32(dst[4*w:], st[w*lanes+l])
	}
}

// template writes the parts of lane l's staged blocks that all messages share.
func (r *runner) template(pre *midstate, f *frame, l int) {
	stage := &r.stage[l]
	end := stage[BlockSize:][:f.end*BlockSize]
	clear(end)
	if f.head > 0 {
		copy(stage[:f.skip], pre.buf[:])
	} else if f.skip > 0 {
		copy(end[:f.skip], pre.buf[:])
	}
	end[f.at()+f.tail] = 0x80
	binary.BigEndian.PutUint64(end[len(end)-8:], f.total*8)
}

// pass hashes count messages, at most the lanes of k. It reads them all before
// it writes a digest.
func (r *runner) pass(v *view, k *kernel, f *frame, first, count int) {
	r.bind(v, k, first, count)
	r.repeatFirst(k, count)
	if f.head > 0 {
		for l, p := range r.in[:count] {
			copy(r.stage[l][f.skip:BlockSize], unsafe.Slice(p, f.head))
		}
	}
	if f.tail > 0 {
		for l, p := range r.in[:count] {
			end := (*byte)(unsafe.Add(unsafe.Pointer(p), f.head+f.middle*BlockSize))
			copy(r.stage[l][BlockSize+f.at():], unsafe.Slice(end, f.tail))
		}
	}
	copy(r.st[:8*k.lanes], r.start[:])
	r.head(k, f, count)
	r.middle(k, f)
	r.stageInputs(k, count, BlockSize)
	k.blocks(&r.st, &r.in, f.end)
	r.storeDigests(v, k, first, count)
}

// head absorbs the staged first block, if there is one.
func (r *runner) head(k *kernel, f *frame, count int) {
	if f.head > 0 {
		r.body = r.in
		r.stageInputs(k, count, 0)
		k.blocks(&r.st, &r.in, 1)
		r.in = r.body
	}
}

// middle absorbs the blocks that are read in place, in calls of bounded length.
func (r *runner) middle(k *kernel, f *frame) {
	step := f.head
	for left := f.middle; left > 0; {
		if step > 0 {
			for l, p := range r.in[:k.lanes] {
				r.in[l] = (*byte)(unsafe.Add(unsafe.Pointer(p), step))
			}
		}
		n := min(left, k.limit)
		k.blocks(&r.st, &r.in, n)
		if left -= n; left > 0 {
			giveWay()
		}
		step = n * BlockSize
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
	for w := 0; w < 8; w += 2 {
		hi, lo := r.st[w*k.lanes:][:len(dst)], r.st[(w+1)*k.lanes:][:len(dst)]
		for l := range dst {
			binary.BigEndian.PutUint64(dst[l][4*w:4*w+8], uint64(hi[l])<<32|uint64(lo[l]))
		}
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
