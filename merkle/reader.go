// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"context"
	"errors"
	"io"

	"github.com/hashlanes/hashlanes"
)

// pieceBytes is about the length of a read-ahead buffer.
const pieceBytes = 1 << 20

// stripeBytes is what is read of a leaf at a time, if a leaf is longer than that.
const stripeBytes = 64 << 10

// ahead is the number of buffers of a worker: one is filled while one is
// hashed, and one may wait.
const ahead = 3

// reading is how a call reads its data.
type reading struct {
	j      *job
	r      io.ReaderAt
	size   int64 // bytes
	leaf   int   // bytes
	group  int   // leaves in a piece
	stride int   // bytes between leaves in a piece
}

func newReading(j *job, r io.ReaderAt, size int64) *reading {
	in := &reading{j: j, r: r, size: size, leaf: j.in.leafSize, stride: min(j.in.leafSize, stripeBytes)}
	in.group = min(max(pieceBytes/in.stride, hashlanes.Lanes()), j.seg.leaves)
	return in
}

// start reads ahead for a worker until ctx is done.
func (in *reading) start(ctx context.Context, worker int) segmentHasher {
	full, free := make(chan piece, ahead), make(chan []byte, ahead)
	for range ahead {
		free <- nil
	}
	in.j.ending.Go(func() { in.fill(ctx, worker, full, free) })
	h := &pieceHasher{s: in.j.s, in: in, ctx: ctx, full: full, free: free}
	return h.segment
}

// piece is a buffer with the bytes of some neighbouring leaves, whole or a stripe of each.
type piece struct {
	buf    []byte
	leaves int
	from   int64 // offset in the data
	offset int   // of the stripe in the leaf
	err    error
}

// fill reads the segments of one worker, piece by piece, and closes full after
// the last or the first error. There are no more pieces than full has room for.
func (in *reading) fill(ctx context.Context, worker int, full chan<- piece, free <-chan []byte) {
	defer close(full)
	leaves := uint64(in.j.seg.leaves)
	for first := uint64(worker) * leaves; first < in.j.in.leaves; first += uint64(in.j.workers) * leaves {
		end := min(first+leaves, in.j.in.leaves)
		for at := first; at < end; at += uint64(in.group) {
			if !in.fillGroup(ctx, at, int(min(uint64(in.group), end-at)), full, free) {
				return
			}
		}
	}
}

// fillGroup reads n neighbouring leaves, and reports whether there is a reason
// to go on.
func (in *reading) fillGroup(ctx context.Context, first uint64, n int, full chan<- piece, free <-chan []byte) bool {
	for offset := 0; offset < in.leaf; offset += in.stride {
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
func (in *reading) piece(buf []byte, first uint64, n, offset int) piece {
	if buf == nil {
		buf = make([]byte, in.group*in.stride)
	}
	p := piece{buf: buf, leaves: n, from: int64(first) * int64(in.leaf), offset: offset}
	if in.stride == in.leaf {
		p.err = in.readAt(buf[:min(int64(n*in.stride), in.size-p.from)], p.from)
		return p
	}
	for i := range n {
		if p.err = in.readAt(in.stripe(p, i), p.from+int64(i)*int64(in.leaf)+int64(offset)); p.err != nil {
			break
		}
	}
	return p
}

// stripe is what piece p holds of its leaf i.
func (in *reading) stripe(p piece, i int) []byte {
	rest := in.size - p.from - int64(i)*int64(in.leaf) // from the start of the leaf
	n := min(int64(in.stride), min(rest, int64(in.leaf))-int64(p.offset))
	return p.buf[i*in.stride:][:max(n, 0)]
}

// readAt fills b from offset at.
func (in *reading) readAt(b []byte, at int64) error {
	if len(b) == 0 {
		return nil
	}
	n, err := in.r.ReadAt(b, at)
	if n == len(b) {
		return nil
	}
	return readError(at+int64(n), in.size, err)
}

// readError says that reading ended with err at an offset before size.
func readError(at, size int64, err error) error {
	if err == nil || errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return &ReadError{Offset: at, Size: size, Err: err}
}
