// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

//go:build !purego && (amd64 || arm64)

package hashlanes

import "github.com/hashlanes/hashlanes/internal/cpu"

// classCosts is the price of a kernel by class; Generic for what is not listed.
type classCosts map[cpu.Class]cost

func (c classCosts) on(class cpu.Class) cost {
	if p, ok := c[class]; ok {
		return p
	}
	return c[cpu.Generic]
}
