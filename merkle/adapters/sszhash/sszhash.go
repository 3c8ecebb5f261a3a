// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

// Package sszhash has the functions that Ethereum's SSZ libraries hash with: the
// HashFn of ferranbt/fastssz and the calls of prysmaticlabs/gohashtree, with the
// lanes of hashlanes below. All are safe for concurrent use.
package sszhash

import (
	"errors"
	"fmt"
	"unsafe"

	"github.com/hashlanes/hashlanes"
)

// Hash sets digests[i] to SHA-256(chunks[2i] | chunks[2i+1]). It returns an error,
// and writes nothing, for an odd number of chunks and for too few digests. No
// chunks are a no-op. digests may begin where chunks begin; no other overlap is
// allowed.
func Hash(digests, chunks [][32]byte) error {
	if len(chunks) == 0 {
		return nil
	}
	if len(chunks)%2 == 1 {
		return errors.New("odd number of chunks")
	}
	if len(digests) < len(chunks)/2 {
		return fmt.Errorf("not enough digest length, need at least %d, got %d", len(chunks)/2, len(digests))
	}
	hashlanes.HashPairs(digests, chunks)
	return nil
}

// HashChunks is [Hash] for lengths that are known to be right; where that
// returns an error, this panics and writes nothing.
func HashChunks(digests, chunks [][32]byte) {
	hashlanes.HashPairs(digests, chunks)
}

// HashByteSlice is [Hash] on bytes: digests of 32 bytes of chunks of 64. It
// returns an error, and writes nothing, if chunks is not a multiple of 64 bytes,
// or digests not one of 32 or too short.
func HashByteSlice(digests, chunks []byte) error {
	switch {
	case len(chunks) == 0:
		return nil
	case len(chunks)%64 != 0:
		return errors.New("chunks not multiple of 64 bytes")
	case len(digests)%32 != 0:
		return errors.New("digests not multiple of 32 bytes")
	case len(digests) < len(chunks)/2:
		return fmt.Errorf("not enough digest length, need at least %d, got %d", len(chunks)/2, len(digests))
	}
	hashlanes.HashPairs(view(digests), view(chunks))
	return nil
}

// HashFn is a HashFn of fastssz: pass it to NewHasherWithHashFn, or to the
// HasherPool. It is [HashByteSlice].
func HashFn(dst, input []byte) error { return HashByteSlice(dst, input) }

// view is the memory of b as nodes.
func view(b []byte) [][32]byte {
	return unsafe.Slice((*[32]byte)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/32)
}
