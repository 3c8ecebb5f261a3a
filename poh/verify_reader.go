// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package poh

import (
	"context"
	"io"
)

// batchEntries and batchHashes bound how much of a file is checked at once: so
// much that the workers are busy, and so little that memory stays small.
const (
	batchEntries = 1 << 16
	batchHashes  = 1 << 28
)

// VerifyReader checks the proof in a file as [Verify] does, in constant memory,
// and the rule of hashes per tick if the header has one. It returns what the
// file holds, up to its end or to the last entry that is right, and nil, a
// *[FormatError], an *[EntryError] with the offset of the entry in the file, or
// ctx.Err(). A file without the mark of its end is a FormatError with
// io.ErrUnexpectedEOF in it, though all its entries are right.
func VerifyReader(ctx context.Context, r *Reader, opts ...Option) (Summary, error) {
	o := newOptions(opts)
	if o.perTick == 0 {
		o.perTick = r.header.HashesPerTick
	}
	s := Summary{Last: r.header.Start}
	var ticks tickCount
	var b batch
	for {
		end := b.fill(r)
		first, reason, err := ticks.verify(ctx, s.Last, b.entries, &o)
		if err != nil {
			return s, err
		}
		if reason != nil {
			index := s.Entries + uint64(first)
			s.add(b.entries[:first])
			return s, &EntryError{Index: index, Offset: b.at(first), Err: reason}
		}
		s.add(b.entries)
		if end == io.EOF {
			return s, nil
		}
		if end != nil {
			return s, end
		}
	}
}

// batch is some blocks of a file.
type batch struct {
	entries []Entry
	ends    []int // the number of entries up to the end of each block
	offset  int64 // of the first block
}

// fill reads the next blocks of r. What it has read before an error counts.
func (b *batch) fill(r *Reader) (err error) {
	b.entries, b.ends, b.offset = b.entries[:0], b.ends[:0], r.offset
	for first := r.hashes; len(b.entries) < batchEntries && r.hashes-first < batchHashes; {
		if b.entries, err = r.AppendBlock(b.entries); err != nil {
			return err
		}
		b.ends = append(b.ends, len(b.entries))
	}
	return nil
}

// at is the offset in the file of entry i.
func (b *batch) at(i int) int64 {
	offset := b.offset + blockHeader
	for _, end := range b.ends {
		if end <= i {
			offset += blockHeader
		}
	}
	for k := range b.entries[:i] {
		offset += int64(entryBytes(&b.entries[k]))
	}
	return offset
}

// Summary is what is known of a file that was checked.
type Summary struct {
	Entries uint64   // that are right
	Ticks   uint64   // of those
	Hashes  uint64   // of all of them
	Last    [32]byte // hash of the last, or the start hash
}

// add counts entries that are right.
func (s *Summary) add(entries []Entry) {
	s.Entries += uint64(len(entries))
	for i := range entries {
		s.Hashes += entries[i].NumHashes
		if entries[i].IsTick() {
			s.Ticks++
		}
		s.Last = entries[i].Hash
	}
}
