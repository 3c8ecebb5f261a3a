// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

//go:build unix

package main

import (
	"io"
	"syscall"
)

// plainFile is an open file, without what os.File adds for files that a read
// may wait for. That matters where small files are read by the thousand.
type plainFile struct{ fd int }

// openPlain opens a file for reading.
func openPlain(name string) (f plainFile, err error) {
	for {
		f.fd, err = syscall.Open(name, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
		if err != syscall.EINTR {
			return f, err
		}
	}
}

// Read is io.Reader.
func (f plainFile) Read(p []byte) (int, error) {
	for {
		n, err := syscall.Read(f.fd, p)
		switch {
		case err == syscall.EINTR:
			continue
		case err != nil:
			return 0, err
		case n == 0 && len(p) > 0:
			return 0, io.EOF
		}
		return n, nil
	}
}

// Close is io.Closer.
func (f plainFile) Close() error { return syscall.Close(f.fd) }

// statPlain tells the size of a regular file. Other files have the size -1.
func statPlain(name string) (size int64, err error) {
	var st syscall.Stat_t
	for {
		if err = syscall.Stat(name, &st); err != syscall.EINTR {
			break
		}
	}
	switch {
	case err != nil:
		return 0, err
	case uint32(st.Mode)&syscall.S_IFMT == syscall.S_IFREG:
		return st.Size, nil
	}
	return -1, nil
}
