// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hashlanes/hashlanes/poh"
)

// record makes a proof of events in a file, and returns its name.
func record(t *testing.T, events int, args ...string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "proof")
	got := cli(eventLines(events), append([]string{"poh", "record", "--seed", testSeed, "--out", name}, args...)...)
	require.Equal(t, exitOK, got.code, got.stderr)
	return name
}

// eventLines are n different events.
func eventLines(n int) io.Reader {
	var b bytes.Buffer
	for i := range n {
		fmt.Fprintf(&b, "%064x\n", i+1)
	}
	return &b
}

// proof reads the entries of a file.
func proof(t *testing.T, name string) (entries []poh.Entry) {
	t.Helper()
	f, err := os.Open(name)
	require.NoError(t, err)
	defer f.Close()
	r, err := poh.NewReader(f)
	require.NoError(t, err)
	for e, err := range r.All() {
		require.NoError(t, err)
		entries = append(entries, e)
	}
	return entries
}

// requireEvents finds events 1 to n in the entries, in order.
func requireEvents(t *testing.T, entries []poh.Entry, n int) {
	t.Helper()
	i := 0
	for _, e := range entries {
		if e.HasMixin {
			i++
			require.Equal(t, fmt.Sprintf("%064x", i), fmt.Sprintf("%x", e.Mixin))
		}
	}
	require.Equal(t, n, i)
	require.False(t, entries[len(entries)-1].HasMixin, "ends with a tick")
}

func TestPohRecord(t *testing.T) {
	for _, perTick := range []string{"2", "3", "50", "12500", "0"} {
		name := record(t, 200, "--hashes-per-tick", perTick)
		requireEvents(t, proof(t, name), 200)
		got := cli(nil, "poh", "verify", name)
		require.Equal(t, exitOK, got.code, got.stderr)
		require.Contains(t, got.stdout, name+": OK: ")
	}
	name := record(t, 3, "--hashes-per-tick", "10", "--ticks", "7")
	got := cli(nil, "poh", "verify", "--json", name)
	var line verifyJSON
	require.NoError(t, json.Unmarshal([]byte(got.stdout), &line))
	require.True(t, line.OK)
	require.GreaterOrEqual(t, line.Ticks, uint64(7))
	require.Equal(t, []uint64{line.Ticks + 3, 10 * line.Ticks}, []uint64{line.Entries, line.Hashes})
	require.Empty(t, proof(t, record(t, 0)))
}

// TestPohRecordResumes cuts a recording everywhere and goes on with more events.
func TestPohRecordResumes(t *testing.T) {
	name := record(t, 5, "--hashes-per-tick", "4")
	whole, err := os.ReadFile(name)
	require.NoError(t, err)
	for n := 56; n <= len(whole); n += resumeStep() {
		require.NoError(t, os.WriteFile(name, whole[:n], 0o600))
		got := cli(eventLines(3), "poh", "record", "--seed", testSeed, "--hashes-per-tick", "4", "--out", name)
		require.Equal(t, exitOK, got.code, got.stderr)
		got = cli(nil, "poh", "verify", name)
		require.Equal(t, exitOK, got.code, got.stderr)
	}
	for want, args := range map[string][]string{
		"holds a proof that starts at " + testSeed: {"--seed", strings.Repeat("0", 64), "--hashes-per-tick", "4"},
		"holds a proof with 4 hashes per tick":     {"--seed", testSeed},
	} {
		got := cli(eventLines(1), append([]string{"poh", "record", "--out", name}, args...)...)
		require.Equal(t, exitFailure, got.code)
		require.Contains(t, got.stderr, want)
	}
}

