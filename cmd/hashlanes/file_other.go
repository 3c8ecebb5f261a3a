// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

//go:build !unix

package main

import "os"

// plainFile, openPlain and statPlain are described in file_unix.go.
type plainFile struct{ *os.File }

func openPlain(name string) (plainFile, error) {
	f, err := os.Open(name)
	return plainFile{f}, err
}

func statPlain(name string) (size int64, err error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return 0, err
	case info.Mode().IsRegular():
		return info.Size(), nil
	}
	return -1, nil
}
