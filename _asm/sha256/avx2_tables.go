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
	avx2K = avx2Dwords("avx2K", sha256K[:])
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
		sums[t] = sha256K[t] + w[t]
	}
	return sums
}

// sha256IV is the initial hash value (FIPS 180-4, section 5.3.3).
var sha256IV = [8]uint32{
	0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
	0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
}

// sha256K holds the round constants (FIPS 180-4, section 4.2.2).
var sha256K = [64]uint32{
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
}
