// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package poh

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzReader reads anything as a file. What is accepted in whole is written
// again and read again as the same, and is what Recover finds.
func FuzzReader(f *testing.F) {
	h, entries := sample()
	b := file(f, h, entries, 3)
	f.Add(b)
	f.Add(b[:len(b)-5])
	f.Add(append(appendHeader(nil, Header{}), block(1, 34, 0, appendEntry(nil, &Entry{}))...))
	f.Fuzz(func(t *testing.T, b []byte) {
		h, entries, err := read(b)
		m, rerr := Recover(bytes.NewReader(b))
		if err == nil {
			require.NoError(t, rerr)
			require.True(t, m.Complete)
		}
		if rerr == nil {
			require.Equal(t, uint64(len(entries)), m.Entries)
			require.Equal(t, h, m.Header)
		}
		if len(entries) > 0 {
			h2, entries2, err := read(file(t, h, entries, 2))
			require.NoError(t, err)
			require.Equal(t, h, h2)
			require.Equal(t, entries, entries2)
		}
	})
}

// FuzzEntry reads anything as an entry: each has one encoding.
func FuzzEntry(f *testing.F) {
	_, entries := sample()
	for i := range entries {
		f.Add(appendEntry(nil, &entries[i]))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var e Entry
		if n, err := parseEntry(b, &e); err == nil {
			require.Equal(t, n, entryBytes(&e))
			require.Equal(t, b[:n], appendEntry(nil, &e))
		}
	})
}

// FuzzJSON reads anything as an entry in JSON.
func FuzzJSON(f *testing.F) {
	_, entries := sample()
	for _, e := range entries {
		b, err := json.Marshal(e)
		require.NoError(f, err)
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var e, back Entry
		if json.Unmarshal(b, &e) != nil {
			return
		}
		b, err := json.Marshal(e)
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(b, &back))
		require.Equal(t, e, back)
	})
}

// FuzzVerify changes one byte of a proof in memory and compares with the check
// of one entry after the other.
func FuzzVerify(f *testing.F) {
	f.Add([]byte{1, 2, 3, 0x84, 5}, uint16(7), byte(1))
	f.Fuzz(func(t *testing.T, shape []byte, at uint16, change byte) {
		if len(shape) == 0 || len(shape) > 500 {
			return
		}
		entries := ticks(len(shape), func(i int) uint64 { return uint64(shape[i] & 0x7f) })
		for i, s := range shape {
			entries[i].HasMixin = s&0x80 != 0
		}
		fill([32]byte{}, entries)
		entries[int(at)%len(entries)].Hash[int(at)%32] ^= change
		want := -1
		prev := [32]byte{}
		for i := range entries {
			if entries[i].After(prev) != entries[i].Hash {
				want = i
				break
			}
			prev = entries[i].Hash
		}
		err := Verify(t.Context(), [32]byte{}, entries)
		if want < 0 {
			require.NoError(t, err)
		} else {
			wantBad(t, want, ErrHash, err)
		}
	})
}
