// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// odd schemes reach every branch of the folding.
var oddSchemes = []*Scheme{
	must(Spec{Name: "plain"}),
	must(Spec{Name: "raw", LeafRaw: true}),
	must(Spec{Name: "short-nodes", NodeSize: 20, LeftPrefix: []byte("a longer prefix"), Odd: Duplicate}),
	must(Spec{Name: "double-everything", LeafSize: 100, Last: PadLeaf, LeafSuffix: []byte("end"), LeftPrefix: []byte("l"),
		RightPrefix: []byte("r"), NodeSuffix: []byte("!"), Double: true, Mask: 0x81, Odd: PadEmpty, EmptyLeaf: [32]byte{7}}),
	must(Spec{Name: "sorted", Sort: true}),
	must(Spec{Name: "zero-filled", Odd: ZeroFill}),
	must(Spec{Name: "double-pairs", Double: true, Odd: Duplicate}),
	must(Spec{Name: "limit", Odd: PadEmpty, Limit: 1 << 40, Empty: EmptyPadded}),
	must(Spec{Name: "limit-of-9000", Odd: PadEmpty, Limit: 9000, Empty: EmptyPadded}),
	must(Spec{Name: "wide", LeafSize: 64, Last: PadLeaf, FanOut: 4, LeftPrefix: []byte("salt"), Odd: ZeroFill}),
	must(Spec{Name: "wide-suffix", FanOut: 16, LeafSuffix: []byte("salt"), NodeSuffix: []byte("salt"), Odd: ZeroFill}),
	must(Spec{Name: "wide-empty", FanOut: 8, Odd: PadEmpty, Limit: 1 << 30, Empty: EmptyPadded}),
	must(Spec{Name: "very-wide", FanOut: 8192, Odd: ZeroFill}),
	must(Spec{Name: "flat", Flat: true, LeftPrefix: []byte("list")}),
}

// allSchemes are the named ones and the odd ones.
func allSchemes() []*Scheme { return append(Schemes(), oddSchemes...) }

// testSize is a leaf size that the scheme allows.
func testSize(s *Scheme) int {
	if n := s.LeafSize(); n > 0 {
		return n
	}
	return 70
}

// testData is n bytes without a period.
func testData(n int) []byte {
	rng := rand.New(rand.NewPCG(uint64(n), 1))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(rng.Uint32())
	}
	return b
}

// cut cuts data into leaves.
func cut(data []byte, size int) (leaves [][]byte) {
	for len(data) > 0 {
		n := min(size, len(data))
		leaves, data = append(leaves, data[:n]), data[n:]
	}
	return leaves
}

func TestRootEverySize(t *testing.T) {
	for _, s := range allSchemes() {
		t.Run("scheme="+s.Name(), func(t *testing.T) {
			size := testSize(s)
			most, stride := mostLeaves(), 1
			switch { // RootHashes goes through every size
			case size > 64<<10:
				most = 3
			case size > 100 || s.fan > 1000:
				stride = 37
			}
			data := testData((most + 1) * size)
			for n := 0; n <= most; n += min(n*stride+1, stride) {
				short := n % 3 // bytes missing in the last leaf
				if s.spec.Last == WholeLeaf || n == 0 {
					short = 0
				}
				checkRoot(t, s, data[:n*size-short], size)
			}
		})
	}
}

// checkRoot compares every way to a root with the reference.
func checkRoot(t *testing.T, s *Scheme, data []byte, size int) {
	t.Helper()
	leaves := cut(data, size)
	if len(leaves) == 0 && s.spec.Empty == EmptyError {
		_, err := s.Root(nil)
		require.ErrorContains(t, err, "no leaves")
		return
	}
	want := reference(s, leaves)
	if len(leaves) == 0 {
		want, _ = s.emptyRoot()
	}
	got, err := s.Root(leaves)
	require.NoError(t, err)
	require.Equal(t, want, got, "Root of %d leaves", len(leaves))
	got, err = s.RootBlocks(data, size)
	require.NoError(t, err)
	require.Equal(t, want, got, "RootBlocks of %d leaves", len(leaves))
	got, err = s.RootReader(context.Background(), bytes.NewReader(data), int64(len(data)), WithLeafSize(size))
	require.NoError(t, err)
	require.Equal(t, want, got, "RootReader of %d leaves", len(leaves))
}

