// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import "unsafe"

// midstate is a hash after n bytes: h has absorbed the whole blocks, and buf
// holds the n%BlockSize bytes that follow.
type midstate struct {
	h   [8]uint32
	n   uint64
	buf block
}

// rest is the number of bytes in buf.
func (m *midstate) rest() int { return int(m.n % BlockSize) }

// start sets m to the hash of p so far.
func (m *midstate) start(e *Engine, r *runner, p []byte) {
	m.h, m.n = iv, uint64(len(p))
	whole := len(p) &^ (BlockSize - 1)
	if whole > 0 {
		m.absorb(e, r, p[:whole])
	}
	copy(m.buf[:], p[whole:])
}

// absorb takes in whole blocks, on the kernel that is cheapest for one message.
func (m *midstate) absorb(e *Engine, r *runner, p []byte) {
	k := e.next(shapeBlocks, 1).k
	r.used = max(r.used, k.lanes)
	spread(&r.st, &m.h, k.lanes)
	for len(p) > 0 {
		n := min(len(p)/BlockSize, k.limit)
		for l := range k.lanes {
			r.in[l] = &p[0]
		}
		k.blocks(&r.st, &r.in, n)
		if p = p[n*BlockSize:]; len(p) > 0 {
			giveWay()
		}
	}
	for w := range m.h {
		m.h[w] = r.st[w*k.lanes]
	}
}

// Prefix is a beginning that many messages share, hashed once: a midstate of
// SHA-256 and the bytes after its last whole block. The prefix may have any
// length, none included. A Prefix does not change and is safe for concurrent
// use; it keeps no pointer to the bytes it was made from.
//
// The digests are those of the prefix joined with each message.
type Prefix struct {
	e   *Engine
	mid midstate
}

// NewPrefix hashes prefix on the default engine.
func NewPrefix(prefix []byte) *Prefix { return defaultEngine().NewPrefix(prefix) }

// NewPrefix hashes prefix; the result hashes with the kernels of e.
func (e *Engine) NewPrefix(prefix []byte) *Prefix {
	p := &Prefix{e: e}
	r := getRunner()
	defer r.release()
	p.mid.start(e, r, prefix)
	return p
}

// Len returns the number of bytes of the prefix.
func (p *Prefix) Len() uint64 { return p.mid.n }

// HashMany sets dst[i] to SHA-256(prefix | bodies[i]). The rules of the package
// function [HashMany] hold.
func (p *Prefix) HashMany(dst [][Size]byte, bodies [][]byte) {
	checkDst("Prefix.HashMany", len(dst), len(bodies))
	b := batch{e: p.e, dst: dst, pre: &p.mid, msgs: bodies}
	b.run(len(bodies))
}

// HashMessages sets dst[i] to SHA-256(prefix | msgs[i]). The rules of the
// package function [HashMessages] hold.
func (p *Prefix) HashMessages(dst [][Size]byte, msgs []Message) {
	checkDst("Prefix.HashMessages", len(dst), len(msgs))
	b := batch{e: p.e, dst: dst, pre: &p.mid, full: msgs}
	b.run(len(msgs))
}

// HashBlocks sets dst[i] to SHA-256(prefix | piece i of data). The rules of the
// package function [HashBlocks] hold.
func (p *Prefix) HashBlocks(dst [][Size]byte, data []byte, size int) {
	n := pieces("Prefix.HashBlocks", len(data), size)
	checkDst("Prefix.HashBlocks", len(dst), n)
	b := batch{e: p.e, dst: dst, pre: &p.mid, data: data, size: size}
	b.run(n)
}

// HashPairs sets dst[i] to SHA-256(prefix | nodes[2i] | nodes[2i+1]). The rules
// of the package function [HashPairs] hold.
func (p *Prefix) HashPairs(dst, nodes [][Size]byte) {
	checkPairs("Prefix.HashPairs", len(dst), len(nodes))
	b := batch{e: p.e, dst: dst, pre: &p.mid, data: digestBytes(nodes), size: 2 * Size}
	b.run(len(nodes) / 2)
}

