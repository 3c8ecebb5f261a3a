// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package kerneltest

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"unsafe"
)

// The sections of this file need no oracle: one constant for each function
// stands for all its digests, joined and hashed. The constants were computed with
// another implementation (CPython's hashlib) over the same xorshift32 bytes.

const (
	// longest is the length of the bytes, and of the longest message.
	longest = 4096

	// allConstant is for the first 0, 1, ... 4096 bytes, endsConstant for those
	// up to 1000, and so on as the functions below say.
	allConstant     = "ad0be30580bea74bd286df42c17ef2955fe139769114afc9fda0026a8ed6ce90"
	endsConstant    = "a803b3394422f038c8615cf7f2ab7579e832add93dedb2e5a7fab9fd1bdff6da"
	linksConstant   = "2932733fa4b93d852886658443ae3fd1e59ae0660743ab84ca2dc0e9aa905c30"
	pairsConstant   = "b66c69a2cfded3cdd1917d2be2ce36c89f6862cf434d9553a410fbee2198190c"
	nodesConstant   = "5ea6f5ba9dd89d43c81a52b9be278ef5d8fbe85ce9c05232123d3678bec702fb"
	shortConstant   = "9b15572acfe55879c9463e9b2b825661efbedb10db974fbd68e94efe14a9a6fb"
	digestsConstant = "dc3af502e93bc1f667ea8a19ae61eb23ca381592eb94f87a7c400298467f4ce7"
)

// initial is the initial state (FIPS 180-4, section 5.3.3).
var initial = [8]uint32{
	0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
}

// xorshift gives the bytes of the constants.
func xorshift() []byte {
	data := make([]byte, longest)
	x := uint32(0x2545f491)
	for i := range data {
		x ^= x << 13
		x ^= x >> 17
		x ^= x << 5
		data[i] = byte(x)
	}
	return data
}

// constant compares the hash of all digests.
func (s *suite) constant(digests []byte, want string) {
	s.t.Helper()
	sum := sha256.Sum256(digests)
	if got := hex.EncodeToString(sum[:]); got != want {
		s.t.Fatalf("%s: the hash of all digests is %s, want %s", s.k.Name, got, want)
	}
}

// column appends the words of lane l, as a digest.
func (s *suite) column(dst []byte, st *State, l int) []byte {
	for w := range 8 {
		dst = binary.BigEndian.AppendUint32(dst, st[w*s.k.Lanes+l])
	}
	return dst
}

// blocksConstant hashes the first 0, 1, ... 4096 bytes, side by side: block steps
// go on until the longest of a group has ended.
func (s *suite) blocksConstant() {
	data := xorshift()
	digests := make([]byte, 0, (longest+1)*digestSize)
	for first := 0; first <= longest; first += s.k.Lanes {
		var st State
		padded := make([][]byte, s.k.Lanes)
		for l := range padded {
			n := min(first+l, longest)
			end := make([]byte, (n+9+blockSize-1)/blockSize*blockSize-n)
			end[0] = 0x80
			binary.BigEndian.PutUint64(end[len(end)-8:], uint64(n)*8)
			padded[l] = append(bytes.Clone(data[:n]), end...)
			for w, v := range initial {
				st[w*s.k.Lanes+l] = v
			}
		}
		digests = s.finish(digests, &st, padded, min(s.k.Lanes, longest+1-first))
	}
	s.constant(digests, allConstant)
}

// finish absorbs padded messages of about the same length, one block a call, and
// appends the digests of the first count.
func (s *suite) finish(digests []byte, st *State, padded [][]byte, count int) []byte {
	var in Inputs
	ends := make([][]byte, count)
	for at := 0; at < len(padded[len(padded)-1]); at += blockSize {
		for l, p := range padded {
			in[l] = &p[min(at, len(p)-blockSize)]
		}
		s.k.Blocks(st, &in, 1)
		for l := range ends {
			if at+blockSize == len(padded[l]) {
				ends[l] = s.column(nil, st, l)
			}
		}
	}
	return append(digests, bytes.Join(ends, nil)...)
}

