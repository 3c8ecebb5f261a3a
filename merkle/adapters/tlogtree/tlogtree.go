// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

// Package tlogtree connects package merkle to golang.org/x/mod/sumdb/tlog, the
// tree of the Go checksum database: trees as a HashReader, and hashes in the
// order in which tlog stores them.
package tlogtree

import (
	"fmt"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/hashlanes/hashlanes/merkle"
)

// Reader returns a HashReader over a tree of the scheme [merkle.RFC6962]. It
// returns an error for a hash that the tree does not have yet. It is safe for
// concurrent use as long as the tree is not changed. It panics for a tree of
// another scheme.
func Reader(t *merkle.Tree) tlog.HashReader {
	check("Reader", t)
	return tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		hashes := make([]tlog.Hash, len(indexes))
		for i, index := range indexes {
			if index < 0 {
				return nil, fmt.Errorf("tlogtree: stored hash %d", index)
			}
			level, n := tlog.SplitStoredHashIndex(index)
			if uint64(n) >= t.Size()>>level {
				return nil, fmt.Errorf("tlogtree: stored hash %d is node %d of level %d: the tree has %d records", index, n, level, t.Size())
			}
			hashes[i] = tlog.Hash(t.Level(level)[n])
		}
		return hashes, nil
	})
}

// StoredHashes returns the hashes to store for the records of a tree from number
// first on, as tlog.StoredHashes gives them record by record: each record's, and
// those of the subtrees that it completes. It panics for a tree of another scheme, and if
// first is not from 0 to t.Size().
func StoredHashes(t *merkle.Tree, first int64) []tlog.Hash {
	check("StoredHashes", t)
	size := int64(t.Size())
	if first < 0 || first > size {
		panic(fmt.Sprintf("hashlanes: tlogtree.StoredHashes: no such record: got %d, want 0 to %d", first, size))
	}
	hashes := make([]tlog.Hash, 0, tlog.StoredHashCount(size)-tlog.StoredHashCount(first))
	for n := first; n < size; n++ {
		hashes = append(hashes, tlog.Hash(t.Level(0)[n]))
		for level, i := 1, n; i&1 == 1; level++ {
			i >>= 1
			hashes = append(hashes, tlog.Hash(t.Level(level)[i]))
		}
	}
	return hashes
}

// check panics for a tree that is not tlog's.
func check(fn string, t *merkle.Tree) {
	if t.Scheme() != merkle.RFC6962 {
		panic(fmt.Sprintf("hashlanes: tlogtree.%s: scheme: got %s, want %s", fn, t.Scheme(), merkle.RFC6962))
	}
}
