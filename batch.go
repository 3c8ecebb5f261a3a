// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import "strconv"

// Size is the length of a digest in bytes, BlockSize that of a message block.
const Size, BlockSize = 32, 64

// Message is one message in three parts, hashed as if they were joined. Any of
// them may be nil or empty.
type Message struct{ Prefix, Body, Tail []byte }

// HashMany sets dst[i] to SHA-256(msgs[i]), as FIPS 180-4 defines it, for every
// i < len(msgs). Messages may have any lengths, nil and empty ones included;
// equal lengths are fastest, and a mixture is close behind. A single message
// belongs to crypto/sha256.
//
// It panics if len(dst) < len(msgs), and then writes nothing. No message may
// overlap dst; if one does, the digests are unspecified. It is safe for
// concurrent use, starts no goroutine, and allocates nothing once warm.
func HashMany(dst [][Size]byte, msgs [][]byte) { defaultEngine().HashMany(dst, msgs) }

// HashMany is the package function on the kernels of e.
//
// This is the first of four hops: it checks the arguments. batch.run asks plan
// (kernels.go), the second, for kernels.
func (e *Engine) HashMany(dst [][Size]byte, msgs [][]byte) {
	checkDst("HashMany", len(dst), len(msgs))
	b := batch{e: e, dst: dst, msgs: msgs}
	b.run(len(msgs))
}

// HashMessages sets dst[i] to SHA-256(Prefix | Body | Tail) of msgs[i]. The
// rules of [HashMany] hold.
func HashMessages(dst [][Size]byte, msgs []Message) { defaultEngine().HashMessages(dst, msgs) }

// HashMessages is the package function on the kernels of e.
func (e *Engine) HashMessages(dst [][Size]byte, msgs []Message) {
	checkDst("HashMessages", len(dst), len(msgs))
	b := batch{e: e, dst: dst, full: msgs}
	b.run(len(msgs))
}

// checkDst panics if there is less room than digests.
func checkDst(fn string, got, want int) {
	if got < want {
		bad(fn, "dst too short", got, want)
	}
}

// checkPairs panics if nodes do not pair up, or their digests do not fit.
func checkPairs(fn string, dst, nodes int) {
	if nodes%2 != 0 {
		bad(fn, "odd number of nodes", nodes, nodes+1)
	}
	checkDst(fn, dst, nodes/2)
}

// bad panics over an argument, before anything is written.
func bad(fn, what string, got, want int) {
	panic("hashlanes: " + fn + ": " + what + ": got " + strconv.Itoa(got) + ", want " + strconv.Itoa(want))
}

// pieces is the number of pieces of n bytes, or panics if size cuts nothing.
func pieces(fn string, n, size int) int {
	if size <= 0 {
		bad(fn, "piece size not positive", size, 1)
	}
	return n/size + min(n%size, 1)
}

// len is the length of the message. The parts may share memory, so their sum
// need not fit an int of 32 bits.
func (m *Message) len() uint64 {
	return uint64(len(m.Prefix)) + uint64(len(m.Body)) + uint64(len(m.Tail))
}

// batch is the work of one call in the form that the runner (group.go) asks
// for it. One of msgs, full, data, streams and seeds is the source.
type batch struct {
	e     *Engine
	shape shape // shapeBlocks, or shapeLinks for chains
	dst   [][Size]byte
	pre   *midstate // before every message; nil for none

	msgs    [][]byte
	full    []Message
	data    []byte // cut every size bytes
	size    int
	streams []streamState
	chunks  [][]byte // what the streams absorb; nil: they end
	seeds   [][Size]byte
	links   []uint64
}

// maxShort is the longest message of one block.
const maxShort = BlockSize - 9

// run hashes the n messages of b, on the path that suits their lengths.
func (b *batch) run(n int) {
	if n == 0 {
		return
	}
	b.touch(n)
	r := getRunner()
	defer r.release()
	b.paths(r, n)
}

// runPrefixed is run with prefix before every message.
func (b *batch) runPrefixed(prefix []byte, n int) {
	if n == 0 {
		return
	}
	b.touch(n)
	r := getRunner()
	defer r.release()
	if len(prefix) > 0 {
		r.mid.start(b.e, r, prefix)
		b.pre = &r.mid
	}
	b.paths(r, n)
}

// paths picks the path of the messages.
func (b *batch) paths(r *runner, n int) {
	if whole := len(b.data) / max(b.size, 1); b.data != nil && whole < n {
		if whole > 0 {
			b.together(r, &view{b: b}, whole, true)
		}
		r.ragged(b, whole, n) // the last piece is short
		return
	}
	lo, hi := b.span(n)
	if oneBlock := uint64(b.skip())+hi <= maxShort; oneBlock || lo == hi && b.full == nil {
		b.together(r, &view{b: b}, n, lo == hi)
		return
	}
	r.ragged(b, 0, n)
}

