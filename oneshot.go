// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import "unsafe"

// contiguous hashes the 64-byte messages at src, one for each of dst, by the
// kernel function for s: shapePairs, or shapeNodes with the byte prefix.
func (e *Engine) contiguous(s shape, prefix byte, dst [][Size]byte, src *byte) {
	for {
		step := e.next(s, len(dst))
		k := step.k
		n := min(step.n, k.limit/2*k.lanes)
		if s == shapePairs {
			k.pairs(&dst[0][0], src, n)
		} else {
			k.nodes(&dst[0][0], src, n, prefix)
		}
		if dst = dst[n:]; len(dst) == 0 {
			return
		}
		giveWay()
		src = (*byte)(unsafe.Add(unsafe.Pointer(src), n*BlockSize))
	}
}

// gathered is the number of scattered messages of 64 bytes that are brought
// together at a time.
const gathered = 2 * maxLanes

// sixtyFour hashes n bodies of 64 bytes by the kernel function for s. Bodies
// that are scattered are brought together first.
func (r *runner) sixtyFour(v *view, n int, s shape, prefix byte) {
	b := v.b
	if b.msgs == nil && v.picked == nil {
		b.e.contiguous(s, prefix, b.dst[:n], &b.data[0])
		return
	}
	for first := 0; first < n; first += gathered {
		count := min(n-first, gathered)
		for i := range count {
			r.rows[i] = block(b.body(v.at(first + i)))
		}
		dst := r.digests(v, first, count)
		b.e.contiguous(s, prefix, dst, &r.rows[0][0])
		v.scatter(dst, first)
	}
}

// shorts hashes n messages of one block each; equal says that all have the
// same length.
func (r *runner) shorts(v *view, n int, equal bool) {
	b, s := v.b, shapeShort
	if equal && b.skip() == 0 && b.length(v.at(0)) == Size {
		s = shapeDigests
	}
	r.setPrefix(b)
	fromIV := b.pre == nil || b.pre.n < BlockSize
	for first := 0; first < n; {
		step := b.e.next(s, n-first)
		k := step.k
		direct := k.has(s) && fromIV
		if !direct {
			spread(&r.start, b.startState(), k.lanes)
		}
		for end := first + step.n; first < end; first += k.lanes {
			count := min(k.lanes, end-first)
			if direct {
				r.shortPass(v, k, s, first, count)
			} else {
				r.pass(v, k, &frame{joined: true}, first, count)
			}
		}
	}
}

// shortPass runs one pass for count messages.
func (r *runner) shortPass(v *view, k *kernel, s shape, first, count int) {
	r.bind(v, k, first, count)
	dst := r.digests(v, first, count)
	if s == shapeDigests {
		k.digests(&dst[0][0], &r.in, count)
	} else {
		k.short(&dst[0][0], &r.in, &r.lens, &r.prefix, v.b.skip(), count)
	}
	v.scatter(dst, first)
}

// bind points the first lanes of k at the bodies of count messages. The parts of a
// message that has several are joined: they are shorter than a block.
func (r *runner) bind(v *view, k *kernel, first, count int) {
	r.used = max(r.used, k.lanes)
	b, l := v.b, 0
	switch in, lens := r.in[:count], r.lens[:count]; {
	case v.picked != nil:
	case b.msgs != nil:
		msgs := b.msgs[first:][:count]
		for ; l < len(msgs); l++ {
			in[l], lens[l] = unsafe.SliceData(msgs[l]), uint64(len(msgs[l]))
		}
	case b.data != nil:
		pieces := unsafe.Pointer(&b.data[first*b.size])
		for ; l < count; l++ {
			in[l], lens[l] = (*byte)(unsafe.Add(pieces, l*b.size)), uint64(b.size)
		}
	}
	for ; l < count; l++ {
		i := v.at(first + l)
		body := r.stage[l][:]
		if b.full != nil {
			body = body[:b.full[i].join(body)]
		} else {
			body = b.body(i)
		}
		r.in[l], r.lens[l] = unsafe.SliceData(body), uint64(len(body))
	}
}

// join copies the parts of m, one after the other, and returns its length.
func (m *Message) join(dst []byte) int {
	n := copy(dst, m.Prefix)
	n += copy(dst[n:], m.Body)
	return n + copy(dst[n:], m.Tail)
}
