// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

//go:build !unix

package kerneltest

import "unsafe"

// Guarded tells that only the margins of a piece of memory are watched: writes
// out of bounds are found, reads are not.
const Guarded = false

// mapping is memory of the heap that starts at a multiple of 64.
type mapping struct{ data []byte }

// newMapping allocates at least n bytes.
func newMapping(n int) mapping {
	data := make([]byte, n+blockSize)
	skip := -int(uintptr(unsafe.Pointer(&data[0]))) & (blockSize - 1)
	return mapping{data[skip:]}
}

// free forgets m.
func (m *mapping) free() { *m = mapping{} }
