// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package replace

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// content checks a file and that its directory has nothing else.
func content(t *testing.T, name, want string) {
	t.Helper()
	got, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, want, string(got))
	entries, err := os.ReadDir(filepath.Dir(name))
	require.NoError(t, err)
	require.Len(t, entries, 1)
}

func TestFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	require.NoError(t, File(name, []byte("one")))
	content(t, name, "one")
	require.NoError(t, os.Chmod(name, 0o600))
	require.NoError(t, File(name, nil))
	content(t, name, "")
	if info, err := os.Stat(name); runtime.GOOS != "windows" {
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	}
}

func TestFileFails(t *testing.T) {
	dir := t.TempDir()
	require.ErrorIs(t, File(filepath.Join(dir, "missing", "file"), nil), os.ErrNotExist)
	require.Error(t, File(dir, nil), "a directory")
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, entries)
}

func TestFileKeepsLinksAndDevices(t *testing.T) {
	name, link := filepath.Join(t.TempDir(), "file"), filepath.Join(t.TempDir(), "link")
	require.NoError(t, os.WriteFile(name, []byte("old"), 0o666))
	if err := os.Symlink(name, link); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	require.NoError(t, File(link, []byte("new")))
	content(t, name, "new")
	content(t, link, "new")
	require.NoError(t, File(os.DevNull, []byte("x")))
	info, err := os.Stat(os.DevNull)
	require.NoError(t, err)
	require.False(t, info.Mode().IsRegular())
}
