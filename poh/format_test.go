// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package poh

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"math"
	"math/rand/v2"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

// file is a proof in its binary form, with blocks of up to perBlock entries.
func file(t testing.TB, h Header, entries []Entry, perBlock int) []byte {
	var out bytes.Buffer
	w, err := NewWriter(&out, h)
	require.NoError(t, err)
	for len(entries) > 0 {
		n := min(perBlock, len(entries))
		require.NoError(t, w.Write(entries[:n]...))
		require.NoError(t, w.Flush())
		entries = entries[n:]
	}
	require.NoError(t, w.Close())
	return out.Bytes()
}

// read reads all that can be read of a file.
func read(b []byte) (h Header, entries []Entry, err error) {
	r, err := NewReader(bytes.NewReader(b))
	if err != nil {
		return h, nil, err
	}
	for {
		if entries, err = r.AppendBlock(entries); err == io.EOF {
			return r.Header(), entries, nil
		} else if err != nil {
			return r.Header(), entries, err
		}
	}
}

// sample is a small proof.
func sample() (Header, []Entry) {
	h := Header{Start: [32]byte{9}}
	return h, someEntries(rand.New(rand.NewPCG(6, 6)), h.Start, 10, 300)
}

func TestFile(t *testing.T) {
	for _, n := range []int{0, 1, 2, 5000} {
		h := Header{Start: [32]byte{1}, HashesPerTick: 2}
		entries := make([]Entry, n)
		for i := range entries {
			entries[i] = Entry{NumHashes: 1 << (i % 50), Hash: [32]byte{byte(i)}}
			if entries[i].HasMixin = i%3 == 0; entries[i].HasMixin {
				entries[i].Mixin[i%32] = byte(i)
			}
		}
		for _, perBlock := range []int{1, 7, 5000} {
			gotHeader, got, err := read(file(t, h, entries, perBlock))
			require.NoError(t, err)
			require.Equal(t, h, gotHeader)
			require.Equal(t, len(entries), len(got))
			for i := range entries {
				require.Equal(t, entries[i], got[i])
			}
		}
	}
}

func TestReaderAll(t *testing.T) {
	h, entries := sample()
	b := file(t, h, entries, 3)
	r, err := NewReader(iotest.OneByteReader(bytes.NewReader(b)))
	require.NoError(t, err)
	var got []Entry
	for e, err := range r.All() {
		require.NoError(t, err)
		if got = append(got, e); len(got) == 10 {
			break
		}
	}
	require.Equal(t, entries, got)
	for range r.All() {
		t.Fatal("more after the end")
	}

	r, err = NewReader(bytes.NewReader(b[:len(b)-1]))
	require.NoError(t, err)
	n := 0
	for e, err := range r.All() {
		if n++; n <= len(entries) {
			require.NoError(t, err)
		} else {
			require.ErrorIs(t, err, io.ErrUnexpectedEOF)
			require.Zero(t, e)
		}
	}
	require.Equal(t, len(entries)+1, n)
}

// TestFileTruncated cuts a file at every byte: the error says so, and whole
// blocks before are returned.
func TestFileTruncated(t *testing.T) {
	h, entries := sample()
	b := file(t, h, entries, 3)
	for n := range b {
		_, got, err := read(b[:n])
		var format *FormatError
		require.ErrorAs(t, err, &format)
		require.ErrorIs(t, err, io.ErrUnexpectedEOF)
		require.LessOrEqual(t, format.Offset, int64(n))
		require.Equal(t, uint64(len(got)), format.Entry)
		require.Equal(t, entries[:len(got)], append([]Entry{}, got...))
		require.True(t, len(got)%3 == 0 || len(got) == len(entries))
	}
}

// TestFileCorrupted changes every bit of a file: none goes unseen, and nothing
// wrong is returned.
func TestFileCorrupted(t *testing.T) {
	h, entries := sample()
	b := file(t, h, entries, 3)
	for i := range b {
		for bit := range 8 {
			b[i] ^= 1 << bit
			_, got, err := read(b)
			var format *FormatError
			require.ErrorAs(t, err, &format, "byte %d", i)
			require.Equal(t, entries[:len(got)], append([]Entry{}, got...))
			b[i] ^= 1 << bit
		}
	}
	_, _, err := read(append(b, 0))
	require.ErrorIs(t, err, errEnd)
}

// block makes a block with a right checksum.
func block(count, size uint32, first uint64, body []byte) []byte {
	b := make([]byte, blockHeader, blockHeader+len(body))
	binary.LittleEndian.PutUint32(b, count)
	binary.LittleEndian.PutUint32(b[4:], size)
	binary.LittleEndian.PutUint64(b[8:], first)
	b = append(b, body...)
	sumBlock(b)
	return b
}

