// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

//go:build unix

package kerneltest

import "golang.org/x/sys/unix"

// Guarded tells that an access out of bounds of a mapping faults.
const Guarded = true

// mapping is whole pages between two pages without access.
type mapping struct{ all, data []byte }

// newMapping maps at least n bytes.
func newMapping(n int) mapping {
	page := unix.Getpagesize()
	size := (n + page - 1) / page * page
	all, err := unix.Mmap(-1, 0, size+2*page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		panic("kerneltest: mmap: " + err.Error())
	}
	for _, guard := range [][]byte{all[:page], all[page+size:]} {
		if err := unix.Mprotect(guard, unix.PROT_NONE); err != nil {
			panic("kerneltest: mprotect: " + err.Error())
		}
	}
	return mapping{all, all[page:][:size:size]}
}

// free unmaps m.
func (m *mapping) free() {
	if m.all == nil {
		return
	}
	if err := unix.Munmap(m.all); err != nil {
		panic("kerneltest: munmap: " + err.Error())
	}
	*m = mapping{}
}
