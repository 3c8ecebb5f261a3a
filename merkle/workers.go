// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"context"
	"sync"
)

// job is the work of one call: segments of leaves, hashed and folded by workers.
type job struct {
	options
	in     input
	s      *Scheme
	seg    segment
	done   int64          // bytes
	ending sync.WaitGroup // goroutines of the call
}

// target is what a job makes of its segments.
type target interface {
	// room is the memory for the nodes of n leaves from number first on.
	room(first uint64, n int, sc *scratch) [][32]byte
	// fold makes the most of the nodes of a segment, and returns those that add needs.
	fold(nodes [][32]byte, first uint64, sc *scratch) (left [][32]byte, mutated error)
	// add takes what fold returned, segment after segment.
	add(left [][32]byte, mutated error)
}

// newJob checks the number of leaves, at least one, and cuts the work.
func (s *Scheme) newJob(in input, opts []Option) (*job, error) {
	j := &job{options: collect(opts), in: in, s: s, seg: s.segmentFor(in.leafSize)}
	j.workers = int(min(uint64(j.workers), j.segments()))
	return j, s.checkCount(in.leaves)
}

// segments is the number of segments.
func (j *job) segments() uint64 { return (j.in.leaves-1)/uint64(j.seg.leaves) + 1 }

// run hashes all leaves into t. It returns after all goroutines have ended.
func (j *job) run(ctx context.Context, t target, sc *scratch) error {
	ctx, cancel := context.WithCancel(ctx)
	defer j.ending.Wait()
	defer cancel()
	if j.workers == 1 {
		return j.alone(ctx, t, sc)
	}
	return j.together(ctx, t)
}

// part is what became of a segment.
type part struct {
	left    [][32]byte
	bytes   int64 // of its leaves
	mutated error
	err     error
}

// segment hashes and folds segment i.
func (j *job) segment(i uint64, t target, hash segmentHasher, sc *scratch) (p part) {
	first := i * uint64(j.seg.leaves)
	nodes := t.room(first, int(min(uint64(j.seg.leaves), j.in.leaves-first)), sc)
	if p.bytes, p.err = hash(first, nodes, sc); p.err == nil {
		p.left, p.mutated = t.fold(nodes, first, sc)
	}
	return p
}

// take adds a segment to t.
func (j *job) take(t target, p part) error {
	if p.err != nil {
		return p.err
	}
	t.add(p.left, p.mutated)
	j.done += p.bytes
	j.progress(j.done)
	return nil
}

// alone hashes all segments in the goroutine of the caller.
func (j *job) alone(ctx context.Context, t target, sc *scratch) error {
	hash := j.in.start(ctx, j, 0)
	for i := range j.segments() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := j.take(t, j.segment(i, t, hash, sc)); err != nil {
			return err
		}
	}
	return nil
}

// lead is the number of finished segments that may wait for slower workers.
const lead = 4

// together deals the segments out to workers, one each in turn, and takes them
// back in order.
func (j *job) together(ctx context.Context, t target) error {
	parts := make([]chan part, j.workers)
	for w := range parts {
		parts[w] = make(chan part, lead)
		j.ending.Go(func() { j.work(ctx, w, t, parts[w]) })
	}
	for i := range j.segments() {
		if err := ctx.Err(); err != nil {
			return err
		}
		select {
		case p := <-parts[i%uint64(j.workers)]:
			if err := j.take(t, p); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// work hashes the segments of worker w.
func (j *job) work(ctx context.Context, w int, t target, parts chan<- part) {
	sc := getScratch()
	defer sc.release()
	hash := j.in.start(ctx, j, w)
	var ring [lead + 2][][32]byte // what is left waits here: lead in the channel, one at either end
	for i, slot := uint64(w), 0; i < j.segments(); i, slot = i+uint64(j.workers), (slot+1)%len(ring) {
		p := j.segment(i, t, hash, sc)
		ring[slot] = append(ring[slot][:0], p.left...)
		p.left = ring[slot]
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
