// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hashlanes/hashlanes"
	"github.com/hashlanes/hashlanes/bench"
)

// brief is a measurement that tells nothing and takes no time.
var brief = []string{"bench", "--rounds", "2", "--slice", "1us"}

func briefly(more ...string) outcome {
	return cli(nil, append(brief[:len(brief):len(brief)], more...)...)
}

func TestBenchQuick(t *testing.T) {
	got := cli(nil, "bench", "--quick", "--slice", "1us")
	require.Equal(t, exitOK, got.code, got.stderr)
	require.Empty(t, got.stderr)
	require.NotContains(t, got.stdout, "\x1b")
	lines := strings.Split(got.stdout, "\n")
	require.Contains(t, lines[1], "medians of 7 rounds")
	require.Regexp(t, `^work +ns +cycles +GB/s +crypto/sha256 +ratio$`, lines[3])
	quick := 0
	for _, w := range bench.Workloads() {
		if regexp.MustCompile(quickMatch).MatchString(w.Name) {
			require.Regexp(t, `(?m)^`+regexp.QuoteMeta(w.Name)+`( +\d+(\.\d+)?){5}$`, got.stdout)
			quick++
		}
	}
	require.Equal(t, 11, quick)
}

func TestBenchJSON(t *testing.T) {
	got := briefly("--json", "--match", "^pairs/n=[12]$", "--kernels", "portable")
	require.Equal(t, exitOK, got.code, got.stderr)
	var names []string
	for line := range strings.Lines(got.stdout) {
		var b benchLine
		require.NoError(t, json.Unmarshal([]byte(line), &b))
		require.Positive(t, b.NsMedian)
		require.Positive(t, b.Rate)
		require.Positive(t, b.Ratio)
		names = append(names, b.Workload+" "+b.Contender)
	}
	require.Equal(t, []string{
		"pairs/n=1 hashlanes", "pairs/n=1 crypto/sha256", "pairs/n=1 only portable",
		"pairs/n=2 hashlanes", "pairs/n=2 crypto/sha256", "pairs/n=2 only portable",
	}, names)
}

func TestBenchKernels(t *testing.T) {
	got := briefly("--match", "^pairs/n=1$", "--kernels", "all")
	require.Equal(t, exitOK, got.code, got.stderr)
	require.Regexp(t, `(?m)^work +by +ns`, got.stdout)
	for _, k := range hashlanes.Kernels() {
		if k.Available {
			require.Contains(t, got.stdout, "  only "+k.Name+" ")
		}
	}
}

func TestBenchOutAndCompare(t *testing.T) {
	name := filepath.Join(t.TempDir(), "r.json")
	got := briefly("--match", "^pairs/n=[1248]$", "--kernels", "portable", "--out", name)
	require.Equal(t, exitOK, got.code, got.stderr)
	saved, err := bench.Read(name)
	require.NoError(t, err)
	require.Len(t, saved.Results, 4*3)
	require.Equal(t, "hashlanes bench --kernels=portable --match=^pairs/n=[1248]$ --out="+name+" --rounds=2 --slice=1µs", saved.Command)

	// Somebody was a thousand times as fast as we are now, or as slow; and some of it is
	// not there any more.
	for i := range saved.Results {
		r := &saved.Results[i]
		switch {
		case r.Contender == "hashlanes" && r.Workload == "pairs/n=1":
			scale(r, 1e-3)
		case r.Contender == "hashlanes" && r.Workload == "pairs/n=2":
			scale(r, 1e3)
		case r.Contender == "hashlanes" && r.Workload == "pairs/n=4":
			r.Contender = "other"
		}
	}
	saved.Results = append(saved.Results, bench.Result{Workload: "unknown", Contender: "hashlanes", Count: 1, NsMedian: 5})
	saved.Machine = "another"
	require.NoError(t, saved.Write(name))
	got = briefly("--compare", name)
	require.Equal(t, exitOK, got.code, got.stderr)
	require.Contains(t, got.stdout, "another machine: then another, now ")
	for _, want := range []string{
		`pairs/n=1 +hashlanes +\S+ +\S+ (ns|cycles) +\+\d+\.\d% +slower`,
		`pairs/n=2 +hashlanes +\S+ +\S+ (ns|cycles) +-\d+\.\d% +faster`,
		`pairs/n=4 +other +\S+ +- ns +missing`,
		`pairs/n=4 +hashlanes +- +\S+ ns +new`,
		`pairs/n=8 +only portable +\S+ +\S+ (ns|cycles) +[+-]\d+\.\d%.*`,
		`unknown +hashlanes +5\.0 +- ns +missing`,
		`\d+ slower, \d+ faster, .*2 missing, 1 new`,
	} {
		require.Regexp(t, `(?m)^`+want+`$`, got.stdout)
	}

	got = briefly("--compare", name, "--match", "n=1$", "--json")
	require.Equal(t, exitOK, got.code, got.stderr)
	var first bench.Change
	require.NoError(t, json.NewDecoder(strings.NewReader(got.stdout)).Decode(&first))
	require.Equal(t, bench.Slower, first.Verdict)
	require.Equal(t, 3, strings.Count(got.stdout, "\n"))
}

