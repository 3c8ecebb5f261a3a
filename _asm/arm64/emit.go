// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import "fmt"

// kind is one kind of kernel function: its signature, as the aliases of
// lanes_generic.go resolve.
type kind struct {
	name, args string
	argBytes   int
}

var (
	blocksKind  = kind{"blocks", "st *[256]uint32, in *[32]*byte, n int", 24}
	pairsKind   = kind{"pairs", "dst *byte, src *byte, n int", 24}
	nodesKind   = kind{"nodes", "dst *byte, src *byte, n int, prefix byte", 25}
	digestsKind = kind{"digests", "dst *byte, in *[32]*byte, n int", 24}
	linksKind   = kind{"links", "st *[256]uint32, n int", 16}
)

// code is lines of assembly: instructions, labels, comments.
type code []string

// op adds an instruction. Operands stand in the order of Go's assembler, the
// destination last.
func (c *code) op(format string, args ...any) { *c = append(*c, "\t"+fmt.Sprintf(format, args...)) }

// note adds a comment.
func (c *code) note(format string, args ...any) {
	*c = append(*c, "\t// "+fmt.Sprintf(format, args...))
}

// label marks a place to branch to.
func (c *code) label(name string) { *c = append(*c, name+":") }

// add appends more code.
func (c *code) add(more code) { *c = append(*c, more...) }

// function is one kernel function.
type function struct {
	name     string
	kind     kind
	lanes    int
	frame    int      // bytes on the stack
	requires string   // features, by their names in internal/cpu
	roles    []string // what the registers hold
	body     code
}

func (f *function) declaration() string { return fmt.Sprintf("func %s(%s)", f.name, f.kind.args) }

// v is a vector register.
type v int

func (r v) String() string { return fmt.Sprintf("V%d", int(r)) }
func (r v) s4() string     { return r.String() + ".S4" }
func (r v) d2() string     { return r.String() + ".D2" }
func (r v) b16() string    { return r.String() + ".B16" }

// q is the name of the register in loads and stores of all its 16 bytes.
func (r v) q() string { return fmt.Sprintf("F%d", int(r)) }

// list is count registers from r on, as structure loads and stores take them.
func list(r v, count int, arrangement string) string {
	s := "["
	for i := range count {
		if i > 0 {
			s += ", "
		}
		s += fmt.Sprintf("V%d.%s", int(r)+i, arrangement)
	}
	return s + "]"
}

// General registers. R18 and R26 to R31 belong to the system, the assembler or
// the runtime.
const (
	firstArg  = "R0" // st or dst
	secondArg = "R1" // in or src
	count     = "R2" // block steps, links or messages that are left
	pool      = "R3" // the constants
	frame     = "R4" // the saved states
	last      = "R5" // scratch
	prefix    = "R6" // the byte before each message of nodes
)

// lanePointer is where lane l reads, outPointer where it writes.
func lanePointer(l int) string { return fmt.Sprintf("R%d", 8+l) }
func outPointer(l int) string  { return fmt.Sprintf("R%d", 12+l) }

// groupPointers points the lanes at the next messages, size bytes apart, of
// which there are count. Lanes behind the last message repeat it: they hash it,
// too, and write its digest once more.
func groupPointers(lanes int, next string, pointer func(int) string, size int) (c code) {
	c.op("MOVD %s, %s", next, pointer(0))
	for l := 1; l < lanes; l++ {
		c.op("ADD $%d, %s, %s", size, pointer(l-1), pointer(l))
		c.op("CMP $%d, %s", l, count)
		c.op("CSEL GT, %s, %s, %s", pointer(l), pointer(l-1), pointer(l))
	}
	c.op("ADD $%d, %s, %s", lanes*size, next, next)
	return c
}

// nextGroup goes back to the loop while there are messages left.
func nextGroup(lanes int) (c code) {
	c.op("SUBS $%d, %s, %s", lanes, count, count)
	c.op("BGT loop")
	c.op("RET")
	return c
}
