// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"github.com/hashlanes/hashlanes"
	"github.com/hashlanes/hashlanes/internal/cpu"
)

// tuneShape is a kind of work that the plan has a price for, in the order of the
// prices in costs_amd64.go.
type tuneShape struct {
	name  string
	steps float64 // of a unit, which the price is for
	make  func(g generator, n int) *Workload
}

// Messages of block steps are long: what a message costs beside its passes is the same
// with every kernel.
var tuneShapes = []tuneShape{
	{"blocks", 64, func(g generator, n int) *Workload { return g.many(g.equal(n, 64*64-9)) }},
	{"pairs", 1, func(g generator, n int) *Workload { return g.pairs(n, 0) }},
	{"nodes", 1, func(g generator, n int) *Workload { return g.pairs(n, 1) }},
	{"short", 1, func(g generator, n int) *Workload { return g.many(g.equal(n, 40)) }},
	{"digests", 1, func(g generator, n int) *Workload { return g.many(g.equal(n, 32)) }},
	{"links", 1, func(g generator, n int) *Workload { // a link is a unit
		return g.chains(n, func(int) uint64 { return 64 })
	}},
}

// Price is what passes of one kernel cost on this machine: what the plan of the engine
// weighs kernels by.
type Price struct {
	Kernel string             `json:"kernel"`
	Lanes  int                `json:"lanes"`
	Cycles map[string]float64 `json:"cycles"` // of the core, for one pass, by shape
}

// TuneSteps is how often Tune calls each.
func TuneSteps() int { return len(tuneShapes) }

// Tune measures the price of a pass for every kernel that can run here, each by itself,
// and every shape of work. The kernels take turns and must agree on the digests. each,
// if not nil, is called after every shape. The error is that of ctx, between shapes, or
// a disagreement.
func Tune(ctx context.Context, o Options, each func(results []Result)) ([]Price, error) {
	var prices []Price
	var contenders []Contender
	n := 1
	for _, k := range hashlanes.Kernels() {
		e, err := hashlanes.NewEngine(hashlanes.WithKernels(k.Name))
		if err != nil {
			continue
		}
		prices = append(prices, Price{k.Name, k.Lanes, map[string]float64{}})
		contenders = append(contenders, Hashlanes(k.Name, e))
		n = lcm(n, k.Lanes)
	}
	g := generator{rand.New(rand.NewPCG(7, 8))}
	for _, s := range tuneShapes {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		w := s.make(g, n)
		w.Name = "tune/" + s.name
		results, err := o.Measure(w, contenders)
		if err != nil {
			return nil, err
		}
		for i := range prices {
			// All passes are full, as n is a multiple of the lanes.
			prices[i].Cycles[s.name] = results[i].CycMedian / s.steps * float64(prices[i].Lanes)
		}
		if each != nil {
			each(results)
		}
	}
	return prices, nil
}

func lcm(a, b int) int {
	gcd, rest := a, b
	for rest != 0 {
		gcd, rest = rest, gcd%rest
	}
	return a / gcd * b
}

// classNames are the classes of processors as source code spells them.
var classNames = map[cpu.Class]string{
	cpu.Generic: "Generic", cpu.IntelAVX2: "IntelAVX2", cpu.IntelSkylakeX: "IntelSkylakeX", cpu.IntelAVX512: "IntelAVX512", cpu.IntelSHA: "IntelSHA",
	cpu.Zen2: "Zen2", cpu.Zen3: "Zen3", cpu.Zen4: "Zen4", cpu.Zen5: "Zen5", cpu.Apple: "Apple", cpu.ARMv8: "ARMv8", cpu.ARMv9: "ARMv9",
}

// FormatPrices writes prices as rows for the tables of costs in the source
// (costs_amd64.go), with the name of the kernel after each.
func FormatPrices(prices []Price) string {
	var b strings.Builder
	class := classNames[cpu.Detect().Class]
	for _, p := range prices {
		var costs []string
		for _, s := range tuneShapes {
			costs = append(costs, fmt.Sprint(int(math.Round(p.Cycles[s.name]))))
		}
		fmt.Fprintf(&b, "cpu.%s: {%s}, // %s\n", class, strings.Join(costs, ", "), p.Kernel)
	}
	return b.String()
}
