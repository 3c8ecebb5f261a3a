// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

//go:build !linux

package hashlanes

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPinUnsupported(t *testing.T) {
	unpin, err := Pin(0)
	require.ErrorIs(t, err, errors.ErrUnsupported)
	require.ErrorContains(t, err, "hashlanes: Pin on ")
	require.Nil(t, unpin)
}
