// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

//go:build !purego

package hashlanes

import "github.com/hashlanes/hashlanes/internal/cpu"

var (
	costsARM4 = classCosts{cpu.Generic: {240, 340, 420, 240, 240, 220}}
	costsNEON = classCosts{cpu.Generic: {1340, 2250, 2680, 1500, 1500, 1250}}
	costsARM2 = classCosts{cpu.Generic: {130, 200, 240, 150, 150, 120}}
	costsARM1 = classCosts{cpu.Generic: {90, 170, 180, 120, 120, 82}}
)
