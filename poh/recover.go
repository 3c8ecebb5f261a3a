// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package poh

import (
	"errors"
	"io"
)

// Mark is how far a file goes: what is needed to go on with it.
type Mark struct {
	Header   Header
	Offset   int64    // where the next block goes, in bytes
	Entries  uint64   // before Offset
	Hashes   uint64   // of those entries
	Ticks    uint64   // among them
	Last     [32]byte // hash of the last of them, or the start hash
	Pending  uint64   // hashes since the last tick
	Complete bool     // the mark of the end stands at Offset
	Torn     int64    // bytes after Offset that are cut off or never got written
}

// Recover reads a file to its last whole block. The rest may be what a writer
// leaves that was stopped or whose machine lost power: nothing, the beginning of
// a block, a last block with a wrong checksum, or zeros. Cut the file at Offset
// and go on with [ResumeWriter]. Anything else after the last whole block is
// damage, and a *[FormatError].
func Recover(r io.Reader) (Mark, error) {
	in := &counted{r: r}
	br, err := NewReader(in)
	if err != nil {
		return Mark{}, err
	}
	m := Mark{Header: br.header, Last: br.header.Start}
	var block []Entry
	for err == nil {
		block, err = br.AppendBlock(block[:0])
		for i := range block {
			if m.Pending += block[i].NumHashes; block[i].IsTick() {
				m.Pending = 0
				m.Ticks++
			}
			m.Last = block[i].Hash
		}
	}
	m.Offset, m.Entries, m.Hashes = br.offset, br.entries, br.hashes
	if err == io.EOF {
		m.Complete = true
		return m, nil
	}
	var format *FormatError
	if !errors.As(err, &format) {
		return Mark{}, err
	}
	empty, zeros, rerr := tail(in)
	if rerr != nil {
		return Mark{}, rerr
	}
	torn := empty && format.Err == io.ErrUnexpectedEOF || // the file ends within a block
		empty && format.Err == errChecksum || // some of it was never written
		zeros && format.Err == errHeader // nor was anything after it
	if !torn {
		return Mark{}, err
	}
	m.Torn = in.n - m.Offset
	return m, nil
}

// tail reports whether r has no more bytes, and whether all that it has are
// zeros. It reads r to its first other byte.
func tail(r io.Reader) (empty, zeros bool, err error) {
	buf := make([]byte, 32<<10)
	for empty = true; ; {
		n, err := r.Read(buf)
		empty = empty && n == 0
		if !isZero(buf[:n]) {
			return false, false, nil
		}
		if err == io.EOF {
			return empty, true, nil
		}
		if err != nil {
			return false, false, err
		}
	}
}

func isZero(b []byte) bool {
	for _, v := range b {
		if v != 0 {
			return false
		}
	}
	return true
}

// counted counts the bytes read.
type counted struct {
	r io.Reader
	n int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}
