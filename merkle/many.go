// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"fmt"
	"slices"
)

// Claim says that a leaf is in the tree with that root.
type Claim struct {
	Root  [32]byte
	Leaf  [32]byte // node of the leaf
	Proof Proof
}

// FailedError lists the claims that [Scheme.VerifyMany] found wrong, in order.
type FailedError struct{ Failed []Failure }

// Failure is what is wrong with the claim of that index.
type Failure struct {
	Index int
	Err   error
}

func (e *FailedError) Error() string {
	f := e.Failed[0]
	if len(e.Failed) == 1 {
		return fmt.Sprintf("claim %d: %v", f.Index, f.Err)
	}
	return fmt.Sprintf("claim %d: %v (and %d more)", f.Index, f.Err, len(e.Failed)-1)
}

// Unwrap returns the errors of all failures.
func (e *FailedError) Unwrap() []error {
	errs := make([]error, len(e.Failed))
	for i, f := range e.Failed {
		errs[i] = f.Err
	}
	return errs
}

// VerifyMany checks all claims as [Scheme.Verify] does, many of them in
// lockstep so that the lanes are full. Claims may belong to different trees and
// have proofs of different lengths. It returns nil if all are right, and
// otherwise a [FailedError] that says which are not and why. It is safe for concurrent use, and
// allocates a fixed number of times for any number of right claims.
func (s *Scheme) VerifyMany(claims []Claim) error {
	sc := getScratch()
	defer sc.release()
	width := min(max(1, segmentNodes/s.fan), 256, len(claims))
	v := verifier{s: s, sc: sc, claims: claims, active: make([]running, 0, width)}
	for v.admit(); len(v.active) > 0; v.admit() {
		v.step()
	}
	if len(v.failed) == 0 {
		return nil
	}
	slices.SortFunc(v.failed, func(a, b Failure) int { return a.Index - b.Index })
	return &FailedError{v.failed}
}

// verifier is the state of VerifyMany.
type verifier struct {
	s      *Scheme
	sc     *scratch
	claims []Claim
	next   int       // claims before this one have been admitted
	active []running // at most its capacity
	failed []Failure
}

// running is a claim that is being checked.
type running struct {
	climb
	claim int
}

// admit takes claims until there are as many as go together.
func (v *verifier) admit() {
	for ; v.next < len(v.claims) && len(v.active) < cap(v.active); v.next++ {
		claim := &v.claims[v.next]
		c, err := v.s.newClimb(claim.Leaf, &claim.Proof)
		if err != nil {
			v.failed = append(v.failed, Failure{v.next, err})
			continue
		}
		v.active = append(v.active, running{c, v.next})
	}
}

// step takes every active claim a level up, and drops those at their end.
func (v *verifier) step() {
	s := v.s
	groups := v.sc.room(len(v.active) * s.fan)
	n := 0
	for i := 0; i < len(v.active); i++ {
		a := &v.active[i]
		if a.next(s, groups[n<<s.shift:(n+1)<<s.shift]) {
			if n < i {
				v.active[n] = *a
			}
			n++
		} else if err := a.end(s, v.claims[a.claim].Root); err != nil {
			v.failed = append(v.failed, Failure{a.claim, err})
		}
	}
	v.active = v.active[:n]
	s.hashNodes(groups[:n], groups[:n<<s.shift], v.sc)
	for i := range v.active {
		v.active[i].node = groups[i]
	}
}
