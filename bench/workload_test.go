// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestWorkMakesTheSame finds work that depends on what was made before, two of one
// name, and figures that do not fit the data.
func TestWorkMakesTheSame(t *testing.T) {
	seen := map[string]bool{}
	for _, work := range slices.Concat(Workloads(), Curves()) {
		require.False(t, seen[work.Name], work.Name)
		seen[work.Name] = true
		w := work.Make()
		require.Equal(t, work.Name, w.Name)
		require.Positive(t, w.Count)
		if w.Bytes > 1<<20 {
			continue
		}
		require.Equal(t, w, work.Make(), work.Name)
		if w.Kind != Chains {
			var total int64
			for _, m := range w.Joined() {
				total += int64(len(m))
			}
			require.Equal(t, w.Bytes, total, work.Name)
			require.Equal(t, w.Count, w.Digests(), work.Name)
		}
	}
}
