// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

// Package cpu tells what the processor can do, as a value.
package cpu

import (
	"fmt"
	"github.com/klauspost/cpuid/v2"
	"golang.org/x/sys/cpu"
)

// Set is a set of features.
type Set uint32

// Class is a family of microarchitectures that share costs.
type Class uint8

const Generic Class = 0

const (
	AVX Set = 1 << iota
	AVX2
	AVX512F
	AVX512BW
	AVX512VL
	SHA
)

// Info is what is known of a processor.
type Info struct {
	Set   Set
	Class Class
}

// Detect reads the processor this program runs on.
func Detect() Info {
	var s Set
	for f, ok := range map[Set]bool{AVX: cpu.X86.HasAVX, AVX2: cpu.X86.HasAVX2, AVX512F: cpu.X86.HasAVX512F, AVX512BW: cpu.X86.HasAVX512BW, AVX512VL: cpu.X86.HasAVX512VL, SHA: cpuid.CPU.Has(cpuid.SHA)} {
		if ok {
			s |= f
		}
	}
	return Info{Set: s}
}

const SHA256 = SHA

func (s Set) String() string { return fmt.Sprint(uint32(s)) }
