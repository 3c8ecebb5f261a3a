// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

// Package cpu tells what the processor can do, as a value.
package cpu

// Set is a set of features.
type Set uint32

// Class is a family of microarchitectures that share costs.
type Class uint8

const Generic Class = 0

// Info is what is known of a processor.
type Info struct {
	Set   Set
	Class Class
}

// Detect reads the processor this program runs on.
func Detect() Info { return Info{} }

const SHA256 Set = 1

func (s Set) String() string { return "" }
