// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package comet

import (
	"fmt"
	"testing"

	"github.com/cometbft/cometbft/crypto/merkle"
	"github.com/stretchr/testify/require"
)

func TestAgainstCometBFT(t *testing.T) {
	var items [][]byte
	for n := range 150 {
		require.Equal(t, merkle.HashFromByteSlices(items), HashFromByteSlices(items))
		wantRoot, want := merkle.ProofsFromByteSlices(items)
		root, proofs := ProofsFromByteSlices(items)
		require.Equal(t, wantRoot, root)
		require.Len(t, proofs, len(want))
		for i := range want {
			require.Equal(t, want[i].LeafHash, proofs[i].LeafHash)
			require.Equal(t, len(want[i].Aunts), len(proofs[i].Aunts))
			require.NoError(t, proofs[i].Verify(wantRoot, items[i]))
			require.NoError(t, proofs[i].ValidateBasic())
		}
		items = append(items, fmt.Appendf(nil, "item %d", n))
	}
}
