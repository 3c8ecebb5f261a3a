// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

func TestTopologyMalformed(t *testing.T) {
	const siblings = "cpu1/topology/core_cpus_list"
	for _, c := range []struct{ file, text, want string }{
		{"online", "", "empty"},
		{"online", "\n", "empty"},
		{"online", "0-", "not a CPU number"},
		{"online", "-1", "not a CPU number"},
		{"online", "3-0", "reversed"},
		{"online", "0-4294967295", "above the limit"},
		{"online", "18446744073709551616", "not a CPU number"},
		{"online", "\x7fELF\x02\x01\x00\xff", `\x7fELF`},
		{"online", strings.Repeat("0,", maxTopologyFile), "longer than"},
		{siblings, "", "lack the CPU itself"},
		{siblings, "2-3", "lack the CPU itself"},
		{siblings, "1", "a sibling lists"},
		{siblings, "0-3", "a sibling lists"},
		{siblings, "0 1", "not a CPU number"},
		{"cpu2/topology/core_cpus_list", "1-3", "does not list it"},
		{"cpu0/topology/physical_package_id", "", "not a package number"},
		{"cpu0/topology/physical_package_id", "-2", "not a package number"},
		{"cpu0/topology/physical_package_id", "99999999999", "not a package number"},
		{"cpu0/topology/physical_package_id", "\x00\x00", "not a package number"},
		{"../node/node0/cpulist", "0-3-5", "not a CPU number"},
		{"../node/node1/cpulist", "3", "in node 0 too"},
	} {
		name := strings.Replace(sysCPU+"/"+c.file, "cpu/../", "", 1)
		m := newSysTree("0-3", neighbours).put(name, c.text)
		top, err := parseTopology(fstest.MapFS(m), allCPUs())
		require.ErrorContains(t, err, "hashlanes: topology: /"+name+": ", "%q", c.text)
		require.ErrorContains(t, err, c.want, "%q", c.text)
		require.Less(t, len(err.Error()), 250)
		require.Nil(t, top)
	}
}

// CPU 0 leaves out CPU 1, which lists both; the second list to be read is named.
func TestTopologyContradiction(t *testing.T) {
	m := newSysTree("0-3", neighbours).put(sysCPU+"/cpu0/topology/core_cpus_list", "0")
	_, err := parseTopology(fstest.MapFS(m), allCPUs())
	require.EqualError(t, err, "hashlanes: topology: /"+sysCPU+
		`/cpu1/topology/core_cpus_list: siblings "0-1" of CPU 1, but CPU 0 does not list it`)
}

func TestTopologyNothingUsable(t *testing.T) {
	_, err := parseTopology(fstest.MapFS(newSysTree("0-3", alone)), cpus("4-5"))
	require.EqualError(t, err, `hashlanes: topology: no CPU is usable: online "0-3", affinity "4-5", cpuset ""`)
}

// denied is a file system in which one name cannot be opened.
type denied struct {
	fs.FS
	name string
}

func (d denied) Open(name string) (fs.File, error) {
	if name == d.name {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return d.FS.Open(name)
}

func TestTopologyUnreadable(t *testing.T) {
	m := inCgroup(newSysTree("0-3", neighbours), "0::/a\n", mountV2)
	for _, name := range []string{
		sysCPU + "/online", sysCPU + "/cpu2/topology/core_cpus_list", sysCPU + "/cpu3/topology/physical_package_id",
		sysNode, sysNode + "/node0/cpulist", "proc/self/cgroup", "proc/self/mountinfo",
	} {
		_, err := parseTopology(denied{fstest.MapFS(m), name}, allCPUs())
		require.ErrorIs(t, err, fs.ErrPermission)
		require.EqualError(t, err, "hashlanes: topology: /"+name+": permission denied")
	}
	// A directory in the place of a file opens and cannot be read.
	m.put(sysCPU+"/cpu0/topology/core_cpus_list/x", "").without("cpu0/topology/core_cpus_list")
	_, err := parseTopology(fstest.MapFS(m), allCPUs())
	require.ErrorContains(t, err, "/"+sysCPU+"/cpu0/topology/core_cpus_list: ")
}
