// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package bench

import "fmt"

// maxCliff is what a batch may cost more than one of one message more.
const maxCliff = 1.03

// Cliff is a batch that costs more than the next larger one.
type Cliff struct {
	Workload string
	Ratio    float64 // of its time to that of the next larger one
}

func (c Cliff) String() string {
	return fmt.Sprintf("cliff: %s costs %.1f %% more than the next larger one", c.Workload, 100*(c.Ratio-1))
}

// Cliffs times a sweep, in which every workload has a message more than the one
// before, and finds those that cost over 3 % more than the next. All take turns in
// every round, and only times of the same round are compared, so that nothing that
// changes slowly matters.
func (o Options) Cliffs(sweep []*Workload, c Contender) ([]Result, []Cliff, error) {
	var runs []*run
	for _, w := range sweep {
		r, err := o.bind(w, []Contender{c})
		if err != nil {
			return nil, nil, err
		}
		runs = append(runs, r...)
	}
	results := o.measure(runs)
	var cliffs []Cliff
	for i := range len(runs) - 1 {
		if ratio := o.ratio(runs[i], runs[i+1]); ratio > maxCliff {
			cliffs = append(cliffs, Cliff{runs[i].workload.Name, ratio})
		}
	}
	return results, cliffs, nil
}

// ratio is the median ratio of the times of two runs in the same round.
func (o Options) ratio(x, y *run) float64 {
	var all, undisturbed []float64
	for i := range x.samples {
		a, b := x.samples[i], y.samples[i]
		all = append(all, a.ns/b.ns)
		if a.quiet && b.quiet {
			undisturbed = append(undisturbed, a.ns/b.ns)
		}
	}
	if len(undisturbed) > o.Rounds/2 {
		return median(undisturbed)
	}
	return median(all)
}
