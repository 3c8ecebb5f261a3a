// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import (
	"bufio"
	"compress/bzip2"
	"embed"
	"encoding/hex"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

//go:embed testdata/nist-cavp-sha
var cavp embed.FS

// record is one group of "name = value" lines of a response file of NIST's CAVP.
type record map[string]string

// readResponses reads a response file, compressed or not.
func readResponses(t *testing.T, name string) (all []record) {
	t.Helper()
	f, err := cavp.Open("testdata/nist-cavp-sha/" + name)
	require.NoError(t, err)
	defer f.Close()
	var r io.Reader = f
	if strings.HasSuffix(name, ".bz2") {
		r = bzip2.NewReader(f)
	}
	group := record{}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if key, value, ok := strings.Cut(strings.TrimSpace(lines.Text()), " = "); ok && !strings.HasPrefix(key, "[") {
			group[key] = value
		} else if len(group) > 0 {
			all, group = append(all, group), record{}
		}
	}
	require.NoError(t, lines.Err())
	if len(group) > 0 {
		all = append(all, group)
	}
	return all
}

// bytes is the value of a line in hexadecimal.
func (r record) bytes(t *testing.T, key string) []byte {
	t.Helper()
	b, err := hex.DecodeString(r[key])
	require.NoError(t, err)
	return b
}

// TestVectorsMessages checks NIST's short and long messages: known answers that
// no implementation here has computed.
func TestVectorsMessages(t *testing.T) {
	for name, count := range map[string]int{"SHA256ShortMsg.rsp": 65, "SHA256LongMsg.rsp.bz2": 64} {
		var msgs [][]byte
		var want [][Size]byte
		for _, r := range readResponses(t, name) {
			bits, err := strconv.Atoi(r["Len"])
			require.NoError(t, err)
			msgs = append(msgs, r.bytes(t, "Msg")[:bits/8])
			want = append(want, [Size]byte(r.bytes(t, "MD")))
		}
		require.Len(t, msgs, count, name)
		eachEngine(t, func(t *testing.T, e under) {
			got := make([][Size]byte, len(msgs))
			e.HashMany(got, msgs)
			equalDigests(t, want, got, "%s", name)
			for i, m := range msgs {
				if e.lanes == 1 || i%9 == 0 {
					e.HashMany(got[:1], [][]byte{m})
					require.Equal(t, want[i], got[0], "%s: message %d alone", name, i)
				}
			}
		})
	}
}

// TestVectorsMonte checks NIST's Monte Carlo test. Its hundred seeds are in the
// file, so the hundred runs go side by side.
func TestVectorsMonte(t *testing.T) {
	records := readResponses(t, "SHA256Monte.rsp")
	require.Len(t, records, 101)
	const runs, links = 100, 1000
	var seeds, want [runs][Size]byte
	seeds[0] = [Size]byte(records[0].bytes(t, "Seed"))
	for i, r := range records[1:] {
		want[i] = [Size]byte(r.bytes(t, "MD"))
		if i+1 < runs {
			seeds[i+1] = want[i]
		}
	}
	eachEngine(t, func(t *testing.T, e under) {
		count := runs
		if e.slow {
			count = 10
		}
		dst, msgs := make([][Size]byte, count), make([][]byte, count)
		text := make([][3 * Size]byte, count)
		for i := range msgs {
			msgs[i] = text[i][:]
			for j := range 3 {
				copy(text[i][j*Size:], seeds[i][:])
			}
		}
		for range links {
			e.HashMany(dst, msgs)
			for i := range msgs {
				copy(text[i][:], text[i][Size:])
				copy(text[i][2*Size:], dst[i][:])
			}
		}
		equalDigests(t, want[:count], dst, "Monte Carlo")
	})
}
