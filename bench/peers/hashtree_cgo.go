// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

//go:build cgo && linux && (amd64 || arm64)

package main

import (
	hashtree "github.com/pk910/hashtree-bindings"

	"github.com/hashlanes/hashlanes/bench"
)

// hashtreePeers is hashtree, the successor of gohashtree in C and assembly, by
// its Go binding, which links a prebuilt library.
func hashtreePeers() []bench.Contender {
	return []bench.Contender{pairsOnly("hashtree", func(dst, nodes [][32]byte) {
		if err := hashtree.Hash(dst, nodes); err != nil {
			panic(err)
		}
	})}
}
