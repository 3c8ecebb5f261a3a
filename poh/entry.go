// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package poh

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/hashlanes/hashlanes"
)

// State is the last hash of a proof of history. Convert a start hash to make
// one: State(start).
type State [32]byte

// Append advances s by n links: n times h = SHA-256(h). It takes about 35 ns a
// link; for long runs that must be stopped, see [hashlanes.HashChainSteps].
func (s *State) Append(n uint64) { *s = hashlanes.HashChain(*s, n) }

// Record mixes a hash of an event into s: h = SHA-256(h | mixin). That counts
// as one hash.
func (s *State) Record(mixin [32]byte) {
	var both [64]byte
	copy(both[:32], s[:])
	copy(both[32:], mixin[:])
	*s = sha256.Sum256(both[:])
}

// Entry is a step of a proof of history: NumHashes hashes after the entry
// before it, the hash is Hash. The last of those hashes mixed in Mixin if
// HasMixin is set. Otherwise the entry is a tick, and Mixin means nothing.
type Entry struct {
	NumHashes uint64
	Hash      [32]byte
	Mixin     [32]byte
	HasMixin  bool
}

// IsTick reports whether e mixes nothing in.
func (e *Entry) IsTick() bool { return !e.HasMixin }

// After returns the hash that e must have if the entry before it has the hash
// prev. A tick of no hashes keeps prev. An entry with a mixin has one hash at
// least: NumHashes 0 counts as 1 there, as in Solana's validators.
func (e *Entry) After(prev [32]byte) [32]byte {
	s := State(prev)
	s.Append(e.links())
	if e.HasMixin {
		s.Record(e.Mixin)
	}
	return s
}

// links is the number of hashes of e before the mixin.
func (e *Entry) links() uint64 {
	if e.HasMixin && e.NumHashes > 0 {
		return e.NumHashes - 1
	}
	return e.NumHashes
}

// ParseHash reads a hash of 32 bytes from 64 hex digits of either case.
func ParseHash(s string) (h [32]byte, err error) {
	if len(s) != 2*len(h) {
		return h, fmt.Errorf("poh: hash of %d hex digits, want %d", len(s), 2*len(h))
	}
	var b [32]byte
	if _, err := hex.Decode(b[:], []byte(s)); err != nil {
		return h, fmt.Errorf("poh: hash %q is not hex", s)
	}
	return b, nil
}
