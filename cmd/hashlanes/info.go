// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"runtime"
	"strings"
	"text/tabwriter"

	"github.com/klauspost/cpuid/v2"
	"github.com/spf13/cobra"

	"github.com/hashlanes/hashlanes"
)

// machineInfo is what the info command tells.
type machineInfo struct {
	Version      string       `json:"version"`
	Go           string       `json:"go"`
	OS           string       `json:"os"`
	Arch         string       `json:"arch"`
	CPU          string       `json:"cpu,omitempty"`
	Backend      string       `json:"backend"`
	Lanes        int          `json:"lanes"`
	ChainBackend string       `json:"chain_backend"`
	Kernels      []kernelInfo `json:"kernels"`
}

// kernelInfo is hashlanes.KernelInfo with names for JSON.
type kernelInfo struct {
	Name      string `json:"name"`
	Kind      string `json:"kind,omitempty"`
	Lanes     int    `json:"lanes,omitempty"`
	Available bool   `json:"available"`
	InUse     bool   `json:"in_use"`
	Why       string `json:"why,omitempty"`
}

func (a *app) infoCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "info",
		Short: "Show which kernels this machine can run, and which are in use",
		Long: `info shows which kernels this machine can run, which of them are in use, and
why the others are not. HASHLANES_KERNELS restricts the choice:

  HASHLANES_KERNELS=avx2x8,portable hashlanes info`,
		Args: cobra.NoArgs,
		Run: func(*cobra.Command, []string) {
			info := newMachineInfo()
			if a.asJSON {
				a.printJSON(info)
			} else {
				a.print(info.String())
			}
		},
	}
}

func newMachineInfo() machineInfo {
	m := machineInfo{
		Version: version(), Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH,
		CPU:     strings.TrimSpace(cpuid.CPU.BrandName),
		Backend: hashlanes.Backend(), Lanes: hashlanes.Lanes(), ChainBackend: hashlanes.ChainBackend(),
	}
	for _, k := range hashlanes.Kernels() {
		m.Kernels = append(m.Kernels, kernelInfo(k))
	}
	return m
}

// String is the info for people.
func (m machineInfo) String() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "hashlanes\t%s\n", m.Version)
	fmt.Fprintf(w, "go\t%s %s/%s\n", m.Go, m.OS, m.Arch)
	if m.CPU != "" {
		fmt.Fprintf(w, "cpu\t%s\n", m.CPU)
	}
	fmt.Fprintf(w, "backend\t%s (%d lanes)\n", m.Backend, m.Lanes)
	fmt.Fprintf(w, "chain backend\t%s\n", m.ChainBackend)
	w.Flush()
	fmt.Fprint(w, "\nkernel\tkind\tlanes\tin use\twhy not\n")
	for _, k := range m.Kernels {
		kind, lanes, inUse := k.Kind, fmt.Sprint(k.Lanes), "yes"
		if kind == "" {
			kind, lanes = "-", "-"
		}
		if !k.InUse {
			inUse = "no"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", k.Name, kind, lanes, inUse, k.Why)
	}
	w.Flush()
	return trimLines(b.String())
}

// trimLines takes the spaces off the ends of lines.
func trimLines(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.Join(lines, "\n")
}
