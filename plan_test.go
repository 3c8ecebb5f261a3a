// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write testdata/plan.golden instead of comparing with it")

// planCase is a table that plans are made for.
type planCase struct {
	name string
	rows []kernel
}

// planCases are made-up machines, so that plans can be read and compared on
// every machine: widths and costs as they occur together.
func planCases() []planCase {
	row := func(lanes, price int) kernel { return priced(lanesKernel(lanes), price) }
	return []planCase{
		{"portable alone", []kernel{portable}},
		{"one wide kernel", []kernel{row(8, 1180), priced(portable, 900)}},
		{"wide, half, streams", []kernel{row(16, 900), row(8, 650), row(4, 400), row(2, 220), row(1, 135), priced(portable, 1000)}},
		{"streams only", []kernel{row(4, 400), row(3, 305), row(2, 220), row(1, 135), priced(portable, 1000)}},
		{"the narrow is the best", []kernel{row(16, 1000), row(4, 200), priced(portable, 100)}},
		{"very wide", []kernel{row(32, 1500), row(3, 305), priced(portable, 700)}},
	}
}

// realCases are the tables of this build: all kernels, those this machine can
// run, and each alone.
func realCases() []planCase {
	table := unchecked()
	cases := []planCase{{"all kernels of the build", table.rows}, {"this machine", defaultEngine().rows}}
	for _, k := range table.rows {
		cases = append(cases, planCase{k.name + " alone", []kernel{k, portable}})
	}
	return cases
}

// steps takes n messages apart as the driver does.
func (t *planTable) steps(n int) (all []step) {
	for n > 0 {
		s := t.next(n)
		all = append(all, s)
		n -= s.n
	}
	return all
}

// planCost is the price of n messages by a plan.
func planCost(s shape, t *planTable, n int) (total int) {
	for _, step := range t.steps(n) {
		total += passes(step.n, step.k.lanes) * step.k.cost[s]
	}
	return total
}

func passes(n, lanes int) int { return (n + lanes - 1) / lanes }

// TestPlanSteps finds plans that lose messages, and kernels without the function.
func TestPlanSteps(t *testing.T) {
	for _, c := range append(planCases(), realCases()...) {
		for s := range numShapes {
			table := plan(c.rows, s)
			for n := range 5 * planWindow {
				sum := 0
				for _, step := range table.steps(n) {
					k := step.k
					require.True(t, k.can(s), "%s: %s of %d by %s", c.name, s, n, k.name)
					require.Positive(t, step.n, "%s: %s of %d by %s", c.name, s, n, k.name)
					sum += step.n
				}
				require.Equal(t, n, sum, "%s: %s", c.name, s)
			}
		}
	}
}

// TestPlanCost finds cliffs: a plan may not cost more than the plan for one
// message more, nor than any single kernel would.
func TestPlanCost(t *testing.T) {
	for _, c := range append(planCases(), realCases()...) {
		for s := range numShapes {
			table := plan(c.rows, s)
			last := 0
			for n := 1; n < 5*planWindow; n++ {
				cost := planCost(s, &table, n)
				require.GreaterOrEqual(t, cost, last, "%s: %s: %d messages cost less than %d", c.name, s, n, n-1)
				last = cost
				for i := range c.rows {
					if k := &c.rows[i]; k.can(s) {
						require.LessOrEqual(t, cost, passes(n, k.lanes)*k.cost[s], "%s: %s: %d messages would be cheaper on %s", c.name, s, n, k.name)
					}
				}
			}
		}
	}
}

// printPlans writes the plan of every count up to planWindow. Shapes with the
// same plans share them.
func printPlans(c planCase) string {
	var b strings.Builder
	fmt.Fprintf(&b, "== %s\n", c.name)
	var shapes []string
	for s := range numShapes {
		shapes = append(shapes, s.String())
		plans := plansOf(c.rows, s)
		if s+1 < numShapes && plans == plansOf(c.rows, s+1) {
			continue
		}
		fmt.Fprintf(&b, "%s: %s", strings.Join(shapes, ", "), plans)
		shapes = nil
	}
	return b.String()
}

// plansOf is the plan of every count for one shape, a line each.
func plansOf(rows []kernel, s shape) string {
	var b strings.Builder
	table := plan(rows, s)
	fmt.Fprintf(&b, "above %d messages %s\n", planWindow, table.bulk.name)
	for n := 1; n <= planWindow; n++ {
		var parts []string
		for _, step := range table.steps(n) {
			parts = append(parts, fmt.Sprintf("%d %s", step.n, step.k.name))
		}
		fmt.Fprintf(&b, "  %2d: %s\n", n, strings.Join(parts, ", "))
	}
	return b.String()
}

// TestPlanGolden finds plans that change unseen. After a change that is meant,
// go test -run PlanGolden -update writes the new ones.
func TestPlanGolden(t *testing.T) {
	comparePlans(t, "testdata/plan.golden", planCases())
}

// comparePlans compares the plans for tables with those in a file.
func comparePlans(t *testing.T, name string, cases []planCase) {
	t.Helper()
	var b strings.Builder
	for _, c := range cases {
		b.WriteString(printPlans(c))
	}
	if *update {
		require.NoError(t, os.WriteFile(name, []byte(b.String()), 0o666))
	}
	want, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, strings.ReplaceAll(string(want), "\r\n", "\n"), b.String())
}
