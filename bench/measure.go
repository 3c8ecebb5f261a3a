// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// Contender is one way to do workloads.
type Contender struct {
	Name string
	// Bind readies the work of w; the function it returns does it once and puts
	// the digests in dst. It is nil where the contender has no such call.
	Bind func(w *Workload) func(dst [][32]byte)
}

// Result is what one contender took for one workload. Times are for one unit
// of the workload (a message, a pair, a link).
type Result struct {
	Workload  string  `json:"workload"`
	Contender string  `json:"contender"`
	Rounds    int     `json:"rounds"` // that the figures are from
	Count     int     `json:"count"`  // units of one call
	Bytes     int64   `json:"bytes"`  // of one call
	NsMedian  float64 `json:"ns_median"`
	NsMin     float64 `json:"ns_min"`
	CycMedian float64 `json:"cycles_median"`
	CycMin    float64 `json:"cycles_min"`
	GHz       float64 `json:"ghz_median"`
	// NsQuartiles and CycQuartiles are the first and third quartile of the rounds: half
	// of them lie between. Files of earlier versions lack them.
	NsQuartiles  []float64 `json:"ns_quartiles,omitempty"`
	CycQuartiles []float64 `json:"cycles_quartiles,omitempty"`
	// Quiet says how the rounds were chosen: "" if nobody looked, "yes" if these are
	// the undisturbed ones, "no" if there were fewer than five such and these are all.
	Quiet string `json:"quiet,omitempty"`
}

// Rate is the throughput in GB/s (10^9 bytes) at the median time.
func (r *Result) Rate() float64 { return float64(r.Bytes) / float64(r.Count) / r.NsMedian }

// Options say how to measure.
type Options struct {
	Rounds int           // in each of which the contenders take turns
	Slice  time.Duration // about the time of a contender in a round
	// QuietWait, if not 0, is how long at most to wait, for a workload, until every
	// contender had Rounds rounds in which nobody disturbed the core.
	QuietWait time.Duration
}

// Measure times the contenders on w and checks first that they agree on the
// digests.
func (o Options) Measure(w *Workload, contenders []Contender) ([]Result, error) {
	runs, err := o.bind(w, contenders)
	if err != nil {
		return nil, err
	}
	return o.measure(runs), nil
}

// run is a contender with a workload.
type run struct {
	workload *Workload
	name     string
	call     func()
	reps     int // calls of a slice
	samples  []sample
}

// sample is what one slice gave.
type sample struct {
	ns    float64 // of a call
	ghz   float64 // of the core, or 0 if that changed meanwhile
	quiet bool    // the core was undisturbed before and after; false if nobody looked
}

func (o Options) measure(runs []*run) (results []Result) {
	o.rounds(runs)
	for _, r := range runs {
		results = append(results, o.result(r))
	}
	return results
}

// rounds has the runs take turns until all have the samples they need, or the
// time to wait for them is over.
func (o Options) rounds(runs []*run) {
	for range o.Rounds {
		for _, r := range runs {
			r.slice(o.QuietWait > 0)
		}
	}
	for end := time.Now().Add(o.QuietWait); time.Now().Before(end) && !o.enough(runs); {
		if !quiet(GHz()) {
			time.Sleep(time.Millisecond)
			continue
		}
		for _, r := range runs {
			r.slice(true)
		}
	}
}

func (o Options) enough(runs []*run) bool {
	for _, r := range runs {
		if len(r.undisturbed()) < o.Rounds {
			return false
		}
	}
	return true
}

// fewest is the least number of undisturbed rounds that a figure is taken from.
const fewest = 5

func (r *run) undisturbed() (s []sample) {
	for _, x := range r.samples {
		if x.quiet {
			s = append(s, x)
		}
	}
	return s
}

// bind readies the contenders that can do w and compares their digests.
func (o Options) bind(w *Workload, contenders []Contender) ([]*run, error) {
	var runs []*run
	var want [][32]byte
	for _, c := range contenders {
		f := c.Bind(w)
		if f == nil {
			continue
		}
		dst := make([][32]byte, w.Digests())
		f(dst)
		if want == nil {
			want = dst
		} else if !slices.Equal(want, dst) {
			return nil, fmt.Errorf("bench: %s: %s and %s disagree", w.Name, runs[0].name, c.Name)
		}
		r := &run{workload: w, name: c.Name, call: func() { f(dst) }, reps: 1}
		for t := r.time(); t < o.Slice; t = r.time() {
			r.reps = max(r.reps+1, int(float64(r.reps)*float64(o.Slice)/float64(max(t, 1))))
		}
		runs = append(runs, r)
	}
	return runs, nil
}

func (r *run) time() time.Duration {
	start := time.Now()
	for range r.reps {
		r.call()
	}
	return time.Since(start)
}

// slice takes a sample between two looks at the core.
func (r *run) slice(look bool) {
	before := GHz()
	quietBefore := look && quiet(before)
	t := r.time()
	quietAfter := quietBefore && quiet(before)
	after := GHz()
	s := sample{ns: float64(t) / float64(r.reps)}
	if before/after < 1.03 && after/before < 1.03 {
		s.ghz = (before + after) / 2
		s.quiet = quietAfter
	}
	r.samples = append(r.samples, s)
}

func (o Options) result(r *run) Result {
	samples, quiet := r.samples, ""
	if o.QuietWait > 0 {
		quiet = "no"
		if u := r.undisturbed(); len(u) >= min(o.Rounds, fewest) {
			samples, quiet = u, "yes"
		}
	}
	var ns, cyc, ghz []float64
	for _, s := range samples {
		ns = append(ns, s.ns)
		if s.ghz > 0 {
			cyc, ghz = append(cyc, s.ns*s.ghz), append(ghz, s.ghz)
		}
	}
	w, unit := r.workload, float64(r.workload.Count)
	return Result{
		Workload: w.Name, Contender: r.name, Rounds: len(samples), Count: w.Count, Bytes: w.Bytes,
		NsMedian: median(ns) / unit, NsMin: least(ns) / unit,
		CycMedian: median(cyc) / unit, CycMin: least(cyc) / unit, GHz: median(ghz), Quiet: quiet,
		NsQuartiles: quartiles(ns, unit), CycQuartiles: quartiles(cyc, unit),
	}
}

func median(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	s := slices.Sorted(slices.Values(v))
	return (s[(len(s)-1)/2] + s[len(s)/2]) / 2
}

// quartiles are the first and the third quartile of v, divided by unit.
func quartiles(v []float64, unit float64) []float64 {
	if len(v) == 0 {
		return nil
	}
	s := slices.Sorted(slices.Values(v))
	return []float64{s[(len(s)-1)/4] / unit, s[len(s)-1-(len(s)-1)/4] / unit}
}

func least[T cmp.Ordered](v []T) (zero T) {
	if len(v) == 0 {
		return zero
	}
	return slices.Min(v)
}
