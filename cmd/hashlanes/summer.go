// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"crypto/sha256"
	"io"
	"iter"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/hashlanes/hashlanes"
)

// Memory of a summer: arenas and rounds take at most bufferBudget each, a
// window of jobs is a few MiB.
const (
	bufferBudget = 32 << 20
	maxWorkers   = 32
	maxArena     = 4 << 20
	smallFile    = 64 << 10 // bytes of a file that is hashed in one piece, at most
	minFirstRead = 4096     // files of /proc have no size, and mostly fit

	firstBatch  = 16  // jobs; few files are spread over the workers
	maxBatch    = 128 // jobs
	batchNames  = 64 << 10
	windowBatch = 64 // batches that wait for their turn, at most
)

// sumEntry is a file to hash, or, if err is set, what is wrong with it.
type sumEntry struct {
	name string
	err  error
}

// sumJob is an entry and what became of it.
type sumJob struct {
	sumEntry
	digest [sha256.Size]byte
	inTurn bool        // no regular file: to be read when all before it are printed
	done   atomic.Bool // and then the fields above are final
}

// sumBatch is some jobs that a worker takes together.
type sumBatch struct {
	jobs   []sumJob
	events chan struct{} // at most one for each job
}

// summer hashes many files at once. A feeder cuts the entries into batches, and
// queues each for the printer and for the workers. A worker reads the files of
// a batch into its arena, and hashes them together; large files go to the
// streamers. The printer, which is the caller, reports the jobs in order. It
// also reads what is no regular file, one at a time, since the writers of pipes
// may expect that.
type summer struct {
	ctx   context.Context
	stdin *io.Reader
	done  *atomic.Int64 // bytes
	order chan *sumBatch
	work  chan *sumBatch
	large chan largeJob
}

// largeJob is a job for a streamer.
type largeJob struct {
	*sumJob
	batch *sumBatch
}

// sumAll hashes the entries, and calls report for each, in order, until it
// returns false or the context is done. It calls idle before it waits. What
// runs beside it has ended when it returns.
func sumAll(ctx context.Context, entries iter.Seq[sumEntry], stdin *io.Reader, done *atomic.Int64,
	report func(*sumJob) bool, idle func()) {
	ctx, cancel := context.WithCancel(ctx)
	s := &summer{
		ctx: ctx, stdin: stdin, done: done,
		order: make(chan *sumBatch, windowBatch), work: make(chan *sumBatch, 1), large: make(chan largeJob),
	}
	var workers, rest sync.WaitGroup
	defer rest.Wait()
	defer cancel()
	rest.Go(func() { s.feed(entries) })
	n := min(runtime.GOMAXPROCS(0), maxWorkers)
	for range n {
		workers.Go(func() { s.runWorker(min(maxArena, bufferBudget/n)) })
	}
	for range min(n, maxStreamers) {
		rest.Go(s.runStreamer)
	}
	rest.Go(func() {
		workers.Wait()
		close(s.large)
	})
	for b := range s.order {
		for i := range b.jobs {
			job := &b.jobs[i]
			if !s.await(b, job, idle) || !report(job) {
				return
			}
		}
	}
}

// feed makes batches of the entries.
func (s *summer) feed(entries iter.Seq[sumEntry]) {
	defer close(s.order)
	defer close(s.work)
	limit := firstBatch
	var b *sumBatch
	names := 0
	for e := range entries {
		if b == nil {
			b = &sumBatch{make([]sumJob, 0, limit), make(chan struct{}, limit)}
		}
		b.jobs = b.jobs[:len(b.jobs)+1]
		b.jobs[len(b.jobs)-1].sumEntry = e
		names += len(e.name)
		if len(b.jobs) < limit && names < batchNames {
			continue
		}
		if !s.queue(b) {
			return
		}
		b, names, limit = nil, 0, min(2*limit, maxBatch)
	}
	if b != nil {
		s.queue(b)
	}
}

// queue passes a batch on. It reports whether the context is still alive.
func (s *summer) queue(b *sumBatch) bool {
	for _, queue := range []chan *sumBatch{s.order, s.work} {
		select {
		case queue <- b:
		case <-s.ctx.Done():
			return false
		}
	}
	return true
}

// await waits until a job is done, and does those that are left to the printer.
func (s *summer) await(b *sumBatch, job *sumJob, idle func()) bool {
	for !job.done.Load() {
		select {
		case <-b.events:
			continue
		default:
			idle()
		}
		select {
		case <-b.events:
		case <-s.ctx.Done():
			return false
		}
	}
	if job.inTurn {
		idle()
		job.digest, job.err = s.sumPipe(job.name)
	}
	return s.ctx.Err() == nil
}

// finish marks jobs of a batch as done.
func (b *sumBatch) finish(jobs ...*sumJob) {
	for _, job := range jobs {
		job.done.Store(true)
	}
	if len(jobs) > 0 {
		b.events <- struct{}{}
	}
}

// worker hashes small files. The arena holds those that have been read.
type worker struct {
	s       *summer
	batch   *sumBatch
	arena   []byte
	used    int
	jobs    []*sumJob
	msgs    [][]byte
	digests [maxBatch][sha256.Size]byte
}

func (s *summer) runWorker(arena int) {
	w := &worker{s: s, arena: make([]byte, arena)}
	for w.batch = range s.work {
		for i := range w.batch.jobs {
			if s.ctx.Err() != nil {
				return
			}
			w.do(&w.batch.jobs[i])
		}
		w.hash()
	}
}

// do reads the file of a job, or finds who else should.
func (w *worker) do(job *sumJob) {
	if job.err != nil || job.name == stdinName {
		job.inTurn = job.err == nil
		w.batch.finish(job)
		return
	}
	size, err := statPlain(job.name)
	switch {
	case err != nil || size < 0:
		job.err, job.inTurn = err, err == nil
		w.batch.finish(job)
	case size > smallFile || !w.read(job, int(size)):
		w.hash() // do not keep the printer waiting for those
		select {
		case w.s.large <- largeJob{job, w.batch}:
		case <-w.s.ctx.Done():
		}
	}
}

// read reads a small file to the end. It reports false if it is not small any
// more.
func (w *worker) read(job *sumJob, size int) bool {
	room := max(size, minFirstRead) + 1
	if w.used+room > len(w.arena) {
		w.hash()
	}
	f, err := openPlain(job.name)
	if err != nil {
		job.err = err
		w.batch.finish(job)
		return true
	}
	defer f.Close()
	buf := w.arena[w.used : w.used+room]
	n := 0
	for err == nil && n < room {
		var got int
		got, err = f.Read(buf[n:])
		if n += got; n == size && n > 0 {
			break // a regular file gives less than was asked for only at its end
		}
	}
	switch {
	case err != nil && err != io.EOF:
		job.err = err
		w.batch.finish(job)
		return true
	case n == room:
		return false
	}
	w.used += n
	w.msgs = append(w.msgs, buf[:n])
	w.jobs = append(w.jobs, job)
	return true
}

// hash hashes what is in the arena.
func (w *worker) hash() {
	hashlanes.HashMany(w.digests[:], w.msgs)
	for i, job := range w.jobs {
		job.digest = w.digests[i]
	}
	w.batch.finish(w.jobs...)
	w.s.done.Add(int64(w.used))
	w.used, w.jobs, w.msgs = 0, w.jobs[:0], w.msgs[:0]
}
