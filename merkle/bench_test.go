// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// What calls take by themselves; bars_test.go compares them with what they should
// reach.

// views cuts data into leaves without copying.
func views(data []byte, size int) [][]byte {
	leaves := make([][]byte, len(data)/size)
	for i := range leaves {
		leaves[i] = data[i*size : (i+1)*size]
	}
	return leaves
}

// zeroData is n bytes that are in memory.
func zeroData(n int) []byte {
	data := make([]byte, n)
	for i := 0; i < n; i += 512 {
		data[i] = byte(i >> 9)
	}
	return data
}

func BenchmarkSchemes(b *testing.B) {
	for _, s := range Schemes() {
		size := s.LeafSize()
		if size == 0 {
			size = 1115
		}
		data := zeroData(max(64<<20/size, 1) * size)
		if s.LeafSize() == 32 {
			data = testData(1 << 25)
		}
		b.Run("scheme="+s.Name(), func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				_, err := s.RootBlocks(data, size, WithWorkers(1))
				require.NoError(b, err)
			}
		})
	}
}

func BenchmarkVerify(b *testing.B) {
	tree, err := RFC6962.TreeHashes(testHashes(RFC6962, 1<<20))
	require.NoError(b, err)
	claims := make([]Claim, 10_000)
	for i := range claims {
		k := uint64(i) * 104
		p, err := tree.Proof(k)
		require.NoError(b, err)
		claims[i] = Claim{tree.Root(), tree.Level(0)[k], p}
	}
	b.Run("many", func(b *testing.B) {
		for b.Loop() {
			require.NoError(b, RFC6962.VerifyMany(claims, WithWorkers(1)))
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(claims)), "ns/proof")
	})
	b.Run("one-by-one", func(b *testing.B) {
		for b.Loop() {
			for i := range claims {
				c := &claims[i]
				if err := RFC6962.Verify(c.Root, c.Leaf, c.Proof); err != nil {
					b.Fatal(err)
				}
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(claims)), "ns/proof")
	})
}

func BenchmarkTree(b *testing.B) {
	hashes := testHashes(RFC6962, 1<<20)
	b.Run("n=1048576", func(b *testing.B) {
		b.SetBytes(int64(32 * len(hashes)))
		for b.Loop() {
			_, err := RFC6962.TreeHashes(hashes, WithWorkers(1))
			require.NoError(b, err)
		}
	})
	tree, err := RFC6962.TreeHashes(hashes)
	require.NoError(b, err)
	for _, n := range []int{1, 100, 10_000} {
		indices, leaves := make([]uint64, n), make([][]byte, n)
		for i := range indices {
			indices[i], leaves[i] = uint64(i)*104, []byte{byte(i)}
		}
		b.Run(fmt.Sprintf("update=%d", n), func(b *testing.B) {
			for b.Loop() {
				require.NoError(b, tree.Update(indices, leaves))
			}
		})
	}
}