// together hashes the first n messages of v on the path that suits them. All
// have one block, or they are of one part and equal in length.
func (b *batch) together(r *runner, v *view, n int, equal bool) {
	prefix := uint64(0)
	if b.pre != nil {
		prefix = b.pre.n
	}
	length := b.length(v.at(0))
	switch {
	case b.shape == shapeLinks && length == 1:
		r.oneLink(v, n)
	case b.shape == shapeLinks:
		r.chains(v, n, length)
	case b.padded(length) == 1:
		r.shorts(v, n, equal)
	case length == 2*Size && prefix == 0:
		r.sixtyFour(v, n, shapePairs, 0)
	case length == 2*Size && prefix == 1:
		r.sixtyFour(v, n, shapeNodes, b.pre.buf[0])
	default:
		r.lockstep(v, n, int(length))
	}
}

// span is the shortest and the longest length of n messages after the prefix.
func (b *batch) span(n int) (lo, hi uint64) {
	if b.msgs == nil {
		lo, hi = b.length(0), b.length(0)
		for i := 1; i < n && b.data == nil; i++ {
			lo, hi = min(lo, b.length(i)), max(hi, b.length(i))
		}
		return lo, hi
	}
	lo, hi = uint64(len(b.msgs[0])), uint64(len(b.msgs[0]))
	for _, m := range b.msgs[1:n] {
		lo, hi = min(lo, uint64(len(m))), max(hi, uint64(len(m)))
	}
	return lo, hi
}

// length is the number of bytes of message i after the prefix, or of its links.
func (b *batch) length(i int) uint64 {
	switch {
	case b.msgs != nil:
		return uint64(len(b.msgs[i]))
	case b.full != nil:
		return b.full[i].len()
	case b.seeds != nil:
		return b.links[i]
	}
	return uint64(len(b.body(i)))
}

// body is message i of a batch whose messages have one part of their own.
func (b *batch) body(i int) []byte {
	if b.msgs != nil {
		return b.msgs[i]
	}
	return b.data[i*b.size : min((i+1)*b.size, len(b.data))]
}

// startState is the state before the first block of every message.
func (b *batch) startState() *[8]uint32 {
	if b.pre == nil {
		return &iv
	}
	return &b.pre.h
}

// total is the length of a message with n bytes after the prefix.
func (b *batch) total(n uint64) uint64 {
	if b.pre == nil {
		return n
	}
	return b.pre.n + n
}

// skip is the number of bytes of the prefix that no block has absorbed.
func (b *batch) skip() int {
	if b.pre == nil {
		return 0
	}
	return b.pre.rest()
}

// steps is the number of block steps, or links, that message i takes.
func (b *batch) steps(i int) uint64 {
	switch {
	case b.seeds != nil:
		return b.links[i]
	case b.streams != nil && b.chunks == nil:
		return 1
	case b.streams != nil:
		return (b.streams[i].n%BlockSize + uint64(len(b.chunks[i]))) / BlockSize
	}
	return b.padded(b.length(i))
}

// padded is the number of blocks of a message of n bytes after the prefix.
func (b *batch) padded(n uint64) uint64 {
	return (uint64(b.skip()) + n + 9 + BlockSize - 1) / BlockSize
}

// begin sets s up for message i. It reports whether there is a step to take.
func (b *batch) begin(s *slot, i int) bool {
	s.index, s.seg, s.open = i, 0, false
	if b.seeds != nil {
		s.beginChain(&b.seeds[i], b.links[i])
		return s.left > 0
	}
	s.h, s.segs[0], s.total = iv, nil, 0
	if b.pre != nil {
		s.h, s.segs[0], s.total = b.pre.h, b.pre.buf[:b.pre.rest()], b.pre.n
	}
	switch {
	case b.full != nil:
		m := &b.full[i]
		s.segs[1], s.segs[2], s.segs[3] = m.Prefix, m.Body, m.Tail
		s.total += m.len()
	case b.streams != nil:
		st := &b.streams[i]
		s.h, s.segs[0], s.total = st.h, st.buf[:st.n%BlockSize], st.n
		if b.chunks != nil {
			s.segs[1], s.open = b.chunks[i], true
		}
	default:
		s.segs[1] = b.body(i)
		s.total += uint64(len(s.segs[1]))
	}
	var ok bool
	s.next, s.left, ok = s.advance()
	return ok
}

// finish stores the result of s and drops the caller's memory.
func (b *batch) finish(s *slot) {
	switch {
	case b.streams != nil && b.chunks != nil:
		b.streams[s.index].h = s.h
	default:
		putDigest(&b.dst[s.index], &s.h)
	}
	s.h, s.segs = [8]uint32{}, [4][]byte{}
}