// TestPohRecordBadEvents keeps what came before a line that is no event.
func TestPohRecordBadEvents(t *testing.T) {
	for bad, want := range map[string]string{
		"12":                     "standard input, line 3: poh: hash of 2 hex digits, want 64",
		strings.Repeat("0", 66):  "standard input, line 3: poh: hash of 66 hex digits, want 64",
		strings.Repeat("x", 64):  "is not hex",
		strings.Repeat("0", 1e5): "standard input, line 3: bufio.Scanner: token too long",
	} {
		name := filepath.Join(t.TempDir(), "proof")
		in := io.MultiReader(eventLines(2), strings.NewReader(bad+"\n"), eventLines(1))
		// However slowly the events are read, no tick comes between them.
		got := cli(in, "poh", "record", "--seed", testSeed, "--hashes-per-tick", "1000000000000", "--out", name)
		require.Equal(t, exitFailure, got.code)
		require.Contains(t, got.stderr, want)
		got = cli(nil, "poh", "verify", name)
		require.Equal(t, exitMismatch, got.code)
		require.Contains(t, got.stderr, "entry 2: unexpected EOF")
		got = cli(nil, "poh", "verify", "--partial", name)
		require.Equal(t, exitOK, got.code)
		require.Contains(t, got.stdout, "2 entries")
	}
}

// TestPohVerifyCorrupted changes every byte of a proof: none goes unseen.
func TestPohVerifyCorrupted(t *testing.T) {
	name := record(t, 4, "--hashes-per-tick", "3")
	whole, err := os.ReadFile(name)
	require.NoError(t, err)
	for i := range whole {
		changed := append([]byte{}, whole...)
		changed[i] ^= 4
		require.NoError(t, os.WriteFile(name, changed, 0o600))
		got := cli(nil, "poh", "verify", name)
		require.Equal(t, exitMismatch, got.code, "byte %d: %s%s", i, got.stdout, got.stderr)
		require.Empty(t, got.stdout)
		require.Contains(t, got.stderr, "hashlanes: poh: verify: "+name+": poh: ")
	}
}

// TestPohVerifyWrongHash has a file whose checksums are right.
func TestPohVerifyWrongHash(t *testing.T) {
	entries := proof(t, record(t, 20, "--hashes-per-tick", "5"))
	seed, err := poh.ParseHash(testSeed)
	require.NoError(t, err)
	for i := range entries {
		entries[i].Hash[i%32] ^= 1
		var file bytes.Buffer
		w, err := poh.NewWriter(&file, poh.Header{Start: seed, HashesPerTick: 5})
		require.NoError(t, err)
		require.NoError(t, w.Write(entries...))
		require.NoError(t, w.Close())
		got := cli(bytes.NewReader(file.Bytes()), "poh", "verify", "-", "--workers", "2")
		require.Equal(t, exitMismatch, got.code)
		require.Regexp(t, fmt.Sprintf("^hashlanes: poh: verify: -: poh: entry %d at byte [0-9]+: hash does not follow", i), got.stderr)
		got = cli(&file, "poh", "verify", "-", "--json")
		require.Equal(t, exitMismatch, got.code)
		require.Contains(t, got.stdout, fmt.Sprintf(`"ok":false,"entries":%d,`, i))
		require.Empty(t, got.stderr)
		entries[i].Hash[i%32] ^= 1
	}
}

func TestPohVerifySeveral(t *testing.T) {
	good, missing := record(t, 1), filepath.Join(t.TempDir(), "missing")
	got := cli(nil, "poh", "verify", missing, good)
	require.Equal(t, exitFailure, got.code)
	require.Contains(t, got.stderr, missing+": no such file or directory")
	require.Contains(t, got.stdout, good+": OK")
	require.NoError(t, os.Truncate(good, 100))
	require.Equal(t, exitMismatch, cli(nil, "poh", "verify", good).code)
	require.Equal(t, exitFailure, cli(nil, "poh", "verify", good, missing).code)
}

func TestPohUsage(t *testing.T) {
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"frob"}, "unknown command"},
		{[]string{"record"}, "--seed is missing"},
		{[]string{"record", "--seed", testSeed}, "--out is missing"},
		{[]string{"record", "--seed", testSeed, "--out", "x", "--hashes-per-tick", "1"}, "--hashes-per-tick is 1, want 0 or at least 2"},
		{[]string{"verify"}, "hashlanes: poh: verify: no file given"},
		{[]string{"verify", "--workers", "0", "x"}, "--workers is 0, want at least 1"},
	} {
		got := cli(nil, append([]string{"poh"}, test.args...)...)
		require.Equal(t, exitFailure, got.code, test.args)
		require.Contains(t, got.stderr, test.want)
		require.Equal(t, 1, strings.Count(got.stderr, "\n"), "one line: %q", got.stderr)
	}
	require.Contains(t, cli(nil, "poh").stdout, "record")
}
