// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import "os"

// colour is what a terminal is told before text and undone after it.
type colour string

const (
	bold   colour = "\x1b[1m"
	faint  colour = "\x1b[2m"
	green  colour = "\x1b[32m"
	yellow colour = "\x1b[33m"
	red    colour = "\x1b[31m"
	plain  colour = ""
)

// paint gives text a colour if a's output shows colours. Pad text before: the codes
// have no width.
func (a *app) paint(c colour, text string) string {
	if !a.colours || c == plain || text == "" {
		return text
	}
	return string(c) + text + "\x1b[0m"
}

// canMoveCursor reports whether the terminal, if there is one, obeys more than line
// breaks, as far as the environment tells.
func canMoveCursor() bool { return os.Getenv("TERM") != "dumb" }

// wantsColours is what the environment says of colours: NO_COLOR (no-color.org), and a
// terminal that tells what it is. Windows' own does not, and shows none.
func wantsColours() bool {
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "" && canMoveCursor()
}
