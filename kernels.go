// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import (
	"math"

	"github.com/hashlanes/hashlanes/internal/cpu"
)

// kind tells how a kernel runs its lanes.
type kind string

const (
	wide   kind = "wide"   // one message per SIMD lane, in lockstep
	stream kind = "stream" // messages interleaved through a SHA-256 unit
	serial kind = "serial" // one message after the other
)

// kernel is one row of the table: everything there is to know of one way to
// hash. The contracts of its functions are written in lanes_generic.go. blocks
// is never nil; where another function is nil, plan passes the row over for
// that shape of work, and the runner does without ends and messages.
type kernel struct {
	name     string // as in HASHLANES_KERNELS; ends in "x" and the lanes, if more than one kernel shares the stem
	kind     kind
	lanes    int     // messages advanced by one pass, at most maxLanes
	need     cpu.Set // every feature that its code uses
	blocks   func(st *state, in *inputs, n int)
	pairs    func(dst, src *byte, n int)
	nodes    func(dst, src *byte, n int, prefix byte)
	short    func(dst *byte, in *inputs, lens *lengths, prefix *block, skip, n int)
	digests  func(dst *byte, in *inputs, n int)
	links    func(st *state, n int)
	ends     func(dst *byte, st *state, in *inputs, lens *lengths, before uint64, n int)
	messages func(f *feed, dst *byte, start *[8]uint32, queue *job, n int, before uint64, least, steps int) int
	cost     cost
	limit    int // steps of one call, from maxCallBlocks
}

// shape is a kind of work with a kernel function, and so a price, of its own.
type shape int

const (
	shapeBlocks  shape = iota // block steps of messages of any length
	shapePairs                // 64-byte messages, contiguous
	shapeNodes                // one byte and 64 bytes
	shapeShort                // one-block messages of any length
	shapeDigests              // 32-byte messages
	shapeLinks                // links of hash chains
	numShapes
)

// cost holds the price of one pass for each shape, in core cycles of one
// microarchitecture. Only the ratios within a table matter. A pass costs the
// same however many of its lanes are in use.
type cost [numShapes]int

// can reports whether k can do s: with blocks alone it can do short messages.
func (k *kernel) can(s shape) bool {
	return k.has(s) || s == shapeShort || s == shapeDigests
}

// has reports whether k has the function for s.
func (k *kernel) has(s shape) bool {
	switch s {
	case shapePairs:
		return k.pairs != nil
	case shapeNodes:
		return k.nodes != nil
	case shapeShort:
		return k.short != nil
	case shapeDigests:
		return k.digests != nil
	case shapeLinks:
		return k.links != nil
	}
	return true
}

// portable defines what is right, and is the last row of every table.
var portable = kernel{
	name:    "portable",
	kind:    serial,
	lanes:   1,
	blocks:  func(st *state, in *inputs, n int) { blocksGeneric(1, st, in, n) },
	pairs:   pairsGeneric,
	nodes:   nodesGeneric,
	short:   shortGeneric,
	digests: digestsGeneric,
	links:   func(st *state, n int) { linksGeneric(1, st, n) },
	ends:    portableEnds,
	cost:    cost{850, 1680, 1700, 930, 930, 860},
}

func portableEnds(dst *byte, st *state, in *inputs, lens *lengths, before uint64, n int) {
	endsGeneric(1, dst, st, in, lens, before, n)
}

// planWindow is the largest count that plan solves exactly. Above it, the
// kernel with the best rate takes full passes first.
const planWindow = 2 * maxLanes

// step is one part of a plan: the first n of the remaining messages run on
// kernel k, in full passes but for the last, which may leave lanes idle.
type step struct {
	k *kernel
	n int
}

// planTable says, for one shape and one list of kernels, how to take apart any
// number of messages.
type planTable struct {
	bulk  *kernel // the one with the best rate
	least int     // the least number of messages that go to bulk at first
	first [planWindow + 1]step
}

// plan makes the table for shape s: for every count up to planWindow the
// cheapest sum of passes over the rows that can do s. It is pure, and the only
// place where kernels are weighed against each other. Where no row can do s
// the last one must, so callers end rows with portable.
//
// Ties go to the earlier row, so to the wider one.
func plan(rows []kernel, s shape) planTable {
	var t planTable
	var total [planWindow + 1]int
	best := -1.0
	for i := range rows {
		k := &rows[i]
		if rate := float64(k.lanes) / float64(k.cost[s]); k.can(s) && rate > best {
			best, t.bulk = rate, k
		}
	}
	for n := 1; n <= planWindow; n++ {
		total[n] = math.MaxInt
		for i := range rows {
			k := &rows[i]
			rest := max(n-k.lanes, 0)
			if c := k.cost[s] + total[rest]; k.can(s) && c < total[n] {
				total[n], t.first[n] = c, join(step{k, n - rest}, t.first[rest])
			}
		}
		if t.least == 0 && t.first[n].k == t.bulk {
			t.least = n
		}
	}
	return t
}

// join makes one step of a and b, which follows it, if they are of one kernel.
func join(a, b step) step {
	if a.k != b.k {
		return a
	}
	return step{a.k, a.n + b.n}
}

// next gives the first step for n messages, n > 0.
func (t *planTable) next(n int) step {
	if n > planWindow {
		rest := n % t.bulk.lanes
		return join(step{t.bulk, n - rest}, t.first[rest])
	}
	return t.first[n]
}
