// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync"

	"golang.org/x/sys/unix"
)

// mainPin keeps the mask of the main thread, which stands for the process,
// while a Pin has changed it. The lock also keeps a reader from seeing the
// moment between the change and the note of it.
var mainPin struct {
	sync.Mutex
	before unix.CPUSetDynamic // nil: not pinned
}

func readTopology() (*CPUTopology, error) {
	mainPin.Lock()
	mask, err := processMask()
	mainPin.Unlock()
	if err != nil {
		return nil, fmt.Errorf("hashlanes: topology: affinity mask: %w", err)
	}
	return parseTopology(os.DirFS("/"), setOf(mask))
}

func pin(cpu int) (unpin func() error, err error) {
	runtime.LockOSThread()
	unpin, err = pinThread(cpu)
	if err != nil {
		runtime.UnlockOSThread()
		return nil, fmt.Errorf("hashlanes: Pin: CPU %d: %w", cpu, err)
	}
	return unpin, nil
}

// pinThread pins the calling thread, to which the goroutine is locked.
func pinThread(cpu int) (unpin func() error, err error) {
	mainPin.Lock()
	defer mainPin.Unlock()
	allowed, err := processMask()
	if err != nil {
		return nil, fmt.Errorf("reading the affinity mask: %w", err)
	}
	// The kernel would let a thread leave the mask that the process was started
	// with, but whoever set that mask meant it.
	if cpu < 0 || cpu >= maxCPUs || !allowed.IsSet(cpu) {
		return nil, fmt.Errorf("not one of those this process may use (%s)", setOf(allowed))
	}
	thread := unix.Gettid()
	before, err := threadMask(thread)
	if err != nil {
		return nil, fmt.Errorf("reading the affinity mask: %w", err)
	}
	only := unix.NewCPUSet(maxCPUs)
	only.Set(cpu)
	if err := unix.SchedSetaffinityDynamic(thread, only); err != nil {
		return nil, fmt.Errorf("setting the affinity mask: %w", err)
	}
	p := &pinned{thread: thread, before: before}
	if thread == os.Getpid() && mainPin.before == nil {
		mainPin.before, p.process = before, true
	}
	return p.unpin, nil
}

// pinned is one Pin to undo. mainPin guards it.
type pinned struct {
	thread  int
	before  unix.CPUSetDynamic
	process bool // before is mainPin.before
	done    bool
}

func (p *pinned) unpin() error {
	mainPin.Lock()
	defer mainPin.Unlock()
	if p.done {
		return nil
	}
	// The goroutine is locked to the thread, so another thread is another goroutine.
	if unix.Gettid() != p.thread {
		return errors.New("hashlanes: unpin: called from another goroutine than Pin")
	}
	if err := unix.SchedSetaffinityDynamic(p.thread, p.before); err != nil {
		return fmt.Errorf("hashlanes: unpin: restoring the affinity mask (%s): %w", setOf(p.before), err)
	}
	if p.process {
		mainPin.before = nil
	}
	p.done = true
	runtime.UnlockOSThread()
	return nil
}

// processMask returns the main thread's mask outside of Pin. The caller holds mainPin.
func processMask() (unix.CPUSetDynamic, error) {
	if mainPin.before != nil {
		return mainPin.before, nil
	}
	return threadMask(os.Getpid())
}

func threadMask(thread int) (unix.CPUSetDynamic, error) {
	mask := unix.NewCPUSet(maxCPUs)
	if err := unix.SchedGetaffinityDynamic(thread, mask); err != nil {
		return nil, err
	}
	return mask, nil
}

func setOf(mask unix.CPUSetDynamic) cpuSet {
	var set cpuSet
	for cpu := range maxCPUs {
		if mask.IsSet(cpu) {
			set.add(cpu)
		}
	}
	return set
}
