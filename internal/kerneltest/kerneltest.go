// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

// Package kerneltest holds the tests that every SHA-256 kernel must pass,
// whatever makes it fast. A kernel is described by plain functions over plain
// types; their contracts stand in lanes_generic.go of the root package. Each
// function is compared with an oracle of the same number of lanes, on data
// without a period, in memory that tells when it is touched out of bounds.
package kerneltest

import (
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"testing"
)

// MaxLanes is the number of lanes that the types below have room for.
const MaxLanes = 32

const (
	digestSize = 32
	blockSize  = 64
)

// The types of the arguments, as in lanes_generic.go.
type (
	State   = [8 * MaxLanes]uint32
	Inputs  = [MaxLanes]*byte
	Lengths = [MaxLanes]uint64
	Block   = [blockSize]byte
	Feed    = struct {
		St    State
		Rest  [MaxLanes]int32
		Steps [MaxLanes]int32
		High  [MaxLanes]uint32
		Low   [MaxLanes]uint32
		Index [MaxLanes]uint32
		From  [MaxLanes]uintptr
	}
	Job = struct {
		From  uintptr
		Len   uint32
		Index uint32
	}
)

// Kernel is a kernel under test, or an oracle. A function that is nil is not
// tested; an oracle has all of them.
type Kernel struct {
	Name    string
	Lanes   int
	Cap     int // the most lanes x block steps of one call
	Blocks  func(st *State, in *Inputs, n int)
	Pairs   func(dst, src *byte, n int)
	Nodes   func(dst, src *byte, n int, prefix byte)
	Short   func(dst *byte, in *Inputs, lens *Lengths, prefix *Block, skip, n int)
	Digests func(dst *byte, in *Inputs, n int)
	Links   func(st *State, n int)
	Ends    func(dst *byte, st *State, in *Inputs, lens *Lengths, before uint64, n int)

	Messages func(f *Feed, dst *byte, start *[8]uint32, queue *Job, n int, before uint64, least, steps int) int
}

// Section is one part of the suite: one function, one kind of fault.
type Section struct {
	Name string
	run  func(s *suite)
}

// Run runs every section for the functions that k has, as subtests of t.
func Run(t *testing.T, k, oracle Kernel) {
	for _, s := range Sections(k) {
		t.Run(s.Name, func(t *testing.T) { s.Run(t, k, oracle) })
	}
}

// Run runs one section. It stops at the first fault.
func (s Section) Run(t testing.TB, k, oracle Kernel) {
	t.Helper()
	if k.Lanes < 1 || k.Lanes > MaxLanes || oracle.Lanes != k.Lanes {
		t.Fatalf("%s: %d lanes against an oracle of %d", k.Name, k.Lanes, oracle.Lanes)
	}
	su := &suite{t: t, k: &k, oracle: &oracle, rng: rand.New(rand.NewPCG(2026, uint64(k.Lanes)))}
	defer su.mem.free()
	s.run(su)
}

// Sections lists the sections for the functions that k has.
func Sections(k Kernel) (all []Section) {
	add := func(name string, run func(*suite)) { all = append(all, Section{name, run}) }
	if k.Blocks != nil {
		stateSections(add, "blocks", blocksOp)
	}
	if k.Links != nil {
		stateSections(add, "links", linksOp)
	}
	if k.Pairs != nil {
		contiguousSections(add, "pairs", pairsOp)
	}
	if k.Nodes != nil {
		contiguousSections(add, "nodes", nodesOp)
	}
	if k.Short != nil {
		shortSections(add)
	}
	if k.Digests != nil {
		digestsSections(add)
	}
	if k.Ends != nil {
		endsSections(add)
	}
	if k.Messages != nil {
		messagesSections(add)
	}
	return all
}

// suite is one run of one section.
type suite struct {
	t      testing.TB
	k      *Kernel
	oracle *Kernel
	rng    *rand.Rand
	mem    arena
}

// random fills b with bytes that have no period.
func (s *suite) random(b []byte) {
	for i := range b {
		b[i] = byte(s.rng.Uint32())
	}
}

// call runs the kernel, and fails the section if it faults, panics or writes
// outside what it was given.
func (s *suite) call(what string, f func()) {
	s.t.Helper()
	if err := protect(f); err != nil {
		s.t.Fatalf("%s: %s: %v", s.k.Name, what, err)
	}
	if err := s.mem.check(); err != nil {
		s.t.Fatalf("%s: %s: %v", s.k.Name, what, err)
	}
}

// protect turns a panic of f, or an access to a guard page, into an error.
func protect(f func()) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("stopped: %v", r)
		}
	}()
	f()
	return nil
}

// steps are the counts of block steps (or links) that a call is tried with: all
// small ones, one beyond, and the cap.
func (s *suite) steps() []int {
	limit := max(s.k.Cap/s.k.Lanes, 1)
	all := []int{1, 2, 3, 4, 5, 6, 7, 8, 17, limit}
	for i, n := range all {
		all[i] = min(n, limit)
	}
	return all
}
