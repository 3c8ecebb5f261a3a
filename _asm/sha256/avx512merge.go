// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"cmp"
	"slices"
	"strings"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// This file orders instructions. Program order leaves the two vector ports of
// the core idle for 2 % of the time: within one round nearly everything waits
// for the round before, and what does not comes after it. So the rounds, the
// schedule and the loads of a region are written down one after the other, as
// steps, and then merged: a model of the ports issues the steps, those with the
// longest way to the end of the region first, and the order in which it issues
// them is the order of the program.

// step is one instruction of a region.
type step struct {
	op    instruction
	args  []Op
	at    []value  // the register values among args
	notes []string // comments above it
	ports ports    // that can execute it
	wait  int      // cycles until the result can be used

	reads, writes []value
	next          []edge // steps that must follow
	missing       int    // steps that must still come before
	ready         int    // earliest cycle
	height        int    // cycles from here to the end of the region
}

// instruction is a constructor of avo.
type instruction = func(...Op) (*ir.Instruction, error)

type edge struct {
	to   *step
	wait int
}

// value is what a register holds: each new content of a temporary is another
// value, so that the order is not bound by the choice of temporaries.
type value struct {
	id reg.ID
	n  int // 0, or the number of the content of a temporary
}

// do emits an instruction, or adds it to the region that is being written.
func (c *core) do(op instruction, args ...Op) {
	i, err := op(args...)
	if err != nil {
		panic(err)
	}
	if c.contents == nil {
		Instruction(i)
		return
	}
	s := &step{op: op, args: args, at: make([]value, len(args)), notes: c.notes}
	s.ports, s.wait = c.costOf(i)
	last, writes := len(args)-1, len(i.OutputRegisters()) > 0
	updates := readsLast(i.Opcode, args)
	for k, a := range args {
		for _, r := range Registers(a) {
			n, temporary := c.contents[r.ID()]
			if temporary && k == last && writes && !updates {
				n = len(c.steps) + 1
				c.contents[r.ID()] = n
			}
			s.at[k] = value{r.ID(), n}
			if k < last || !writes || updates {
				s.reads = append(s.reads, s.at[k])
			}
		}
	}
	if writes {
		s.writes = s.at[last:]
	}
	c.steps, c.notes = append(c.steps, s), nil
}

// readsLast tells whether an instruction reads its last operand, too.
func readsLast(opcode string, args []Op) bool {
	masked := slices.ContainsFunc(args, func(a Op) bool {
		r, ok := a.(reg.Register)
		return ok && r.Kind() == reg.KindOpmask
	})
	return masked || strings.HasPrefix(opcode, "VPTERNLOG")
}

// note is Comment for instructions given to do.
func (c *core) note(lines ...string) {
	if c.contents != nil {
		c.notes = append(c.notes, lines...)
		return
	}
	Comment(lines...)
}

// merge emits the instructions that region gives to do, in an order that keeps
// the ports busy. No step moves ahead of more than window others. The contents
// of temporaries are lost, and the region must not load what it stores.
func (c *core) merge(window int, temporaries []reg.Register, region func()) {
	c.steps, c.contents = nil, map[reg.ID]int{}
	for _, r := range temporaries {
		c.contents[r.ID()] = 0
	}
	region()
	c.contents = nil
	var order []*step
	for spare := 0; order == nil; spare++ {
		link(c.steps)
		order = issue(c.steps, c.machine(), window, len(temporaries), spare)
	}
	emit(order, temporaries)
}

// link finds which steps must follow which, and the heights.
func link(steps []*step) {
	for _, s := range steps {
		s.next, s.missing, s.ready, s.height = nil, 0, 0, 0
	}
	writer, readers := map[value]*step{}, map[value][]*step{}
	follow := func(a, b *step, wait int) {
		if a != nil && a != b {
			a.next = append(a.next, edge{b, wait})
			b.missing++
		}
	}
	for _, s := range steps {
		for _, v := range s.reads {
			if w := writer[v]; w != nil {
				follow(w, s, w.wait)
			}
			readers[v] = append(readers[v], s)
		}
		for _, v := range s.writes {
			follow(writer[v], s, 0)
			for _, r := range readers[v] {
				follow(r, s, 0)
			}
			writer[v], readers[v] = s, nil
		}
	}
	for _, s := range slices.Backward(steps) {
		for _, e := range s.next {
			s.height = max(s.height, e.to.height+e.wait)
		}
	}
}

// ports is a set of ports; the empty set is for instructions that need none of
// those that are short.
type ports uint

