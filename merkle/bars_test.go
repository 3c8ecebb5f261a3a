// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"fmt"
	"io"
	"os"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hashlanes/hashlanes"
	"github.com/hashlanes/hashlanes/internal/turns"
)

// Each benchmark here is a bar of performance: "times" is the rate beside that of
// what is named, and the comment says what it should reach. Run them as
//
//	taskset -c 0 go test -run none -bench Bar -benchtime 21x ./merkle
//
// and those with workers=2 on two cores. VerifyMany and SSZ are compared with
// other libraries in merkle/adapters.

// must1 runs a call that gives a root.
func must1(b *testing.B) func([32]byte, error) {
	return func(_ [32]byte, err error) {
		if err != nil {
			b.Fatal(err)
		}
	}
}

// rawTree makes the hashes of a tree over n leaves of RFC 6962 and nothing else:
// digests stay in the cache, as in a tree.
func rawTree(leaves [][]byte) {
	var nodes [4096][32]byte
	for len(leaves) > 0 {
		n := min(len(leaves), len(nodes))
		hashlanes.HashManyPrefixed(nodes[:n], []byte{0}, leaves[:n])
		for k := n; k > 1; k /= 2 {
			hashlanes.HashPairsPrefixed(nodes[:k/2], []byte{1}, nodes[:k&^1])
		}
		leaves = leaves[n:]
	}
}

// Root of 2^20 leaves: 0.93 of the raw calls.
func BenchmarkBarRoot(b *testing.B) {
	for _, size := range []int{64, 1024, 4096} {
		b.Run(fmt.Sprintf("beside=raw/size=%d", size), func(b *testing.B) {
			data := zeroData(size << 20)
			leaves := views(data, size)
			turns.Compare(b, len(leaves), func() { must1(b)(RFC6962.Root(leaves, WithWorkers(1))) }, func() { rawTree(leaves) })
		})
	}
}

// Two workers: 1.85 times one.
func BenchmarkBarWorkers(b *testing.B) {
	for _, size := range []int{64, 1024, 4096} {
		b.Run(fmt.Sprintf("beside=one/size=%d", size), func(b *testing.B) {
			data := zeroData(min(size<<20, 1<<30))
			root := func(workers int) func() {
				return func() { must1(b)(RFC6962.RootBlocks(data, size, WithWorkers(workers))) }
			}
			turns.Compare(b, len(data)/size, root(2), root(1))
		})
	}
}

// RootReader of a file of 4 GiB in the page cache: 0.85 of RootBlocks, if there is
// a CPU that reads. Where all of them hash, what the kernel takes to copy the bytes
// comes on top: 1 of RootBlocks and reading, one after the other. The file has
// zeros, unless MERKLE_BENCH_FILE names another.
func BenchmarkBarRootReader(b *testing.B) {
	f, size := benchFile(b)
	data := zeroData(1 << 29) // for RootBlocks, which takes it until the bytes are as many
	for _, leaf := range []int{1024, 4096, 1 << 20} {
		for _, workers := range []int{1, 2} {
			blocks := func() {
				for left := size; left > 0; left -= int64(len(data)) {
					must1(b)(RFC6962.RootBlocks(data[:min(left, int64(len(data)))], leaf, WithWorkers(workers)))
				}
			}
			reader := func() {
				must1(b)(RFC6962.RootReader(b.Context(), f, size, WithLeafSize(leaf), WithWorkers(workers)))
			}
			name := fmt.Sprintf("size=%d/workers=%d", leaf, workers)
			b.Run("beside=RootBlocks/"+name, func(b *testing.B) { turns.Compare(b, int(size/int64(leaf)), reader, blocks) })
			b.Run("beside=read,RootBlocks/"+name, func(b *testing.B) {
				turns.Compare(b, int(size/int64(leaf)), reader, func() {
					readAll(b, f, size, workers)
					blocks()
				})
			})
		}
	}
}

// readAll reads f, in pieces as RootReader does.
func readAll(b *testing.B, f io.ReaderAt, size int64, workers int) {
	var wg sync.WaitGroup
	defer wg.Wait()
	for w := range int64(workers) {
		wg.Go(func() {
			buf := make([]byte, pieceBytes)
			for at := w * pieceBytes; at < size; at += int64(workers) * pieceBytes {
				if _, err := f.ReadAt(buf, at); err != nil && err != io.EOF {
					b.Error(err)
				}
			}
		})
	}
}

// benchFile opens a large file.
func benchFile(b *testing.B) (io.ReaderAt, int64) {
	name := os.Getenv("MERKLE_BENCH_FILE")
	if name == "" {
		name = b.TempDir() + "/zeros"
		f, err := os.Create(name)
		require.NoError(b, err)
		for range 64 {
			_, err := f.Write(make([]byte, 64<<20))
			require.NoError(b, err)
		}
		require.NoError(b, f.Close())
	}
	f, err := os.Open(name)
	require.NoError(b, err)
	b.Cleanup(func() { f.Close() })
	info, err := f.Stat()
	require.NoError(b, err)
	return f, info.Size()
}

// 1000 trees of 64 leaves of 1057 bytes: 0.95 of one tree over all leaves.
func BenchmarkBarRoots(b *testing.B) {
	const trees, leaves, size = 1000, 64, 1057
	all := views(zeroData(trees*leaves*size), size)
	forest := make([][][]byte, trees)
	for i := range forest {
		forest[i] = all[i*leaves : (i+1)*leaves]
	}
	dst := make([][32]byte, trees)
	for _, s := range []*Scheme{RFC6962, SolanaShreds} {
		roots := func() {
			if err := s.Roots(dst, forest, WithWorkers(1)); err != nil {
				b.Fatal(err)
			}
		}
		b.Run("beside=one-tree/scheme="+s.Name(), func(b *testing.B) {
			turns.Compare(b, len(all), roots, func() { must1(b)(s.Root(all, WithWorkers(1))) })
		})
		b.Run("beside=one-by-one/scheme="+s.Name(), func(b *testing.B) {
			turns.Compare(b, len(all), roots, func() {
				for _, tree := range forest {
					must1(b)(s.Root(tree, WithWorkers(1)))
				}
			})
		})
	}
}
