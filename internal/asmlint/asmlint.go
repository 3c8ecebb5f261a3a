// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

// Package asmlint checks assembly for faults that neither go vet nor tests find:
// a stack or frame pointer that the runtime cannot follow, registers that belong
// to it, loads that fault on unaligned memory, and vector registers that are
// left dirty and slow whatever SSE code runs next.
package asmlint

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// Fault is one violation of a rule.
type Fault struct {
	File string
	Line int
	Text string // the function it is in
	Rule string
	Code string // the offending line
}

func (f Fault) String() string {
	return fmt.Sprintf("%s:%d: %s: %s: %s", f.File, f.Line, f.Text, f.Rule, f.Code)
}

// The rules. Each is named by what it forbids.
const (
	WritesSP    = "changes the stack pointer"
	UsesBP      = "uses the frame pointer"
	UsesReserve = "uses a register of the runtime"
	ReadsZero   = "reads X15 before it has written it"
	Aligned     = "needs aligned memory"
	Calls       = "calls: kernels are leaves"
	Dirty       = "returns without VZEROUPPER although it uses Y or Z registers"
	Slow        = "uses the SHA unit without VZEROUPPER as its first instruction"
)

// Rules lists all rules.
var Rules = []string{WritesSP, UsesBP, UsesReserve, ReadsZero, Aligned, Calls, Dirty, Slow}

// line is one instruction.
type line struct {
	no   int
	code string
	op   string
	args []string
}

// Check reads the assembly of one architecture ("amd64" or "arm64").
func Check(file, arch string, r io.Reader) ([]Fault, error) {
	var faults []Fault
	var text string
	var body []line
	flush := func() {
		for _, f := range checkText(arch, body) {
			f.File, f.Text = file, text
			faults = append(faults, f)
		}
		body = nil
	}
	scan := bufio.NewScanner(r)
	for no := 1; scan.Scan(); no++ {
		code, _, _ := strings.Cut(scan.Text(), "//")
		for part := range strings.SplitSeq(code, ";") {
			part = strings.TrimSpace(part)
			if name, ok := strings.CutPrefix(part, "TEXT "); ok {
				flush()
				text, _, _ = strings.Cut(name, "(")
				text = strings.TrimPrefix(text, "·")
			} else if l, ok := parse(no, part); ok && text != "" {
				body = append(body, l)
			}
		}
	}
	flush()
	return faults, scan.Err()
}

// parse splits an instruction. Labels, directives and data are none.
func parse(no int, code string) (line, bool) {
	op, rest, _ := strings.Cut(code, " ")
	if tab := strings.IndexByte(op, '\t'); tab >= 0 {
		op, rest = code[:tab], code[tab+1:]
	}
	if op == "" || strings.HasSuffix(op, ":") || strings.HasPrefix(op, "#") || op == "DATA" || op == "GLOBL" {
		return line{}, false
	}
	l := line{no: no, code: code, op: op}
	for _, a := range splitArgs(rest) {
		l.args = append(l.args, strings.TrimSpace(a))
	}
	return l, true
}

// splitArgs splits at commas outside parentheses and brackets.
func splitArgs(s string) (args []string) {
	depth, start := 0, 0
	for i, c := range s {
		switch c {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case ',':
			if depth == 0 {
				args, start = append(args, s[start:i]), i+1
			}
		}
	}
	if rest := strings.TrimSpace(s[start:]); rest != "" {
		args = append(args, rest)
	}
	return args
}

// names is every register name in an argument.
var names = regexp.MustCompile(`\b[A-Z][A-Z0-9_]*\b`)

func (l *line) mentions(regs ...string) bool {
	for _, a := range l.args {
		for _, n := range names.FindAllString(a, -1) {
			if slices.Contains(regs, n) {
				return true
			}
		}
	}
	return false
}

// dst is the last argument, which nearly all instructions write.
func (l *line) dst() string {
	if len(l.args) == 0 {
		return ""
	}
	return l.args[len(l.args)-1]
}

func checkText(arch string, body []line) []Fault {
	if arch == "arm64" {
		return checkARM64(body)
	}
	return checkAMD64(body)
}

// reads are instructions whose last argument is only read.
var compares = regexp.MustCompile(`^(CMP|TEST|BT|VPTEST|VPCMP)`)

var alignedOp = regexp.MustCompile(`^V?MOV(DQA(32|64)?|APS|APD|NT.*)$`)

func checkAMD64(body []line) (faults []Fault) {
	report := func(l line, rule string) {
		faults = append(faults, Fault{Line: l.no, Rule: rule, Code: l.code})
	}
	wide, wrote15 := false, false
	for _, l := range body {
		wide = wide || wideName.MatchString(strings.Join(l.args, " "))
	}
	// SHA instructions are ten times slower while upper halves are dirty, whoever left them so.
	if sha := slices.IndexFunc(body, func(l line) bool { return l.op == "SHA256RNDS2" }); sha >= 0 && body[0].op != "VZEROUPPER" {
		report(body[sha], Slow)
	}
	for i, l := range body {
		if l.dst() == "SP" && !compares.MatchString(l.op) || l.op == "PUSHQ" || l.op == "POPQ" {
			report(l, WritesSP)
		}
		if l.mentions("BP") {
			report(l, UsesBP)
		}
		if l.mentions("R14", "R15") {
			report(l, UsesReserve)
		}
		if l.mentions("X15", "Y15", "Z15") && !wrote15 {
			if wrote15 = writesOnly15(l); !wrote15 {
				report(l, ReadsZero)
			}
		}
		if alignedOp.MatchString(l.op) && strings.Contains(strings.Join(l.args, " "), "(") {
			report(l, Aligned)
		}
		if l.op == "CALL" {
			report(l, Calls)
		}
		if l.op == "RET" && wide && (i == 0 || body[i-1].op != "VZEROUPPER") {
			report(l, Dirty)
		}
	}
	return faults
}

var wideName = regexp.MustCompile(`\b[YZ]([0-9]|[12][0-9]|3[01])\b`)

// writesOnly15 says that the destination is register 15 and no source is,
// unless the instruction clears it.
func writesOnly15(l line) bool {
	is15 := func(a string) bool { return slices.Contains([]string{"X15", "Y15", "Z15"}, a) }
	if !is15(l.dst()) {
		return false
	}
	if strings.Contains(l.op, "XOR") || strings.HasPrefix(l.op, "VZERO") {
		return true
	}
	sources := l.args[:len(l.args)-1]
	return !slices.ContainsFunc(sources, is15) && strings.HasPrefix(l.op, "V") || strings.HasPrefix(l.op, "MOV")
}

func checkARM64(body []line) (faults []Fault) {
	for _, l := range body {
		rule := ""
		switch {
		case l.dst() == "RSP" && !compares.MatchString(l.op):
			rule = WritesSP
		case l.mentions("R29"):
			rule = UsesBP
		case l.mentions("R18", "R18_PLATFORM", "R26", "R27", "R28", "g"):
			rule = UsesReserve
		case l.op == "CALL" || l.op == "BL":
			rule = Calls
		}
		if rule != "" {
			faults = append(faults, Fault{Line: l.no, Rule: rule, Code: l.code})
		}
	}
	return faults
}
