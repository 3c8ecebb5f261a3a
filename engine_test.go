// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hashlanes/hashlanes/internal/cpu"
)

// healthy is the check of kernels that pass.
func healthy(*kernel) error { return nil }

// TestEnvironment finds a variable that is misread, or that a program could die
// of: unknown names are reported and ignored, the rest restricts.
func TestEnvironment(t *testing.T) {
	table := newTable(cpu.Detect(), false, healthy)
	for _, c := range []struct {
		list    string
		inUse   []string
		unknown []string
	}{
		{"portable", []string{"portable"}, nil},
		{"stdlib", []string{"stdlib"}, nil},
		{"portable,stdlib", []string{"stdlib", "portable"}, nil},
		{" portable , stdlib ,", []string{"stdlib", "portable"}, nil},
		{"nosuch,portable", []string{"portable"}, []string{"nosuch"}},
		{"Portable,stdlib", []string{"stdlib"}, []string{"Portable"}},
		{"portable,portable", []string{"portable"}, nil},
	} {
		e := table.fromEnvironment(c.list)
		var inUse, unknown []string
		for _, info := range e.Kernels() {
			switch {
			case info.InUse:
				inUse = append(inUse, info.Name)
				require.Empty(t, info.Why, c.list)
			case info.Lanes == 0:
				unknown = append(unknown, info.Name)
				require.Contains(t, info.Why, "unknown name in HASHLANES_KERNELS", c.list)
			default:
				require.NotEmpty(t, info.Why, "%s with %q", info.Name, c.list)
			}
		}
		require.Equal(t, c.inUse, inUse, c.list)
		require.Equal(t, c.unknown, unknown, c.list)
		testHashes(t, e)
	}
}

// TestEnvironmentWithoutNames finds a variable without a single known name that
// leaves nothing to hash with: all kernels stay in use.
func TestEnvironmentWithoutNames(t *testing.T) {
	table := newTable(cpu.Detect(), false, healthy)
	all := table.fromEnvironment("")
	for _, list := range []string{"", ",", " ", "nosuch", "avx1024x99, ,"} {
		e := table.fromEnvironment(list)
		require.Equal(t, all.Backend(), e.Backend(), list)
		testHashes(t, e)
	}
}

// TestUnavailable finds a kernel that is used where the processor lacks what it
// needs, or is not reported as such.
func TestUnavailable(t *testing.T) {
	table := newTable(cpu.Info{}, false, healthy)
	for i, k := range table.rows {
		info := table.infos[i]
		require.Equal(t, k.need == 0, info.Available, k.name)
		if k.need != 0 {
			require.Contains(t, info.Why, "this machine lacks", k.name)
			requireNotUsed(t, table.fromEnvironment(k.name), k.name)
		}
	}
	e := table.fromEnvironment("")
	require.Equal(t, 1, e.Lanes())
	testHashes(t, e)
}

// TestFailedCheck finds a wrong kernel that is used all the same: it must be
// taken out, and said to be.
func TestFailedCheck(t *testing.T) {
	for _, broken := range unchecked().names() {
		if broken == portable.name {
			continue
		}
		table := newTable(cpu.Detect(), false, func(k *kernel) error {
			if k.name == broken {
				return errors.New("blocks gives wrong digests")
			}
			return nil
		})
		info := table.info(broken)
		require.False(t, info.Available)
		require.NotEmpty(t, info.Why)
		for _, list := range []string{"", broken} {
			e := table.fromEnvironment(list)
			requireNotUsed(t, e, broken)
			testHashes(t, e)
		}
	}
}

// TestCheckKernel finds a check at first use that lets a wrong function pass:
// each function of the table's kernels, off by one bit.
func TestCheckKernel(t *testing.T) {
	eachKernel(t, func(t *testing.T, k kernel) {
		for _, f := range faultsOfDigests(k) {
			require.ErrorContains(t, checkKernel(&f.kernel), "wrong digests", f.name)
		}
	})
}

