// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import (
	"context"
	"iter"
)

// HashChainSteps is [HashChain] for chains that run long: it yields the number
// of links done and the hash there after every `every` links and after link n.
// So the last pair is n and HashChain(seed, n), for n = 0 too.
//
// The sequence ends early when the loop over it ends or when ctx is done, which
// it looks at before every pair and several thousand times a second between
// them; a loop that has not seen n knows the reason from ctx.Err. Every loop
// over the sequence starts at the seed. To go on with a chain later, give its
// last hash as the seed.
//
// It panics if every is 0. It is safe for concurrent use, starts no goroutine,
// and costs what HashChain costs, and some nanoseconds for each pair.
func HashChainSteps(ctx context.Context, seed [Size]byte, n, every uint64) iter.Seq2[uint64, [Size]byte] {
	return defaultEngine().HashChainSteps(ctx, seed, n, every)
}

// HashChainSteps is the package function on the kernels of e.
func (e *Engine) HashChainSteps(ctx context.Context, seed [Size]byte, n, every uint64) iter.Seq2[uint64, [Size]byte] {
	if every == 0 {
		bad("HashChainSteps", "links between two pairs not positive", 0, 1)
	}
	return func(yield func(uint64, [Size]byte) bool) {
		r := getRunner()
		defer r.release()
		k := e.next(shapeLinks, 1).k
		var h [8]uint32
		setWords(&h, &seed)
		spread(&r.st, &h, k.lanes)
		for done := uint64(0); ; {
			links := min(every, n-done)
			if ctx.Err() != nil || !k.advanceUntil(ctx, &r.st, links) {
				return
			}
			done += links
			for w := range h {
				h[w] = r.st[w*k.lanes]
			}
			var digest [Size]byte
			putDigest(&digest, &h)
			if !yield(done, digest) || done == n {
				return
			}
		}
	}
}

// advanceUntil is advance, but gives up when ctx is done. It reports whether
// all n links are done.
func (k *kernel) advanceUntil(ctx context.Context, st *state, n uint64) bool {
	for {
		links := min(n, uint64(k.limit))
		k.advance(st, links)
		if n -= links; n == 0 {
			return true
		}
		if ctx.Err() != nil {
			return false
		}
	}
}
