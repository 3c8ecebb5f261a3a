// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

// The number of allocations of a call does not grow with the tree.
func TestAllocs(t *testing.T) {
	if raceEnabled {
		t.Skip("pools drop at random under the race detector")
	}
	check := func(err error) {
		if err != nil {
			panic(err)
		}
	}
	one := WithWorkers(1)
	for name, call := range map[string]func(n int) func(){
		"Root": func(n int) func() {
			leaves := cut(testData(n*32), 32)
			return func() { _, err := RFC6962.Root(leaves, one); check(err) }
		},
		"RootBlocks": func(n int) func() {
			data := testData(n * 32)
			return func() { _, err := RFC6962.RootBlocks(data, 32, one); check(err) }
		},
		"RootReader": func(n int) func() {
			r := bytes.NewReader(testData(n * 32))
			return func() { _, err := RFC6962.RootReader(t.Context(), r, r.Size(), WithLeafSize(32), one); check(err) }
		},
		"Roots": func(n int) func() {
			trees := make([][][]byte, n/10)
			for i := range trees {
				trees[i] = cut(testData(300+i), 32)
			}
			dst := make([][32]byte, len(trees))
			return func() { check(SolanaShreds.Roots(dst, trees, one)) }
		},
		"TreeHashes": func(n int) func() {
			hashes := testHashes(RFC6962, n)
			return func() { _, err := RFC6962.TreeHashes(hashes, one); check(err) }
		},
		"Update": func(n int) func() {
			tree, err := RFC6962.TreeHashes(testHashes(RFC6962, n))
			require.NoError(t, err)
			indices, leaves := make([]uint64, n/10), make([][]byte, n/10)
			for i := range indices {
				indices[i] = uint64(i * 10)
			}
			return func() { check(tree.Update(indices, leaves)) }
		},
		"VerifyMany": func(n int) func() {
			claims := claimsOf(t, RFC6962, min(n, 5000))
			return func() { check(RFC6962.VerifyMany(claims, one)) }
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, n := range []int{10, 1000, 50_000} {
				run := call(n)
				run()
				require.LessOrEqual(t, testing.AllocsPerRun(5, run), 64.0, "%d leaves", n)
			}
		})
	}
}
