// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes_test

import (
	"crypto/sha256"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/hashlanes/hashlanes"
)

// piece is how many messages a worker takes at a time: enough to fill all lanes many
// times over, and few enough that workers end at about the same time.
const piece = 512

// hashInParallel is hashlanes.HashMany on as many threads as Go has, all of which have
// ended when it returns.
func hashInParallel(dst [][32]byte, msgs [][]byte) {
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), (len(msgs)+piece-1)/piece) {
		workers.Go(func() {
			for {
				end := int(next.Add(piece))
				first := end - piece
				if first >= len(msgs) {
					return
				}
				end = min(end, len(msgs))
				hashlanes.HashMany(dst[first:end], msgs[first:end])
			}
		})
	}
	workers.Wait()
}

// The package starts no goroutines: the caller knows how many CPUs a batch is worth.
// A large batch is shared out like this.
func Example_parallel() {
	msgs := make([][]byte, 10_000)
	for i := range msgs {
		msgs[i] = fmt.Append(nil, "message ", i)
	}
	digests := make([][32]byte, len(msgs))
	hashInParallel(digests, msgs)

	want := make([][32]byte, len(msgs))
	for i, m := range msgs {
		want[i] = sha256.Sum256(m)
	}
	fmt.Println(slices.Equal(digests, want))
	// Output: true
}
