// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/klauspost/cpuid/v2"

	"github.com/hashlanes/hashlanes/internal/replace"
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
	// Ceilings is what the core allowed before, in the middle of and after the run.
	Ceilings []Result `json:"ceilings,omitempty"`
	Results  []Result `json:"results"`
}

// NewReport is a report without results of this machine, now. args is the command
// line, and kernels the names of those in use.
func NewReport(args, kernels []string) *Report {
	return &Report{
		Machine: fmt.Sprintf("%s, family %d model %d stepping %d", cpuid.CPU.BrandName, cpuid.CPU.Family, cpuid.CPU.Model, cpuid.CPU.Stepping),
		System:  runtime.GOOS + "/" + runtime.GOARCH,
		Go:      runtime.Version(),
		Commit:  commit(),
		Command: strings.Join(append([]string{filepath.Base(args[0])}, args[1:]...), " "),
		Date:    time.Now().UTC().Format(time.DateOnly),
		Kernels: kernels,
	}
}

// commit names the source that was measured: as the program was built, or, for go run
// and go test, as it is here. "+" marks changes on top.
func commit() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
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

// Write replaces the file at path, or makes it; it is never seen half-written.
func (r *Report) Write(path string) error {
	data, err := json.MarshalIndent(r, "", "\t")
	if err != nil {
		return err
	}
	return replace.File(path, append(data, '\n'))
}

// String is one line for a person.
func (r Result) String() string {
	s := fmt.Sprintf("%-38s %-17s %10.2f ns (min %10.2f) %9.2f cycles (min %9.2f) at %.2f GHz",
		r.Workload, r.Contender, r.NsMedian, r.NsMin, r.CycMedian, r.CycMin, r.GHz)
	if r.Bytes > 0 {
		s += fmt.Sprintf(" %6.2f GB/s", r.Rate())
	}
	if r.Quiet == "no" {
		s += " disturbed"
	}
	return s
}
