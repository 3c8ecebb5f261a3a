// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package poh

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

const (
	magic       = "\x89HLPOH\r\n"
	version     = 1
	headerBytes = 56
	blockHeader = 24
	maxBlock    = 1 << 20       // bytes of entries in a block
	goodBlock   = 64 << 10      // bytes at which a Writer ends a block
	minEntry    = 1 + 1 + 32    // bytes of the shortest entry
	maxEntry    = 1 + 10 + 2*32 // and of the longest
	kindTick    = 0
	kindRecord  = 1
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Header is what a file says of all its entries.
type Header struct {
	Start         [32]byte // the hash before the first entry
	HashesPerTick uint64   // 0 (LowPower) if ticks come at any time
}

// FormatError is the error for a file that is not as the format says: cut off,
// changed, or something else altogether. Entries of the blocks before are right
// as far as their checksums tell.
type FormatError struct {
	Offset int64  // where the part that is wrong begins, in bytes
	Entry  uint64 // entries in the blocks before
	Err    error  // io.ErrUnexpectedEOF if the file ends too early
}

// Error names the place and what is wrong there.
func (e *FormatError) Error() string {
	return fmt.Sprintf("poh: file, byte %d, entry %d: %v", e.Offset, e.Entry, e.Err)
}

// Unwrap gives the reason.
func (e *FormatError) Unwrap() error { return e.Err }

var (
	errHeader   = errors.New("wrong checksum of a header")
	errChecksum = errors.New("wrong checksum")
	errEnd      = errors.New("bytes after the end of the proof")
)

// appendHeader appends the encoding of h.
func appendHeader(b []byte, h Header) []byte {
	first := len(b)
	b = append(b, magic...)
	b = binary.LittleEndian.AppendUint32(b, version)
	b = binary.LittleEndian.AppendUint64(b, h.HashesPerTick)
	b = append(b, h.Start[:]...)
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b[first:], castagnoli))
}

// parseHeader reads a header.
func parseHeader(b *[headerBytes]byte) (h Header, err error) {
	const sum = headerBytes - 4
	switch v := binary.LittleEndian.Uint32(b[8:]); {
	case string(b[:8]) != magic:
		return h, errors.New("not a proof of history")
	case crc32.Checksum(b[:sum], castagnoli) != binary.LittleEndian.Uint32(b[sum:]):
		return h, errHeader
	case v != version:
		return h, fmt.Errorf("version %d, want %d", v, version)
	}
	h.HashesPerTick = binary.LittleEndian.Uint64(b[12:])
	h.Start = [32]byte(b[20:])
	if h.HashesPerTick == 1 {
		return h, errors.New("1 hash per tick, want 0 or at least 2")
	}
	return h, nil
}

// appendEntry appends the encoding of e.
func appendEntry(b []byte, e *Entry) []byte {
	kind := byte(kindTick)
	if e.HasMixin {
		kind = kindRecord
	}
	b = append(b, kind)
	b = binary.AppendUvarint(b, e.NumHashes)
	b = append(b, e.Hash[:]...)
	if e.HasMixin {
		b = append(b, e.Mixin[:]...)
	}
	return b
}

// parseEntry reads an entry from the start of b and returns its length.
func parseEntry(b []byte, e *Entry) (n int, err error) {
	if len(b) < minEntry {
		return 0, io.ErrUnexpectedEOF
	}
	if b[0] > kindRecord {
		return 0, fmt.Errorf("entry of unknown kind %d", b[0])
	}
	v, n := binary.Uvarint(b[1:])
	if n <= 0 || n > 1 && b[n] == 0 {
		return 0, errors.New("number of hashes is not a varint of 64 bits")
	}
	n++
	*e = Entry{NumHashes: v, HasMixin: b[0] == kindRecord}
	n += copy(e.Hash[:], b[n:])
	if e.HasMixin && n <= len(b) {
		n += copy(e.Mixin[:], b[n:])
	}
	if n < entryBytes(e) {
		return 0, io.ErrUnexpectedEOF
	}
	return n, nil
}

// entryBytes is the length of the encoding of e.
func entryBytes(e *Entry) int {
	n := 1 + 1 + 32
	for v := e.NumHashes; v >= 0x80; v >>= 7 {
		n++
	}
	if e.HasMixin {
		n += 32
	}
	return n
}
