// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package cpu

import "fmt"

// Class is a group of microarchitectures on which the same kernels are the best.
type Class uint8

const (
	Generic       Class = iota // anything not named here
	IntelAVX2                  // Haswell to Comet Lake: neither AVX-512 nor SHA-NI
	IntelSkylakeX              // Skylake-X, Cascade Lake: AVX-512 without SHA-NI
	IntelAVX512                // Ice Lake and later: AVX-512 and SHA-NI
	IntelSHA                   // Alder Lake and later, and the small cores: SHA-NI without AVX-512
	Zen2                       // Zen, Zen+, Zen 2
	Zen3
	Zen4 // AVX-512 in halves of 256 bits
	Zen5 // and later
	Apple
	ARMv8 // SHA-256 alone: Cortex-A53 to A78, Neoverse N1
	ARMv9 // SHA-512 and SHA-3 as well: Neoverse V1, N2 and later

	numClasses
)

var classNames = [numClasses]string{
	"generic", "intel-avx2", "intel-skylake-x", "intel-avx512", "intel-sha",
	"zen2", "zen3", "zen4", "zen5", "apple", "armv8", "armv9",
}

func (c Class) String() string {
	if c < numClasses {
		return classNames[c]
	}
	return fmt.Sprintf("class(%d)", uint8(c))
}

// classify names the class of a processor. What it can do says more than its
// model number, as new models and hypervisors leave things out.
func classify(vendor string, family int, s Set) Class {
	switch vendor {
	case "GenuineIntel":
		return classifyIntel(s)
	case "AuthenticAMD", "HygonGenuine":
		return classifyAMD(family, s)
	case "Apple":
		return Apple
	}
	switch {
	case s.Has(SHA2 | SHA3 | SHA512):
		return ARMv9
	case s.Has(SHA2):
		return ARMv8
	}
	return Generic
}

func classifyIntel(s Set) Class {
	switch wide := s.Has(AVX512BW | AVX512VL); {
	case wide && s.Has(SHA):
		return IntelAVX512
	case wide:
		return IntelSkylakeX
	case s.Has(SHA):
		return IntelSHA
	case s.Has(AVX2):
		return IntelAVX2
	}
	return Generic
}

func classifyAMD(family int, s Set) Class {
	switch {
	case family >= 0x1a:
		return Zen5
	case family == 0x19 && s.Has(AVX512F):
		return Zen4
	case family == 0x19:
		return Zen3
	case family >= 0x17: // 0x18 is Hygon's copy of Zen
		return Zen2
	}
	return Generic
}
