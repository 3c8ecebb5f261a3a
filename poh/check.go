// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package poh

import "sync"

// roundLinks is the most links of a chain in one call of the engine, so that a
// context is looked at about once a second.
const roundLinks = 1 << 20

// checker is the memory of one worker.
type checker struct {
	picked [maxPart]int
	hash   [maxPart][32]byte
	left   [maxPart]uint64
	step   [maxPart]uint64
	nodes  [2 * maxPart][32]byte
	owner  [maxPart]int // the entry of each pair of nodes
}

var checkers = sync.Pool{New: func() any { return new(checker) }}

// work checks parts until there are no more.
func (j *job) work() {
	c := checkers.Get().(*checker)
	defer checkers.Put(c)
	for j.ctx.Err() == nil {
		links, none := j.take(c.picked[:])
		if len(links)+len(none) == 0 || !c.chains(j, links) {
			return
		}
		c.compare(j, links, none)
	}
}

// chains runs the links of entries from the hash before each. It reports
// whether it came to the end before the context was done.
func (c *checker) chains(j *job, entries []int) bool {
	hash, left := c.hash[:len(entries)], c.left[:len(entries)]
	sum, most := uint64(0), uint64(0)
	for i, at := range entries {
		hash[i] = *j.before(at)
		n := j.entries[at].links()
		left[i], sum, most = n, sum+n, max(most, n)
	}
	for ; most > roundLinks; most -= roundLinks {
		if j.ctx.Err() != nil {
			return false
		}
		sum -= c.round(j, hash, left)
	}
	if j.ctx.Err() != nil {
		return false
	}
	j.o.chains(hash, left)
	j.report(sum)
	return true
}

// round advances every chain by roundLinks, or to its end, and returns the
// links of all of them.
func (c *checker) round(j *job, hash [][32]byte, left []uint64) (sum uint64) {
	step := c.step[:len(left)]
	for i, n := range left {
		step[i] = min(n, roundLinks)
		left[i] -= step[i]
		sum += step[i]
	}
	j.o.chains(hash, step)
	j.report(sum)
	return sum
}

// compare mixes in what the entries record, all of them together, and notes
// entries whose hash is another.
func (c *checker) compare(j *job, links, none []int) {
	n := 0
	add := func(at int, h *[32]byte) {
		if e := &j.entries[at]; e.HasMixin {
			c.nodes[2*n], c.nodes[2*n+1], c.owner[n] = *h, e.Mixin, at
			n++
		} else if e.Hash != *h {
			j.fail(at)
		}
	}
	for i, at := range links {
		add(at, &c.hash[i])
	}
	for _, at := range none {
		add(at, j.before(at))
	}
	if n == 0 {
		return
	}
	j.o.pairs(c.nodes[:2*n])
	for i, at := range c.owner[:n] {
		if j.entries[at].Hash != c.nodes[i] {
			j.fail(at)
		}
	}
	j.report(uint64(n))
}

// before is the hash before entry i, as the entry before it claims.
func (j *job) before(i int) *[32]byte {
	if i == 0 {
		return &j.start
	}
	return &j.entries[i-1].Hash
}

// report tells the caller of n more hashes.
func (j *job) report(n uint64) {
	if j.o.progress != nil {
		j.o.progress(n)
	}
}
