// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

//go:build !linux

package hashlanes

import (
	"errors"
	"fmt"
	"runtime"
)

func readTopology() (*CPUTopology, error) { return flatTopology(), nil }

func pin(int) (unpin func() error, err error) {
	return nil, fmt.Errorf("hashlanes: Pin on %s: %w", runtime.GOOS, errors.ErrUnsupported)
}
