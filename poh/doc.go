// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

// Package poh makes and checks proofs of history: chains of SHA-256 hashes, one
// after the other, into which events are mixed, as Solana's validators do.
// A proof is serial to make and parallel to check: [State] and [Recorder] make
// it at the latency of one hash, [Verify] checks its entries at once in all
// lanes of the engine and on all processors.
//
// The rules are those of agave (entry/src/poh.rs and entry.rs): append is
// h = SHA-256(h), record is h = SHA-256(h | mixin), an [Entry] without a mixin
// is a tick. The mixin of a Solana entry is the Merkle root over the signatures
// of its transactions. TestMainnet checks the first two slots of mainnet.
//
// # File format
//
// [Writer] and [Reader] keep entries in a compact form that can be written and
// read as a stream. All numbers are little-endian; CRC is CRC-32C (Castagnoli).
// A file is a header of 56 bytes:
//
//	 0   8  magic 89 48 4c 50 4f 48 0d 0a ("\x89HLPOH\r\n")
//	 8   4  version, 1
//	12   8  hashes per tick, 0 if ticks come at any time
//	20  32  start hash
//	52   4  CRC of bytes 0 to 51
//
// and blocks, each of them 24 bytes and the entries in them:
//
//	 0   4  number of entries
//	 4   4  bytes of the entries, at most 1 MiB
//	 8   8  number of entries in all blocks before
//	16   4  CRC of bytes 0 to 15
//	20   4  CRC of the entries
//
// An entry is a byte, 0 for a tick and 1 for an entry with a mixin, NumHashes as
// a varint (7 bits to a byte, lowest first, no longer than needed), the hash, and
// the mixin if there is one: 34 bytes at least. The hashes of a file sum up to
// less than 2^64. A block without entries ends the file; one that is still being
// written, or whose writer died, lacks it and may end within a block.
// [Recover] finds where to go on.
//
// In JSON an entry is {"num_hashes": 12500, "hash": "hex", "mixin": "hex"},
// without the mixin if it is a tick.
package poh
