// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

// Package cpu tells what the processor can do, as a value: kernels are chosen
// by it, and tests put other processors in its place.
package cpu

import (
	"fmt"
	"strings"
)

// Set is a set of features of processors, of all architectures together.
type Set uint32

// The features that kernels are made of. A feature is only ever reported where
// the operating system keeps the registers that it needs.
const (
	SSSE3 Set = 1 << iota
	SSE41
	BMI2
	AVX
	AVX2
	AVX512F
	AVX512BW
	AVX512DQ
	AVX512VL
	AVX512VBMI
	AVX512VBMI2
	SHA // SHA-NI
	ASIMD
	SHA2   // SHA-256 of arm64
	SHA3   // EOR3, BCAX, XAR and RAX1
	SHA512 // SHA-512 of arm64
	KIMD   // SHA-256 of s390x

	// SHA256 has a member in common with the set of every processor that
	// computes SHA-256 itself.
	SHA256 = SHA | SHA2 | KIMD
)

// features lists all of them in order: the name, which also switches the
// feature off (GODEBUG=cpu.name=off), and what it is of no use without.
var features = [...]struct {
	name string
	need Set
}{
	{"ssse3", 0},
	{"sse41", SSSE3},
	{"bmi2", 0},
	{"avx", SSE41},
	{"avx2", AVX},
	{"avx512f", AVX2},
	{"avx512bw", AVX512F},
	{"avx512dq", AVX512F},
	{"avx512vl", AVX512F},
	{"avx512vbmi", AVX512BW},
	{"avx512vbmi2", AVX512BW},
	{"sha", SSE41},
	{"asimd", 0},
	{"sha2", ASIMD},
	{"sha3", ASIMD},
	{"sha512", ASIMD},
	{"kimd", 0},
}

// Has reports whether all of other are in the set.
func (s Set) Has(other Set) bool { return s&other == other }

// String lists the names of the members, separated by commas.
func (s Set) String() string {
	var names []string
	for i, f := range features {
		if s&(1<<i) != 0 {
			names = append(names, f.name)
		}
	}
	if rest := s >> len(features) << len(features); rest != 0 {
		names = append(names, fmt.Sprintf("%#x", uint32(rest)))
	}
	return strings.Join(names, ", ")
}

// usable leaves out the members that lack what they need, for instance AVX-512
// where AVX2 has been switched off.
func (s Set) usable() Set {
	for i, f := range features {
		if !s.Has(f.need) {
			s &^= 1 << i
		}
	}
	return s
}

// Info is what is known of a processor.
type Info struct {
	Set           Set
	Class         Class
	Vendor        string // as CPUID spells it: GenuineIntel, AuthenticAMD; Apple
	Brand         string // the name it is sold under, where known
	Family, Model int    // of x86 processors, extended fields included
}
