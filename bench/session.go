// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"context"
	"runtime"
)

// Session is one run of measurements: every contender does all work, one
// piece after the other, and what the core allowed before, in the middle and
// after. One goroutine may use it.
type Session struct {
	Options
	Work       []Work
	Contenders []Contender
	// Each, if not nil, is called with the results of each workload as they come,
	// and with those of ceilings.
	Each func(results []Result)
	// Report takes the results.
	Report *Report
}

// Run measures everything. It returns an error if contenders disagree on the
// digests of a workload, and that of ctx once it is done, between two workloads.
func (s *Session) Run(ctx context.Context) error {
	s.ceilings("before")
	for i, w := range s.Work {
		if i > 0 && i == len(s.Work)/2 {
			s.ceilings("middle")
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		made := w.Make()
		runtime.GC() // of what the last one left, so that it is not done meanwhile
		results, err := s.Measure(made, s.Contenders)
		if err != nil {
			return err
		}
		s.add(&s.Report.Results, results)
	}
	s.ceilings("after")
	return nil
}

func (s *Session) ceilings(at string) { s.add(&s.Report.Ceilings, Ceilings(at, s.Options)) }

func (s *Session) add(list *[]Result, results []Result) {
	if s.Each != nil {
		s.Each(results)
	}
	*list = append(*list, results...)
}
