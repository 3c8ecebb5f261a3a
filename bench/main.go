// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"regexp"
	"slices"
	"time"
)

// Main is the command line of the programs that measure: lanebench, and the
// comparison in bench/peers, which bring their contenders.
func Main(args []string, stdout io.Writer, kernels []string, contenders []Contender) error {
	s := Session{Report: NewReport(args, kernels), Each: func(results []Result) {
		for _, r := range results {
			fmt.Fprintln(stdout, r)
		}
	}}
	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	match := flags.String("match", "", "only workloads whose name matches this regular expression")
	names := flags.String("contenders", "", "only contenders whose name matches this regular expression")
	flags.IntVar(&s.Rounds, "rounds", 31, "rounds, in each of which the contenders take turns")
	flags.DurationVar(&s.Slice, "slice", 300*time.Microsecond, "time of one contender in a round")
	flags.DurationVar(&s.QuietWait, "quiet-wait", 0, "wait so long for each workload, at most, until all rounds are undisturbed by the core's other hyperthread (Intel with AVX-512)")
	sweep := flags.Int("sweep", 0, "measure equal messages of this many bytes, n = 1..64, instead, and name every n that costs over 3 % more than n+1")
	out := flags.String("out", "", "write the figures to this file as JSON")
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	wanted, err := regexp.Compile(*match)
	if err != nil {
		return err
	}
	among, err := regexp.Compile(*names)
	if err != nil {
		return err
	}
	s.Work = slices.DeleteFunc(Workloads(), func(w Work) bool { return !wanted.MatchString(w.Name) })
	s.Contenders = slices.DeleteFunc(slices.Clone(contenders), func(c Contender) bool { return !among.MatchString(c.Name) })
	if err := s.Check(); err != nil {
		return err
	}
	if *sweep > 0 {
		err = s.sweep(stdout, slices.DeleteFunc(Sweep(64, *sweep), func(w *Workload) bool { return !wanted.MatchString(w.Name) }))
	} else {
		err = s.Run(context.Background())
	}
	if err != nil || *out == "" {
		return err
	}
	return s.Report.Write(*out)
}

// Check returns an error if the options do not fit this machine.
func (o Options) Check() error {
	if o.QuietWait > 0 && !canTellQuiet() {
		return errors.New("bench: to wait for a quiet core needs AVX-512 and its assembly")
	}
	return nil
}

// sweep finds cliffs, one contender after the other.
func (s *Session) sweep(stdout io.Writer, workloads []*Workload) error {
	s.ceilings("before")
	for _, x := range s.Contenders {
		results, cliffs, err := s.Cliffs(workloads, x)
		if err != nil {
			return err
		}
		s.add(&s.Report.Results, results)
		for _, cliff := range cliffs {
			fmt.Fprintln(stdout, x.Name, cliff)
		}
		fmt.Fprintf(stdout, "%s: %d cliffs\n", x.Name, len(cliffs))
	}
	s.ceilings("after")
	return nil
}
