// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

// Command render writes the tables of README.md, between their markers, from
// the raw files in bench/results. With -check it only reports whether they are
// up to date. Run it in the root of the repository:
//
//	go run ./bench/render
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashlanes/hashlanes/bench"
)

func main() {
	check := flag.Bool("check", false, "change nothing; fail if README.md is out of date")
	flag.Parse()
	if err := run(*check); err != nil {
		fmt.Fprintln(os.Stderr, "render:", err)
		os.Exit(1)
	}
}

func run(check bool) error {
	reports, err := read("bench/results")
	if err != nil {
		return err
	}
	old, err := os.ReadFile("README.md")
	if err != nil {
		return err
	}
	readme, err := replace(old, "numbers", numbers(reports))
	if err != nil {
		return err
	}
	readme, err = replace(readme, "kernels", kernels(reports))
	if err != nil {
		return err
	}
	switch {
	case bytes.Equal(old, readme):
		return nil
	case check:
		return fmt.Errorf("README.md does not agree with bench/results; run go run ./bench/render")
	}
	tmp := "README.md.tmp"
	if err := os.WriteFile(tmp, readme, 0o644); err != nil {
		return err
	}
	return os.Rename(tmp, "README.md")
}

// named is a report and the file it comes from.
type named struct {
	file string
	bench.Report
}

func read(dir string) ([]named, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return nil, err
	}
	var all []named
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		r := named{file: filepath.ToSlash(f)}
		if err := json.Unmarshal(data, &r.Report); err != nil {
			return nil, fmt.Errorf("%s: %w", f, err)
		}
		all = append(all, r)
	}
	return all, nil
}

// replace puts text between the markers of a section.
func replace(doc []byte, section, text string) ([]byte, error) {
	begin, end := "<!-- "+section+":begin -->\n", "<!-- "+section+":end -->"
	head, rest, ok := strings.Cut(string(doc), begin)
	_, tail, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		return nil, fmt.Errorf("README.md has no section %q", section)
	}
	return []byte(head + begin + text + end + tail), nil
}

// shown are the workloads of the table for readers; the raw files have more.
var shown = []string{
	"leaves/n=64/prefix=26/size=1031",
	"equal/n=64/size=32", "equal/n=64/size=55", "equal/n=64/size=64", "equal/n=64/size=256",
	"equal/n=64/size=1024", "equal/n=64/size=4096", "equal/n=64/size=16384",
	"pairs/n=1", "pairs/n=2", "pairs/n=4", "pairs/n=6", "pairs/n=8", "pairs/n=12", "pairs/n=16", "pairs/n=17",
	"pairs/n=24", "pairs/n=31", "pairs/n=32", "pairs/n=256",
	"pairs/prefix=1/n=1", "pairs/prefix=1/n=8", "pairs/prefix=1/n=16", "pairs/prefix=1/n=256",
	"ragged/uniform=0..4096/n=1024", "ragged/90x64+10x16384/n=1024", "ragged/short=0..200/n=1024",
	"chains/n=1/links=2048", "chains/n=4/links=2048", "chains/n=8/links=2048", "chains/n=16/links=2048", "chains/n=17/links=2048",
	"chains/n=64/links=2048", "memory/n=65536/size=1024",
}

// numbers is a table for every comparison with other libraries: workloads
// down, contenders across, medians in nanoseconds a unit.
func numbers(reports []named) string {
	var b strings.Builder
	for _, r := range reports {
		if !strings.HasPrefix(filepath.Base(r.file), "peers-") {
			continue
		}
		names := contenders(r.Results, shown)
		fmt.Fprintf(&b, "%s, %s, %s, commit %s, %s. Raw figures: [%s](%s), by `%s`. ", r.Machine, r.System, r.Go, r.Commit, r.Date, filepath.Base(r.file), r.file, r.Command)
		fmt.Fprintf(&b, "Median nanoseconds for one message, pair or link, core cycles in brackets; the fastest of a row is bold, and † marks what a tenant of the core's other hyperthread disturbed.\n\n")
		fmt.Fprintf(&b, "| workload | %s |\n|---|%s\n", strings.Join(names, " | "), strings.Repeat("---:|", len(names)))
		for _, group := range byWorkload(r.Results) {
			if !slices.Contains(shown, group[0].Workload) {
				continue
			}
			fmt.Fprintf(&b, "| `%s` |", group[0].Workload)
			best := slices.MinFunc(group, func(x, y bench.Result) int { return compare(x.NsMedian, y.NsMedian) })
			for _, name := range names {
				b.WriteString(cell(group, name, best.Contender) + "|")
			}
			b.WriteString("\n")
		}
		b.WriteString("\n")
	}
	return b.String()
}

