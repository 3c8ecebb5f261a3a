// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math/bits"
)

// OddRule says what becomes of the nodes of a level that do not fill a group.
type OddRule int

const (
	Promote   OddRule = iota // the last node moves up unchanged (RFC 9162)
	Duplicate                // the last node is paired with itself (Bitcoin, Solana)
	PadEmpty                 // the group is filled with roots of empty subtrees of the same height (SSZ)
	ZeroFill                 // the group is filled with zero bytes (verity)
	OddError                 // an error: the number of leaves must be a power of the fan-out
)

// LastRule says what a last leaf may be that is shorter than the leaf size.
type LastRule int

const (
	ShortLeaf LastRule = iota // hashed as it is; an error if leaves are not hashed
	PadLeaf                   // filled with zero bytes up to the leaf size
	WholeLeaf                 // an error
)

// EmptyRule says what the root of no leaves is.
type EmptyRule int

const (
	EmptyError  EmptyRule = iota // there is none: an error
	EmptyHash                    // the hash of the empty string
	EmptyZeros                   // zero bytes
	EmptyPadded                  // with PadEmpty: the root of the tree of empty leaves
)

// Spec describes a construction. The zero Spec is the plain binary tree:
// leaf = H(data), node = H(left | right), an odd node moves up, and no leaves
// are an error. H is SHA-256.
type Spec struct {
	Name string // for messages and listings

	LeafSize   int    // bytes of a leaf; 0: any, and whoever cuts data into leaves says how long
	LeafPrefix []byte // leaf = H(LeafPrefix | data | LeafSuffix)
	LeafSuffix []byte
	LeafRaw    bool // leaf = data, which must be a node already
	Last       LastRule

	FanOut     int    // children of a node, a power of two; 0: 2
	LeftPrefix []byte // node = H(LeftPrefix | left | RightPrefix | right | NodeSuffix)
	RightPrefix,
	NodeSuffix []byte
	NodeSize int  // bytes of a node that its parent and proofs hold; 0: 32. The root has all 32.
	Double   bool // node = H(H(...))
	Sort     bool // left is the smaller child
	Mask     byte // bits of the last byte of a node to clear

	Odd         OddRule
	EmptyLeaf   [32]byte // with PadEmpty: what stands for a missing leaf
	Limit       uint64   // with PadEmpty: the tree has the height for so many leaves; 0: for those there are
	Empty       EmptyRule
	RejectEqual bool // two equal nodes in a group are an error, [ErrMutated]
	Flat        bool // no tree: root = H(LeftPrefix | all leaves)
}

// Scheme is a construction ready for use. It does not change and is safe for
// concurrent use. Make one by [NewScheme], or take a named one.
type Scheme struct {
	spec   Spec
	kind   nodeKind
	fan    int        // children of a node
	shift  int        // log2 of fan
	size   int        // bytes of a node that its parent holds
	height int        // with Limit: levels above the leaves
	empty  [][32]byte // with PadEmpty: root of the empty subtree of each height
}

// nodeKind is the way in which nodes are hashed.
type nodeKind int

const (
	nodePairs  nodeKind = iota // 64 bytes, perhaps after a prefix
	nodePacked                 // other bytes, brought together first
	nodeWide                   // more than two children
)

// NewScheme checks spec and makes a scheme of it. It keeps the slices of spec,
// which may not change afterwards. It returns an error for a combination that
// has no meaning, and says which.
func NewScheme(spec Spec) (*Scheme, error) {
	if err := spec.check(); err != nil {
		return nil, fmt.Errorf("merkle: scheme %q: %w", spec.Name, err)
	}
	s := &Scheme{spec: spec, fan: max(spec.FanOut, 2), size: spec.NodeSize}
	if s.size == 0 {
		s.size = sha256.Size
	}
	if spec.LeafRaw {
		s.spec.LeafSize = s.size
		if spec.Last == ShortLeaf {
			s.spec.Last = WholeLeaf
		}
	}
	s.shift = bits.TrailingZeros(uint(s.fan))
	switch {
	case s.fan > 2:
		s.kind = nodeWide
	case s.size != sha256.Size || len(spec.RightPrefix)+len(spec.NodeSuffix) > 0 || spec.Sort:
		s.kind = nodePacked
	}
	if spec.Odd == PadEmpty {
		s.pad()
	}
	return s, nil
}

