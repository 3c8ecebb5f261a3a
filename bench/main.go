// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"regexp"
	"time"
)

// command is a run of a program that measures.
type command struct {
	Options
	stdout     io.Writer
	workloads  []*Workload
	contenders []Contender
	sweep      bool
	report     *Report
}

// Main is the command line of the programs that measure: lanebench, and the
// comparison in bench/peers, which bring their contenders.
func Main(args []string, stdout io.Writer, kernels []string, contenders []Contender) error {
	c := command{stdout: stdout, report: newReport(args, kernels)}
	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	match := flags.String("match", "", "only workloads whose name matches this regular expression")
	names := flags.String("contenders", "", "only contenders whose name matches this regular expression")
	flags.IntVar(&c.Rounds, "rounds", 31, "rounds, in each of which the contenders take turns")
	flags.DurationVar(&c.Slice, "slice", 300*time.Microsecond, "time of one contender in a round")
	flags.DurationVar(&c.QuietWait, "quiet-wait", 0, "wait so long for each workload, at most, until all rounds are undisturbed by the core's other hyperthread (Intel with AVX-512)")
	sweep := flags.Int("sweep", 0, "measure equal messages of this many bytes, n = 1..64, instead, and name every n that costs over 3 % more than n+1")
	out := flags.String("out", "", "write the figures to this file as JSON")
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	if c.QuietWait > 0 && !canTellQuiet() {
		return errors.New("bench: -quiet-wait needs AVX-512")
	}
	all := Workloads
	if c.sweep = *sweep > 0; c.sweep {
		all = func() []*Workload { return Sweep(64, *sweep) }
	}
	if err := c.choose(all(), *match, contenders, *names); err != nil {
		return err
	}
	if err := c.run(); err != nil || *out == "" {
		return err
	}
	return c.report.write(*out)
}

// choose keeps the workloads and contenders whose names match.
func (c *command) choose(workloads []*Workload, match string, contenders []Contender, names string) error {
	wanted, err := regexp.Compile(match)
	if err != nil {
		return err
	}
	among, err := regexp.Compile(names)
	if err != nil {
		return err
	}
	for _, w := range workloads {
		if wanted.MatchString(w.Name) {
			c.workloads = append(c.workloads, w)
		}
	}
	for _, x := range contenders {
		if among.MatchString(x.Name) {
			c.contenders = append(c.contenders, x)
		}
	}
	return nil
}

func (c *command) run() error {
	measure := c.measureAll
	if c.sweep {
		measure = c.findCliffs
	}
	c.ceilings("before")
	if err := measure(); err != nil {
		return err
	}
	c.ceilings("after")
	return nil
}

func (c *command) measureAll() error {
	for i, w := range c.workloads {
		if i > 0 && i == len(c.workloads)/2 {
			c.ceilings("middle")
		}
		results, err := c.Measure(w, c.contenders)
		if err != nil {
			return err
		}
		c.add(&c.report.Results, results)
	}
	return nil
}

// findCliffs sweeps, one contender after the other.
func (c *command) findCliffs() error {
	for _, x := range c.contenders {
		results, cliffs, err := c.Cliffs(c.workloads, x)
		if err != nil {
			return err
		}
		c.add(&c.report.Results, results)
		for _, cliff := range cliffs {
			fmt.Fprintln(c.stdout, x.Name, cliff)
		}
		fmt.Fprintf(c.stdout, "%s: %d cliffs\n", x.Name, len(cliffs))
	}
	return nil
}

func (c *command) ceilings(at string) { c.add(&c.report.Ceilings, Ceilings(at, c.Options)) }

func (c *command) add(list *[]Result, results []Result) {
	for _, r := range results {
		fmt.Fprintln(c.stdout, r)
	}
	*list = append(*list, results...)
}
