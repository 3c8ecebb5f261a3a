// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime/metrics"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// wrong gives digests that no other contender gives.
var wrong = Contender{"wrong", func(*Workload) func(dst [][32]byte) { return func(dst [][32]byte) { dst[0][0]++ } }}

var absent = Contender{"absent", func(*Workload) func(dst [][32]byte) { return nil }}

func TestMeasureComparesDigests(t *testing.T) {
	w := Sweep(3, 100)[2]
	o := Options{Rounds: 2, Slice: time.Microsecond}
	_, err := o.Measure(w, []Contender{Stdlib, wrong})
	require.EqualError(t, err, "bench: sweep/n=3/size=100: crypto/sha256 and wrong disagree")
	results, err := o.Measure(w, []Contender{Stdlib, absent})
	require.NoError(t, err)
	require.Len(t, results, 1)
	require.Equal(t, "crypto/sha256", results[0].Contender)
	require.Equal(t, 2, results[0].Rounds)
	require.Positive(t, results[0].NsMedian)
	require.Empty(t, results[0].Quiet)
}

func TestResultTakesUndisturbedRounds(t *testing.T) {
	r := &run{workload: &Workload{Name: "w", Count: 2}}
	for range 5 {
		r.samples = append(r.samples, sample{ns: 10, ghz: 2, quiet: true}, sample{ns: 40, ghz: 2}, sample{ns: 60})
	}
	o := Options{Rounds: 7}
	got := o.result(r)
	require.Equal(t, Result{Workload: "w", Rounds: 15, Count: 2, NsMedian: 20, NsMin: 5, CycMedian: 25, CycMin: 10, GHz: 2, NsQuartiles: []float64{5, 30}, CycQuartiles: []float64{10, 40}}, got)
	o.QuietWait = time.Second
	got = o.result(r)
	require.Equal(t, Result{Workload: "w", Rounds: 5, Count: 2, NsMedian: 5, NsMin: 5, CycMedian: 10, CycMin: 10, GHz: 2, NsQuartiles: []float64{5, 5}, CycQuartiles: []float64{10, 10}, Quiet: "yes"}, got)
	r.samples = r.samples[1:]
	require.Equal(t, "no", o.result(r).Quiet)
	require.Equal(t, 14, o.result(r).Rounds)
}

func TestRatioComparesWithinRounds(t *testing.T) {
	x, y := &run{}, &run{}
	for i := range 9 { // the clock slows down all the time, and one round is disturbed
		x.samples = append(x.samples, sample{ns: float64(110 * (i + 1)), quiet: true})
		y.samples = append(y.samples, sample{ns: float64(100 * (i + 1)), quiet: true})
	}
	x.samples[4] = sample{ns: 1e6}
	require.InDelta(t, 1.1, Options{Rounds: 9}.ratio(x, y), 1e-9)
}

func TestCliffs(t *testing.T) {
	slow := Contender{"slow at 2", func(w *Workload) func(dst [][32]byte) {
		return func([][32]byte) {
			if w.Count == 2 {
				time.Sleep(5 * time.Millisecond)
			}
		}
	}}
	_, cliffs, err := Options{Rounds: 3, Slice: time.Nanosecond}.Cliffs(Sweep(3, 32), slow)
	require.NoError(t, err)
	require.NotEmpty(t, cliffs)
	require.Equal(t, "sweep/n=2/size=32", cliffs[len(cliffs)-1].Workload)
}

func TestMainWritesReport(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.json")
	var out bytes.Buffer
	err := Main([]string{"lanebench", "-match", "^pairs/n=2$", "-rounds", "1", "-slice", "1us", "-out", path}, &out, []string{"k"}, []Contender{Stdlib})
	require.NoError(t, err)
	require.Contains(t, out.String(), "pairs/n=2")
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	var r Report
	require.NoError(t, json.Unmarshal(data, &r))
	require.Equal(t, []string{"k"}, r.Kernels)
	require.Len(t, r.Results, 1)
	require.Len(t, r.Ceilings, len(Ceilings("", Options{Rounds: 1}))*2)
}

func TestQuantile(t *testing.T) {
	h := &metrics.Float64Histogram{Counts: []uint64{0, 98, 1, 0, 1}, Buckets: []float64{0, 1, 2, 3, 4, 5}}
	require.Equal(t, 2.0, quantile(h, 0.5))
	require.Equal(t, 3.0, quantile(h, 0.99))
	require.Equal(t, 5.0, quantile(h, 1))
}
