// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"crypto/sha256"
	"io"
	"os"

	"github.com/hashlanes/hashlanes"
)

// A streamer reads maxSlots large files side by side. Its rounds take
// 2 * maxSlots * chunk bytes, chunk being what a file gives at a time.
const (
	maxStreamers = 4
	maxSlots     = 16
	chunkBytes   = bufferBudget / maxStreamers / maxSlots / 2
)

// round is one chunk of each file of a streamer.
type round struct {
	bufs   [maxSlots][]byte // made when first used
	chunks [maxSlots][]byte // what the streams absorb: parts of bufs
	ends   []ending         // streams that end with their chunks
}

// ending is the end of a file: of its bytes, or by an error.
type ending struct {
	slot int
	largeJob
	err error
}

// openFile is a file in a slot; the slot is empty if the job is nil.
type openFile struct {
	largeJob
	f io.ReadCloser
}

// runStreamer hashes large files. Its reader fills one round while the streams
// absorb the other.
func (s *summer) runStreamer() {
	full, free := make(chan *round, 2), make(chan *round, 2)
	for range cap(free) {
		free <- new(round)
	}
	go s.readRounds(full, free)
	streams := hashlanes.NewStreams(maxSlots)
	for r := range full {
		streams.Write(r.chunks[:])
		for _, chunk := range r.chunks {
			s.done.Add(int64(len(chunk)))
		}
		for _, end := range r.ends {
			end.digest, end.sumJob.err = streams.SumStream(end.slot), end.err
			streams.ResetStream(end.slot)
			end.batch.finish(end.sumJob)
		}
		free <- r
	}
}

// readRounds fills rounds until there are no more files.
func (s *summer) readRounds(full chan<- *round, free <-chan *round) {
	defer close(full)
	var files [maxSlots]openFile
	for s.admit(&files) {
		r := <-free
		r.fill(&files)
		full <- r
	}
	for _, file := range files {
		if file.sumJob != nil {
			file.f.Close()
		}
	}
}

// admit puts at most one more file into an empty slot, so that all streamers
// have their share. It waits for one if all slots are empty. It reports whether
// there is something to read.
func (s *summer) admit(files *[maxSlots]openFile) bool {
	empty, busy := -1, false
	for i := range files {
		if files[i].sumJob != nil {
			busy = true
		} else if empty < 0 {
			empty = i
		}
	}
	for empty >= 0 {
		job, ok := s.nextLarge(busy)
		if !ok {
			break
		}
		f, err := openPlain(job.name)
		if err == nil {
			files[empty] = openFile{job, f}
			return true
		}
		job.err = err
		job.batch.finish(job.sumJob)
	}
	return busy && s.ctx.Err() == nil
}

// nextLarge takes a job from the queue. It waits for one if the streamer has
// nothing else to do.
func (s *summer) nextLarge(busy bool) (job largeJob, ok bool) {
	if busy {
		select {
		case job, ok = <-s.large:
		default:
		}
		return job, ok
	}
	select {
	case job, ok = <-s.large:
	case <-s.ctx.Done():
	}
	return job, ok
}

// fill reads the next chunk of each file.
func (r *round) fill(files *[maxSlots]openFile) {
	r.ends = r.ends[:0]
	for i := range files {
		r.chunks[i] = nil
		file := &files[i]
		if file.sumJob == nil {
			continue
		}
		if r.bufs[i] == nil {
			r.bufs[i] = make([]byte, chunkBytes)
		}
		n, err := io.ReadFull(file.f, r.bufs[i])
		r.chunks[i] = r.bufs[i][:n]
		if err == nil {
			continue
		}
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			err = nil
		}
		r.ends = append(r.ends, ending{i, file.largeJob, err})
		file.f.Close()
		*file = openFile{}
	}
}

// sumPipe hashes a file that is read in its turn: standard input, a named pipe,
// a device. There is one message, so it goes to crypto/sha256.
func (s *summer) sumPipe(name string) (digest [sha256.Size]byte, err error) {
	if info, statErr := os.Stat(name); statErr == nil && info.IsDir() && name != stdinName {
		return digest, directoryError(name)
	}
	in, err := openPipe(name, s.stdin)
	if err != nil {
		return digest, err
	}
	defer in.Close()
	h := sha256.New()
	counted := &countingReader{s.ctx, in, s.done}
	if _, err := io.CopyBuffer(h, counted, make([]byte, chunkBytes)); err != nil {
		return digest, err
	}
	h.Sum(digest[:0])
	return digest, nil
}

// directoryError tells why a directory is not read.
func directoryError(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	f.Close()
	return errIsDirectory
}
