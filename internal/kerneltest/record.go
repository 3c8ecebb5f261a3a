// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package kerneltest

import (
	"fmt"
	"runtime"
	"testing"
)

// recorder is a testing.TB that keeps failures to itself.
type recorder struct {
	testing.TB
	failures []string
}

func (r *recorder) Helper()                           {}
func (r *recorder) Error(args ...any)                 { r.failures = append(r.failures, fmt.Sprint(args...)) }
func (r *recorder) Errorf(format string, args ...any) { r.Error(fmt.Sprintf(format, args...)) }
func (r *recorder) Fail()                             { r.Error("failed") }
func (r *recorder) FailNow()                          { runtime.Goexit() }
func (r *recorder) Fatal(args ...any)                 { r.Error(args...); r.FailNow() }
func (r *recorder) Fatalf(format string, args ...any) { r.Errorf(format, args...); r.FailNow() }
func (r *recorder) Failed() bool                      { return len(r.failures) > 0 }

// Record runs a test and returns the failures that it reports, none of which
// count against t. A fault or panic of the test is one of them.
func Record(t testing.TB, test func(t testing.TB)) []string {
	r := &recorder{TB: t}
	done := make(chan error)
	go func() {
		var err error
		defer func() { done <- err }()
		err = protect(func() { test(r) })
	}()
	if err := <-done; err != nil {
		r.Error(err)
	}
	return r.failures
}
