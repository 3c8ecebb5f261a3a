// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package cpu

import (
	"os"
	"runtime"
	"strings"

	"github.com/klauspost/cpuid/v2"
	"golang.org/x/sys/cpu"
)

// Detect looks at the processor this program runs on.
//
// The features come from golang.org/x/sys/cpu, which checks that the operating
// system saves wide registers and obeys GODEBUG=cpu.name=off. It does not know
// SHA-NI; that bit, the vendor and the model come from cpuid.
func Detect() Info {
	godebug := os.Getenv("GODEBUG")
	s := systemSet()
	if runtime.GOARCH == "amd64" && cpuid.CPU.Has(cpuid.SHA) && !switchedOff(godebug, "sha") {
		s |= SHA
	}
	info := Info{
		Set:    forSystem(runtime.GOOS, s).usable(),
		Vendor: cpuid.CPU.VendorString,
		Brand:  strings.TrimSpace(cpuid.CPU.BrandName),
	}
	if runtime.GOARCH == "amd64" {
		info.Family, info.Model = cpuid.CPU.Family, cpuid.CPU.Model
	}
	if runtime.GOARCH == "arm64" && (runtime.GOOS == "darwin" || runtime.GOOS == "ios") {
		info.Vendor = "Apple"
	}
	info.Class = classify(info.Vendor, info.Family, info.Set)
	return info
}

// systemSet is what golang.org/x/sys/cpu knows. On other architectures than the
// one a field is for, it is false.
func systemSet() (s Set) {
	x, a := &cpu.X86, &cpu.ARM64
	wide := x.HasAVX512 // GODEBUG=cpu.avx512=off changes this one alone
	for _, f := range []struct {
		has bool
		set Set
	}{
		{x.HasSSSE3, SSSE3}, {x.HasSSE41, SSE41}, {x.HasBMI2, BMI2}, {x.HasAVX, AVX}, {x.HasAVX2, AVX2},
		{wide && x.HasAVX512F, AVX512F}, {x.HasAVX512BW, AVX512BW}, {x.HasAVX512DQ, AVX512DQ},
		{x.HasAVX512VL, AVX512VL}, {x.HasAVX512VBMI, AVX512VBMI}, {x.HasAVX512VBMI2, AVX512VBMI2},
		{a.HasASIMD, ASIMD}, {a.HasSHA2, SHA2}, {a.HasSHA3, SHA3}, {a.HasSHA512, SHA512},
		{cpu.S390X.HasSHA256, KIMD},
	} {
		if f.has {
			s |= f.set
		}
	}
	return s
}

// forSystem leaves out what a system breaks: signals lose the mask registers of
// AVX-512 on macOS (golang.org/issue/49233).
func forSystem(goos string, s Set) Set {
	if goos == "darwin" || goos == "ios" {
		s &^= AVX512F
	}
	return s
}

// switchedOff reports whether a feature is off by the value of GODEBUG, as
// golang.org/x/sys/cpu reads it: the last word counts.
func switchedOff(godebug, feature string) (off bool) {
	for _, field := range strings.Split(godebug, ",") {
		name, value, _ := strings.Cut(field, "=")
		if name == "cpu."+feature || name == "cpu.all" {
			switch value {
			case "on":
				off = false
			case "off":
				off = true
			}
		}
	}
	return off
}
