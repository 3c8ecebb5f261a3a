// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

// Streams is a number of independent running hashes that advance together, for
// messages that arrive piece by piece, such as files read side by side. The
// methods of one Streams may not run at the same time.
type Streams struct {
	e *Engine
	s []streamState
}

// streamState is a hash after n bytes; buf holds the last n%BlockSize of them.
type streamState = midstate

// NewStreams makes k streams of length 0 on the default engine.
func NewStreams(k int) *Streams { return defaultEngine().NewStreams(k) }

// NewStreams makes k streams of length 0 on the kernels of e. It panics if k is
// negative.
func (e *Engine) NewStreams(k int) *Streams {
	if k < 0 {
		bad("NewStreams", "negative number of streams", k, 0)
	}
	s := &Streams{e: e, s: make([]streamState, k)}
	s.Reset()
	return s
}

// Len returns the number of streams.
func (s *Streams) Len() int { return len(s.s) }

// Write appends chunks[i] to stream i, for every i < len(chunks). Chunks may be
// nil or empty, and are not kept. It panics if there are more chunks than
// streams, and then changes nothing.
func (s *Streams) Write(chunks [][]byte) {
	if len(chunks) > len(s.s) {
		bad("Streams.Write", "more chunks than streams", len(chunks), len(s.s))
	}
	if len(chunks) == 0 {
		return
	}
	b := batch{e: s.e, streams: s.s, chunks: chunks}
	b.touch(len(chunks))
	r := getRunner()
	defer r.release()
	r.ragged(&b, 0, len(chunks))
	for i, c := range chunks {
		s.s[i].keep(c)
	}
}

// keep counts c, whose whole blocks have been absorbed, and buffers the rest.
func (m *midstate) keep(c []byte) {
	fill := m.rest()
	m.n += uint64(len(c))
	if fill+len(c) >= BlockSize {
		c, fill = c[len(c)-m.rest():], 0
	}
	copy(m.buf[fill:], c)
}

// Sum sets dst[i] to the SHA-256 of all that was written to stream i. The
// streams go on as they were. It panics if len(dst) < Len(), and then writes
// nothing.
func (s *Streams) Sum(dst [][Size]byte) {
	checkDst("Streams.Sum", len(dst), len(s.s))
	if len(s.s) == 0 {
		return
	}
	b := batch{e: s.e, dst: dst, streams: s.s}
	b.touch(len(s.s))
	r := getRunner()
	defer r.release()
	r.ragged(&b, 0, len(s.s))
}

// SumStream returns the SHA-256 of all that was written to stream i, which goes
// on as it was. It panics if there is no stream i.
func (s *Streams) SumStream(i int) [Size]byte {
	r := getRunner()
	defer r.release()
	b := batch{e: s.e, dst: r.out[:1], streams: s.s[i : i+1]}
	r.ragged(&b, 0, 1)
	return r.out[0]
}

// Reset puts every stream back to length 0.
func (s *Streams) Reset() {
	for i := range s.s {
		s.ResetStream(i)
	}
}

// ResetStream puts stream i back to length 0. It panics if there is no stream i.
func (s *Streams) ResetStream(i int) { s.s[i] = midstate{h: iv} }
