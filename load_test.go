// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"runtime/metrics"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hashlanes/hashlanes/internal/cpu"
)

// loadTime is how long the tests of this file hash.
func loadTime() time.Duration {
	if testing.Short() {
		return 200 * time.Millisecond
	}
	return time.Second
}

// TestLoad finds state that calls share, registers that a preemption loses and
// pointers that the collector misses: goroutines at various depths of their
// stacks share engines, a Prefix and the scratch pool, while another one keeps
// the collector running.
func TestLoad(t *testing.T) {
	engines := fuzzEngines()
	data := randomBytes(newRand(100), 1<<13)
	prefix := defaultEngine().NewPrefix(data[:70])
	stop := make(chan struct{})
	var collector, workers sync.WaitGroup
	collector.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				runtime.GC()
			}
		}
	})
	end := time.Now().Add(loadTime())
	failures := make(chan error, 16)
	for g := range cap(failures) {
		workers.Go(func() {
			rng := newRand(uint64(g))
			for round := 0; time.Now().Before(end); round++ {
				err := deep(g*round%200, func() error { return loadRound(rng, engines[(g+round)%len(engines)], prefix, data) })
				if err != nil {
					failures <- err
					return
				}
			}
		})
	}
	workers.Wait()
	close(stop)
	collector.Wait()
	close(failures)
	for err := range failures {
		require.NoError(t, err)
	}
}

// deep calls f from further down the stack, so that kernels are entered just
// before it has to grow too.
func deep(depth int, f func() error) error {
	var pad [64]byte
	if depth == 0 {
		return f()
	}
	err := deep(depth-1, f)
	runtime.KeepAlive(pad)
	return err
}

// loadRound makes one call of each kind with memory of its own.
func loadRound(rng *rand.Rand, e *Engine, p *Prefix, data []byte) error {
	n := 1 + rng.IntN(40)
	msgs, nodes, links := make([][]byte, n), make([][Size]byte, 2*n), make([]uint64, n)
	for i := range msgs {
		msgs[i] = data[rng.IntN(1<<12):][:rng.IntN(300)]
		links[i] = rng.Uint64N(5)
	}
	copy(digestBytes(nodes), data[rng.IntN(1<<12):])
	got := make([][Size]byte, n)
	check := func(what string, want [][Size]byte) error {
		for i := range want {
			if want[i] != got[i] {
				return fmt.Errorf("%s: digest %d of %d is wrong", what, i, n)
			}
		}
		return nil
	}
	s := e.NewStreams(n)
	for _, c := range []struct {
		what string
		call func()
		want [][Size]byte
	}{
		{"HashMany", func() { e.HashMany(got, msgs) }, sumAll(nil, msgs)},
		{"Prefix.HashMany", func() { p.HashMany(got, msgs) }, sumAll(data[:70], msgs)},
		{"HashPairs", func() { e.HashPairs(got, nodes) }, sumAll(nil, pieceList(digestBytes(nodes), 2*Size))},
		{"HashChains", func() { e.HashChains(got, nodes[:n], links) }, chainAll(nodes[:n], links)},
		{"Streams", func() { s.Write(msgs); s.Sum(got) }, sumAll(nil, msgs)},
	} {
		c.call()
		if err := check(c.what, c.want); err != nil {
			return err
		}
	}
	return nil
}

// TestFirstUse finds a race in what is made at the first call: many goroutines
// make a table and an engine of their own and use the default one at once.
func TestFirstUse(t *testing.T) {
	var workers sync.WaitGroup
	for range 16 {
		workers.Go(func() {
			table := newTable(cpu.Detect(), false, checkKernel)
			e := table.fromEnvironment("")
			got := make([][Size]byte, 2)
			e.HashMany(got, [][]byte{{1}, {2}})
			HashMany(got, [][]byte{{1}, {2}})
		})
	}
	workers.Wait()
}

// TestNoGoroutines finds calls that leave goroutines behind.
func TestNoGoroutines(t *testing.T) {
	before := runtime.NumGoroutine()
	eachEngine(t, func(t *testing.T, e under) { testHashes(t, e.Engine) })
	// The goroutines of the subtests may take a moment to end.
	for wait := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before && time.Now().Before(wait); {
		time.Sleep(time.Millisecond)
	}
	require.LessOrEqual(t, runtime.NumGoroutine(), before)
}

// worstStop is an upper bound of the longest time that the collector has waited
// for goroutines to stop.
func worstStop() float64 {
	sample := []metrics.Sample{{Name: "/sched/pauses/stopping/gc:seconds"}}
	metrics.Read(sample)
	h := sample[0].Value.Float64Histogram()
	for i := len(h.Counts) - 1; i >= 0; i-- {
		if h.Counts[i] > 0 {
			return h.Buckets[i]
		}
	}
	return 0
}

// TestBoundedCalls finds kernels that are called for so long that they hold up
// the garbage collector, which waits until a call returns: every call made for
// 8 MiB of messages and for long chains is within the bound of steps. The time
// that the collector has waited is logged.
func TestBoundedCalls(t *testing.T) {
	data := make([]byte, 8<<20)
	msgs, got := pieceList(data, 1<<20), make([][Size]byte, 8)
	eachKernel(t, func(t *testing.T, k kernel) {
		if testing.Short() || raceEnabled {
			msgs = pieceList(data[:1<<20], 1<<17)
		}
		e := newEngine([]kernel{strict(k), strict(portable)}, 1)
		var collector sync.WaitGroup
		done := make(chan struct{})
		collector.Go(func() {
			for {
				select {
				case <-done:
					return
				case <-time.After(time.Millisecond):
					runtime.GC()
				}
			}
		})
		start := time.Now()
		e.HashMany(got[:len(msgs)], msgs)
		e.HashChain(got[0], 10_000)
		took := time.Since(start)
		close(done)
		collector.Wait()
		t.Logf("%v of hashing; worst stop of this process so far: %.1f us", took, worstStop()*1e6)
	})
}
