// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package bench

import "time"

// GHz measures the core's clock by the fastest of three dependent chains of
// instructions whose latency is known. It takes some 10 microseconds.
func GHz() float64 {
	const cycles = 12000
	best := time.Duration(1 << 62)
	for range 3 {
		start := time.Now()
		chain(cycles)
		best = min(best, time.Since(start))
	}
	return cycles / float64(best)
}

// multiply takes so many cycles: a multiplication has a latency of three on
// every x86-64 core since 2008 and on the arm64 cores that matter here.
func multiply(cycles int) {
	x := sink | 1
	for range cycles / 3 {
		x *= 0x9e3779b97f4a7c15
	}
	sink = x
}

var sink uint64
