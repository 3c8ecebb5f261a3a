// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

// giveWay stands between the parts of long work. The runtime stops a goroutine by a
// signal, which assembly ignores and which therefore nearly always comes in vain
// here, or where a Go function with a frame begins: this is one. Loops over calls of
// kernels that are cut at kernel.limit call it after each that was.
//
//go:noinline
func giveWay() { frameless() }

//go:noinline
func frameless() {}
