// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

//go:build !purego

package hashlanes

import "github.com/hashlanes/hashlanes/internal/cpu"

// Prices of one pass: blocks, pairs, nodes, short, digests, links. What a call
// costs around a pass (the staging of its blocks, the digests) is included for
// blocks of a few steps and for short.
//
// Measured by bench/lanebench: IntelAVX512, on Intel server cores with AVX-512
// and SHA-NI (Sapphire Rapids class here, Granite Rapids class in kernels.md of
// the project's design notes; the two agree within 3 %). Skylake-X, Haswell and
// Alder Lake class cores execute the same wide code on the same number of ports,
// so their wide prices are those of the Intel core above.
//
// Not measured, from published figures: on Zen 3 and 4 four SHA-NI streams beat
// the 16-lane pass for long messages; on Zen 5 the 16-lane pass wins
// (tape-sha256, README). The SHA unit of Zen starts a sha256rnds2 every two
// cycles (uops.info), so streams there cost two thirds of the Intel price.

var (
	costs16 = classCosts{
		cpu.Generic: {880, 1430, 1640, 960, 830, 790},
		cpu.Zen4:    {1250, 2050, 2350, 1400, 1330, 1150},
		cpu.Zen5:    {700, 1150, 1320, 810, 770, 640},
	}
	costs8 = classCosts{
		cpu.Generic: {590, 1050, 1130, 1090, 1090, 540},
		cpu.Zen4:    {640, 1050, 1230, 1090, 1090, 560},
		cpu.Zen5:    {560, 930, 1080, 1000, 1000, 500},
	}
	costsAVX2 = classCosts{
		cpu.Generic: {1180, 1930, 2190, 1650, 1650, 1080},
		cpu.Zen2:    {940, 1560, 1800, 1400, 1400, 880},
		cpu.Zen3:    {880, 1460, 1680, 1320, 1320, 830},
		cpu.Zen4:    {880, 1460, 1680, 1320, 1320, 830},
		cpu.Zen5:    {800, 1330, 1530, 1240, 1240, 760},
	}
	costsSHA4 = classCosts{
		cpu.Generic: {400, 766, 768, 650, 650, 384},
		cpu.Zen2:    zenStreams(4), cpu.Zen3: zenStreams(4), cpu.Zen4: zenStreams(4), cpu.Zen5: zenStreams(4),
	}
	costsSHA3 = classCosts{
		cpu.Generic: {308, 576, 580, 500, 500, 291},
		cpu.Zen2:    zenStreams(3), cpu.Zen3: zenStreams(3), cpu.Zen4: zenStreams(3), cpu.Zen5: zenStreams(3),
	}
	costsSHA2 = classCosts{
		cpu.Generic: {208, 384, 400, 335, 335, 200},
		cpu.Zen2:    zenStreams(2), cpu.Zen3: zenStreams(2), cpu.Zen4: zenStreams(2), cpu.Zen5: zenStreams(2),
	}
	costsSHA1 = classCosts{
		cpu.Generic: {136, 215, 230, 222, 222, 131},
	}
)

// zenStreams is the price of n streams on Zen: 70 cycles a block each, but not
// less than the latency of two.
func zenStreams(n int) cost {
	b := max(n*70, 140)
	return cost{b, 2 * b, 2 * b, b + 70*n, b + 70*n, b}
}
