// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// screen is a terminal that two goroutines may write to.
type screen struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *screen) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// TestProgress watches a bar with a total, and one without.
func TestProgress(t *testing.T) {
	for _, test := range []struct {
		total int64
		want  string
	}{{1 << 30, "(300 MiB/1.0 GiB"}, {0, "(300 MiB"}} {
		var out screen
		p := progress{out: &out}
		p.start(func() int64 { return test.total })
		p.done.Store(300 << 20)
		time.Sleep(progressDelay / 2)
		require.Empty(t, out.String(), "no bar for short work")
		require.Eventually(t, func() bool { return strings.Contains(out.String(), "MiB/s") }, 3*time.Second, progressInterval)
		p.stop()
		text := out.String()
		require.Contains(t, text, test.want)
		require.True(t, strings.HasSuffix(text, "\x1b[2K\r"), "the line is cleared: %q", text)
		p.stop()
		time.Sleep(2 * progressInterval)
		require.Equal(t, text, out.String(), "nothing is drawn after stop")
	}
}

func TestProgressOff(t *testing.T) {
	var p progress
	p.start(func() int64 { panic("not asked for") })
	p.hide()
	p.stop()
}
