// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hashlanes/hashlanes"
	"github.com/hashlanes/hashlanes/bench"
)

// TestAgree has all libraries do every workload that is not large: Measure
// compares their digests.
func TestAgree(t *testing.T) {
	e, err := hashlanes.NewEngine()
	require.NoError(t, err)
	all := contenders(e)
	workloads := bench.Sweep(40, 64)
	for _, work := range bench.Workloads() {
		if w := work.Make(); w.Bytes <= 5<<20 {
			workloads = append(workloads, w)
		}
	}
	for _, w := range workloads {
		results, err := bench.Options{Rounds: 1, Slice: time.Microsecond}.Measure(w, all)
		require.NoError(t, err)
		require.GreaterOrEqual(t, len(results), 3, w.Name)
	}
}