// TestFIPS finds a kernel other than crypto/sha256 that hashes in FIPS 140 mode.
func TestFIPS(t *testing.T) {
	table := newTable(cpu.Detect(), true, checkKernel)
	for _, list := range []string{"", "portable", "nosuch", "stdlib"} {
		e := table.fromEnvironment(list)
		require.Equal(t, "stdlib", e.Backend(), list)
		require.Equal(t, "stdlib", e.ChainBackend(), list)
		require.Len(t, e.rows, 1, list)
		testHashes(t, e)
	}
	for _, info := range table.infos {
		require.Equal(t, info.Name == "stdlib", info.Available, info.Name)
	}
}

// TestNewEngine finds options that are not obeyed and names that are not
// refused.
func TestNewEngine(t *testing.T) {
	e, err := NewEngine()
	require.NoError(t, err)
	testHashes(t, e)
	all := machine()
	for i, k := range all.rows {
		e, err := NewEngine(WithKernels(k.name))
		if info := all.infos[i]; !info.Available {
			require.EqualError(t, err, "hashlanes: kernel "+k.name+" cannot run here: "+info.Why)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, k.name, e.Backend())
		require.Equal(t, k.lanes, e.Lanes())
		require.Contains(t, all.names(), e.ChainBackend())
		testHashes(t, e)
	}
	_, err = NewEngine(WithKernels("stdlib", "nosuch"))
	require.ErrorContains(t, err, `hashlanes: unknown kernel "nosuch"; there are `)
	for _, name := range all.names() {
		require.ErrorContains(t, err, name)
	}
}

// TestForced finds an engine of one kernel that hashes with another: only for
// shapes that the kernel has no code for may the spare one be planned.
func TestForced(t *testing.T) {
	eachKernel(t, func(t *testing.T, k kernel) {
		cheap := priced(portable, 1)
		e := newEngine([]kernel{k, cheap}, 1)
		for s := range numShapes {
			for n := 1; n < 2*planWindow; n++ {
				for _, step := range e.plans[s].steps(n) {
					require.Equal(t, k.can(s), step.k.name == k.name || k.name == cheap.name, "%s of %d on %s", s, n, step.k.name)
				}
			}
		}
	})
}

// TestKernelsIsACopy finds a list through which a caller could change an engine.
func TestKernelsIsACopy(t *testing.T) {
	Kernels()[0].Name = "changed"
	require.NotEqual(t, "changed", Kernels()[0].Name)
	require.Equal(t, defaultEngine().Kernels(), Kernels())
}

// TestBackend finds package functions that describe another engine than the
// default one.
func TestBackend(t *testing.T) {
	require.Equal(t, defaultEngine().Backend(), Backend())
	require.Equal(t, defaultEngine().ChainBackend(), ChainBackend())
	require.Equal(t, defaultEngine().Lanes(), Lanes())
	inUse := ""
	for _, info := range Kernels() {
		if info.InUse && inUse == "" {
			inUse = info.Name
		}
	}
	require.Equal(t, inUse, Backend())
}

// requireNotUsed fails if e may choose the kernel.
func requireNotUsed(t *testing.T, e *Engine, name string) {
	t.Helper()
	for _, k := range e.rows {
		require.NotEqual(t, name, k.name)
	}
}

// testHashes hashes a little of everything.
func testHashes(t *testing.T, e *Engine) {
	t.Helper()
	data := randomBytes(newRand(60), 1000)
	msgs, nodes := pieceList(data, 91), randomSeeds(61, 40)
	got := make([][Size]byte, 20)
	e.HashMany(got, msgs)
	equalDigests(t, sumAll(nil, msgs), got[:len(msgs)], "HashMany")
	e.HashPairs(got, nodes)
	equalDigests(t, sumAll(nil, pieceList(digestBytes(nodes), 64)), got, "HashPairs")
	require.Equal(t, chainOf(nodes[0], 5), e.HashChain(nodes[0], 5))
}
