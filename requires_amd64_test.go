// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

//go:build !purego

package hashlanes

import _ "embed"

//go:embed lanes_amd64.s
var assembly string
