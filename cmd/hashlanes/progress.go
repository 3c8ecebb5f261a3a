// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/schollz/progressbar/v3"
)

// Work that takes less than progressDelay shows no progress bar.
const (
	progressDelay    = time.Second
	progressInterval = 100 * time.Millisecond
)

// progress counts the bytes that have been hashed, or the hashes, and, where out
// is a terminal, shows them in a bar.
type progress struct {
	done atomic.Int64
	out  io.Writer // nil: no bar

	mu      sync.Mutex
	bar     *progressbar.ProgressBar // nil until it is first drawn
	visible bool
	quit    chan struct{}
}

// start begins a bar, which shows after progressDelay. total is called then,
// and gives the number of bytes in all, or 0 if that is not known.
func (p *progress) start(total func() int64) {
	p.startUnit(total, progressbar.OptionShowBytes(true), progressbar.OptionUseIECUnits(true))
}

// startHashes is start for a number of hashes.
func (p *progress) startHashes(total int64) {
	p.startUnit(func() int64 { return total }, progressbar.OptionShowIts(), progressbar.OptionSetItsString("hash"))
}

// startWork is start for a number of pieces of work.
func (p *progress) startWork(total int64) {
	p.startUnit(func() int64 { return total })
}

func (p *progress) startUnit(total func() int64, unit ...progressbar.Option) {
	if p.out == nil {
		return
	}
	bar := progressbar.NewOptions64(1, append(unit,
		progressbar.OptionSetWriter(p.out),
		progressbar.OptionShowCount(),
		progressbar.OptionFullWidth(),
		progressbar.OptionUseANSICodes(true),
		progressbar.OptionSetSpinnerChangeInterval(0),
	)...)
	bar.StartWithoutRender() // the clock runs from now on
	p.mu.Lock()
	p.quit = make(chan struct{})
	quit := p.quit
	p.mu.Unlock()
	go p.follow(bar, total, quit)
}

// follow draws the bar until quit is closed.
func (p *progress) follow(bar *progressbar.ProgressBar, total func() int64, quit <-chan struct{}) {
	select {
	case <-quit:
		return
	case <-time.After(progressDelay):
	}
	size := total()
	if size <= 0 {
		size = -1
	}
	tick := time.NewTicker(progressInterval)
	defer tick.Stop()
	for {
		p.draw(bar, size, quit)
		select {
		case <-quit:
			return
		case <-tick.C:
		}
	}
}

// draw brings the bar up to date, unless it has been stopped.
func (p *progress) draw(bar *progressbar.ProgressBar, size int64, quit <-chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-quit:
		return
	default:
	}
	if p.bar == nil {
		p.bar = bar
		bar.ChangeMax64(size)
	}
	done := p.done.Load()
	if size > 0 {
		done = min(done, size-1) // a full bar would end; files may have grown
	}
	bar.Set64(done)
	p.visible = true
}

// hide clears the line of the bar, before something else is printed there.
func (p *progress) hide() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
}

func (p *progress) clear() {
	if p.visible {
		p.bar.Clear()
	}
	p.visible = false
}

// stop ends the bar and clears its line. It may be called more than once.
func (p *progress) stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
	if p.quit != nil {
		close(p.quit)
	}
	p.bar, p.quit = nil, nil
}
