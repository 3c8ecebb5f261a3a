// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"fmt"

	"github.com/hashlanes/hashlanes/asm/fips180"
)

// words is the content of a vector register, lowest word first.
type words [4]uint32

// constants holds every constant operand once.
var constants []words

// constant is the address of x behind the pool register.
func constant(x words) string {
	i := 0
	for i < len(constants) && constants[i] != x {
		i++
	}
	if i == len(constants) {
		constants = append(constants, x)
	}
	return fmt.Sprintf("%d(%s)", 16*i, pool)
}

// everyLane is the address of x in all four words.
func everyLane(x uint32) string { return constant(words{x, x, x, x}) }

const poolName = "armConstants<>"

// loadPool makes the constants known to a function.
func loadPool() (c code) {
	c.op("MOVD $%s(SB), %s", poolName, pool)
	return c
}

// writeConstants writes the table, when all functions are made. A vector is two
// pieces of eight bytes, the lower word of each in its lower half.
func writeConstants(b *bytes.Buffer) {
	b.WriteString("\n")
	for i, x := range constants {
		for half := range 2 {
			value := uint64(x[2*half+1])<<32 | uint64(x[2*half])
			fmt.Fprintf(b, "DATA %s+%d(SB)/8, $0x%016x\n", poolName, 16*i+8*half, value)
		}
	}
	fmt.Fprintf(b, "GLOBL %s(SB), RODATA|NOPTR, $%d\n", poolName, 16*len(constants))
}

// k is the constants of rounds 4j..4j+3.
func k(j int) words { return words(fips180.K[4*j:]) }

// ivABCD and ivEFGH are the initial hash value.
func ivABCD() words { return words(fips180.IV[:4]) }
func ivEFGH() words { return words(fips180.IV[4:]) }

func plus(x, y words) words {
	for i := range x {
		x[i] += y[i]
	}
	return x
}

// su0 is SHA256SU0: x + sigma0 of the words one further on.
func su0(x, y words) words {
	s := fips180.Sigma0
	return plus(x, words{s(x[1]), s(x[2]), s(x[3]), s(y[0])})
}

// su1 is SHA256SU1: x + the words of y and z one further on + sigma1 of the
// words two before.
func su1(x, y, z words) words {
	s := fips180.Sigma1
	x = plus(x, words{y[1] + s(z[2]), y[2] + s(z[3]), y[3], z[0]})
	return plus(x, words{2: s(x[0]), 3: s(x[1])})
}

// padding is the block behind n whole blocks of message bytes, or the end of the
// block behind 32 bytes.
func padding(messageBytes uint32) (b [16]uint32) {
	b[0], b[15] = 0x80000000, 8*messageBytes
	return b
}
