// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/hashlanes/hashlanes/merkle"
)

// A tree, a proof for one leaf, and its check by someone who knows the root.
func Example() {
	scheme := merkle.RFC6962
	tree, err := scheme.Tree([][]byte{[]byte("alpha"), []byte("beta"), []byte("gamma")})
	if err != nil {
		log.Fatal(err)
	}
	proof, err := tree.Proof(2)
	if err != nil {
		log.Fatal(err)
	}
	leaf, err := scheme.LeafHash([]byte("gamma"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%x\n", tree.Root())
	fmt.Println(scheme.Verify(tree.Root(), leaf, proof))
	proof.Nodes[0][0] ^= 1
	fmt.Println(scheme.Verify(tree.Root(), leaf, proof))
	// Output:
	// 385da30f3917282c8939dff851957e519ab1846b1351a14c0adb3b11632742aa
	// <nil>
	// merkle: rfc6962: the proof does not lead to the root
}

// The fs-verity digest of a file, in constant memory.
func ExampleScheme_RootReader() {
	f, err := os.Open("example_test.go")
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		log.Fatal(err)
	}
	scheme, err := merkle.FSVerity(4096, nil)
	if err != nil {
		log.Fatal(err)
	}
	root, err := scheme.RootReader(context.Background(), f, info.Size())
	if err != nil {
		log.Fatal(err)
	}
	_ = merkle.FSVerityDigest(root, uint64(info.Size()), 4096, nil)
}

// Parts of a tree, hashed apart and joined.
func ExampleRange() {
	var leaves [10][32]byte
	for i := range leaves {
		leaves[i][0] = byte(i)
	}
	first, err := merkle.RFC6962.NewRange(0)
	if err != nil {
		log.Fatal(err)
	}
	second, err := merkle.RFC6962.NewRange(6)
	if err != nil {
		log.Fatal(err)
	}
	for _, err := range []error{first.Append(leaves[:6]...), second.Append(leaves[6:]...), first.AppendRange(second)} {
		if err != nil {
			log.Fatal(err)
		}
	}
	joined, err := first.Root()
	if err != nil {
		log.Fatal(err)
	}
	whole, err := merkle.RFC6962.RootHashes(leaves[:])
	fmt.Println(joined == whole, err)
	// Output: true <nil>
}
