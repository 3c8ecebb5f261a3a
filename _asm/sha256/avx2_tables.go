// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"slices"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// The tables of the AVX2 kernels.
var (
	avx2K       Mem           // the round constants
	avx2Padding Mem           // the same plus the schedule of the block that pads 64 bytes
	avx2Swap    Mem           // VPSHUFB indices that reverse the bytes of every dword
	avx2SwapGap Mem           // the same, one byte later: a gap of one zero comes first
	avx2Pool    avx2Constants // all other constants
)

func avx2Tables() {
	avx2K = avx2Dwords("avx2K", k256[:])
	avx2Padding = avx2Dwords("avx2Padding", paddedK([16]uint32{0: 0x80 << 24, 15: 64 * 8}))
	avx2Swap = GLOBL("avx2Swap", RODATA|NOPTR)
	for i := range 32 {
		DATA(i, U8(i%16^3))
	}
	avx2SwapGap = GLOBL("avx2SwapGap", RODATA|NOPTR)
	for i := range 32 {
		DATA(i, I8(i%16^3-1)) // -1 makes a zero
	}
}

// avx2Dwords writes a static table of dwords.
func avx2Dwords(name string, words []uint32) Mem {
	m := GLOBL(name, RODATA|NOPTR)
	for i, w := range words {
		DATA(4*i, U32(w))
	}
	return m
}

// avx2Constants collects the single constants that the code broadcasts.
type avx2Constants struct{ values []uint32 }

// at returns the place of a constant in the table that write will write.
func (c *avx2Constants) at(v uint32) Mem {
	i := slices.Index(c.values, v)
	if i < 0 {
		i = len(c.values)
		c.values = append(c.values, v)
	}
	return NewDataAddr(Symbol{Name: "avx2Pool", Static: true}, 4*i)
}

func (c *avx2Constants) write() { avx2Dwords("avx2Pool", c.values) }

// paddedK returns K[t]+W[t] of a block that is known.
func paddedK(block [16]uint32) []uint32 {
	var w [64]uint32
	copy(w[:], block[:])
	sums := make([]uint32, 64)
	for t := range w {
		if t >= 16 {
			w[t] = w[t-16] + sigma32(w[t-15], 3, 7, 18) + w[t-7] + sigma32(w[t-2], 10, 17, 19)
		}
		sums[t] = k256[t] + w[t]
	}
	return sums
}
