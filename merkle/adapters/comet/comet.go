// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

// Package comet has the calls of CometBFT's crypto/merkle that hash whole lists,
// in lanes. The results are the same, types included.
package comet

import (
	"github.com/cometbft/cometbft/crypto/merkle"

	lanes "github.com/hashlanes/hashlanes/merkle"
)

// HashFromByteSlices returns the root over items. It is safe for concurrent use.
func HashFromByteSlices(items [][]byte) []byte {
	root, err := lanes.RFC6962.Root(items)
	if err != nil {
		panic(err) // the scheme has no errors for lists in memory
	}
	return root[:]
}

// ProofsFromByteSlices returns the root over items and a proof for each. It is
// safe for concurrent use.
func ProofsFromByteSlices(items [][]byte) (rootHash []byte, proofs []*merkle.Proof) {
	tree, err := lanes.RFC6962.Tree(items)
	if err != nil {
		panic(err) // as above
	}
	proofs = make([]*merkle.Proof, len(items))
	for i := range proofs {
		p, err := tree.Proof(uint64(i))
		if err != nil {
			panic(err) // the tree has this leaf
		}
		proof := &merkle.Proof{Total: int64(len(items)), Index: int64(i), LeafHash: tree.Level(0)[i][:], Aunts: make([][]byte, len(p.Nodes))}
		for k := range p.Nodes {
			proof.Aunts[k] = p.Nodes[k][:]
		}
		proofs[i] = proof
	}
	root := tree.Root()
	return root[:], proofs
}
