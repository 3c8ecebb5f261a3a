// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import (
	"crypto/sha256"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// randomBytes are n bytes without a period.
func randomBytes(rng *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(rng.Uint32())
	}
	return b
}

func TestSmoke(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	data := randomBytes(rng, 1<<16)
	for _, lanes := range []int{1, 4, 8, 16, 32} {
		mix := []kernel{lanesKernel(lanes), lanesKernel(2), portable}
		mix[1].cost = cost{240, 480, 480, 240, 240, 240}
		mix[2].cost = cost{130, 260, 260, 130, 130, 130}
		for _, e := range []*Engine{newEngine([]kernel{lanesKernel(lanes)}, 0), newEngine(mix, 0)} {
			for range 300 {
				n := rng.IntN(3*lanes + 4)
				maxLen := []int{10, 56, 65, 130, 2000}[rng.IntN(5)]
				equal := rng.IntN(3) == 0
				msgs := make([][]byte, n)
				full := make([]Message, n)
				size := rng.IntN(maxLen)
				prefix := data[:rng.IntN(3)*rng.IntN(80)]
				for i := range msgs {
					if !equal {
						size = rng.IntN(maxLen)
					}
					o := rng.IntN(60000)
					msgs[i] = data[o : o+size]
					a, b := rng.IntN(size+1), rng.IntN(size+1)
					full[i] = Message{msgs[i][:min(a, b)], msgs[i][min(a, b):max(a, b)], msgs[i][max(a, b):]}
				}
				dst := make([][32]byte, n)
				e.HashMany(dst, msgs)
				for i := range msgs {
					require.Equal(t, sha256.Sum256(msgs[i]), dst[i], "%d of %d", i, n)
				}
				e.HashMessages(dst, full)
				for i := range msgs {
					require.Equal(t, sha256.Sum256(msgs[i]), dst[i], "%d of %d", i, n)
				}
				e.HashManyPrefixed(dst, prefix, msgs)
				for i := range msgs {
					require.Equal(t, sha256.Sum256(append(append([]byte{}, prefix...), msgs[i]...)), dst[i], "%d of %d len %d prefix %d", i, n, len(msgs[i]), len(prefix))
				}
				st := e.NewStreams(n)
				st.Write(msgs)
				st.Write(msgs)
				st.Sum(dst)
				for i := range msgs {
					require.Equal(t, sha256.Sum256(append(append([]byte{}, msgs[i]...), msgs[i]...)), dst[i], "%d of %d", i, n)
				}
				ch := make([]uint64, n)
				want := append([][32]byte{}, dst...)
				for i := range ch {
					ch[i] = rng.Uint64N(40)
					for range ch[i] {
						want[i] = sha256.Sum256(want[i][:])
					}
				}
				e.HashChains(dst, dst, ch)
				require.Equal(t, want, dst)
				if n%2 == 0 {
					for i := range n / 2 {
						want[i] = sha256.Sum256(append(append([]byte{}, dst[2*i][:]...), dst[2*i+1][:]...))
					}
					e.HashPairs(dst[:n/2], dst)
					require.Equal(t, want[:n/2], dst[:n/2])
				}
			}
		}
	}
	for _, k := range Kernels() {
		t.Logf("%+v", k)
	}
}
