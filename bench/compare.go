// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
)

// Read reads a file that [Report.Write] wrote. The error of a file that cannot be read
// is an [fs.PathError]; any other says what is wrong in the file, and in which line or
// result.
func Read(path string) (*Report, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var r Report
	if err := json.Unmarshal(data, &r); err != nil {
		return nil, fmt.Errorf("not saved results: %w", where(data, err))
	}
	if len(r.Results) == 0 {
		return nil, errors.New("not saved results: there are none in it")
	}
	for i, x := range r.Results {
		if err := x.check(); err != nil {
			return nil, fmt.Errorf("result %d (%q by %q): %w", i+1, x.Workload, x.Contender, err)
		}
	}
	return &r, nil
}

// where adds to an error of package json the line that it is about.
func where(data []byte, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	var at int64
	switch {
	case errors.As(err, &syntax):
		at = syntax.Offset
	case errors.As(err, &kind):
		at = kind.Offset
	default:
		return err
	}
	line := 1 + bytes.Count(data[:min(at, int64(len(data)))], []byte("\n"))
	return fmt.Errorf("line %d: %w", line, err)
}

// Has tells whether there is a result for a workload.
func (r *Report) Has(workload string) bool {
	return slices.ContainsFunc(r.Results, func(x Result) bool { return x.Workload == workload })
}

func (r *Result) check() error {
	switch {
	case r.Workload == "":
		return errors.New("the workload has no name")
	case r.Contender == "":
		return errors.New("the contender has no name")
	case r.Count <= 0:
		return fmt.Errorf("count is %d, want at least 1", r.Count)
	case !(r.NsMedian > 0):
		return fmt.Errorf("ns_median is %v, want more than 0", r.NsMedian)
	}
	return nil
}

// Verdict says how a result differs from a saved one.
type Verdict string

// The verdicts.
const (
	Same    Verdict = "same"    // within noise
	Faster  Verdict = "faster"  // beyond noise
	Slower  Verdict = "slower"  // beyond noise
	Missing Verdict = "missing" // saved, but not measured now
	New     Verdict = "new"     // measured now, but not saved
)

// A difference is noise if it is below minChange, or if the middle halves of the
// rounds then and now overlap. Without quartiles it is noise below unknownNoise.
const (
	minChange    = 0.03
	unknownNoise = 0.10
)

// Change is what became of one workload of one contender.
type Change struct {
	Workload  string  `json:"workload"`
	Contender string  `json:"contender"`
	Then      float64 `json:"then,omitempty"` // median of the saved results
	Now       float64 `json:"now,omitempty"`
	Unit      string  `json:"unit"`            // of both: "cycles" if both sides know them, which the clock does not move, else "ns"
	Ratio     float64 `json:"ratio,omitempty"` // Now / Then, so over 1 is slower
	Verdict   Verdict `json:"verdict"`
}

// Compare matches results with saved ones: first what is in then, in that order, then
// what is only in now. Where crypto/sha256 did the same work and its time changed too,
// a contender is faster or slower only if it changed by over 3 % more: the rest is the
// machine's.
func Compare(then, now []Result) (changes []Change) {
	saved, measured := index(then), index(now)
	for i, r := range then {
		k := key{r.Workload, r.Contender}
		if saved[k] != &then[i] {
			continue // there are two of them
		}
		n := measured[k]
		if n == nil {
			changes = append(changes, Change{Workload: r.Workload, Contender: r.Contender, Then: r.NsMedian, Unit: "ns", Verdict: Missing})
			continue
		}
		c := compare(&then[i], n)
		std := key{r.Workload, Stdlib.Name}
		if s, n := saved[std], measured[std]; s != nil && n != nil && k != std {
			c.allow(compare(s, n).Ratio)
		}
		changes = append(changes, c)
	}
	for _, r := range now {
		if saved[key{r.Workload, r.Contender}] == nil {
			changes = append(changes, Change{Workload: r.Workload, Contender: r.Contender, Now: r.NsMedian, Unit: "ns", Verdict: New})
		}
	}
	return changes
}

// key tells results apart.
type key struct{ workload, contender string }

// index finds results; the first counts where there are two.
func index(results []Result) map[key]*Result {
	m := map[key]*Result{}
	for i, r := range results {
		if k := (key{r.Workload, r.Contender}); m[k] == nil {
			m[k] = &results[i]
		}
	}
	return m
}

// allow takes back a verdict that the machine explains, on which other work of the same
// kind takes ratio times as long as it did.
func (c *Change) allow(ratio float64) {
	if c.Verdict == Slower && c.Ratio <= max(ratio, 1)*(1+minChange) || c.Verdict == Faster && c.Ratio >= min(ratio, 1)/(1+minChange) {
		c.Verdict = Same
	}
}

func compare(then, now *Result) Change {
	c := Change{Workload: now.Workload, Contender: now.Contender, Then: then.NsMedian, Now: now.NsMedian, Unit: "ns", Verdict: Same}
	q, p := then.NsQuartiles, now.NsQuartiles
	if then.CycMedian > 0 && now.CycMedian > 0 {
		c.Then, c.Now, c.Unit = then.CycMedian, now.CycMedian, "cycles"
		q, p = then.CycQuartiles, now.CycQuartiles
	}
	c.Ratio = c.Now / c.Then
	slower, faster := c.Ratio > 1+minChange, c.Ratio < 1/(1+minChange)
	if len(q) == 2 && len(p) == 2 {
		slower, faster = slower && p[0] > q[1], faster && p[1] < q[0]
	} else {
		slower, faster = c.Ratio > 1+unknownNoise, c.Ratio < 1/(1+unknownNoise)
	}
	switch {
	case slower:
		c.Verdict = Slower
	case faster:
		c.Verdict = Faster
	}
	return c
}
