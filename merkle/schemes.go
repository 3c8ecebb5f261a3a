// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"crypto/sha256"
	"fmt"
	"math/bits"
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

// Bitcoin is the tree over the transactions of a block. Leaves are transaction
// ids in internal byte order, the reverse of how they are shown; for the witness
// commitment that of the coinbase is zero. Two equal nodes side by side are an
// error, [ErrMutated]; the root is returned with it.
//
//	node = H(H(left | right))    an odd node is paired with itself
var Bitcoin = must(Spec{
	Name:        "bitcoin",
	LeafRaw:     true,
	Double:      true,
	Odd:         Duplicate,
	Empty:       EmptyZeros,
	RejectEqual: true,
})

// SolanaEntries is the tree over the signatures in an entry of Solana's ledger
// (Agave's merkle-tree crate).
//
//	leaf = H(0x00 | data)    node = H(0x01 | left | right)    an odd node is paired with itself
var SolanaEntries = must(Spec{
	Name:       "solana-entries",
	LeafPrefix: []byte{0},
	LeftPrefix: []byte{1},
	Odd:        Duplicate,
})

// SolanaShreds is the tree over the shreds of an erasure batch. A leaf is what
// follows the signature in a shred, up to its proof. Nodes, but for the root,
// have 20 bytes.
//
//	leaf = H("\x00SOLANA_MERKLE_SHREDS_LEAF" | data)
//	node = H("\x01SOLANA_MERKLE_SHREDS_NODE" | left[:20] | right[:20])    an odd node is paired with itself
var SolanaShreds = must(Spec{
	Name:       "solana-shreds",
	LeafPrefix: []byte("\x00SOLANA_MERKLE_SHREDS_LEAF"),
	LeftPrefix: []byte("\x01SOLANA_MERKLE_SHREDS_NODE"),
	NodeSize:   20,
	Odd:        Duplicate,
})

// BitTorrent is the tree over a file of BitTorrent v2 (BEP 52), whose root is its
// "pieces root". Leaves have 16 KiB, the last may be short. A file without bytes
// has no root. The piece layer is a level of the [Tree], see [Tree.Level].
//
//	leaf = H(data)    node = H(left | right)    missing leaves are zero
var BitTorrent = must(Spec{
	Name:     "bittorrent",
	LeafSize: 16 << 10,
	Odd:      PadEmpty,
})

// Glacier is the tree hash of Amazon S3 Glacier. Leaves have 1 MiB, the last may
// be short. An archive has at least one byte.
//
//	leaf = H(data)    node = H(left | right)    an odd node moves up
var Glacier = must(Spec{Name: "glacier", LeafSize: 1 << 20})

// Filecoin is the tree of Filecoin's piece commitments, over leaves of 32 bytes
// that are not hashed: data in Fr32 form, which [FilecoinPiece] makes of a file.
//
//	node = H(left | right) with the two highest bits of the last byte cleared    missing leaves are zero
var Filecoin = must(Spec{
	Name:    "filecoin",
	LeafRaw: true,
	Mask:    0xc0,
	Odd:     PadEmpty,
})

// S3Composite is the composite SHA-256 checksum of a multipart upload to Amazon
// S3: no tree, but the hash of the hashes of the parts. [WithLeafSize] is the
// size of a part. S3 shows the root in base64, followed by "-" and the number of
// parts.
var S3Composite = must(Spec{Name: "s3-composite", Flat: true})

// ssz is the tree for any number of chunks.
var ssz = must(Spec{
	Name:    "ssz",
	LeafRaw: true,
	Last:    PadLeaf,
	Odd:     PadEmpty,
	Empty:   EmptyPadded,
})

// SSZ is merkleize of Ethereum's SimpleSerialize: leaves are chunks of 32 bytes
// that are not hashed, the last one filled with zero bytes. limit is the number
// of chunks that the type allows; 0 means as many as there are. It panics if
// limit is beyond 2^62. See also [MixInLength].
//
//	node = H(left | right)    missing chunks are zero
func SSZ(limit uint64) *Scheme {
	if limit > maxLeaves {
		panic(fmt.Sprintf("hashlanes: merkle.SSZ: limit too large: got %d, want at most %d", limit, uint64(maxLeaves)))
	}
	s := *ssz
	s.spec.Limit = limit
	s.height = bits.Len64(max(limit, 1) - 1)
	return &s
}

// Tape is the blob commitment of tape (tapedrive) with a tree of a fixed height,
// for up to 2^height leaves. It returns an error for a height that is not from 1
// to 62.
//
//	leaf = H("LEAF" | data)    node = H("LEFT" | left | "RIGHT" | right)    missing leaves are H("LEAF")
func Tape(height int) (*Scheme, error) {
	if height < 1 || height > 62 {
		return nil, fmt.Errorf("merkle: tape: height is %d, want 1 to 62", height)
	}
	return NewScheme(Spec{
		Name:        "tape",
		LeafPrefix:  []byte("LEAF"),
		LeftPrefix:  []byte("LEFT"),
		RightPrefix: []byte("RIGHT"),
		Odd:         PadEmpty,
		EmptyLeaf:   sha256.Sum256([]byte("LEAF")),
		Limit:       1 << height,
		Empty:       EmptyPadded,
	})
}

// Schemes returns the named schemes, those with parameters in their commonest
// form: SSZ without a limit, and the verity trees with blocks of 4096 bytes and
// no salt.
func Schemes() []*Scheme {
	return []*Scheme{
		RFC6962, Bitcoin, ssz, SolanaEntries, SolanaShreds, BitTorrent,
		fsVerity, dmVerity, Glacier, Filecoin, S3Composite,
	}
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
