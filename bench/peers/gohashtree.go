// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

//go:build amd64 || arm64

package main

import (
	"github.com/prysmaticlabs/gohashtree"

	"github.com/hashlanes/hashlanes/bench"
)

// gohashtreePeers is gohashtree, which hashes pairs of nodes and nothing else, by
// its unchecked call, the fastest.
func gohashtreePeers() []bench.Contender {
	return []bench.Contender{pairsOnly("gohashtree", gohashtree.HashChunks)}
}
