// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import "unsafe"

// contiguous hashes the 64-byte messages at src, one for each of dst, by the
// kernel function for s: shapePairs, or shapeNodes with the byte prefix.
func (e *Engine) contiguous(s shape, prefix byte, dst [][Size]byte, src *byte) {
	for len(dst) > 0 {
		step := e.next(s, len(dst))
		k := &e.rows[step.row]
		for step.full > 0 {
			groups := min(step.full, k.limit/2)
			k.contiguous(s, prefix, &dst[0][0], src, groups)
			step.full -= groups
			n := groups * k.lanes
			if dst = dst[n:]; len(dst) == 0 {
				return
			}
			step.n -= n
			src = (*byte)(unsafe.Add(unsafe.Pointer(src), n*BlockSize))
		}
		if step.n > 0 {
			e.partial(k, s, prefix, dst[:step.n], src)
			return
		}
	}
}

// contiguous calls the kernel function for s.
func (k *kernel) contiguous(s shape, prefix byte, dst, src *byte, groups int) {
	if s == shapeNodes {
		k.nodes(dst, src, groups, prefix)
	} else {
		k.pairs(dst, src, groups)
	}
}

// partial runs one pass with idle lanes, from and to memory of its own, since
// a kernel reads and writes all its lanes.
func (e *Engine) partial(k *kernel, s shape, prefix byte, dst [][Size]byte, src *byte) {
	r := getRunner()
	defer r.release()
	copy(r.part[:], unsafe.Slice(src, len(dst)*BlockSize))
	k.contiguous(s, prefix, &r.out[0][0], &r.part[0], 1)
	copy(dst, r.out[:])
}

// sixtyFour hashes n bodies of 64 bytes by the kernel function for s. Bodies
// that are scattered are brought together first.
func (r *runner) sixtyFour(b *batch, n int, s shape, prefix byte) {
	if b.msgs == nil {
		b.e.contiguous(s, prefix, b.dst[:n], &b.data[0])
		return
	}
	for first := 0; first < n; first += len(r.rows) {
		count := min(n-first, len(r.rows))
		for i, m := range b.msgs[first:][:count] {
			r.rows[i] = block(m)
		}
		b.e.contiguous(s, prefix, b.dst[first:][:count], &r.rows[0][0])
	}
}

// shorts hashes n messages of one block each; equal says that all bodies have
// the same length.
func (r *runner) shorts(b *batch, n int, equal bool) {
	s := shapeShort
	if equal && b.skip() == 0 && len(b.body(0)) == Size {
		s = shapeDigests
	}
	r.prefix = block{}
	if b.pre != nil {
		copy(r.prefix[:b.skip()], b.pre.buf[:])
	}
	for first := 0; first < n; {
		step := b.e.next(s, n-first)
		k := &b.e.rows[step.row]
		for end := first + step.n; first < end; first += k.lanes {
			dst := b.dst[first:min(first+k.lanes, end)]
			if k.has(s) {
				r.shortPass(b, k, s, first, dst)
			} else {
				r.stagedPass(b, k, first, dst)
			}
		}
	}
}

// shortPass runs one pass for as many messages as dst has digests.
func (r *runner) shortPass(b *batch, k *kernel, s shape, first int, dst [][Size]byte) {
	r.bind(b, first, len(dst))
	for l := len(dst); l < k.lanes; l++ {
		r.in[l], r.lens[l] = r.in[0], r.lens[0]
	}
	out := &dst[0][0]
	if len(dst) < k.lanes {
		out = &r.out[0][0]
	}
	if s == shapeDigests {
		k.digests(out, &r.in)
	} else {
		k.short(out, &r.in, &r.lens, &r.prefix, b.skip())
	}
	if len(dst) < k.lanes {
		copy(dst, r.out[:])
	}
}

// bind points the first lanes at the bodies of count messages.
func (r *runner) bind(b *batch, first, count int) {
	if b.msgs == nil {
		for l := range count {
			r.in[l], r.lens[l] = &b.data[(first+l)*b.size], uint64(b.size)
		}
		return
	}
	in, lens := r.in[:count], r.lens[:count]
	for l, m := range b.msgs[first:][:count] {
		in[l], lens[l] = unsafe.SliceData(m), uint64(len(m))
	}
}

// stagedPass is shortPass for a kernel without a function for one block.
func (r *runner) stagedPass(b *batch, k *kernel, first int, dst [][Size]byte) {
	for l := range dst {
		stage := (*[2 * BlockSize]byte)(r.stage[l][:])
		copy(stage[:], r.prefix[:b.skip()])
		fill := b.skip() + copy(stage[b.skip():], b.body(first+l))
		pad(stage, fill, uint64(fill))
	}
	r.setState(&iv, k.lanes)
	r.stageInputs(k.lanes, len(dst), 0)
	k.blocks(&r.st, &r.in, 1)
	r.storeDigests(dst, k.lanes)
}
