// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import "unsafe"

// The faults of ends and messages, whose lanes end at different times.

// faultsOfEnds are faults of ends.
func faultsOfEnds(k kernel) []fault {
	type ends = func(dst *byte, st *state, in *inputs, lens *lengths, before uint64, n int)
	with := func(name string, f ends) fault {
		c := k
		c.ends = f
		return fault{"ends: " + name, c}
	}
	all := []fault{
		with("reads a byte too far", func(dst *byte, st *state, in *inputs, lens *lengths, before uint64, n int) {
			if lens[n-1] > 0 {
				sink = peek(in[n-1], int(lens[n-1]))
			}
			k.ends(dst, st, in, lens, before, n)
		}),
		with("reads a length too many", func(dst *byte, st *state, in *inputs, lens *lengths, before uint64, n int) {
			sink = peek((*byte)(unsafe.Pointer(lens)), n*8)
			k.ends(dst, st, in, lens, before, n)
		}),
		with("writes a byte too far", func(dst *byte, st *state, in *inputs, lens *lengths, before uint64, n int) {
			k.ends(dst, st, in, lens, before, n)
			poke(dst, n*Size)
		}),
		with("length cut to 32 bits", func(dst *byte, st *state, in *inputs, lens *lengths, before uint64, n int) {
			k.ends(dst, st, in, lens, uint64(uint32(before)), n)
		}),
		with("length in bits cut to 32 bits", func(dst *byte, st *state, in *inputs, lens *lengths, before uint64, n int) {
			k.ends(dst, st, in, lens, before&(1<<29-1), n)
		}),
		with("starts from the IV", func(dst *byte, st *state, in *inputs, lens *lengths, before uint64, n int) {
			spread(st, &iv, k.lanes)
			k.ends(dst, st, in, lens, before, n)
		}),
		with("the lengths are changed", func(dst *byte, st *state, in *inputs, lens *lengths, before uint64, n int) {
			k.ends(dst, st, in, lens, before, n)
			lens[n-1] ^= 1
		}),
	}
	if k.lanes == 1 {
		return all
	}
	return append(all, with("lanes that are done go on", func(dst *byte, st *state, in *inputs, lens *lengths, before uint64, n int) {
		last := n - 1
		more := *st
		k.ends(dst, st, in, lens, before, n)
		if n > 1 && lens[0] > lens[last]+BlockSize {
			k.ends(at(dst, last, Size), &more, in, &lengths{lens[0]}, before, 1)
		}
	}))
}

// faultsOfMessages are faults of messages.
func faultsOfMessages(k kernel) []fault {
	type messages = func(f *feed, dst *byte, start *[8]uint32, queue *job, n int, before uint64, least, steps int) int
	with := func(name string, f messages) fault {
		c := k
		c.messages = f
		return fault{"messages: " + name, c}
	}
	return []fault{
		with("a bit wrong", func(f *feed, dst *byte, start *[8]uint32, queue *job, n int, before uint64, least, steps int) int {
			f.St[8*k.lanes-1] ^= 1
			return k.messages(f, dst, start, queue, n, before, least, steps)
		}),
		with("one step too many", func(f *feed, dst *byte, start *[8]uint32, queue *job, n int, before uint64, least, steps int) int {
			return k.messages(f, dst, start, queue, n, before, least, steps+1)
		}),
		with("stops a lane too late", func(f *feed, dst *byte, start *[8]uint32, queue *job, n int, before uint64, least, steps int) int {
			return k.messages(f, dst, start, queue, n, before, max(least-1, 1), steps)
		}),
		with("leaves a message in the queue", func(f *feed, dst *byte, start *[8]uint32, queue *job, n int, before uint64, least, steps int) int {
			return k.messages(f, dst, start, queue, max(n-1, 0), before, least, steps)
		}),
		with("starts from the IV", func(f *feed, dst *byte, _ *[8]uint32, queue *job, n int, before uint64, least, steps int) int {
			return k.messages(f, dst, &iv, queue, n, before, least, steps)
		}),
		with("length cut to 32 bits", func(f *feed, dst *byte, start *[8]uint32, queue *job, n int, before uint64, least, steps int) int {
			return k.messages(f, dst, start, queue, n, uint64(uint32(before)), least, steps)
		}),
		with("length in bits cut to 32 bits", func(f *feed, dst *byte, start *[8]uint32, queue *job, n int, before uint64, least, steps int) int {
			return k.messages(f, dst, start, queue, n, before&(1<<29-1), least, steps)
		}),
		with("reads a job too many", func(f *feed, dst *byte, start *[8]uint32, queue *job, n int, before uint64, least, steps int) int {
			if n > 0 {
				sink = peek((*byte)(unsafe.Pointer(queue)), n*int(unsafe.Sizeof(job{})))
			}
			return k.messages(f, dst, start, queue, n, before, least, steps)
		}),
		with("counts one message more", func(f *feed, dst *byte, start *[8]uint32, queue *job, n int, before uint64, least, steps int) int {
			return k.messages(f, dst, start, queue, n, before, least, steps) + 1
		}),
		with("numbers of digests cut to three bits", func(f *feed, dst *byte, start *[8]uint32, queue *job, n int, before uint64, least, steps int) int {
			for i := range unsafe.Slice(queue, n) {
				unsafe.Slice(queue, n)[i].Index &= 7
			}
			return k.messages(f, dst, start, queue, n, before, least, steps)
		}),
		with("writes a byte before the digests", func(f *feed, dst *byte, start *[8]uint32, queue *job, n int, before uint64, least, steps int) int {
			poke(dst, -1)
			return k.messages(f, dst, start, queue, n, before, least, steps)
		}),
	}
}
