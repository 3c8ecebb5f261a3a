// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package poh

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"math/bits"
)

// Writer writes entries in the format of the package. It does not check their
// hashes. After an error, all calls return it. The methods of one Writer may
// not run at the same time.
type Writer struct {
	w       io.Writer
	buf     []byte // the block header, and the entries since the last block
	count   uint32 // of those entries
	entries uint64 // in blocks written
	hashes  uint64 // of all entries
	err     error
}

// NewWriter writes the header to w and returns a Writer for the entries that
// follow. It panics if h.HashesPerTick is 1.
func NewWriter(w io.Writer, h Header) (*Writer, error) {
	checkPerTick("NewWriter", h.HashesPerTick)
	if _, err := w.Write(appendHeader(nil, h)); err != nil {
		return nil, err
	}
	return ResumeWriter(w, Mark{}), nil
}

// ResumeWriter returns a Writer that goes on with the file in which [Recover]
// found m. w must write at byte m.Offset, where the file must have been cut.
func ResumeWriter(w io.Writer, m Mark) *Writer {
	return &Writer{
		w: w, buf: make([]byte, blockHeader, blockHeader+goodBlock+maxEntry),
		entries: m.Entries, hashes: m.Hashes,
	}
}

// Write adds entries. They reach the underlying writer in blocks of about 64
// KiB; see Flush. It returns an error if the hashes of the file would sum up to
// 2^64 or more, and then writes nothing of that entry and what follows.
func (w *Writer) Write(entries ...Entry) error {
	for i := range entries {
		if w.err != nil {
			break
		}
		sum, carry := bits.Add64(w.hashes, entries[i].NumHashes, 0)
		if carry != 0 {
			w.err = errors.New("poh: Writer: more than 2^64-1 hashes in a file")
			break
		}
		w.hashes = sum
		w.buf = appendEntry(w.buf, &entries[i])
		if w.count++; len(w.buf) >= blockHeader+goodBlock {
			w.block()
		}
	}
	return w.err
}

// Flush writes the entries so far to the underlying writer, as a block that can
// be read though the rest of the file is missing.
func (w *Writer) Flush() error {
	if w.count > 0 {
		w.block()
	}
	return w.err
}

// Close writes what is left and the mark of the end. It does not close the
// underlying writer.
func (w *Writer) Close() error {
	if err := w.Flush(); err != nil {
		return err
	}
	w.block()
	if w.err != nil {
		return w.err
	}
	w.err = errors.New("poh: Writer is closed")
	return nil
}

// block writes a block of the entries in buf.
func (w *Writer) block() {
	if w.err != nil {
		return
	}
	b := w.buf
	binary.LittleEndian.PutUint32(b[0:], w.count)
	binary.LittleEndian.PutUint32(b[4:], uint32(len(b)-blockHeader))
	binary.LittleEndian.PutUint64(b[8:], w.entries)
	sumBlock(b)
	_, w.err = w.w.Write(b)
	w.entries += uint64(w.count)
	w.count, w.buf = 0, b[:blockHeader]
}

// sumBlock completes a block with its checksums.
func sumBlock(b []byte) {
	binary.LittleEndian.PutUint32(b[16:], crc32.Checksum(b[:16], castagnoli))
	binary.LittleEndian.PutUint32(b[20:], crc32.Checksum(b[blockHeader:], castagnoli))
}
