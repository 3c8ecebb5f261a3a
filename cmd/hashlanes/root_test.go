// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hashlanes/hashlanes/merkle"
)

// plainRoot is RFC 6962, section 2.1, word for word.
func plainRoot(data []byte, leafSize int) [32]byte {
	leaves := (len(data) + leafSize - 1) / leafSize
	if leaves == 0 {
		return sha256.Sum256(nil)
	}
	if leaves == 1 {
		return sha256.Sum256(append([]byte{0}, data...))
	}
	k := 1
	for 2*k < leaves {
		k *= 2
	}
	left, right := plainRoot(data[:k*leafSize], leafSize), plainRoot(data[k*leafSize:], leafSize)
	return sha256.Sum256(append(append([]byte{1}, left[:]...), right[:]...))
}

func rootHex(data []byte, leafSize int) string {
	root := plainRoot(data, leafSize)
	return hex.EncodeToString(root[:])
}

// TestRoot takes files and standard input of lengths around the ends of leaves
// and of pieces.
func TestRoot(t *testing.T) {
	for _, leafSize := range []int{1, 100, 4096, pieceBytes/2 + 1, pieceBytes, pieceBytes + 1} {
		piece := len(newPiecer(nil, leafSize).buf)
		edges := []int{0, leafSize, 2 * leafSize, piece, 2 * piece}
		if leafSize == 4096 && !testing.Short() {
			edges = append(edges, 3*piece, 5*piece)
		}
		for _, edge := range edges {
			for size := max(edge-1, 0); size <= edge+1; size++ {
				data := input(size)
				name := tempFile(t, size)
				want := rootHex(data, leafSize)
				got := cli(bytes.NewReader(data), "root", "--leaf-size", fmt.Sprint(leafSize), name, "-")
				require.Equal(t, outcome{digestLine(want, name) + want + "  -\n", "", exitOK}, got, "%d bytes, leaves of %d", size, leafSize)
			}
		}
	}
}

func TestRootJSON(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("a", input(5000), 0o600))
	got := cli(bytes.NewReader(input(5)), "root", "--json", "a", "-")
	require.Equal(t, `{"name":"a","scheme":"rfc6962","leaf_size":4096,"bytes":5000,"root":"`+rootHex(input(5000), 4096)+`"}`+"\n"+
		`{"name":"-","scheme":"rfc6962","leaf_size":4096,"bytes":5,"root":"`+rootHex(input(5), 4096)+`"}`+"\n", got.stdout)
}

// TestRootSchemes compares every scheme with the library.
func TestRootSchemes(t *testing.T) {
	data := input(1 << 16)
	name := tempFile(t, len(data))
	for _, s := range merkle.Schemes() {
		leafSize := s.LeafSize()
		if leafSize == 0 {
			leafSize = defaultLeafSize
		}
		want, err := s.RootBlocks(data, leafSize)
		got := cli(nil, "root", "--scheme", s.Name(), name)
		if err != nil {
			require.Equal(t, outcome{"", "hashlanes: root: " + name + ": " + err.Error() + "\n", exitFailure}, got)
			continue
		}
		require.Equal(t, outcome{digestLine(hex.EncodeToString(want[:]), name), "", exitOK}, got)
	}
	got := cli(bytes.NewReader(data), "root", "--scheme", "bitcoin", "-", name)
	require.Equal(t, "hashlanes: root: -: scheme bitcoin needs a file: its tree depends on the size\n", got.stderr)
	require.Contains(t, got.stdout, name, "the others are still hashed")
	require.Equal(t, exitFailure, got.code)
}

func TestRootBadFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("good", input(9999), 0o600))
	got := cli(iotest.ErrReader(io.ErrNoProgress), "root", "missing", ".", "-", "good")
	require.Equal(t, digestLine(rootHex(input(9999), 4096), "good"), got.stdout)
	require.Equal(t, []string{
		"hashlanes: root: missing: no such file or directory",
		"hashlanes: root: .: is a directory",
		"hashlanes: root: -: " + io.ErrNoProgress.Error(),
		"",
	}, strings.Split(got.stderr, "\n"))
	require.Equal(t, exitFailure, got.code)
}

// TestRootNoSize has a file of size 0 that holds something.
func TestRootNoSize(t *testing.T) {
	const name = "/proc/version"
	data, err := os.ReadFile(name)
	if err != nil {
		t.Skip("no " + name)
	}
	require.Equal(t, outcome{rootHex(data, 4096) + "  " + name + "\n", "", exitOK}, cli(nil, "root", name))
}

// TestRootShrinks cuts a large file (of holes) while it is hashed.
func TestRootShrinks(t *testing.T) {
	name := tempFile(t, 0)
	const size = 1 << 34
	if err := os.Truncate(name, size); err != nil {
		t.Skip("no sparse files: ", err)
	}
	var stdout, stderr bytes.Buffer
	a := &app{stdout: &stdout, stderr: &stderr}
	code := make(chan int)
	go func() { code <- a.execute(context.Background(), []string{"root", name}) }()
	require.Eventually(t, func() bool { return a.bar.done.Load() > 0 }, 10*time.Second, time.Millisecond)
	require.NoError(t, os.Truncate(name, 1000))
	require.Equal(t, exitFailure, <-code)
	require.Empty(t, stdout.String())
	require.Contains(t, stderr.String(), "hashlanes: root: "+name+": shrank while it was read: had 17179869184 bytes, ended after ")
	require.Equal(t, 1, strings.Count(stderr.String(), "\n"))
}
