// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

//go:build !purego

package bench

import "github.com/hashlanes/hashlanes/internal/cpu"

var ceilings = []ceiling{
	{"add-latency", 0, addLatency},
	{"sha256rnds2-latency", cpu.SHA, rnds2Latency},
	{"sha256rnds2-throughput", cpu.SHA, rnds2Throughput},
	{"vector512-throughput", cpu.AVX512F, vectorThroughput},
	{"rotate512-throughput", cpu.AVX512F, rotateThroughput},
}

var vectors func(turns int) = vectorThroughput

// chain takes so many cycles, one for each of its additions.
func chain(cycles int) { addLatency(cycles / ceilingUnroll) }
