// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"crypto/sha256"

	"github.com/hashlanes/hashlanes"
)

// Hashlanes is this library, with the kernels of e.
func Hashlanes(name string, e *hashlanes.Engine) Contender {
	return Contender{name, func(w *Workload) func(dst [][32]byte) {
		switch w.Kind {
		case Prefixed:
			return func(dst [][32]byte) { e.HashManyPrefixed(dst, w.Prefix, w.Msgs) }
		case Blocks:
			return func(dst [][32]byte) { e.HashBlocks(dst, w.Prefix, w.Data, w.Size) }
		case Pairs:
			return func(dst [][32]byte) { e.HashPairs(dst, w.Nodes) }
		case PairsPrefixed:
			return func(dst [][32]byte) { e.HashPairsPrefixed(dst, w.Prefix, w.Nodes) }
		case Chains:
			if len(w.Seeds) == 1 {
				return func(dst [][32]byte) { dst[0] = e.HashChain(w.Seeds[0], w.Links[0]) }
			}
			return func(dst [][32]byte) { e.HashChains(dst, w.Seeds, w.Links) }
		}
		return func(dst [][32]byte) { e.HashMany(dst, w.Msgs) }
	}}
}

// InUse names the kernels that e may choose, for the report.
func InUse(e *hashlanes.Engine) (names []string) {
	for _, k := range e.Kernels() {
		if k.InUse {
			names = append(names, k.Name)
		}
	}
	return names
}

// Serial hashes one message after the other with sum, for libraries that do no
// more. Prefixes are joined to their messages beforehand.
func Serial(name string, sum func([]byte) [32]byte) Contender {
	return Contender{name, func(w *Workload) func(dst [][32]byte) {
		if w.Kind == Chains {
			return func(dst [][32]byte) {
				for i, d := range w.Seeds {
					for range w.Links[i] {
						d = sum(d[:])
					}
					dst[i] = d
				}
			}
		}
		msgs := w.Joined()
		return func(dst [][32]byte) {
			for i, m := range msgs {
				dst[i] = sum(m)
			}
		}
	}}
}

// Stdlib is crypto/sha256, one message after the other.
var Stdlib = Serial("crypto/sha256", func(b []byte) [32]byte { return sha256.Sum256(b) })

// Joined is every message of w in one piece, prefix included.
func (w *Workload) Joined() [][]byte {
	msgs := w.Msgs
	for i := 0; i+1 < len(w.Nodes); i += 2 {
		msgs = append(msgs, append(append([]byte(nil), w.Nodes[i][:]...), w.Nodes[i+1][:]...))
	}
	for at := 0; at < len(w.Data); at += w.Size {
		msgs = append(msgs, w.Data[at:min(at+w.Size, len(w.Data))])
	}
	if len(w.Prefix) == 0 {
		return msgs
	}
	joined := make([][]byte, len(msgs))
	for i, m := range msgs {
		joined[i] = append(append([]byte(nil), w.Prefix...), m...)
	}
	return joined
}
