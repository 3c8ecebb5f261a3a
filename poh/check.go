// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package poh

import "sync"

const (
	// roundLinks is the most links of a chain in one call of the engine, so that
	// a context is looked at about once a second.
	roundLinks = 1 << 20
	// batchLinks is the number of links after which a batch of at least minPart
	// entries is hashed.
	batchLinks = 4 << 20
)

// checker is the memory of one worker: a batch of entries. Those with links come
// first; the others, which need a mixin at most, are filled in from the end.
type checker struct {
	entry  [maxPart]int // index
	hash   [maxPart][32]byte
	left   [maxPart]uint64 // links
	step   [maxPart]uint64
	front  int // entries with links
	back   int // where the others begin
	links  uint64
	most   uint64 // links of the longest
	nodes  [2 * maxPart][32]byte
	record [maxPart]int // the entry of each pair of nodes
}

var checkers = sync.Pool{New: func() any { return new(checker) }}

// work checks parts until there are no more.
func (j *job) work() {
	c := checkers.Get().(*checker)
	defer checkers.Put(c)
	c.clear()
	for _, at := range j.takeDealt() {
		c.load(j, at, at+1)
	}
	for c.flush(j) {
		first, end := j.take()
		if first == end {
			return
		}
		for first = c.load(j, first, end); first < end; first = c.load(j, first, end) {
			if !c.flush(j) {
				return
			}
		}
	}
}

func (c *checker) clear() { c.front, c.back, c.links, c.most = 0, maxPart, 0, 0 }

// load adds entries, from first to before end, until the batch is large enough,
// and returns the first that is left.
func (c *checker) load(j *job, first, end int) int {
	before := j.before(first)
	front, back, links, most := c.front, c.back, c.links, c.most
	for first < end && (links < batchLinks || front < minPart) {
		e := &j.entries[first]
		i, n := front, e.links()
		if n == 0 {
			back--
			i = back
		} else {
			front++
		}
		c.entry[i], c.hash[i], c.left[i] = first, *before, n
		links += n
		most = max(most, n)
		before = &e.Hash
		first++
	}
	c.front, c.back, c.links, c.most = front, back, links, most
	return first
}

// flush checks the batch, and empties it. It reports whether it came to the end
// before the context was done.
func (c *checker) flush(j *job) bool {
	if !c.chains(j) {
		return false
	}
	n := c.compare(j, 0, c.front, 0)
	n = c.compare(j, c.back, maxPart, n)
	c.records(j, n)
	c.clear()
	return true
}

// chains runs the links of the batch.
func (c *checker) chains(j *job) bool {
	hash, left := c.hash[:c.front], c.left[:c.front]
	for ; c.most > roundLinks; c.most -= roundLinks {
		if j.ctx.Err() != nil {
			return false
		}
		c.links -= c.round(j, hash, left)
	}
	if j.ctx.Err() != nil {
		return false
	}
	j.o.chains(hash, left)
	j.report(c.links)
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

// compare notes ticks, from first to end of the batch, whose hash is another.
// For records it prepares nodes after the n that are there, and returns how many
// there are then.
func (c *checker) compare(j *job, first, end, n int) int {
	for i := first; i < end; i++ {
		at := c.entry[i]
		if e := &j.entries[at]; e.HasMixin {
			c.nodes[2*n], c.nodes[2*n+1], c.record[n] = c.hash[i], e.Mixin, at
			n++
		} else if e.Hash != c.hash[i] {
			j.fail(at)
		}
	}
	return n
}

// records mixes in what n entries record, all of them together, and notes
// those whose hash is another.
func (c *checker) records(j *job, n int) {
	j.o.pairs(c.nodes[:2*n])
	for i, at := range c.record[:n] {
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
	if j.o.progress != nil && n > 0 {
		j.o.progress(n)
	}
}
