// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import (
	"encoding/binary"
	"math/bits"
	"unsafe"
)

// This file is the specification of every kernel. The functions below are the
// portable kernels, written to be read; a row of the table (kernels.go) with L
// lanes must do exactly what they do (with lanes = L, where they ask), and differ
// only in speed.
//
// For all of them:
//
//   - The caller bounds one call to maxCallBlocks block steps times lanes, as
//     assembly cannot be preempted.
//   - Inputs and outputs have any alignment. Exactly the bytes named are read
//     and written, and inputs are unchanged. No pointer is kept. A kernel may
//     prefetch past the end of a lane, which is a hint and cannot fault.
//   - The state overlaps neither messages nor pointers.
//   - A lane never sees another lane's bytes: the garbage of an idle lane stays
//     in that lane.
//   - Counts (n) are at least 1.

// maxLanes is the width of the widest kernel that the runner is built for.
const maxLanes = 32

// maxCallBlocks bounds lanes x block steps of one kernel call: 32 KiB of input,
// which the slowest assembly kernel (one SHA-NI stream) hashes in under 20
// microseconds.
const maxCallBlocks = 512

// The types are aliases so that the generator of the assembly (_asm) can spell
// them without loading this package.

// state holds the working variables of one pass of a kernel with L lanes:
// word w of lane l stands at state[w*L+l] in native byte order, for w < 8.
// Words from 8*L on are neither read nor written.
type state = [8 * maxLanes]uint32

// inputs points at the next byte of each lane; entries from L on are unused.
type inputs = [maxLanes]*byte

// lengths is the number of body bytes of each lane; entries from L on are unused.
type lengths = [maxLanes]uint64

// feed is the lanes of messages between two calls. Lane l is idle where Steps[l]
// is 0 or less; Rest[l] is then below 0, and the others are unspecified. From is no pointer for
// the garbage collector, which would not bear one past the end of a message: the
// caller keeps messages alive.
type feed = struct {
	St    state
	Rest  [maxLanes]int32   // bytes of the message that are left; below 0 in a block after the 0x80
	Steps [maxLanes]int32   // blocks of it that are left
	High  [maxLanes]uint32  // its length in bits
	Low   [maxLanes]uint32  //
	Index [maxLanes]uint32  // its number
	From  [maxLanes]uintptr // where the rest stands
}

// job is a message that waits for a lane.
type job = struct {
	From  uintptr
	Len   uint32 // less than 2^31 - 64
	Index uint32
}

// block is one message block.
type block = [BlockSize]byte

// blocks absorbs n blocks on every lane: lane l reads the n*64 bytes at in[l],
// and its column of st, the IV or any earlier state, is replaced. in itself is
// not changed. An idle lane must point at n*64 readable bytes all the same, for
// instance another lane's; its state is then unspecified.
func blocksGeneric(lanes int, st *state, in *inputs, n int) {
	for l := range lanes {
		var h [8]uint32
		for w := range h {
			h[w] = st[w*lanes+l]
		}
		for _, b := range unsafe.Slice((*block)(unsafe.Pointer(in[l])), n) {
			compress(&h, &b)
		}
		for w := range h {
			st[w*lanes+l] = h[w]
		}
	}
}

// pairs hashes n messages of 64 bytes, contiguous at src, to n digests of 32
// bytes, contiguous at dst, both in the byte order of FIPS 180-4. n need not be a
// multiple of L: messages go in groups of L, and idle lanes of the last group
// cost as much as busy ones. dst may be src or lie anywhere before it, over
// messages too, or after them all: groups go in order, and the messages of a
// group are read before its digests are written.
func pairsGeneric(dst, src *byte, n int) {
	out := unsafe.Slice((*[Size]byte)(unsafe.Pointer(dst)), n)
	for i, m := range unsafe.Slice((*block)(unsafe.Pointer(src)), n) {
		h := iv
		compress(&h, &m)
		compress(&h, &pairPadding)
		putDigest(&out[i], &h)
	}
}

