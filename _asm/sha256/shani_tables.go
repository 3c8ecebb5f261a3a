// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"math/bits"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// words is the content of a 128-bit register, lowest word first.
type words [4]uint32

// shaniPool holds every constant operand of the SHA-NI kernels once.
var shaniPool []words

// quadConst returns the address of v in the table.
func quadConst(v words) Mem {
	i := 0
	for i < len(shaniPool) && shaniPool[i] != v {
		i++
	}
	if i == len(shaniPool) {
		shaniPool = append(shaniPool, v)
	}
	return NewDataAddr(NewStaticSymbol("shaniConstants"), 16*i)
}

// shaniTables writes the table, when all functions are generated.
func shaniTables() {
	GLOBL("shaniConstants", RODATA|NOPTR)
	for i, v := range shaniPool {
		for w := range v {
			DATA(16*i+4*w, U32(v[w]))
		}
	}
}

// k returns the constants of rounds 4j..4j+3.
func k(j int) words { return words(shaniK[4*j:]) }

func ivABEF() Mem { return quadConst(words{shaniIV[5], shaniIV[4], shaniIV[1], shaniIV[0]}) }
func ivCDGH() Mem { return quadConst(words{shaniIV[7], shaniIV[6], shaniIV[3], shaniIV[2]}) }

func add(x, y words) words {
	for i := range x {
		x[i] += y[i]
	}
	return x
}

// shift moves x up by so many bytes, or down if negative.
func shift(x words, bytes int) (y words) {
	for i := range y {
		if from := i - bytes/4; 0 <= from && from < len(x) {
			y[i] = x[from]
		}
	}
	return y
}

// msg1 is SHA256MSG1: x + s0 of the words one further on.
func msg1(x, y words) words {
	s0 := func(v uint32) uint32 {
		return bits.RotateLeft32(v, -7) ^ bits.RotateLeft32(v, -18) ^ v>>3
	}
	return add(x, words{s0(x[1]), s0(x[2]), s0(x[3]), s0(y[0])})
}

// msg2 is SHA256MSG2: x + s1 of the words two before.
func msg2(x, y words) words {
	s1 := func(v uint32) uint32 {
		return bits.RotateLeft32(v, -17) ^ bits.RotateLeft32(v, -19) ^ v>>10
	}
	x = add(x, words{s1(y[2]), s1(y[3])})
	return add(x, words{2: s1(x[0]), 3: s1(x[1])})
}

// shaniIV and shaniK: FIPS 180-4, sections 5.3.3 and 4.2.2.
var shaniIV = [8]uint32{
	0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
	0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
}

var shaniK = [64]uint32{
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
}
