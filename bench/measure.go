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
	Rounds    int     `json:"rounds"`
	Count     int     `json:"count"` // units of one call
	Bytes     int64   `json:"bytes"` // of one call
	NsMedian  float64 `json:"ns_median"`
	NsMin     float64 `json:"ns_min"`
	CycMedian float64 `json:"cycles_median"`
	CycMin    float64 `json:"cycles_min"`
	GHz       float64 `json:"ghz_median"`
}

// Rate is the throughput in GB/s (10^9 bytes) at the median time.
func (r *Result) Rate() float64 { return float64(r.Bytes) / float64(r.Count) / r.NsMedian }

// Measure runs rounds in which the contenders take turns, each for about slice,
// and checks first that they agree on the digests.
func Measure(w *Workload, contenders []Contender, rounds int, slice time.Duration) ([]Result, error) {
	runs, err := bind(w, contenders, slice)
	if err != nil {
		return nil, err
	}
	for range rounds {
		for i := range runs {
			runs[i].round()
		}
	}
	var results []Result
	for i := range runs {
		results = append(results, runs[i].result(w, rounds))
	}
	return results, nil
}

type run struct {
	name string
	call func()
	reps int
	ns   []float64
	cyc  []float64
	ghz  []float64
}

// bind readies the contenders that can do w and compares their digests.
func bind(w *Workload, contenders []Contender, slice time.Duration) ([]*run, error) {
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
		r := &run{name: c.Name, call: func() { f(dst) }, reps: 1}
		for t := r.time(); t < slice; t = r.time() {
			r.reps = max(r.reps*2, int(float64(r.reps)*float64(slice)/float64(max(t, 1))))
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

// round times one slice between two looks at the clock, and drops it when the
// clock moved meanwhile.
func (r *run) round() {
	before := GHz()
	t := r.time()
	after := GHz()
	ns := float64(t) / float64(r.reps)
	r.ns = append(r.ns, ns)
	if before/after < 1.03 && after/before < 1.03 {
		g := (before + after) / 2
		r.cyc = append(r.cyc, ns*g)
		r.ghz = append(r.ghz, g)
	}
}

func (r *run) result(w *Workload, rounds int) Result {
	unit := float64(w.Count)
	return Result{
		Workload: w.Name, Contender: r.name, Rounds: rounds, Count: w.Count, Bytes: w.Bytes,
		NsMedian: median(r.ns) / unit, NsMin: least(r.ns) / unit,
		CycMedian: median(r.cyc) / unit, CycMin: least(r.cyc) / unit, GHz: median(r.ghz),
	}
}

// GHz measures the core's clock: the fastest of three chains of dependent
// multiplications, each with a latency of three cycles on every x86-64 core
// since 2008 and on the arm64 cores that matter here.
func GHz() float64 {
	const n, latency = 4000, 3
	best := time.Duration(1 << 62)
	for range 3 {
		start := time.Now()
		x := sink | 1
		for range n {
			x *= 0x9e3779b97f4a7c15
		}
		sink = x
		best = min(best, time.Since(start))
	}
	return n * latency / float64(best)
}

var sink uint64

func median(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	s := slices.Sorted(slices.Values(v))
	return (s[(len(s)-1)/2] + s[len(s)/2]) / 2
}

func least[T cmp.Ordered](v []T) (zero T) {
	if len(v) == 0 {
		return zero
	}
	return slices.Min(v)
}