func cell(group []bench.Result, name, best string) string {
	i := slices.IndexFunc(group, func(r bench.Result) bool { return r.Contender == name })
	if i < 0 {
		return " "
	}
	text := fmt.Sprintf("%.1f (%.0f)", group[i].NsMedian, group[i].CycMedian)
	if group[i].Quiet == "no" {
		text += "†"
	}
	if name == best {
		text = "**" + text + "**"
	}
	return " " + text + " "
}

func compare(x, y float64) int {
	if x < y {
		return -1
	}
	return 1
}

// contenders lists the names in the order of their first result for workloads.
func contenders(results []bench.Result, workloads []string) (names []string) {
	for _, r := range results {
		if slices.Contains(workloads, r.Workload) && !slices.Contains(names, r.Contender) {
			names = append(names, r.Contender)
		}
	}
	return names
}

// byWorkload groups results, which come workload by workload.
func byWorkload(results []bench.Result) (groups [][]bench.Result) {
	for i, r := range results {
		if i == 0 || r.Workload != results[i-1].Workload {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], r)
	}
	return groups
}

// rows is what the table of kernels says besides figures.
var rows = []struct{ name, lanes, needs, when, proven string }{
	{"avx512x16", "16", "AVX-512 F, BW, VL; BMI2", "batches that fill most of its lanes", "natively"},
	{"avx512vlx8", "8", "AVX-512 F, BW, VL; BMI2", "about half as many", "natively"},
	{"avx2x8", "8", "AVX2", "batches, without AVX-512", "natively; emulated (Haswell)"},
	{"shanix4", "4", "SHA-NI, AVX", "few messages, remainders of batches", "natively"},
	{"shanix3", "3", "SHA-NI, AVX", "the same", "natively"},
	{"shanix2", "2", "SHA-NI, AVX", "the same", "natively"},
	{"shanix1", "1", "SHA-NI, AVX", "one message, single chains", "natively"},
	{"stdlib", "1", "-", "no kernel of ours is faster; FIPS 140 mode", "everywhere"},
	{"portable", "1", "-", "nothing else is there; it defines what is right", "everywhere; emulated on arm64 and on s390x (big-endian)"},
}

// kernels is the table of kernels with what each reaches when it works alone.
func kernels(reports []named) string {
	var b strings.Builder
	b.WriteString("| kernel | lanes | needs | selected when | cycles a block | a pair | a link | proven |\n|---|---:|---|---|---:|---:|---:|---|\n")
	for _, row := range rows {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |", row.name, row.lanes, row.needs, row.when)
		const blocks = 16384/64 + 1
		for _, w := range []struct {
			name string
			per  float64
		}{{"equal/n=64/size=16384", blocks}, {"pairs/n=1024", 1}, {"chains/n=64/links=2048", 1}} {
			fmt.Fprintf(&b, " %s |", alone(reports, row.name, w.name, w.per))
		}
		fmt.Fprintf(&b, " %s |\n", row.proven)
	}
	for _, r := range reports {
		if strings.HasPrefix(filepath.Base(r.file), "kernels-") {
			fmt.Fprintf(&b, "\nCore cycles for each of many messages, the kernel alone: %s, commit %s; raw figures in [%s](%s), by `%s`.\n", r.Machine, r.Commit, filepath.Base(r.file), r.file, r.Command)
		}
	}
	return b.String()
}

// alone is the figure of a kernel by itself, or a dash.
func alone(reports []named, kernel, workload string, per float64) string {
	for _, r := range reports {
		for _, x := range r.Results {
			if strings.HasPrefix(filepath.Base(r.file), "kernels-") && x.Contender == "only "+kernel && x.Workload == workload {
				return fmt.Sprintf("%.1f", x.CycMedian/per)
			}
		}
	}
	return "-"
}
