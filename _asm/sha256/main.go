// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

// Command sha256 writes lanes_amd64.s and its Go declarations. Run it through
// go generate in the root of the repository.
//
// The contracts that the functions obey are written in lanes_generic.go.
package main

import . "github.com/mmcloughlin/avo/build"

func main() {
	ConstraintExpr("amd64")
	ConstraintExpr("!purego")
	avx512()
	avx2()
	shani()
	rowsTable()
	Generate()
}
