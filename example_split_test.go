// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes_test

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/hashlanes/hashlanes"
	"github.com/stretchr/testify/require"
)

// pairsJob is one half of a batch.
type pairsJob struct{ dst, nodes [][32]byte }

// splitter hashes batches of pairs in two halves on two pinned threads, which
// stay from batch to batch: starting and pinning them for each would cost more
// than a small batch takes. One goroutine may use a splitter at a time.
type splitter struct {
	jobs [2]chan pairsJob
	done chan error
}

// startSplitter starts one worker on each CPU.
func startSplitter(cpus [2]int) (*splitter, error) {
	s := &splitter{done: make(chan error)}
	for i := range s.jobs {
		s.jobs[i] = make(chan pairsJob)
		go s.work(cpus[i], s.jobs[i])
	}
	err := errors.Join(<-s.done, <-s.done)
	if err != nil {
		s.stop() // it only repeats err
		return nil, err
	}
	return s, nil
}

// work reports once when its thread is in place, after each job, and at the end.
func (s *splitter) work(cpu int, jobs <-chan pairsJob) {
	unpin, err := hashlanes.Pin(cpu)
	if errors.Is(err, errors.ErrUnsupported) {
		unpin, err = func() error { return nil }, nil // the scheduler places the halves
	}
	s.done <- err
	for j := range jobs {
		hashlanes.HashPairs(j.dst, j.nodes)
		s.done <- nil
	}
	if err == nil {
		err = unpin()
	}
	s.done <- err
}

// SplitPairs is hashlanes.HashPairs over both threads. dst must not overlap
// nodes: one half's digests would fall on nodes of the other.
func (s *splitter) SplitPairs(dst, nodes [][32]byte) {
	half := len(nodes) / 4
	s.jobs[0] <- pairsJob{dst[:half], nodes[:2*half]}
	s.jobs[1] <- pairsJob{dst[half:], nodes[2*half:]}
	<-s.done
	<-s.done
}

func (s *splitter) stop() error {
	close(s.jobs[0])
	close(s.jobs[1])
	return errors.Join(<-s.done, <-s.done)
}

// twoCPUs picks two siblings, else two cores, else one CPU twice.
func twoCPUs() (cpus [2]int, kind string, err error) {
	top, err := hashlanes.Topology()
	if err != nil {
		return cpus, "", err
	}
	if pairs := top.SiblingPairs(); len(pairs) > 0 {
		return pairs[0], "siblings", nil
	}
	cores := top.Cores()
	second := cores[min(1, len(cores)-1)]
	cpus = [2]int{cores[0].CPUs[0], second.CPUs[0]}
	if len(cores) == 1 {
		return cpus, "one", nil
	}
	return cpus, "cores", nil
}

// numberedNodes returns n pairs of distinct nodes.
func numberedNodes(n int) [][32]byte {
	nodes := make([][32]byte, 2*n)
	for i := range nodes {
		binary.BigEndian.PutUint64(nodes[i][:], uint64(i))
	}
	return nodes
}

// A batch is cut in two equal halves, one for each hardware thread of a core,
// or for each of two cores where no core has two threads.
func Example_splitPairs() {
	cpus, _, err := twoCPUs()
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := startSplitter(cpus)
	if err != nil {
		fmt.Println(err)
		return
	}
	nodes := numberedNodes(1001)
	digests := make([][32]byte, len(nodes)/2)
	s.SplitPairs(digests, nodes)
	fmt.Println("last is right:", digests[1000] == sha256.Sum256(append(nodes[2000][:], nodes[2001][:]...)))
	fmt.Println("stopped:", s.stop())
	// Output:
	// last is right: true
	// stopped: <nil>
}

func TestSplitPairs(t *testing.T) {
	cpus, _, err := twoCPUs()
	require.NoError(t, err)
	s, err := startSplitter(cpus)
	require.NoError(t, err)
	for _, n := range []int{0, 1, 2, 3, 16, 33, 1000} {
		nodes := numberedNodes(n)
		want, got := make([][32]byte, n), make([][32]byte, n)
		hashlanes.HashPairs(want, nodes)
		s.SplitPairs(got, nodes)
		require.Equal(t, want, got)
	}
	require.NoError(t, s.stop())
}

// BenchmarkSplitPairs hashes a batch on one pinned thread, and then the same batch in
// halves on two, in turns, so that both see the same machine: ns/op is for both, and
// the metrics are medians. What siblings gain is what one thread leaves idle in the
// core; below some size the hand-over to the threads costs more than that.
func BenchmarkSplitPairs(b *testing.B) {
	cpus, kind, err := twoCPUs()
	require.NoError(b, err)
	for _, n := range []int{64, 512, 4096, 32768, 262144} {
		b.Run(fmt.Sprintf("cpus=%s/n=%d", kind, n), func(b *testing.B) { benchmarkSplit(b, cpus, n) })
	}
}

func benchmarkSplit(b *testing.B, cpus [2]int, n int) {
	s, err := startSplitter(cpus)
	require.NoError(b, err)
	unpin, err := hashlanes.Pin(cpus[0])
	if errors.Is(err, errors.ErrUnsupported) {
		unpin, err = func() error { return nil }, nil
	}
	require.NoError(b, err)
	nodes, digests := numberedNodes(n), make([][32]byte, n)
	b.SetBytes(int64(2 * 64 * n))
	var whole, halves, speedup []float64
	for b.Loop() {
		start := time.Now()
		hashlanes.HashPairs(digests, nodes)
		middle := time.Now()
		s.SplitPairs(digests, nodes)
		x, y := float64(middle.Sub(start)), float64(time.Since(middle))
		whole, halves, speedup = append(whole, x), append(halves, y), append(speedup, x/y)
	}
	require.NoError(b, unpin())
	require.NoError(b, s.stop())
	for name, v := range map[string][]float64{"whole-ns": whole, "halves-ns": halves, "times-as-fast": speedup} {
		slices.Sort(v)
		b.ReportMetric(v[len(v)/2], name)
	}
}
