// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"strings"
	"text/tabwriter"
)

// sheet is text in sections of aligned columns.
type sheet struct {
	strings.Builder
	tabs *tabwriter.Writer
}

func newSheet() *sheet {
	s := &sheet{}
	s.tabs = tabwriter.NewWriter(&s.Builder, 0, 0, 2, ' ', 0)
	return s
}

// row adds a line of cells.
func (s *sheet) row(cells ...any) {
	texts := make([]string, len(cells))
	for i, c := range cells {
		texts[i] = fmt.Sprint(c)
	}
	fmt.Fprintln(s.tabs, strings.Join(texts, "\t"))
}

// section ends the columns, and an empty line begins the next.
func (s *sheet) section() {
	s.tabs.Flush()
	s.WriteString("\n")
}

// text is all of it, without spaces at the ends of lines.
func (s *sheet) text() string {
	s.tabs.Flush()
	lines := strings.Split(s.String(), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.Join(lines, "\n")
}

// machineText is the info for people.
func (a *app) machineText(m machineInfo) string {
	s := newSheet()
	s.row("hashlanes", m.Version)
	s.row("go", fmt.Sprintf("%s %s/%s, GOMAXPROCS %d", m.Go, m.OS, m.Arch, m.MaxProcs))
	if m.CPU.Brand != "" {
		s.row("cpu", m.CPU.Brand)
	}
	if m.CPU.Vendor != "" {
		s.row("model", m.CPU.model())
	}
	if len(m.CPU.Features) > 0 {
		s.row("features", strings.Join(m.CPU.Features, " "))
	}
	s.row("cost class", m.CPU.Class)
	s.row("backend", fmt.Sprintf("%s (%d lanes)", m.Backend, m.Lanes))
	s.row("chain backend", m.ChainBackend)
	s.section()
	s.row("kernel", "kind", "lanes", "available", "in use", "self-check", "why not")
	for _, k := range m.Kernels {
		kind, lanes := k.Kind, fmt.Sprint(k.Lanes)
		if kind == "" {
			kind, lanes = "-", "-"
		}
		s.row(k.Name, kind, lanes, yesNo(k.Available), yesNo(k.InUse), k.SelfCheck, k.Why)
	}
	if m.Topology != nil {
		s.section()
		m.Topology.rows(s)
	}
	return a.paintInfo(s.text())
}

// paintInfo makes the headings bold and what failed red.
func (a *app) paintInfo(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		switch {
		case strings.HasPrefix(line, "kernel "):
			lines[i] = a.paint(bold, line)
		case strings.Contains(line, " failed "):
			lines[i] = a.paint(red, line)
		}
	}
	return strings.Join(lines, "\n")
}

// model is vendor and numbers; other processors than x86 have none.
func (c cpuInfo) model() string {
	if c.Family == 0 {
		return c.Vendor
	}
	return fmt.Sprintf("%s, family %d model %d stepping %d", c.Vendor, c.Family, c.Model, c.Stepping)
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}
