// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"runtime"
	"strings"

	"github.com/klauspost/cpuid/v2"
	"github.com/spf13/cobra"

	"github.com/hashlanes/hashlanes"
	"github.com/hashlanes/hashlanes/internal/cpu"
)

// machineInfo is what the info command tells.
type machineInfo struct {
	Version      string        `json:"version"`
	Go           string        `json:"go"`
	OS           string        `json:"os"`
	Arch         string        `json:"arch"`
	MaxProcs     int           `json:"gomaxprocs"`
	CPU          cpuInfo       `json:"cpu"`
	Backend      string        `json:"backend"`
	Lanes        int           `json:"lanes"`
	ChainBackend string        `json:"chain_backend"`
	Kernels      []kernelInfo  `json:"kernels"`
	Topology     *topologyInfo `json:"topology,omitempty"` // absent where it cannot be read
}

// cpuInfo is the processor, as far as it tells.
type cpuInfo struct {
	Brand    string   `json:"brand,omitempty"`
	Vendor   string   `json:"vendor,omitempty"`
	Family   int      `json:"family,omitempty"`
	Model    int      `json:"model,omitempty"`
	Stepping int      `json:"stepping,omitempty"`
	Class    string   `json:"class"` // which costs the plan uses
	Features []string `json:"features"`
}

// kernelInfo is hashlanes.KernelInfo with names for JSON.
type kernelInfo struct {
	Name      string `json:"name"`
	Kind      string `json:"kind,omitempty"`
	Lanes     int    `json:"lanes,omitempty"`
	Available bool   `json:"available"`
	InUse     bool   `json:"in_use"`
	SelfCheck string `json:"self_check"` // "passed", "failed", or "not run" where the processor lacks something
	Why       string `json:"why,omitempty"`
}

func (a *app) infoCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "info",
		Short: "Show the processor, the kernels it can run, and how its CPUs are related",
		Long: `info shows what this machine has and what hashlanes makes of it:

- the processor, and those of its features that kernels need;
- the kernels (the ways to hash) of this build: which ones this machine can run,
  which ones are in use, and why the others are not. Each is checked against
  plain Go code before its first use;
- which CPUs this process may use, and which of them share a core, a socket or
  memory.

The environment variable HASHLANES_KERNELS restricts the choice of kernels.`,
		Example: `  hashlanes info
  HASHLANES_KERNELS=avx2x8,portable hashlanes info`,
		Args:              cobra.NoArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		Run:               func(*cobra.Command, []string) { a.info() },
	}
}

func (a *app) info() {
	info := newMachineInfo()
	top, err := hashlanes.Topology()
	if err == nil {
		info.Topology = newTopologyInfo(top)
	}
	if a.asJSON {
		a.printJSON(info)
	} else {
		a.print(a.machineText(info))
	}
	if err != nil {
		a.flush()
		a.complain(strings.TrimPrefix(err.Error(), "hashlanes: "))
	}
}

// newMachineInfo is all but the topology.
func newMachineInfo() machineInfo {
	m := machineInfo{
		Version: version(), Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH, MaxProcs: runtime.GOMAXPROCS(0),
		CPU: newCPUInfo(cpu.Detect()), Backend: hashlanes.Backend(), Lanes: hashlanes.Lanes(), ChainBackend: hashlanes.ChainBackend(),
	}
	for _, k := range hashlanes.Kernels() {
		m.Kernels = append(m.Kernels, newKernelInfo(k))
	}
	return m
}

func newCPUInfo(c cpu.Info) cpuInfo {
	info := cpuInfo{Brand: c.Brand, Vendor: c.Vendor, Family: c.Family, Model: c.Model, Class: c.Class.String(), Features: []string{}}
	if c.Family > 0 {
		info.Stepping = cpuid.CPU.Stepping
	}
	if c.Set != 0 {
		info.Features = strings.Split(c.Set.String(), ", ")
	}
	return info
}

func newKernelInfo(k hashlanes.KernelInfo) kernelInfo {
	info := kernelInfo{Name: k.Name, Kind: k.Kind, Lanes: k.Lanes, Available: k.Available, InUse: k.InUse, Why: k.Why, SelfCheck: "not run"}
	switch {
	case k.Available:
		info.SelfCheck = "passed"
	case strings.HasPrefix(k.Why, "failed its check"):
		info.SelfCheck = "failed"
	}
	return info
}
