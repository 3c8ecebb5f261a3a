// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

//go:build cgo && cgopeers && linux && amd64

package main

/*
#include <stdint.h>

// Of the library that the Go binding links.
void hashtree_sha256_avx512_x16(unsigned char *output, const unsigned char *input, uint64_t count);
*/
import "C"

import (
	"unsafe"

	"golang.org/x/sys/cpu"

	"github.com/hashlanes/hashlanes/bench"
)

// hashtreeX16 is hashtree's AVX-512 kernel, which its Go binding passes over where
// the processor has SHA-NI. It is faster there from some 16 pairs up.
var hashtreeX16 = bench.Contender{Name: "hashtree x16", Bind: func(w *bench.Workload) func(dst [][32]byte) {
	nodes := nodesOf(w)
	if nodes == nil || !cpu.X86.HasAVX512F || !cpu.X86.HasAVX512VL {
		return nil
	}
	src := (*C.uchar)(unsafe.Pointer(&nodes[0]))
	return func(dst [][32]byte) {
		C.hashtree_sha256_avx512_x16((*C.uchar)(unsafe.Pointer(&dst[0])), src, C.uint64_t(len(nodes)/2))
	}
}}
