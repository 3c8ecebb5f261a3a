// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"strings"

	"github.com/hashlanes/hashlanes/bench"
)

// run measures and prints.
func (b *benchRun) run(ctx context.Context) {
	if b.tune {
		b.runTune(ctx)
		return
	}
	b.table = newBenchTable(b.a, b.session.Work, b.session.Contenders)
	b.session.Each = b.each
	if b.saved == nil && !b.a.asJSON {
		b.table.head(b.session.Report, b.options)
		b.a.flush()
	}
	b.a.bar.startWork(int64(len(b.session.Work)))
	if err := b.session.Run(ctx); err != nil {
		if ctx.Err() == nil {
			b.a.complain(strings.TrimPrefix(err.Error(), "bench: "))
		}
		return
	}
	b.a.bar.stop()
	b.finish()
}

// each prints the results of one workload as they come.
func (b *benchRun) each(results []bench.Result) {
	if len(results) == 0 || strings.HasPrefix(results[0].Workload, "ceiling/") {
		return
	}
	b.a.bar.done.Add(1)
	switch {
	case b.saved != nil || strings.HasPrefix(results[0].Workload, "curve/"):
	case b.a.asJSON:
		b.table.json(results)
	default:
		b.table.rows(results)
	}
	b.a.flush()
}

// finish prints what comes after the table, and writes the files.
func (b *benchRun) finish() {
	report := b.session.Report
	switch {
	case b.saved != nil:
		b.printChanges()
	case !b.a.asJSON:
		b.table.ceilings(report.Ceilings)
	}
	b.a.flush()
	if b.out != "" {
		if err := report.Write(b.out); err != nil {
			b.a.fail(b.out, err)
		}
	}
	for _, file := range []string{b.svg, b.png} {
		if file == "" {
			continue
		}
		if err := drawChart(file, file == b.svg, report); err != nil {
			b.a.fail(file, err)
		}
	}
}