// HashManyPrefixed sets dst[i] to SHA-256(prefix | bodies[i]). Whole blocks of
// the prefix are hashed once a call; see [Prefix] to hash them once for all. The
// rules of [HashMany] hold.
func HashManyPrefixed(dst [][Size]byte, prefix []byte, bodies [][]byte) {
	defaultEngine().HashManyPrefixed(dst, prefix, bodies)
}

// HashManyPrefixed is the package function on the kernels of e.
func (e *Engine) HashManyPrefixed(dst [][Size]byte, prefix []byte, bodies [][]byte) {
	checkDst("HashManyPrefixed", len(dst), len(bodies))
	b := batch{e: e, dst: dst, msgs: bodies}
	b.runPrefixed(prefix, len(bodies))
}

// HashBlocks cuts data every size bytes and sets dst[i] to SHA-256(prefix |
// piece i). The last piece may be short; empty data has no pieces. It is
// HashManyPrefixed for leaves of a file, without slice headers. dst may not
// overlap data or prefix; if it does, the digests are unspecified.
//
// It panics if size is not positive, or if len(dst) is less than
// len(data)/size rounded up, and then writes nothing.
func HashBlocks(dst [][Size]byte, prefix, data []byte, size int) {
	defaultEngine().HashBlocks(dst, prefix, data, size)
}

// HashBlocks is the package function on the kernels of e.
func (e *Engine) HashBlocks(dst [][Size]byte, prefix, data []byte, size int) {
	n := pieces("HashBlocks", len(data), size)
	checkDst("HashBlocks", len(dst), n)
	b := batch{e: e, dst: dst, data: data, size: size}
	b.runPrefixed(prefix, n)
}

// HashPairs sets dst[i] to SHA-256(nodes[2i] | nodes[2i+1]), one level of a
// Merkle tree without prefixes. dst may be nodes[:len(nodes)/2], so that a level
// replaces the one below; any other overlap leaves unspecified digests.
//
// It panics if len(nodes) is odd or len(dst) < len(nodes)/2, and then writes
// nothing.
func HashPairs(dst, nodes [][Size]byte) { defaultEngine().HashPairs(dst, nodes) }

// HashPairs is the package function on the kernels of e.
func (e *Engine) HashPairs(dst, nodes [][Size]byte) {
	checkPairs("HashPairs", len(dst), len(nodes))
	if n := len(nodes) / 2; n > 0 {
		touch(dst[:n], digestBytes(nodes))
		e.contiguous(shapePairs, 0, dst[:n], &nodes[0][0])
	}
}

// HashPairsPrefixed sets dst[i] to SHA-256(prefix | nodes[2i] | nodes[2i+1]):
// with the prefix 0x01, one level of the trees of RFC 9162, section 2.1. It is
// fastest for a prefix of one byte. The rules of [HashPairs] hold; dst may not
// overlap prefix.
func HashPairsPrefixed(dst [][Size]byte, prefix []byte, nodes [][Size]byte) {
	defaultEngine().HashPairsPrefixed(dst, prefix, nodes)
}

// HashPairsPrefixed is the package function on the kernels of e.
func (e *Engine) HashPairsPrefixed(dst [][Size]byte, prefix []byte, nodes [][Size]byte) {
	checkPairs("HashPairsPrefixed", len(dst), len(nodes))
	if n := len(nodes) / 2; len(prefix) == 1 && n > 0 {
		touch(dst[:n], digestBytes(nodes))
		e.contiguous(shapeNodes, prefix[0], dst[:n], &nodes[0][0])
		return
	}
	b := batch{e: e, dst: dst, data: digestBytes(nodes), size: 2 * Size}
	b.runPrefixed(prefix, len(nodes)/2)
}

// digestBytes is the memory of d.
func digestBytes(d [][Size]byte) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(d))), len(d)*Size)
}
