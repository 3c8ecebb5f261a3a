// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

//go:build !purego

package hashlanes

import "github.com/hashlanes/hashlanes/internal/cpu"

//go:generate go run -C _asm ./sha256 -out ../lanes_amd64.s -stubs ../lanes_amd64.go -pkg hashlanes

// What the kernels are made of; compare the "Requires" lines in lanes_amd64.s.
const (
	needAVX512 = cpu.AVX | cpu.AVX2 | cpu.AVX512F | cpu.AVX512BW | cpu.AVX512VL
	needSHA    = cpu.AVX | cpu.SHA
)

// archKernels is the table for amd64.
func archKernels(class cpu.Class) []kernel {
	return []kernel{
		{
			name: "avx512x16", kind: wide, lanes: 16, need: needAVX512,
			blocks: blocksAVX512x16, pairs: pairsAVX512x16, nodes: nodesAVX512x16,
			short: shortAVX512x16, digests: digestsAVX512x16, links: linksAVX512x16,
			cost: cost{900, 1500, 1720, 950, 880, 800},
		},
		{
			name: "avx512vlx8", kind: wide, lanes: 8, need: needAVX512,
			blocks: blocksAVX512VLx8, pairs: pairsAVX512VLx8, nodes: nodesAVX512VLx8, links: linksAVX512VLx8,
			cost: cost{650, 1060, 1250, 900, 900, 550},
		},
		{
			name: "avx2x8", kind: wide, lanes: 8, need: cpu.AVX | cpu.AVX2,
			blocks: blocksAVX2x8, pairs: pairsAVX2x8, nodes: nodesAVX2x8, links: linksAVX2x8,
			cost: cost{1180, 2000, 2300, 1500, 1500, 1100},
		},
		{
			name: "shanix4", kind: stream, lanes: 4, need: needSHA,
			blocks: blocksSHANIx4, pairs: pairsSHANIx4, nodes: nodesSHANIx4, links: linksSHANIx4,
			cost: cost{400, 780, 840, 640, 640, 390},
		},
		{
			name: "shanix3", kind: stream, lanes: 3, need: needSHA,
			blocks: blocksSHANIx3, pairs: pairsSHANIx3, nodes: nodesSHANIx3, links: linksSHANIx3,
			cost: cost{305, 584, 630, 500, 500, 300},
		},
		{
			name: "shanix2", kind: stream, lanes: 2, need: needSHA,
			blocks: blocksSHANIx2, pairs: pairsSHANIx2, nodes: nodesSHANIx2, links: linksSHANIx2,
			cost: cost{220, 385, 430, 350, 350, 205},
		},
		{
			name: "shanix1", kind: stream, lanes: 1, need: needSHA,
			blocks: blocksSHANIx1, pairs: pairsSHANIx1, nodes: nodesSHANIx1, links: linksSHANIx1,
			cost: cost{135, 208, 270, 220, 220, 133},
		},
	}
}
