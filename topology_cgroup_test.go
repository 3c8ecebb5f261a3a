// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

// Lines of mountinfo. The first has tags and an empty source, as the kernel
// writes it for a source that is an empty string.
const (
	mountOther = "22 1 8:1 / / rw,relatime shared:1 master:2 - ext4  rw\n"
	mountCPU   = "33 31 0:29 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n"
	mountV1    = "34 31 0:31 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n"
	mountV2    = "41 31 0:38 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw,nsdelegate\n"
)

func inCgroup(m sysTree, groups, mounts string) sysTree {
	return m.put("proc/self/cgroup", groups).put("proc/self/mountinfo", mountOther+mountCPU+mounts)
}

func TestCpuset(t *testing.T) {
	const v1, v2 = "sys/fs/cgroup/cpuset/", "sys/fs/cgroup/"
	const job = "3:cpuset:/job\n0::/job\n"
	bind := func(mount, root string) string { return strings.Replace(mount, " / ", " "+root+" ", 1) }
	for _, c := range []struct {
		name, groups, mounts, file, list, want string
	}{
		{"v2", "0::/job\n", mountV2, v2 + "job/cpuset.cpus.effective", "2-3", "2-3"},
		{"v2 in a namespace", "0::/\n", mountV2, v2 + "cpuset.cpus.effective", "2-3", "2-3"},
		{"v2 without controller in the group", "0::/a/b/c\n", mountV2, v2 + "a/cpuset.cpus.effective", "1,3", "1,3"},
		{"v2 without controller anywhere", "0::/a/b\n", mountV2, v2 + "a/cgroup.procs", "77", ""},
		{"v2 bound into a container", "0::/a/b/c\n", bind(mountV2, "/a/b"), v2 + "c/cpuset.cpus.effective", "0", "0"},
		{"v2 out of the namespace", "0::/../x\n", mountV2, v2 + "cpuset.cpus.effective", "1", ""},
		{"v2 colon in the name", "0::/a:b\n", mountV2, v2 + "a:b/cpuset.cpus.effective", "1", "1"},
		{"v1", job, mountV1, v1 + "job/cpuset.effective_cpus", "1-2", "1-2"},
		{"v1 before Linux 3.17", job, mountV1, v1 + "job/cpuset.cpus", "1-2", "1-2"},
		{"v1 with other controllers", "3:cpu,cpuset:/job\n", mountV1, v1 + "job/cpuset.cpus", "3", "3"},
		{"v1 wins over v2", job, mountV2 + mountV1, v1 + "job/cpuset.cpus", "3", "3"},
		{"v1 bound into a container", job, bind(mountV1, "/job"), v1 + "cpuset.cpus", "0,3", "0,3"},
		{"v1 of another container", job, bind(mountV1, "/jo"), v1 + "b/cpuset.cpus", "0", ""},
		{"v1 not mounted", job, mountV2, v2 + "job/cpuset.cpus.effective", "0", ""},
		{"v1 elsewhere", job, strings.Replace(mountV1, "/sys/fs/cgroup/cpuset", `/dev/cpu\040set`, 1), "dev/cpu set/job/cpuset.cpus", "2", "2"},
		{"no cpuset hierarchy", "1:cpu:/job\n", mountV1, v1 + "job/cpuset.cpus", "2", ""},
	} {
		m := inCgroup(newSysTree("0-3", neighbours), c.groups, c.mounts).put(c.file, c.list+"\n")
		top := m.parse(t, allCPUs())
		require.Equal(t, cpus(c.want).list(), top.Cpuset, c.name)
		usable := c.want
		if usable == "" {
			usable = "0-3"
		}
		require.Equal(t, "0:"+usable, groupsText(top.Packages()), c.name)
	}
}

// A container with CPUs 2-5 of a server has one whole core and two halves.
func TestCpusetCutsPairs(t *testing.T) {
	m := inCgroup(newSysTree("0-7", halves(4)), "0::/box\n", mountV2)
	top := m.put("sys/fs/cgroup/box/cpuset.cpus.effective", "1-3,5\n").parse(t, allCPUs())
	require.Equal(t, "0:1,5 1:2 2:3", groupsText(top.Cores()))
	require.Equal(t, [][2]int{{1, 5}}, top.SiblingPairs())

	_, err := parseTopology(fstest.MapFS(m), cpus("0,4"))
	require.ErrorContains(t, err, `no CPU is usable: online "0-7", affinity "0,4", cpuset "1-3,5"`)
}

func TestCpusetMalformed(t *testing.T) {
	const file = "sys/fs/cgroup/job/cpuset.cpus.effective"
	for _, c := range []struct{ name, text, want string }{
		{"proc/self/cgroup", "0:/job\n", "not a number, controllers and a path"},
		{"proc/self/cgroup", "0::job\n", "not a number, controllers and a path"},
		{"proc/self/cgroup", "\x00\x01\xff", "not a number, controllers and a path"},
		{"proc/self/cgroup", "0::" + strings.Repeat("/a", maxGroupPath), "not a number, controllers and a path"},
		{"proc/self/cgroup", strings.Repeat("x", maxTopologyFile+1), "longer than"},
		{"proc/self/mountinfo", "garbage\n", "not a mount"},
		{"proc/self/mountinfo", "41 31 0:38 / /sys/fs/cgroup rw cgroup2 cgroup2 rw\n", "not a mount"},
		{"proc/self/mountinfo", "41 31 0:38 / /sys/fs/cgroup rw - cgroup2\n", "not a mount"},
		{"proc/self/mountinfo", "41 31 0:38 / relative rw - cgroup2 cgroup2 rw\n", "not a mount"},
		{"proc/self/mountinfo", "- - - - - - -", "not a mount"},
		{file, "\n", "empty"},
		{file, "0-99999", "above the limit"},
		{file, "1-0", "reversed"},
		{file, "\xff\x00", "not a CPU number"},
	} {
		m := inCgroup(newSysTree("0-3", neighbours), "0::/job\n", mountV2).put(file, "0\n").put(c.name, c.text)
		_, err := parseTopology(fstest.MapFS(m), allCPUs())
		require.ErrorContains(t, err, "hashlanes: topology: /"+c.name+": ", "%q", c.text)
		require.ErrorContains(t, err, c.want, "%q", c.text)
	}
}

// FuzzCpuset checks that hostile process files give a set or an error.
func FuzzCpuset(f *testing.F) {
	f.Add("3:cpuset:/job\n0::/job\n", mountV2+mountV1, "0-1")
	f.Add("0::/../..\n", mountV2, "")
	f.Add("0::/a//b/./c\x00\n", mountOther, "-")
	f.Fuzz(func(t *testing.T, groups, mounts, list string) {
		m := inCgroup(sysTree{}, groups, mounts).put("sys/fs/cgroup/job/cpuset.cpus.effective", list)
		set, err := readCpuset(fstest.MapFS(m))
		require.True(t, err == nil || set == nil)
	})
}
