// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

// Package merkle builds the Merkle trees that people really use over SHA-256,
// with all levels hashed in the lanes of package hashlanes.
//
// A [Scheme] describes a construction: prefixes, what becomes of an odd node,
// the root of no leaves, and so on. There are named schemes, such as [RFC6962],
// [Bitcoin], [SSZ] and [BitTorrent], each proved by published values or real
// data, and [NewScheme] makes others. Over a scheme there are
//
//   - roots: [Scheme.Root], [Scheme.RootBlocks] and [Scheme.RootReader] fold
//     leaves in memory, a block of data, or a file of any length in constant
//     memory, with as many workers as there are CPUs; [Scheme.Roots] takes many
//     small trees at once;
//   - trees: a [Tree] keeps all nodes, gives proofs and multiproofs, is updated
//     in batches, and can be written and read;
//   - checks: [Scheme.Verify], [Scheme.VerifyMulti], and [Scheme.VerifyMany],
//     which takes many proofs in lockstep and tells which failed;
//   - logs, for schemes where an odd node moves up: consistency and subtree
//     proofs (RFC 9162, draft-ietf-plants-merkle-tree-certs), and the tiles of
//     C2SP tlog-tiles, see [Tile];
//   - a [Range], which keeps of a tree what is needed to go on with it, and is
//     what parts of a tree that were hashed apart are joined by.
//
// Trees whose nodes are more than a digest are apart: [Namespaced], which also
// proves that all leaves of a namespace are there, or none. So are
// constructions around a tree: [FSVerityDigest], [FilecoinPiece], [MixInLength],
// [SSZProgressive], [APKDigest]. The nested module merkle/adapters has the
// signatures of other libraries.
//
// A wrong proof, a short file, a leaf of a wrong length and other bad data give
// an error that says what and where; only bugs of the caller, such as a negative
// length, panic. Everything is safe for concurrent use unless it says otherwise,
// and no goroutine outlives the call that started it.
package merkle