// TestFileMalformed has right checksums over wrong contents.
func TestFileMalformed(t *testing.T) {
	tick := appendEntry(nil, &Entry{NumHashes: 300})
	huge := appendEntry(nil, &Entry{NumHashes: math.MaxUint64})
	record := appendEntry(nil, &Entry{NumHashes: 1, HasMixin: true})
	long := append([]byte{0, 0x80, 0x00}, make([]byte, 32)...)
	over := append(append([]byte{0}, bytes.Repeat([]byte{0xff}, 10)...), make([]byte, 32)...)
	kind := append([]byte{2}, tick[1:]...)
	n := func(b []byte) uint32 { return uint32(len(b)) }
	for want, blk := range map[string][]byte{
		"block begins with entry 1, want 0":          block(1, n(tick), 1, tick),
		"block of 1 entries in 0 bytes":              block(1, 0, 0, nil),
		"block of 0 entries in 35 bytes":             block(0, n(tick), 0, tick),
		"block of 4294967295 entries in 35 bytes":    block(math.MaxUint32, n(tick), 0, tick),
		"block of 1 entries in 4294967295 bytes":     block(1, math.MaxUint32, 0, tick),
		"block of 1 entries in 1048577 bytes":        block(1, maxBlock+1, 0, tick),
		"block has 35 bytes after its entries":       block(1, 2*n(tick), 0, append(tick, tick...)),
		"entry 0: longer than its block":             block(1, n(record)-1, 0, record[:n(record)-1]),
		"entry 1: longer than its block":             block(2, n(tick)+40, 0, append(tick, record[:40]...)),
		"entry 0: entry of unknown kind 2":           block(1, n(kind), 0, kind),
		"entry 0: number of hashes is not a varint":  block(1, n(long), 0, long),
		"entry 0: number of hashes is not a varint ": block(1, n(over), 0, over),
		"entry 1: more than 2^64-1 hashes":           block(2, n(tick)+n(huge), 0, append(huge, tick...)),
	} {
		_, got, err := read(append(appendHeader(nil, Header{}), blk...))
		require.ErrorContains(t, err, "poh: file, byte 56, entry 0: ")
		require.ErrorContains(t, err, want)
		require.Empty(t, got)
	}
}

func TestHeaderMalformed(t *testing.T) {
	for want, change := range map[string]func(b []byte){
		"not a proof of history": func(b []byte) { b[0]++ },
		"version 2, want 1":      func(b []byte) { b[8]++ },
		"1 hash per tick":        func(b []byte) { b[12]++ },
	} {
		b := appendHeader(nil, Header{})
		change(b)
		binary.LittleEndian.PutUint32(b[52:], crc32.Checksum(b[:52], castagnoli))
		_, err := NewReader(bytes.NewReader(b))
		require.ErrorContains(t, err, want)
	}
	require.Panics(t, func() { _, _ = NewWriter(io.Discard, Header{HashesPerTick: 1}) })
}

func TestReaderPassesErrorsOn(t *testing.T) {
	h, entries := sample()
	b := file(t, h, entries, 3)
	broken := errors.New("broken")
	for n := range b {
		r, err := NewReader(io.MultiReader(bytes.NewReader(b[:n]), iotest.ErrReader(broken)))
		for err == nil {
			_, err = r.AppendBlock(nil)
		}
		require.Equal(t, broken, err)
	}
}

// failing is a writer that fails after n bytes.
type failing struct{ n int }

func (f *failing) Write(p []byte) (int, error) {
	if f.n -= len(p); f.n < 0 {
		return 0, io.ErrShortWrite
	}
	return len(p), nil
}

func TestWriterErrors(t *testing.T) {
	_, err := NewWriter(&failing{10}, Header{})
	require.ErrorIs(t, err, io.ErrShortWrite)
	w, err := NewWriter(&failing{100}, Header{})
	require.NoError(t, err)
	require.NoError(t, w.Write(make([]Entry, 5)...))
	require.ErrorIs(t, w.Flush(), io.ErrShortWrite)
	require.ErrorIs(t, w.Write(Entry{}), io.ErrShortWrite)
	require.ErrorIs(t, w.Close(), io.ErrShortWrite)

	var out bytes.Buffer
	w, err = NewWriter(&out, Header{})
	require.NoError(t, err)
	require.ErrorContains(t, w.Write(Entry{NumHashes: math.MaxUint64}, Entry{NumHashes: 1}), "more than 2^64-1 hashes")
	require.ErrorContains(t, w.Close(), "more than 2^64-1 hashes")

	w, err = NewWriter(&out, Header{})
	require.NoError(t, err)
	require.NoError(t, w.Close())
	require.ErrorContains(t, w.Write(Entry{}), "closed")
}
