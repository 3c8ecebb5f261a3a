// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

// Package bench holds the workloads that hashlanes is measured by, and the
// harness that measures: contenders take turns in every round, and times are
// given in nanoseconds and in core cycles of a clock measured beside them.
//
// The same workloads serve go test -bench, the command line and the comparison
// with other libraries in bench/peers.
package bench

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
)

// Kind is what a workload asks for.
type Kind int

// The kinds of work, each named after the call that does it.
const (
	Many Kind = iota
	Prefixed
	Blocks
	Pairs
	PairsPrefixed
	Chains
)

// Workload is one piece of work: the arguments of one call.
type Workload struct {
	Name   string
	Kind   Kind
	Count  int   // units that a time is divided by: messages, pairs, or links in all
	Bytes  int64 // message bytes, prefixes included
	Prefix []byte
	Msgs   [][]byte
	Data   []byte // for Blocks, cut every Size bytes
	Size   int
	Nodes  [][32]byte
	Seeds  [][32]byte
	Links  []uint64
}

// Digests is the number of digests that the call gives.
func (w *Workload) Digests() int {
	switch w.Kind {
	case Pairs, PairsPrefixed:
		return len(w.Nodes) / 2
	case Chains:
		return len(w.Seeds)
	case Blocks:
		return (len(w.Data) + w.Size - 1) / w.Size
	}
	return len(w.Msgs)
}

// Work is a workload that is yet to be made: some take much memory.
type Work struct {
	Name string
	Make func() *Workload // the same on every call
}

// works is a list under construction.
type works []Work

// add adds work that make makes. Its random bytes depend on the name alone.
func (all *works) add(name string, make func(g generator) *Workload) {
	*all = append(*all, Work{name, func() *Workload {
		h := fnv.New64a()
		h.Write([]byte(name))
		w := make(generator{rand.New(rand.NewPCG(1, h.Sum64()))})
		w.Name = name
		return w
	}})
}

// Workloads lists all work that is measured. One takes 64 MiB, which is meant to miss
// the caches.
func Workloads() []Work {
	var all works
	leaves := func(prefix, size int) {
		name := fmt.Sprintf("leaves/n=64/prefix=%d/size=%d", prefix, size)
		all.add(name, func(g generator) *Workload { return g.prefixed(prefix, g.equal(64, size)) })
	}
	leaves(26, 1031)
	for _, n := range []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 16, 17, 24, 31, 32, 64, 256, 1024} {
		all.add(fmt.Sprintf("pairs/n=%d", n), func(g generator) *Workload { return g.pairs(n, 0) })
	}
	for _, n := range []int{1, 2, 4, 8, 15, 16, 17, 32, 256, 1024} {
		all.add(fmt.Sprintf("pairs/prefix=1/n=%d", n), func(g generator) *Workload { return g.pairs(n, 1) })
	}
	for _, size := range []int{32, 55, 64, 256, 1024, 4096, 16384} {
		all.add(fmt.Sprintf("equal/n=64/size=%d", size), func(g generator) *Workload { return g.many(g.equal(64, size)) })
	}
	leaves(1, 32)
	leaves(1, 1024)
	all.add("blocks/n=1024/size=4096", func(g generator) *Workload { return g.blocks(1024*4096, 4096) })
	all.addRagged()
	for _, n := range []int{1, 2, 3, 4, 5, 8, 10, 16, 17, 24, 31, 32, 64} {
		all.add(fmt.Sprintf("chains/n=%d/links=2048", n), func(g generator) *Workload {
			return g.chains(n, func(int) uint64 { return 2048 })
		})
	}
	all.add("chains/ragged/n=64", func(g generator) *Workload {
		return g.chains(64, func(i int) uint64 { return uint64(i * 2477 % 4096) })
	})
	all.add("memory/n=65536/size=1024", func(g generator) *Workload { return g.many(g.equal(65536, 1024)) })
	return all
}

