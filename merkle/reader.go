// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"context"
	"errors"
	"io"
	"sync"

	"github.com/hashlanes/hashlanes"
)

// RootReader returns the root over the first size bytes of r, cut into leaves
// of the size that [WithLeafSize] or the scheme gives; the last may be shorter.
// It reads ahead, in pieces of about 1 MiB (at most 3 buffers for each worker),
// so memory does not grow with size; for leaves beyond 64 KiB a piece is put together from stripes of
// neighbouring leaves, which are hashed side by side. r must allow calls of ReadAt in parallel, as
// io.ReaderAt asks.
//
// It returns the errors of [Scheme.RootBlocks], the first error of r with its
// offset (io.ErrUnexpectedEOF if r ends before size), and the error of ctx when
// that is done. It returns after its goroutines have ended, so a ReadAt that hangs holds it up.
// It is safe for concurrent use. It panics if size is negative.
func (s *Scheme) RootReader(ctx context.Context, r io.ReaderAt, size int64, opts ...Option) ([32]byte, error) {
	leafSize, leaves, err := s.leavesIn(checkSize("RootReader", size), collect(opts).leafSize)
	if err != nil {
		return [32]byte{}, err
	}
	j, err := s.newJob(leaves, leafSize, opts)
	if err != nil || leaves == 0 {
		return j.empty, err
	}
	return j.read(ctx, r, size, leafSize, j.run)
}

// checkSize panics if a length is negative.
func checkSize(fn string, size int64) int64 {
	if size < 0 {
		panicLength(fn, "negative size", int(size), 0)
	}
	return size
}

// pieceBytes is about the length of a read-ahead buffer.
const pieceBytes = 1 << 20

// stripeBytes is what is read of a leaf at a time, if a leaf is longer than that.
const stripeBytes = 64 << 10

// ahead is the number of buffers of a worker: one is filled while one is
// hashed, and one may wait.
const ahead = 3

// input is the data of a RootReader call.
type input struct {
	r        io.ReaderAt
	size     int64 // bytes
	leafSize int
	leaves   uint64
	seg      segment
	group    int // leaves in a piece
	stride   int // bytes between leaves in a piece
}

// piece is a buffer with the bytes of some neighbouring leaves, whole or a stripe of each.
type piece struct {
	buf    []byte
	leaves int
	from   int64 // offset in the data
	offset int   // of the stripe in the leaf
	err    error
}

// read runs a job over the data of r. Reading goroutines end with it.
func (j *job) read(ctx context.Context, r io.ReaderAt, size int64, leafSize int,
	run func(context.Context, func(context.Context, int) segmentHasher) ([32]byte, error)) ([32]byte, error) {
	in := &input{r: r, size: size, leafSize: leafSize, leaves: j.leaves, seg: j.seg, stride: min(leafSize, stripeBytes)}
	in.group = min(max(pieceBytes/in.stride, hashlanes.Lanes()), j.seg.leaves)
	ctx, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	return run(ctx, func(ctx context.Context, worker int) segmentHasher {
		full, free := make(chan piece, ahead), make(chan []byte, ahead)
		for range ahead {
			free <- nil
		}
		wg.Go(func() { in.fill(ctx, worker, j.workers, full, free) })
		h := &pieceHasher{s: j.s, in: in, ctx: ctx, full: full, free: free}
		return h.segment
	})
}

// fill reads the segments of one worker, piece by piece, and closes full after
// the last or the first error. There are no more pieces than full has room for.
func (in *input) fill(ctx context.Context, worker, workers int, full chan<- piece, free <-chan []byte) {
	defer close(full)
	step := uint64(workers) * uint64(in.seg.leaves)
	for first := uint64(worker) * uint64(in.seg.leaves); first < in.leaves; first += step {
		end := min(first+uint64(in.seg.leaves), in.leaves)
		for at := first; at < end; at += uint64(in.group) {
			if !in.fillGroup(ctx, at, int(min(uint64(in.group), end-at)), full, free) {
				return
			}
		}
	}
}

// fillGroup reads n neighbouring leaves, and reports whether there is a reason
// to go on.
func (in *input) fillGroup(ctx context.Context, first uint64, n int, full chan<- piece, free <-chan []byte) bool {
	for offset := 0; offset < in.leafSize; offset += in.stride {
		var buf []byte
		select {
		case buf = <-free:
		case <-ctx.Done():
			return false
		}
		p := in.piece(buf, first, n, offset)
		full <- p
		if p.err != nil {
			return false
		}
	}
	return true
}

// piece reads the stripe at offset of n leaves from number first on.
func (in *input) piece(buf []byte, first uint64, n, offset int) piece {
	if buf == nil {
		buf = make([]byte, in.group*in.stride)
	}
	p := piece{buf: buf, leaves: n, from: int64(first) * int64(in.leafSize), offset: offset}
	if in.stride == in.leafSize {
		p.err = in.readAt(buf[:min(int64(n*in.stride), in.size-p.from)], p.from)
		return p
	}
	for i := range n {
		if p.err = in.readAt(in.stripe(p, i), p.from+int64(i)*int64(in.leafSize)+int64(offset)); p.err != nil {
			break
		}
	}
	return p
}

// stripe is what piece p holds of its leaf i.
func (in *input) stripe(p piece, i int) []byte {
	rest := in.size - p.from - int64(i)*int64(in.leafSize) // from the start of the leaf
	n := min(int64(in.stride), min(rest, int64(in.leafSize))-int64(p.offset))
	return p.buf[i*in.stride:][:max(n, 0)]
}

// readAt fills b from offset at.
func (in *input) readAt(b []byte, at int64) error {
	if len(b) == 0 {
		return nil
	}
	n, err := in.r.ReadAt(b, at)
	if n == len(b) {
		return nil
	}
	if err == nil || errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return &ReadError{Offset: at + int64(n), Size: in.size, Err: err}
}
