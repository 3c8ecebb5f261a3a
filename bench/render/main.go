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

// numbers is a table for every report that was meant for readers: workloads
// down, contenders across, medians in nanoseconds a unit.
func numbers(reports []named) string {
	var b strings.Builder
	for _, r := range reports {
		names := contenders(r.Results)
		fmt.Fprintf(&b, "%s, %s, %s, commit %s, %s. Raw figures: [%s](%s), by `%s`. ", r.Machine, r.System, r.Go, r.Commit, r.Date, filepath.Base(r.file), r.file, r.Command)
		fmt.Fprintf(&b, "Median nanoseconds for one message, pair or link, core cycles in brackets; the fastest of a row is bold, and † marks what a tenant of the core's other hyperthread disturbed.\n\n")
		fmt.Fprintf(&b, "| workload | %s |\n|---|%s\n", strings.Join(names, " | "), strings.Repeat("---:|", len(names)))
		for _, group := range byWorkload(r.Results) {
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

// contenders lists the names in the order of their first result.
func contenders(results []bench.Result) (names []string) {
	for _, r := range results {
		if !slices.Contains(names, r.Contender) {
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
