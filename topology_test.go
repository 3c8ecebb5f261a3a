// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTopologyOneThreadVM(t *testing.T) {
	top := newSysTree("0", alone).parse(t, allCPUs())
	require.Equal(t, []CPU{{}}, top.CPUs)
	require.Equal(t, []int{0}, top.Online)
	require.Len(t, top.Affinity, maxCPUs)
	require.Nil(t, top.Cpuset)
	require.Empty(t, top.SiblingPairs())
}

// The tree is that of a virtual machine with two CPUs without siblings and
// version 1 control groups, cut to the files that matter.
func TestTopologyRecordedVM(t *testing.T) {
	top, err := parseTopology(os.DirFS("testdata/sys/vm"), cpus("0-1"))
	require.NoError(t, err)
	want := &CPUTopology{
		CPUs:     []CPU{{ID: 0, Core: 0}, {ID: 1, Core: 1}},
		Online:   []int{0, 1},
		Affinity: []int{0, 1},
		Cpuset:   []int{0, 1},
	}
	require.Equal(t, want, top)
	require.Empty(t, top.SiblingPairs())
}

func TestTopologyIntelSMT(t *testing.T) {
	top := newSysTree("0-7", halves(4)).parse(t, allCPUs())
	require.Equal(t, "0:0,4 1:1,5 2:2,6 3:3,7", groupsText(top.Cores()))
	require.Equal(t, "0:0-7", groupsText(top.Packages()))
	require.Equal(t, "0:0-7", groupsText(top.Nodes()))
	require.Equal(t, [][2]int{{0, 4}, {1, 5}, {2, 6}, {3, 7}}, top.SiblingPairs())
}

// Two sockets of 64 cores, two nodes each (NPS2).
func TestTopologyEPYCTwoSockets(t *testing.T) {
	m := newSysTree("0-255", halves(128)).pkg(1, "64-127,192-255")
	m.node(0, "0-31,128-159").node(1, "32-63,160-191").node(2, "64-95,192-223").node(3, "96-127,224-255")
	top := m.parse(t, allCPUs())
	require.Len(t, top.Cores(), 128)
	require.Equal(t, "0:0-63,128-191 1:64-127,192-255", groupsText(top.Packages()))
	require.Equal(t, "0:0-31,128-159 1:32-63,160-191 2:64-95,192-223 3:96-127,224-255", groupsText(top.Nodes()))
	require.Equal(t, CPU{ID: 200, Core: 72, Package: 1, Node: 2}, top.CPUs[200])
	pairs := top.SiblingPairs()
	require.Len(t, pairs, 128)
	for i, pair := range pairs {
		require.Equal(t, [2]int{i, i + 128}, pair)
	}
}

// With SMT switched off the second threads are offline.
func TestTopologySMTOff(t *testing.T) {
	top := newSysTree("0-3", alone).parse(t, allCPUs())
	require.Len(t, top.Cores(), 4)
	require.Empty(t, top.SiblingPairs())
}

// CPUs 1, 4 and 5 of a machine with four cores are offline. Their directories
// stay, without topology.
func TestTopologyOfflineHoles(t *testing.T) {
	m := newSysTree("0,2-3,6-7", func(cpu int) string {
		return map[int]string{0: "0", 2: "2,6", 6: "2,6", 3: "3,7", 7: "3,7"}[cpu]
	})
	m.put(sysCPU+"/cpu1/online", "0\n")
	top := m.parse(t, allCPUs())
	require.Equal(t, "0:0 1:2,6 2:3,7", groupsText(top.Cores()))
	require.Equal(t, [][2]int{{2, 6}, {3, 7}}, top.SiblingPairs())
	require.Equal(t, []int{0, 2, 3, 6, 7}, top.Online)
}

// Eight performance cores with SMT, eight efficiency cores without.
func TestTopologyHybridIntel(t *testing.T) {
	top := newSysTree("0-23", func(cpu int) string {
		if cpu < 16 {
			return neighbours(cpu)
		}
		return alone(cpu)
	}).parse(t, allCPUs())
	require.Len(t, top.Cores(), 16)
	require.Len(t, top.SiblingPairs(), 8)
	require.Equal(t, [2]int{14, 15}, top.SiblingPairs()[7])
}

