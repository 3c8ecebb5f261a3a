// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io"
)

// A serialised tree: treeMagic, the identity of the scheme (32 bytes), the number
// of leaves (64 bits, big-endian), the node of each leaf, the root, and SHA-256
// of all that. The nodes between are hashed anew.
const treeMagic = "hltree\x00\x01" // the last byte is the version

// id identifies what a scheme computes, whatever its name.
func (s *Scheme) id() [32]byte {
	p := s.spec
	return sha256.Sum256(fmt.Appendf(nil, "leaf %d %q %q %t %d, node %d %q %q %q %d %t %t %d, %d %x %d %d %t %t",
		p.LeafSize, p.LeafPrefix, p.LeafSuffix, p.LeafRaw, p.Last, s.fan, p.LeftPrefix, p.RightPrefix, p.NodeSuffix, s.size, p.Double,
		p.Sort, p.Mask, p.Odd, p.EmptyLeaf, p.Limit, p.Empty, p.RejectEqual, p.Flat))
}

// NewTree returns a tree without leaves, to read one into.
func (s *Scheme) NewTree() *Tree { return &Tree{s: s} }

// WriteTo writes the tree in a form that [Tree.ReadFrom] reads, with a version
// and a checksum: 112 bytes and 32 for each leaf. It returns the number of bytes
// written, and the first error of w.
func (t *Tree) WriteTo(w io.Writer) (n int64, err error) {
	h := sha256.New()
	write := func(b []byte) {
		if err == nil {
			var k int
			k, err = w.Write(b)
			n += int64(k)
			h.Write(b)
		}
	}
	id := t.s.id()
	write(append([]byte(treeMagic), id[:]...))
	write(binary.BigEndian.AppendUint64(nil, t.Size()))
	if t.Size() > 0 {
		write(digestBytes(t.levels[0]))
	}
	write(t.root[:])
	write(h.Sum(nil))
	return n, err
}

// ErrCorrupt is in the chain of the error for serialised data that is not what
// was written.
var ErrCorrupt = errors.New("corrupt data")

// ReadFrom replaces the tree, which may come from [Scheme.NewTree], by one that
// [Tree.WriteTo] wrote, and hashes its nodes. It returns the number of bytes
// read, and an error, with the tree as it was, if r ends early or fails, if the
// tree belongs to another scheme or version, or if anything is not as it was
// written. It reads no byte beyond the tree. For a mutated list it reads the
// tree and returns an error, see [ErrMutated].
func (t *Tree) ReadFrom(r io.Reader) (n int64, err error) {
	in := checkedReader{r: r, h: sha256.New()}
	leaves, root, err := t.s.readLeaves(&in)
	if err != nil {
		return in.n, t.s.errorf("reading a tree, byte %d: %w", in.n, err)
	}
	got, err := t.s.TreeHashes(leaves)
	if err != nil && !errors.Is(err, ErrMutated) {
		return in.n, err
	}
	if got.root != root {
		return in.n, t.s.errorf("reading a tree: the leaves do not have the root: %w", ErrCorrupt)
	}
	*t = *got
	return in.n, err
}

// readLeaves reads a serialised tree.
func (s *Scheme) readLeaves(in *checkedReader) (leaves [][32]byte, root [32]byte, err error) {
	var head [len(treeMagic) + 32 + 8]byte
	if err := in.read(head[:]); err != nil {
		return nil, root, err
	}
	if string(head[:len(treeMagic)]) != treeMagic {
		return nil, root, fmt.Errorf("no tree of version %d: %w", treeMagic[len(treeMagic)-1], ErrCorrupt)
	}
	if id := s.id(); string(head[len(treeMagic):len(treeMagic)+32]) != string(id[:]) {
		return nil, root, errors.New("the tree has another scheme")
	}
	size := binary.BigEndian.Uint64(head[len(head)-8:])
	if err := s.checkCount(size); err != nil {
		return nil, root, err
	}
	for uint64(len(leaves)) < size { // memory grows with what is there, not with what is claimed
		part := make([][32]byte, min(size-uint64(len(leaves)), 1<<15))
		if err := in.read(digestBytes(part)); err != nil {
			return nil, root, err
		}
		leaves = append(leaves, part...)
	}
	if err := in.read(root[:]); err != nil {
		return nil, root, err
	}
	want := [32]byte(in.h.Sum(nil))
	var sum [32]byte
	if err := in.read(sum[:]); err != nil {
		return nil, root, err
	}
	if sum != want {
		return nil, root, fmt.Errorf("wrong checksum: %w", ErrCorrupt)
	}
	return leaves, root, nil
}

// checkedReader counts and hashes what is read.
type checkedReader struct {
	r io.Reader
	h hash.Hash
	n int64
}

// read fills b.
func (c *checkedReader) read(b []byte) error {
	k, err := io.ReadFull(c.r, b)
	c.n += int64(k)
	c.h.Write(b[:k])
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return err
}
