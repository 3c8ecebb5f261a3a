// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes_test

import (
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hashlanes/hashlanes"
)

// TestStops has the collector stop the world while a goroutine is in the midst of
// long work, whose parts are all below 20 microseconds, on every kernel. Assembly
// cannot be stopped, and Go code between two calls of it only where a function
// with a frame begins; without that, the stop waits for the whole work.
func TestStops(t *testing.T) {
	if runtime.GOMAXPROCS(0) < 2 {
		t.Skip("needs two CPUs")
	}
	data := make([]byte, 32<<20)
	nodes := make([][32]byte, len(data)/32)
	one, four, ends := make([][32]byte, 1), make([][32]byte, 4), []uint64{400e3, 400e3, 400e3, 400e3}
	for _, k := range hashlanes.Kernels() {
		if !k.Available || k.Kind == "serial" {
			continue // plain Go can be stopped
		}
		e, err := hashlanes.NewEngine(hashlanes.WithKernels(k.Name))
		require.NoError(t, err)
		for name, work := range map[string]func(){
			"message": func() { e.HashMany(one, [][]byte{data}) },
			"quarters": func() {
				n := len(data) / 4
				e.HashMany(four, [][]byte{data[:n], data[n : 2*n], data[2*n : 3*n], data[3*n:]})
			},
			"pairs":  func() { e.HashPairs(nodes, nodes) },
			"nodes":  func() { e.HashPairsPrefixed(nodes[:len(nodes)/2], []byte{1}, nodes) },
			"chain":  func() { one[0] = e.HashChain(one[0], 400e3) },
			"chains": func() { e.HashChains(four, four, ends) },
		} {
			t.Run("kernel="+k.Name+"/work="+name, func(t *testing.T) {
				require.Less(t, fastestStop(work), 10*time.Millisecond, "the world waits for the work")
			})
		}
	}
}

// fastestStop is the second shortest of some collections while work goes on.
func fastestStop(work func()) time.Duration {
	var end atomic.Bool
	done := make(chan struct{})
	go func() {
		defer close(done)
		for !end.Load() {
			work()
		}
	}()
	best := [2]time.Duration{1 << 62, 1 << 62}
	var m runtime.MemStats
	for range 8 {
		time.Sleep(3 * time.Millisecond)
		start := time.Now()
		runtime.ReadMemStats(&m) // stops the world and does little else
		if d := time.Since(start); d < best[0] {
			best = [2]time.Duration{d, best[0]}
		} else {
			best[1] = min(best[1], d)
		}
	}
	end.Store(true)
	<-done
	return best[1]
}
