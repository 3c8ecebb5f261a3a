// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

// Package merkle builds the Merkle trees that people really use over SHA-256,
// with all levels hashed in the lanes of package hashlanes.
//
// A [Scheme] describes a construction: prefixes, what becomes of an odd node,
// the root of no leaves, and so on. There are named schemes, such as [RFC6962],
// and [NewScheme] makes others. Over a scheme there are
//
//   - [Scheme.Root], [Scheme.RootBlocks] and [Scheme.RootReader], which fold
//     leaves in memory, a block of data, or a file of any length in constant
//     memory, with as many workers as there are CPUs.
//
// A wrong proof, a short file, a leaf of a wrong length and other bad data give
// an error that says what and where; only bugs of the caller, such as a negative
// length, panic. Everything is safe for concurrent use unless it says otherwise,
// and no goroutine outlives the call that started it.
package merkle
