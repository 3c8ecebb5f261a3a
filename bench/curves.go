// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"fmt"
	"strings"
)

// CurveSize is the length of the messages of the curve over counts, and CurveCount the
// number of messages of the curve over sizes.
const (
	CurveSize  = 64
	CurveCount = 64
)

const countCurve, sizeCurve = "curve/count/", "curve/size/"

// Curves lists the work for charts: messages of CurveSize bytes, more and more of them,
// and CurveCount messages, longer and longer.
func Curves() []Work {
	var all works
	count := func(n int) {
		all.add(fmt.Sprintf("%sn=%d", countCurve, n), func(g generator) *Workload { return g.many(g.equal(n, CurveSize)) })
	}
	for n := 1; n <= 33; n++ {
		count(n)
	}
	for _, n := range []int{36, 40, 44, 47, 48, 49, 56, 63, 64, 65, 80, 96, 128, 192, 256, 512, 1024} {
		count(n)
	}
	for _, size := range []int{16, 24, 32, 48, 55, 56, 64, 96, 119, 120, 128, 192, 256, 384, 512, 768, 1024, 2048, 4096, 8192, 16384, 32768, 65536} {
		all.add(fmt.Sprintf("%ssize=%d", sizeCurve, size), func(g generator) *Workload { return g.many(g.equal(CurveCount, size)) })
	}
	return all
}

// OverCounts are the results of the curve over counts, for one contender: Count is the
// number of messages.
func OverCounts(results []Result, contender string) []Result {
	return onCurve(results, contender, countCurve)
}

// OverSizes are the results of the curve over sizes, for one contender: Bytes / Count
// is the length of a message.
func OverSizes(results []Result, contender string) []Result {
	return onCurve(results, contender, sizeCurve)
}

func onCurve(results []Result, contender, prefix string) (points []Result) {
	for _, r := range results {
		if r.Contender == contender && strings.HasPrefix(r.Workload, prefix) {
			points = append(points, r)
		}
	}
	return points
}
