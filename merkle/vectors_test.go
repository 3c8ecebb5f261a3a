// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"crypto/sha3"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Where the values come from is said in testdata/*/PROVENANCE, or beside them.
// "calc" marks values that an independent implementation gave and that are
// published nowhere.

// unhex decodes hex digits, perhaps after 0x.
func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.TrimPrefix(s, "0x"))
	require.NoError(t, err)
	return b
}

// digest decodes 32 bytes of hex digits.
func digest(t testing.TB, s string) [32]byte {
	t.Helper()
	b := unhex(t, s)
	require.Len(t, b, 32)
	return [32]byte(b)
}

// reversed decodes a hash that Bitcoin shows back to front.
func reversed(t testing.TB, s string) (d [32]byte) {
	for i, b := range unhex(t, s) {
		d[31-i] = b
	}
	return d
}

// hexes decodes a list of leaves.
func hexes(t testing.TB, list ...string) (leaves [][]byte) {
	for _, s := range list {
		leaves = append(leaves, unhex(t, s))
	}
	return leaves
}

// readFile reads a file of testdata, unpacked if its name ends in .gz.
func readFile(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile("testdata/" + name)
	require.NoError(t, err)
	if !strings.HasSuffix(name, ".gz") {
		return b
	}
	z, err := gzip.NewReader(bytes.NewReader(b))
	require.NoError(t, err)
	b, err = io.ReadAll(z)
	require.NoError(t, err)
	return b
}

// readJSON decodes a file of testdata.
func readJSON(t testing.TB, name string, v any) {
	t.Helper()
	require.NoError(t, json.Unmarshal(readFile(t, name), v))
}

// requireRoot compares the root over leaves.
func requireRoot(t testing.TB, s *Scheme, want string, leaves ...[]byte) {
	t.Helper()
	got, err := s.Root(leaves)
	require.NoError(t, err)
	require.Equal(t, want, hex.EncodeToString(got[:]))
}

// requireData compares the root over data.
func requireData(t testing.TB, s *Scheme, want string, data []byte, size int) {
	t.Helper()
	got, err := s.RootBlocks(data, size)
	require.NoError(t, err)
	require.Equal(t, want, hex.EncodeToString(got[:]))
	opts := []Option{}
	if size > 0 {
		opts = append(opts, WithLeafSize(size))
	}
	got, err = s.RootReader(t.Context(), bytes.NewReader(data), int64(len(data)), opts...)
	require.NoError(t, err)
	require.Equal(t, want, hex.EncodeToString(got[:]))
}

// pattern is n bytes i*31 mod 256.
func pattern(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i * 31)
	}
	return b
}

