// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import "unsafe"

// The faults of the functions that go from messages to digests in one call.

// groups is n rounded up to full groups of lanes.
func (k *kernel) groups(n int) int { return passes(n, k.lanes) * k.lanes }

// at is the place of item i of size bytes.
func at(p *byte, i, size int) *byte { return (*byte)(unsafe.Add(unsafe.Pointer(p), i*size)) }

// faultsOfPairs are accesses out of bounds and out of order.
func faultsOfPairs(k kernel) []fault {
	with := func(name string, pairs func(dst, src *byte, n int)) fault {
		f := k
		f.pairs = pairs
		return fault{"pairs: " + name, f}
	}
	all := []fault{
		with("last message not done", func(dst, src *byte, n int) { k.pairs(dst, src, max(n-1, 1)) }),
		with("reads a byte too far", func(dst, src *byte, n int) {
			sink = peek(src, n*BlockSize)
			k.pairs(dst, src, n)
		}),
		with("writes a byte too far", func(dst, src *byte, n int) {
			k.pairs(dst, src, n)
			poke(dst, n*Size)
		}),
		with("writes a digest before the last message is read", func(dst, src *byte, n int) {
			poke(dst, 0)
			k.pairs(dst, src, n)
		}),
		with("groups from the end", func(dst, src *byte, n int) {
			for first := k.groups(n) - k.lanes; first >= 0; first -= k.lanes {
				k.pairs(at(dst, first, Size), at(src, first, BlockSize), min(k.lanes, n-first))
			}
		}),
		with("messages changed", func(dst, src *byte, n int) {
			k.pairs(dst, src, n)
			poke(src, n*BlockSize-1)
		}),
	}
	if k.lanes == 1 {
		return all
	}
	return append(all,
		with("idle lanes read", func(dst, src *byte, n int) {
			sink = peek(src, k.groups(n)*BlockSize-1)
			k.pairs(dst, src, n)
		}),
		with("idle lanes write", func(dst, src *byte, n int) {
			k.pairs(dst, src, n)
			if n < k.groups(n) {
				poke(dst, k.groups(n)*Size-1)
			}
		}),
		with("only full groups", func(dst, src *byte, n int) {
			if full := n - n%k.lanes; full > 0 {
				k.pairs(dst, src, full)
			}
		}),
	)
}

// faultsOfNodes are a wrong prefix and accesses out of bounds.
func faultsOfNodes(k kernel) []fault {
	with := func(name string, nodes func(dst, src *byte, n int, prefix byte)) fault {
		f := k
		f.nodes = nodes
		return fault{"nodes: " + name, f}
	}
	return []fault{
		with("the prefix loses its high bit", func(dst, src *byte, n int, prefix byte) { k.nodes(dst, src, n, prefix&0x7f) }),
		with("reads a byte too far", func(dst, src *byte, n int, prefix byte) {
			sink = peek(src, n*BlockSize)
			k.nodes(dst, src, n, prefix)
		}),
		with("writes a byte too far", func(dst, src *byte, n int, prefix byte) {
			k.nodes(dst, src, n, prefix)
			poke(dst, n*Size)
		}),
	}
}

// faultsOfShort are faults of short.
func faultsOfShort(k kernel) []fault {
	with := func(name string, short func(dst *byte, in *inputs, lens *lengths, p *block, skip, n int)) fault {
		f := k
		f.short = short
		return fault{"short: " + name, f}
	}
	return []fault{
		with("reads a byte too far", func(dst *byte, in *inputs, lens *lengths, p *block, skip, n int) {
			if lens[n-1] > 0 {
				sink = peek(in[n-1], int(lens[n-1]))
			}
			k.short(dst, in, lens, p, skip, n)
		}),
		with("reads an empty message", func(dst *byte, in *inputs, lens *lengths, p *block, skip, n int) {
			if in[n-1] != nil {
				sink = peek(in[n-1], 0)
			}
			k.short(dst, in, lens, p, skip, n)
		}),
		with("reads a pointer too many", func(dst *byte, in *inputs, lens *lengths, p *block, skip, n int) {
			sink = peek((*byte)(unsafe.Pointer(in)), n*int(unsafe.Sizeof(in[0])))
			k.short(dst, in, lens, p, skip, n)
		}),
		with("reads a length too many", func(dst *byte, in *inputs, lens *lengths, p *block, skip, n int) {
			sink = peek((*byte)(unsafe.Pointer(lens)), n*8)
			k.short(dst, in, lens, p, skip, n)
		}),
		with("a length of 55 counts as 54", func(dst *byte, in *inputs, lens *lengths, p *block, skip, n int) {
			var cut lengths
			copy(cut[:], lens[:n])
			cut[0] = min(cut[0], 54)
			k.short(dst, in, &cut, p, skip, n)
		}),
		with("the prefix is forgotten", func(dst *byte, in *inputs, lens *lengths, p *block, skip, n int) {
			k.short(dst, in, lens, new(block), skip, n)
		}),
		with("writes a byte too far", func(dst *byte, in *inputs, lens *lengths, p *block, skip, n int) {
			k.short(dst, in, lens, p, skip, n)
			poke(dst, n*Size)
		}),
		with("the lengths are changed", func(dst *byte, in *inputs, lens *lengths, p *block, skip, n int) {
			k.short(dst, in, lens, p, skip, n)
			lens[n-1] ^= 1
		}),
	}
}

// faultsOfReads are faults of digests: what is read, and when.
func faultsOfReads(k kernel) []fault {
	with := func(name string, digests func(dst *byte, in *inputs, n int)) fault {
		f := k
		f.digests = digests
		return fault{"digests: " + name, f}
	}
	return []fault{
		with("stored before all messages are read", func(dst *byte, in *inputs, n int) {
			poke(dst, 0)
			k.digests(dst, in, n)
		}),
		with("reads a pointer too many", func(dst *byte, in *inputs, n int) {
			sink = peek((*byte)(unsafe.Pointer(in)), n*int(unsafe.Sizeof(in[0])))
			k.digests(dst, in, n)
		}),
		with("writes a byte too far", func(dst *byte, in *inputs, n int) {
			k.digests(dst, in, n)
			poke(dst, n*Size)
		}),
	}
}
