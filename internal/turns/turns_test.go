// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package turns

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestCompare(t *testing.T) {
	var ours, other int
	r := testing.Benchmark(func(b *testing.B) {
		Compare(b, 10, func() { ours++; time.Sleep(time.Microsecond) }, func() { other++; time.Sleep(time.Microsecond) })
	})
	require.Equal(t, ours, other)
	require.Positive(t, r.Extra["times"])
	require.Positive(t, r.Extra["ns/ours"])
	require.Positive(t, r.Extra["ns/other"])
}

func TestMedian(t *testing.T) {
	require.Equal(t, 2.0, median([]float64{9, 1, 2}))
	require.Equal(t, 3.0, median([]float64{4, 9, 1, 2}))
}
