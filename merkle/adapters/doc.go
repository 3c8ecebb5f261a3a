// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

// Package adapters is the parent of packages that give hashlanes the exact
// signatures of others: sszhash for fastssz and gohashtree, loghash for
// transparency-dev/merkle, tlogtree for golang.org/x/mod/sumdb/tlog, and comet
// for CometBFT. Each is tested against the real package.
package adapters
