// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import "unsafe"

// fault is a kernel with something wrong.
type fault struct {
	name   string
	kernel kernel
}

// faultsOf are faults of the functions that k has.
func faultsOf(k kernel) []fault {
	all := append(faultsOfStates(k), faultsOfMemory(k)...)
	all = append(all, faultsOfLanes(k)...)
	all = append(all, faultsOfDigests(k)...)
	if k.pairs != nil {
		all = append(all, faultsOfPairs(k)...)
	}
	if k.nodes != nil {
		all = append(all, faultsOfNodes(k)...)
	}
	if k.short != nil {
		all = append(all, faultsOfShort(k)...)
	}
	if k.digests != nil {
		all = append(all, faultsOfReads(k)...)
	}
	if k.ends != nil {
		all = append(all, faultsOfEnds(k)...)
	}
	if k.messages != nil {
		all = append(all, faultsOfMessages(k)...)
	}
	return append(all, faultsOfRounds(k)...)
}

// sink keeps reads that have no other use.
var sink byte

// peek reads the byte i bytes from p.
func peek(p *byte, i int) byte { return *(*byte)(unsafe.Add(unsafe.Pointer(p), i)) }

// poke changes the byte i bytes from p.
func poke(p *byte, i int) { *(*byte)(unsafe.Add(unsafe.Pointer(p), i)) ^= 1 }

// withBlocks is k with other blocks.
func withBlocks(k kernel, name string, blocks func(st *state, in *inputs, n int)) fault {
	k.blocks = blocks
	return fault{"blocks: " + name, k}
}

// faultsOfStates are faults of blocks and links that any kernel can have.
func faultsOfStates(k kernel) []fault {
	good, last := k.blocks, k.lanes-1
	all := []fault{
		withBlocks(k, "one too few", func(st *state, in *inputs, n int) { good(st, in, max(n-1, 1)) }),
		withBlocks(k, "count cut to four bits", func(st *state, in *inputs, n int) { good(st, in, max(n&15, 1)) }),
		withBlocks(k, "two words swapped", func(st *state, in *inputs, n int) {
			good(st, in, n)
			st[3*k.lanes+last], st[7*k.lanes+last] = st[7*k.lanes+last], st[3*k.lanes+last]
		}),
		withBlocks(k, "starts from the IV", func(st *state, in *inputs, n int) {
			spread(st, &iv, k.lanes)
			good(st, in, n)
		}),
		withBlocks(k, "needs aligned blocks", func(st *state, in *inputs, n int) {
			moved := *in
			for l := range k.lanes {
				moved[l] = (*byte)(unsafe.Add(unsafe.Pointer(in[l]), -int(uintptr(unsafe.Pointer(in[l]))&15)))
			}
			good(st, &moved, n)
		}),
	}
	if k.links != nil {
		links := k.links
		few := k
		few.links = func(st *state, n int) { links(st, max(n-1, 1)) }
		cut := k
		cut.links = func(st *state, n int) { links(st, max(n&7, 1)) }
		all = append(all, fault{"links: one too few", few}, fault{"links: count cut to three bits", cut})
	}
	return all
}

// faultsOfMemory are reads and writes of blocks out of bounds.
func faultsOfMemory(k kernel) []fault {
	good, last := k.blocks, k.lanes-1
	before := func(name string, f func(st *state, in *inputs, n int)) fault {
		return withBlocks(k, name, func(st *state, in *inputs, n int) { f(st, in, n); good(st, in, n) })
	}
	return []fault{
		before("reads a byte too far", func(_ *state, in *inputs, n int) { sink = peek(in[last], n*BlockSize) }),
		before("reads a byte too early", func(_ *state, in *inputs, n int) { sink = peek(in[0], -1) }),
		before("reads the next block ahead", func(_ *state, in *inputs, n int) { sink = peek(in[0], (n+1)*BlockSize-1) }),
		before("reads a pointer too many", func(_ *state, in *inputs, n int) {
			sink = peek((*byte)(unsafe.Pointer(in)), (last+1)*int(unsafe.Sizeof(in[0])))
		}),
		before("reads a word too many of the state", func(st *state, _ *inputs, n int) {
			sink = peek((*byte)(unsafe.Pointer(st)), 8*k.lanes*4)
		}),
		before("writes past the state", func(st *state, _ *inputs, n int) { poke((*byte)(unsafe.Pointer(st)), 8*k.lanes*4) }),
		before("writes before the state", func(st *state, _ *inputs, n int) { poke((*byte)(unsafe.Pointer(st)), -1) }),
		before("swaps the bytes in place", func(_ *state, in *inputs, n int) {
			b := unsafe.Slice(in[last], 4)
			b[0], b[1], b[2], b[3] = b[3], b[2], b[1], b[0]
		}),
		withBlocks(k, "moves the caller's pointer", func(st *state, in *inputs, n int) {
			good(st, in, n)
			in[0] = (*byte)(unsafe.Add(unsafe.Pointer(in[0]), n*BlockSize-1))
		}),
	}
}

