// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"

	"github.com/klauspost/cpuid/v2"
)

// Report is a file under bench/results: the raw figures of one run.
type Report struct {
	Machine string   `json:"machine"`
	System  string   `json:"system"`
	Go      string   `json:"go"`
	Commit  string   `json:"commit"`
	Command string   `json:"command"`
	Date    string   `json:"date"`
	Kernels []string `json:"kernels"`
	Results []Result `json:"results"`
}

// Main is the command line of the programs that measure: lanebench, and the
// comparison in bench/peers, which bring their contenders.
func Main(args []string, stdout io.Writer, kernels []string, contenders []Contender) error {
	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	match := flags.String("match", "", "only workloads whose name matches this regular expression")
	names := flags.String("contenders", "", "only contenders whose name matches this regular expression")
	rounds := flags.Int("rounds", 31, "rounds, in each of which the contenders take turns")
	slice := flags.Duration("slice", 300*time.Microsecond, "time of one contender in a round")
	sweep := flags.Int("sweep", 0, "measure equal messages of this many bytes, n = 1..64, instead")
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
	all := Workloads()
	if *sweep > 0 {
		all = Sweep(64, *sweep)
	}
	var in []Contender
	for _, c := range contenders {
		if among.MatchString(c.Name) {
			in = append(in, c)
		}
	}
	report := newReport(args, kernels)
	for _, w := range all {
		if !wanted.MatchString(w.Name) {
			continue
		}
		results, err := Measure(w, in, *rounds, *slice)
		if err != nil {
			return err
		}
		for _, r := range results {
			fmt.Fprintln(stdout, r)
		}
		report.Results = append(report.Results, results...)
	}
	if *out == "" {
		return nil
	}
	return report.write(*out)
}

func newReport(args, kernels []string) Report {
	return Report{
		Machine: fmt.Sprintf("%s, family %d model %d stepping %d", cpuid.CPU.BrandName, cpuid.CPU.Family, cpuid.CPU.Model, cpuid.CPU.Stepping),
		System:  runtime.GOOS + "/" + runtime.GOARCH,
		Go:      runtime.Version(),
		Commit:  commit(),
		Command: strings.Join(append([]string{filepath.Base(args[0])}, args[1:]...), " "),
		Date:    time.Now().UTC().Format(time.DateOnly),
		Kernels: kernels,
	}
}

// commit names the source that was measured; "+" marks changes on top.
func commit() string {
	head, err := exec.Command("git", "rev-parse", "--short=12", "HEAD").Output()
	if err != nil {
		return "unknown"
	}
	name := strings.TrimSpace(string(head))
	if changes, err := exec.Command("git", "status", "--porcelain").Output(); err != nil || len(changes) > 0 {
		name += "+"
	}
	return name
}

// write replaces the file at path.
func (r Report) write(path string) error {
	data, err := json.MarshalIndent(r, "", "\t")
	if err != nil {
		return err
	}
	tmp := path + ".tmp"
	if err := os.WriteFile(tmp, append(data, '\n'), 0o644); err != nil {
		return err
	}
	return os.Rename(tmp, path)
}

// String is one line for a person.
func (r Result) String() string {
	return fmt.Sprintf("%-38s %-16s %10.2f ns (min %10.2f) %9.1f cycles (min %9.1f) %6.2f GB/s at %.2f GHz",
		r.Workload, r.Contender, r.NsMedian, r.NsMin, r.CycMedian, r.CycMin, r.Rate(), r.GHz)
}
