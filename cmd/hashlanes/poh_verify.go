// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bufio"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/hashlanes/hashlanes/poh"
)

// pohVerifier checks files.
type pohVerifier struct {
	a       *app
	workers int
	partial bool
}

// verifyJSON is a line of poh verify --json. Of a proof that is wrong it counts
// what comes before.
type verifyJSON struct {
	jsonName
	OK      bool    `json:"ok"`
	Entries uint64  `json:"entries"`
	Ticks   uint64  `json:"ticks"`
	Hashes  uint64  `json:"hashes"`
	Last    string  `json:"last"`
	Seconds float64 `json:"seconds"`
	Error   string  `json:"error,omitempty"`
}

// verify checks one file after the other.
func (v *pohVerifier) verify(ctx context.Context, names []string) {
	v.a.bar.startHashes(0)
	for _, name := range names {
		began := time.Now()
		s, err := v.file(ctx, name)
		if ctx.Err() != nil || v.a.outErr != nil {
			return
		}
		if wrong := isWrong(err); err != nil && !wrong {
			v.a.fail(name, err)
			continue
		}
		v.result(name, s, err, time.Since(began))
		v.a.flush()
	}
}

// file checks one file.
func (v *pohVerifier) file(ctx context.Context, name string) (s poh.Summary, err error) {
	in, err := openPipe(name, &v.a.stdin)
	if err != nil {
		return s, err
	}
	defer in.Close()
	r, err := poh.NewReader(bufio.NewReaderSize(in, 1<<20))
	if err != nil {
		return s, err
	}
	before := v.a.bar.done.Load()
	s, err = poh.VerifyReader(ctx, r, poh.WithWorkers(v.workers),
		poh.WithProgress(func(hashes uint64) { v.a.bar.done.Store(before + int64(hashes)) }))
	if v.partial && errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return s, err
}

// isWrong reports that a file could be read, but holds no right proof.
func isWrong(err error) bool {
	return errors.As(err, new(*poh.EntryError)) || errors.As(err, new(*poh.FormatError))
}

// result prints what was found: a line on standard output if the proof is right,
// an error if it is not.
func (v *pohVerifier) result(name string, s poh.Summary, err error, took time.Duration) {
	last := hex.EncodeToString(s.Last[:])
	v.a.wrong = v.a.wrong || err != nil
	if v.a.asJSON {
		line := verifyJSON{
			jsonName: newJSONName(name), OK: err == nil, Entries: s.Entries, Ticks: s.Ticks,
			Hashes: s.Hashes, Last: last, Seconds: took.Seconds(),
		}
		if err != nil {
			line.Error = err.Error()
		}
		v.a.printJSON(line)
		return
	}
	if err != nil {
		v.a.flush()
		v.a.note(printable(name) + ": " + err.Error())
		return
	}
	v.a.print(fmt.Sprintf("%s: OK: %d entries, %d ticks, %d hashes (%s)\n    to %s\n",
		printable(name), s.Entries, s.Ticks, s.Hashes, rate(s.Hashes, took), last))
}