// nodes is pairs with one byte, prefix, before each message: the interior nodes
// of RFC 9162 (65 bytes, two blocks). dst and src as for pairs.
func nodesGeneric(dst, src *byte, n int, prefix byte) {
	out := unsafe.Slice((*[Size]byte)(unsafe.Pointer(dst)), n)
	for i, m := range unsafe.Slice((*block)(unsafe.Pointer(src)), n) {
		var b [2]block
		b[0][0] = prefix
		copy(b[0][1:], m[:63])
		b[1][0], b[1][1] = m[63], 0x80
		binary.BigEndian.PutUint64(b[1][56:], 65*8)
		h := iv
		compress(&h, &b[0])
		compress(&h, &b[1])
		putDigest(&out[i], &h)
	}
}

// short hashes n messages of a single block, n <= L: on lane l the first skip
// bytes of prefix, then the lens[l] bytes at in[l], skip+lens[l] <= 55. in[l]
// may be any pointer where lens[l] is 0, nil included. Entries of in and lens
// from n on are not read. The n digests go to dst, contiguous; dst may not
// overlap the messages. Bytes of prefix from skip on must be zero.
func shortGeneric(dst *byte, in *inputs, lens *lengths, prefix *block, skip, n int) {
	out := unsafe.Slice((*[Size]byte)(unsafe.Pointer(dst)), n)
	for l := range n {
		b := *prefix
		end := skip + copy(b[skip:], unsafe.Slice(in[l], lens[l]))
		b[end] = 0x80
		binary.BigEndian.PutUint64(b[56:], uint64(end)*8)
		h := iv
		compress(&h, &b)
		putDigest(&out[l], &h)
	}
}

// digests is short for messages of exactly 32 bytes and no prefix. It reads
// every message before it writes, so dst may overlap them.
func digestsGeneric(dst *byte, in *inputs, n int) {
	var h [maxLanes][8]uint32
	for l := range n {
		var b block
		copy(b[:], unsafe.Slice(in[l], Size))
		b[Size] = 0x80
		binary.BigEndian.PutUint64(b[56:], Size*8)
		h[l] = iv
		compress(&h[l], &b)
	}
	out := unsafe.Slice((*[Size]byte)(unsafe.Pointer(dst)), n)
	for l := range out {
		putDigest(&out[l], &h[l])
	}
}

// ends hashes what is left of n messages, n <= L: lane l goes on from its column
// of st with the lens[l] bytes at in[l] and the padding of a message of
// before+lens[l] bytes. Messages may take different numbers of blocks; the call
// takes as long as the longest. Pointers and lengths as for short, the n digests
// go to dst, contiguous, and may not overlap the messages. st is unspecified
// afterwards.
func endsGeneric(lanes int, dst *byte, st *state, in *inputs, lens *lengths, before uint64, n int) {
	out := unsafe.Slice((*[Size]byte)(unsafe.Pointer(dst)), n)
	for l := range out {
		var h [8]uint32
		for w := range h {
			h[w] = st[w*lanes+l]
		}
		m := unsafe.Slice(in[l], lens[l])
		for ; len(m) >= BlockSize; m = m[BlockSize:] {
			compress(&h, (*block)(m))
		}
		var end [2 * BlockSize]byte
		fill := copy(end[:], m)
		for i := range pad(&end, fill, before+lens[l]) {
			compress(&h, (*block)(end[i*BlockSize:]))
		}
		putDigest(&out[l], &h)
	}
}

// messages advances the lanes of f that are not idle, of which there is at least
// one, by steps blocks. A lane that ends its message writes the digest to number
// Index of the digests at dst, and takes the next of the n jobs in queue, whose
// state is then start and whose length counts before bytes more; several lanes
// take theirs in the order of the lanes, and without a job they are idle. The call
// ends early when fewer lanes than least are busy. It returns the number of jobs
// that were taken.
func messagesGeneric(lanes int, f *feed, dst *byte, start *[8]uint32, queue *job, n int, before uint64, least, steps int) (taken int) {
	for busy := lanes; steps > 0 && busy >= least; steps-- {
		busy = 0
		for l := range lanes {
			if f.Steps[l] <= 0 {
				continue
			}
			var h [8]uint32
			for w := range h {
				h[w] = f.St[w*lanes+l]
			}
			b := nextBlock(f, l)
			compress(&h, &b)
			if f.Steps[l] == 0 {
				putDigest((*[Size]byte)(unsafe.Add(unsafe.Pointer(dst), Size*int(f.Index[l]))), &h)
				if taken < n {
					j := unsafe.Slice(queue, n)[taken]
					takeJob(f, l, &j, before)
					h = *start
					taken++
				}
			}
			for w := range h {
				f.St[w*lanes+l] = h[w]
			}
			if f.Steps[l] > 0 {
				busy++
			}
		}
	}
	return taken
}

