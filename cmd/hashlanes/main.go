// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

// Command hashlanes hashes files with SHA-256, many at once, gives their Merkle
// roots, and makes and checks hash chains and proofs of history.
package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"time"
)

// Exit codes.
const (
	exitOK        = 0
	exitMismatch  = 1 // something is not what it should be
	exitFailure   = 2 // wrong usage, or a file could not be read
	exitInterrupt = 130
)

// interruptGrace is how long an interrupt waits for reads to return. A read
// from a pipe may never do so.
const interruptGrace = 200 * time.Millisecond

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run is the program: it returns the exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	a := &app{stdin: stdin, stdout: stdout, stderr: stderr}
	a.colours = isTerminal(stdout) && wantsColours()
	if isTerminal(stderr) && !isPipe(stdout) && canMoveCursor() {
		a.bar.out = stderr
	}
	defer a.bar.stop()
	done := make(chan int, 1)
	go func() { done <- a.execute(ctx, args) }()
	select {
	case code := <-done:
		if ctx.Err() == nil {
			return code
		}
	case <-ctx.Done():
		stop() // a second interrupt ends the process at once
		select {
		case <-done:
		case <-time.After(interruptGrace):
		}
	}
	return exitInterrupt
}
