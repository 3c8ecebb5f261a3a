// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes_test

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"

	"github.com/hashlanes/hashlanes"
)

// The parameters of SLH-DSA-SHA2-128f (FIPS 205) that its public key needs.
const (
	slhBytes  = 16 // of a hash, which is cut
	slhLayer  = 21 // the top one
	slhLeaves = 8  // of a tree
	slhChains = 35 // of a one-time key
	slhLinks  = 15 // of a chain
)

// The kinds of hashes: the 10th byte of an address.
const (
	slhChain   = 0
	slhKey     = 1
	slhNode    = 2
	slhPrivate = 5
)

// The public key of the hash-based signature SLH-DSA-SHA2-128f (FIPS 205): the
// root over 8 one-time keys of 35 chains each. Every hash begins with a block
// of the public seed, which is absorbed once. The seeds and the root are those of
// test case 21 of NIST's ACVP vectors for key generation.
func Example_slhdsa() {
	secret, _ := hex.DecodeString("aed6f6f5c5408bbffa1136bc9049a701")
	public, _ := hex.DecodeString("74d98d5000af53b98f36389a1292bed3")
	prefix := hashlanes.NewPrefix(append(public, make([]byte, 64-slhBytes)...))

	// Starts of all chains, then their links, all chains together.
	hashes := make([][32]byte, slhLeaves*slhChains)
	for link := -1; link < slhLinks; link++ {
		var data []byte
		for i := range hashes {
			key, chain := i/slhChains, i%slhChains
			if link < 0 {
				data = append(slhAddress(data, slhPrivate, key, chain, 0), secret...)
			} else {
				data = append(slhAddress(data, slhChain, key, chain, link), hashes[i][:slhBytes]...)
			}
		}
		prefix.HashBlocks(hashes, data, len(data)/len(hashes))
	}

	// The one-time keys, then the levels of the tree.
	nodes := slhCompress(prefix, hashes, slhChains, func(b []byte, key int) []byte {
		return slhAddress(b, slhKey, key, 0, 0)
	})
	for height := 1; len(nodes) > 1; height++ {
		nodes = slhCompress(prefix, nodes, 2, func(b []byte, index int) []byte {
			return slhAddress(b, slhNode, 0, height, index)
		})
	}
	fmt.Printf("%x\n", nodes[0][:slhBytes])
	// Output: f4a650c56c426fcfdb88e3355459440c
}

// slhAddress appends an address in the short form for SHA-2, of 22 bytes. The
// tree is the only one of the top layer, number 0.
func slhAddress(b []byte, kind byte, key, chainOrHeight, linkOrIndex int) []byte {
	b = append(b, slhLayer)
	b = binary.BigEndian.AppendUint64(b, 0)
	b = append(b, kind)
	b = binary.BigEndian.AppendUint32(b, uint32(key))
	b = binary.BigEndian.AppendUint32(b, uint32(chainOrHeight))
	return binary.BigEndian.AppendUint32(b, uint32(linkOrIndex))
}

// slhCompress hashes every n hashes to one, after their address.
func slhCompress(prefix *hashlanes.Prefix, hashes [][32]byte, n int, address func(b []byte, i int) []byte) [][32]byte {
	out := make([][32]byte, len(hashes)/n)
	var data []byte
	for i := range out {
		data = address(data, i)
		for _, h := range hashes[i*n:][:n] {
			data = append(data, h[:slhBytes]...)
		}
	}
	prefix.HashBlocks(out, data, len(data)/len(out))
	return out
}