const (
	p0 ports = 1 << iota
	p1
	p5
)

// machine is the ports that there are. With ZMM registers port 1 is part of
// port 0.
func (c *core) machine() ports {
	if c.lanes == 16 {
		return p0 | p5
	}
	return p0 | p1 | p5
}

// costOf returns the ports that can execute i, and how long that takes.
func (c *core) costOf(i *ir.Instruction) (ports, int) {
	const load = 6
	op := i.Opcode
	switch {
	case strings.HasPrefix(op, "VPADD"), strings.HasPrefix(op, "VPTERNLOG"):
		return c.machine(), 1
	case strings.HasPrefix(op, "VPROR"), strings.HasPrefix(op, "VPSRL"):
		return c.machine() &^ p5, 1
	case strings.HasPrefix(op, "VINSERT"):
		return c.machine(), load
	case op == "VSHUFI32X4":
		return p5, 3
	case op == "VPSHUFB", strings.HasPrefix(op, "VPUNPCK"):
		return c.machine() &^ p0, 1
	case op == "VMOVDQA64", op == "MOVBLZX":
		return 0, 0
	}
	return 0, load
}

// issue returns the steps in the order in which the model issues them. Steps
// that overtake others leave spare temporaries for these; the result is nil if
// that was not enough.
func issue(steps []*step, machine ports, window, temporaries, spare int) (order []*step) {
	reads, alive := map[value]int{}, map[value]bool{}
	for _, s := range steps {
		for _, v := range s.reads {
			reads[v]++
		}
	}
	room := func(s *step) int {
		n := len(alive)
		for _, v := range s.reads {
			if v.n > 0 && reads[v] == 1 {
				n--
			}
		}
		for _, v := range s.writes {
			if v.n > 0 {
				n++
			}
		}
		return temporaries - n
	}
	take := func(s *step, cycle int) {
		for _, v := range s.reads {
			if reads[v]--; reads[v] == 0 {
				delete(alive, v)
			}
		}
		for _, v := range s.writes {
			if v.n > 0 {
				alive[v] = true
			}
		}
		for _, e := range s.next {
			e.to.missing--
			e.to.ready = max(e.to.ready, cycle+e.wait)
		}
	}
	for cycle := 0; len(steps) > 0; cycle++ {
		for free := machine; ; {
			var can []*step
			for i, s := range steps[:min(window, len(steps))] {
				if s.missing == 0 && s.ready <= cycle && (s.ports == 0 || s.ports&free != 0) && (i == 0 || len(s.writes) == 0 || s.writes[0].n == 0 || room(s) >= spare) {
					can = append(can, s)
				}
			}
			if len(can) == 0 {
				break
			}
			s := slices.MinFunc(can, func(a, b *step) int { return cmp.Compare(b.height, a.height) })
			free &^= choosePort(s, can, free)
			if room(s) < 0 {
				return nil
			}
			take(s, cycle)
			order = append(order, s)
			steps = slices.DeleteFunc(slices.Clone(steps), func(x *step) bool { return x == s })
		}
	}
	return order
}

// choosePort takes for s a free port that the other candidates need least.
func choosePort(s *step, can []*step, free ports) (best ports) {
	least := len(can) + 1
	for _, p := range []ports{p5, p1, p0} {
		n := 0
		for _, o := range can {
			if o != s && o.ports&free == p {
				n++
			}
		}
		if s.ports&free&p != 0 && n < least {
			best, least = p, n
		}
	}
	return best
}

// emit emits the steps, with a temporary for each content.
func emit(steps []*step, temporaries []reg.Register) {
	uses := map[value]int{}
	for _, s := range steps {
		for _, v := range s.at {
			uses[v]++
		}
	}
	home := map[value]reg.Register{}
	for _, s := range steps {
		for k, v := range s.at {
			if v.n == 0 {
				continue
			}
			if home[v] == nil {
				home[v], temporaries = temporaries[0], temporaries[1:]
			}
			s.args[k] = sized(home[v], s.args[k].(reg.Register))
			if uses[v]--; uses[v] == 0 {
				temporaries = append(slices.Clone(temporaries), home[v])
			}
		}
		if s.notes != nil {
			Comment(s.notes...)
		}
		i, _ := s.op(s.args...)
		Instruction(i)
	}
}

// sized is r at the width of like.
func sized(r, like reg.Register) reg.Register {
	switch v := r.(reg.Vec); like.Size() {
	case 16:
		return v.AsX()
	case 32:
		return v.AsY()
	default:
		return v.AsZ()
	}
}
