// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

//go:build !purego

package hashlanes

import "github.com/hashlanes/hashlanes/internal/cpu"

// archKernels has no rows where there is no assembly.
func archKernels(cpu.Class) []kernel { return nil }
