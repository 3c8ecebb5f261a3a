// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"fmt"
	"slices"
	"sync"
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
// have proofs of different lengths. It takes the option [WithWorkers].
//
// It returns nil if all are right, and otherwise a [FailedError] that says which
// are not and why. It is safe for concurrent use, and allocates a fixed number of
// times for any number of right claims.
func (s *Scheme) VerifyMany(claims []Claim, opts ...Option) error {
	if len(claims) == 0 {
		return nil
	}
	share := max((len(claims)-1)/collect(opts).workers+1, besideEachOther)
	failed := make([][]Failure, (len(claims)-1)/share+1)
	var wg sync.WaitGroup
	for w := range failed[1:] {
		wg.Go(func() { failed[w+1] = s.verifyFrom((w+1)*share, claims[:min((w+2)*share, len(claims))]) })
	}
	failed[0] = s.verifyFrom(0, claims[:min(share, len(claims))])
	wg.Wait()
	if all := slices.Concat(failed...); len(all) > 0 {
		return &FailedError{all}
	}
	return nil
}

// besideEachOther is the number of proofs that go together: enough to fill the
// lanes, few enough that their nodes stay in the first cache.
const besideEachOther = 128

// verifyFrom checks the claims from number first on.
func (s *Scheme) verifyFrom(first int, claims []Claim) []Failure {
	sc := getScratch()
	defer sc.release()
	width := min(max(1, segmentNodes/s.fan), besideEachOther, len(claims)-first)
	v := verifier{s: s, sc: sc, claims: claims, next: first, active: make([]running, 0, width)}
	v.groups = sc.room(width * s.fan)
	for v.admit(); len(v.active) > 0; v.admit() {
		v.step()
	}
	slices.SortFunc(v.failed, func(a, b Failure) int { return a.Index - b.Index })
	return v.failed
}

// verifier is the state of VerifyMany.
type verifier struct {
	s      *Scheme
	sc     *scratch
	claims []Claim
	next   int // claims before this one have been admitted
	failed []Failure

	fetched byte // of no meaning

	active []running                 // at most its capacity
	nodes  [besideEachOther][32]byte // where the active claims have come to
	groups [][32]byte                // what is hashed into the next ones
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
		c, err := v.s.newClimb(&claim.Proof)
		if err != nil {
			v.failed = append(v.failed, Failure{v.next, err})
			continue
		}
		v.fetch(claim.Proof.Nodes)
		v.nodes[len(v.active)] = claim.Leaf
		v.active = append(v.active, running{c, v.next})
	}
}

// fetch reads a node of each cache line, so that the proof comes into the cache
// in one go and not a line at a time between those of other proofs.
func (v *verifier) fetch(nodes [][32]byte) {
	for i := 0; i < len(nodes); i += 2 {
		v.fetched |= nodes[i][0]
	}
}

// step takes every active claim a level up, and drops those at their end.
func (v *verifier) step() {
	s, groups, n := v.s, v.groups, 0
	for i := range v.active {
		a := &v.active[i]
		if a.next(s, groups[:s.fan], &v.nodes[i]) {
			if n < i {
				v.active[n] = *a
			}
			groups = groups[s.fan:]
			n++
		} else if err := a.end(s, &v.claims[a.claim].Root, &v.nodes[i]); err != nil {
			v.failed = append(v.failed, Failure{a.claim, err})
		}
	}
	v.active = v.active[:n]
	s.hashNodes(v.nodes[:n], v.groups[:n*s.fan], v.sc)
}
