// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
)

// A quad is 127 bytes of a piece, which become four field elements of 254 bits,
// 128 bytes.
const quadIn, quadOut = 127, 128

// FilecoinPiece returns the piece commitment (commP) of the first size bytes of
// r: they are filled with zero bytes to a multiple of 127, spread in Fr32 form,
// and folded by the scheme [Filecoin]. padded is the size of the piece in the
// Filecoin network, a power of two. It returns an error for less than 65 bytes,
// and the errors of [Scheme.RootReader].
func FilecoinPiece(ctx context.Context, r io.ReaderAt, size int64, opts ...Option) (root [32]byte, padded uint64, err error) {
	if size < 65 {
		return root, 0, Filecoin.errorf("%d bytes, want at least 65", size)
	}
	quads := (size-1)/quadIn + 1
	for padded = quadOut; padded < uint64(quads)*quadOut; padded *= 2 {
	}
	root, err = Filecoin.RootReader(ctx, fr32{r, size}, quads*quadOut, opts...)
	if re := (*ReadError)(nil); errors.As(err, &re) {
		err = &ReadError{Offset: re.Offset / quadOut * quadIn, Size: size, Err: re.Err}
	}
	return root, padded, err
}

// fr32 gives the first size bytes of r in Fr32 form.
type fr32 struct {
	r    io.ReaderAt
	size int64
}

// ReadAt reads whole quads from off on, both multiples of 128 as RootReader
// asks for them.
func (f fr32) ReadAt(p []byte, off int64) (int, error) {
	var in [64 * quadIn]byte
	for done := 0; done < len(p); {
		quads := min((len(p)-done)/quadOut, 64)
		at := (off + int64(done)) / quadOut * quadIn
		b := in[:min(int64(quads*quadIn), f.size-at)]
		if n, err := f.r.ReadAt(b, at); n < len(b) {
			return done, err
		}
		clear(in[len(b) : quads*quadIn])
		for i := range quads {
			spread(p[done+i*quadOut:][:quadOut], in[i*quadIn:][:quadIn])
		}
		done += quads * quadOut
	}
	return len(p), nil
}

// spread makes four field elements of a quad: element i has the bits from 254*i
// on, in little-endian order, and two zero bits on top.
func spread(out, quad []byte) {
	var in [quadOut + 8]byte // room for reading beyond the end
	copy(in[:], quad)
	for i := range 4 {
		first, shift := 254*i/8, 254*i%8
		for w := range 4 {
			low := binary.LittleEndian.Uint64(in[first+8*w:])
			high := uint64(in[first+8*w+8])
			binary.LittleEndian.PutUint64(out[32*i+8*w:], low>>shift|high<<(64-shift))
		}
		out[32*i+31] &= 0x3f
	}
}
