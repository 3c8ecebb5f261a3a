// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"bytes"
	"errors"
	"io"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

func TestTreeSerial(t *testing.T) {
	for _, s := range treeSchemes() {
		for _, n := range []int{0, 1, 5, 300} {
			tree, err := s.TreeHashes(testHashes(s, n))
			if err != nil {
				require.ErrorContains(t, err, "no leaves")
				continue
			}
			var buf bytes.Buffer
			written, err := tree.WriteTo(&buf)
			require.NoError(t, err)
			require.Equal(t, int64(112+32*n), written)
			buf.WriteString("more")
			got := s.NewTree()
			read, err := got.ReadFrom(iotest.OneByteReader(&buf))
			require.NoError(t, err)
			require.Equal(t, written, read)
			require.Equal(t, "more", buf.String())
			require.Equal(t, tree.levels, got.levels)
			require.Equal(t, tree.Root(), got.Root())
		}
	}
}

func TestTreeSerialErrors(t *testing.T) {
	tree, err := RFC6962.TreeHashes(testHashes(RFC6962, 5))
	require.NoError(t, err)
	var buf bytes.Buffer
	_, err = tree.WriteTo(&buf)
	require.NoError(t, err)
	good := buf.Bytes()
	for i := range good {
		got := RFC6962.NewTree()
		_, err := got.ReadFrom(bytes.NewReader(good[:i]))
		require.ErrorIs(t, err, io.ErrUnexpectedEOF, "cut at %d", i)
		bad := bytes.Clone(good)
		bad[i] ^= 1
		_, err = got.ReadFrom(bytes.NewReader(bad))
		require.Error(t, err, "byte %d", i)
		require.Zero(t, got.Size())
	}
	_, err = SolanaEntries.NewTree().ReadFrom(bytes.NewReader(good))
	require.ErrorContains(t, err, "the tree has another scheme")
	_, err = RFC6962.NewTree().ReadFrom(bytes.NewReader(make([]byte, 200)))
	require.ErrorIs(t, err, ErrCorrupt)
	_, err = RFC6962.NewTree().ReadFrom(iotest.ErrReader(iotest.ErrTimeout))
	require.ErrorIs(t, err, iotest.ErrTimeout)
	for limit := range good {
		_, err := tree.WriteTo(&shortWriter{limit})
		require.ErrorIs(t, err, io.ErrShortWrite)
	}
	claim := bytes.Clone(good[:len(treeMagic)+40])
	claim[len(claim)-6] = 1 // 2^40 leaves that are not there
	_, err = RFC6962.NewTree().ReadFrom(bytes.NewReader(claim))
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
}

// shortWriter has room for so many bytes.
type shortWriter struct{ room int }

func (w *shortWriter) Write(p []byte) (int, error) {
	if n := w.room; len(p) > n {
		w.room = 0
		return n, io.ErrShortWrite
	}
	w.room -= len(p)
	return len(p), nil
}

// Two schemes have one identity only if they compute the same.
func TestSchemeIdentity(t *testing.T) {
	seen := map[[32]byte]string{}
	for _, s := range append(allSchemes(), SSZ(5), SSZ(1<<20)) {
		require.Empty(t, seen[s.id()], s.Name())
		seen[s.id()] = s.Name()
	}
}

func FuzzReadTree(f *testing.F) {
	for _, n := range []int{0, 1, 3, 20} {
		tree, err := RFC6962.TreeHashes(testHashes(RFC6962, n))
		require.NoError(f, err)
		var buf bytes.Buffer
		_, err = tree.WriteTo(&buf)
		require.NoError(f, err)
		f.Add(buf.Bytes())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		tree := RFC6962.NewTree()
		n, err := tree.ReadFrom(bytes.NewReader(data))
		if err != nil {
			require.Zero(t, tree.Size())
			return
		}
		var buf bytes.Buffer
		_, err = tree.WriteTo(&buf)
		require.NoError(t, err)
		require.Equal(t, data[:n], buf.Bytes())
	})
}

