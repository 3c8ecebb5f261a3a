// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/hashlanes/hashlanes/bench"
)

// tuning is what --tune prints as JSON.
type tuning struct {
	Machine string        `json:"machine"`
	System  string        `json:"system"`
	Go      string        `json:"go"`
	Commit  string        `json:"commit"`
	Date    string        `json:"date"`
	Prices  []bench.Price `json:"prices"`
}

// runTune prints the costs of passes.
func (b *benchRun) runTune(ctx context.Context) {
	b.a.bar.startWork(int64(bench.TuneSteps()))
	var ghz float64
	prices, err := bench.Tune(ctx, b.options, func(results []bench.Result) {
		ghz = results[0].GHz
		b.a.bar.done.Add(1)
	})
	b.a.bar.stop()
	if err != nil {
		if ctx.Err() == nil {
			b.a.complain(strings.TrimPrefix(err.Error(), "bench: "))
		}
		return
	}
	r := bench.NewReport(b.args, nil)
	if b.a.asJSON {
		b.a.printJSON(tuning{r.Machine, r.System, r.Go, r.Commit, r.Date, prices})
		return
	}
	b.a.print(fmt.Sprintf("// %s, %s, %s, commit %s, %s:\n", r.Machine, r.System, r.Go, r.Commit, r.Date))
	b.a.print(fmt.Sprintf("// %s, %d rounds of %v, at %.2f GHz.\n", r.Command, b.options.Rounds, b.options.Slice.Round(time.Microsecond), ghz))
	b.a.print("// Core cycles of one pass: blocks, pairs, nodes, short, digests, links.\n" + bench.FormatPrices(prices))
}
