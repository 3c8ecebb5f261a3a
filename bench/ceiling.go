// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"time"

	"github.com/hashlanes/hashlanes/internal/cpu"
)

//go:generate go run -C ../_asm ./ceiling -out ../bench/ceiling_amd64.s -stubs ../bench/ceiling_amd64.go -pkg bench

// ceiling is a loop that shows what the core allows at the moment. Its unit is one
// instruction, of which a turn has ceilingUnroll.
type ceiling struct {
	name string
	need cpu.Set
	run  func(turns int)
}

const ceilingUnroll = 48

// Ceilings measures what the core allows: the cycles of one addition (the clock
// itself: 1), of a SHA256RNDS2 that waits for the one before and of one that does
// not, and of a 512-bit addition or logic instruction and a rotation. A tenant of
// the core's other hyperthread shows in all but the first. at stands in the results
// for the contender, and says when they were taken.
func Ceilings(at string, o Options) []Result {
	const turns = 500
	var runs []*run
	has := cpu.Detect().Set
	for _, c := range ceilings {
		if has.Has(c.need) {
			runs = append(runs, &run{
				workload: &Workload{Name: "ceiling/" + c.name, Count: turns * ceilingUnroll},
				name:     at, call: func() { c.run(turns) }, reps: 1,
			})
		}
	}
	o.QuietWait = 0
	return o.measure(runs)
}

// quietRate is the rate of 512-bit instructions on a core of Intel's with two ports for
// them that nobody shares, less 3 % for the measurement.
const quietRate = 0.97 * 2

// quiet tells whether the core's other hyperthread is idle, as far as the rate of 512-bit
// instructions shows it.
func quiet(ghz float64) bool {
	const turns = 500
	start := time.Now()
	vectors(turns)
	return turns*ceilingUnroll/(float64(time.Since(start))*ghz) >= quietRate
}

// canTellQuiet reports whether quiet works here.
func canTellQuiet() bool { return vectors != nil && cpu.Detect().Set.Has(cpu.AVX512F) }
