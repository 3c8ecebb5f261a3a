// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hashlanes/hashlanes"
	"github.com/hashlanes/hashlanes/internal/cpu"
)

func TestInfo(t *testing.T) {
	got := cli(nil, "info")
	require.Equal(t, exitOK, got.code)
	require.Empty(t, got.stderr)
	for _, want := range []string{runtime.Version(), runtime.GOARCH, hashlanes.Backend(), hashlanes.ChainBackend(), "usable CPUs"} {
		require.Contains(t, got.stdout, want)
	}
	for _, k := range hashlanes.Kernels() {
		require.Contains(t, got.stdout, "\n"+k.Name+" ")
	}
	for line := range strings.Lines(got.stdout) {
		require.Equal(t, strings.TrimRight(line, " \n")+"\n", line, "no spaces at the end")
	}
}

func TestInfoJSON(t *testing.T) {
	got := cli(nil, "info", "--json")
	require.Equal(t, exitOK, got.code)
	require.Equal(t, 1, strings.Count(got.stdout, "\n"))
	var m machineInfo
	require.NoError(t, json.Unmarshal([]byte(got.stdout), &m))
	top, err := hashlanes.Topology()
	require.NoError(t, err)
	want := newMachineInfo()
	want.Topology = newTopologyInfo(top)
	require.Equal(t, want, m)
	require.Len(t, m.Kernels, len(hashlanes.Kernels()))
}

// upTo is the CPUs first, first+step, ... below end.
func upTo(first, end, step int) (cpus []int) {
	for cpu := first; cpu < end; cpu += step {
		cpus = append(cpus, cpu)
	}
	return cpus
}

// server has two sockets of 16 cores with two threads each; its container may use a part.
func server() *hashlanes.CPUTopology {
	t := &hashlanes.CPUTopology{Online: upTo(0, 64, 1), Affinity: upTo(0, 1024, 1), Cpuset: append(upTo(0, 20, 1), upTo(32, 52, 1)...)}
	for i, id := range t.Cpuset {
		socket := id % 32 / 16
		t.CPUs = append(t.CPUs, hashlanes.CPU{ID: id, Core: i % 20, Package: socket, Node: socket})
	}
	return t
}

// made is a machine whose every line is known.
func made() machineInfo {
	m := machineInfo{
		Version: "v1.2.3", Go: "go1.99", OS: "linux", Arch: "amd64", MaxProcs: 40,
		CPU: newCPUInfo(cpu.Info{
			Brand: "Made Up 9000", Vendor: "GenuineIntel", Class: cpu.IntelSHA, Set: cpu.SSSE3 | cpu.SSE41 | cpu.AVX | cpu.AVX2 | cpu.SHA, Family: 6, Model: 154,
		}),
		Backend: "avx2x8", Lanes: 8, ChainBackend: "stdlib", Topology: newTopologyInfo(server()),
	}
	m.CPU.Stepping = 3
	for _, k := range []hashlanes.KernelInfo{
		{Name: "avx512x16", Kind: "wide", Lanes: 16, Why: "this machine lacks avx512f"},
		{Name: "avx2x8", Kind: "wide", Lanes: 8, Available: true, InUse: true},
		{Name: "shanix4", Kind: "stream", Lanes: 4, Why: "failed its check against the portable kernel: blocks: lane 3"},
		{Name: "stdlib", Kind: "serial", Lanes: 1, Available: true, InUse: true},
		{Name: "portable", Kind: "serial", Lanes: 1, Available: true, Why: "not named in HASHLANES_KERNELS"},
		{Name: "warp9", Why: "unknown name in HASHLANES_KERNELS, ignored"},
	} {
		m.Kernels = append(m.Kernels, newKernelInfo(k))
	}
	return m
}

const madeText = `hashlanes      v1.2.3
go             go1.99 linux/amd64, GOMAXPROCS 40
cpu            Made Up 9000
model          GenuineIntel, family 6 model 154 stepping 3
features       ssse3 sse41 avx avx2 sha
cost class     intel-sha
backend        avx2x8 (8 lanes)
chain backend  stdlib

kernel     kind    lanes  available  in use  self-check  why not
avx512x16  wide    16     no         no      not run     this machine lacks avx512f
avx2x8     wide    8      yes        yes     passed
shanix4    stream  4      no         no      failed      failed its check against the portable kernel: blocks: lane 3
stdlib     serial  1      yes        yes     passed
portable   serial  1      yes        no      passed      not named in HASHLANES_KERNELS
warp9      -       -      no         no      not run     unknown name in HASHLANES_KERNELS, ignored

usable CPUs    0-19,32-51
online         0-63
affinity mask  no limit
cgroup cpuset  0-19,32-51
cores          20
sibling pairs  20: 0+32 1+33 2+34 3+35 4+36 5+37 6+38 7+39 and 12 more (--json lists them)
sockets        2 (0: CPUs 0-15,32-47; 1: CPUs 16-19,48-51)
NUMA nodes     2 (0: CPUs 0-15,32-47; 1: CPUs 16-19,48-51)
`

func TestInfoGolden(t *testing.T) {
	var a app
	require.Equal(t, madeText, a.machineText(made()))
}

// A flat topology is what systems give that tell nothing but a count.
func TestInfoFlat(t *testing.T) {
	m := made()
	m.CPU, m.Kernels = newCPUInfo(cpu.Info{Vendor: "Apple", Class: cpu.Apple}), nil
	m.Topology = newTopologyInfo(&hashlanes.CPUTopology{CPUs: []hashlanes.CPU{{ID: 0}, {ID: 1, Core: 1, Node: -1}, {ID: 3, Core: 2, Node: -1}}})
	var a app
	require.Equal(t, `hashlanes      v1.2.3
go             go1.99 linux/amd64, GOMAXPROCS 40
model          Apple
cost class     apple
backend        avx2x8 (8 lanes)
chain backend  stdlib

kernel  kind  lanes  available  in use  self-check  why not

usable CPUs    0-1,3
online         not known
affinity mask  not known
cgroup cpuset  not known
cores          3
sibling pairs  none: no two usable CPUs share a core
sockets        1 (0: CPUs 0-1,3)
NUMA nodes     2 (0: CPUs 0; unknown: CPUs 1,3)
`, a.machineText(m))
}

func TestInfoColours(t *testing.T) {
	a := app{colours: true}
	text := a.machineText(made())
	require.Contains(t, text, "\x1b[1mkernel     kind")
	require.Contains(t, text, "\x1b[31mshanix4")
	require.Equal(t, 2, strings.Count(text, "\x1b[0m\n"))
}
