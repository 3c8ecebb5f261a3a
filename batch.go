// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

// Size is the length of a digest in bytes, BlockSize that of a message block.
const Size, BlockSize = 32, 64
