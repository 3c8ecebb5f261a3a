// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"fmt"
	"strings"
)

// must makes a scheme of a spec that is known to be right.
func must(spec Spec) *Scheme {
	s, err := NewScheme(spec)
	if err != nil {
		panic(err)
	}
	return s
}

// RFC6962 is the tree of Certificate Transparency: RFC 6962, section 2.1 and RFC
// 9162, section 2.1. The Go checksum database, Sigsum, Rekor and CometBFT use
// the same one.
//
//	leaf = H(0x00 | data)    node = H(0x01 | left | right)    no leaves: H("")
var RFC6962 = must(Spec{
	Name:       "rfc6962",
	LeafPrefix: []byte{0},
	LeftPrefix: []byte{1},
	Empty:      EmptyHash,
})

// Schemes returns the named schemes that need no parameters.
func Schemes() []*Scheme {
	return []*Scheme{RFC6962}
}

// SchemeByName returns the scheme of [Schemes] with that name, or an error that
// lists the names there are.
func SchemeByName(name string) (*Scheme, error) {
	var names []string
	for _, s := range Schemes() {
		if s.Name() == name {
			return s, nil
		}
		names = append(names, s.Name())
	}
	return nil, fmt.Errorf("merkle: unknown scheme %q; there are %s", name, strings.Join(names, ", "))
}
