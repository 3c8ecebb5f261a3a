// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A group of messages need not be full. Lane i has row i, but lanes behind the last
// message have its row: they hash that message, too, and write its digest once
// more. The rows come from a table, as loads compete with no vector instruction.

const rowsName = "laneRows"

// maxGroup is the most lanes that the table is for.
const maxGroup = 16

// rowsTable is, for each number of messages, eight times the rows of the lanes.
func rowsTable() {
	GLOBL(rowsName, attr.RODATA|attr.NOPTR)
	for last := range maxGroup {
		for l := range maxGroup {
			DATA(maxGroup*last+l, U8(8*min(l, last)))
		}
	}
}

// rowsOf is the place of the rows of a group of n messages, one byte a lane.
func rowsOf(n int) Mem {
	return NewDataAddr(Symbol{Name: rowsName, Static: true}, maxGroup*(n-1))
}

// findRows points to at the rows of a group of n messages; n is lost.
func findRows(n, to reg.GPPhysical) {
	SHLQ(Imm(4), n)
	LEAQ(rowsOf(0), to)
	ADDQ(n, to)
}
