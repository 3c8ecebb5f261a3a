// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

//go:build !purego

package hashlanes

import (
	"testing"

	"github.com/hashlanes/hashlanes/internal/cpu"
)

// Features of the machines below.
const (
	haswell  = cpu.SSSE3 | cpu.SSE41 | cpu.BMI2 | cpu.AVX | cpu.AVX2
	skylakeX = haswell | cpu.AVX512F | cpu.AVX512BW | cpu.AVX512DQ | cpu.AVX512VL
	iceLake  = skylakeX | cpu.AVX512VBMI | cpu.AVX512VBMI2 | cpu.SHA
)

// TestPlanMachines finds plans for real machines that change unseen, and
// kernels that a machine cannot run in its plans: the tables of processors of
// every class, whatever this one is.
func TestPlanMachines(t *testing.T) {
	machines := []struct {
		name string
		info cpu.Info
	}{
		{"Intel with AVX-512 and SHA-NI", cpu.Info{Class: cpu.IntelAVX512, Set: iceLake}},
		{"Intel with AVX-512, without SHA-NI", cpu.Info{Class: cpu.IntelSkylakeX, Set: skylakeX}},
		{"Intel with AVX2 only", cpu.Info{Class: cpu.IntelAVX2, Set: haswell}},
		{"Intel with AVX2 and SHA-NI", cpu.Info{Class: cpu.IntelSHA, Set: haswell | cpu.SHA}},
		{"AMD Zen 2", cpu.Info{Class: cpu.Zen2, Set: haswell | cpu.SHA}},
		{"AMD Zen 3", cpu.Info{Class: cpu.Zen3, Set: haswell | cpu.SHA}},
		{"AMD Zen 4", cpu.Info{Class: cpu.Zen4, Set: iceLake}},
		{"AMD Zen 5", cpu.Info{Class: cpu.Zen5, Set: iceLake}},
		{"a processor with nothing", cpu.Info{}},
	}
	var cases []planCase
	for _, m := range machines {
		table := newTable(m.info, false, func(*kernel) error { return nil })
		cases = append(cases, planCase{m.name, table.engine(nil, "").rows})
	}
	comparePlans(t, "testdata/plan_amd64.golden", cases)
}
