// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"crypto/sha256"
	"math/rand/v2"
	"runtime"
	"runtime/metrics"
	"sync/atomic"
	"testing"

	"github.com/hashlanes/hashlanes"
)

// BenchmarkGCStop collects garbage while another goroutine hashes batches of
// 64 MiB, and tells how long the collector had to wait for all goroutines to stop:
// assembly cannot be stopped, so no call of it may take long. Compare the work in
// plain Go, which can be; hashing may add 200 microseconds at most. On a busy machine
// the maximum is the operating system's, and the 99th percentile tells more. It needs
// two CPUs.
func BenchmarkGCStop(b *testing.B) {
	data := generator{rand.New(rand.NewPCG(5, 6))}.bytes(64 << 20)
	msgs := make([][]byte, 0, len(data)/1024)
	for at := 0; at < len(data); at += 1024 {
		msgs = append(msgs, data[at:at+1024])
	}
	one := make([][32]byte, 1)
	many := make([][32]byte, len(msgs))
	pairs := make([][32]byte, len(data)/32)
	for i := range pairs { // page faults are not what is measured
		pairs[i][0], many[i%len(many)][0] = 1, 1
	}
	for _, work := range []struct {
		name string
		run  func()
	}{
		{"plain-go", func() { multiply(1e6) }},
		{"crypto-sha256", func() { one[0] = sha256.Sum256(data) }},
		{"one-message", func() { hashlanes.HashMany(one, [][]byte{data}) }},
		{"messages-of-1024", func() { hashlanes.HashMany(many, msgs) }},
		{"pairs-in-place", func() { hashlanes.HashPairs(pairs, pairs) }},
		{"chain", func() { one[0] = hashlanes.HashChain(one[0], 1e6) }},
	} {
		b.Run("work="+work.name, func(b *testing.B) { stops(b, work.run) })
	}
}

func stops(b *testing.B, work func()) {
	var end atomic.Bool
	done := make(chan struct{})
	go func() {
		defer close(done)
		for !end.Load() {
			work()
		}
	}()
	before := stopHistogram()
	for b.Loop() {
		runtime.GC()
	}
	after := stopHistogram()
	end.Store(true)
	<-done
	for i := range after.Counts {
		after.Counts[i] -= before.Counts[i]
	}
	b.ReportMetric(1e6*quantile(after, 0.5), "stop-median-us")
	b.ReportMetric(1e6*quantile(after, 0.99), "stop-p99-us")
	b.ReportMetric(1e6*quantile(after, 1), "stop-max-us")
}

func stopHistogram() *metrics.Float64Histogram {
	s := []metrics.Sample{{Name: "/sched/pauses/stopping/gc:seconds"}}
	metrics.Read(s)
	h := *s[0].Value.Float64Histogram()
	h.Counts = append([]uint64(nil), h.Counts...)
	return &h
}

// quantile is the upper bound of the bucket in which the share q of all times ends.
func quantile(h *metrics.Float64Histogram, q float64) float64 {
	var total, seen uint64
	for _, c := range h.Counts {
		total += c
	}
	for i, c := range h.Counts {
		if seen += c; float64(seen) >= q*float64(total) && seen > 0 {
			return h.Buckets[i+1]
		}
	}
	return 0
}