// Sweep makes equal messages of one size for every count up to n.
func Sweep(n, size int) (all []*Workload) {
	g := generator{rand.New(rand.NewPCG(3, 4))}
	for i := 1; i <= n; i++ {
		w := g.many(g.equal(i, size))
		w.Name = fmt.Sprintf("sweep/n=%d/size=%d", i, size)
		all = append(all, w)
	}
	return all
}

// addRagged adds mixtures of lengths: two that other engines are known by, and some
// that are meant to be hard.
func (all *works) addRagged() {
	const n = 1024
	add := func(name string, shuffled bool, n int, size func(i int) int) {
		all.add("ragged/"+name, func(g generator) *Workload {
			sizes := make([]int, n)
			for i := range sizes {
				sizes[i] = size(i)
			}
			if shuffled {
				g.Shuffle(n, func(i, j int) { sizes[i], sizes[j] = sizes[j], sizes[i] })
			}
			return g.many(g.sizes(sizes))
		})
	}
	add("uniform=0..4096/n=1024", true, n, func(i int) int { return i * 4096 / (n - 1) })
	add("uniform=0..4096/n=64", true, 64, func(i int) int { return i * 4096 / 63 })
	add("90x64+10x16384/n=1024", true, n, func(i int) int {
		if i%10 == 0 {
			return 16384
		}
		return 64
	})
	add("alternating=100,3000/n=1024", false, n, func(i int) int { return []int{100, 3000}[i%2] })
	add("descending=7168../n=1024", false, n, func(i int) int { return (n - i) * 7 })
	add("distinct=0..65472/n=1024", true, n, func(i int) int { return i * 64 })
	add("one=16384+1023x64/n=1024", false, n, func(i int) int {
		if i == n/2 {
			return 16384
		}
		return 64
	})
	add("short=0..55/n=1024", false, n, func(i int) int { return i * 7919 % 56 })
	add("short=0..200/n=1024", false, n, func(i int) int { return i * 7919 % 201 })
}

type generator struct{ *rand.Rand }

func (g generator) bytes(n int) []byte {
	b := make([]byte, 0, n+8)
	for len(b) < n {
		b = binary.LittleEndian.AppendUint64(b, g.Uint64())
	}
	return b[:n:n]
}

// sizes makes one message of each size, side by side in memory.
func (g generator) sizes(sizes []int) [][]byte {
	total := 0
	for _, s := range sizes {
		total += s
	}
	data := g.bytes(total)
	msgs := make([][]byte, len(sizes))
	for i, s := range sizes {
		msgs[i], data = data[:s:s], data[s:]
	}
	return msgs
}

func (g generator) equal(n, size int) [][]byte { return g.sizes(slices.Repeat([]int{size}, n)) }

func (g generator) digests(n int) [][32]byte {
	d := make([][32]byte, n)
	for i := range d {
		copy(d[i][:], g.bytes(32))
	}
	return d
}

func (g generator) many(msgs [][]byte) *Workload {
	w := &Workload{Kind: Many, Count: len(msgs), Msgs: msgs}
	for _, m := range msgs {
		w.Bytes += int64(len(m))
	}
	return w
}

func (g generator) prefixed(prefix int, msgs [][]byte) *Workload {
	w := g.many(msgs)
	w.Kind, w.Prefix = Prefixed, g.bytes(prefix)
	w.Bytes += int64(prefix * len(msgs))
	return w
}

func (g generator) blocks(n, size int) *Workload {
	return &Workload{Kind: Blocks, Count: (n + size - 1) / size, Bytes: int64(n), Data: g.bytes(n), Size: size}
}

func (g generator) pairs(n, prefix int) *Workload {
	w := &Workload{Kind: Pairs, Count: n, Bytes: int64(n * (64 + prefix)), Nodes: g.digests(2 * n)}
	if prefix > 0 {
		w.Kind, w.Prefix = PairsPrefixed, g.bytes(prefix)
	}
	return w
}

func (g generator) chains(n int, links func(i int) uint64) *Workload {
	w := &Workload{Kind: Chains, Seeds: g.digests(n)}
	for i := range n {
		w.Links = append(w.Links, links(i))
		w.Count += int(w.Links[i])
	}
	w.Bytes = int64(w.Count * 32)
	return w
}
