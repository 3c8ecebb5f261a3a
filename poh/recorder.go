// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package poh

import (
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"time"
)

// LowPower, as the number of hashes per tick, makes a [Recorder] tick whenever
// it is asked to, after any number of hashes.
const LowPower = 0

// Recorder makes entries as a Solana leader does: it hashes on, mixes in events,
// and ticks after every hashesPerTick hashes. The last hash before a tick is
// reserved for the tick, so Record may have to wait for it. Its rules are those
// of Poh in agave's entry/src/poh.rs. The methods of one Recorder may not run at
// the same time. Make one with [NewRecorder].
type Recorder struct {
	state   State
	hashes  uint64 // since the last entry
	perTick uint64 // math.MaxUint64 in low-power mode
	left    uint64 // hashes until the tick, the tick's own included
	ticks   uint64
}

// NewRecorder makes a recorder that goes on from start and ticks after every
// hashesPerTick hashes, or at will if that is [LowPower]. It panics if
// hashesPerTick is 1, which would leave no hash for an event.
func NewRecorder(start [32]byte, hashesPerTick uint64) *Recorder {
	checkPerTick("NewRecorder", hashesPerTick)
	if hashesPerTick == LowPower {
		hashesPerTick = math.MaxUint64
	}
	return &Recorder{state: State(start), perTick: hashesPerTick, left: hashesPerTick}
}

// checkPerTick panics if ticks leave no hash for an event.
func checkPerTick(fn string, n uint64) {
	if n == 1 {
		panic("poh: " + fn + ": hashes per tick: got 1, want 0 (LowPower) or at least 2")
	}
}

// ResumeRecorder makes a recorder that goes on after m, with the hashes per tick
// of its header. It returns an error if there are already more hashes since the
// last tick than that allows.
func ResumeRecorder(m Mark) (*Recorder, error) {
	r := NewRecorder(m.Last, m.Header.HashesPerTick)
	if m.Pending >= r.perTick {
		return nil, fmt.Errorf("poh: %d hashes since the last tick, want less than %d", m.Pending, r.perTick)
	}
	if r.ticks = m.Ticks; !r.lowPower() {
		r.left -= m.Pending
	}
	return r, nil
}

// Hash hashes on, at most limit times and not into the hash that is reserved
// for the tick. It reports whether only the tick is left, so that [Recorder.Tick]
// must come next.
func (r *Recorder) Hash(limit uint64) (tickNext bool) {
	n := min(limit, r.left-1)
	r.state.Append(n)
	r.hashes += n
	r.left -= n
	return r.left == 1
}

// Record mixes in one event and returns the entry. If only the hash of the tick
// is left, it does nothing and returns ok = false: call Tick, then try again.
func (r *Recorder) Record(mixin [32]byte) (e Entry, ok bool) {
	if r.left == 1 {
		return Entry{}, false
	}
	r.state.Record(mixin)
	r.left--
	e = Entry{NumHashes: r.hashes + 1, Hash: r.state, Mixin: mixin, HasMixin: true}
	r.hashes = 0
	return e, true
}

// RecordBatch mixes in events one after the other and appends an entry for each
// to dst. If not all of them fit before the tick, it does nothing and returns
// dst as it was and ok = false.
func (r *Recorder) RecordBatch(dst []Entry, mixins [][32]byte) (entries []Entry, ok bool) {
	if uint64(len(mixins)) >= r.left {
		return dst, false
	}
	for i := range mixins {
		e, _ := r.Record(mixins[i])
		dst = append(dst, e)
	}
	return dst, true
}

// Tick hashes once, and returns the entry if that completes the hashes of a
// tick or if the recorder is in low-power mode. Otherwise ok is false, and the
// hash counts like one of Hash.
func (r *Recorder) Tick() (e Entry, ok bool) {
	r.state.Append(1)
	r.hashes++
	r.left--
	if r.left > 0 && !r.lowPower() {
		return Entry{}, false
	}
	e = Entry{NumHashes: r.hashes, Hash: r.state}
	r.hashes, r.left = 0, r.perTick
	r.ticks++
	return e, true
}

// State returns the last hash.
func (r *Recorder) State() [32]byte { return r.state }

// Ticks returns the number of ticks so far.
func (r *Recorder) Ticks() uint64 { return r.ticks }

// Left returns the number of hashes until the next tick is complete, its own
// included: 1 if Tick must come next. In low-power mode it means nothing.
func (r *Recorder) Left() uint64 { return r.left }

// Due returns how long after its start the recorder should be where it is now,
// if every tick takes perTick: what a leader waits for. The hashes since the
// last entry count in proportion. It panics if perTick is negative; what
// exceeds the range of a Duration is its maximum.
func (r *Recorder) Due(perTick time.Duration) time.Duration {
	if perTick < 0 {
		panic("poh: Recorder.Due: time per tick: got " + strconv.FormatInt(int64(perTick), 10) + ", want 0 or more")
	}
	hi, ticks := bits.Mul64(uint64(perTick), r.ticks)
	if hi > 0 || ticks > math.MaxInt64 {
		return math.MaxInt64
	}
	// hashes < perTick, so the quotient fits.
	hi, lo := bits.Mul64(uint64(perTick), r.hashes)
	part, _ := bits.Div64(hi, lo, r.perTick)
	return time.Duration(min(ticks+part, math.MaxInt64))
}

func (r *Recorder) lowPower() bool { return r.perTick == math.MaxUint64 }
