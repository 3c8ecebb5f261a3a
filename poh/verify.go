// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package poh

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"sync"
	"sync/atomic"
)

// What an [EntryError] says of an entry.
var (
	ErrHash = errors.New("hash does not follow from the entry before")
	ErrTick = errors.New("tick after a wrong number of hashes")
)

// EntryError is the error for a proof of history that is wrong: the first entry
// that is.
type EntryError struct {
	Index  uint64 // of the entry, from 0
	Offset int64  // of the entry in its file in bytes, or -1
	Err    error  // ErrHash or ErrTick
}

// Error names the entry and what is wrong with it.
func (e *EntryError) Error() string {
	if e.Offset < 0 {
		return fmt.Sprintf("poh: entry %d: %v", e.Index, e.Err)
	}
	return fmt.Sprintf("poh: entry %d at byte %d: %v", e.Index, e.Offset, e.Err)
}

// Unwrap gives the reason.
func (e *EntryError) Unwrap() error { return e.Err }

// Verify checks a proof of history: that every entry follows from the one
// before it, and the first from start. Each is checked from the hash that its
// predecessor claims, so all of them can be checked at once, in the lanes of the
// engine and by several goroutines, which have ended when Verify returns.
//
// It returns nil if all entries are right, an *[EntryError] with the index of
// the first one that is wrong, or ctx.Err() if ctx was done before that was
// known. It allocates nothing for an entry, keeps no reference to entries, and is
// safe for concurrent use while nobody changes them.
func Verify(ctx context.Context, start [32]byte, entries []Entry, opts ...Option) error {
	o := newOptions(opts)
	var ticks tickCount
	first, reason, err := ticks.verify(ctx, start, entries, &o)
	if err != nil || reason == nil {
		return err
	}
	return &EntryError{Index: uint64(first), Offset: -1, Err: reason}
}

// tickCount is the number of hashes since the last tick.
type tickCount uint64

// verify is Verify for the next entries of a proof. It returns the first bad
// one and the reason, which is nil if there is none.
func (t *tickCount) verify(ctx context.Context, start [32]byte, entries []Entry, o *options) (first int, reason, err error) {
	if o.perTick > 0 {
		if first = t.check(entries, o.perTick); first < len(entries) {
			entries, reason = entries[:first], ErrTick
		}
	}
	j := newJob(ctx, start, entries, o)
	if err := j.run(); err != nil {
		return 0, nil, err
	}
	if at := int(j.bad.Load()); at < len(entries) {
		return at, ErrHash, nil
	}
	return first, reason, nil
}

// check returns the first entry that breaks the rule of perTick hashes per
// tick, or len(entries).
func (t *tickCount) check(entries []Entry, perTick uint64) int {
	for i := range entries {
		sum, carry := bits.Add64(uint64(*t), entries[i].NumHashes, 0)
		if carry > 0 || sum > perTick || sum < perTick && entries[i].IsTick() {
			return i
		}
		if *t = tickCount(sum); entries[i].IsTick() {
			*t = 0
		}
	}
	return len(entries)
}

// job is one call of Verify. Workers take parts of the entries from it.
type job struct {
	ctx     context.Context
	start   [32]byte
	entries []Entry
	o       *options
	workers int
	bad     atomic.Int64 // the first entry known to be wrong, or len(entries)

	mu    sync.Mutex
	dealt [][]int // parts made in advance, if there are few entries
	next  int     // otherwise: the first entry that no part has
	size  int     // and the entries of a part
}

func newJob(ctx context.Context, start [32]byte, entries []Entry, o *options) *job {
	j := &job{ctx: ctx, start: start, entries: entries, o: o, workers: 1}
	j.bad.Store(int64(len(entries)))
	if o.workers > 1 && len(entries) > 1 {
		j.workers = min(o.workers, len(entries), int(1+hashes(entries, minShare*uint64(o.workers))/minShare))
	}
	if j.workers > 1 && len(entries) <= j.workers*dealLimit {
		j.deal()
	}
	j.size = min(max(len(entries)/(8*j.workers), minPart), maxPart)
	if j.workers == 1 {
		j.size = maxPart
	}
	return j
}

// hashes is the number of hashes of entries, or limit if there are more.
func hashes(entries []Entry, limit uint64) (sum uint64) {
	for i := range entries {
		if sum += min(entries[i].NumHashes, limit); sum >= limit {
			return limit
		}
	}
	return sum
}

// run starts the workers and waits for them.
func (j *job) run() error {
	var wg sync.WaitGroup
	for range j.workers - 1 {
		wg.Go(j.work)
	}
	j.work()
	wg.Wait()
	return j.ctx.Err()
}

// fail notes that entry i is wrong.
func (j *job) fail(i int) {
	for {
		bad := j.bad.Load()
		if int64(i) >= bad || j.bad.CompareAndSwap(bad, int64(i)) {
			return
		}
	}
}
