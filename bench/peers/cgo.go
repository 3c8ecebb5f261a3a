// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

//go:build cgo && cgopeers && linux && amd64

package main

/*
#include <stdint.h>
*/
import "C"

import (
	"unsafe"

	"github.com/hashlanes/hashlanes/bench"
)

// cgoPeers are the libraries written in C.
func cgoPeers() []bench.Contender { return []bench.Contender{hashtreeX16, openssl, ipsecMB()} }

// batch is a workload as one C call takes it: message i is data from at[i] up to
// at[i+1]. No memory that it gives to C holds Go pointers, so cgo checks nothing
// during the call, and crossing to C costs once for a batch.
type batch struct {
	data *C.uint8_t
	at   *C.uint64_t
	n    C.size_t
}

// joined lays out the messages of w side by side.
func joined(w *bench.Workload) batch {
	msgs := w.Joined()
	at := []C.uint64_t{0}
	data := make([]byte, 0, w.Bytes+1)
	for _, m := range msgs {
		data = append(data, m...)
		at = append(at, C.uint64_t(len(data)))
	}
	return batch{
		data: (*C.uint8_t)(unsafe.Pointer(unsafe.SliceData(data))),
		at:   unsafe.SliceData(at),
		n:    C.size_t(len(msgs)),
	}
}

// digests is dst as C takes it.
func digests(dst [][32]byte) *C.uint8_t { return (*C.uint8_t)(unsafe.Pointer(&dst[0])) }

// chains is a workload of hash chains as C takes it.
type chains struct {
	seeds *C.uint8_t
	links *C.uint64_t
	n     C.size_t
}

func chainsOf(w *bench.Workload) chains {
	return chains{digests(w.Seeds), (*C.uint64_t)(unsafe.Pointer(&w.Links[0])), C.size_t(len(w.Seeds))}
}
