// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

func avx512() {}
