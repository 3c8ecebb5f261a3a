// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"context"
	"fmt"

	"github.com/hashlanes/hashlanes"
)

// ReadError says where reading failed. Err is the reader's error, or
// io.ErrUnexpectedEOF if the data ended before Size bytes.
type ReadError struct {
	Offset int64
	Size   int64
	Err    error
}

func (e *ReadError) Error() string {
	return fmt.Sprintf("merkle: reading at offset %d of %d: %v", e.Offset, e.Size, e.Err)
}

// Unwrap returns Err.
func (e *ReadError) Unwrap() error { return e.Err }

// pieceHasher hashes the pieces that one worker gets.
type pieceHasher struct {
	s    *Scheme
	in   *reading
	ctx  context.Context
	full <-chan piece
	free chan<- []byte
	head *piece // the first of the next segment

	streams *hashlanes.Streams // one for each leaf of a striped group
	chunks  [][]byte
}

// next is the segment whose pieces come next.
func (h *pieceHasher) next() (segment uint64, ok bool) {
	p, ok := <-h.full
	h.head = &p
	return p.number, ok
}

// segment is a segmentHasher for the segment that next gave.
func (h *pieceHasher) segment(_ uint64, dst [][32]byte, sc *scratch) (done int64, err error) {
	for len(dst) > 0 {
		p, ok := h.piece()
		if !ok {
			return 0, h.ctx.Err()
		}
		if p.err != nil {
			return 0, p.err
		}
		if h.in.stride == h.in.leaf {
			data := p.buf[:min(int64(p.leaves*h.in.stride), h.in.size-p.from)]
			h.s.hashData(dst[:p.leaves], data, h.in.leaf, sc)
			done += int64(len(data))
			dst = dst[p.leaves:]
		} else {
			done += h.stripes(p)
			if p.offset+h.in.stride >= h.in.leaf {
				h.finish(dst[:p.leaves], p)
				dst = dst[p.leaves:]
			}
		}
		h.free <- p.buf
	}
	return done, nil
}

// piece is the next piece of the segment.
func (h *pieceHasher) piece() (p piece, ok bool) {
	if h.head != nil {
		p, h.head = *h.head, nil
		return p, true
	}
	p, ok = <-h.full
	return p, ok
}

// stripes absorbs a stripe of each leaf of p and returns the number of bytes.
func (h *pieceHasher) stripes(p piece) (done int64) {
	if p.offset == 0 {
		if h.streams == nil || h.streams.Len() != p.leaves {
			h.streams = hashlanes.NewStreams(p.leaves)
			h.chunks = make([][]byte, p.leaves)
		}
		h.streams.Reset()
		h.writeAll(h.s.spec.LeafPrefix)
	}
	for i := range h.chunks {
		h.chunks[i] = h.in.stripe(p, i)
		done += int64(len(h.chunks[i]))
	}
	h.streams.Write(h.chunks)
	return done
}

// writeAll absorbs the same bytes for every leaf.
func (h *pieceHasher) writeAll(b []byte) {
	if len(b) == 0 {
		return
	}
	for i := range h.chunks {
		h.chunks[i] = b
	}
	h.streams.Write(h.chunks)
}

// finish ends the leaves of the group of p.
func (h *pieceHasher) finish(dst [][32]byte, p piece) {
	last := p.from + int64(p.leaves)*int64(h.in.leaf)
	if missing := last - h.in.size; missing > 0 && h.s.spec.Last == PadLeaf {
		clear(h.chunks)
		h.chunks[p.leaves-1] = make([]byte, missing)
		h.streams.Write(h.chunks)
	}
	h.writeAll(h.s.spec.LeafSuffix)
	h.streams.Sum(dst)
}
