// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bufio"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"runtime"
	"time"

	"github.com/hashlanes/hashlanes/poh"
)

const (
	recordLinks  = 4096                    // links between two looks at the events
	tickInterval = 6250 * time.Microsecond // of low-power mode: 64 ticks in 0.4 s, as in Solana
)

// pohRecorder makes a proof of history.
type pohRecorder struct {
	a       *app
	seed    hashFlag
	out     string
	perTick uint64
	ticks   uint64

	p   *proofFile
	rec *poh.Recorder
	sum poh.Mark // of the whole file
}

// recordJSON is the line of poh record --json.
type recordJSON struct {
	jsonName
	Entries uint64 `json:"entries"`
	Ticks   uint64 `json:"ticks"`
	Hashes  uint64 `json:"hashes"`
	Last    string `json:"last"`
}

// write records until the events end.
func (r *pohRecorder) write(ctx context.Context) {
	began := time.Now()
	var err error
	if r.p, err = openProof(r.out, poh.Header{Start: r.seed.hash, HashesPerTick: r.perTick}); err != nil {
		r.a.fail(r.out, err)
		return
	}
	err = r.record(ctx)
	if err = errors.Join(err, r.p.finish(err == nil)); err != nil {
		if ctx.Err() == nil {
			r.a.fail(r.out, err)
		}
		return
	}
	last := hex.EncodeToString(r.sum.Last[:])
	if r.a.asJSON {
		r.a.printJSON(recordJSON{newJSONName(r.out), r.sum.Entries, r.sum.Ticks, r.sum.Hashes, last})
		return
	}
	r.a.print(fmt.Sprintf("%s: %d entries, %d ticks, %d hashes (%s)\n    to %s\n", printable(r.out),
		r.sum.Entries, r.sum.Ticks, r.sum.Hashes, rate(r.sum.Hashes-r.p.mark.Hashes, time.Since(began)), last))
}

// record opens the proof for writing, and records.
func (r *pohRecorder) record(ctx context.Context) (err error) {
	r.sum = r.p.mark
	if r.rec, err = poh.ResumeRecorder(r.sum); err != nil {
		return err
	}
	if err := r.p.begin(r.a); err != nil {
		return err
	}
	r.a.bar.done.Store(int64(r.sum.Hashes))
	r.a.bar.startHashes(0)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	events := readEvents(ctx, r.a.stdin)
	if r.perTick == poh.LowPower {
		return r.lowPower(ctx, events)
	}
	return r.fullPower(ctx, events)
}

// fullPower hashes on between events.
func (r *pohRecorder) fullPower(ctx context.Context, events <-chan event) error {
	for events != nil || !r.complete() {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case e, ok := <-events:
			if !ok {
				events = nil
			} else if err := r.event(e); err != nil {
				return err
			}
			continue
		default:
		}
		if r.rec.Hash(recordLinks) {
			if err := r.tick(); err != nil {
				return err
			}
		}
		runtime.Gosched() // let the events in, on a single processor too
	}
	return nil
}

// complete reports whether the last event has its tick, and there are enough
// ticks.
func (r *pohRecorder) complete() bool { return r.sum.Pending == 0 && r.sum.Ticks >= r.ticks }

// lowPower sleeps between events.
func (r *pohRecorder) lowPower(ctx context.Context, events <-chan event) error {
	clock := time.NewTicker(tickInterval)
	defer clock.Stop()
	for events != nil || !r.complete() {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-clock.C:
			if err := r.tick(); err != nil {
				return err
			}
		case e, ok := <-events:
			if !ok {
				events = nil
			} else if err := r.event(e); err != nil {
				return err
			}
		}
	}
	return nil
}

// event mixes in an event, after the tick that may be due.
func (r *pohRecorder) event(e event) error {
	if e.err != nil {
		return e.err
	}
	entry, ok := r.rec.Record(e.mixin)
	if !ok {
		if err := r.tick(); err != nil {
			return err
		}
		entry, _ = r.rec.Record(e.mixin)
	}
	return r.add(entry)
}

// tick makes the tick that is due.
func (r *pohRecorder) tick() error {
	entry, _ := r.rec.Tick()
	return r.add(entry)
}

// add writes an entry and counts it.
func (r *pohRecorder) add(e poh.Entry) error {
	r.sum.Entries++
	r.sum.Hashes += e.NumHashes
	r.sum.Last = e.Hash
	if r.sum.Pending += e.NumHashes; e.IsTick() {
		r.sum.Pending = 0
		r.sum.Ticks++
	}
	r.a.bar.done.Add(int64(e.NumHashes))
	return r.p.add(e)
}

// event is a line of standard input.
type event struct {
	mixin [32]byte
	err   error
}

// readEvents reads lines until they end or ctx is done.
func readEvents(ctx context.Context, in io.Reader) <-chan event {
	events := make(chan event, 64)
	go func() {
		defer close(events)
		lines := bufio.NewScanner(in)
		for n := 1; ; n++ {
			var e event
			if lines.Scan() {
				e.mixin, e.err = poh.ParseHash(lines.Text())
			} else if e.err = lines.Err(); e.err == nil {
				return
			}
			if e.err != nil {
				e.err = fmt.Errorf("standard input, line %d: %w", n, e.err)
			}
			select {
			case events <- e:
			case <-ctx.Done():
				return
			}
			if e.err != nil {
				return
			}
		}
	}()
	return events
}
