// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/bits"
)

var (
	fsVerity = mustVerity(FSVerity(4096, nil))
	dmVerity = mustVerity(DMVerity(1, 4096, 4096, nil))
)

func mustVerity(s *Scheme, err error) *Scheme {
	if err != nil {
		panic(err)
	}
	return s
}

// checkBlock returns an error for a block size that is not a power of two from
// 64, which holds two digests, to 1 MiB.
func checkBlock(name string, size int) error {
	if size < 64 || size > 1<<20 || size&(size-1) != 0 {
		return fmt.Errorf("merkle: %s: block size is %d, want a power of two from 64 to %d", name, size, 1<<20)
	}
	return nil
}

// FSVerity is the Merkle tree of Linux fs-verity with SHA-256: leaves are blocks
// of the file, nodes are blocks full of digests, and both are filled with zero
// bytes and hashed after the salt, which is filled up to 64 bytes. The root of an
// empty file is zero. What fs-verity calls the digest of a file is
// [FSVerityDigest] of the root.
//
// It returns an error for a block size that is not a power of two from 64 to
// 1 MiB (the kernel asks for at least 1024), and for a salt beyond 32 bytes.
func FSVerity(blockSize int, salt []byte) (*Scheme, error) {
	if err := checkBlock("fsverity", blockSize); err != nil {
		return nil, err
	}
	if len(salt) > maxFSVeritySalt {
		return nil, fmt.Errorf("merkle: fsverity: salt has %d bytes, want at most %d", len(salt), maxFSVeritySalt)
	}
	var prefix []byte
	if len(salt) > 0 {
		prefix = make([]byte, sha256.BlockSize)
		copy(prefix, salt)
	}
	return NewScheme(Spec{
		Name:       "fsverity",
		LeafSize:   blockSize,
		LeafPrefix: prefix,
		Last:       PadLeaf,
		FanOut:     blockSize / sha256.Size,
		LeftPrefix: prefix,
		Odd:        ZeroFill,
		Empty:      EmptyZeros,
	})
}

const maxFSVeritySalt = 32

// FSVerityDigest returns the digest that the kernel's FS_IOC_MEASURE_VERITY
// and "fsverity digest" give: the hash of the descriptor of a file of size
// bytes with that root. blockSize and salt are those of [FSVerity]; it panics if
// they are not allowed there.
func FSVerityDigest(root [32]byte, size uint64, blockSize int, salt []byte) [32]byte {
	mustVerity(FSVerity(blockSize, salt))
	var d [256]byte
	d[0] = 1 // version
	d[1] = 1 // SHA-256
	d[2] = byte(bits.TrailingZeros(uint(blockSize)))
	d[3] = byte(len(salt))
	binary.LittleEndian.PutUint64(d[8:], size)
	copy(d[16:], root[:])
	copy(d[80:], salt)
	return sha256.Sum256(d[:])
}

// DMVerity is the hash tree of Linux dm-verity and of Android's verified boot,
// with SHA-256: leaves are blocks of the data, which have to be whole, and nodes
// are blocks full of digests, filled with zero bytes. Version 1 hashes them after
// the salt, version 0 (of Chrome OS) before it.
//
// It returns an error for another version, and for a block size that is not a
// power of two from 64 to 1 MiB (the kernel asks for at least 512).
func DMVerity(version, dataBlock, hashBlock int, salt []byte) (*Scheme, error) {
	for _, size := range []int{dataBlock, hashBlock} {
		if err := checkBlock("dmverity", size); err != nil {
			return nil, err
		}
	}
	p := Spec{Name: "dmverity", LeafSize: dataBlock, Last: WholeLeaf, FanOut: hashBlock / sha256.Size, Odd: ZeroFill}
	salt = bytes.Clone(salt)
	switch version {
	case 0:
		p.LeafSuffix, p.NodeSuffix = salt, salt
	case 1:
		p.LeafPrefix, p.LeftPrefix = salt, salt
	default:
		return nil, fmt.Errorf("merkle: dmverity: version is %d, want 0 or 1", version)
	}
	return NewScheme(p)
}
