// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashlanes/hashlanes"
)

// topologyInfo is hashlanes.CPUTopology with names for JSON.
type topologyInfo struct {
	CPUs         []int       `json:"cpus"` // that this process may use
	Online       []int       `json:"online,omitempty"`
	Affinity     []int       `json:"affinity,omitempty"`
	Cpuset       []int       `json:"cpuset,omitempty"`
	Sockets      []groupInfo `json:"sockets"`
	Cores        []groupInfo `json:"cores"`
	Nodes        []groupInfo `json:"numa_nodes"`
	SiblingPairs [][2]int    `json:"sibling_pairs"`
}

// groupInfo is usable CPUs that share something.
type groupInfo struct {
	ID   int   `json:"id"`
	CPUs []int `json:"cpus"`
}

func newTopologyInfo(t *hashlanes.CPUTopology) *topologyInfo {
	info := &topologyInfo{
		Online: t.Online, Affinity: t.Affinity, Cpuset: t.Cpuset,
		Sockets: groupInfos(t.Packages()), Cores: groupInfos(t.Cores()), Nodes: groupInfos(t.Nodes()),
		SiblingPairs: append([][2]int{}, t.SiblingPairs()...),
	}
	for _, c := range t.CPUs {
		info.CPUs = append(info.CPUs, c.ID)
	}
	return info
}

func groupInfos(groups []hashlanes.CPUGroup) (infos []groupInfo) {
	for _, g := range groups {
		infos = append(infos, groupInfo(g))
	}
	return infos
}

// rows adds the topology to a sheet.
func (t *topologyInfo) rows(s *sheet) {
	s.row("usable CPUs", cpuList(t.CPUs))
	s.row("online", onlineText(t.Online))
	s.row("affinity mask", t.limit(t.Affinity))
	s.row("cgroup cpuset", t.limit(t.Cpuset))
	s.row("cores", len(t.Cores))
	s.row("sibling pairs", t.siblings())
	s.row("sockets", groupList(t.Sockets))
	s.row("NUMA nodes", groupList(t.Nodes))
}

func onlineText(cpus []int) string {
	if cpus == nil {
		return "not known"
	}
	return cpuList(cpus)
}

// limit is one of the two sets that the usable CPUs are in.
func (t *topologyInfo) limit(set []int) string {
	if set == nil {
		return "not known"
	}
	for _, cpu := range t.Online {
		if !slices.Contains(set, cpu) {
			return cpuList(set)
		}
	}
	return "no limit"
}

// maxShown is how many pairs a line shows.
const maxShown = 8

func (t *topologyInfo) siblings() string {
	if len(t.SiblingPairs) == 0 {
		return "none: no two usable CPUs share a core"
	}
	text := fmt.Sprintf("%d:", len(t.SiblingPairs))
	for _, p := range t.SiblingPairs[:min(maxShown, len(t.SiblingPairs))] {
		text += fmt.Sprintf(" %d+%d", p[0], p[1])
	}
	if more := len(t.SiblingPairs) - maxShown; more > 0 {
		text += fmt.Sprintf(" and %d more (--json lists them)", more)
	}
	return text
}

// groupList is the number of groups, and the CPUs of each. A system that does not
// know a number says -1.
func groupList(groups []groupInfo) string {
	var parts []string
	for _, g := range groups {
		if g.ID < 0 {
			parts = append(parts, "unknown: CPUs "+cpuList(g.CPUs))
		} else {
			parts = append(parts, fmt.Sprintf("%d: CPUs %s", g.ID, cpuList(g.CPUs)))
		}
	}
	return fmt.Sprintf("%d (%s)", len(groups), strings.Join(parts, "; "))
}

// cpuList writes ascending CPUs as the kernel does: "0-3,8".
func cpuList(cpus []int) string {
	var parts []string
	for i := 0; i < len(cpus); {
		j := i
		for j+1 < len(cpus) && cpus[j+1] == cpus[j]+1 {
			j++
		}
		if j == i {
			parts = append(parts, fmt.Sprint(cpus[i]))
		} else {
			parts = append(parts, fmt.Sprintf("%d-%d", cpus[i], cpus[j]))
		}
		i = j + 1
	}
	return strings.Join(parts, ",")
}
