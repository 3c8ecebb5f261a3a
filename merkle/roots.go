// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"fmt"
	"sync"

	"github.com/hashlanes/hashlanes"
)

// Roots sets dst[i] to the root over the leaves trees[i], for many small trees at
// once: their leaves are hashed together, and so is each level of all of them.
// It takes the option [WithWorkers].
//
// It returns the errors of [Scheme.Root], with the number of the tree; for a
// mutated list, see [ErrMutated], all roots are set nevertheless. It panics if
// len(dst) < len(trees). dst may not overlap a leaf. It is safe for concurrent
// use.
func (s *Scheme) Roots(dst [][32]byte, trees [][][]byte, opts ...Option) error {
	if len(dst) < len(trees) {
		panicLength("Roots", "dst too short", len(dst), len(trees))
	}
	if len(trees) == 0 {
		return nil
	}
	for i, leaves := range trees {
		err := s.checkLeaves(leaves, true)
		if err == nil {
			err = s.checkCount(uint64(len(leaves)))
		}
		if err == nil && len(leaves) == 0 {
			dst[i], err = s.emptyRoot()
		}
		if err != nil {
			return fmt.Errorf("tree %d: %w", i, err)
		}
	}
	share := (len(trees)-1)/collect(opts).workers + 1
	var wg sync.WaitGroup
	errs := make([]error, (len(trees)-1)/share+1)
	for w := 1; w < len(errs); w++ {
		first, end := w*share, min((w+1)*share, len(trees))
		wg.Go(func() { errs[w] = s.rootsOf(dst[first:end], trees[first:end], first) })
	}
	errs[0] = s.rootsOf(dst[:min(share, len(trees))], trees[:min(share, len(trees))], 0)
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// rootsOf folds trees, number first and up, as many together as fit the cache.
func (s *Scheme) rootsOf(dst [][32]byte, trees [][][]byte, first int) error {
	sc := getScratch()
	defer sc.release()
	g := grove{s: s, sc: sc}
	for done := 0; done < len(trees); {
		g.clear()
		for done < len(trees) && (len(g.leaves) == 0 || len(g.leaves)+len(trees[done]) <= 2*segmentNodes) {
			g.plant(trees[done], &dst[done], first+done)
			done++
		}
		g.fold()
	}
	return g.mutated
}

// grove is some trees that are folded together.
type grove struct {
	s       *Scheme
	sc      *scratch
	leaves  [][]byte
	trees   []sapling
	nodes   [][32]byte // those of one level of all trees
	spare   [][32]byte // for the next level
	mutated error
}

// sapling is a tree that is being folded.
type sapling struct {
	dst    *[32]byte
	number int
	count  int      // nodes in grove.nodes
	hasOdd bool     // and one more, which moved up
	odd    [32]byte // that one
}

func (g *grove) clear() { g.leaves, g.trees = g.leaves[:0], g.trees[:0] }

// plant adds a tree. One without leaves has its root already.
func (g *grove) plant(leaves [][]byte, dst *[32]byte, number int) {
	if len(leaves) > 0 {
		g.leaves = append(g.leaves, g.s.padAll(leaves)...)
		g.trees = append(g.trees, sapling{dst: dst, number: number, count: len(leaves)})
	}
}

// fold hashes the leaves and folds level after level.
func (g *grove) fold() {
	if cap(g.nodes) < len(g.leaves) {
		g.nodes = make([][32]byte, len(g.leaves))
	}
	g.nodes = g.nodes[:len(g.leaves)]
	g.s.hashLeaves(g.nodes, g.leaves, g.sc)
	if g.s.spec.Flat {
		g.flat()
		return
	}
	for level := 0; len(g.trees) > 0; level++ {
		if g.s.spec.RejectEqual {
			g.checkEqual(level)
		}
		if !g.even() {
			g.arrange(level)
		}
		n := len(g.nodes) >> g.s.shift
		g.s.hashNodes(g.nodes[:n], g.nodes, g.sc)
		g.nodes = g.nodes[:n]
		for i := range g.trees {
			g.trees[i].count >>= g.s.shift
		}
	}
}

// even says that all nodes are in whole groups.
func (g *grove) even() bool {
	for i := range g.trees {
		if t := &g.trees[i]; t.hasOdd || t.count&(g.s.fan-1) != 0 {
			return false
		}
	}
	return true
}

// arrange takes out the trees that are down to their root, and brings the
// others to whole groups by the odd rule.
func (g *grove) arrange(level int) {
	s := g.s
	from, to, left := g.nodes, g.spare[:0], g.trees[:0]
	for _, t := range g.trees {
		to = append(to, from[:t.count]...)
		from = from[t.count:]
		if t.hasOdd {
			to = append(to, t.odd)
			t.count++
			t.hasOdd = false
		}
		last := len(to) - 1
		switch {
		case t.count == 1 && level >= s.height:
			*t.dst = to[last]
			to = to[:last]
			continue
		case s.spec.Odd == Promote && t.count%2 == 1:
			t.odd, t.hasOdd = to[last], true
			to = to[:last]
			t.count--
		default:
			to = s.fill(to, level)
			t.count = s.whole(t.count)
		}
		left = append(left, t)
	}
	g.nodes, g.spare, g.trees = to, g.nodes, left
}

// checkEqual looks for equal nodes that stand side by side.
func (g *grove) checkEqual(level int) {
	nodes := g.nodes
	for i := range g.trees {
		t := &g.trees[i]
		if err := g.s.checkEqual(nodes[:t.count], level, 0); err != nil && g.mutated == nil {
			g.mutated = fmt.Errorf("tree %d: %w", t.number, err)
		}
		nodes = nodes[t.count:]
	}
}

// flat hashes the lists of the trees.
func (g *grove) flat() {
	lists := make([][]byte, len(g.trees))
	nodes := g.nodes
	for i, t := range g.trees {
		lists[i] = digestBytes(nodes[:t.count])
		nodes = nodes[t.count:]
	}
	roots := make([][32]byte, len(lists))
	hashlanes.HashManyPrefixed(roots, g.s.spec.LeftPrefix, lists)
	for i, t := range g.trees {
		*t.dst = roots[i]
	}
}
