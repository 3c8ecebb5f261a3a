// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

// Package loghash connects package merkle to transparency-dev/merkle: its
// LogHasher, and proofs and ranges as that has them, slices of slices.
package loghash

import (
	"crypto/sha256"
	"fmt"
)

// Hasher is a LogHasher for RFC 6962, for code that hashes node by node; the
// lanes of hashlanes need a whole level, as package merkle hands it over. Its
// HashChildren is also the hash function of package compact. It is safe for
// concurrent use.
type Hasher struct{}

// EmptyRoot returns the root of no leaves.
func (Hasher) EmptyRoot() []byte {
	d := sha256.Sum256(nil)
	return d[:]
}

// HashLeaf returns the node of a leaf.
func (Hasher) HashLeaf(leaf []byte) []byte {
	h := sha256.New()
	h.Write([]byte{0})
	h.Write(leaf)
	return h.Sum(nil)
}

// HashChildren returns the parent of two nodes.
func (Hasher) HashChildren(l, r []byte) []byte {
	var m [1 + 2*sha256.Size]byte
	d := sha256.Sum256(append(append(append(m[:0], 1), l...), r...))
	return d[:]
}

// Size returns the length of a node, 32.
func (Hasher) Size() int { return sha256.Size }

// Slices gives nodes, such as those of a proof, as slices of their memory.
func Slices(nodes [][32]byte) [][]byte {
	if nodes == nil {
		return nil
	}
	list := make([][]byte, len(nodes))
	for i := range nodes {
		list[i] = nodes[i][:]
	}
	return list
}

// Nodes is the inverse of [Slices]; it copies. It returns an error for a node
// that has not 32 bytes.
func Nodes(list [][]byte) ([][32]byte, error) {
	nodes := make([][32]byte, len(list))
	for i, b := range list {
		if len(b) != sha256.Size {
			return nil, fmt.Errorf("loghash: node %d has %d bytes, want %d", i, len(b), sha256.Size)
		}
		nodes[i] = [32]byte(b)
	}
	return nodes, nil
}
