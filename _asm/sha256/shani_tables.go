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
func k(j int) words { return words(k256[4*j:]) }

func ivABEF() Mem { return quadConst(words{iv256[5], iv256[4], iv256[1], iv256[0]}) }
func ivCDGH() Mem { return quadConst(words{iv256[7], iv256[6], iv256[3], iv256[2]}) }

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