// scale multiplies the times of a result.
func scale(r *bench.Result, factor float64) {
	r.NsMedian, r.CycMedian = r.NsMedian*factor, r.CycMedian*factor
	for _, q := range [][]float64{r.NsQuartiles, r.CycQuartiles} {
		for i := range q {
			q[i] *= factor
		}
	}
}

func TestBenchChart(t *testing.T) {
	dir := t.TempDir()
	svg, raster := filepath.Join(dir, "c.svg"), filepath.Join(dir, "c.png")
	got := briefly("--match", "^pairs/n=1$", "--svg", svg, "--png", raster)
	require.Equal(t, exitOK, got.code, got.stderr)
	require.NotContains(t, got.stdout, "curve/")

	text, err := os.ReadFile(svg)
	require.NoError(t, err)
	for decoder := xml.NewDecoder(bytes.NewReader(text)); ; {
		_, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
	}
	for _, want := range []string{"hashlanes", "crypto/sha256", "GB/s", "nanoseconds", "1024", "64 KiB", ",sans-serif;"} {
		require.Contains(t, string(text), want)
	}
	f, err := os.Open(raster)
	require.NoError(t, err)
	defer f.Close()
	picture, err := png.Decode(f)
	require.NoError(t, err)
	require.Equal(t, 2000, picture.Bounds().Dx())
	for _, l := range chartLines {
		r, g, b, _ := l.color.RGBA()
		found := false
		for y := 150; y < picture.Bounds().Dy() && !found; y++ { // below the legend
			for x := range 2000 {
				pr, pg, pb, _ := picture.At(x, y).RGBA()
				found = found || pr == r && pg == g && pb == b
			}
		}
		require.True(t, found, "the line of %s", l.contender)
	}
}

func TestBenchTune(t *testing.T) {
	got := briefly("--tune")
	require.Equal(t, exitOK, got.code, got.stderr)
	require.Contains(t, got.stdout, "// hashlanes bench --rounds=2 --slice=1µs --tune, 2 rounds of 1µs, at ")
	require.Contains(t, got.stdout, "\n// Core cycles of one pass: blocks, pairs, nodes, short, digests, links.\n")
	for _, k := range hashlanes.Kernels() {
		if k.Available {
			require.Regexp(t, `(?m)^cpu\.[A-Z]\w+: \{\d+(, \d+){5}\}, // `+k.Name+`$`, got.stdout)
		}
	}
	got = briefly("--tune", "--json")
	require.Equal(t, exitOK, got.code, got.stderr)
	var tuned tuning
	require.NoError(t, json.Unmarshal([]byte(got.stdout), &tuned))
	require.Positive(t, tuned.Prices[0].Cycles["blocks"])
}

func TestBenchErrors(t *testing.T) {
	dir := t.TempDir()
	bad := filepath.Join(dir, "bad.json")
	require.NoError(t, os.WriteFile(bad, []byte("{\n\"results\": [x]}"), 0o600))
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"--rounds", "0"}, "--rounds is 0, want at least 1 (see hashlanes bench --help)"},
		{[]string{"--match", "("}, "--match: error parsing regexp: missing closing ): `(` (see hashlanes bench --help)"},
		{[]string{"--match", "nothing"}, "there is no work of such a name; without --match all is measured (see hashlanes bench --help)"},
		{[]string{"--kernels", "warp9"}, `--kernels: unknown kernel "warp9"; there are `},
		{[]string{"--out", ""}, "--out is empty (see hashlanes bench --help)"},
		{[]string{"--tune", "--compare", bad}, "if any flags in the group [tune compare] are set none of the others can be"},
		{[]string{"--compare", filepath.Join(dir, "none")}, filepath.Join(dir, "none") + ": no such file or directory"},
		{[]string{"--compare", bad}, bad + ": not saved results: line 2: invalid character 'x' looking for beginning of value"},
		{[]string{"--match", "^pairs/n=1$", "--out", filepath.Join(dir, "no", "file")}, filepath.Join(dir, "no", "file") + ": "},
		{[]string{"--match", "^pairs/n=1$", "--svg", dir}, dir + ": "},
	} {
		got := briefly(test.args...)
		require.Equal(t, exitFailure, got.code, test.args)
		require.True(t, strings.HasPrefix(got.stderr, "hashlanes: bench: "+test.want), got.stderr)
		require.Equal(t, 1, strings.Count(got.stderr, "\n"), got.stderr)
	}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 1, "nothing is left behind")
}

func TestBenchColours(t *testing.T) {
	var b strings.Builder
	a := app{colours: true, stdout: &b}
	table := newBenchTable(&a, nil, nil)
	table.rows([]bench.Result{
		{Workload: "w", Contender: "hashlanes", Count: 1, NsMedian: 10},
		{Workload: "w", Contender: bench.Stdlib.Name, Count: 1, NsMedian: 20},
	})
	a.flush()
	require.Contains(t, b.String(), "\x1b[32m   2.00\x1b[0m\n")
	require.Equal(t, red, ratioColour(0.9))
	require.Equal(t, plain, ratioColour(1))
}
