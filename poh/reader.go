// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package poh

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"math/bits"
	"slices"
)

// Reader reads entries in the format of the package, a block at a time. It
// checks everything but the hashes; for those see [VerifyReader]. The methods of
// one Reader may not run at the same time.
type Reader struct {
	r       io.Reader
	header  Header
	buf     []byte // the last block
	offset  int64  // of the next block
	entries uint64 // in the blocks before
	hashes  uint64 // of those entries
	err     error
}

// NewReader reads the header from r. It reads no more than it needs, so r is
// best buffered if it is not a file.
func NewReader(r io.Reader) (*Reader, error) {
	br := &Reader{r: r, offset: headerBytes}
	var b [headerBytes]byte
	err := br.full(b[:])
	if br.err != nil {
		return nil, br.err
	}
	if err == nil {
		br.header, err = parseHeader(&b)
	}
	if err != nil {
		return nil, &FormatError{Err: err}
	}
	return br, nil
}

// Header returns the header of the file.
func (r *Reader) Header() Header { return r.header }

// AppendBlock appends the entries of the next block to dst. It returns dst as
// it was and io.EOF after the mark of the end, a *[FormatError] if there is
// something else (io.ErrUnexpectedEOF in it says that the file ends there), or
// an error of the underlying reader. No entry of a block that is not whole and
// right is ever returned.
func (r *Reader) AppendBlock(dst []Entry) ([]Entry, error) {
	if r.err != nil {
		return dst, r.err
	}
	entries, err := r.block(dst)
	if err == nil {
		return entries, nil
	}
	if err != io.EOF && r.err == nil {
		err = &FormatError{Offset: r.offset, Entry: r.entries, Err: err}
	}
	r.err = err
	return dst, err
}

// All returns the entries that follow, and the error that ends them early.
func (r *Reader) All() iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		var block []Entry
		for {
			var err error
			if block, err = r.AppendBlock(block[:0]); err != nil {
				if err != io.EOF {
					yield(Entry{}, err)
				}
				return
			}
			for _, e := range block {
				if !yield(e, nil) {
					return
				}
			}
		}
	}
}

// block is AppendBlock; its errors lack the place.
func (r *Reader) block(dst []Entry) ([]Entry, error) {
	b := slices.Grow(r.buf[:0], blockHeader)[:blockHeader]
	r.buf = b
	if err := r.full(b); err != nil {
		return nil, err
	}
	if crc32.Checksum(b[:16], castagnoli) != binary.LittleEndian.Uint32(b[16:]) {
		return nil, errHeader
	}
	count, size := binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint32(b[4:])
	switch first := binary.LittleEndian.Uint64(b[8:]); {
	case size > maxBlock || uint64(count)*minEntry > uint64(size) || count == 0 && size > 0:
		return nil, fmt.Errorf("block of %d entries in %d bytes", count, size)
	case first != r.entries:
		return nil, fmt.Errorf("block begins with entry %d, want %d", first, r.entries)
	}
	b = slices.Grow(b, int(size))[:blockHeader+int(size)]
	r.buf = b
	if err := r.full(b[blockHeader:]); err != nil {
		return nil, err
	}
	if crc32.Checksum(b[blockHeader:], castagnoli) != binary.LittleEndian.Uint32(b[20:]) {
		return nil, errChecksum
	}
	if count == 0 {
		return nil, r.end()
	}
	return r.parse(dst, b[blockHeader:], int(count))
}

// parse appends the entries of a block, and counts them.
func (r *Reader) parse(dst []Entry, b []byte, count int) ([]Entry, error) {
	hashes := r.hashes
	size := int64(len(b))
	for i := range count {
		var e Entry
		n, err := parseEntry(b, &e)
		if err == io.ErrUnexpectedEOF {
			err = errors.New("longer than its block")
		}
		if err != nil {
			return nil, fmt.Errorf("entry %d: %w", r.entries+uint64(i), err)
		}
		var carry uint64
		if hashes, carry = bits.Add64(hashes, e.NumHashes, 0); carry != 0 {
			return nil, fmt.Errorf("entry %d: more than 2^64-1 hashes in the file", r.entries+uint64(i))
		}
		dst, b = append(dst, e), b[n:]
	}
	if len(b) > 0 {
		return nil, fmt.Errorf("block has %d bytes after its entries", len(b))
	}
	r.hashes = hashes
	r.entries += uint64(count)
	r.offset += blockHeader + size
	return dst, nil
}

// end checks that nothing follows the mark of the end.
func (r *Reader) end() error {
	var b [1]byte
	switch err := r.full(b[:]); err {
	case io.ErrUnexpectedEOF:
		return io.EOF
	case nil:
		return errEnd
	default:
		return err
	}
}

// full fills b. It returns io.ErrUnexpectedEOF if the input ends before, and
// notes any other error of the input.
func (r *Reader) full(b []byte) error {
	_, err := io.ReadFull(r.r, b)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return io.ErrUnexpectedEOF
	}
	r.err = err
	return err
}
