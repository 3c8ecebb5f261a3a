// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const testSeed = "45296998a6f8e2a784db5d9f95e18fc23f70441a1039446801089879b08c7ef0"

// chainHash is the hash after n links from testSeed, by crypto/sha256.
func chainHash(t *testing.T, n int) string {
	h, err := hex.DecodeString(testSeed)
	require.NoError(t, err)
	for range n {
		sum := sha256.Sum256(h)
		h = sum[:]
	}
	return hex.EncodeToString(h)
}

func TestChain(t *testing.T) {
	line := func(n int) string { return fmt.Sprintf("%d  %s\n", n, chainHash(t, n)) }
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"--count", "0"}, "0  " + testSeed + "\n"},
		{[]string{"--count", "1"}, line(1)},
		{[]string{"--count", "1000"}, line(1000)},
		{[]string{"--count", "10", "--every", "4"}, line(4) + line(8) + line(10)},
		{[]string{"--count", "8", "--every", "4"}, line(4) + line(8)},
		{[]string{"--count", "3", "--every", "10"}, line(3)},
		{[]string{"--count", "3", "--json"}, `{"links":3,"hash":"` + chainHash(t, 3) + "\"}\n"},
	} {
		got := cli(nil, append([]string{"chain", "--seed", testSeed}, test.args...)...)
		require.Equal(t, outcome{test.want, "", exitOK}, got, test.args)
	}
	// The first slot of Solana's mainnet.
	got := cli(nil, "chain", "--seed", testSeed, "--count", "800000", "--every", "800000")
	require.Equal(t, "800000  3973e330c29b831f3fcb0e49374ed8d0388f410a23e4ebf23328505036efbd03\n", got.stdout)
}

// TestChainLong has more links than there are between two looks at the progress.
func TestChainLong(t *testing.T) {
	if testing.Short() {
		t.Skip("takes millions of links")
	}
	name := filepath.Join(t.TempDir(), "chain")
	n := fmt.Sprint(2*progressLinks + 7)
	want := cli(nil, "chain", "--seed", testSeed, "--count", n)
	require.Equal(t, exitOK, want.code)
	for _, every := range []string{"1000", fmt.Sprint(progressLinks + 1)} {
		require.NoError(t, os.RemoveAll(name))
		got := cli(nil, "chain", "--seed", testSeed, "--count", n, "--every", every, "--out", name)
		require.Equal(t, want.stdout, got.stdout)
		require.Contains(t, cli(nil, "poh", "verify", name).stdout, n+" hashes")
	}
}

// TestChainResumes cuts the file of a chain everywhere and makes it whole and
// longer by the same command.
func TestChainResumes(t *testing.T) {
	name := filepath.Join(t.TempDir(), "chain")
	args := func(count int) []string {
		return []string{"chain", "--seed", testSeed, "--every", "4", "--out", name, "--count", fmt.Sprint(count)}
	}
	got := cli(nil, args(30)...)
	require.Equal(t, exitOK, got.code, got.stderr)
	require.Equal(t, fmt.Sprintf("30  %s\n", chainHash(t, 30)), got.stdout)
	whole, err := os.ReadFile(name)
	require.NoError(t, err)
	const header = 56
	for n := header; n <= len(whole); n += resumeStep() {
		require.NoError(t, os.WriteFile(name, whole[:n], 0o600))
		got := cli(nil, args(41)...)
		require.Equal(t, exitOK, got.code, got.stderr)
		require.Equal(t, fmt.Sprintf("41  %s\n", chainHash(t, 41)), got.stdout)
		require.Equal(t, n > header && n < len(whole)-24 || n > len(whole)-24 && n < len(whole),
			strings.Contains(got.stderr, "torn record"), "cut at %d: %s", n, got.stderr)
		got = cli(nil, "poh", "verify", name)
		require.Equal(t, exitOK, got.code, got.stderr)
		require.Contains(t, got.stdout, "41 hashes")
		require.Contains(t, got.stdout, chainHash(t, 41))
	}
	got = cli(nil, args(41)...)
	require.Equal(t, exitOK, got.code, "nothing left to do")
	got = cli(nil, args(40)...)
	require.Equal(t, exitFailure, got.code)
	require.Contains(t, got.stderr, "holds 41 links already, more than --count 40")
}

// TestChainRefuses changes nothing in files that are something else.
func TestChainRefuses(t *testing.T) {
	name := filepath.Join(t.TempDir(), "proof")
	require.Equal(t, exitOK, cli(strings.NewReader(testSeed), "poh", "record", "--seed", testSeed,
		"--hashes-per-tick", "0", "--out", name).code)
	proof, err := os.ReadFile(name)
	require.NoError(t, err)
	damaged := append([]byte{}, proof...)
	damaged[100] ^= 1
	for want, content := range map[string][]byte{
		"holds events, so it is no plain chain": proof,
		"wrong checksum":                        damaged,
		"not a proof of history":                make([]byte, 1000),
		"unexpected EOF":                        []byte("something else"),
	} {
		require.NoError(t, os.WriteFile(name, content, 0o600))
		got := cli(nil, "chain", "--seed", testSeed, "--count", "1000000", "--out", name)
		require.Equal(t, exitFailure, got.code)
		require.Contains(t, got.stderr, want)
		require.Equal(t, 1, strings.Count(got.stderr, "\n"), got.stderr)
		after, err := os.ReadFile(name)
		require.NoError(t, err)
		require.Equal(t, content, after)
	}
	require.NoError(t, os.WriteFile(name, proof, 0o600))
	other := strings.Replace(testSeed, "4", "5", 1)
	require.Contains(t, cli(nil, "chain", "--seed", other, "--count", "1", "--out", name).stderr,
		"holds a proof that starts at "+testSeed)
	require.Contains(t, cli(nil, "chain", "--seed", testSeed, "--count", "1", "--out", t.TempDir()).stderr, "is a directory")
}

func TestChainUsage(t *testing.T) {
	for _, test := range []struct {
		args []string
		want string
	}{
		{nil, "--seed is missing"},
		{[]string{"--seed", testSeed}, "--count is missing"},
		{[]string{"--seed", testSeed[1:]}, "hash of 63 hex digits, want 64"},
		{[]string{"--seed", "x" + testSeed[1:]}, "is not hex"},
		{[]string{"--seed", testSeed, "--count", "-1"}, "invalid argument"},
		{[]string{"--seed", testSeed, "--count", "18446744073709551616"}, "value out of range"},
		{[]string{"--seed", testSeed, "--count", "1", "--every", "0"}, "--every is 0, want at least 1"},
		{[]string{"--seed", testSeed, "--count", "1", "--out", ""}, "--out is empty"},
		{[]string{"--seed", testSeed, "--count", "1", "more"}, "unknown command"},
	} {
		got := cli(nil, append([]string{"chain"}, test.args...)...)
		require.Equal(t, exitFailure, got.code, test.args)
		require.Empty(t, got.stdout)
		require.Contains(t, got.stderr, test.want)
		require.Equal(t, 1, strings.Count(got.stderr, "\n"), "one line: %q", got.stderr)
	}
}

// resumeStep is the distance in bytes between two places at which files are cut.
// Each takes some milliseconds, as files are brought to the disk.
func resumeStep() int {
	if testing.Short() {
		return 13
	}
	return 1
}
