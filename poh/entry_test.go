// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package poh

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// slot is a vector of testdata/mainnet.json.
type slot struct {
	Name  string
	Pre   string
	Post  string
	Steps []struct {
		Append uint64
		Mixin  string
	}
}

func mainnet(t testing.TB) (slots []slot) {
	b, err := os.ReadFile("testdata/mainnet.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(b, &slots))
	return slots
}

func parse(t testing.TB, s string) [32]byte {
	h, err := ParseHash(s)
	require.NoError(t, err)
	return h
}

// entries makes the entries of a slot by crypto/sha256: every mixin ends one, and
// so does the slot.
func (s slot) entries(t testing.TB) []Entry {
	h := parse(t, s.Pre)
	var entries []Entry
	e := Entry{}
	for _, step := range s.Steps {
		e.NumHashes += step.Append
		if step.Mixin == "" {
			continue
		}
		e.NumHashes, e.Mixin, e.HasMixin = e.NumHashes+1, parse(t, step.Mixin), true
		e.Hash = plainAfter(&e, h)
		h = e.Hash
		entries, e = append(entries, e), Entry{}
	}
	e.Hash = plainAfter(&e, h)
	require.Equal(t, s.Post, hex.EncodeToString(e.Hash[:]))
	return append(entries, e)
}

func TestMainnet(t *testing.T) {
	for _, s := range mainnet(t) {
		t.Run(s.Name, func(t *testing.T) {
			entries := s.entries(t)
			start := parse(t, s.Pre)
			require.NoError(t, Verify(t.Context(), start, entries))
			state := State(start)
			for _, step := range s.Steps {
				if state.Append(step.Append); step.Mixin != "" {
					state.Record(parse(t, step.Mixin))
					require.Equal(t, entries[0].Hash, [32]byte(state))
					entries = entries[1:]
				}
			}
			require.Equal(t, parse(t, s.Post), [32]byte(state))
		})
	}
}

func TestAfter(t *testing.T) {
	prev, mixin := [32]byte{1}, [32]byte{2}
	both := append(prev[:], mixin[:]...)
	once := sha256.Sum256(prev[:])
	for _, c := range []struct {
		e    Entry
		want [32]byte
	}{
		{Entry{}, prev},
		{Entry{NumHashes: 1}, once},
		{Entry{NumHashes: 2}, sha256.Sum256(once[:])},
		{Entry{NumHashes: 0, Mixin: mixin, HasMixin: true}, sha256.Sum256(both)},
		{Entry{NumHashes: 1, Mixin: mixin, HasMixin: true}, sha256.Sum256(both)},
		{Entry{NumHashes: 2, Mixin: mixin, HasMixin: true}, sha256.Sum256(append(once[:], mixin[:]...))},
	} {
		require.Equal(t, c.want, c.e.After(prev), "%+v", c.e)
		c.e.Hash = c.want
		require.NoError(t, Verify(t.Context(), prev, []Entry{c.e}))
	}
}

func TestParseHash(t *testing.T) {
	h := sha256.Sum256(nil)
	s := hex.EncodeToString(h[:])
	require.Equal(t, h, parse(t, strings.ToUpper(s)))
	for bad, want := range map[string]string{
		"":            "poh: hash of 0 hex digits, want 64",
		s[:63]:        "poh: hash of 63 hex digits, want 64",
		s + "00":      "poh: hash of 66 hex digits, want 64",
		s[:63] + "g":  "is not hex",
		"0x" + s[:62]: "is not hex",
	} {
		got, err := ParseHash(bad)
		require.ErrorContains(t, err, want)
		require.Zero(t, got)
	}
}

func TestJSON(t *testing.T) {
	h := strings.Repeat("ab", 32)
	e := Entry{NumHashes: 1<<64 - 1, Hash: parse(t, h), Mixin: parse(t, h), HasMixin: true}
	b, err := json.Marshal([]Entry{e, {Hash: e.Hash}})
	require.NoError(t, err)
	require.JSONEq(t, `[{"num_hashes": 18446744073709551615, "hash": "`+h+`", "mixin": "`+h+`"},
		{"num_hashes": 0, "hash": "`+h+`"}]`, string(b))
	var back []Entry
	require.NoError(t, json.Unmarshal(b, &back))
	require.Equal(t, []Entry{e, {Hash: e.Hash}}, back)

	for bad, want := range map[string]string{
		`{"hash": "` + h + `"}`:                                          "lacks num_hashes",
		`{"num_hashes": 1}`:                                              "lacks num_hashes or hash",
		`{"num_hashes": -1, "hash": "` + h + `"}`:                        "cannot unmarshal",
		`{"num_hashes": 18446744073709551616, "hash": "` + h + `"}`:      "cannot unmarshal",
		`{"num_hashes": 1, "hash": "` + h[:62] + `"}`:                    "62 hex digits, want 64",
		`{"num_hashes": 1, "hash": "` + h + `", "mixin": ""}`:            "mixin: poh: hash of 0 hex digits",
		`{"num_hashes": 1, "hash": "` + h + `", "mixin": "` + h + `00"}`: "mixin: poh: hash of 66 hex digits",
		`{"num_hashes": 1, "hash": "` + h + `", "transactions": []}`:     "unknown field",
	} {
		got := e
		require.ErrorContains(t, json.Unmarshal([]byte(bad), &got), want, bad)
		require.Equal(t, e, got, "changed by %s", bad)
	}
}
