// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package cpu

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
)

const (
	sse     = SSSE3 | SSE41
	haswell = sse | BMI2 | AVX | AVX2
	skylake = haswell | AVX512F | AVX512BW | AVX512DQ | AVX512VL
	icelake = skylake | AVX512VBMI | AVX512VBMI2 | SHA
)

func TestClassify(t *testing.T) {
	for _, c := range []struct {
		name          string
		vendor        string
		family, model int // model for the reader: the set says enough
		set           Set
		want          Class
	}{
		{"Sandy Bridge", "GenuineIntel", 6, 42, sse | AVX, Generic},
		{"Haswell", "GenuineIntel", 6, 60, haswell, IntelAVX2},
		{"Comet Lake", "GenuineIntel", 6, 165, haswell, IntelAVX2},
		{"Skylake-X", "GenuineIntel", 6, 85, skylake, IntelSkylakeX},
		{"Ice Lake", "GenuineIntel", 6, 106, icelake, IntelAVX512},
		{"Ice Lake, SHA hidden", "GenuineIntel", 6, 106, icelake &^ SHA, IntelSkylakeX},
		{"Rocket Lake", "GenuineIntel", 6, 167, icelake, IntelAVX512},
		{"Sapphire Rapids", "GenuineIntel", 6, 143, icelake, IntelAVX512},
		{"Granite Rapids", "GenuineIntel", 6, 173, icelake, IntelAVX512},
		{"Diamond Rapids", "GenuineIntel", 19, 1, icelake, IntelAVX512},
		{"Alder Lake", "GenuineIntel", 6, 151, haswell | SHA, IntelSHA},
		{"Goldmont", "GenuineIntel", 6, 92, sse | SHA, IntelSHA},
		{"Excavator", "AuthenticAMD", 0x15, 0x65, haswell, Generic},
		{"Zen", "AuthenticAMD", 0x17, 0x01, haswell | SHA, Zen2},
		{"Zen 2", "AuthenticAMD", 0x17, 0x31, haswell | SHA, Zen2},
		{"Dhyana", "HygonGenuine", 0x18, 0x00, haswell | SHA, Zen2},
		{"Zen 3", "AuthenticAMD", 0x19, 0x01, haswell | SHA, Zen3},
		{"Zen 4", "AuthenticAMD", 0x19, 0x11, icelake, Zen4},
		{"Zen 5", "AuthenticAMD", 0x1a, 0x02, icelake, Zen5},
		{"after Zen 5", "AuthenticAMD", 0x1b, 0x00, icelake, Zen5},
		{"Zhaoxin", "CentaurHauls", 7, 59, haswell | SHA, Generic},
		{"Apple M1", "Apple", 0, 0, ASIMD | SHA2 | SHA3 | SHA512, Apple},
		{"Cortex-A72", "", 0, 0, ASIMD | SHA2, ARMv8},
		{"Raspberry Pi 4", "", 0, 0, ASIMD, Generic},
		{"Neoverse V1", "", 0, 0, ASIMD | SHA2 | SHA3 | SHA512, ARMv9},
		{"z15", "", 0, 0, KIMD, Generic},
		{"nothing known", "", 0, 0, 0, Generic},
	} {
		if got := classify(c.vendor, c.family, c.set); got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
		if got := c.set.usable(); got != c.set {
			t.Errorf("%s: %v, of which %v is usable", c.name, c.set, got)
		}
	}
}

