// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes_test

import (
	"fmt"
	"os"

	"github.com/hashlanes/hashlanes"
)

func Example() {
	leaves := [][]byte{[]byte("a"), []byte("b"), []byte("c"), []byte("d")}
	level := make([][32]byte, len(leaves))
	hashlanes.HashManyPrefixed(level, []byte{0}, leaves)
	for len(level) > 1 {
		half := level[:len(level)/2]
		hashlanes.HashPairsPrefixed(half, []byte{1}, level)
		level = half
	}
	fmt.Printf("RFC 9162 root: %x\n", level[0][:8])
	// Output: RFC 9162 root: 33376a3bd63e9993
}

func ExampleHashMany() {
	digests := make([][32]byte, 2)
	hashlanes.HashMany(digests, [][]byte{[]byte("abc"), nil})
	fmt.Printf("%x\n%x\n", digests[0][:8], digests[1][:8])
	// Output:
	// ba7816bf8f01cfea
	// e3b0c44298fc1c14
}

func ExampleMessage() {
	m := hashlanes.Message{Prefix: []byte("a"), Body: []byte("b"), Tail: []byte("c")}
	digests := make([][32]byte, 1)
	hashlanes.HashMessages(digests, []hashlanes.Message{m})
	fmt.Printf("%x\n", digests[0][:8])
	// Output: ba7816bf8f01cfea
}

func ExampleHashMessages() {
	digests := make([][32]byte, 2)
	hashlanes.HashMessages(digests, []hashlanes.Message{
		{Body: []byte("abc")},
		{Prefix: []byte("ab"), Tail: []byte("c")},
	})
	fmt.Println(digests[0] == digests[1])
	// Output: true
}

func ExampleHashManyPrefixed() {
	digests := make([][32]byte, 2)
	hashlanes.HashManyPrefixed(digests, []byte("ab"), [][]byte{[]byte("c"), []byte("d")})
	fmt.Printf("%x\n", digests[0][:8])
	// Output: ba7816bf8f01cfea
}

func ExampleHashBlocks() {
	file := []byte("abcabcab")
	digests := make([][32]byte, 3)
	hashlanes.HashBlocks(digests, nil, file, 3)
	fmt.Println(digests[0] == digests[1], digests[1] == digests[2])
	// Output: true false
}

func ExampleHashPairs() {
	level := make([][32]byte, 4)
	hashlanes.HashPairs(level[:2], level) // in place
	fmt.Printf("%x\n", level[0][:8])
	// Output: f5a5fd42d16a2030
}

func ExampleHashPairsPrefixed() {
	nodes, parents := make([][32]byte, 4), make([][32]byte, 2)
	hashlanes.HashPairsPrefixed(parents, []byte{1}, nodes)
	fmt.Printf("%x\n", parents[0][:8])
	// Output: ae0798d0ecaed2b7
}

func ExampleHashChain() {
	end := hashlanes.HashChain([32]byte{}, 1000)
	fmt.Printf("%x\n", end[:8])
	// Output: 36c1cb4f826ae42c
}

func ExampleHashChains() {
	seeds, ends := make([][32]byte, 3), make([][32]byte, 3)
	hashlanes.HashChains(ends, seeds, []uint64{0, 1, 1000})
	fmt.Printf("%x\n%x\n%x\n", ends[0][:8], ends[1][:8], ends[2][:8])
	// Output:
	// 0000000000000000
	// 66687aadf862bd77
	// 36c1cb4f826ae42c
}

func ExamplePrefix() {
	p := hashlanes.NewPrefix([]byte("ab"))
	digests := make([][32]byte, 1)
	p.HashMany(digests, [][]byte{[]byte("c")})
	fmt.Printf("%d %x\n", p.Len(), digests[0][:8])
	// Output: 2 ba7816bf8f01cfea
}

func ExampleNewPrefix() {
	p := hashlanes.NewPrefix([]byte("BLOCKCHAIN EXAMPLE, VERSION 1"))
	fmt.Println(p.Len())
	// Output: 29
}

func ExamplePrefix_Len() {
	fmt.Println(hashlanes.NewPrefix(nil).Len())
	// Output: 0
}

func ExamplePrefix_HashMany() {
	p := hashlanes.NewPrefix([]byte("a"))
	digests := make([][32]byte, 2)
	p.HashMany(digests, [][]byte{[]byte("bc"), []byte("bd")})
	fmt.Printf("%x\n", digests[0][:8])
	// Output: ba7816bf8f01cfea
}

func ExamplePrefix_HashMessages() {
	p := hashlanes.NewPrefix([]byte("a"))
	digests := make([][32]byte, 1)
	p.HashMessages(digests, []hashlanes.Message{{Body: []byte("b"), Tail: []byte("c")}})
	fmt.Printf("%x\n", digests[0][:8])
	// Output: ba7816bf8f01cfea
}

