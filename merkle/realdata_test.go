// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"bytes"
	"crypto/ed25519"
	"encoding/binary"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// base58 decodes a Solana key.
func base58(t *testing.T, s string) []byte {
	const digits = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
	n := new(big.Int)
	for _, c := range s {
		i := strings.IndexRune(digits, c)
		require.GreaterOrEqual(t, i, 0)
		n.Mul(n, big.NewInt(58)).Add(n, big.NewInt(int64(i)))
	}
	return n.FillBytes(make([]byte, 32))
}

// arFiles gives the members of a Unix archive.
func arFiles(t *testing.T, b []byte) (files [][]byte) {
	const magic, head = "!<arch>\n", 60
	require.True(t, bytes.HasPrefix(b, []byte(magic)))
	for b = b[len(magic):]; len(b) > 0; {
		size, err := strconv.Atoi(strings.TrimSpace(string(b[48:58])))
		require.NoError(t, err)
		files = append(files, b[head:head+size])
		b = b[min(head+size+size%2, len(b)):]
	}
	return files
}

// shred is what the proof of a Solana shred needs.
type shred struct {
	signature, leaf []byte
	index           uint64
	nodes           [][32]byte
}

// parseShred cuts a shred of 1203 (data) or 1228 (code) bytes. The layout is in
// testdata/solana-poh-merkle/PROVENANCE.
func parseShred(t *testing.T, b []byte) (s shred) {
	variant := b[64]
	end := 1228
	index, first := uint64(binary.LittleEndian.Uint32(b[73:])), uint64(binary.LittleEndian.Uint32(b[79:]))
	if variant&0xf0 >= 0x80 { // data
		end = 1203
		s.index = index - first
	} else { // code: after the data
		s.index = uint64(binary.LittleEndian.Uint16(b[83:])) + uint64(binary.LittleEndian.Uint16(b[87:]))
	}
	if variant&0xf0 == 0x70 || variant&0xf0 == 0xb0 { // signed again
		end -= 64
	}
	require.GreaterOrEqual(t, len(b), end)
	depth := int(variant & 15)
	proof := end - 20*depth
	s.signature, s.leaf = b[:64], b[64:proof]
	for i := range depth {
		var node [32]byte
		copy(node[:], b[proof+20*i:][:20])
		s.nodes = append(s.nodes, node)
	}
	return s
}

// 307 shreds of the network: the leader signed the root that each proof leads
// to. The number of leaves is not in a shred; for a full batch it is a power of
// two.
func TestSolanaShreds(t *testing.T) {
	const name = "chained_resigned-FT9QgTVo375TgDAQusTgpsfXqTosCJLfrBpoVdcbnhtS.ar.gz"
	key := ed25519.PublicKey(base58(t, strings.TrimSuffix(strings.TrimPrefix(name, "chained_resigned-"), ".ar.gz")))
	var claims []Claim
	for _, file := range arFiles(t, readFile(t, "solana-poh-merkle/"+name)) {
		s := parseShred(t, file)
		leaf, err := SolanaShreds.LeafHash(s.leaf)
		require.NoError(t, err)
		proof := Proof{Index: s.index, Size: 1 << len(s.nodes), Nodes: s.nodes}
		root := climbTo(t, leaf, proof)
		require.True(t, ed25519.Verify(key, root[:], s.signature), "shred %d", len(claims))
		claims = append(claims, Claim{root, leaf, proof})
	}
	require.Len(t, claims, 307)
	require.NoError(t, SolanaShreds.VerifyMany(claims))
	claims[100].Proof.Nodes[2][19] ^= 1
	require.ErrorContains(t, SolanaShreds.VerifyMany(claims), "claim 100: ")
}

// climbTo is the root that a proof leads to.
func climbTo(t *testing.T, leaf [32]byte, p Proof) [32]byte {
	c, err := SolanaShreds.newClimb(&p)
	require.NoError(t, err)
	var pair [2][32]byte
	for c.next(SolanaShreds, pair[:], &leaf) {
		leaf = SolanaShreds.node(pair[:])
	}
	return leaf
}

// bencode decodes one value of a torrent: int64, string, []any or map[string]any.
func bencode(t *testing.T, b []byte) (v any, rest []byte) {
	switch b[0] {
	case 'i':
		end := bytes.IndexByte(b, 'e')
		n, err := strconv.ParseInt(string(b[1:end]), 10, 64)
		require.NoError(t, err)
		return n, b[end+1:]
	case 'l', 'd':
		var list []any
		for rest = b[1:]; rest[0] != 'e'; {
			v, rest = bencode(t, rest)
			list = append(list, v)
		}
		if b[0] == 'l' {
			return list, rest[1:]
		}
		m := map[string]any{}
		for i := 0; i < len(list); i += 2 {
			m[list[i].(string)] = list[i+1]
		}
		return m, rest[1:]
	}
	colon := bytes.IndexByte(b, ':')
	n, err := strconv.Atoi(string(b[:colon]))
	require.NoError(t, err)
	return string(b[colon+1:][:n]), b[colon+1+n:]
}

