// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"crypto/sha256"

	"github.com/hashlanes/hashlanes"
)

// LeafHash returns the node of one leaf. It returns an error for data whose
// length the scheme does not allow. Many leaves belong to [Scheme.LeafHashes].
func (s *Scheme) LeafHash(leaf []byte) ([32]byte, error) {
	var d [1][32]byte
	err := s.LeafHashes(d[:], [][]byte{leaf})
	return d[0], err
}

// LeafHashes sets dst[i] to the node of leaves[i], in lanes. It returns an error
// for a leaf whose length the scheme does not allow; a last leaf may be shorter
// than the leaf size, as at the end of a file. It panics if len(dst) is less
// than len(leaves). dst may not overlap a leaf.
func (s *Scheme) LeafHashes(dst [][32]byte, leaves [][]byte) error {
	if len(dst) < len(leaves) {
		panicLength("LeafHashes", "dst too short", len(dst), len(leaves))
	}
	if err := s.checkLeaves(leaves, true); err != nil {
		return err
	}
	sc := getScratch()
	defer sc.release()
	s.hashLeaves(dst[:len(leaves)], leaves, sc)
	return nil
}

// checkLeaves returns an error if a leaf has a length that the scheme does not
// allow; last says that the final one may be short.
func (s *Scheme) checkLeaves(leaves [][]byte, last bool) error {
	size := s.spec.LeafSize
	if size == 0 {
		return nil
	}
	for i, leaf := range leaves {
		if len(leaf) == size {
			continue
		}
		short := last && i == len(leaves)-1 && len(leaf) > 0 && len(leaf) < size
		if !short || s.spec.Last == WholeLeaf {
			return s.errorf("leaf %d has %d bytes, want %d", i, len(leaf), size)
		}
	}
	return nil
}

// hashLeaves sets dst[i] to the node of leaves[i], whose lengths are checked.
func (s *Scheme) hashLeaves(dst [][32]byte, leaves [][]byte, sc *scratch) {
	n := len(leaves)
	if n == 0 {
		return
	}
	if s.spec.LeafRaw {
		for i, leaf := range leaves {
			dst[i] = [32]byte{}
			copy(dst[i][:], leaf)
		}
		return
	}
	if s.spec.Last == PadLeaf && len(leaves[n-1]) < s.spec.LeafSize {
		s.hashShort(&dst[n-1], leaves[n-1], s.spec.LeafSize)
		n--
	}
	if len(s.spec.LeafSuffix) == 0 {
		hashlanes.HashManyPrefixed(dst, s.spec.LeafPrefix, leaves[:n])
		return
	}
	for first := 0; first < n; first += batch {
		sc.msgs = sc.msgs[:0]
		for _, leaf := range leaves[first:min(first+batch, n)] {
			sc.msgs = append(sc.msgs, hashlanes.Message{Prefix: s.spec.LeafPrefix, Body: leaf, Tail: s.spec.LeafSuffix})
		}
		hashlanes.HashMessages(dst[first:], sc.msgs)
	}
}

// hashData sets dst to the nodes of data, cut every size bytes.
func (s *Scheme) hashData(dst [][32]byte, data []byte, size int, sc *scratch) {
	if s.spec.LeafRaw {
		for i := range dst {
			dst[i] = [32]byte{}
			copy(dst[i][:], data[i*size:min((i+1)*size, len(data))])
		}
		return
	}
	if rest := len(data) % size; rest > 0 && s.spec.Last == PadLeaf {
		data = data[:len(data)-rest]
		s.hashShort(&dst[len(dst)-1], data[len(data):len(data)+rest], size)
	}
	s.hashBlocks(dst, s.spec.LeafPrefix, data, size, s.spec.LeafSuffix, sc)
}

// hashShort hashes a last leaf, filled with zero bytes up to size. It happens
// once a tree.
func (s *Scheme) hashShort(dst *[32]byte, leaf []byte, size int) {
	m := make([]byte, 0, len(s.spec.LeafPrefix)+size+len(s.spec.LeafSuffix))
	m = append(append(m, s.spec.LeafPrefix...), leaf...)
	m = m[:len(s.spec.LeafPrefix)+size]
	*dst = sha256.Sum256(append(m, s.spec.LeafSuffix...))
}
