// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import "github.com/hashlanes/hashlanes/asm/fips180"

// iv256 is the initial hash value, k256 the round constants.
var iv256, k256 = fips180.IV, fips180.K
