// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"unsafe"
)

// checkBlocks is the number of blocks a message of the check has.
const checkBlocks = 2

// checkKernel compares every function of k with the portable kernel, with
// other bytes on every lane. It takes some microseconds.
func checkKernel(k *kernel) error {
	data := checkData(k.lanes)
	var errs []error
	fail := func(ok bool, fn string) {
		if !ok {
			errs = append(errs, fmt.Errorf("%s gives wrong digests", fn))
		}
	}
	fail(checkStates(k, data), "blocks")
	for _, s := range []shape{shapePairs, shapeNodes, shapeShort, shapeDigests} {
		if k.has(s) {
			few, most := (k.lanes+1)/2, k.lanes
			if s == shapePairs || s == shapeNodes {
				most = 2*k.lanes - 1
			}
			fail(checkDigests(k, s, data, few) && checkDigests(k, s, data, most), s.String())
		}
	}
	if k.links != nil {
		var got, want state
		copy(got[:8*k.lanes], unsafe.Slice((*uint32)(unsafe.Pointer(&data[0])), 8*k.lanes))
		want = got
		k.links(&got, 2)
		linksGeneric(k.lanes, &want, 2)
		fail(got == want, "links")
	}
	if k.ends != nil {
		fail(checkEnds(k, data, (k.lanes+1)/2) && checkEnds(k, data, k.lanes), "ends")
	}
	if k.messages != nil {
		fail(checkMessages(k, data), "messages")
	}
	return errors.Join(errs...)
}

// checkData is a message of checkBlocks blocks for every lane.
func checkData(lanes int) []byte {
	data := make([]byte, lanes*checkBlocks*BlockSize)
	x := uint32(0x2545f491)
	for i := range data {
		x ^= x << 13
		x ^= x >> 17
		x ^= x << 5
		data[i] = byte(x)
	}
	return data
}

func checkStates(k *kernel, data []byte) bool {
	got, want, in := new(state), new(state), new(inputs)
	for l := range k.lanes {
		in[l] = &data[l*checkBlocks*BlockSize]
		for w, v := range iv {
			got[w*k.lanes+l] = v + uint32(l)
		}
	}
	*want = *got
	k.blocks(got, in, checkBlocks)
	blocksGeneric(k.lanes, want, in, checkBlocks)
	return *got == *want
}

// checkDigests compares n digests, and the place of one more.
func checkDigests(k *kernel, s shape, data []byte, n int) bool {
	got, want := make([]byte, (n+1)*Size), make([]byte, (n+1)*Size)
	in, lens := new(inputs), new(lengths)
	prefix := block{0x5a, 0xa5}
	for l := range min(n, k.lanes) {
		in[l], lens[l] = &data[l*BlockSize], uint64((l*7+32)%(maxShort-1))
	}
	switch s {
	case shapePairs:
		k.pairs(&got[0], &data[0], n)
		pairsGeneric(&want[0], &data[0], n)
	case shapeNodes:
		k.nodes(&got[0], &data[0], n, prefix[0])
		nodesGeneric(&want[0], &data[0], n, prefix[0])
	case shapeShort:
		k.short(&got[0], in, lens, &prefix, 2, n)
		shortGeneric(&want[0], in, lens, &prefix, 2, n)
	case shapeDigests:
		k.digests(&got[0], in, n)
		digestsGeneric(&want[0], in, n)
	}
	return bytes.Equal(got, want)
}

// checkEnds compares the digests of n messages of up to checkBlocks blocks, and
// the place of one more.
func checkEnds(k *kernel, data []byte, n int) bool {
	got, want := make([]byte, (n+1)*Size), make([]byte, (n+1)*Size)
	st, in, lens := new(state), new(inputs), new(lengths)
	for l := range n {
		in[l], lens[l] = &data[l*checkBlocks*BlockSize], uint64((l*29+50)%(checkBlocks*BlockSize))
	}
	spread(st, &iv, k.lanes)
	endsGeneric(k.lanes, &want[0], st, in, lens, BlockSize, n)
	k.ends(&got[0], st, in, lens, BlockSize, n)
	return bytes.Equal(got, want)
}

// checkMessages compares the digests of a message for each lane and a few more.
func checkMessages(k *kernel, data []byte) bool {
	n := k.lanes + k.lanes/2
	got, want := make([]byte, n*Size), make([]byte, n*Size)
	queue := make([]job, n)
	for i := range queue {
		m := data[i%k.lanes*checkBlocks*BlockSize:][:(i*29+50)%(checkBlocks*BlockSize)]
		queue[i] = job{uintptr(unsafe.Pointer(unsafe.SliceData(m))), uint32(len(m)), uint32(i)}
	}
	f := new(feed)
	for l := range k.lanes {
		takeJob(f, l, &queue[l], 0)
	}
	spread(&f.St, &iv, k.lanes)
	g, left := *f, n-k.lanes
	const steps = 3 * checkBlocks
	taken := messagesGeneric(k.lanes, f, &want[0], &iv, &queue[k.lanes], left, 0, 1, steps)
	same := k.messages(&g, &got[0], &iv, &queue[k.lanes], left, 0, 1, steps) == taken
	runtime.KeepAlive(data)
	return same && bytes.Equal(got, want)
}

// String names the kernel function for s.
func (s shape) String() string {
	return [...]string{"blocks", "pairs", "nodes", "short", "digests", "links"}[s]
}
