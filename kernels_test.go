// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hashlanes/hashlanes/internal/cpu"
	"github.com/hashlanes/hashlanes/internal/kerneltest"
)

// The tests come in a short form (go test -short, and always under the race
// detector), with fewer lengths and rounds, for emulated machines.

// TestMain prints which kernels the tests have run and which not, so that a
// kernel is never passed over unseen.
func TestMain(m *testing.M) {
	code := m.Run()
	fmt.Println(kernelsSeen.String())
	os.Exit(code)
}

// roll is the list of kernels that tests have run or skipped.
type roll struct {
	mu      sync.Mutex
	ran     []string
	skipped []string
	notes   []string
}

var kernelsSeen roll

func (r *roll) add(list *[]string, entry string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !slices.Contains(*list, entry) {
		*list = append(*list, entry)
	}
}

func (r *roll) String() string {
	s := "kernels run: " + strings.Join(r.ran, ", ")
	if len(r.skipped) > 0 {
		s += "; skipped: " + strings.Join(r.skipped, ", ")
	}
	return strings.Join(append([]string{s}, r.notes...), "\n")
}

// required lists the kernels that HASHLANES_REQUIRE says must run here.
func required() []string {
	return strings.FieldsFunc(os.Getenv("HASHLANES_REQUIRE"), func(r rune) bool { return r == ',' || r == ' ' })
}

// unchecked is the table of this machine without the check of the kernels, so
// that a kernel that fails it is tested and not skipped.
var unchecked = sync.OnceValue(func() table {
	return newTable(cpu.Detect(), false, func(*kernel) error { return nil })
})

// eachKernel runs f as a subtest for every kernel of the table. A kernel that
// the machine cannot run is skipped, or fails if it is required.
func eachKernel(t *testing.T, f func(t *testing.T, k kernel)) {
	table := unchecked()
	for i, k := range table.rows {
		t.Run("kernel="+k.name, func(t *testing.T) {
			if info := table.infos[i]; !info.Available {
				if slices.Contains(required(), k.name) {
					t.Fatalf("HASHLANES_REQUIRE names %s, but %s", k.name, info.Why)
				}
				kernelsSeen.add(&kernelsSeen.skipped, k.name+" ("+info.Why+")")
				t.Skip(info.Why)
			}
			kernelsSeen.add(&kernelsSeen.ran, k.name)
			f(t, k)
		})
	}
	for _, lanes := range laneWidths {
		k := lanesKernel(lanes)
		t.Run("kernel="+k.name, func(t *testing.T) { f(t, k) })
	}
}

// laneWidths are the widths at which the runner is tested without assembly.
var laneWidths = []int{4, 8, 16, 32}

// lanesKernel is the portable kernel with any number of lanes, which proves
// the handling of lanes without assembly.
func lanesKernel(lanes int) kernel {
	return kernel{
		name:   fmt.Sprintf("portablex%d", lanes),
		kind:   wide,
		lanes:  lanes,
		blocks: func(st *state, in *inputs, n int) { blocksGeneric(lanes, st, in, n) },
		pairs:  pairsGeneric, nodes: nodesGeneric, short: shortGeneric, digests: digestsGeneric,
		links: func(st *state, n int) { linksGeneric(lanes, st, n) },
		ends: func(dst *byte, st *state, in *inputs, lens *lengths, before uint64, n int) {
			endsGeneric(lanes, dst, st, in, lens, before, n)
		},
		messages: func(f *feed, dst *byte, start *[8]uint32, queue *job, n int, before uint64, least, steps int) int {
			return messagesGeneric(lanes, f, dst, start, queue, n, before, least, steps)
		},
		cost: cost{1000, 2000, 2000, 1000, 1000, 1000},
	}
}

// describe is k as the conformance suite takes it.
func describe(k kernel) kerneltest.Kernel {
	return kerneltest.Kernel{
		Name: k.name, Lanes: k.lanes, Cap: maxCallBlocks,
		Blocks: k.blocks, Pairs: k.pairs, Nodes: k.nodes, Short: k.short, Digests: k.digests, Links: k.links,
		Ends: k.ends, Messages: k.messages,
	}
}

// TestRequired finds names in HASHLANES_REQUIRE that no kernel has, which would
// otherwise demand nothing.
func TestRequired(t *testing.T) {
	table := unchecked()
	require.Subset(t, table.names(), required(), "HASHLANES_REQUIRE")
}
