// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import (
	"math"
	"os"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

func ownMask(t *testing.T) unix.CPUSet {
	t.Helper()
	var mask unix.CPUSet
	require.NoError(t, unix.SchedGetaffinity(0, &mask))
	return mask
}

func usableHere(t *testing.T) []CPU {
	t.Helper()
	top, err := Topology()
	require.NoError(t, err)
	return top.CPUs
}

// The test holds its thread throughout, so that masks before and after compare.
func TestPin(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before := ownMask(t)
	for _, cpu := range usableHere(t) {
		unpin, err := Pin(cpu.ID)
		require.NoError(t, err)
		var want unix.CPUSet
		want.Set(cpu.ID)
		require.Equal(t, want, ownMask(t))
		require.NoError(t, unpin())
		require.Equal(t, before, ownMask(t))
		require.NoError(t, unpin(), "a second call does nothing")
	}
}

func TestPinNested(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before, cpus := ownMask(t), usableHere(t)
	first, last := cpus[0].ID, cpus[len(cpus)-1].ID

	outer, err := Pin(first)
	require.NoError(t, err)
	inner, err := Pin(last) // the mask of the process counts, not that of the thread
	require.NoError(t, err)
	require.True(t, setOf(mustMask(t)).has(last))
	require.NoError(t, inner())
	require.Equal(t, []int{first}, setOf(mustMask(t)).list())
	require.NoError(t, outer())
	require.Equal(t, before, ownMask(t))
}

func mustMask(t *testing.T) unix.CPUSetDynamic {
	t.Helper()
	mask, err := threadMask(0)
	require.NoError(t, err)
	return mask
}

// A pinned goroutine still sees all CPUs of the process, whichever its thread.
func TestPinDoesNotNarrowTopology(t *testing.T) {
	want := usableHere(t)
	done := make(chan bool)
	for range 8 {
		go func() {
			defer func() { done <- true }()
			unpin, err := Pin(want[0].ID)
			if err != nil {
				t.Error(err)
				return
			}
			top, err := Topology()
			if err != nil || len(top.CPUs) != len(want) {
				t.Errorf("%d CPUs before, then %+v, %v", len(want), top, err)
			}
			if err := unpin(); err != nil {
				t.Error(err)
			}
		}()
	}
	for range 8 {
		<-done
	}
}

// pinnedInit is what a Pin on the main thread showed. Only initialisation is
// sure to run on that thread.
var pinnedInit = func() (seen struct {
	thread        int
	before, after unix.CPUSet
	during        *CPUTopology
	pin, top, un  error
}) {
	seen.thread = unix.Gettid()
	top, err := Topology()
	if err != nil {
		seen.top = err
		return seen
	}
	unix.SchedGetaffinity(0, &seen.before)
	unpin, err := Pin(top.CPUs[0].ID)
	seen.pin = err
	seen.during, seen.top = Topology()
	if err == nil {
		seen.un = unpin()
	}
	unix.SchedGetaffinity(0, &seen.after)
	return seen
}()

func TestPinOnMainThread(t *testing.T) {
	require.Equal(t, os.Getpid(), pinnedInit.thread)
	require.NoError(t, pinnedInit.pin)
	require.NoError(t, pinnedInit.top)
	require.NoError(t, pinnedInit.un)
	require.Equal(t, pinnedInit.before, pinnedInit.after)
	require.Equal(t, usableHere(t), pinnedInit.during.CPUs)
	require.Nil(t, mainPin.before)
}

// The kernel refuses an empty mask, as it does one whose CPUs went offline.
func TestUnpinRefused(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before := ownMask(t)
	p := &pinned{thread: unix.Gettid(), before: unix.NewCPUSet(maxCPUs)}
	for range 2 {
		require.ErrorIs(t, p.unpin(), unix.EINVAL)
	}
	require.Equal(t, before, ownMask(t))
}

func TestUnpinFromAnotherGoroutine(t *testing.T) {
	unpin, err := Pin(usableHere(t)[0].ID)
	require.NoError(t, err)
	failed := make(chan error)
	go func() { failed <- unpin() }()
	require.EqualError(t, <-failed, "hashlanes: unpin: called from another goroutine than Pin")
	require.NoError(t, unpin())
}

func TestPinRefuses(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before := ownMask(t)
	for _, cpu := range []int{-1, -64, maxCPUs - 1, maxCPUs, math.MaxInt} {
		unpin, err := Pin(cpu)
		require.ErrorContains(t, err, "not one of those this process may use")
		require.Nil(t, unpin)
	}
	require.Equal(t, before, ownMask(t))
}
