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

// Workloads makes every workload. It takes 64 MiB for the one that is meant to
// miss the caches.
func Workloads() []*Workload {
	g := generator{rand.New(rand.NewPCG(1, 2))}
	var all []*Workload
	all = append(all, g.prefixed("leaves/n=64/prefix=26/size=1031", 26, g.equal(64, 1031)))
	for _, n := range []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 16, 17, 24, 31, 32, 64, 256, 1024} {
		all = append(all, g.pairs(n, 0))
	}
	for _, n := range []int{1, 2, 4, 8, 15, 16, 17, 32, 256, 1024} {
		all = append(all, g.pairs(n, 1))
	}
	for _, size := range []int{32, 55, 64, 256, 1024, 4096, 16384} {
		all = append(all, g.many(fmt.Sprintf("equal/n=64/size=%d", size), g.equal(64, size)))
	}
	all = append(all,
		g.prefixed("leaves/n=64/prefix=1/size=32", 1, g.equal(64, 32)),
		g.prefixed("leaves/n=64/prefix=1/size=1024", 1, g.equal(64, 1024)),
		g.blocks("blocks/n=1024/size=4096", 1024*4096, 4096),
	)
	all = append(all, g.ragged()...)
	for _, n := range []int{1, 2, 3, 4, 5, 8, 10, 16, 17, 24, 31, 32, 64} {
		all = append(all, g.chains(fmt.Sprintf("chains/n=%d/links=2048", n), n, func(int) uint64 { return 2048 }))
	}
	all = append(all, g.chains("chains/ragged/n=64", 64, func(int) uint64 { return g.Uint64N(4096) }))
	all = append(all, g.many("memory/n=65536/size=1024", g.equal(65536, 1024)))
	return all
}

// Sweep makes equal messages of one size for every count up to n.
func Sweep(n, size int) (all []*Workload) {
	g := generator{rand.New(rand.NewPCG(3, 4))}
	for i := 1; i <= n; i++ {
		all = append(all, g.many(fmt.Sprintf("sweep/n=%d/size=%d", i, size), g.equal(i, size)))
	}
	return all
}

// ragged makes mixtures of lengths: two that other engines are known by,
// and some that are meant to be hard.
func (g generator) ragged() []*Workload {
	const n = 1024
	long := func(size int) []int {
		s := slices.Repeat([]int{64}, n)
		s[n/2] = size
		return s
	}
	descending, distinct := make([]int, n), make([]int, n)
	uniform, mix, alternating := make([]int, n), make([]int, n), make([]int, n)
	for i := range n {
		uniform[i] = g.IntN(4097)
		mix[i] = []int{64, 16384}[min(g.IntN(10), 9)/9]
		alternating[i] = []int{100, 3000}[i%2]
		descending[i] = (n - i) * 7
		distinct[i] = i * 64
	}
	g.Shuffle(n, func(i, j int) { distinct[i], distinct[j] = distinct[j], distinct[i] })
	return []*Workload{
		g.many("ragged/uniform=0..4096/n=1024", g.sizes(uniform)),
		g.many("ragged/uniform=0..4096/n=64", g.sizes(uniform[:64])),
		g.many("ragged/90x64+10x16384/n=1024", g.sizes(mix)),
		g.many("ragged/alternating=100,3000/n=1024", g.sizes(alternating)),
		g.many("ragged/descending=7168../n=1024", g.sizes(descending)),
		g.many("ragged/distinct=0..65472/n=1024", g.sizes(distinct)),
		g.many("ragged/one=16384+1023x64/n=1024", g.sizes(long(16384))),
		g.many("ragged/short=0..55/n=1024", g.sizes(mod(n, 56))),
		g.many("ragged/short=0..200/n=1024", g.sizes(mod(n, 201))),
	}
}

func mod(n, m int) []int {
	s := make([]int, n)
	for i := range s {
		s[i] = i * 7919 % m
	}
	return s
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

func (g generator) many(name string, msgs [][]byte) *Workload {
	w := &Workload{Name: name, Kind: Many, Count: len(msgs), Msgs: msgs}
	for _, m := range msgs {
		w.Bytes += int64(len(m))
	}
	return w
}

func (g generator) prefixed(name string, prefix int, msgs [][]byte) *Workload {
	w := g.many(name, msgs)
	w.Kind, w.Prefix = Prefixed, g.bytes(prefix)
	w.Bytes += int64(prefix * len(msgs))
	return w
}

func (g generator) blocks(name string, n, size int) *Workload {
	return &Workload{Name: name, Kind: Blocks, Count: (n + size - 1) / size, Bytes: int64(n), Data: g.bytes(n), Size: size}
}

func (g generator) pairs(n, prefix int) *Workload {
	w := &Workload{
		Name: fmt.Sprintf("pairs/n=%d", n), Kind: Pairs,
		Count: n, Bytes: int64(n * (64 + prefix)), Nodes: g.digests(2 * n),
	}
	if prefix > 0 {
		w.Name, w.Kind, w.Prefix = fmt.Sprintf("pairs/prefix=%d/n=%d", prefix, n), PairsPrefixed, g.bytes(prefix)
	}
	return w
}

func (g generator) chains(name string, n int, links func(int) uint64) *Workload {
	w := &Workload{Name: name, Kind: Chains, Seeds: g.digests(n)}
	for i := range n {
		w.Links = append(w.Links, links(i))
		w.Count += int(w.Links[i])
	}
	w.Bytes = int64(w.Count * 32)
	return w
}