// linksConstant makes 64 chains of 1, 2, ... 64 links.
func (s *suite) linksConstant() {
	const chains = 64
	data := xorshift()
	digests := make([][]byte, chains)
	for first := 0; first < chains; first += s.k.Lanes {
		var st State
		for l := range s.k.Lanes {
			seed := data[min(first+l, chains-1)*digestSize:]
			for w := range 8 {
				st[w*s.k.Lanes+l] = binary.BigEndian.Uint32(seed[4*w:])
			}
		}
		for step := range chains {
			s.k.Links(&st, 1)
			if l := step - first; l >= 0 && l < s.k.Lanes {
				digests[step] = s.column(nil, &st, l)
			}
		}
	}
	s.constant(bytes.Join(digests, nil), linksConstant)
}

// contiguousConstant hashes all bytes as 64 messages in one call.
func (s *suite) contiguousConstant(op contiguousOp, want string) {
	data, digests := xorshift(), make([]byte, longest/2)
	op(s.k, &digests[0], &data[0], longest/blockSize, 1)
	s.constant(digests, want)
}

// shortConstant hashes the first 0, 1, ... 55 bytes.
func (s *suite) shortConstant() {
	data, digests := xorshift(), make([]byte, (maxShort+1)*digestSize)
	for first := 0; first <= maxShort; first += s.k.Lanes {
		var in Inputs
		var lens Lengths
		n := min(s.k.Lanes, maxShort+1-first)
		for l := range n {
			in[l], lens[l] = &data[0], uint64(first+l)
		}
		s.k.Short(&digests[first*digestSize], &in, &lens, new(Block), 0, n)
	}
	s.constant(digests, shortConstant)
}

// digestsConstant hashes all bytes, 32 at a time.
func (s *suite) digestsConstant() {
	data, digests := xorshift(), make([]byte, longest)
	for first := 0; first < longest/digestSize; first += s.k.Lanes {
		var in Inputs
		n := min(s.k.Lanes, longest/digestSize-first)
		for l := range n {
			in[l] = &data[(first+l)*digestSize]
		}
		s.k.Digests(&digests[first*digestSize], &in, n)
	}
	s.constant(digests, digestsConstant)
}

// endsConstant hashes the first 0, 1, ... 1000 bytes, which fit one call side
// by side.
func (s *suite) endsConstant() {
	const last = 1000
	data, digests := xorshift(), make([]byte, (last+1)*digestSize)
	for first := 0; first <= last; first += s.k.Lanes {
		var st State
		var in Inputs
		var lens Lengths
		n := min(s.k.Lanes, last+1-first)
		for l := range n {
			in[l], lens[l] = &data[0], uint64(first+l)
			for w, v := range initial {
				st[w*s.k.Lanes+l] = v
			}
		}
		s.k.Ends(&digests[first*digestSize], &st, &in, &lens, 0, n)
	}
	s.constant(digests, endsConstant)
}

// messagesConstant hashes the first 0, 1, ... 4096 bytes, which come to the lanes
// one after the other.
func (s *suite) messagesConstant() {
	data, digests := s.mem.bytes(longest, loose, 0), make([]byte, (longest+1)*digestSize)
	copy(data, xorshift())
	queue := make([]Job, longest+1)
	for n := range queue {
		queue[n] = Job{From: uintptr(unsafe.Pointer(&data[0])), Len: uint32(n), Index: uint32(n)}
	}
	f := new(Feed)
	for l := range s.k.Lanes {
		s.feedWith(f, l, &queue[l], 0)
		for w, v := range initial {
			f.St[w*s.k.Lanes+l] = v
		}
	}
	for queue = queue[s.k.Lanes:]; anyBusy(f, s.k.Lanes); {
		taken := s.k.Messages(f, &digests[0], &initial, unsafe.SliceData(queue), len(queue), 0, 1, s.k.Cap/s.k.Lanes)
		queue = queue[taken:]
	}
	s.constant(digests, allConstant)
}

// anyBusy tells whether a lane has a message.
func anyBusy(f *Feed, lanes int) bool {
	return slices.ContainsFunc(f.Steps[:lanes], func(steps int32) bool { return steps > 0 })
}
