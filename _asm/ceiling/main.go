// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

// Command ceiling writes bench/ceiling_amd64.s and its Go declarations: loops
// that show what a core allows. Run it through go generate in bench.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// unroll is the number of instructions in one turn of every loop. It is a
// multiple of the number of independent chains in each.
const unroll = 48

var zmm = []VecPhysical{
	Z8, Z9, Z10, Z11, Z12, Z13, Z14, Z15, Z16, Z17, Z18, Z19,
	Z20, Z21, Z22, Z23, Z24, Z25, Z26, Z27, Z28, Z29, Z30, Z31,
}

func main() {
	ConstraintExpr("amd64")
	ConstraintExpr("!purego")

	// The addend stands in a register: some cores add small constants while
	// they rename registers, in no time.
	loop("addLatency", "additions, each of which needs the one before", func(int) { ADDQ(RDX, RAX) })
	loop("rnds2Latency", "SHA256RNDS2, each of which needs the one before", func(i int) {
		ab := [2]VecPhysical{X1, X2}
		SHA256RNDS2(X0, ab[i%2], ab[(i+1)%2])
	})
	streams := []VecPhysical{X1, X2, X3, X4, X5, X6, X7, X8, X9, X10, X11, X12}
	loop("rnds2Throughput", "SHA256RNDS2 in twelve independent streams", func(i int) {
		x := streams[i%len(streams)]
		SHA256RNDS2(X0, x, x)
	})
	wide("vectorThroughput", "VPADDD and VPTERNLOGD of 512 bits in turn, in independent chains", func(i int, z VecPhysical) {
		if i%2 == 0 {
			VPADDD(Z0, z, z)
		} else {
			VPTERNLOGD(Imm(0x96), Z0, Z1, z)
		}
	})
	wide("rotateThroughput", "VPRORD of 512 bits in independent chains", func(_ int, z VecPhysical) {
		VPRORD(Imm(7), z, z)
	})
	uppers("dirtyUppers", "leaves the upper halves of vector registers in use, as code must not")
	uppers("cleanUppers", "does the same and cleans up", VZEROUPPER)
	Generate()
}

// uppers makes a function that writes whole vector registers and ends with the
// given instructions.
func uppers(name, what string, end ...func()) {
	TEXT(name, NOSPLIT, "func()")
	Doc(name + " " + what + ".")
	VPCMPEQD(Y0, Y0, Y0)
	VPADDD(Y0, Y0, Y1)
	for _, f := range end {
		f()
	}
	RET()
}

// loop makes a function that runs body unroll times in each of its turns.
func loop(name, what string, body func(i int)) {
	begin(name, what)
	turns(body)
	RET()
}

// wide is loop for bodies that write one of the 512-bit registers.
func wide(name, what string, body func(i int, z VecPhysical)) {
	begin(name, what)
	turns(func(i int) { body(i, zmm[i%len(zmm)]) })
	VZEROUPPER()
	RET()
}

func begin(name, what string) {
	TEXT(name, NOSPLIT, "func(turns int)")
	Doc(name + " runs, in each turn, " + what + ".")
	Load(Param("turns"), RCX)
}

func turns(body func(i int)) {
	Label("turn")
	for i := range unroll {
		body(i)
	}
	DECQ(RCX)
	JNZ(LabelRef("turn"))
}
