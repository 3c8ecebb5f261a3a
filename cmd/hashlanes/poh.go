// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"errors"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"
)

// mainnetHashesPerTick is what Solana's mainnet began with: 64 ticks make a slot
// of 800,000 hashes.
const mainnetHashesPerTick = 12_500

func (a *app) pohCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "poh",
		Short: "Record and verify proofs of history",
		Long: `poh makes and checks proofs of history: hash chains into which events are mixed,
as in Solana. "record" makes one at the latency of one hash, "verify" checks it
in all lanes of all processors.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	c.AddCommand(a.pohRecordCommand(), a.pohVerifyCommand())
	return c
}

func (a *app) pohRecordCommand() *cobra.Command {
	r := &pohRecorder{a: a}
	c := &cobra.Command{
		Use:   "record --seed HEX --out FILE",
		Short: "Make a proof of history of events from standard input",
		Long: `record hashes on and on from --seed and mixes in events from standard input as
they come: each line is a hash of 64 hex digits. It ticks after every
--hashes-per-tick hashes, and ends with the first tick after the last event, but
not before --ticks ticks. With --hashes-per-tick 0, the low-power mode, it hashes only
for events and for a tick every 6.25 ms.

If the file is there already, the proof goes on after its last whole entry, so an
interrupted recording is continued by the same command. Entries reach the disk
within a second.`,
		Example: `  tail -f events | hashlanes poh record --out events.poh \\
      --seed 45296998a6f8e2a784db5d9f95e18fc23f70441a1039446801089879b08c7ef0`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case !r.seed.set:
				return errors.New("--seed is missing")
			case r.out == "":
				return errors.New("--out is missing")
			case r.perTick == 1:
				return errors.New("--hashes-per-tick is 1, want 0 or at least 2")
			}
			r.write(cmd.Context())
			return nil
		},
	}
	c.Flags().Var(&r.seed, "seed", "the hash to begin with, 64 hex digits")
	c.Flags().StringVar(&r.out, "out", "", "file for the proof, continued if it is there")
	c.Flags().Uint64Var(&r.perTick, "hashes-per-tick", mainnetHashesPerTick, "hashes of a tick, 0 for low-power mode")
	c.Flags().Uint64Var(&r.ticks, "ticks", 0, "ticks that the file has at least")
	return c
}

func (a *app) pohVerifyCommand() *cobra.Command {
	v := &pohVerifier{a: a}
	c := &cobra.Command{
		Use:   "verify FILE...",
		Short: "Check proofs of history",
		Long: `verify checks that every entry of a proof of history follows from the one before
it, and that ticks come on time, in constant memory. It names the first entry that
is wrong and where it is in the file. For - it reads standard input.

A file that lacks its end, as after a crash or while it is written, is wrong too,
unless --partial is given.`,
		Example: `  hashlanes poh verify events.poh
  hashlanes poh verify --workers 1 day.poh`,
		RunE: func(cmd *cobra.Command, names []string) error {
			if len(names) == 0 {
				return errors.New("no file given")
			}
			if v.workers < 1 {
				return fmt.Errorf("--workers is %d, want at least 1", v.workers)
			}
			v.verify(cmd.Context(), names)
			return nil
		},
	}
	c.Flags().IntVar(&v.workers, "workers", runtime.GOMAXPROCS(0), "threads that hash")
	c.Flags().BoolVar(&v.partial, "partial", false, "accept a file that lacks its end")
	return c
}
