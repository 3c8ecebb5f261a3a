// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hashlanes/hashlanes"
)

func TestInfo(t *testing.T) {
	got := cli(nil, "info")
	require.Equal(t, exitOK, got.code)
	require.Empty(t, got.stderr)
	for _, want := range []string{runtime.Version(), runtime.GOARCH, hashlanes.Backend(), hashlanes.ChainBackend()} {
		require.Contains(t, got.stdout, want)
	}
	for _, k := range hashlanes.Kernels() {
		require.Contains(t, got.stdout, "\n"+k.Name+" ")
	}
	for line := range strings.Lines(got.stdout) {
		require.Equal(t, strings.TrimRight(line, " \n")+"\n", line, "no spaces at the end")
	}
}

func TestInfoJSON(t *testing.T) {
	got := cli(nil, "info", "--json")
	require.Equal(t, exitOK, got.code)
	require.Equal(t, 1, strings.Count(got.stdout, "\n"))
	var m machineInfo
	require.NoError(t, json.Unmarshal([]byte(got.stdout), &m))
	require.Equal(t, newMachineInfo(), m)
	require.Len(t, m.Kernels, len(hashlanes.Kernels()))
}
