// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

//go:build !purego

package hashlanes

import "github.com/hashlanes/hashlanes/internal/cpu"

//go:generate go run -C _asm ./sha256 -out ../lanes_amd64.s -stubs ../lanes_amd64.go -pkg hashlanes

// What the kernels are made of; compare the "Requires" lines in lanes_amd64.s.
const (
	needAVX512 = cpu.AVX | cpu.AVX2 | cpu.AVX512F | cpu.AVX512BW | cpu.AVX512VL | cpu.BMI2
	needAVX2   = cpu.AVX | cpu.AVX2
	needSHA    = cpu.AVX | cpu.SHA
)

// archKernels is the table for amd64, widest first.
func archKernels(class cpu.Class) []kernel {
	return []kernel{
		{
			name: "avx512x16", kind: wide, lanes: 16, need: needAVX512,
			blocks: blocksAVX512x16, pairs: pairsAVX512x16, nodes: nodesAVX512x16,
			short: shortAVX512x16, digests: digestsAVX512x16, links: linksAVX512x16,
			ends: endsAVX512x16, messages: messagesAVX512x16,
			cost: costs16.on(class),
		},
		{
			name: "avx512vlx8", kind: wide, lanes: 8, need: needAVX512,
			blocks: blocksAVX512VLx8, pairs: pairsAVX512VLx8, nodes: nodesAVX512VLx8, links: linksAVX512VLx8,
			cost: costs8.on(class),
		},
		{
			name: "avx2x8", kind: wide, lanes: 8, need: needAVX2,
			blocks: blocksAVX2x8, pairs: pairsAVX2x8, nodes: nodesAVX2x8, links: linksAVX2x8,
			cost: costsAVX2.on(class),
		},
		{
			name: "shanix4", kind: stream, lanes: 4, need: needSHA,
			blocks: blocksSHANIx4, pairs: pairsSHANIx4, nodes: nodesSHANIx4, links: linksSHANIx4,
			cost: costsSHA4.on(class),
		},
		{
			name: "shanix3", kind: stream, lanes: 3, need: needSHA,
			blocks: blocksSHANIx3, pairs: pairsSHANIx3, nodes: nodesSHANIx3, links: linksSHANIx3,
			cost: costsSHA3.on(class),
		},
		{
			name: "shanix2", kind: stream, lanes: 2, need: needSHA,
			blocks: blocksSHANIx2, pairs: pairsSHANIx2, nodes: nodesSHANIx2, links: linksSHANIx2,
			cost: costsSHA2.on(class),
		},
		{
			name: "shanix1", kind: stream, lanes: 1, need: needSHA,
			blocks: blocksSHANIx1, pairs: pairsSHANIx1, nodes: nodesSHANIx1, links: linksSHANIx1,
			cost: costsSHA1.on(class),
		},
	}
}
