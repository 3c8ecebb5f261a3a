// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"fmt"
	"runtime"
)

// Option changes how a call works. It never changes the root, except that
// [WithLeafSize] says what the leaves are.
type Option func(*options)

type options struct {
	workers  int
	leafSize int
	progress func(done int64)
}

// WithWorkers sets the number of goroutines that hash; n = 0 means the default,
// the CPUs that are available to the process (GOMAXPROCS). They end before the
// call returns. It panics if n is negative.
func WithWorkers(n int) Option {
	if n < 0 {
		panicLength("WithWorkers", "negative number of workers", n, 0)
	}
	return func(o *options) { o.workers = n }
}

// WithLeafSize sets the number of bytes of a leaf, for schemes that leave it
// open; the last leaf may be shorter. It panics if n is not positive.
func WithLeafSize(n int) Option {
	if n <= 0 {
		panicLength("WithLeafSize", "bad leaf size", n, 1)
	}
	return func(o *options) { o.leafSize = n }
}

// WithProgress has f called with the number of bytes hashed so far, now and
// then, in rising order, and with the total at the end. Calls come from the
// goroutine of the caller, between pieces of work, so f should be quick.
func WithProgress(f func(done int64)) Option {
	return func(o *options) { o.progress = f }
}

// collect applies opts over the defaults.
func collect(opts []Option) options {
	var o options
	for _, opt := range opts {
		opt(&o)
	}
	if o.workers == 0 {
		o.workers = runtime.GOMAXPROCS(0)
	}
	if o.progress == nil {
		o.progress = func(int64) {}
	}
	return o
}

// leafSizeFor settles the leaf size between the scheme and the caller.
func (s *Scheme) leafSizeFor(asked int) (int, error) {
	fixed := s.spec.LeafSize
	switch {
	case fixed == 0 && asked == 0:
		return 0, s.errorf("no leaf size: the scheme leaves it open, so the caller has to say")
	case fixed == 0:
		return asked, nil
	case asked == 0 || asked == fixed:
		return fixed, nil
	}
	return 0, s.errorf("leaf size %d, want %d", asked, fixed)
}

// panicLength reports a bug of the caller.
func panicLength(fn, what string, got, want int) {
	panic(fmt.Sprintf("hashlanes: merkle.%s: %s: got %d, want %d", fn, what, got, want))
}