// rfc6962Leaves and roots: transparency-dev/merkle testonly/constants.go.
var rfc6962Leaves = []string{"", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"}

var rfc6962Roots = []string{
	"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
	"6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
	"fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
	"aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
	"d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
	"4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
	"76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
	"ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
	"5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
}

func TestRFC6962Vectors(t *testing.T) {
	for n, want := range rfc6962Roots {
		requireRoot(t, RFC6962, want, hexes(t, rfc6962Leaves[:n]...)...)
	}
	leaf, err := RFC6962.LeafHash([]byte("L123456"))
	require.NoError(t, err)
	require.Equal(t, digest(t, "395aa064aa4c29f7010acfe3f25db9485bbd4b91897b6ad7ad547639252b4d56"), leaf)
}

func TestCometBFTVectors(t *testing.T) {
	var v struct {
		HashFromByteSlices []struct {
			Items []string
			Root  string
		}
	}
	readJSON(t, "cometbft-merkle/vectors.json", &v)
	require.Len(t, v.HashFromByteSlices, 5)
	for _, c := range v.HashFromByteSlices {
		requireRoot(t, RFC6962, c.Root, hexes(t, c.Items...)...)
	}
}

func TestBitcoinVectors(t *testing.T) {
	var blocks []struct {
		Height int
		Root   string   `json:"merkle_root_internal"`
		IDs    []string `json:"txids_internal"`
	}
	readJSON(t, "bitcoin-blocks/selected-blocks.json.gz", &blocks)
	require.NotEmpty(t, blocks)
	for _, b := range blocks {
		requireRoot(t, Bitcoin, b.Root, hexes(t, b.IDs...)...)
	}
	var twice []struct {
		IDs  []string `json:"mutated_txids_internal"`
		Root string   `json:"merkle_root_internal"`
	}
	readJSON(t, "bitcoin-blocks/cve-2012-2459-derived.json", &twice)
	require.NotEmpty(t, twice)
	for _, b := range twice {
		got, err := Bitcoin.Root(hexes(t, b.IDs...))
		require.ErrorIs(t, err, ErrMutated)
		require.Equal(t, b.Root, hex.EncodeToString(got[:]))
	}

	// Block 100000, and leaves that count up (btcd rolling_merkle_test.go; 3 and 5 calc).
	var ids [][]byte
	for _, s := range []string{
		"8c14f0db3df150123e6f3dbbf30f8b955a8249b62ac1d1ff16284aefa3d06d87", "fff2525b8931402dd09222c50775608f75787bd2b87e56995a7bdd30f79702c4",
		"6359f0868171b1d194cbee1af2f16ea598ae8fad666d9b012c8ed2b79a236ec4", "e9a66845e05d5abc0ad04ec80f774a7e585c6e8db975962d069a522137b80c1d",
	} {
		id := reversed(t, s)
		ids = append(ids, id[:])
	}
	root, err := Bitcoin.Root(ids)
	require.NoError(t, err)
	require.Equal(t, reversed(t, "f3e94742aca4b5ef85488dc37c06c3282295ffec960994b2c0d5ac2a25a95766"), root)
	for n, want := range map[int]string{
		2: "c2bf026e62af95cd7b785e2cd5a5f1ec01fafda85886a8ebd34482c0b05dc2c2",
		3: "a78528538716fdd11bf7955854db978f3126cc30154b1cce710b50a993a9cfbf",
		4: "270714425ea73eb85942f0f705788f251fefa3f533410a3f338de46e641082c4",
		5: "91c35316b8c1297aab874bc34a6d390ba237199500070eb398a2f76f25b3e137",
	} {
		data := make([]byte, 32*n)
		for i := range n {
			data[32*i] = byte(i)
		}
		root, err := Bitcoin.RootBlocks(data, 0)
		require.NoError(t, err)
		require.Equal(t, reversed(t, want), root)
	}
}

func TestSolanaVectors(t *testing.T) {
	var v struct {
		Tree20 []struct {
			Leaves int    `json:"leaf_cnt"`
			Root   string `json:"root20"`
		} `json:"tree20_short_prefix"`
		Tree32 struct {
			Leaves []string
			Root   string
		}
	}
	readJSON(t, "solana-poh-merkle/bmtree.json", &v)
	var words [][]byte
	for _, w := range v.Tree32.Leaves {
		words = append(words, []byte(w))
	}
	requireRoot(t, SolanaEntries, v.Tree32.Root, words...)

	short := must(Spec{Name: "tree20", LeafRaw: true, LeftPrefix: []byte{1}, NodeSize: 20, Odd: Duplicate})
	require.NotEmpty(t, v.Tree20)
	for _, c := range v.Tree20 {
		data := make([]byte, 20*c.Leaves)
		for i := range c.Leaves {
			binary.LittleEndian.PutUint64(data[20*i:], uint64(i))
		}
		root, err := short.RootBlocks(data, 0)
		require.NoError(t, err)
		require.Equal(t, c.Root, hex.EncodeToString(root[:20]), "%d leaves", c.Leaves)
	}

	// calc
	var shreds, few [][]byte
	for i := range 64 {
		shreds = append(shreds, bytes.Repeat([]byte{byte(i)}, 1115))
		few = append(few, bytes.Repeat([]byte{byte(i)}, 32))
	}
	requireRoot(t, SolanaShreds, "120557d869951db2295594e20ada6d18f5ef83bb0782657711e29d5dae4b73d5", shreds...)
	requireRoot(t, SolanaShreds, "ce6c4c46534eef294c1af2381863e48218a7d33d5eb72d850c872bd7a8987222", few[:5]...)
}

func TestTapeVectors(t *testing.T) {
	// Roots of empty trees: spool-labs/tape lib/crypto/src/merkle/tree.rs.
	for height, want := range map[int]string{
		1:  "a900d7c2ac7d5a234f22cf34f5a792b07b06f463987e7e3b45c332f6583132ee",
		5:  "7108b4fe3940d4f0e77db5a3c8310ef287110d4947cf72103cfdbaa557072c40",
		31: "c9b879ce59c64ee91f1f5a2a61e83249d1ce6eb892b35fc0f31762a65c9b6b6f",
	} {
		s, err := Tape(height)
		require.NoError(t, err)
		requireRoot(t, s, want)
		checkRoot(t, s, testData(300*min(height, 5)), 300)
	}
	one, err := Tape(1)
	require.NoError(t, err)
	empty, err := one.LeafHash(nil)
	require.NoError(t, err)
	require.Equal(t, digest(t, "21b04fab319f57c9ab68d5f246a5b6a07145b960907bd327d2dc77534395be69"), empty)
	requireRoot(t, one, "eba53ad708f036a6ce8c9632399ff0c55d00ab37b41bbe3b6bf218064623b923", []byte("hello"), []byte("world")) // calc
	five, err := Tape(5)
	require.NoError(t, err)
	var slices [][]byte
	for i := range 20 {
		slices = append(slices, bytes.Repeat([]byte{byte(i)}, 100))
	}
	requireRoot(t, five, "915f780420d08572dcd80c90ecf747ae7ab31ed2ffdd1e046018f1e34ecfba4d", slices...) // calc
	for _, height := range []int{0, 63} {
		_, err = Tape(height)
		require.Error(t, err)
	}
}

func TestVerityVectors(t *testing.T) {
	content := make([]byte, 1_000_000)
	for i := range content {
		content[i] = byte(i%11 + i%439 + i%1103)
	}
	type file struct {
		Hash   string
		Block  int `json:"block_size"`
		Salt   string
		Size   int `json:"file_size"`
		Digest string
	}
	var own, tool struct{ Cases []file }
	readJSON(t, "fsverity-dmverity/fsverity-test_compute_digest.json", &own)
	readJSON(t, "fsverity-dmverity/fsverity-cli.json", &tool)
	done := 0
	for _, c := range append(own.Cases, tool.Cases...) {
		if c.Hash != "sha256" {
			continue
		}
		salt := []byte(c.Salt) // text, or hex digits
		if b, err := hex.DecodeString(c.Salt); err == nil && len(b) > 2 {
			salt = b
		}
		s, err := FSVerity(c.Block, salt)
		require.NoError(t, err)
		root, err := s.RootBlocks(content[:c.Size], 0)
		require.NoError(t, err)
		d := FSVerityDigest(root, uint64(c.Size), c.Block, salt)
		require.Equal(t, c.Digest, hex.EncodeToString(d[:]), "%+v", c)
		done++
	}
	require.GreaterOrEqual(t, done, 24)
	_, err := FSVerity(1000, nil)
	require.ErrorContains(t, err, "block size is 1000")
	_, err = FSVerity(4096, make([]byte, 33))
	require.ErrorContains(t, err, "salt has 33 bytes")
}

func TestDMVerityVectors(t *testing.T) {
	type image struct {
		Block   int `json:"block_size"`
		Blocks  int
		Salt    string
		Version int `json:"format"`
		Hash    string
		Root    string
	}
	var zeros []image
	var tool struct{ Cases []image }
	readJSON(t, "fsverity-dmverity/dmverity-verity-compat-test.json", &zeros)
	readJSON(t, "fsverity-dmverity/veritysetup-cli.json", &tool)
	noise := sha3.SumSHAKE256([]byte("dm-verity sample"), 1<<20)
	done := 0
	for _, c := range append(zeros, tool.Cases...) {
		if c.Hash != "sha256" {
			continue
		}
		data := make([]byte, 8<<20)
		if c.Blocks > 0 {
			data = noise[:c.Blocks*c.Block]
		}
		s, err := DMVerity(c.Version, c.Block, c.Block, unhex(t, c.Salt))
		require.NoError(t, err)
		requireData(t, s, c.Root, data, 0)
		done++
	}
	require.GreaterOrEqual(t, done, 12)
	s, err := DMVerity(1, 4096, 4096, nil)
	require.NoError(t, err)
	_, err = s.RootBlocks(make([]byte, 5000), 0)
	require.ErrorContains(t, err, "leaf 1 has 904 bytes, want 4096")
	_, err = DMVerity(2, 4096, 4096, nil)
	require.ErrorContains(t, err, "version is 2")
	_, err = DMVerity(1, 4096, 32, nil)
	require.ErrorContains(t, err, "block size is 32")
	mixed, err := DMVerity(0, 512, 4096, []byte("salt"))
	require.NoError(t, err)
	checkRoot(t, mixed, testData(512*300), 512)
}

func TestGlacierVectors(t *testing.T) {
	var v []struct {
		Len  int
		Tree string `json:"tree_sha256"`
	}
	readJSON(t, "aws-glacier-treehash/vectors.json", &v)
	require.NotEmpty(t, v)
	for _, c := range v {
		requireData(t, Glacier, c.Tree, bytes.Repeat([]byte{'0'}, c.Len), 0)
	}
}

func TestS3Vectors(t *testing.T) { // calc
	data := pattern(12<<20 + 5)
	root, err := S3Composite.RootReader(t.Context(), bytes.NewReader(data), int64(len(data)), WithLeafSize(5<<20))
	require.NoError(t, err)
	require.Equal(t, "Ax1vnM1lRRgh0tnvnXRbQCfCuMmKqPfPSevp0Kb/6HI=", base64.StdEncoding.EncodeToString(root[:]))
	requireData(t, S3Composite, hex.EncodeToString(root[:]), data, 5<<20)
}

func TestFilecoinVectors(t *testing.T) {
	// go-fil-commp-hashhash commp_test.go
	for _, c := range []struct {
		data []byte
		want string
	}{
		{make([]byte, 96), "3731bb99ac689f66eef5973e4a94da188f4ddcae580724fc6f3fd60dfd488333"},
		{make([]byte, 192), "642a607ef886b004bf2c1978463ae1d4693ac0f410eb2d1b7a47fe205e5e750f"},
		{bytes.Repeat([]byte{0xcc}, 127), "c2ac699bb26693c01abe4a93551de64fd72b45404fb7320c416705dde7b2a426"},
		{bytes.Repeat([]byte{0xcc}, 509), "3c848025e1e33c303ea6b6873d633ad201fa511325126a71b23f5f43bfc79521"},
	} {
		root, _, err := FilecoinPiece(t.Context(), bytes.NewReader(c.data), int64(len(c.data)))
		require.NoError(t, err)
		require.Equal(t, digest(t, c.want), root)
	}
	_, padded, err := FilecoinPiece(t.Context(), bytes.NewReader(make([]byte, 509)), 509)
	require.NoError(t, err)
	require.Equal(t, uint64(1024), padded)
	_, _, err = FilecoinPiece(t.Context(), bytes.NewReader(make([]byte, 64)), 64)
	require.ErrorContains(t, err, "64 bytes, want at least 65")
	_, _, err = FilecoinPiece(t.Context(), bytes.NewReader(make([]byte, 200)), 300)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
}

// The bits of a quad, one by one.
func TestSpread(t *testing.T) {
	quad := testData(quadIn)
	got, want := make([]byte, quadOut), make([]byte, quadOut)
	for bit := range 8 * quadIn {
		to := bit/254*256 + bit%254
		want[to/8] |= quad[bit/8] >> (bit % 8) & 1 << (to % 8)
	}
	spread(got, quad)
	require.Equal(t, want, got)

	data := testData(100_000) // many quads, and a short one
	all := make([]byte, (len(data)+quadIn-1)/quadIn*quadOut)
	n, err := fr32{bytes.NewReader(data), int64(len(data))}.ReadAt(all, 0)
	require.NoError(t, err)
	require.Equal(t, len(all), n)
	padded := append(data, make([]byte, quadIn)...)
	for i := 0; i < len(all); i += quadOut {
		spread(got, padded[i/quadOut*quadIn:][:quadIn])
		require.Equal(t, got, all[i:i+quadOut])
	}
}

func TestLeafHashesPanics(t *testing.T) {
	dst := make([][32]byte, 1)
	require.PanicsWithValue(t, "hashlanes: merkle.LeafHashes: dst too short: got 1, want 2", func() {
		_ = RFC6962.LeafHashes(dst, make([][]byte, 2))
	})
	require.Equal(t, [32]byte{}, dst[0])
}

func TestSchemeByName(t *testing.T) {
	for _, s := range Schemes() {
		got, err := SchemeByName(s.Name())
		require.NoError(t, err)
		require.Same(t, s, got)
	}
	_, err := SchemeByName("md5")
	require.ErrorContains(t, err, "unknown scheme \"md5\"; there are rfc6962, bitcoin")
	require.Equal(t, sha256.Sum256(nil), func() [32]byte { r, _ := RFC6962.Root(nil); return r }())
}
