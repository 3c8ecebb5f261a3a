// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package poh

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
)

// entryJSON is an Entry in JSON.
type entryJSON struct {
	NumHashes *uint64 `json:"num_hashes"`
	Hash      *string `json:"hash"`
	Mixin     *string `json:"mixin,omitempty"`
}

// MarshalJSON gives {"num_hashes": n, "hash": "hex", "mixin": "hex"}, without
// the mixin for a tick.
func (e Entry) MarshalJSON() ([]byte, error) {
	hash := hex.EncodeToString(e.Hash[:])
	j := entryJSON{NumHashes: &e.NumHashes, Hash: &hash}
	if e.HasMixin {
		mixin := hex.EncodeToString(e.Mixin[:])
		j.Mixin = &mixin
	}
	return json.Marshal(j)
}

// UnmarshalJSON reads what MarshalJSON gives. Hashes must be 64 hex digits, the
// number of hashes an integer below 2^64, and there may be no other fields. On
// an error e keeps its value.
func (e *Entry) UnmarshalJSON(b []byte) error {
	var j entryJSON
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&j); err != nil {
		return fmt.Errorf("poh: entry: %w", err)
	}
	if j.NumHashes == nil || j.Hash == nil {
		return errors.New("poh: entry lacks num_hashes or hash")
	}
	hash, err := ParseHash(*j.Hash)
	if err != nil {
		return err
	}
	next := Entry{NumHashes: *j.NumHashes, Hash: hash}
	if j.Mixin != nil {
		if next.Mixin, err = ParseHash(*j.Mixin); err != nil {
			return fmt.Errorf("mixin: %w", err)
		}
		next.HasMixin = true
	}
	*e = next
	return nil
}
