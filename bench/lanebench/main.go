// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

// Command lanebench measures hashlanes beside crypto/sha256 on the workloads
// of package bench. Pin it to one CPU:
//
//	taskset -c 0 go run ./bench/lanebench -rounds 101 -out bench/results/NAME.json
package main

import (
	"fmt"
	"os"

	"github.com/hashlanes/hashlanes"
	"github.com/hashlanes/hashlanes/bench"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "lanebench:", err)
		os.Exit(2)
	}
}

func run() error {
	e, err := hashlanes.NewEngine()
	if err != nil {
		return err
	}
	contenders := []bench.Contender{bench.Hashlanes("hashlanes", e), bench.Stdlib}
	for _, k := range e.Kernels() {
		if one, err := hashlanes.NewEngine(hashlanes.WithKernels(k.Name)); err == nil {
			contenders = append(contenders, bench.Hashlanes("only "+k.Name, one))
		}
	}
	return bench.Main(os.Args, os.Stdout, bench.InUse(e), contenders)
}
