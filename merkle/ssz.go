// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"crypto/sha256"
	"encoding/binary"
)

// MixInLength returns H(root | length as 256 bits, little-endian), the root of an
// SSZ list of so many elements whose chunks have the given root.
func MixInLength(root [32]byte, length uint64) [32]byte {
	var aux [32]byte
	binary.LittleEndian.PutUint64(aux[:], length)
	return mixIn(root, aux)
}

// MixInSelector returns the root of an SSZ union whose value has the given root.
func MixInSelector(root [32]byte, selector byte) [32]byte {
	return mixIn(root, [32]byte{selector})
}

// MixInActiveFields returns the root of a progressive container (EIP-7495).
// Bit i of active, the lowest bit of a byte first, says that field i is there;
// the rest is zero.
func MixInActiveFields(root, active [32]byte) [32]byte { return mixIn(root, active) }

func mixIn(root, aux [32]byte) [32]byte {
	var m [64]byte
	copy(m[:], root[:])
	copy(m[32:], aux[:])
	return sha256.Sum256(m[:])
}

// SSZProgressive returns the root of chunks of 32 bytes in data, the last one
// filled with zero bytes, as a progressive list has it (EIP-7916): subtrees of
// 1, 4, 16 and more chunks, each to the left of all that follow. Of no chunks it
// is zero. It returns no error but those of [Scheme.RootBlocks].
func SSZProgressive(data []byte, opts ...Option) ([32]byte, error) {
	var subtrees [32][32]byte
	n := 0
	for size := uint64(1); len(data) > 0; size *= 4 {
		part := data
		if uint64(len(part)) > 32*size {
			part = part[:32*size]
		}
		root, err := SSZ(size).RootBlocks(part, 0, opts...)
		if err != nil {
			return [32]byte{}, err
		}
		subtrees[n] = root
		n++
		data = data[len(part):]
	}
	var root [32]byte
	for n--; n >= 0; n-- {
		root = mixIn(subtrees[n], root)
	}
	return root, nil
}
