// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package poh

import (
	"cmp"
	"slices"
)

const (
	minShare  = 1 << 15 // hashes that are worth a goroutine of their own: about a third of a millisecond
	dealLimit = 256     // up to this many entries for each worker are dealt by length
	minPart   = 64      // entries of a part: enough to fill the lanes
	maxPart   = 4096
	partLinks = 4 << 20 // hashes after which a part of at least minPart entries ends
)

// deal gives each worker one part of about equal work: the longest entries
// first, to and fro, as one deals cards.
func (j *job) deal() {
	order := make([]int, len(j.entries))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(j.entries[b].NumHashes, j.entries[a].NumHashes), a-b)
	})
	j.dealt = make([][]int, j.workers)
	for i, at := range order {
		w := i % j.workers
		if i/j.workers%2 == 1 {
			w = j.workers - 1 - w
		}
		j.dealt[w] = append(j.dealt[w], at)
	}
}

// take writes the entries of the next part to picked, which has room for
// maxPart, and returns them: those with links first. The rest need only a
// mixin. It returns nothing when there are no more parts, or none before an
// entry known to be wrong.
func (j *job) take(picked []int) (links, none []int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	front, back := 0, len(picked)
	put := func(i int) {
		if j.entries[i].links() > 0 {
			picked[front] = i
			front++
		} else {
			back--
			picked[back] = i
		}
	}
	if n := len(j.dealt); n > 0 {
		for _, i := range j.dealt[n-1] {
			put(i)
		}
		j.dealt = j.dealt[:n-1]
		j.next = len(j.entries)
		return picked[:front], picked[back:]
	}
	end := min(j.next+j.size, len(j.entries), int(j.bad.Load()))
	for first, sum := j.next, uint64(0); j.next < end; j.next++ {
		if sum >= partLinks && j.next-first >= minPart {
			break
		}
		sum += min(j.entries[j.next].NumHashes, partLinks)
		put(j.next)
	}
	return picked[:front], picked[back:]
}
