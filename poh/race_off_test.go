// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

//go:build !race

package poh

const raceEnabled = false
