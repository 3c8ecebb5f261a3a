// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"context"
	"sync"
)

// part is what became of a segment.
type part struct {
	nodes   [][32]byte // folded
	bytes   int64      // of its leaves
	mutated error
	err     error
}

// segment hashes and folds segment i in the scratch memory.
func (j *job) segment(i uint64, hash segmentHasher, sc *scratch) (p part) {
	first := i * uint64(j.seg.leaves)
	n := int(min(uint64(j.seg.leaves), j.leaves-first))
	nodes := sc.room(j.s.whole(n))[:n]
	if p.bytes, p.err = hash(first, nodes, sc); p.err != nil {
		return p
	}
	f := folder{s: j.s}
	p.nodes = f.up(nodes, 0, j.seg.levels, first, sc)
	p.mutated = f.mutated
	return p
}

// take adds a segment to the tree; they come in order.
func (j *job) take(b *builder, p part) error {
	if p.err != nil {
		return p.err
	}
	if b.mutated == nil {
		b.mutated = p.mutated
	}
	b.add(p.nodes)
	j.done += p.bytes
	j.progress(j.done)
	return nil
}

// alone hashes all segments in the goroutine of the caller.
func (j *job) alone(ctx context.Context, b *builder, hash segmentHasher, sc *scratch) error {
	for i := range j.segments() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := j.take(b, j.segment(i, hash, sc)); err != nil {
			return err
		}
	}
	return nil
}

// lead is the number of finished segments that may wait for slower workers.
const lead = 4

// together deals the segments out to workers, one each in turn, and takes them
// back in order. It returns after all workers have ended.
func (j *job) together(ctx context.Context, b *builder, start func(context.Context, int) segmentHasher) error {
	ctx, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	parts := make([]chan part, j.workers)
	for w := range parts {
		parts[w] = make(chan part, lead)
		wg.Go(func() { j.work(ctx, w, start(ctx, w), parts[w]) })
	}
	for i := range j.segments() {
		if err := ctx.Err(); err != nil {
			return err
		}
		select {
		case p := <-parts[i%uint64(j.workers)]:
			if err := j.take(b, p); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// work hashes the segments of worker w.
func (j *job) work(ctx context.Context, w int, hash segmentHasher, parts chan<- part) {
	sc := getScratch()
	defer sc.release()
	size := j.seg.leaves >> (j.seg.levels * j.s.shift)
	ring := make([][32]byte, (lead+2)*size) // folded nodes wait here: lead in the channel, one at either end
	for i := uint64(w); i < j.segments(); i += uint64(j.workers) {
		p := j.segment(i, hash, sc)
		slot := int(i / uint64(j.workers) % (lead + 2))
		p.nodes = ring[slot*size:][:copy(ring[slot*size:], p.nodes)]
		select {
		case parts <- p:
		case <-ctx.Done():
			return
		}
		if p.err != nil {
			return
		}
	}
}
