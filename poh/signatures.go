// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package poh

import "github.com/hashlanes/hashlanes/merkle"

// SignatureRoot returns the mixin of an entry of Solana's ledger: the Merkle
// root over all signatures of all its transactions, in their order. The scheme
// is [merkle.SolanaEntries]. Without signatures it is zero.
func SignatureRoot(signatures [][64]byte) [32]byte {
	if len(signatures) == 0 {
		return [32]byte{}
	}
	data := make([]byte, 0, 64*len(signatures))
	for i := range signatures {
		data = append(data, signatures[i][:]...)
	}
	root, err := merkle.SolanaEntries.RootBlocks(data, 64, merkle.WithWorkers(1))
	if err != nil {
		panic("poh: SignatureRoot: " + err.Error()) // any number of leaves has a root
	}
	return root
}