func TestRootManySegments(t *testing.T) {
	for _, s := range allSchemes() {
		size := testSize(s)
		if size > 4096 {
			continue
		}
		t.Run("scheme="+s.Name(), func(t *testing.T) {
			seg := s.segmentFor(size).leaves
			sizes := []int{seg - 1, seg, seg + 1, 3*seg - 7, 4 * seg}
			if size > 100 {
				sizes = []int{2*seg + 1}
			}
			for _, n := range fewer(sizes) {
				if s.spec.Limit > 0 && uint64(n) > s.spec.Limit {
					continue
				}
				data := testData(n * size)
				want := reference(s, cut(data, size))
				for _, workers := range []int{1, 3} {
					got, err := s.Root(cut(data, size), WithWorkers(workers))
					require.NoError(t, err)
					require.Equal(t, want, got, "Root of %d leaves, %d workers", n, workers)
					got, err = s.RootBlocks(data, size, WithWorkers(workers))
					require.NoError(t, err)
					require.Equal(t, want, got, "RootBlocks of %d leaves, %d workers", n, workers)
					got, err = s.RootReader(t.Context(), bytes.NewReader(data), int64(len(data)), WithLeafSize(size), WithWorkers(workers))
					require.NoError(t, err)
					require.Equal(t, want, got, "RootReader of %d leaves, %d workers", n, workers)
				}
			}
		})
	}
}

// The builder alone, with nodes in uneven portions.
func TestBuilderTiers(t *testing.T) {
	data := testData(20_000 * 32)
	nodes := make([][32]byte, 20_000)
	for i := range nodes {
		nodes[i] = [32]byte(data[i*32:])
	}
	for _, s := range allSchemes() {
		for _, n := range []int{1, 4095, 4096, 4097, 8193, 3*4096 + 5, len(nodes)} {
			if s.spec.Flat || s.checkCount(uint64(n)) != nil {
				continue
			}
			b := s.newBuilder(uint64(n), 0, new(scratch))
			for i, step := 0, 1; i < n; i, step = i+step, step*2%8191 {
				b.addTo(0, nodes[i:min(i+step, n)])
			}
			got, err := b.root()
			require.NoError(t, err)
			require.Equal(t, referenceFold(s, nodes[:n]), got, "%s, %d nodes", s, n)
		}
	}
}

func TestRootErrors(t *testing.T) {
	raw := oddSchemes[1]
	_, err := raw.Root([][]byte{make([]byte, 32), make([]byte, 31)})
	require.EqualError(t, err, "merkle: raw: leaf 1 has 31 bytes, want 32")
	_, err = raw.RootBlocks(make([]byte, 65), 0)
	require.EqualError(t, err, "merkle: raw: leaf 2 has 1 bytes, want 32")
	_, err = raw.RootBlocks(make([]byte, 64), 64)
	require.EqualError(t, err, "merkle: raw: leaf size 64, want 32")
	_, err = RFC6962.RootBlocks(make([]byte, 65), -1)
	require.ErrorContains(t, err, "leaf size is -1")
	limited := must(Spec{Name: "four", Odd: PadEmpty, Limit: 4})
	_, err = limited.Root(make([][]byte, 5))
	require.EqualError(t, err, "merkle: four: 5 leaves, want at most 4")
	perfect := must(Spec{Name: "perfect", Odd: OddError})
	_, err = perfect.Root(make([][]byte, 6))
	require.EqualError(t, err, "merkle: perfect: 6 leaves, want a power of 2")
	_, err = perfect.Root(make([][]byte, 8))
	require.NoError(t, err)
}

func TestNewSchemeErrors(t *testing.T) {
	for i, p := range []Spec{
		{FanOut: 1}, {FanOut: 3}, {FanOut: -2}, {FanOut: 1 << 16}, {LeafSize: -1}, {NodeSize: 33}, {NodeSize: -1},
		{LeafRaw: true, LeafPrefix: []byte{1}}, {FanOut: 4}, {FanOut: 4, Odd: Duplicate}, {FanOut: 4, Odd: ZeroFill, Double: true},
		{Odd: 9}, {Odd: -1}, {Limit: 3}, {Empty: EmptyPadded}, {EmptyLeaf: [32]byte{1}}, {Empty: 7},
		{Odd: PadEmpty, Limit: 1 << 63}, {Flat: true, Double: true}, {Flat: true, Odd: Duplicate},
	} {
		p.Name = fmt.Sprint("bad-", i)
		_, err := NewScheme(p)
		require.ErrorContains(t, err, p.Name)
	}
}

func TestMutated(t *testing.T) {
	s := must(Spec{Name: "strict", LeafRaw: true, Odd: Duplicate, RejectEqual: true})
	for _, n := range []int{3, 6, 5000, 10_000} {
		data := testData(n * 32)
		for _, workers := range []int{1, 2} {
			want, err := s.RootBlocks(data, 0, WithWorkers(workers))
			require.NoError(t, err)
			twice := n - n&-n // the odd subtree that is paired with itself begins here
			got, err := s.RootBlocks(append(data[:len(data):len(data)], data[twice*32:]...), 0, WithWorkers(workers))
			require.ErrorIs(t, err, ErrMutated)
			require.Equal(t, want, got)
		}
	}
}
