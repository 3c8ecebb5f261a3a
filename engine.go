// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import (
	"crypto/fips140"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/hashlanes/hashlanes/internal/cpu"
)

// Engine hashes with a fixed choice of kernels. The package functions use the
// default engine: all kernels that this machine can run, or those that the
// environment variable HASHLANES_KERNELS names. An Engine does not change and is
// safe for concurrent use.
type Engine struct {
	rows  []kernel // in use, widest first
	plans [numShapes]planTable
	infos []KernelInfo
}

// KernelInfo describes one kernel of this build.
type KernelInfo struct {
	Name      string // as WithKernels and HASHLANES_KERNELS take it
	Kind      string // "wide", "stream" or "serial"
	Lanes     int    // messages advanced together; 0 for a name that no kernel has
	Available bool   // this machine can run it, and its check against the portable kernel passed
	InUse     bool   // the engine may choose it
	Why       string // if it is not in use: the reason
}

// Option changes what NewEngine makes.
type Option func(*options)

type options struct{ names []string }

// WithKernels restricts an engine to the named kernels; see [Kernels] for the
// names. Work that none of them has code for runs on "portable".
func WithKernels(names ...string) Option {
	return func(o *options) { o.names = append(o.names, names...) }
}

// NewEngine makes an engine of all kernels that this machine can run, or of
// those that WithKernels names. It returns an error for a name that no kernel
// has, with the names there are, and for a kernel that cannot run here, with the
// reason.
func NewEngine(opts ...Option) (*Engine, error) {
	var o options
	for _, opt := range opts {
		opt(&o)
	}
	t := machine()
	for _, name := range o.names {
		info := t.info(name)
		if info == nil {
			return nil, fmt.Errorf("hashlanes: unknown kernel %q; there are %s", name, strings.Join(t.names(), ", "))
		}
		if !info.Available {
			return nil, fmt.Errorf("hashlanes: kernel %s cannot run here: %s", name, info.Why)
		}
	}
	return t.engine(o.names, "not chosen by WithKernels"), nil
}

// defaultEngine is made at the first call of the package.
var defaultEngine = sync.OnceValue(func() *Engine {
	return machine().fromEnvironment(os.Getenv("HASHLANES_KERNELS"))
})

// Backend returns the name of the widest kernel in use, such as "avx512x16".
func Backend() string { return defaultEngine().Backend() }

// Backend returns the name of the widest kernel of e.
func (e *Engine) Backend() string { return e.rows[0].name }

// Lanes returns the number of lanes of the widest kernel in use.
func Lanes() int { return defaultEngine().Lanes() }

// Lanes returns the number of lanes of the widest kernel of e.
func (e *Engine) Lanes() int { return e.rows[0].lanes }

// ChainBackend returns the name of the kernel that HashChain uses.
func ChainBackend() string { return defaultEngine().ChainBackend() }

// ChainBackend returns the name of the kernel that e.HashChain uses.
func (e *Engine) ChainBackend() string { return e.next(shapeLinks, 1).k.name }

// Kernels describes every kernel of this build, widest first, and whatever
// HASHLANES_KERNELS names that no kernel has.
func Kernels() []KernelInfo { return defaultEngine().Kernels() }

// Kernels describes every kernel of this build, widest first.
func (e *Engine) Kernels() []KernelInfo { return append([]KernelInfo(nil), e.infos...) }

// next gives the first step of the plan for n messages.
func (e *Engine) next(s shape, n int) step { return e.plans[s].next(n) }

// newEngine plans for rows, widest first and portable last, of which the last
// spare ones are used only for shapes that the others have no code for.
func newEngine(rows []kernel, spare int) *Engine {
	e := &Engine{rows: rows}
	for i := range rows {
		if rows[i].limit == 0 {
			rows[i].limit = maxCallBlocks / rows[i].lanes
		}
	}
	for s := range numShapes {
		candidates := rows[:len(rows)-spare]
		if !anyCan(candidates, s) {
			candidates = rows
		}
		e.plans[s] = plan(candidates, s)
	}
	return e
}

func anyCan(rows []kernel, s shape) bool {
	for i := range rows {
		if rows[i].can(s) {
			return true
		}
	}
	return false
}

// table is the kernels of this build and what became of them on this machine.
type table struct {
	rows  []kernel
	infos []KernelInfo // one for each row
}

// machine looks at the processor and checks every kernel that it can run
// against the portable one, once.
var machine = sync.OnceValue(func() table {
	return newTable(cpu.Detect(), fips140.Enabled(), checkKernel)
})

// newTable lists the kernels for a processor. check says what is wrong with a
// kernel that the processor can run.
func newTable(info cpu.Info, fips bool, check func(*kernel) error) table {
	t := table{rows: append(archKernels(info.Class), stdlibFor(info), portable)}
	for i := range t.rows {
		k := &t.rows[i]
		ki := KernelInfo{Name: k.name, Kind: string(k.kind), Lanes: k.lanes}
		if fips && k.name != stdlib.name {
			ki.Why = "FIPS 140 mode allows only crypto/sha256"
		} else if missing := k.need &^ info.Set; missing != 0 {
			ki.Why = "this machine lacks " + missing.String()
		} else if err := check(k); err != nil {
			ki.Why = "failed its check against the portable kernel: " + err.Error()
		} else {
			ki.Available = true
		}
		t.infos = append(t.infos, ki)
	}
	return t
}

// info finds a kernel by name.
func (t table) info(name string) *KernelInfo {
	for i := range t.infos {
		if t.infos[i].Name == name {
			return &t.infos[i]
		}
	}
	return nil
}

// names lists all kernels.
func (t table) names() (names []string) {
	for _, info := range t.infos {
		names = append(names, info.Name)
	}
	return names
}

// fromEnvironment makes the engine that a list of names asks for. A library
// does not die of a variable: unknown names are only reported by Kernels.
func (t table) fromEnvironment(list string) *Engine {
	var known []string
	var unknown []KernelInfo
	for _, name := range strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' }) {
		if t.info(name) != nil {
			known = append(known, name)
		} else {
			unknown = append(unknown, KernelInfo{Name: name, Why: "unknown name in HASHLANES_KERNELS, ignored"})
		}
	}
	e := t.engine(known, "not named in HASHLANES_KERNELS")
	e.infos = append(e.infos, unknown...)
	return e
}

// engine makes an engine of the available kernels among names, or of all if
// there are no names. otherwise says why the others are not in use.
func (t table) engine(names []string, otherwise string) *Engine {
	var rows []kernel
	infos := append([]KernelInfo(nil), t.infos...)
	for i := range infos {
		info := &infos[i]
		if !info.Available {
			continue
		}
		if info.InUse = len(names) == 0 || slices.Contains(names, info.Name); info.InUse {
			rows = append(rows, t.rows[i])
		} else {
			info.Why = otherwise
		}
	}
	last := t.fallback()
	spare := 0
	if len(rows) == 0 || rows[len(rows)-1].name != last.name {
		rows, spare = append(rows, last), 1
	}
	e := newEngine(rows, spare)
	e.infos = infos
	return e
}

// fallback is the row that can do everything: portable, but only crypto/sha256
// in FIPS 140 mode.
func (t table) fallback() kernel {
	for i := len(t.rows) - 1; i >= 0; i-- {
		if t.infos[i].Available {
			return t.rows[i]
		}
	}
	return portable
}
