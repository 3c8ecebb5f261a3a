// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

//go:build !purego

package bench

import (
	"testing"
	"time"

	"github.com/hashlanes/hashlanes"
	"github.com/hashlanes/hashlanes/internal/cpu"
)

// BenchmarkDirtyUppers runs every stream kernel on clean vector registers and on
// registers that somebody left dirty, in turns. Where the ratio of the two is over
// 1.2, a kernel lacks a VZEROUPPER. (Some hundred nanoseconds for a call are not
// the kernel's: Go's own code before it pays for the first change of encodings.)
func BenchmarkDirtyUppers(b *testing.B) {
	if !cpu.Detect().Set.Has(cpu.AVX2) {
		b.Skip("needs AVX2")
	}
	for _, k := range hashlanes.Kernels() {
		if k.Kind != "stream" || !k.Available {
			continue
		}
		e, err := hashlanes.NewEngine(hashlanes.WithKernels(k.Name))
		if err != nil {
			b.Fatal(err)
		}
		for _, name := range []string{"pairs/n=256", "pairs/prefix=1/n=256", "equal/n=64/size=64", "chains/n=4/links=2048"} {
			b.Run("kernel="+k.Name+"/"+name, func(b *testing.B) { dirtyAndClean(b, Hashlanes("", e), find(b, name)) })
		}
	}
}

func find(b *testing.B, name string) *Workload {
	for _, w := range Workloads() {
		if w.Name == name {
			return w.Make()
		}
	}
	b.Fatalf("no workload %s", name)
	return nil
}

// dirtyAndClean times calls in pairs, so that a change of the clock hits both.
func dirtyAndClean(b *testing.B, c Contender, w *Workload) {
	f, dst := c.Bind(w), make([][32]byte, w.Digests())
	var clean, dirty []float64
	for b.Loop() {
		start := time.Now()
		cleanUppers()
		f(dst)
		middle := time.Now()
		dirtyUppers()
		f(dst)
		clean = append(clean, float64(middle.Sub(start)))
		dirty = append(dirty, float64(time.Since(middle)))
	}
	b.ReportMetric(median(clean)/float64(w.Count), "clean-ns/unit")
	b.ReportMetric(median(dirty)/float64(w.Count), "dirty-ns/unit")
	b.ReportMetric(median(dirty)/median(clean), "dirty/clean")
}
