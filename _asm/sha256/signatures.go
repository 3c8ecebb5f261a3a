// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

// Signatures of the kernel functions, as the aliases of lanes_generic.go resolve.
const (
	sigBlocks   = "func(st *[256]uint32, in *[32]*byte, n int)"
	sigPairs    = "func(dst *byte, src *byte, n int)"
	sigNodes    = "func(dst *byte, src *byte, n int, prefix byte)"
	sigShort    = "func(dst *byte, in *[32]*byte, lens *[32]uint64, prefix *[64]byte, skip int, n int)"
	sigDigests  = "func(dst *byte, in *[32]*byte, n int)"
	sigEnds     = "func(dst *byte, st *[256]uint32, in *[32]*byte, lens *[32]uint64, before uint64, n int)"
	sigMessages = "func(f *struct{ St [256]uint32; Rest, Steps [32]int32; High, Low, Index [32]uint32; From [32]uintptr }, dst *byte, start *[8]uint32, queue *struct{ From uintptr; Len, Index uint32 }, n int, before uint64, least, steps int) int"
	sigLinks    = "func(st *[256]uint32, n int)"
)
