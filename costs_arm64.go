// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

//go:build !purego

package hashlanes

import "github.com/hashlanes/hashlanes/internal/cpu"

// Prices of one pass: blocks, pairs, nodes, short, digests, links, as in
// costs_amd64.go.
//
// No arm64 machine was measured. The prices of Generic, which stands for ARMv8,
// and of ARMv9 are what llvm-mca estimates for Neoverse N1 and V1 (_asm/arm64,
// README.md), whose latencies and ports are those of Arm's software optimization
// guides: SHA256H and SHA256H2 take four cycles and share one port. Those of
// Apple follow figures that tape-sha256 (README) publishes for an M-series core,
// taken to run at 3.2 GHz: 22.5 ns a link alone and 14.5 ns with four chains, 4.2
// GB/s with four streams, 1.27 GB/s with four NEON lanes; pairs, nodes and two
// streams are in proportion. 10 cycles a call are added to the estimates, and 62 a
// lane to short, which has no kernel function here, as on amd64 for the same
// staging.

var (
	costsARM4 = classCosts{
		cpu.Generic: {250, 395, 490, 500, 250, 225},
		cpu.ARMv9:   {190, 320, 360, 440, 185, 175},
		cpu.Apple:   {200, 345, 400, 450, 200, 186},
	}
	costsNEON = classCosts{
		cpu.Generic: {1480, 2450, 2960, 1730, 1730, 1380},
		cpu.ARMv9:   {760, 1480, 1520, 1010, 1010, 730},
		cpu.Apple:   {650, 1150, 1300, 900, 900, 610},
	}
	costsARM2 = classCosts{
		cpu.Generic: {128, 216, 247, 252, 128, 118},
		cpu.ARMv9:   {99, 175, 186, 223, 99, 93},
		cpu.Apple:   {104, 180, 204, 228, 104, 96},
	}
	costsARM1 = classCosts{
		cpu.Generic: {93, 175, 177, 155, 93, 83},
		cpu.ARMv9:   {92, 174, 176, 154, 92, 82},
		cpu.Apple:   {82, 154, 156, 144, 82, 72},
	}
)
