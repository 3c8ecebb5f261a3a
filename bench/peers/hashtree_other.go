// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

//go:build !(cgo && linux && (amd64 || arm64))

package main

import "github.com/hashlanes/hashlanes/bench"

// hashtreePeers is empty: without its library, the binding is plain Go.
func hashtreePeers() []bench.Contender { return nil }