func TestString(t *testing.T) {
	for s, want := range map[Set]string{
		0:                   "",
		AVX2 | SHA:          "avx2, sha",
		AVX512VBMI2 | ASIMD: "avx512vbmi2, asimd",
		KIMD:                "kimd",
		SSSE3 | 1<<30:       "ssse3, 0x40000000",
	} {
		if got := s.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if got := fmt.Sprint(Generic, IntelAVX512, ARMv9, numClasses); got != "generic intel-avx512 armv9 class(12)" {
		t.Errorf("classes: got %q", got)
	}
	if slices.Contains(classNames[:], "") || KIMD != 1<<(len(features)-1) {
		t.Error("a name is missing")
	}
}

func TestUsable(t *testing.T) {
	for _, c := range []struct{ without, want Set }{
		{AVX512F, haswell | SHA},
		{AVX512BW, skylake&^AVX512BW | SHA},
		{AVX2, sse | BMI2 | AVX | SHA},
		{AVX, sse | BMI2 | SHA},
		{SSE41, SSSE3 | BMI2},
		{SHA, icelake &^ SHA},
	} {
		if got := (icelake &^ c.without).usable(); got != c.want {
			t.Errorf("without %v: got %v, want %v", c.without, got, c.want)
		}
	}
	if got := forSystem("darwin", icelake).usable(); got != haswell|SHA {
		t.Errorf("macOS: got %v", got)
	}
	if got := forSystem("linux", icelake); got != icelake {
		t.Errorf("Linux: got %v", got)
	}
}

func TestSwitchedOff(t *testing.T) {
	for godebug, want := range map[string]bool{
		"":                            false,
		"cpu.sha=off":                 true,
		"gctrace=0,cpu.sha=off":       true,
		"cpu.sha=on":                  false,
		"cpu.sha=off,cpu.sha=on":      false,
		"cpu.all=off":                 true,
		"cpu.all=off,cpu.sha=on":      false,
		"cpu.sha=of":                  false,
		"cpu.sha":                     false,
		"cpu.sha512=off,xcpu.sha=off": false,
	} {
		if got := switchedOff(godebug, "sha"); got != want {
			t.Errorf("%q: got %v", godebug, got)
		}
	}
}

// TestGODEBUG detects again in child processes with features switched off.
func TestGODEBUG(t *testing.T) {
	const child = "HASHLANES_TEST_CHILD"
	if os.Getenv(child) != "" {
		fmt.Printf("set=%d\n", Detect().Set)
		return
	}
	detect := func(godebug string) (s Set) {
		cmd := exec.Command(os.Args[0], "-test.run=^TestGODEBUG$")
		cmd.Env = append(os.Environ(), child+"=1", "GODEBUG="+godebug)
		out, err := cmd.Output()
		if err != nil {
			t.Skip("no child process:", err)
		}
		if _, err := fmt.Sscanf(string(out), "set=%d\n", &s); err != nil {
			t.Fatalf("%q: %v", out, err)
		}
		return s
	}
	all := detect("")
	for i, f := range features {
		feature := Set(1) << i
		if !all.Has(feature) || feature == KIMD { // x/sys/cpu has no switch of this name
			continue
		}
		if got, want := detect("cpu."+f.name+"=off"), (all &^ feature).usable(); got != want {
			t.Errorf("without %v: got %v, want %v", feature, got, want)
		}
	}
	if got := detect("cpu.all=off"); got.Has(SHA) || got.Has(AVX) || got.Has(SHA2) {
		t.Errorf("without all: got %v", got)
	}
}

// TestDetect compares with what Linux says: nothing may be reported that it
// does not list.
func TestDetect(t *testing.T) {
	info := Detect()
	t.Logf("%+v, class %v", info, info.Class)
	if info.Set != info.Set.usable() || info.Class != classify(info.Vendor, info.Family, info.Set) {
		t.Error("not consistent")
	}
	line := map[string]string{"amd64": "flags\t\t: ", "arm64": "Features\t: "}[runtime.GOARCH]
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil || line == "" {
		t.Skip("no list of features")
	}
	_, rest, found := strings.Cut(string(text), line)
	if !found {
		t.Skip("/proc/cpuinfo is another machine's")
	}
	rest, _, _ = strings.Cut(rest, "\n")
	listed := strings.Fields(rest)
	other := map[string]string{"sse41": "sse4_1", "avx512vbmi2": "avx512_vbmi2", "sha": "sha_ni"}
	for i, f := range features {
		name := f.name
		if o := other[name]; o != "" {
			name = o
		}
		if info.Set.Has(1<<i) && !slices.Contains(listed, name) {
			t.Errorf("%s is not in /proc/cpuinfo", name)
		}
	}
}
