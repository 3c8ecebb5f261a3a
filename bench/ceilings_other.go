// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

//go:build !amd64 || purego

package bench

var ceilings []ceiling

var vectors func(turns int)

func chain(cycles int) { multiply(cycles) }
