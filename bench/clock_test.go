// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"testing"
	"time"
)

// BenchmarkClock compares the chain that GHz takes with one of multiplications:
// the two clocks should agree within a percent.
func BenchmarkClock(b *testing.B) {
	const cycles = 12000
	chains := []func(int){chain, multiply}
	best := []time.Duration{1 << 62, 1 << 62}
	for b.Loop() {
		for i, f := range chains {
			start := time.Now()
			f(cycles)
			best[i] = min(best[i], time.Since(start))
		}
	}
	b.ReportMetric(cycles/float64(best[0]), "GHz")
	b.ReportMetric(cycles/float64(best[1]), "GHz-by-multiplication")
}
