// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// saved is a result of 100 cycles and 50 ns, whose rounds lie within 2 %.
func saved(workload string) Result {
	return Result{
		Workload: workload, Contender: "c", Rounds: 9, Count: 1, Bytes: 64, NsMedian: 50, NsMin: 49, CycMedian: 100, CycMin: 98, GHz: 2,
		NsQuartiles: []float64{49, 51}, CycQuartiles: []float64{98, 102},
	}
}

// slower is r, slower by a factor.
func (r Result) slower(factor float64) Result {
	r.NsQuartiles, r.CycQuartiles = slices.Clone(r.NsQuartiles), slices.Clone(r.CycQuartiles)
	for _, v := range []*float64{&r.NsMedian, &r.NsMin, &r.CycMedian, &r.CycMin} {
		*v *= factor
	}
	for i := range r.NsQuartiles {
		r.NsQuartiles[i] *= factor
		r.CycQuartiles[i] *= factor
	}
	return r
}

func TestCompare(t *testing.T) {
	vague := saved("vague")
	vague.NsQuartiles, vague.CycQuartiles = nil, nil
	then := []Result{saved("same"), saved("regression"), saved("gain"), saved("close"), saved("gone"), vague, saved("clock")}
	clock := saved("clock") // the same cycles in twice the time
	clock.NsMedian, clock.GHz = 100, 1
	noisy := saved("close").slower(1.05)
	noisy.CycQuartiles[0] = 101
	now := []Result{saved("same").slower(1.02), saved("regression").slower(1.2), saved("gain").slower(0.8), noisy, vague.slower(1.09), clock, saved("more")}

	var got []string
	for _, c := range Compare(then, now) {
		require.Equal(t, "c", c.Contender)
		got = append(got, c.Workload+" "+string(c.Verdict))
	}
	require.Equal(t, []string{"same same", "regression slower", "gain faster", "close same", "gone missing", "vague same", "clock same", "more new"}, got)

	changes := Compare(then, now)
	require.Equal(t, Change{Workload: "regression", Contender: "c", Then: 100, Now: 120, Unit: "cycles", Ratio: 1.2, Verdict: Slower}, changes[1])
	require.Equal(t, Change{Workload: "gone", Contender: "c", Then: 50, Unit: "ns", Verdict: Missing}, changes[4])
	require.Equal(t, Slower, compare(&vague, &[]Result{vague.slower(1.11)}[0]).Verdict)
	vague.CycMedian = 0
	require.Equal(t, "ns", compare(&vague, &vague).Unit)
}

// What crypto/sha256 lost too is the machine's fault.
func TestCompareAllowsForTheMachine(t *testing.T) {
	std := saved("w")
	std.Contender = Stdlib.Name
	then := []Result{saved("w"), std}
	for _, test := range []struct {
		factor, machine float64
		want            Verdict
	}{
		{1.2, 1.25, Same}, {1.2, 1.18, Same}, {1.2, 1.1, Slower}, {1.2, 0.8, Slower},
		{0.8, 0.75, Same}, {0.8, 0.82, Same}, {0.8, 0.9, Faster}, {0.8, 1.2, Faster},
	} {
		changes := Compare(then, []Result{then[0].slower(test.factor), std.slower(test.machine)})
		require.Equal(t, test.want, changes[0].Verdict, test)
		require.NotEqual(t, Same, changes[1].Verdict, "crypto/sha256 is judged by itself")
	}
}

func TestReadWrites(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.json")
	want := NewReport([]string{"x"}, []string{"k"})
	want.Results = []Result{saved("w")}
	require.NoError(t, want.Write(path))
	got, err := Read(path)
	require.NoError(t, err)
	require.Equal(t, want, got)
}

func TestReadOldResults(t *testing.T) {
	files, err := filepath.Glob("results/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, f := range files {
		_, err := Read(f)
		require.NoError(t, err)
	}
}

func TestReadBadFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.json")
	_, err := Read(path)
	require.ErrorIs(t, err, os.ErrNotExist)
	for text, want := range map[string]string{
		"":                               "not saved results: line 1: unexpected end of JSON input",
		"{\n\"go\": ?}":                  "not saved results: line 2: invalid character '?' looking for beginning of value",
		"{\n\n\"go\": 1}":                "not saved results: line 3: json: cannot unmarshal number into Go struct field Report.go of type string",
		"{}":                             "not saved results: there are none in it",
		`{"results":[{}]}`:               `result 1 ("" by ""): the workload has no name`,
		`{"results":[{"workload":"w"}]}`: `result 1 ("w" by ""): the contender has no name`,
		`{"results":[{"workload":"w","contender":"c"}]}`:                         `result 1 ("w" by "c"): count is 0, want at least 1`,
		`{"results":[{"workload":"w","contender":"c","count":1,"ns_median":0}]}`: `result 1 ("w" by "c"): ns_median is 0, want more than 0`,
	} {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		_, err := Read(path)
		require.Error(t, err, text)
		require.Equal(t, want, err.Error())
	}
}
