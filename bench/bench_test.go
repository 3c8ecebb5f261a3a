// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"testing"

	"github.com/hashlanes/hashlanes"
)

// BenchmarkHash runs every workload: ns/op is for the whole call, ns/unit for
// one message, pair or link.
func BenchmarkHash(b *testing.B) {
	e, err := hashlanes.NewEngine()
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []Contender{Hashlanes("hashlanes", e), Stdlib} {
		for _, work := range Workloads() {
			b.Run("engine="+c.Name+"/"+work.Name, func(b *testing.B) {
				w := work.Make()
				f, dst := c.Bind(w), make([][32]byte, w.Digests())
				b.SetBytes(w.Bytes)
				b.ReportAllocs()
				for b.Loop() {
					f(dst)
				}
				b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(w.Count), "ns/unit")
			})
		}
	}
}
