// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

// Package turns compares the speed of two pieces of code in benchmarks, on
// machines that are not quiet.
package turns

import (
	"slices"
	"testing"
	"time"
)

// Compare has ours and other run in turn, one round for each iteration of b, and
// reports the median of the rounds' ratios of their rates as "times": 2 says that
// ours takes half the time. Both do the same count of units; "ns/ours" and
// "ns/other" are the median times of one. What disturbs a round disturbs both
// sides of it, so that the ratio is steadier than the times.
func Compare(b *testing.B, units int, ours, other func()) {
	b.Helper()
	ours()
	other()
	var ratios, a, o []float64
	for b.Loop() {
		first, second := ours, other
		if len(ratios)%2 == 1 {
			first, second = other, ours
		}
		ta, to := clock(first), clock(second)
		if len(ratios)%2 == 1 {
			ta, to = to, ta
		}
		ratios, a, o = append(ratios, to/ta), append(a, ta), append(o, to)
	}
	b.ReportMetric(median(ratios), "times")
	b.ReportMetric(median(a)/float64(units), "ns/ours")
	b.ReportMetric(median(o)/float64(units), "ns/other")
	b.ReportMetric(0, "ns/op") // of no meaning here
}

// clock is the time of f in nanoseconds.
func clock(f func()) float64 {
	start := time.Now()
	f()
	return float64(time.Since(start))
}

func median(v []float64) float64 {
	slices.Sort(v)
	return (v[(len(v)-1)/2] + v[len(v)/2]) / 2
}
