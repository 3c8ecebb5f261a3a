// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import "runtime"

// CPUTopology is a snapshot of the CPUs that the process may use and of how
// they share cores, packages and memory. It is plain data: the methods change
// nothing, so a value may be shared by goroutines that only read it.
type CPUTopology struct {
	// CPUs are the usable CPUs by ascending ID: those that are online, in the
	// affinity mask and in the cpuset. There is always at least one.
	CPUs []CPU

	// Online, Affinity and Cpuset are the three sets whose intersection CPUs
	// is, ascending. Each is nil where the system does not tell it.
	Online, Affinity, Cpuset []int
}

// CPU is one logical CPU: a hardware thread.
type CPU struct {
	ID      int // the system's number of this CPU, which [Pin] takes
	Core    int // counts the cores that have a usable CPU, from 0 in order of their first
	Package int // the system's number of the socket, -1 where it knows none
	Node    int // the system's number of the NUMA node, -1 where no node lists this CPU
}

// CPUGroup is the set of usable CPUs, ascending, that share the core, package
// or node numbered ID.
type CPUGroup struct {
	ID   int
	CPUs []int
}

// Topology reads which CPUs the process may use and how they are related.
//
// On Linux it reads sysfs and cuts what it finds to the CPUs that are online,
// to the affinity mask of the process, and to the cpuset of its control group
// (version 1 or 2). The mask is that of the main thread; what [Pin] does to a
// thread, even to that one, does not count. A file that the kernel does not
// provide takes nothing away: without sibling lists every CPU is a core,
// without package numbers there is one package 0, without NUMA directory one
// node 0. Elsewhere the answer is flat: [runtime.NumCPU] cores of one thread,
// numbered from 0, in one package and one node.
//
// A file that exists and cannot be read, or whose content is not what the
// kernel documents or contradicts another file, is an error that names the
// file. So is an empty intersection of the three sets. CPUs that go on or off
// line during the call may cause such an error; calling again is then right.
//
// Nothing is cached, so each call costs a few system calls per CPU. It is safe
// for concurrent use.
//
// The formats are in the kernel's Documentation: ABI/stable/sysfs-devices-system-cpu
// (siblings and packages), ABI/stable/sysfs-devices-node, admin-guide/cputopology.rst
// (online CPUs), admin-guide/cgroup-v2.rst and admin-guide/cgroup-v1/cpusets.rst;
// and in cpuset(7) (lists), cgroups(7) and proc(5).
func Topology() (*CPUTopology, error) { return readTopology() }

// SiblingPairs returns the pairs of usable CPUs that share a core, as
// [CPUTopology.SiblingPairs] does for what [Topology] reads, and its errors.
// It is safe for concurrent use.
func SiblingPairs() ([][2]int, error) {
	t, err := Topology()
	if err != nil {
		return nil, err
	}
	return t.SiblingPairs(), nil
}

// Pin locks the calling goroutine to its thread and lets that thread run on
// the given CPU alone. unpin gives the thread the mask it had before and undoes
// the lock. Processes that the goroutine starts meanwhile inherit its CPU. No
// hashing call pins anything; this is for callers that split work over chosen
// CPUs.
//
// unpin must be called by the goroutine that called Pin, and in reverse order
// where pins are nested: from another goroutine it changes nothing and returns
// an error. After a success further calls do nothing. If the system refuses
// the earlier mask, unpin returns an error and leaves the goroutine locked, so
// that the thread ends with the goroutine instead of running others in the
// wrong place.
//
// Pin fails, and changes nothing, if the CPU is not one the process may use,
// or if the system refuses. On systems other than Linux it always fails, with
// an error that wraps [errors.ErrUnsupported]. It is safe for concurrent use.
//
// The system calls are in sched_setaffinity(2).
func Pin(cpu int) (unpin func() error, err error) { return pin(cpu) }

// Cores returns the usable CPUs grouped by core.
func (t *CPUTopology) Cores() []CPUGroup {
	return groupCPUs(t.CPUs, func(c CPU) int { return c.Core })
}

// Packages returns the usable CPUs grouped by package (socket).
func (t *CPUTopology) Packages() []CPUGroup {
	return groupCPUs(t.CPUs, func(c CPU) int { return c.Package })
}

// Nodes returns the usable CPUs grouped by NUMA node. Nodes without usable CPUs
// do not appear.
func (t *CPUTopology) Nodes() []CPUGroup {
	return groupCPUs(t.CPUs, func(c CPU) int { return c.Node })
}

// SiblingPairs returns the pairs of usable CPUs that share a core. No CPU is in
// two pairs: a core of four threads gives two pairs of neighbours, and a thread
// whose sibling is offline or out of bounds gives none. The result is empty
// where no core has two usable threads.
func (t *CPUTopology) SiblingPairs() [][2]int {
	var pairs [][2]int
	for _, core := range t.Cores() {
		for c := core.CPUs; len(c) >= 2; c = c[2:] {
			pairs = append(pairs, [2]int{c[0], c[1]})
		}
	}
	return pairs
}

// groupCPUs groups by a number of each CPU, in order of first appearance.
func groupCPUs(cpus []CPU, number func(CPU) int) []CPUGroup {
	var groups []CPUGroup
	at := map[int]int{}
	for _, c := range cpus {
		id := number(c)
		i, ok := at[id]
		if !ok {
			i = len(groups)
			at[id] = i
			groups = append(groups, CPUGroup{ID: id})
		}
		groups[i].CPUs = append(groups[i].CPUs, c.ID)
	}
	return groups
}

// flatTopology is the answer of systems that tell nothing but a count.
func flatTopology() *CPUTopology {
	t := &CPUTopology{CPUs: make([]CPU, runtime.NumCPU())}
	for i := range t.CPUs {
		t.CPUs[i] = CPU{ID: i, Core: i}
	}
	return t
}
