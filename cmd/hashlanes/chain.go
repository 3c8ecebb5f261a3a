// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/hashlanes/hashlanes"
	"github.com/hashlanes/hashlanes/poh"
)

// progressLinks is how many links are done between two looks at the progress.
const progressLinks = 1 << 20

// chainer makes one chain.
type chainer struct {
	a     *app
	seed  hashFlag
	count uint64
	every uint64
	out   string
}

func (a *app) chainCommand() *cobra.Command {
	c := &chainer{a: a}
	cmd := &cobra.Command{
		Use:   "chain --seed HEX --count N",
		Short: "Hash a hash again and again",
		Long: `chain applies SHA-256 to the 32 bytes of --seed, --count times over, at the
latency of one hash, and prints the last hash, and with --every K every K-th
one, each after the number of links before it.

With --out the hashes go to a file instead, as a proof of history in which every
entry is a tick of K links (a million if there is no --every). "hashlanes poh
verify" checks it much faster than it was made. If the file is there already,
the chain goes on after its last whole entry, so an interrupted chain is
continued by the same command, and a larger --count makes it longer.`,
		Example: `  hashlanes chain --seed 45296998a6f8e2a784db5d9f95e18fc23f70441a1039446801089879b08c7ef0 --count 800000
  hashlanes chain --seed 45296998a6f8e2a784db5d9f95e18fc23f70441a1039446801089879b08c7ef0 \\
      --count 1000000000 --out day.poh`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch changed := cmd.Flags().Changed; {
			case !c.seed.set:
				return errors.New("--seed is missing")
			case !changed("count"):
				return errors.New("--count is missing")
			case changed("every") && c.every == 0:
				return errors.New("--every is 0, want at least 1")
			case changed("out") && c.out == "":
				return errors.New("--out is empty")
			}
			a.bar.startHashes(int64(min(c.count, 1<<62)))
			if c.out != "" {
				c.write(cmd.Context())
			} else {
				c.print(cmd.Context())
			}
			return nil
		},
	}
	cmd.Flags().Var(&c.seed, "seed", "the hash to begin with, 64 hex digits")
	cmd.Flags().Uint64Var(&c.count, "count", 0, "links: how often to hash")
	cmd.Flags().Uint64Var(&c.every, "every", 0, "links between two hashes that are kept")
	cmd.Flags().StringVar(&c.out, "out", "", "file for the hashes, continued if it is there")
	return cmd
}

// run makes n links from hash and has keep called after every c.every of them
// and at the end.
func (c *chainer) run(ctx context.Context, hash [32]byte, n uint64, keep func(links uint64, hash [32]byte) error) error {
	step := min(c.every, progressLinks)
	for done := uint64(0); done < n; {
		part := n - done
		if c.every > step {
			part = min(c.every, part)
		}
		last := uint64(0)
		for links, h := range hashlanes.HashChainSteps(ctx, hash, part, step) {
			c.a.bar.done.Add(int64(links - last))
			if links%c.every == 0 || links == part {
				if err := keep(done+links, h); err != nil {
					return err
				}
			}
			last, hash = links, h
		}
		if last < part {
			return ctx.Err()
		}
		done += part
	}
	return nil
}

// chainJSON is a line of chain --json.
type chainJSON struct {
	Links uint64 `json:"links"`
	Hash  string `json:"hash"`
}

// print prints the hashes.
func (c *chainer) print(ctx context.Context) {
	if c.every == 0 {
		c.every = max(c.count, 1)
	}
	shown := time.Now()
	line := func(links uint64, h [32]byte) error {
		if hash := hex.EncodeToString(h[:]); c.a.asJSON {
			c.a.printJSON(chainJSON{links, hash})
		} else {
			c.a.print(strconv.FormatUint(links, 10), "  ", hash, "\n")
		}
		if time.Since(shown) >= saveInterval {
			shown = time.Now()
			c.a.flush()
		}
		return c.a.outErr
	}
	if c.count == 0 {
		line(0, c.seed.hash)
		return
	}
	// An error of the output is reported at the end, an interrupt by main.
	_ = c.run(ctx, c.seed.hash, c.count, line)
}

// write writes the hashes to the file.
func (c *chainer) write(ctx context.Context) {
	if c.every == 0 {
		c.every = 1_000_000
	}
	p, err := openProof(c.out, poh.Header{Start: c.seed.hash})
	if err != nil {
		c.a.fail(c.out, err)
		return
	}
	began := time.Now()
	last, err := c.extend(ctx, p)
	if err = errors.Join(err, p.finish(err == nil)); err != nil {
		if ctx.Err() == nil {
			c.a.fail(c.out, err)
		}
		return
	}
	if hash := hex.EncodeToString(last[:]); c.a.asJSON {
		c.a.printJSON(chainJSON{c.count, hash})
	} else {
		c.a.print(strconv.FormatUint(c.count, 10), "  ", hash, "\n")
		c.a.note(printable(c.out) + ": " + rate(c.count-p.mark.Hashes, time.Since(began)))
	}
}

// extend makes the links that the file lacks. Entries end at multiples of
// c.every, wherever the file ends now.
func (c *chainer) extend(ctx context.Context, p *proofFile) (last [32]byte, err error) {
	m := p.mark
	switch {
	case m.Ticks != m.Entries:
		return last, errors.New("holds events, so it is no plain chain")
	case m.Hashes > c.count:
		return last, fmt.Errorf("holds %d links already, more than --count %d", m.Hashes, c.count)
	}
	if err := p.begin(c.a); err != nil {
		return last, err
	}
	last = m.Last
	c.a.bar.done.Store(int64(m.Hashes))
	done := m.Hashes
	before := done
	keep := func(links uint64, h [32]byte) error {
		e := poh.Entry{NumHashes: done + links - before, Hash: h}
		before, last = done+links, h
		return p.add(e)
	}
	if odd := done % c.every; odd > 0 {
		n := min(c.every-odd, c.count-done)
		if err := c.run(ctx, last, n, keep); err != nil {
			return last, err
		}
		done += n
	}
	return last, c.run(ctx, last, c.count-done, keep)
}