func FuzzRange(f *testing.F) {
	for _, begin := range []uint64{0, 5} {
		r, err := RFC6962.NewRange(begin)
		require.NoError(f, err)
		require.NoError(f, r.Append(testHashes(RFC6962, 11)...))
		b, err := r.MarshalBinary()
		require.NoError(f, err)
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := RFC6962.NewRange(0)
		require.NoError(t, err)
		if r.UnmarshalBinary(data) != nil {
			return
		}
		b, err := r.MarshalBinary()
		require.NoError(t, err)
		require.Equal(t, data, b)
		if r.End() < maxLeaves-3 {
			require.NoError(t, r.Append([32]byte{1}, [32]byte{2}))
		}
		_, err = r.Root()
		require.Equal(t, r.Begin() == 0, err == nil)
	})
}

func FuzzTilePath(f *testing.F) {
	f.Add("tile/0/x001/x234/067")
	f.Add("tile/1/000.p/17")
	f.Fuzz(func(t *testing.T, path string) {
		if tile, err := ParseTilePath(path); err == nil {
			require.Equal(t, path, tile.Path())
		}
	})
}

// FuzzRoot takes a shape: a scheme, the number of leaves, their size and the bytes
// that the last one lacks. Every way to the root gives that of the reference.
func FuzzRoot(f *testing.F) {
	f.Add(uint8(0), uint16(5), uint16(70), uint16(3), uint8(1))
	f.Add(uint8(2), uint16(4097), uint16(32), uint16(0), uint8(2))
	schemes := allSchemes()
	f.Fuzz(func(t *testing.T, which uint8, n, size, short uint16, workers uint8) {
		s := schemes[int(which)%len(schemes)]
		leaf := int(size)
		if s.LeafSize() > 0 {
			leaf = s.LeafSize()
		}
		total := int(n)*leaf - int(short)%max(leaf, 1)
		if leaf == 0 || total < 0 || total > 1<<21 || s.spec.Last == WholeLeaf && total%leaf > 0 {
			return
		}
		data := testData(total)
		if leaves := cut(data, leaf); s.checkCount(uint64(len(leaves))) == nil {
			checkRoot(t, s, data, leaf)
			if len(leaves) > 0 {
				want, err := s.RootBlocks(data, leaf, WithWorkers(1+int(workers%4)))
				require.NoError(t, err)
				require.Equal(t, reference(s, leaves), want)
			}
		}
	})
}

// No proof leads to a right root but the one that the tree gives.
func FuzzVerify(f *testing.F) {
	f.Add(uint8(0), uint64(3), uint64(7), make([]byte, 96))
	f.Add(uint8(3), uint64(5), uint64(6), make([]byte, 96))
	schemes := treeSchemes()
	f.Fuzz(func(t *testing.T, which uint8, i, size uint64, nodes []byte) {
		s := schemes[int(which)%len(schemes)]
		p := Proof{Index: i, Size: size}
		for ; len(nodes) >= 32; nodes = nodes[32:] {
			p.Nodes = append(p.Nodes, [32]byte(nodes))
		}
		root := [32]byte{1}
		one, many := s.Verify(root, [32]byte{}, p), s.VerifyMany([]Claim{{root, [32]byte{}, p}})
		require.Error(t, one)
		require.EqualError(t, errors.Unwrap(joined{many}), one.Error())
		require.Error(t, s.VerifyMulti(root, make([][32]byte, 1), MultiProof{[]uint64{i}, size, p.Nodes}))
		require.Error(t, s.VerifyConsistency(root, [32]byte{2}, Consistency{i, size, size, p.Nodes}))
	})
}

// joined gives the first of several errors.
type joined struct{ error }

func (j joined) Unwrap() error { return j.error.(*FailedError).Unwrap()[0] }
