// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes_test

import (
	"fmt"

	"github.com/hashlanes/hashlanes"
)

func ExampleEngine_HashMany() {
	e, _ := hashlanes.NewEngine() // no options, so no error
	digests := make([][32]byte, 1)
	e.HashMany(digests, [][]byte{[]byte("abc")})
	fmt.Printf("%x\n", digests[0][:8])
	// Output: ba7816bf8f01cfea
}

func ExampleEngine_HashMessages() {
	e, _ := hashlanes.NewEngine() // no options, so no error
	digests := make([][32]byte, 1)
	e.HashMessages(digests, []hashlanes.Message{{Body: []byte("ab"), Tail: []byte("c")}})
	fmt.Printf("%x\n", digests[0][:8])
	// Output: ba7816bf8f01cfea
}

func ExampleEngine_HashManyPrefixed() {
	e, _ := hashlanes.NewEngine() // no options, so no error
	digests := make([][32]byte, 1)
	e.HashManyPrefixed(digests, []byte("ab"), [][]byte{[]byte("c")})
	fmt.Printf("%x\n", digests[0][:8])
	// Output: ba7816bf8f01cfea
}

func ExampleEngine_HashBlocks() {
	e, _ := hashlanes.NewEngine() // no options, so no error
	digests := make([][32]byte, 1)
	e.HashBlocks(digests, nil, []byte("abc"), 4096)
	fmt.Printf("%x\n", digests[0][:8])
	// Output: ba7816bf8f01cfea
}

func ExampleEngine_HashPairs() {
	e, _ := hashlanes.NewEngine() // no options, so no error
	level := make([][32]byte, 2)
	e.HashPairs(level[:1], level) // in place
	fmt.Printf("%x\n", level[0][:8])
	// Output: f5a5fd42d16a2030
}

func ExampleEngine_HashPairsPrefixed() {
	e, _ := hashlanes.NewEngine() // no options, so no error
	level := make([][32]byte, 2)
	e.HashPairsPrefixed(level[:1], []byte{1}, level) // in place
	fmt.Printf("%x\n", level[0][:8])
	// Output: ae0798d0ecaed2b7
}

func ExampleEngine_HashChain() {
	e, _ := hashlanes.NewEngine() // no options, so no error
	end := e.HashChain([32]byte{}, 1000)
	fmt.Printf("%x\n", end[:8])
	// Output: 36c1cb4f826ae42c
}

func ExampleEngine_HashChains() {
	e, _ := hashlanes.NewEngine() // no options, so no error
	seeds := make([][32]byte, 2)
	e.HashChains(seeds, seeds, []uint64{0, 1000}) // in place
	fmt.Printf("%x %x\n", seeds[0][:8], seeds[1][:8])
	// Output: 0000000000000000 36c1cb4f826ae42c
}

func ExampleEngine_NewPrefix() {
	e, _ := hashlanes.NewEngine() // no options, so no error
	p := e.NewPrefix([]byte("ab"))
	digests := make([][32]byte, 1)
	p.HashMany(digests, [][]byte{[]byte("c")})
	fmt.Printf("%x\n", digests[0][:8])
	// Output: ba7816bf8f01cfea
}

func ExampleEngine_NewStreams() {
	e, _ := hashlanes.NewEngine() // no options, so no error
	s := e.NewStreams(1)
	s.Write([][]byte{[]byte("abc")})
	digest := s.SumStream(0)
	fmt.Printf("%x\n", digest[:8])
	// Output: ba7816bf8f01cfea
}

func ExampleEngine_Backend() {
	e, _ := hashlanes.NewEngine() // no options, so no error
	fmt.Println("the widest kernel is", e.Backend())
}

func ExampleEngine_ChainBackend() {
	e, _ := hashlanes.NewEngine() // no options, so no error
	fmt.Println("single chains run on", e.ChainBackend())
}

func ExampleEngine_Lanes() {
	e, _ := hashlanes.NewEngine() // no options, so no error
	fmt.Println(e.Lanes() > 0)
	// Output: true
}

func ExampleEngine_Kernels() {
	e, _ := hashlanes.NewEngine() // no options, so no error
	for _, k := range e.Kernels() {
		if !k.InUse {
			fmt.Println(k.Name, "is not in use:", k.Why)
		}
	}
}
