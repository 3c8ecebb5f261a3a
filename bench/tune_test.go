// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hashlanes/hashlanes"
	"github.com/hashlanes/hashlanes/internal/cpu"
)

func TestTune(t *testing.T) {
	calls := 0
	prices, err := Tune(t.Context(), Options{Rounds: 1, Slice: time.Microsecond}, func(results []Result) {
		calls++
		for _, r := range results {
			require.Positive(t, r.NsMedian)
		}
	})
	require.NoError(t, err)
	require.Equal(t, TuneSteps(), calls)
	available := 0
	for _, k := range hashlanes.Kernels() {
		if k.Available {
			require.Equal(t, k.Name, prices[available].Kernel)
			require.Len(t, prices[available].Cycles, len(tuneShapes))
			available++
		}
	}
	require.Len(t, prices, available)

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = Tune(ctx, Options{Rounds: 1}, nil)
	require.ErrorIs(t, err, context.Canceled)
}

func TestFormatPrices(t *testing.T) {
	p := Price{"k", 8, map[string]float64{"blocks": 590.4, "pairs": 1050.6, "nodes": 1130, "short": 1090, "digests": 1089.9, "links": 540}}
	require.Equal(t, "cpu."+classNames[cpu.Detect().Class]+": {590, 1051, 1130, 1090, 1090, 540}, // k\n", FormatPrices([]Price{p}))
	// The order is that of the tables that the rows are for.
	var names []string
	for _, s := range tuneShapes {
		names = append(names, s.name)
	}
	source, err := os.ReadFile("../costs_amd64.go")
	require.NoError(t, err)
	require.Contains(t, string(source), strings.Join(names, ", "))
	for class := cpu.Generic; !strings.HasPrefix(class.String(), "class("); class++ {
		require.NotEmpty(t, classNames[class], class)
	}
}
