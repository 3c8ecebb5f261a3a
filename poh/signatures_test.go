// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package poh

import (
	"crypto/sha256"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// signatureRoot follows the definition: leaf S(00 | signature), node
// S(01 | left | right), an odd node is paired with itself. The scheme itself is
// tested against vectors in package merkle.
func signatureRoot(signatures [][64]byte) [32]byte {
	var level [][32]byte
	for _, s := range signatures {
		level = append(level, sha256.Sum256(append([]byte{0}, s[:]...)))
	}
	for len(level) > 1 {
		if len(level)%2 == 1 {
			level = append(level, level[len(level)-1])
		}
		var above [][32]byte
		for pair := range slices.Chunk(level, 2) {
			above = append(above, sha256.Sum256(slices.Concat([]byte{1}, pair[0][:], pair[1][:])))
		}
		level = above
	}
	return level[0]
}

func TestSignatureRoot(t *testing.T) {
	require.Zero(t, SignatureRoot(nil))
	signatures := make([][64]byte, 100)
	for i := range signatures {
		signatures[i] = [64]byte{byte(i), 63: byte(i + 1)}
	}
	for n := 1; n <= len(signatures); n++ {
		require.Equal(t, signatureRoot(signatures[:n]), SignatureRoot(signatures[:n]), "%d signatures", n)
	}
}
