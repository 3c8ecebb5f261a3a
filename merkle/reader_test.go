// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"bytes"
	"context"
	"io"
	"runtime"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

func TestRootLargeLeaves(t *testing.T) {
	data := testData(9<<20 + 11)
	specs := []*Scheme{
		RFC6962,
		must(Spec{Name: "suffix", LeafPrefix: []byte("prefix"), LeafSuffix: []byte("suffix"), Odd: Duplicate}),
		must(Spec{Name: "padded", LeafSize: 100_000, Last: PadLeaf, Odd: PadEmpty}),
	}
	for _, s := range specs {
		for _, size := range []int{64 << 10, 64<<10 + 1, 100_000, 1 << 20, 5 << 20, 20 << 20} {
			if s.LeafSize() > 0 && s.LeafSize() != size {
				continue
			}
			want := reference(s, cut(data, size))
			for _, workers := range []int{1, 2} {
				got, err := s.RootReader(t.Context(), bytes.NewReader(data), int64(len(data)), WithLeafSize(size), WithWorkers(workers))
				require.NoError(t, err)
				require.Equal(t, want, got, "%s, leaves of %d", s, size)
			}
		}
	}
}

func TestRootReaderErrors(t *testing.T) {
	data := testData(9 << 20)
	ctx, cancel := context.WithCancel(t.Context())
	for _, workers := range []int{1, 3} {
		for _, size := range []int{64, 4096, 200_000} {
			opts := []Option{WithLeafSize(size), WithWorkers(workers)}
			_, err := RFC6962.RootReader(ctx, bytes.NewReader(data), int64(len(data))+5, opts...)
			require.ErrorIs(t, err, io.ErrUnexpectedEOF)
			var re *ReadError
			require.ErrorAs(t, err, &re)
			require.Equal(t, int64(len(data)), re.Offset)

			_, err = RFC6962.RootReader(ctx, failingReader{data, 5 << 20}, int64(len(data)), opts...)
			require.ErrorIs(t, err, iotest.ErrTimeout)

			if size > 4096 {
				continue // one segment: done when progress is reported
			}
			short, stop := context.WithCancel(ctx)
			_, err = RFC6962.RootReader(short, bytes.NewReader(data), int64(len(data)), append(opts, WithProgress(func(int64) { stop() }))...)
			require.ErrorIs(t, err, context.Canceled)
		}
	}
	cancel()
	_, err := RFC6962.RootReader(ctx, bytes.NewReader(data), int64(len(data)), WithLeafSize(64))
	require.ErrorIs(t, err, context.Canceled)
	_, err = RFC6962.RootReader(t.Context(), bytes.NewReader(data), int64(len(data)))
	require.ErrorContains(t, err, "rfc6962: no leaf size")
	require.Panics(t, func() { _, _ = RFC6962.RootReader(t.Context(), nil, -1) })
}

// Readers that return less than they are asked for, with no reason.
func TestRootReaderShort(t *testing.T) {
	for _, workers := range []int{1, 3} {
		for _, size := range []int{100, 200_000} {
			_, err := RFC6962.RootReader(t.Context(), shortReader{}, 3<<20, WithLeafSize(size), WithWorkers(workers))
			var re *ReadError
			require.ErrorAs(t, err, &re)
			require.ErrorIs(t, err, io.ErrUnexpectedEOF)
			require.Equal(t, int64(3<<20), re.Size)
		}
	}
}

// shortReader leaves out the last byte beyond the first MiB.
type shortReader struct{}

func (shortReader) ReadAt(p []byte, off int64) (int, error) {
	if off < 1<<20 {
		return len(p), nil
	}
	return len(p) - 1, nil
}

// failingReader fails at offset bad.
type failingReader struct {
	data []byte
	bad  int64
}

func (r failingReader) ReadAt(p []byte, off int64) (int, error) {
	if off+int64(len(p)) > r.bad {
		return copy(p, r.data[off:max(off, r.bad)]), iotest.ErrTimeout
	}
	return copy(p, r.data[off:]), nil
}

func TestProgress(t *testing.T) {
	data := testData(3<<20 + 17)
	for _, workers := range []int{1, 4} {
		var last int64
		progress := WithProgress(func(done int64) {
			require.Greater(t, done, last)
			last = done
		})
		_, err := RFC6962.RootReader(t.Context(), bytes.NewReader(data), int64(len(data)), WithLeafSize(100), WithWorkers(workers), progress)
		require.NoError(t, err)
		require.Equal(t, int64(len(data)), last)
		last = 0
		_, err = RFC6962.RootBlocks(data, 100, WithWorkers(workers), progress)
		require.NoError(t, err)
		require.Equal(t, int64(len(data)), last)
	}
}

// zeros reads as zero bytes without end.
type zeros struct{}

func (zeros) ReadAt(p []byte, _ int64) (int, error) {
	clear(p)
	return len(p), nil
}

// RootReader holds less than 64 MiB, however long the file is.
func TestRootReaderMemory(t *testing.T) {
	size := int64(512 << 20)
	if testing.Short() || raceEnabled {
		size = 64 << 20
	}
	var before, now runtime.MemStats
	for _, leaf := range []int{4096, 1 << 20} {
		runtime.GC()
		runtime.ReadMemStats(&before)
		most := uint64(0)
		progress := WithProgress(func(int64) {
			runtime.ReadMemStats(&now)
			most = max(most, now.HeapInuse)
		})
		_, err := RFC6962.RootReader(t.Context(), zeros{}, size, WithLeafSize(leaf), WithWorkers(4), progress)
		require.NoError(t, err)
		require.Less(t, int64(most)-int64(before.HeapInuse), int64(64<<20), "leaves of %d", leaf)
	}
}