// torrentFile is a file in a torrent.
type torrentFile struct {
	length int64
	root   string
}

// torrentFiles lists the files below a directory of a torrent.
func torrentFiles(dir map[string]any) (files []torrentFile) {
	for name, v := range dir {
		if m, ok := v.(map[string]any); ok && name == "" {
			root, _ := m["pieces root"].(string)
			files = append(files, torrentFile{m["length"].(int64), root})
		} else if ok {
			files = append(files, torrentFiles(m)...)
		}
	}
	return files
}

// The piece layers of torrents lead to the roots of their files.
func TestTorrents(t *testing.T) {
	for name, bad := range map[string]bool{
		"bittorrent-v2-hybrid-test": false, "bittorrent-v2-test": false, "libtorrent-v2_hybrid": false, "libtorrent-v2_multipiece_file": false,
		"libtorrent-v2_multiple_files": false, "libtorrent-v2_only": false, "libtorrent-v2_symlinks": false, "libtorrent-v2_empty_file": false,
		"libtorrent-v2_invalid_piece_layer_root": true, "libtorrent-v2_piece_layer_invalid_file_hash": true, "libtorrent-v2_incomplete_piece_layer": true,
	} {
		v, _ := bencode(t, readFile(t, "bep52-bittorrent-v2/"+name+".torrent.gz"))
		info := v.(map[string]any)["info"].(map[string]any)
		layers, _ := v.(map[string]any)["piece layers"].(map[string]any)
		piece := info["piece length"].(int64)
		wrong := 0
		for _, file := range torrentFiles(info["file tree"].(map[string]any)) {
			if file.length <= piece {
				continue // its root is the whole tree
			}
			layer, _ := layers[file.root].(string)
			if int64(len(layer)) != (file.length+piece-1)/piece*32 {
				wrong++
				continue
			}
			r, err := BitTorrent.NewRange(0)
			require.NoError(t, err)
			for ; layer != ""; layer = layer[32:] {
				level := 0
				for int64(BitTorrent.LeafSize())<<level < piece {
					level++
				}
				require.NoError(t, r.AppendSubtree(level, [32]byte([]byte(layer[:32]))))
			}
			if root, err := r.Root(); err != nil || string(root[:]) != file.root {
				wrong++
			}
		}
		require.Equal(t, bad, wrong > 0, name)
	}
}

func TestBitTorrentVectors(t *testing.T) {
	// libtorrent test/test_torrents: v2.torrent and v2_only.torrent.
	requireData(t, BitTorrent, "60aae9c7b428f87e0713e88229e18f0adf12cd7b22a0dd8a92bb2485eb7af242", make([]byte, 1<<16), 0)
	requireData(t, BitTorrent, "515ea9181744b817744ded9d2e8e9dc6a8450c0b0c52e24b5077f302ffbd9008", make([]byte, 1<<20), 0)
	// The reference creator of BEP 52.
	for n, want := range map[int]string{
		16385:   "8e784bf9c3b1698f0a7339123a58cba190125592da8cb4bb2f9a948cbc2d97d4",
		50000:   "e05c9c9b01f8f8d81c6f54ff6e183079e986d6104d68a304df0cae61475f05d8",
		100000:  "65c871ad9fabc5c92d32e1a5c7c3f9ba78183726fb528631819f410b136e1cbb",
		1000000: "02cc1d12bd930e52084c2434765af1fd188a1d131472fe1d896417bf8c6e9eb2",
	} {
		requireData(t, BitTorrent, want, pattern(n), 0)
	}
	var v struct {
		Root  string   `json:"pieces root"`
		Layer []string `json:"piece layer"`
	}
	readJSON(t, "bep52-bittorrent-v2/v2-multi-piece.json", &v)
	tree, err := BitTorrent.TreeBlocks(readFile(t, "bep52-bittorrent-v2/v2-multi-piece.data.bin.gz"), 0)
	require.NoError(t, err)
	require.Equal(t, digest(t, v.Root), tree.Root())
	for i, want := range v.Layer { // pieces of 16 KiB: the layer of the leaves
		require.Equal(t, digest(t, want), tree.Level(0)[i])
	}
}
