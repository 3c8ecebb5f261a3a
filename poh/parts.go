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
	maxPart   = 4096    // and so few that their hashes stay in the cache
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
	j.next = len(j.entries)
}

// takeDealt returns a part that deal made, or nothing if there are no more.
func (j *job) takeDealt() (part []int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if n := len(j.dealt); n > 0 {
		part, j.dealt = j.dealt[n-1], j.dealt[:n-1]
	}
	return part
}

// take returns the entries from first to end as the next part. It is empty if
// there are no more, or none before an entry known to be wrong.
func (j *job) take() (first, end int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	first = j.next
	j.next = min(first+j.size, len(j.entries), max(first, int(j.bad.Load())))
	return first, j.next
}
