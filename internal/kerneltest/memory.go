// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package kerneltest

import (
	"fmt"
	"unsafe"
)

// place says where a piece of memory lies.
type place int

const (
	loose     place = iota // inside a page, at any alignment
	pageStart              // right after a page that may not be read
	pageEnd                // right before one
)

func (p place) String() string { return [...]string{"loose", "page start", "page end"}[p] }

// margin is the number of watched bytes on each side of a piece.
const margin = 64

// canaries are the two patterns in the margins. They take turns, so that a
// result that depends on bytes out of bounds differs from the oracle's in one
// of two runs.
var canaries = [2]byte{0xa5, 0x5a}

// arena gives out memory, each piece in a mapping of its own between guard
// pages. Mappings are used again after reset.
type arena struct {
	maps  []mapping
	given []piece
	round int
}

// piece is memory that was given out: data[lo:hi].
type piece struct {
	data   []byte
	lo, hi int
}

// bytes gives n bytes. For a loose place their address is offset, less than
// 64, past a multiple of 64.
func (a *arena) bytes(n int, p place, offset int) []byte {
	i := len(a.given)
	if i == len(a.maps) {
		a.maps = append(a.maps, mapping{})
	}
	if need := n + 3*margin; len(a.maps[i].data) < need {
		a.maps[i].free()
		a.maps[i] = newMapping(need)
	}
	data := a.maps[i].data
	lo := margin + offset
	switch {
	case p == pageStart && Guarded:
		lo = 0
	case p == pageEnd && Guarded:
		lo = len(data) - n
	}
	g := piece{data, lo, lo + n}
	before, after := g.margins()
	fill(before, canaries[a.round])
	fill(after, canaries[a.round])
	a.given = append(a.given, g)
	return data[lo : lo+n : lo+n]
}

// margins are the watched bytes of g.
func (g *piece) margins() (before, after []byte) {
	return g.data[max(g.lo-margin, 0):g.lo], g.data[g.hi:min(g.hi+margin, len(g.data))]
}

// check looks at the margins of everything given out since reset.
func (a *arena) check() error {
	for i := range a.given {
		before, after := a.given[i].margins()
		for j, b := range before {
			if b != canaries[a.round] {
				return fmt.Errorf("piece %d of memory: wrote %d bytes before its start", i, len(before)-j)
			}
		}
		for j, b := range after {
			if b != canaries[a.round] {
				return fmt.Errorf("piece %d of memory: wrote %d bytes past its end", i, j+1)
			}
		}
	}
	return nil
}

// reset takes all memory back and changes the pattern of the canaries.
func (a *arena) reset() {
	a.given = a.given[:0]
	a.round = 1 - a.round
}

// free unmaps everything.
func (a *arena) free() {
	for i := range a.maps {
		a.maps[i].free()
	}
}

// state gives room for the columns of lanes, and no more than that.
func (a *arena) state(lanes int, p place, offset int) *State {
	return (*State)(unsafe.Pointer(&a.bytes(8*lanes*4, p, offset&^3)[0]))
}

// inputs gives room for the pointers of lanes.
func (a *arena) inputs(lanes int, p place) *Inputs {
	return (*Inputs)(unsafe.Pointer(&a.bytes(lanes*int(unsafe.Sizeof(Inputs{}[0])), p, 0)[0]))
}

// lengths gives room for the lengths of lanes.
func (a *arena) lengths(lanes int, p place) *Lengths {
	return (*Lengths)(unsafe.Pointer(&a.bytes(lanes*8, p, 0)[0]))
}

// beyond is an address that may not be read where pages are guarded, and nil
// elsewhere.
func (a *arena) beyond() *byte {
	if !Guarded {
		return nil
	}
	b := a.bytes(1, pageEnd, 0)
	return (*byte)(unsafe.Add(unsafe.Pointer(&b[0]), 1))
}

func fill(b []byte, v byte) {
	for i := range b {
		b[i] = v
	}
}
