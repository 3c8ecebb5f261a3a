// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"bytes"
	"crypto/sha256"
	"sync"
	"unsafe"

	"github.com/hashlanes/hashlanes"
)

// batch is the number of nodes that are brought together at a time, when they
// cannot be hashed where they are.
const batch = 128

// scratch is the memory of one goroutine of a call.
type scratch struct {
	nodes  [][32]byte // a segment
	out    [batch][32]byte
	packed []byte
	msgs   []hashlanes.Message
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

func getScratch() *scratch { return scratches.Get().(*scratch) }

// release keeps the memory for the next call, and none of the caller's.
func (sc *scratch) release() {
	clear(sc.msgs)
	scratches.Put(sc)
}

// room returns n nodes of unspecified contents.
func (sc *scratch) room(n int) [][32]byte {
	if cap(sc.nodes) < n {
		sc.nodes = make([][32]byte, n)
	}
	return sc.nodes[:n]
}

// hashNodes hashes one level: dst[i] is the node over group i of src, whose
// length is a multiple of the fan-out. dst may be src[:len(dst)].
func (s *Scheme) hashNodes(dst, src [][32]byte, sc *scratch) {
	dst = dst[:len(src)/s.fan]
	if s.kind == nodePairs && !s.spec.Double {
		s.hashPairs(dst, src)
		s.mask(dst)
		return
	}
	for len(dst) > 0 {
		n := min(batch, len(dst))
		s.hashBatch(dst[:n], src[:n*s.fan], sc)
		dst, src = dst[n:], src[n*s.fan:]
	}
}

// hashPairs hashes pairs where they are.
func (s *Scheme) hashPairs(dst, src [][32]byte) {
	if len(s.spec.LeftPrefix) > 0 {
		hashlanes.HashPairsPrefixed(dst, s.spec.LeftPrefix, src)
	} else {
		hashlanes.HashPairs(dst, src)
	}
}

// hashBatch hashes up to batch nodes by way of the scratch memory.
func (s *Scheme) hashBatch(dst, src [][32]byte, sc *scratch) {
	out := dst
	if s.spec.Double || s.kind == nodeWide {
		out = sc.out[:len(dst)]
	}
	switch s.kind {
	case nodePairs:
		s.hashPairs(out, src)
	case nodePacked:
		size := s.pack(src, sc)
		hashlanes.HashBlocks(out, s.spec.LeftPrefix, sc.packed, size)
	case nodeWide:
		s.hashBlocks(out, s.spec.LeftPrefix, digestBytes(src), s.fan*sha256.Size, s.spec.NodeSuffix, sc)
	}
	if s.spec.Double {
		hashlanes.HashBlocks(dst, nil, digestBytes(out), sha256.Size)
	} else if s.kind == nodeWide {
		copy(dst, out)
	}
	s.mask(dst)
}

// pack brings the messages of the pairs in src together, without the left
// prefix, and returns the length of one.
func (s *Scheme) pack(src [][32]byte, sc *scratch) int {
	p := sc.packed[:0]
	for ; len(src) > 0; src = src[2:] {
		l, r := &src[0], &src[1]
		if s.spec.Sort && bytes.Compare(l[:s.size], r[:s.size]) > 0 {
			l, r = r, l
		}
		p = append(p, l[:s.size]...)
		p = append(p, s.spec.RightPrefix...)
		p = append(p, r[:s.size]...)
		p = append(p, s.spec.NodeSuffix...)
	}
	sc.packed = p
	return 2*s.size + len(s.spec.RightPrefix) + len(s.spec.NodeSuffix)
}

// mask clears the bits that nodes may not have.
func (s *Scheme) mask(nodes [][32]byte) {
	if m := s.spec.Mask; m != 0 {
		for i := range nodes {
			nodes[i][31] &^= m
		}
	}
}

// node hashes one group. It is for the few nodes that come alone.
func (s *Scheme) node(group [][32]byte) [32]byte {
	var room [192]byte
	m := append(room[:0], s.spec.LeftPrefix...)
	for i := range group {
		c := &group[i]
		if i == 1 {
			m = append(m, s.spec.RightPrefix...)
		}
		if other := &group[i^1]; s.spec.Sort && (bytes.Compare(c[:s.size], other[:s.size]) > 0) == (i == 0) {
			c = other
		}
		m = append(m, c[:s.size]...)
	}
	d := sha256.Sum256(append(m, s.spec.NodeSuffix...))
	if s.spec.Double {
		d = sha256.Sum256(d[:])
	}
	d[31] &^= s.spec.Mask
	return d
}

// hashBlocks is hashlanes.HashBlocks with a suffix.
func (s *Scheme) hashBlocks(dst [][32]byte, prefix, data []byte, size int, suffix []byte, sc *scratch) {
	if len(suffix) == 0 {
		hashlanes.HashBlocks(dst, prefix, data, size)
		return
	}
	for len(data) > 0 {
		sc.msgs = sc.msgs[:0]
		for len(data) > 0 && len(sc.msgs) < batch {
			n := min(size, len(data))
			sc.msgs = append(sc.msgs, hashlanes.Message{Prefix: prefix, Body: data[:n], Tail: suffix})
			data = data[n:]
		}
		hashlanes.HashMessages(dst, sc.msgs)
		dst = dst[len(sc.msgs):]
	}
}

// digestBytes is the memory of d.
func digestBytes(d [][32]byte) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(d))), len(d)*sha256.Size)
}
