// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

// Command lanebench measures the workloads of package bench.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/hashlanes/hashlanes"
	"github.com/hashlanes/hashlanes/bench"
)

func main() {
	match := flag.String("match", "", "only workloads whose name contains this")
	rounds := flag.Int("rounds", 31, "rounds")
	slice := flag.Duration("slice", 300*time.Microsecond, "time of one contender in a round")
	sweep := flag.Int("sweep", 0, "instead: equal messages of this size, n = 1..64")
	solo := flag.Bool("solo", false, "leave out crypto/sha256")
	flag.Parse()
	e, err := hashlanes.NewEngine()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	contenders := []bench.Contender{bench.Hashlanes("hashlanes", e)}
	if !*solo {
		contenders = append(contenders, bench.Stdlib)
	}
	all := bench.Workloads()
	if *sweep > 0 {
		all = bench.Sweep(64, *sweep)
	}
	for _, w := range all {
		if !strings.Contains(w.Name, *match) {
			continue
		}
		results, err := bench.Measure(w, contenders, *rounds, *slice)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		for _, r := range results {
			fmt.Printf("%-40s %-14s %9.2f ns (min %9.2f) %9.1f cyc (min %9.1f) at4GHz %8.2f  %6.2f GB/s  %.2f GHz\n", r.Workload, r.Contender, r.NsMedian, r.NsMin, r.CycMedian, r.CycMin, r.CycMedian/4, r.Rate(), r.GHz)
		}
	}
}
