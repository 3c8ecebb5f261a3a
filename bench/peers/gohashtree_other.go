// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

//go:build !(amd64 || arm64)

package main

import "github.com/hashlanes/hashlanes/bench"

// gohashtreePeers is empty: gohashtree does not build here.
func gohashtreePeers() []bench.Contender { return nil }
