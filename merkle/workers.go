// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"context"
	"sync"
	"sync/atomic"
)

// job is the work of one call: segments of leaves, hashed and folded by workers.
type job struct {
	options
	in     input
	s      *Scheme
	seg    segment
	done   int64          // bytes
	ending sync.WaitGroup // goroutines of the call

	claimed atomic.Uint64 // segments that have a worker
	window  chan struct{} // one entry for each segment that has a worker and is not in the target yet
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
	j.window = make(chan struct{}, lead*j.workers)
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

// lead is the number of segments of a worker that may be under way or wait for
// one that a slower worker has.
const lead = 4

// claim gives a worker its next segment; ok is false if there is none, or if ctx
// is done.
func (j *job) claim(ctx context.Context) (i uint64, ok bool) {
	select {
	case j.window <- struct{}{}:
	case <-ctx.Done():
		return 0, false
	}
	i = j.claimed.Add(1) - 1
	return i, i < j.segments()
}

// part is what became of a segment.
type part struct {
	number  uint64
	ready   bool
	left    [][32]byte
	bytes   int64 // of its leaves
	mutated error
	err     error
}

// segment hashes and folds segment i.
func (j *job) segment(i uint64, t target, hash segmentHasher, sc *scratch) (p part) {
	p.number, p.ready = i, true
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
	<-j.window
	j.done += p.bytes
	j.progress(j.done)
	return nil
}

// alone hashes all segments in the goroutine of the caller.
func (j *job) alone(ctx context.Context, t target, sc *scratch) error {
	w := j.in.start(ctx, j)
	for range j.segments() {
		if err := ctx.Err(); err != nil {
			return err
		}
		i, ok := w.next()
		if !ok {
			return ctx.Err()
		}
		if err := j.take(t, j.segment(i, t, w.hash, sc)); err != nil {
			return err
		}
	}
	return nil
}

// together has workers hash the segments, and takes them in order.
func (j *job) together(ctx context.Context, t target) error {
	parts := make(chan part, cap(j.window))
	waiting := make([]part, cap(j.window))
	lefts := make([][][32]byte, cap(j.window))
	for range j.workers {
		j.ending.Go(func() { j.work(ctx, t, parts, lefts) })
	}
	for taken := uint64(0); taken < j.segments(); {
		select {
		case p := <-parts:
			waiting[p.number%uint64(len(waiting))] = p
		case <-ctx.Done():
			return ctx.Err()
		}
		for p := &waiting[taken%uint64(len(waiting))]; p.ready; p = &waiting[taken%uint64(len(waiting))] {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := j.take(t, *p); err != nil {
				return err
			}
			*p = part{}
			taken++
		}
	}
	return nil
}

// work hashes segments until there are no more. What is left of segment i waits
// in an entry of lefts that it has for itself while it is in the window.
func (j *job) work(ctx context.Context, t target, parts chan<- part, lefts [][][32]byte) {
	sc := getScratch()
	defer sc.release()
	w := j.in.start(ctx, j)
	for i, ok := w.next(); ok; i, ok = w.next() {
		p := j.segment(i, t, w.hash, sc)
		left := &lefts[i%uint64(len(lefts))]
		*left = append((*left)[:0], p.left...)
		p.left = *left
		parts <- p // there is room for all of the window
		if p.err != nil {
			return
		}
	}
}
