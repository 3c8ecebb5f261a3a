// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

// Package replace writes files that nobody ever sees half-written.
package replace

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// File replaces the file at path by one with the content data, or makes it:
// whoever opens it gets the old or the new content, and after an error the old one.
// Permissions stay as they were; those of a new file are 0644 less the umask. What is
// no regular file, such as a terminal or /dev/null, is written to as it is. A symbolic
// link stays, and what it points to is replaced.
func File(path string, data []byte) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return write(path, data, nil)
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return os.WriteFile(path, data, 0)
	}
	mode := info.Mode().Perm()
	return write(path, data, &mode)
}

// write makes a file beside path and gives it that name. The system gives it the
// permissions of any new file where mode is nil.
func write(path string, data []byte, mode *fs.FileMode) (err error) {
	f, err := create(path)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	_, err = f.Write(data)
	if err == nil && mode != nil {
		err = f.Chmod(*mode)
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// create makes a file with a name of its own beside path. Unlike those of
// os.CreateTemp, everybody may read it whom the umask lets.
func create(path string) (*os.File, error) {
	for {
		name := filepath.Join(filepath.Dir(path), fmt.Sprintf(".%s.%08x", filepath.Base(path), rand.Uint32()))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}