// Some ARM systems do not know the package, and number those they know oddly.
func TestTopologyARMWithoutSMT(t *testing.T) {
	top := newSysTree("0-63", alone).pkg(-1, "0-31").pkg(5418, "32-63").parse(t, allCPUs())
	require.Len(t, top.Cores(), 64)
	require.Equal(t, "-1:0-31 5418:32-63", groupsText(top.Packages()))
	require.Empty(t, top.SiblingPairs())
}

// POWER has cores of eight threads, ThunderX2 of four.
func TestTopologyWideSMT(t *testing.T) {
	m := newSysTree("0-15", func(cpu int) string { return fmt.Sprintf("%d-%d", cpu&^7, cpu|7) })
	top := m.parse(t, allCPUs())
	require.Equal(t, "0:0-7 1:8-15", groupsText(top.Cores()))
	require.Equal(t, [][2]int{{0, 1}, {2, 3}, {4, 5}, {6, 7}, {8, 9}, {10, 11}, {12, 13}, {14, 15}}, top.SiblingPairs())
	top = m.parse(t, cpus("1,5,6,9"))
	require.Equal(t, [][2]int{{1, 5}}, top.SiblingPairs())
}

func TestTopologyCutToAffinity(t *testing.T) {
	top := newSysTree("0-7", halves(4)).node(1, "").parse(t, cpus("2-4,6,9"))
	require.Equal(t, []CPU{{ID: 2, Core: 0}, {ID: 3, Core: 1}, {ID: 4, Core: 2}, {ID: 6, Core: 0}}, top.CPUs)
	require.Equal(t, [][2]int{{2, 6}}, top.SiblingPairs())
	require.Equal(t, []int{2, 3, 4, 6, 9}, top.Affinity)
}

func TestTopologyAbsentFiles(t *testing.T) {
	full := func() sysTree { return newSysTree("0-3", neighbours) }
	cores := "0:0-1 1:2-3"

	require.Equal(t, cores, groupsText(full().without("core_cpus_list").parse(t, allCPUs()).Cores()), "before Linux 5.3")
	require.Equal(t, "0:0 1:1 2:2 3:3", groupsText(full().without("_list").parse(t, allCPUs()).Cores()))
	require.Equal(t, "0:0-3", groupsText(full().without("physical_package_id").parse(t, allCPUs()).Packages()))
	require.Equal(t, "0:0-3", groupsText(full().without("cpulist").parse(t, allCPUs()).Nodes()), "directory without nodes")
	require.Equal(t, "-1:0-1 2:2-3", groupsText(full().without("cpulist").node(2, "2-3").parse(t, allCPUs()).Nodes()))

	top := full().without("/online").parse(t, cpus("0-3"))
	require.Equal(t, cores, groupsText(top.Cores()))
	require.Nil(t, top.Online)

	top = sysTree{}.parse(t, cpus("3,5"))
	require.Equal(t, []CPU{{ID: 3, Core: 0}, {ID: 5, Core: 1}}, top.CPUs)
}

func TestTopologyHere(t *testing.T) {
	top, err := Topology()
	require.NoError(t, err)
	require.NotEmpty(t, top.CPUs)
	pairs, err := SiblingPairs()
	require.NoError(t, err)
	require.Equal(t, top.SiblingPairs(), pairs)
	t.Logf("cores %s, packages %s, nodes %s", groupsText(top.Cores()), groupsText(top.Packages()), groupsText(top.Nodes()))
}

func TestFlatTopology(t *testing.T) {
	top := flatTopology()
	require.Len(t, top.Packages(), 1)
	require.Len(t, top.Nodes(), 1)
	require.Equal(t, len(top.CPUs), len(top.Cores()))
	require.NotEmpty(t, top.CPUs)
	require.Empty(t, top.SiblingPairs())
	require.Nil(t, top.Online)
}
