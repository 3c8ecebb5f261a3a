// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hashlanes/hashlanes/internal/kerneltest"
)

// TestConform runs the conformance suite over every kernel: wrong digests,
// lanes that see each other, accesses out of bounds, needs of alignment.
func TestConform(t *testing.T) {
	eachKernel(t, func(t *testing.T, k kernel) {
		oracle := describe(lanesKernel(k.lanes))
		kerneltest.Run(t, describe(k), &oracle)
	})
}

// TestConstants finds wrong digests without an oracle, so that a fault that the
// portable kernel shares is found too: constants of another implementation over
// every length from 0 to 4096, and over every function.
func TestConstants(t *testing.T) {
	eachKernel(t, func(t *testing.T, k kernel) { kerneltest.Run(t, describe(k), nil) })
}

// TestSelfCheck finds a check at first use that takes out a good kernel.
func TestSelfCheck(t *testing.T) {
	eachKernel(t, func(t *testing.T, k kernel) {
		require.NoError(t, checkKernel(&k))
	})
}
