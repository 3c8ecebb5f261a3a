// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"io"
)

// LeafHashesReader returns the nodes of the leaves in the first size bytes of r,
// cut and read as by [Scheme.RootReader], 32 bytes for each. It returns the
// errors of that. No bytes have no leaves.
func (s *Scheme) LeafHashesReader(ctx context.Context, r io.ReaderAt, size int64, opts ...Option) ([][32]byte, error) {
	in, err := s.fromReader("LeafHashesReader", r, size, collect(opts).leafSize)
	if err != nil || in.leaves == 0 {
		return nil, err
	}
	j, err := s.newJob(in, opts)
	if err != nil {
		return nil, err
	}
	if in.leaves > maxNodes {
		return nil, s.errorf("%d leaves: a list in memory has at most %d here", in.leaves, maxNodes)
	}
	sc := getScratch()
	defer sc.release()
	list := leafList(make([][32]byte, in.leaves))
	return list, j.run(ctx, list, sc)
}

// leafList is a target that keeps the nodes of the leaves.
type leafList [][32]byte

func (l leafList) room(first uint64, n int, _ *scratch) [][32]byte { return l[first:][:n] }

func (l leafList) fold([][32]byte, uint64, *scratch) ([][32]byte, error) { return nil, nil }

func (l leafList) add([][32]byte, error) {}

// apkChunk is the length of a chunk of an APK file.
const apkChunk = 1 << 20

// apkWhole is the list of chunks of full length.
var apkWhole = must(Spec{Name: "apk", LeafSize: apkChunk, LeafPrefix: apkPrefix(apkChunk), Flat: true})

// apkPrefix comes before a chunk of n bytes.
func apkPrefix(n int) []byte { return binary.LittleEndian.AppendUint32([]byte{0xa5}, uint32(n)) }

// APKDigest returns the SHA-256 content digest of the signature schemes v2 and v3
// of Android. The sections are what comes before the signing block, the central
// directory, and the end of central directory, whose offset of the central
// directory has to be that of the signing block; each is cut into chunks of 1 MiB.
//
//	chunk = H(0xa5 | length, 32 bits, little-endian | data)
//	digest = H(0x5a | number of chunks, 32 bits, little-endian | chunks)
//
// It returns the errors of [Scheme.RootReader], and takes the same options.
func APKDigest(ctx context.Context, sections []*io.SectionReader, opts ...Option) ([32]byte, error) {
	var chunks [][32]byte
	done, progress := int64(0), collect(opts).progress
	for _, section := range sections {
		whole := section.Size() &^ (apkChunk - 1)
		part := append(opts[:len(opts):len(opts)], WithProgress(func(n int64) { progress(done + n) }))
		list, err := apkWhole.LeafHashesReader(ctx, section, whole, part...)
		if err != nil {
			return [32]byte{}, err
		}
		chunks = append(chunks, list...)
		done += whole
		if rest := int(section.Size() - whole); rest > 0 {
			last := append(apkPrefix(rest), make([]byte, rest)...)
			if n, err := section.ReadAt(last[len(last)-rest:], whole); n < rest {
				return [32]byte{}, readError(whole+int64(n), section.Size(), err)
			}
			chunks = append(chunks, sha256.Sum256(last))
			done += int64(rest)
			progress(done)
		}
	}
	top := binary.LittleEndian.AppendUint32([]byte{0x5a}, uint32(len(chunks)))
	return sha256.Sum256(append(top, digestBytes(chunks)...)), nil
}
