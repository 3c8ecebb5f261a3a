// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

// Command peers measures hashlanes beside other SHA-256 libraries on the
// workloads of package bench; bench/README.md lists them. With the tag cgopeers
// it includes C libraries, which must be installed:
//
//	taskset -c 0 go run -tags cgopeers . -rounds 31 -out ../results/NAME.json
package main

import (
	"fmt"
	"os"
	"slices"

	"github.com/minio/sha256-simd"

	"github.com/hashlanes/hashlanes"
	"github.com/hashlanes/hashlanes/bench"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(2)
	}
}

func run() error {
	e, err := hashlanes.NewEngine()
	if err != nil {
		return err
	}
	return bench.Main(os.Args, os.Stdout, bench.InUse(e), contenders(e))
}

func contenders(e *hashlanes.Engine) []bench.Contender {
	all := []bench.Contender{
		bench.Hashlanes("hashlanes", e),
		bench.Stdlib,
		bench.Serial("minio/sha256-simd", func(b []byte) [32]byte { return sha256.Sum256(b) }),
	}
	return slices.Concat(all, gohashtreePeers(), hashtreePeers(), cgoPeers())
}
