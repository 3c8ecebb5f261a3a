// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"os"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/hashlanes/hashlanes"
)

// Memory of a summer: workers * 2 rounds * slots * chunk is at most
// bufferBudget, as long as the smallest chunk allows.
const (
	maxWorkers   = 16
	maxSlots     = 64 // files that a worker reads side by side
	minChunk     = 16 << 10
	maxChunk     = 512 << 10
	bufferBudget = 32 << 20
)

var errIsDirectory = errors.New("is a directory")

// sumResult is what became of the file with the index job.
type sumResult struct {
	job    int
	digest [sha256.Size]byte
	err    error
}

// summer hashes many files at once. Regular files are dealt out to workers.
// Each has a reader, which fills one round of chunks, a chunk for each of its
// files, while its hasher has the streams absorb the other. A slot whose file
// ends takes the next file. Pipes and the like are read one after the other,
// since their writers may expect that.
type summer struct {
	ctx     context.Context
	names   []string
	stdin   io.Reader
	done    *atomic.Int64 // bytes
	workers int
	slots   int
	chunk   int // bytes of one file in a round
	results chan sumResult
	pipes   chan int

	mu   sync.Mutex
	next int // of names
}

func newSummer(ctx context.Context, names []string, stdin io.Reader, done *atomic.Int64) *summer {
	s := &summer{ctx: ctx, names: names, stdin: stdin, done: done}
	s.workers = max(1, min(runtime.GOMAXPROCS(0), len(names), maxWorkers))
	s.slots = min((len(names)+s.workers-1)/s.workers, maxSlots)
	s.chunk = maxChunk
	for s.chunk > minChunk && 2*s.workers*s.slots*s.chunk > bufferBudget {
		s.chunk /= 2
	}
	s.results = make(chan sumResult, 2*maxSlots)
	s.pipes = make(chan int, len(names))
	return s
}

// start begins to hash. The results come in any order; the channel is closed
// after the last one, or when the context is done.
func (s *summer) start() <-chan sumResult {
	var readers, wg sync.WaitGroup
	for range s.workers {
		full, free := make(chan *round, 2), make(chan *round, 2)
		for range cap(free) {
			free <- &round{bufs: make([][]byte, s.slots), chunks: make([][]byte, s.slots)}
		}
		readers.Go(func() { s.read(full, free) })
		wg.Go(func() { s.hash(full, free) })
	}
	wg.Go(s.readPipes)
	go func() {
		readers.Wait()
		close(s.pipes)
		wg.Wait()
		close(s.results)
	}()
	return s.results
}

// take gives out the next regular file. It sends the pipes on its way, in the
// order of names.
func (s *summer) take() (job int, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.next < len(s.names) {
		job, s.next = s.next, s.next+1
		if s.names[job] == stdinName {
			s.pipes <- job
			continue
		}
		info, err := statFile(s.names[job])
		switch {
		case err != nil:
			s.results <- sumResult{job: job, err: err}
		case info.Mode().IsRegular():
			return job, true
		default:
			s.pipes <- job
		}
	}
	return 0, false
}

// round is one chunk of each file of a worker.
type round struct {
	bufs   [][]byte // made when first used
	chunks [][]byte // what the streams absorb: parts of bufs
	ends   []ending // streams that end with their chunks
}

// ending is the end of a file: of its bytes, or by an error.
type ending struct {
	stream, job int
	err         error
}

// openFile is a file in a slot; the slot is empty if f is nil.
type openFile struct {
	f   *os.File
	job int
}

// read fills rounds until there are no more files.
func (s *summer) read(full chan<- *round, free <-chan *round) {
	files := make([]openFile, s.slots)
	defer func() {
		close(full)
		for _, file := range files {
			file.f.Close()
		}
	}()
	for s.ctx.Err() == nil {
		r := <-free
		if !s.fill(r, files) {
			return
		}
		full <- r
	}
}

// fill reads the next chunk of each file. It reports whether there was one.
func (s *summer) fill(r *round, files []openFile) (busy bool) {
	r.ends = r.ends[:0]
	for i := range files {
		r.chunks[i] = nil
		file := &files[i]
		if file.f == nil && !s.open(file) {
			continue
		}
		busy = true
		if r.bufs[i] == nil {
			r.bufs[i] = make([]byte, s.chunk)
		}
		n, err := io.ReadFull(file.f, r.bufs[i])
		r.chunks[i] = r.bufs[i][:n]
		if err == nil {
			continue
		}
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			err = nil
		}
		r.ends = append(r.ends, ending{i, file.job, err})
		file.f.Close()
		file.f = nil
	}
	return busy
}

// open puts the next file that can be opened into an empty slot.
func (s *summer) open(file *openFile) bool {
	for {
		job, ok := s.take()
		if !ok {
			return false
		}
		f, err := os.Open(s.names[job])
		if err == nil {
			*file = openFile{f, job}
			return true
		}
		s.results <- sumResult{job: job, err: err}
	}
}

// hash has the streams absorb round after round, and sends the digests of
// those that end.
func (s *summer) hash(full <-chan *round, free chan<- *round) {
	streams := hashlanes.NewStreams(s.slots)
	digests := make([][sha256.Size]byte, s.slots)
	for r := range full {
		streams.Write(r.chunks)
		if len(r.ends) > 0 {
			streams.Sum(digests) // all of them: less work than one by one
		}
		for _, end := range r.ends {
			s.results <- sumResult{end.job, digests[end.stream], end.err}
			streams.ResetStream(end.stream)
		}
		for _, chunk := range r.chunks {
			s.done.Add(int64(len(chunk)))
		}
		free <- r
	}
}
