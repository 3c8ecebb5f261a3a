// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

//go:build !purego

package hashlanes

import "github.com/hashlanes/hashlanes/internal/cpu"

//go:generate go run -C _asm ./arm64 -out ../lanes_arm64.s -stubs ../lanes_arm64.go -pkg hashlanes

// What the kernels are made of; compare the "Requires" lines in lanes_arm64.s.
const (
	needSHA2 = cpu.ASIMD | cpu.SHA2
	needNEON = cpu.ASIMD
)

// neonSteps cuts the calls of the kernel without SHA-256 instructions, which small
// and slow cores use: at 1.5 GHz a Cortex-A72 takes about one microsecond a step.
const neonSteps = 16

// archKernels is the table for arm64, widest first; of the same width, the
// better first.
func archKernels(class cpu.Class) []kernel {
	return []kernel{
		{
			name: "armv8x4", kind: stream, lanes: 4, need: needSHA2,
			blocks: blocksARMv8x4, pairs: pairsARMv8x4, nodes: nodesARMv8x4, digests: digestsARMv8x4, links: linksARMv8x4,
			cost: costsARM4.on(class),
		},
		{
			name: "neonx4", kind: wide, lanes: 4, need: needNEON,
			blocks: blocksNEONx4, pairs: pairsNEONx4, links: linksNEONx4,
			cost: costsNEON.on(class), limit: neonSteps,
		},
		{
			name: "armv8x2", kind: stream, lanes: 2, need: needSHA2,
			blocks: blocksARMv8x2, pairs: pairsARMv8x2, nodes: nodesARMv8x2, digests: digestsARMv8x2, links: linksARMv8x2,
			cost: costsARM2.on(class),
		},
		{
			name: "armv8x1", kind: stream, lanes: 1, need: needSHA2,
			blocks: blocksARMv8x1, pairs: pairsARMv8x1, nodes: nodesARMv8x1, digests: digestsARMv8x1, links: linksARMv8x1,
			cost: costsARM1.on(class),
		},
	}
}