// check returns what is wrong with the combination.
func (p *Spec) check() error {
	fan := max(p.FanOut, 2)
	switch {
	case p.FanOut == 1 || p.FanOut < 0 || fan&(fan-1) != 0 || fan > maxFanOut:
		return fmt.Errorf("fan-out is %d, want a power of two from 2 to %d", p.FanOut, maxFanOut)
	case p.LeafSize < 0:
		return fmt.Errorf("leaf size is %d, want at least 0", p.LeafSize)
	case p.NodeSize < 0 || p.NodeSize > sha256.Size:
		return fmt.Errorf("node size is %d, want 1 to %d, or 0", p.NodeSize, sha256.Size)
	case p.LeafRaw && len(p.LeafPrefix)+len(p.LeafSuffix) > 0:
		return errors.New("a leaf that is not hashed has no prefix and no suffix")
	case fan > 2 && (len(p.RightPrefix) > 0 || p.NodeSize%sha256.Size != 0 || p.Double || p.Sort || p.RejectEqual):
		return errors.New("right prefix, node size, double, sort and reject-equal need a fan-out of 2")
	case fan > 2 && (p.Odd == Promote || p.Odd == Duplicate):
		return errors.New("promote and duplicate need a fan-out of 2")
	case p.Odd < Promote || p.Odd > OddError:
		return fmt.Errorf("unknown odd rule %d", p.Odd)
	case p.Odd != PadEmpty && (p.Limit > 0 || p.Empty == EmptyPadded || p.EmptyLeaf != [32]byte{}):
		return errors.New("limit, empty leaf and padded empty root need the rule PadEmpty")
	case p.Last < ShortLeaf || p.Last > WholeLeaf:
		return fmt.Errorf("unknown last rule %d", p.Last)
	case p.Empty < EmptyError || p.Empty > EmptyPadded:
		return fmt.Errorf("unknown empty rule %d", p.Empty)
	case p.Limit > maxLeaves:
		return fmt.Errorf("limit is %d, want at most %d", p.Limit, uint64(maxLeaves))
	case p.Flat && (fan > 2 || p.Odd != Promote || p.NodeSize != 0 || p.Double || p.Sort || p.Mask != 0 || p.RejectEqual ||
		len(p.RightPrefix)+len(p.NodeSuffix) > 0):
		return errors.New("a flat list has no nodes but its root: only leaf rules and LeftPrefix have a meaning")
	}
	return nil
}

// maxFanOut is the number of digests in the largest block of digests.
const maxFanOut = 1 << 15

// maxLeaves bounds trees, so that counts of leaves never overflow.
const maxLeaves = 1 << 62

// pad computes the roots of empty subtrees and the height that Limit asks for.
func (s *Scheme) pad() {
	for leaves := uint64(1); leaves < s.spec.Limit; leaves <<= s.shift {
		s.height++
	}
	group := make([][32]byte, s.fan)
	s.empty = append(s.empty, s.spec.EmptyLeaf)
	for level := range (bits.Len64(maxLeaves) + s.shift - 1) / s.shift {
		for i := range group {
			group[i] = s.empty[level]
		}
		s.empty = append(s.empty, s.node(group))
	}
}

// Name returns the name of the scheme, such as "rfc6962".
func (s *Scheme) Name() string { return s.spec.Name }

// String returns the name.
func (s *Scheme) String() string { return s.spec.Name }

// Spec returns the description of the scheme. The slices are the scheme's own
// and may not be changed.
func (s *Scheme) Spec() Spec { return s.spec }

// LeafSize returns the length of a leaf in bytes, 0 if the scheme leaves it
// open.
func (s *Scheme) LeafSize() int { return s.spec.LeafSize }

// NodeSize returns the number of bytes of a node that proofs hold, 32 in most
// schemes. A root always has 32.
func (s *Scheme) NodeSize() int { return s.size }

// emptyRoot is the root of no leaves.
func (s *Scheme) emptyRoot() ([32]byte, error) {
	switch s.spec.Empty {
	case EmptyHash:
		return sha256.Sum256(nil), nil
	case EmptyZeros:
		return [32]byte{}, nil
	case EmptyPadded:
		return s.empty[s.height], nil
	}
	return [32]byte{}, s.errorf("no leaves: the scheme has no root for them")
}

// errorf makes an error that begins with the package and the scheme.
func (s *Scheme) errorf(format string, args ...any) error {
	return fmt.Errorf("merkle: "+s.spec.Name+": "+format, args...)
}