// nextBlock is the next block of lane l, which goes on to the one after it.
func nextBlock(f *feed, l int) (b block) {
	if f.Rest[l] >= 0 {
		from := *(*unsafe.Pointer)(unsafe.Pointer(&f.From[l]))
		if n := copy(b[:], unsafe.Slice((*byte)(from), f.Rest[l])); n < BlockSize {
			b[n] = 0x80
		}
	}
	if f.Steps[l] == 1 {
		binary.BigEndian.PutUint32(b[56:], f.High[l])
		binary.BigEndian.PutUint32(b[60:], f.Low[l])
	}
	f.Steps[l]--
	f.Rest[l] -= BlockSize
	f.From[l] += BlockSize
	return b
}

// takeJob gives lane l a message.
func takeJob(f *feed, l int, j *job, before uint64) {
	bits := (before + uint64(j.Len)) * 8
	f.Rest[l], f.Steps[l] = int32(j.Len), int32(j.Len+BlockSize+8)/BlockSize
	f.High[l], f.Low[l] = uint32(bits>>32), uint32(bits)
	f.Index[l], f.From[l] = j.Index, j.From
}

// links advances the hash chain of every lane by n links. The column of a lane
// holds a digest as eight words, and becomes the words of the digest of those
// 32 bytes, n times over. With one lane this is the serial chain.
func linksGeneric(lanes int, st *state, n int) {
	for l := range lanes {
		var h [8]uint32
		for w := range h {
			h[w] = st[w*lanes+l]
		}
		for range n {
			var b block
			for w, v := range h {
				binary.BigEndian.PutUint32(b[4*w:], v)
			}
			b[Size] = 0x80
			binary.BigEndian.PutUint64(b[56:], Size*8)
			h = iv
			compress(&h, &b)
		}
		for w := range h {
			st[w*lanes+l] = h[w]
		}
	}
}

// iv is the initial hash value of SHA-256 (FIPS 180-4, section 5.3.3).
var iv = [8]uint32{
	0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
	0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
}

// pairPadding is the second block of every 64-byte message.
var pairPadding = block{0: 0x80, 62: 0x02}

// putDigest writes a digest from its words.
func putDigest(dst *[Size]byte, h *[8]uint32) {
	for w, v := range h {
		binary.BigEndian.PutUint32(dst[4*w:], v)
	}
}

// compress is the compression function (FIPS 180-4, section 6.2.2).
func compress(h *[8]uint32, p *block) {
	var w [64]uint32
	for t := range 16 {
		w[t] = binary.BigEndian.Uint32(p[4*t:])
	}
	for t := 16; t < 64; t++ {
		x, y := w[t-15], w[t-2]
		s0 := bits.RotateLeft32(x, -7) ^ bits.RotateLeft32(x, -18) ^ x>>3
		s1 := bits.RotateLeft32(y, -17) ^ bits.RotateLeft32(y, -19) ^ y>>10
		w[t] = w[t-16] + s0 + w[t-7] + s1
	}
	a, b, c, d, e, f, g, i := h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7]
	for t := range 64 {
		s1 := bits.RotateLeft32(e, -6) ^ bits.RotateLeft32(e, -11) ^ bits.RotateLeft32(e, -25)
		t1 := i + s1 + (e&f ^ ^e&g) + roundK[t] + w[t]
		s0 := bits.RotateLeft32(a, -2) ^ bits.RotateLeft32(a, -13) ^ bits.RotateLeft32(a, -22)
		t2 := s0 + (a&b ^ a&c ^ b&c)
		i, g, f, e, d, c, b, a = g, f, e, d+t1, c, b, a, t1+t2
	}
	h[0] += a
	h[1] += b
	h[2] += c
	h[3] += d
	h[4] += e
	h[5] += f
	h[6] += g
	h[7] += i
}

// roundK holds the round constants (FIPS 180-4, section 4.2.2).
var roundK = [64]uint32{
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
}
