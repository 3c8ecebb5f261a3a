// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"
)

// Paths are those of fs.FS, relative to the root of the file system, so that
// tests can put a directory tree in its place.
const (
	sysCPU  = "sys/devices/system/cpu"
	sysNode = "sys/devices/system/node"
)

// maxTopologyFile bounds what is read of one file: the longest list that
// maxCPUs permits (every second CPU) fits.
const maxTopologyFile = 64 << 10

// parseTopology builds the topology from a Linux file tree (sysfs, procfs and
// the cgroup mounts), cut to the affinity mask.
func parseTopology(fsys fs.FS, affinity cpuSet) (*CPUTopology, error) {
	online, err := readNonEmptyList(fsys, sysCPU+"/online")
	if err != nil {
		return nil, err
	}
	cpuset, err := readCpuset(fsys)
	if err != nil {
		return nil, err
	}
	usable := affinity
	for _, bound := range []cpuSet{online, cpuset} {
		if bound != nil {
			usable = usable.and(bound)
		}
	}
	t := &CPUTopology{Online: online.list(), Affinity: affinity.list(), Cpuset: cpuset.list()}
	if usable.list() == nil {
		return nil, fmt.Errorf("hashlanes: topology: no CPU is usable: online %.60q, affinity %.60q, cpuset %.60q",
			online, affinity, cpuset)
	}
	t.CPUs, err = readCPUs(fsys, usable)
	if err != nil {
		return nil, err
	}
	return t, nil
}

// readCPUs describes each usable CPU. Offline CPUs are not looked at: the
// kernel removes their topology directories.
func readCPUs(fsys fs.FS, usable cpuSet) ([]CPU, error) {
	cores, err := readCores(fsys, usable)
	if err != nil {
		return nil, err
	}
	nodes, err := readNodes(fsys, usable)
	if err != nil {
		return nil, err
	}
	var cpus []CPU
	for _, id := range usable.list() {
		pkg, err := readPackage(fsys, id)
		if err != nil {
			return nil, err
		}
		cpus = append(cpus, CPU{ID: id, Core: cores[id], Package: pkg, Node: nodes[id]})
	}
	return cpus, nil
}

// readCores numbers the cores of the usable CPUs from their sibling lists. It
// does not use core_id, which repeats between packages and, on some machines,
// between dies.
func readCores(fsys fs.FS, usable cpuSet) (map[int]int, error) {
	cores := map[int]int{}
	var siblings []cpuSet // of each core, usable ones only
	for _, cpu := range usable.list() {
		name, set, err := readSiblings(fsys, cpu)
		if err != nil {
			return nil, err
		}
		if !set.has(cpu) {
			return nil, badFile(name, "siblings %.60q of CPU %d lack the CPU itself", set, cpu)
		}
		set = set.and(usable)
		if core, known := cores[cpu]; known {
			if !slices.Equal(set, siblings[core]) {
				return nil, badFile(name, "siblings %.60q of CPU %d, but a sibling lists %.60q", set, cpu, siblings[core])
			}
			continue
		}
		for _, sibling := range set.list() {
			if _, known := cores[sibling]; known || sibling < cpu {
				return nil, badFile(name, "siblings %.60q of CPU %d, but CPU %d does not list it", set, cpu, sibling)
			}
			cores[sibling] = len(siblings)
		}
		siblings = append(siblings, set)
	}
	return cores, nil
}

// readSiblings returns the CPUs of cpu's core, itself included, and the file
// that says so. Kernels before 5.3 have only the second name; where there is
// neither, the CPU is alone.
func readSiblings(fsys fs.FS, cpu int) (name string, set cpuSet, err error) {
	for _, file := range []string{"core_cpus_list", "thread_siblings_list"} {
		name = fmt.Sprintf("%s/cpu%d/topology/%s", sysCPU, cpu, file)
		set, found, err := readList(fsys, name)
		if err != nil || found {
			return name, set, err
		}
	}
	set.add(cpu)
	return name, set, nil
}

// readPackage returns the package number of a CPU: 0 if there is no such file,
// -1 where the kernel writes that for an unknown one, as on some ARM machines.
func readPackage(fsys fs.FS, cpu int) (int, error) {
	name := fmt.Sprintf("%s/cpu%d/topology/physical_package_id", sysCPU, cpu)
	text, found, err := readSmallFile(fsys, name, maxTopologyFile)
	if err != nil || !found {
		return 0, err
	}
	text = strings.TrimSpace(text)
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil || n < -1 {
		return 0, badFile(name, "%s is not a package number", excerpt(text))
	}
	return int(n), nil
}

// readNodes returns the NUMA node of each usable CPU: 0 for all if the kernel
// shows no nodes, -1 for a CPU that no node lists.
func readNodes(fsys fs.FS, usable cpuSet) (map[int]int, error) {
	entries, err := fs.ReadDir(fsys, sysNode)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fileError(sysNode, err)
	}
	nodes := map[int]int{}
	unlisted := 0
	for _, entry := range entries {
		number, ok := strings.CutPrefix(entry.Name(), "node")
		node, err := strconv.ParseUint(number, 10, 31)
		if !ok || err != nil {
			continue // a file such as "online" or "has_cpu"
		}
		unlisted = -1
		name := sysNode + "/" + entry.Name() + "/cpulist"
		set, _, err := readList(fsys, name)
		if err != nil {
			return nil, err
		}
		for _, cpu := range set.and(usable).list() {
			if other, taken := nodes[cpu]; taken {
				return nil, badFile(name, "CPU %d is in node %d too", cpu, other)
			}
			nodes[cpu] = int(node)
		}
	}
	for _, cpu := range usable.list() {
		if _, listed := nodes[cpu]; !listed {
			nodes[cpu] = unlisted
		}
	}
	return nodes, nil
}

// readNonEmptyList reads a CPU list that cannot be empty; it is nil if there
// is no such file.
func readNonEmptyList(fsys fs.FS, name string) (cpuSet, error) {
	set, found, err := readList(fsys, name)
	if err == nil && found && set == nil {
		err = badFile(name, "the list of CPUs is empty")
	}
	return set, err
}

func readList(fsys fs.FS, name string) (set cpuSet, found bool, err error) {
	text, found, err := readSmallFile(fsys, name, maxTopologyFile)
	if err != nil || !found {
		return nil, found, err
	}
	set, err = parseCPUList(text)
	if err != nil {
		return nil, true, fileError(name, err)
	}
	return set, true, nil
}

// readSmallFile reads a whole file of at most limit bytes. A file that does not
// exist is no error.
func readSmallFile(fsys fs.FS, name string, limit int64) (text string, found bool, err error) {
	f, err := fsys.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return "", false, nil
	}
	if err != nil {
		return "", false, fileError(name, err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return "", true, fileError(name, err)
	}
	if int64(len(data)) > limit {
		return "", true, badFile(name, "longer than %d bytes", limit)
	}
	return string(data), true, nil
}

func badFile(name, format string, args ...any) error {
	return fileError(name, fmt.Errorf(format, args...))
}

// fileError names the file as a user knows it. The file system's own error
// names it too, so only its cause is kept.
func fileError(name string, err error) error {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		err = pathErr.Err
	}
	return fmt.Errorf("hashlanes: topology: /%s: %w", name, err)
}