// faultsOfLanes are lanes that are confused with each other.
func faultsOfLanes(k kernel) []fault {
	if k.lanes == 1 {
		return nil
	}
	good, last := k.blocks, k.lanes-1
	stale := make([]uint32, 8)
	return []fault{
		withBlocks(k, "two lanes swapped", func(st *state, in *inputs, n int) {
			good(st, in, n)
			for w := range 8 {
				st[w*k.lanes], st[w*k.lanes+last] = st[w*k.lanes+last], st[w*k.lanes]
			}
		}),
		withBlocks(k, "last lane skipped", func(st *state, in *inputs, n int) {
			saved := *st
			good(st, in, n)
			for w := range 8 {
				st[w*k.lanes+last] = saved[w*k.lanes+last]
			}
		}),
		withBlocks(k, "a lane kept from the call before", func(st *state, in *inputs, n int) {
			good(st, in, n)
			for w := range 8 {
				st[w*k.lanes+1], stale[w] = stale[w], st[w*k.lanes+1]
			}
		}),
		withBlocks(k, "two lanes read the same bytes", func(st *state, in *inputs, n int) {
			doubled := *in
			doubled[1] = in[0]
			good(st, &doubled, n)
		}),
		withBlocks(k, "the state of an idle lane leaks", func(st *state, in *inputs, n int) {
			leak := boolToInt(st[last] == 0xdeadbeef)
			good(st, in, n)
			st[0] += uint32(leak)
		}),
		withBlocks(k, "a carry runs into the next lane", func(st *state, in *inputs, n int) {
			carry := boolToInt(st[1] == 1<<32-1 && st[0] == 1<<32-1)
			good(st, in, n)
			st[0] += uint32(carry)
		}),
	}
}

// faultsOfDigests are wrong results of each function, by one bit of one lane.
func faultsOfDigests(k kernel) (all []fault) {
	add := func(name string, change func(f *kernel)) {
		f := k
		change(&f)
		all = append(all, fault{name, f})
	}
	flip := func(dst *byte, i int) { poke(dst, i*Size+Size-1) }
	add("blocks: a bit wrong", func(f *kernel) {
		f.blocks = func(st *state, in *inputs, n int) { k.blocks(st, in, n); st[8*k.lanes-1] ^= 1 }
	})
	if k.links != nil {
		add("links: a bit wrong", func(f *kernel) {
			f.links = func(st *state, n int) { k.links(st, n); st[7*k.lanes] ^= 1 }
		})
	}
	if k.pairs != nil {
		add("pairs: a bit wrong", func(f *kernel) {
			f.pairs = func(dst, src *byte, n int) { k.pairs(dst, src, n); flip(dst, n-1) }
		})
	}
	if k.nodes != nil {
		add("nodes: a bit wrong", func(f *kernel) {
			f.nodes = func(dst, src *byte, n int, p byte) { k.nodes(dst, src, n, p); flip(dst, 0) }
		})
	}
	if k.short != nil {
		add("short: a bit wrong", func(f *kernel) {
			f.short = func(dst *byte, in *inputs, lens *lengths, p *block, skip, n int) {
				k.short(dst, in, lens, p, skip, n)
				flip(dst, n-1)
			}
		})
	}
	if k.digests != nil {
		add("digests: a bit wrong", func(f *kernel) {
			f.digests = func(dst *byte, in *inputs, n int) { k.digests(dst, in, n); flip(dst, n-1) }
		})
	}
	if k.ends != nil {
		add("ends: a bit wrong", func(f *kernel) {
			f.ends = func(dst *byte, st *state, in *inputs, lens *lengths, before uint64, n int) {
				k.ends(dst, st, in, lens, before, n)
				flip(dst, n-1)
			}
		})
	}
	return all
}
