// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

//go:build !(cgo && cgopeers && linux && amd64)

package main

import "github.com/hashlanes/hashlanes/bench"

func cgoPeers() []bench.Contender { return nil }
