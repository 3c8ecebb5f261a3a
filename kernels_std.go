// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import (
	"crypto/sha256"
	"encoding"
	"encoding/binary"
	"hash"
	"sync"
	"unsafe"

	"github.com/hashlanes/hashlanes/internal/cpu"
)

// stdlib is crypto/sha256 as a row of the table: the validated module where
// FIPS 140 mode asks for it, and on machines without a kernel of ours the one
// that may know the SHA-256 instructions.
var stdlib = kernel{
	name:    "stdlib",
	kind:    serial,
	lanes:   1,
	blocks:  stdBlocks,
	pairs:   stdPairs,
	nodes:   stdNodes,
	short:   stdShort,
	digests: stdDigests,
	links:   stdLinks,
}

// stdlibFor is the row with its price, measured like those of costs_amd64.go:
// with SHA-256 instructions, with AVX2 (by GODEBUG=cpu.sha=off), and with
// neither, where the portable kernel is a little faster.
func stdlibFor(info cpu.Info) kernel {
	k := stdlib
	switch {
	case info.Set&cpu.SHA256 != 0:
		k.cost = cost{230, 430, 480, 330, 330, 265}
	case info.Set.Has(cpu.AVX2 | cpu.BMI2):
		k.cost = cost{560, 1150, 1200, 650, 650, 630}
	default:
		k.cost = cost{1000, 1750, 1800, 970, 970, 950}
	}
	return k
}

// stdDigest is a hash of crypto/sha256 with room for its serialised state.
type stdDigest struct {
	h   hash.Hash
	buf [stdStateSize]byte
}

// The serialised state of crypto/sha256: magic, eight words, a block of
// buffered bytes, the length; big-endian. The first-use check of the kernel
// would notice if it ever changed.
const (
	stdMagic     = "sha\x03"
	stdStateSize = len(stdMagic) + Size + BlockSize + 8
)

var stdPool = sync.Pool{New: func() any { return &stdDigest{h: sha256.New()} }}

// stdBlocks hands a state to crypto/sha256, has it absorb, and takes it back.
func stdBlocks(st *state, in *inputs, n int) {
	d := stdPool.Get().(*stdDigest)
	defer stdPool.Put(d)
	words := d.buf[len(stdMagic):]
	copy(d.buf[:], stdMagic)
	for w, v := range st[:8] {
		binary.BigEndian.PutUint32(words[4*w:], v)
	}
	clear(words[Size:])
	if err := d.h.(encoding.BinaryUnmarshaler).UnmarshalBinary(d.buf[:]); err != nil {
		panic("hashlanes: crypto/sha256 refuses its state: " + err.Error())
	}
	d.h.Write(unsafe.Slice(in[0], n*BlockSize))
	if _, err := d.h.(encoding.BinaryAppender).AppendBinary(d.buf[:0]); err != nil {
		panic("hashlanes: crypto/sha256 keeps its state: " + err.Error())
	}
	for w := range st[:8] {
		st[w] = binary.BigEndian.Uint32(words[4*w:])
	}
}

func stdPairs(dst, src *byte, n int) {
	out := unsafe.Slice((*[Size]byte)(unsafe.Pointer(dst)), n)
	for i := range n {
		out[i] = sha256.Sum256(unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(src), i*BlockSize)), BlockSize))
	}
}

func stdNodes(dst, src *byte, n int, prefix byte) {
	out := unsafe.Slice((*[Size]byte)(unsafe.Pointer(dst)), n)
	m := [1 + BlockSize]byte{prefix}
	for i, b := range unsafe.Slice((*block)(unsafe.Pointer(src)), n) {
		copy(m[1:], b[:])
		out[i] = sha256.Sum256(m[:])
	}
}

func stdShort(dst *byte, in *inputs, lens *lengths, prefix *block, skip, _ int) {
	m := *prefix
	end := skip + copy(m[skip:], unsafe.Slice(in[0], lens[0]))
	*(*[Size]byte)(unsafe.Pointer(dst)) = sha256.Sum256(m[:end])
}

func stdDigests(dst *byte, in *inputs, _ int) {
	*(*[Size]byte)(unsafe.Pointer(dst)) = sha256.Sum256(unsafe.Slice(in[0], Size))
}

func stdLinks(st *state, n int) {
	var d [Size]byte
	putDigest(&d, (*[8]uint32)(st[:8]))
	for range n {
		d = sha256.Sum256(d[:])
	}
	for w := range st[:8] {
		st[w] = binary.BigEndian.Uint32(d[4*w:])
	}
}
