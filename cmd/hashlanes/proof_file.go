// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bufio"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"github.com/hashlanes/hashlanes/poh"
)

// saveInterval is how often entries that wait in memory are written: what a
// crash can take.
const saveInterval = time.Second

// proofFile is a proof of history that is being written.
type proofFile struct {
	name  string
	f     *os.File
	w     *poh.Writer
	mark  poh.Mark // where the writing began
	saved time.Time
}

// openProof creates the file of a proof, or goes on with it after its last
// whole entry. The file must not hold another proof. Nothing is changed before
// begin.
func openProof(name string, h poh.Header) (p *proofFile, err error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			f.Close()
		}
	}()
	p = &proofFile{name: name, f: f, mark: poh.Mark{Header: h, Last: h.Start}, saved: time.Now()}
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("is not a regular file")
	}
	if info.Size() == 0 {
		return p, nil
	}
	if p.mark, err = poh.Recover(bufio.NewReaderSize(f, 1<<20)); err != nil {
		return nil, err
	}
	switch got := p.mark.Header; {
	case got.Start != h.Start:
		return nil, fmt.Errorf("holds a proof that starts at %x", got.Start)
	case got.HashesPerTick != h.HashesPerTick:
		return nil, fmt.Errorf("holds a proof with %d hashes per tick", got.HashesPerTick)
	}
	return p, nil
}

// begin cuts off a torn end, and the mark of the end, and says where the proof
// goes on.
func (p *proofFile) begin(a *app) (err error) {
	if p.mark.Offset == 0 {
		p.w, err = poh.NewWriter(p.f, p.mark.Header)
		return err
	}
	if p.mark.Torn > 0 {
		a.note(fmt.Sprintf("%s: cut off %d bytes of a torn record at byte %d", printable(p.name), p.mark.Torn, p.mark.Offset))
	}
	if p.mark.Entries > 0 {
		a.note(fmt.Sprintf("%s: goes on after %d entries, %d hashes", printable(p.name), p.mark.Entries, p.mark.Hashes))
	}
	if err := p.f.Truncate(p.mark.Offset); err != nil {
		return err
	}
	if _, err := p.f.Seek(p.mark.Offset, io.SeekStart); err != nil {
		return err
	}
	p.w = poh.ResumeWriter(p.f, p.mark)
	return nil
}

// add writes an entry, at the latest after saveInterval.
func (p *proofFile) add(e poh.Entry) error {
	if err := p.w.Write(e); err != nil {
		return err
	}
	if time.Since(p.saved) < saveInterval {
		return nil
	}
	return p.save()
}

// save brings the entries so far to the disk.
func (p *proofFile) save() error {
	p.saved = time.Now()
	if err := p.w.Flush(); err != nil {
		return err
	}
	return p.f.Sync()
}

// finish ends the file, with the mark of its end if the proof is complete.
func (p *proofFile) finish(complete bool) (err error) {
	if complete && p.w != nil {
		err = p.w.Close()
	}
	if err == nil && p.w != nil && !complete {
		err = p.w.Flush()
	}
	return errors.Join(err, p.f.Sync(), p.f.Close())
}

// hashFlag is a hash of 32 bytes on the command line.
type hashFlag struct {
	hash [32]byte
	set  bool
}

func (h *hashFlag) Set(s string) error {
	hash, err := poh.ParseHash(s)
	if err != nil {
		return err
	}
	h.hash, h.set = hash, true
	return nil
}

func (h *hashFlag) String() string {
	if !h.set {
		return ""
	}
	return hex.EncodeToString(h.hash[:])
}

func (h *hashFlag) Type() string { return "hex" }

// rate is the time that n hashes took, in words.
func rate(n uint64, took time.Duration) string {
	text := strconv.FormatFloat(took.Seconds(), 'f', 2, 64) + " s"
	if n > 0 {
		text += ", " + strconv.FormatFloat(float64(took)/float64(n), 'f', 1, 64) + " ns a hash"
	}
	return text
}
