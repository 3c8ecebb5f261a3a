// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

// allCPUs is the affinity mask of a process that nobody has restricted.
func allCPUs() cpuSet { return cpus(fmt.Sprintf("0-%d", maxCPUs-1)) }

// sysTree is a file tree under construction.
type sysTree fstest.MapFS

func (m sysTree) put(name, text string) sysTree {
	m[name] = &fstest.MapFile{Data: []byte(text)}
	return m
}

func (m sysTree) without(suffix string) sysTree {
	for name := range m {
		if strings.HasSuffix(name, suffix) {
			delete(m, name)
		}
	}
	return m
}

// newSysTree has the online CPUs of the list. siblings tells the core of each.
func newSysTree(online string, siblings func(cpu int) string) sysTree {
	m := sysTree{}
	m.put(sysCPU+"/online", online+"\n")
	for _, cpu := range cpus(online).list() {
		dir := fmt.Sprintf("%s/cpu%d/topology/", sysCPU, cpu)
		m.put(dir+"core_cpus_list", siblings(cpu)+"\n")
		m.put(dir+"thread_siblings_list", siblings(cpu)+"\n")
		m.put(dir+"physical_package_id", "0\n")
	}
	return m.node(0, online)
}

func (m sysTree) pkg(id int, list string) sysTree {
	for _, cpu := range cpus(list).list() {
		m.put(fmt.Sprintf("%s/cpu%d/topology/physical_package_id", sysCPU, cpu), fmt.Sprintln(id))
	}
	return m
}

func (m sysTree) node(id int, list string) sysTree {
	m.put(sysNode+"/online", "0\n") // not a node
	return m.put(fmt.Sprintf("%s/node%d/cpulist", sysNode, id), list+"\n")
}

func (m sysTree) parse(t *testing.T, affinity cpuSet) *CPUTopology {
	t.Helper()
	top, err := parseTopology(fstest.MapFS(m), affinity)
	require.NoError(t, err)
	return top
}

func alone(cpu int) string { return fmt.Sprint(cpu) }

// neighbours is how Linux numbers hybrid Intel CPUs and most virtual ones.
func neighbours(cpu int) string { return fmt.Sprintf("%d-%d", cpu&^1, cpu|1) }

// halves is how Linux numbers servers: all first threads, then all second ones.
func halves(cores int) func(int) string {
	return func(cpu int) string { return fmt.Sprintf("%d,%d", cpu%cores, cpu%cores+cores) }
}

// groupsText writes groups as "id:list id:list" for comparison.
func groupsText(groups []CPUGroup) string {
	var parts []string
	for _, g := range groups {
		var set cpuSet
		for _, cpu := range g.CPUs {
			set.add(cpu)
		}
		parts = append(parts, fmt.Sprintf("%d:%s", g.ID, set))
	}
	return strings.Join(parts, " ")
}
