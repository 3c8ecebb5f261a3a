// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashlanes/hashlanes/bench"
)

// benchTable prints results as they come, so its columns have fixed widths.
type benchTable struct {
	a    *app
	work int // width of the names of work
	by   int // and of those of contenders; 0: there is only hashlanes
}

func newBenchTable(a *app, work []bench.Work, contenders []bench.Contender) *benchTable {
	t := &benchTable{a: a, work: len("work")}
	for _, w := range work {
		t.work = max(t.work, len(w.Name))
	}
	if len(contenders) > 2 {
		for _, c := range contenders {
			t.by = max(t.by, len(c.Name))
		}
	}
	return t
}

// name is the beginning of a line.
func (t *benchTable) name(work, by string) string {
	s := fmt.Sprintf("%-*s", t.work, work)
	if t.by > 0 {
		s += fmt.Sprintf("  %-*s", t.by, by)
	}
	return s
}

// head prints what the table is of, and its headings.
func (t *benchTable) head(r *bench.Report, o bench.Options) {
	t.a.print(fmt.Sprintf("%s, %s, %s\nmedians of %d rounds, for one message, pair or link\n\n", r.Machine, r.System, r.Go, o.Rounds))
	columns := fmt.Sprintf("  %10s %10s %7s %14s %7s", "ns", "cycles", "GB/s", bench.Stdlib.Name, "ratio")
	t.a.print(t.a.paint(bold, t.name("work", "by")+columns) + "\n")
}

// rows prints the results of one workload: a line for each contender but
// crypto/sha256, which is in every line.
func (t *benchTable) rows(results []bench.Result) {
	std := ofStdlib(results)
	for _, r := range results {
		if r.Contender == bench.Stdlib.Name {
			continue
		}
		line := fmt.Sprintf("%s  %10.1f %10.0f %7.2f", t.name(r.Workload, r.Contender), r.NsMedian, r.CycMedian, r.Rate())
		if std != nil {
			ratio := std.NsMedian / r.NsMedian
			line += fmt.Sprintf(" %14.1f ", std.NsMedian) + t.a.paint(ratioColour(ratio), fmt.Sprintf("%7.2f", ratio))
		}
		if r.Quiet == "no" {
			line += " disturbed"
		}
		t.a.print(line + "\n")
	}
}

// A ratio near 1 may as well be noise.
func ratioColour(ratio float64) colour {
	switch {
	case ratio >= 1.05:
		return green
	case ratio < 0.95:
		return red
	}
	return plain
}

// benchLine is a result as JSON.
type benchLine struct {
	bench.Result
	Rate  float64 `json:"gb_per_s"`
	Ratio float64 `json:"times_crypto_sha256,omitempty"` // how many times as fast
}

func (t *benchTable) json(results []bench.Result) {
	std := ofStdlib(results)
	for _, r := range results {
		line := benchLine{Result: r, Rate: r.Rate()}
		if std != nil {
			line.Ratio = std.NsMedian / r.NsMedian
		}
		t.a.printJSON(line)
	}
}

func ofStdlib(results []bench.Result) *bench.Result {
	i := slices.IndexFunc(results, func(r bench.Result) bool { return r.Contender == bench.Stdlib.Name })
	if i < 0 {
		return nil
	}
	return &results[i]
}

// ceilings prints what the core allowed: medians over the times when it was asked.
func (t *benchTable) ceilings(results []bench.Result) {
	if len(results) == 0 {
		return
	}
	var names, texts []string
	cycles := map[string][]float64{}
	for _, r := range results {
		name := strings.TrimPrefix(r.Workload, "ceiling/")
		if cycles[name] == nil {
			names = append(names, name)
		}
		cycles[name] = append(cycles[name], r.CycMedian)
	}
	for _, name := range names {
		c := slices.Sorted(slices.Values(cycles[name]))
		texts = append(texts, fmt.Sprintf("%s %.2f", name, c[len(c)/2]))
	}
	t.a.print(t.a.paint(faint, fmt.Sprintf("\ncore at %.2f GHz; cycles of an instruction:\n%s", results[0].GHz, strings.Join(texts, ", "))) + "\n")
}
