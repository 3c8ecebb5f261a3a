// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package poh

import (
	"runtime"
	"sync"

	"github.com/hashlanes/hashlanes"
)

// Option changes how [Verify] and [VerifyReader] work.
type Option func(*options)

type options struct {
	workers  int
	engine   *hashlanes.Engine // nil: the default
	perTick  uint64
	progress func(hashes uint64)
}

// WithWorkers sets the number of goroutines that hash, at least 1. The default
// is runtime.GOMAXPROCS; short proofs take fewer.
func WithWorkers(n int) Option { return func(o *options) { o.workers = n } }

// WithEngine sets the engine that hashes, for tests and measurements.
func WithEngine(e *hashlanes.Engine) Option { return func(o *options) { o.engine = e } }

// WithHashesPerTick also checks that every tick ends exactly n hashes after the
// tick before it. With n = 0, the default, ticks may come at any time.
func WithHashesPerTick(n uint64) Option { return func(o *options) { o.perTick = n } }

// WithProgress has f called now and then with the number of hashes checked so
// far. It is called from one goroutine at a time, and should be quick.
func WithProgress(f func(hashes uint64)) Option { return func(o *options) { o.progress = f } }

func newOptions(opts []Option) options {
	o := options{workers: runtime.GOMAXPROCS(0)}
	for _, opt := range opts {
		opt(&o)
	}
	o.workers = max(o.workers, 1)
	if f := o.progress; f != nil {
		o.progress = adding(f)
	}
	return o
}

// adding makes a function that adds up hashes and tells f the sum.
func adding(f func(uint64)) func(uint64) {
	var mu sync.Mutex
	var done uint64
	return func(hashes uint64) {
		mu.Lock()
		defer mu.Unlock()
		done += hashes
		f(done)
	}
}

// chains and pairs are the two batch calls of the engine.
func (o *options) chains(h [][32]byte, n []uint64) {
	if o.engine == nil {
		hashlanes.HashChains(h, h, n)
	} else {
		o.engine.HashChains(h, h, n)
	}
}

func (o *options) pairs(nodes [][32]byte) {
	if o.engine == nil {
		hashlanes.HashPairs(nodes[:len(nodes)/2], nodes)
	} else {
		o.engine.HashPairs(nodes[:len(nodes)/2], nodes)
	}
}
