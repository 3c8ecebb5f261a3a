// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

//go:build race

package hashlanes

import (
	"runtime"
	"unsafe"
)

// The race detector does not see what assembly reads and writes, so tell it.

// touch reports dst as written and src as read.
func touch(dst [][Size]byte, src []byte) {
	if len(src) > 0 {
		runtime.RaceReadRange(unsafe.Pointer(&src[0]), len(src))
	}
	if len(dst) > 0 {
		runtime.RaceWriteRange(unsafe.Pointer(&dst[0]), len(dst)*Size)
	}
}

// touch reports the memory of the first n messages and digests of b.
func (b *batch) touch(n int) {
	touch(nil, b.data)
	for _, list := range [][][]byte{b.msgs, b.chunks} {
		for _, m := range list {
			touch(nil, m)
		}
	}
	for i := range b.full {
		touch(nil, b.full[i].Prefix)
		touch(nil, b.full[i].Body)
		touch(nil, b.full[i].Tail)
	}
	if b.dst != nil {
		touch(b.dst[:n], nil)
	}
}
