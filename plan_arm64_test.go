// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

//go:build !purego

package hashlanes

import (
	"testing"

	"github.com/hashlanes/hashlanes/internal/cpu"
)

// TestPlanMachines finds plans for real machines that change unseen, and
// kernels that a machine cannot run in its plans: the tables of processors of
// every class, whatever this one is.
func TestPlanMachines(t *testing.T) {
	const sha2 = cpu.ASIMD | cpu.SHA2
	machines := []struct {
		name string
		info cpu.Info
	}{
		{"Neoverse N1, Cortex-A72 with SHA-2", cpu.Info{Class: cpu.ARMv8, Set: sha2}},
		{"Neoverse V1", cpu.Info{Class: cpu.ARMv9, Set: sha2 | cpu.SHA3 | cpu.SHA512}},
		{"Apple M1", cpu.Info{Class: cpu.Apple, Set: sha2 | cpu.SHA3 | cpu.SHA512}},
		{"Cortex-A72 without SHA-2", cpu.Info{Set: cpu.ASIMD}},
		{"a processor with nothing", cpu.Info{}},
	}
	var cases []planCase
	for _, m := range machines {
		table := newTable(m.info, false, func(*kernel) error { return nil })
		cases = append(cases, planCase{m.name, table.engine(nil, "").rows})
	}
	comparePlans(t, "testdata/plan_arm64.golden", cases)
}
