// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hashlanes/hashlanes"
)

// Benchmarks come in pairs: what a call takes, and what its hashes take by the
// raw calls of hashlanes ("raw"), the ceiling. MB/s count the bytes of leaves.

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

func BenchmarkRoot(b *testing.B) {
	for _, size := range []int{64, 1024, 4096} {
		n := min(1<<20, 1<<30/size)
		data := zeroData(n * size)
		leaves := views(data, size)
		nodes := make([][32]byte, n)
		name := fmt.Sprintf("n=%d/size=%d", n, size)
		b.Run("raw/"+name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				for i := 0; i < n; i += 4096 { // digests stay in the cache, as in a tree
					hashlanes.HashManyPrefixed(nodes[:4096], []byte{0}, leaves[i:i+4096])
					hashlanes.HashPairsPrefixed(nodes[:2048], []byte{1}, nodes[:4096])
					hashlanes.HashPairsPrefixed(nodes[:2048], []byte{1}, nodes[:4096])
				}
			}
		})
		b.Run("leaves/"+name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				_, err := RFC6962.Root(leaves, WithWorkers(1))
				require.NoError(b, err)
			}
		})
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("blocks/workers=%d/%s", workers, name), func(b *testing.B) {
				b.SetBytes(int64(len(data)))
				for b.Loop() {
					_, err := RFC6962.RootBlocks(data, size, WithWorkers(workers))
					require.NoError(b, err)
				}
			})
		}
	}
}

// BenchmarkRootReader reads the file that MERKLE_BENCH_FILE names.
func BenchmarkRootReader(b *testing.B) {
	name := os.Getenv("MERKLE_BENCH_FILE")
	if name == "" {
		b.Skip("set MERKLE_BENCH_FILE to a large file")
	}
	f, err := os.Open(name)
	require.NoError(b, err)
	defer f.Close()
	info, err := f.Stat()
	require.NoError(b, err)
	for _, workers := range []int{1, 2} {
		for _, size := range []int{1024, 4096, 1 << 20} {
			b.Run(fmt.Sprintf("workers=%d/size=%d", workers, size), func(b *testing.B) {
				b.SetBytes(info.Size())
				for b.Loop() {
					_, err := RFC6962.RootReader(b.Context(), f, info.Size(), WithLeafSize(size), WithWorkers(workers))
					require.NoError(b, err)
				}
			})
		}
	}
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

func BenchmarkRoots(b *testing.B) {
	const trees, leaves, size = 1000, 64, 1057
	data := testData(trees * leaves * size)
	all := views(data, size)
	forest := make([][][]byte, trees)
	for i := range forest {
		forest[i] = all[i*leaves : (i+1)*leaves]
	}
	for _, s := range []*Scheme{RFC6962, SolanaShreds} {
		dst := make([][32]byte, trees)
		b.Run("one-tree/scheme="+s.Name(), func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				_, err := s.Root(all, WithWorkers(1))
				require.NoError(b, err)
			}
		})
		b.Run("trees=1000/scheme="+s.Name(), func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				require.NoError(b, s.Roots(dst, forest, WithWorkers(1)))
			}
		})
		b.Run("one-by-one/scheme="+s.Name(), func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				for i := range forest {
					dst[i], _ = s.Root(forest[i], WithWorkers(1))
				}
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
			require.NoError(b, RFC6962.VerifyMany(claims))
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
