// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"testing"

	"github.com/hashlanes/hashlanes/internal/everykernel"
)

// TestEveryKernel runs all published values and real data on each kernel alone,
// and every size of every scheme as far as the short tests go.
func TestEveryKernel(t *testing.T) {
	everykernel.Run(t, "^(TestKernelInUse|Test.*Vectors|TestSSZ.*|TestSolanaShred.*|TestTorrents|TestChecksumDatabase|"+
		"TestRootEverySize|TestVerifyMany|TestNamespacedEverySize)$")
}

func TestKernelInUse(t *testing.T) { everykernel.Check(t) }
