// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import "github.com/hashlanes/hashlanes/bench"

// pairsOnly is a library that hashes 64-byte messages that lie side by side.
// Where a workload has only such messages, they are laid out beforehand.
func pairsOnly(name string, hash func(dst, nodes [][32]byte)) bench.Contender {
	return bench.Contender{Name: name, Bind: func(w *bench.Workload) func(dst [][32]byte) {
		nodes := nodesOf(w)
		if nodes == nil {
			return nil
		}
		return func(dst [][32]byte) { hash(dst, nodes) }
	}}
}

// nodesOf lays out the messages of w as pairs of nodes. It returns nil if they are
// not all of 64 bytes.
func nodesOf(w *bench.Workload) (nodes [][32]byte) {
	if w.Kind == bench.Chains {
		return nil
	}
	for _, m := range w.Joined() {
		if len(m) != 64 {
			return nil
		}
		nodes = append(nodes, [32]byte(m[:32]), [32]byte(m[32:]))
	}
	return nodes
}
