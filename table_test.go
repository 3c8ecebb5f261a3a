// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import (
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// nameLanes is the number of lanes at the end of a kernel's name.
var nameLanes = regexp.MustCompile(`x(\d+)$`)

// TestTable finds rows that contradict themselves: a name used twice, or that
// tells other lanes, a function without a price, lanes that do not fit.
func TestTable(t *testing.T) {
	rows := unchecked().rows
	seen := map[string]bool{}
	for i, k := range rows {
		require.False(t, seen[k.name], "the name %s occurs twice", k.name)
		seen[k.name] = true
		require.Contains(t, []kind{wide, stream, serial}, k.kind, k.name)
		require.NotNil(t, k.blocks, k.name)
		require.True(t, k.lanes >= 1 && k.lanes <= maxLanes, "%s: %d lanes", k.name, k.lanes)
		if m := nameLanes.FindStringSubmatch(k.name); m != nil {
			require.Equal(t, strconv.Itoa(k.lanes), m[1], k.name)
		} else {
			require.Equal(t, 1, k.lanes, "%s does not tell its lanes", k.name)
		}
		for s := range numShapes {
			if k.can(s) {
				require.Positive(t, k.cost[s], "%s: price of %s", k.name, s)
			}
		}
		if i > 0 {
			require.LessOrEqual(t, k.lanes, rows[i-1].lanes, "%s is wider than the row before", k.name)
		}
	}
	last := rows[len(rows)-1]
	require.Equal(t, portable.name, last.name)
	require.Zero(t, last.need)
	for s := range numShapes {
		require.True(t, last.has(s), "portable has no %s", s)
	}
}

// TestWidestKernel finds a runner that is built for fewer lanes than a kernel
// has, and counts that do not fit it.
func TestWidestKernel(t *testing.T) {
	require.GreaterOrEqual(t, maxCallBlocks/2, maxLanes, "a call must have room for one group of pairs")
	require.GreaterOrEqual(t, window, maxLanes)
	require.LessOrEqual(t, window, 1<<16, "messages of a window are counted in 16 bits")
}
