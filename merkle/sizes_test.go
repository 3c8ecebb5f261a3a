// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import "testing"

// mostLeaves is how far tests go that build trees of every size: less far in the
// short tests, which emulated machines and the race detector run.
func mostLeaves() int {
	if testing.Short() {
		return 40
	}
	return 300
}

// fewer is the first of sizes in the short tests, else all of them.
func fewer(sizes []int) []int {
	if testing.Short() {
		return sizes[:1]
	}
	return sizes
}