func ExamplePrefix_HashBlocks() {
	p := hashlanes.NewPrefix([]byte("a"))
	digests := make([][32]byte, 2)
	p.HashBlocks(digests, []byte("bcbc"), 2)
	fmt.Printf("%x %v\n", digests[0][:8], digests[0] == digests[1])
	// Output: ba7816bf8f01cfea true
}

func ExamplePrefix_HashPairs() {
	p := hashlanes.NewPrefix([]byte{1})
	level := make([][32]byte, 4)
	p.HashPairs(level[:2], level) // in place
	fmt.Printf("%x\n", level[0][:8])
	// Output: ae0798d0ecaed2b7
}

func ExampleStreams() {
	s := hashlanes.NewStreams(2)
	s.Write([][]byte{[]byte("a"), []byte("abc")})
	s.Write([][]byte{[]byte("bc"), nil})
	digests := make([][32]byte, s.Len())
	s.Sum(digests)
	fmt.Println(digests[0] == digests[1])
	// Output: true
}

func ExampleNewStreams() {
	fmt.Println(hashlanes.NewStreams(16).Len())
	// Output: 16
}

func ExampleStreams_Len() {
	fmt.Println(hashlanes.NewStreams(3).Len())
	// Output: 3
}

func ExampleStreams_Write() {
	s := hashlanes.NewStreams(2)
	s.Write([][]byte{[]byte("abc")}) // only the first
	a, b := s.SumStream(0), s.SumStream(1)
	fmt.Printf("%x\n%x\n", a[:8], b[:8])
	// Output:
	// ba7816bf8f01cfea
	// e3b0c44298fc1c14
}

func ExampleStreams_Sum() {
	s, digests := hashlanes.NewStreams(1), make([][32]byte, 1)
	s.Write([][]byte{[]byte("ab")})
	s.Sum(digests) // the stream goes on
	s.Write([][]byte{[]byte("c")})
	s.Sum(digests)
	fmt.Printf("%x\n", digests[0][:8])
	// Output: ba7816bf8f01cfea
}

func ExampleStreams_SumStream() {
	s := hashlanes.NewStreams(2)
	s.Write([][]byte{nil, []byte("abc")})
	digest := s.SumStream(1)
	fmt.Printf("%x\n", digest[:8])
	// Output: ba7816bf8f01cfea
}

func ExampleStreams_Reset() {
	s := hashlanes.NewStreams(1)
	s.Write([][]byte{[]byte("something else")})
	s.Reset()
	s.Write([][]byte{[]byte("abc")})
	digest := s.SumStream(0)
	fmt.Printf("%x\n", digest[:8])
	// Output: ba7816bf8f01cfea
}

func ExampleStreams_ResetStream() {
	s := hashlanes.NewStreams(2)
	s.Write([][]byte{[]byte("something else"), []byte("abc")})
	s.ResetStream(0)
	digest := s.SumStream(1)
	fmt.Printf("%x\n", digest[:8])
	// Output: ba7816bf8f01cfea
}

func ExampleNewEngine() {
	_, err := hashlanes.NewEngine(hashlanes.WithKernels("abacus"))
	fmt.Println(err != nil)
	// Output: true
}

func ExampleWithKernels() {
	e, err := hashlanes.NewEngine(hashlanes.WithKernels("stdlib"))
	fmt.Println(e.Backend(), e.Lanes(), err)
	// Output: stdlib 1 <nil>
}

func ExampleOption() {
	var options []hashlanes.Option
	if kernel := os.Getenv("KERNEL"); kernel != "" {
		options = append(options, hashlanes.WithKernels(kernel))
	}
	_, err := hashlanes.NewEngine(options...)
	fmt.Println(err)
	// Output: <nil>
}

// Every function of the package that hashes is also a method of Engine.
func ExampleEngine() {
	e, err := hashlanes.NewEngine() // all kernels that this machine can run
	if err != nil {
		fmt.Println(err)
		return
	}
	digests := make([][32]byte, 1)
	e.HashMany(digests, [][]byte{[]byte("abc")})
	fmt.Printf("%x\n", digests[0][:8])
	// Output: ba7816bf8f01cfea
}

func ExampleBackend() {
	fmt.Println("the widest kernel in use is", hashlanes.Backend())
}

func ExampleChainBackend() {
	fmt.Println("single chains run on", hashlanes.ChainBackend())
}

func ExampleLanes() {
	fmt.Println("batches should hold a multiple of", hashlanes.Lanes(), "messages")
}

func ExampleKernels() {
	for _, k := range hashlanes.Kernels() {
		fmt.Println(k.Name, k.Lanes, k.InUse, k.Why)
	}
}

func ExampleKernelInfo() {
	all := hashlanes.Kernels()
	var last hashlanes.KernelInfo = all[len(all)-1]
	fmt.Println(last.Lanes <= all[0].Lanes)
	// Output: true
}
