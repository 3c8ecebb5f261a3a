// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"syscall"
	"unicode"
	"unicode/utf8"

	"golang.org/x/term"
)

// app is what the commands share: the standard streams and what went wrong.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	bar            progress
	colours        bool // stdout shows them
	asJSON         bool

	out     []byte // whole lines that wait to be written
	outErr  error  // the first error of stdout
	command string // for errors: "hashlanes: sum"
	failed  bool
	wrong   bool // something was read, and is not what it should be
}

// execute runs the command that args name and returns the exit code.
func (a *app) execute(ctx context.Context, args []string) int {
	root := a.rootCommand()
	root.SetArgs(append([]string{}, args...))
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	cmd, err := root.ExecuteContextC(ctx)
	a.bar.stop()
	a.flush()
	a.command = commandName(cmd)
	if err != nil && ctx.Err() == nil {
		a.complain(err.Error() + " (see " + cmd.CommandPath() + " --help)")
	}
	if a.outErr != nil && !isBrokenPipe(a.outErr) {
		a.complain("write: " + reason(a.outErr))
	}
	if a.failed || a.outErr != nil {
		return exitFailure
	}
	if a.wrong {
		return exitMismatch
	}
	return exitOK
}

// complain prints an error in one line; the exit code will be exitFailure.
func (a *app) complain(text string) {
	a.failed = true
	a.note(text)
}

// note prints a line that is no result.
func (a *app) note(text string) {
	a.bar.hide()
	io.WriteString(a.stderr, a.command+": "+text+"\n")
}

// fail reports what is wrong with a file, after the results before it.
func (a *app) fail(name string, err error) {
	a.flush()
	a.complain(printable(name) + ": " + reason(err))
}

// outBuffer is the length of waiting output, in bytes, that is written out.
const outBuffer = 32 << 10

// print adds text that ends with a newline to the output. Only whole lines are
// ever written, so a list that was cut off does not end in the middle of one.
func (a *app) print(text ...string) {
	for _, t := range text {
		a.out = append(a.out, t...)
	}
	if len(a.out) >= outBuffer {
		a.flush()
	}
}

// printJSON adds v as one line of JSON.
func (a *app) printJSON(v any) {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic("hashlanes: JSON of our own: " + err.Error())
	}
	a.print(b.String())
}

// flush writes the waiting output. After the first error nothing is written.
func (a *app) flush() {
	if len(a.out) > 0 && a.outErr == nil {
		a.bar.hide()
		_, a.outErr = a.stdout.Write(a.out)
	}
	a.out = a.out[:0]
}

// jsonName is the name of a file in JSON. A name that is not UTF-8 is also given
// as bytes, in base64.
type jsonName struct {
	Name      string `json:"name"`
	NameBytes []byte `json:"name_bytes,omitempty"`
}

func newJSONName(name string) jsonName {
	if utf8.ValidString(name) {
		return jsonName{Name: name}
	}
	return jsonName{strings.ToValidUTF8(name, "\ufffd"), []byte(name)}
}

var nameEscaper = strings.NewReplacer(`\`, `\\`, "\n", `\n`, "\r", `\r`)

// digestLine is a line in the format of sha256sum. A name with a backslash or
// a line break is escaped, and a backslash in front of the line says so.
func digestLine(digest, name string) string {
	escaped := nameEscaper.Replace(name)
	if escaped != name {
		digest = `\` + digest
	}
	return digest + "  " + escaped + "\n"
}

// printable is a name for an error message, which has one line.
func printable(name string) string {
	if !utf8.ValidString(name) || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(name)
	}
	return name
}

// reason is the text of an error without the name of the file, which the
// caller gives.
func reason(err error) string {
	if pathErr := (*fs.PathError)(nil); errors.As(err, &pathErr) {
		err = pathErr.Err
	}
	return err.Error()
}

// isBrokenPipe reports that the reader of our output has gone.
func isBrokenPipe(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

func isPipe(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&(fs.ModeNamedPipe|fs.ModeSocket) != 0
}
