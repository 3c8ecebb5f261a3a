// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/hashlanes/hashlanes"
	"github.com/hashlanes/hashlanes/bench"
)

// read reads the results to compare with, as far as they are wanted. Kernels that were
// measured alone then are measured alone now, if they can run. It reports errors, and
// whether it read them.
func (b *benchRun) read(wanted *regexp.Regexp) bool {
	saved, err := bench.Read(b.compare)
	if err != nil {
		b.a.fail(b.compare, err)
		return false
	}
	b.saved = saved
	b.saved.Results = slices.DeleteFunc(b.saved.Results, func(r bench.Result) bool { return !wanted.MatchString(r.Workload) })
	for _, k := range hashlanes.Kernels() {
		alone := func(r bench.Result) bool { return r.Contender == only+k.Name }
		if k.Available && slices.ContainsFunc(b.saved.Results, alone) && !slices.Contains(b.kernels, k.Name) {
			b.kernels = append(b.kernels, k.Name)
		}
	}
	return true
}

var verdictColours = map[bench.Verdict]colour{bench.Faster: green, bench.Slower: red, bench.Missing: yellow, bench.New: yellow}

// printChanges prints how the results differ from the saved ones.
func (b *benchRun) printChanges() {
	changes := bench.Compare(b.saved.Results, b.session.Report.Results)
	if b.a.asJSON {
		for _, c := range changes {
			b.a.printJSON(c)
		}
		return
	}
	b.printOrigin()
	t := &benchTable{a: b.a, work: len("work"), by: len("by")}
	for _, c := range changes {
		t.work, t.by = max(t.work, len(c.Workload)), max(t.by, len(c.Contender))
	}
	b.a.print(b.a.paint(bold, t.name("work", "by")+fmt.Sprintf("  %10s %10s %-6s %8s", "then", "now", "", "change")) + "\n")
	counts := map[bench.Verdict]int{}
	for _, c := range changes {
		counts[c.Verdict]++
		line := t.name(c.Workload, c.Contender) + fmt.Sprintf("  %10s %10s %-6s", number(c.Then), number(c.Now), c.Unit)
		if c.Ratio > 0 {
			line += fmt.Sprintf(" %+7.1f%%", 100*(c.Ratio-1))
		}
		if c.Verdict != bench.Same {
			line += "  " + b.a.paint(verdictColours[c.Verdict], string(c.Verdict))
		}
		b.a.print(line + "\n")
	}
	var summary []string
	for _, v := range []bench.Verdict{bench.Slower, bench.Faster, bench.Same, bench.Missing, bench.New} {
		if counts[v] > 0 {
			summary = append(summary, fmt.Sprintf("%d %s", counts[v], v))
		}
	}
	b.a.print(strings.Join(summary, ", ") + "\n")
}

// printOrigin says where the saved results are from, if not from here.
func (b *benchRun) printOrigin() {
	then, now := b.saved, b.session.Report
	for _, field := range [][3]string{{"machine", then.Machine, now.Machine}, {"system", then.System, now.System}, {"Go", then.Go, now.Go}, {"commit", then.Commit, now.Commit}} {
		if field[1] != field[2] {
			b.a.print(fmt.Sprintf("another %s: then %s, now %s\n", field[0], printable(field[1]), printable(field[2])))
		}
	}
}

// number is a figure, or a dash for one that is missing.
func number(v float64) string {
	if v == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f", v)
}
