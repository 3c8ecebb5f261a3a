// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes_test

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/hashlanes/hashlanes"
)

// The parameters LMS_SHA256_M32_H10 and LMOTS_SHA256_N32_W4 of RFC 8554.
const (
	lmsHeight = 10
	lmsChains = 67 // hash chains of a one-time key
	lmsLinks  = 15 // of a chain
)

// The public key of the hash-based signature LMS (RFC 8554, test case 2): a
// Merkle tree over 1024 one-time keys of 67 chains each, a million hashes of one
// block. All chains take each link together. The seed and the root are those of
// TestPKTreeKAT1 in github.com/trailofbits/lms-go.
func Example_lms() {
	seed, _ := hex.DecodeString("558b8966c48ae9cb898b423c83443aae014a72f1b1ab5cc85cf1d892903b5439")
	id, _ := hex.DecodeString("d08fabd4a2091ff0a8cb4ed834e74534")
	fmt.Printf("%x\n", lmsRoot(id, lmsKeys(id, lmsChainEnds(id, seed))))
	// Output: 32a58885cd9ba0431235466bff9651c6c92124404d45fa53cf161c28f1ad5a8e
}

// lmsChainEnds gives the ends of all chains, of one one-time key after the
// other. Their messages are id | u32 key | u16 chain | u8 link | hash.
func lmsChainEnds(id, seed []byte) [][32]byte {
	const size = 4 + 2 + 1 + 32
	prefix := hashlanes.NewPrefix(id)
	hashes := make([][32]byte, lmsChains<<lmsHeight)
	data := make([]byte, 0, len(hashes)*size)
	for i := range hashes {
		data = binary.BigEndian.AppendUint32(data, uint32(i/lmsChains))
		data = binary.BigEndian.AppendUint16(data, uint16(i%lmsChains))
		data = append(data, 0xff) // the start of a chain is a hash of the seed
		data = append(data, seed...)
	}
	prefix.HashBlocks(hashes, data, size)
	for link := range lmsLinks {
		for i := range hashes {
			m := data[i*size:][:size]
			m[6] = byte(link)
			copy(m[7:], hashes[i][:])
		}
		prefix.HashBlocks(hashes, data, size)
	}
	return hashes
}

// lmsPrefix is what the hash of a key, a leaf or a node begins with.
func lmsPrefix(id []byte, number int, kind string) []byte {
	return append(binary.BigEndian.AppendUint32(slices.Clip(id), uint32(number)), kind...)
}

// lmsKeys gives the one-time public keys.
func lmsKeys(id []byte, ends [][32]byte) [][32]byte {
	keys := make([][32]byte, 1<<lmsHeight)
	msgs := make([]hashlanes.Message, len(keys))
	for q := range msgs {
		msgs[q].Prefix = lmsPrefix(id, q, "\x80\x80")
		for _, end := range ends[q*lmsChains:][:lmsChains] {
			msgs[q].Body = append(msgs[q].Body, end[:]...)
		}
	}
	hashlanes.HashMessages(keys, msgs)
	return keys
}

// lmsRoot gives the root of the tree. Nodes are numbered from 1, the root, with
// the children of r at 2r and 2r+1.
func lmsRoot(id []byte, keys [][32]byte) [32]byte {
	tree := make([][32]byte, 2*len(keys))
	msgs := make([]hashlanes.Message, len(keys))
	for i := range keys {
		msgs[i] = hashlanes.Message{Prefix: lmsPrefix(id, len(keys)+i, "\x82\x82"), Body: keys[i][:]}
	}
	hashlanes.HashMessages(tree[len(keys):], msgs)
	for first := len(keys) / 2; first > 0; first /= 2 {
		for i := range first {
			r := first + i
			msgs[i] = hashlanes.Message{Prefix: lmsPrefix(id, r, "\x83\x83"), Body: tree[2*r][:], Tail: tree[2*r+1][:]}
		}
		hashlanes.HashMessages(tree[first:2*first], msgs[:first])
	}
	return tree[1]
}
