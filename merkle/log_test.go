// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"archive/tar"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// plainConsistency is PROOF of RFC 9162, section 2.1.4.1, word for word.
func plainConsistency(s *Scheme, m int, d [][32]byte) [][32]byte {
	var sub func(m int, d [][32]byte, known bool) [][32]byte
	sub = func(m int, d [][32]byte, known bool) [][32]byte {
		if m == len(d) {
			if known {
				return nil
			}
			return [][32]byte{referenceFold(s, d)}
		}
		k := int(split(uint64(len(d))))
		if m <= k {
			return append(sub(m, d[:k], known), referenceFold(s, d[k:]))
		}
		return append(sub(m-k, d[k:], false), referenceFold(s, d[:k]))
	}
	return sub(m, d, true)
}

func TestConsistencyEverySize(t *testing.T) {
	hashes := testHashes(RFC6962, 70)
	tree, err := RFC6962.TreeHashes(hashes)
	require.NoError(t, err)
	for second := 1; second <= len(hashes); second++ {
		whole := referenceFold(RFC6962, hashes[:second])
		for first := 1; first <= second; first++ {
			part := referenceFold(RFC6962, hashes[:first])
			c, err := tree.ConsistencyProof(uint64(first), uint64(second))
			require.NoError(t, err)
			require.Equal(t, plainConsistency(RFC6962, first, hashes[:second]), c.Nodes)
			require.NoError(t, RFC6962.VerifyConsistency(part, whole, c))
			breakConsistency(t, part, whole, c)
		}
	}
}

func breakConsistency(t *testing.T, part, whole [32]byte, c Consistency) {
	t.Helper()
	reject := func(part, whole [32]byte, c Consistency) {
		t.Helper()
		require.Error(t, RFC6962.VerifyConsistency(part, whole, c))
	}
	for k := range c.Nodes {
		bad := c
		bad.Nodes = append([][32]byte{}, c.Nodes...)
		bad.Nodes[k][31] ^= 1
		reject(part, whole, bad)
		bad.Nodes = append(append([][32]byte{}, c.Nodes[:k]...), c.Nodes[k+1:]...)
		reject(part, whole, bad)
	}
	bad := c
	bad.Nodes = append(c.Nodes[:len(c.Nodes):len(c.Nodes)], part)
	reject(part, whole, bad)
	bad = c
	bad.End = 0
	reject(part, whole, bad)
	bad.End = c.Size + 1
	reject(part, whole, bad)
	if c.Start == 0 && c.End < c.Size {
		reject(whole, part, c)
	}
	part[0] ^= 1
	reject(part, whole, c)
}

func TestSubtrees(t *testing.T) {
	hashes := testHashes(RFC6962, 40)
	tree, err := RFC6962.TreeHashes(hashes)
	require.NoError(t, err)
	valid := 0
	for start := range uint64(40) {
		for end := start; end <= 41; end++ {
			root, err := tree.SubtreeRoot(start, end)
			if RFC6962.checkSubtree(start, end, 40) != nil {
				require.Error(t, err)
				continue
			}
			valid++
			require.NoError(t, err)
			require.Equal(t, referenceFold(RFC6962, hashes[start:end]), root)
			for i := start; i < end; i++ {
				p, err := tree.SubtreeProof(i, start, end)
				require.NoError(t, err)
				require.NoError(t, RFC6962.VerifySubtree(root, hashes[i], i, start, end, p.Nodes))
				require.Error(t, RFC6962.VerifySubtree(root, hashes[i], i+1, start, end, p.Nodes))
			}
			for size := end; size <= 40; size++ {
				c, err := tree.SubtreeConsistency(start, end, size)
				require.NoError(t, err)
				whole := referenceFold(RFC6962, hashes[:size])
				require.NoError(t, RFC6962.VerifyConsistency(root, whole, c))
				breakConsistency(t, root, whole, c)
			}
		}
	}
	require.Greater(t, valid, 40)
	_, err = tree.SubtreeProof(5, 0, 4)
	require.EqualError(t, err, "merkle: rfc6962: proof for leaf 5: the subtree has 0 to 4")
	_, err = tree.SubtreeRoot(2, 6)
	require.EqualError(t, err, "merkle: rfc6962: leaves 2 to 6 of 40 are no subtree")
	_, err = tree.ConsistencyProof(3, 41)
	require.ErrorContains(t, err, "consistency with 41 leaves: the tree has 40")
	solana, err := SolanaEntries.TreeHashes(hashes)
	require.NoError(t, err)
	_, err = solana.ConsistencyProof(1, 2)
	require.ErrorContains(t, err, "no subtrees and no consistency proofs")
}

// The proofs of transparency-dev/merkle, of which 482 are wrong.
func TestTransparencyVectors(t *testing.T) {
	verdicts := map[bool]int{}
	for r := tar.NewReader(bytes.NewReader(readFile(t, "rfc6962-transparency-dev/testdata.tar.gz"))); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		if !strings.HasSuffix(h.Name, ".json") {
			continue
		}
		data, err := io.ReadAll(r)
		require.NoError(t, err)
		var v proofVector
		require.NoError(t, json.Unmarshal(data, &v))
		kind, _, _ := strings.Cut(h.Name, "/")
		got := v.verify(kind)
		if kind == "consistency" && v.Size1 == 0 || kind == "subtreeconsistency" && v.Start == v.End {
			v.WantErr = true // nothing is consistent with an empty tree
		}
		require.Equal(t, v.WantErr, got != nil, "%s: %v", h.Name, got)
		verdicts[v.WantErr]++
	}
	require.Equal(t, 518, verdicts[true]+verdicts[false])
	require.GreaterOrEqual(t, verdicts[true], 482)
}

// proofVector is one file.
type proofVector struct {
	LeafIdx, TreeSize, Start, End, Size, Size1, Size2 uint64
	Root, LeafHash, Root1, Root2                      string
	Proof                                             []string
	WantErr                                           bool
}

// verify checks the proof of a file. Nodes that are not 32 bytes long cannot be
// given to the package.
func (v *proofVector) verify(kind string) error {
	bad := false
	node := func(s string) (d [32]byte) {
		b, err := base64.StdEncoding.DecodeString(s)
		if err != nil || len(b) != 32 {
			bad = true
			return d
		}
		return [32]byte(b)
	}
	root := func(s string) (d [32]byte) { // some roots are but text
		b, err := base64.StdEncoding.DecodeString(s)
		bad = bad || err != nil || len(b) > 32
		copy(d[:], b)
		return d
	}
	var nodes [][32]byte
	for _, s := range v.Proof {
		nodes = append(nodes, node(s))
	}
	var err error
	switch kind {
	case "inclusion":
		err = RFC6962.Verify(node(v.Root), node(v.LeafHash), Proof{v.LeafIdx, v.TreeSize, nodes})
	case "subtreeinclusion":
		err = RFC6962.VerifySubtree(node(v.Root), node(v.LeafHash), v.LeafIdx, v.Start, v.End, nodes)
	case "consistency":
		err = RFC6962.VerifyConsistency(root(v.Root1), root(v.Root2), Consistency{0, v.Size1, v.Size2, nodes})
	case "subtreeconsistency":
		err = RFC6962.VerifyConsistency(root(v.Root1), root(v.Root2), Consistency{v.Start, v.End, v.Size, nodes})
	}
	if bad {
		return errors.New("a node is not 32 bytes long")
	}
	return err
}

func TestTilePaths(t *testing.T) {
	for path, tile := range map[string]Tile{
		"tile/0/x001/x234/067":                     {0, 1234067, 256},
		"tile/1/000.p/17":                          {1, 0, 17},
		"tile/7/999":                               {7, 999, 256},
		"tile/2/x001/000.p/255":                    {2, 1000, 255},
		"tile/0/x018/x446/x744/x073/x709/x551/615": {0, 1<<64 - 1, 256},
	} {
		require.Equal(t, path, tile.String())
		got, err := ParseTilePath(path)
		require.NoError(t, err)
		require.Equal(t, tile, got)
	}
	require.Equal(t, "tile/entries/x001/000.p/255", Tile{0, 1000, 255}.EntriesPath())
	for _, path := range []string{
		"", "tile", "tile/0", "tile/0/", "tile/8/000", "tile/-1/000", "tile/00/000", "tile/0/0", "tile/0/0000", "tile/0/1000", "tile/0/x000/001",
		"tile/0/001/000", "tile/0/x001/x000", "tile/0/000.p/0", "tile/0/000.p/256", "tile/0/000.p/01", "tile/0/000.p/", "/tile/0/000",
		"tile/0/000/", "tile/entries/000", "tile/0/x018/x446/x744/x073/x709/x551/616",
	} {
		_, err := ParseTilePath(path)
		require.ErrorContains(t, err, "tile path", path)
	}
}

// The example of the specification, and sizes at every edge.
func TestTiles(t *testing.T) {
	count := map[Tile]int{}
	for _, tile := range Tiles(0, 70_000) {
		count[Tile{tile.Level, 0, tile.Width}]++
	}
	require.Equal(t, map[Tile]int{{0, 0, 256}: 273, {0, 0, 112}: 1, {1, 0, 256}: 1, {1, 0, 17}: 1, {2, 0, 1}: 1}, count)
	require.Equal(t, []Tile{{0, 0, 256}, {1, 0, 1}}, Tiles(255, 256))
	require.Equal(t, []Tile{{0, 1, 1}}, Tiles(256, 257))
	require.Empty(t, Tiles(7, 7))
	require.Panics(t, func() { Tiles(2, 1) })

	tree, err := RFC6962.TreeHashes(testHashes(RFC6962, 70_000))
	require.NoError(t, err)
	var level0 []byte
	for _, tile := range Tiles(0, 70_000) {
		b, err := tree.Tile(tile)
		require.NoError(t, err)
		require.Len(t, b, 32*tile.Width)
		if tile.Level == 0 && tile.Width == TileWidth {
			level0 = append(level0, b...)
		}
	}
	roots, err := RFC6962.TileRoots(nil, level0)
	require.NoError(t, err)
	require.Equal(t, tree.Level(8)[:273], roots)
	for _, tile := range []Tile{{0, 273, 113}, {0, 274, 1}, {2, 0, 2}, {1, 1, 18}, {8, 0, 1}, {0, 0, 0}, {0, 0, 257}, {-1, 0, 1}, {0, 1 << 60, 1}} {
		_, err := tree.Tile(tile)
		require.Error(t, err)
	}
	_, err = RFC6962.TileRoots(nil, level0[:100])
	require.ErrorContains(t, err, "full tiles have 8192 bytes each, got 100")
}

// sum.golang.org: the record of a module, its tile, and the tree that the log
// signed, from the tiles at its right edge.
func TestChecksumDatabase(t *testing.T) {
	lookup := string(readFile(t, "gosumdb-tiles/lookup/golang.org/x/mod@v0.43.0"))
	_, rest, _ := strings.Cut(lookup, "\n")
	record, note, _ := strings.Cut(rest, "\n\n")
	hash, err := RFC6962.LeafHash([]byte(record + "\n"))
	require.NoError(t, err)
	tile := readFile(t, "gosumdb-tiles/tile/8/0/x277/563")
	require.Equal(t, hash[:], tile[49*32:][:32])

	r, err := RFC6962.NewRange(0)
	require.NoError(t, err)
	for i, path := range []string{"3/000.p/4", "2/004.p/76", "1/x001/100.p/31", "0/x281/631.p/38"} {
		for b := readFile(t, "gosumdb-tiles/tile/8/"+path); len(b) > 0; b = b[32:] {
			require.NoError(t, r.AppendSubtree(8*(3-i), [32]byte(b)))
		}
	}
	require.Equal(t, uint64(72097574), r.End())
	root, err := r.Root()
	require.NoError(t, err)
	lines := strings.Split(note, "\n")
	require.Equal(t, "72097574", lines[1])
	require.Equal(t, lines[2], base64.StdEncoding.EncodeToString(root[:]))
}

func TestRangeEverySize(t *testing.T) {
	for _, s := range treeSchemes() {
		if s.fan > 2 || s.spec.RejectEqual {
			_, err := s.NewRange(0)
			require.ErrorContains(t, err, "no range")
			continue
		}
		hashes := testHashes(s, 300)
		one, err := s.NewRange(0)
		require.NoError(t, err)
		for n := range 301 {
			want, err := s.TreeHashes(hashes[:n])
			root, err2 := one.Root()
			require.Equal(t, err, err2)
			if err == nil && s.checkCount(uint64(n)) == nil {
				require.Equal(t, want.Root(), root, "%s, %d leaves", s, n)
			}
			if n < 300 {
				require.NoError(t, one.Append(hashes[n]))
			}
		}
		for _, k := range []int{0, 1, 5, 64, 133, 299, 300} {
			a, err := s.NewRange(0)
			require.NoError(t, err)
			require.NoError(t, a.Append(hashes[:k]...))
			b, err := s.NewRange(uint64(k))
			require.NoError(t, err)
			require.NoError(t, b.Append(hashes[k:]...))
			data, err := b.MarshalBinary()
			require.NoError(t, err)
			c, err := s.NewRange(7)
			require.NoError(t, err)
			require.NoError(t, c.UnmarshalBinary(data))
			require.NoError(t, a.AppendRange(c))
			require.Equal(t, one, a, "%s, in parts of %d", s, k)
		}
	}
}

func TestRangeErrors(t *testing.T) {
	r, err := RFC6962.NewRange(3)
	require.NoError(t, err)
	_, err = r.Root()
	require.ErrorContains(t, err, "root of a range from leaf 3, want 0")
	require.ErrorContains(t, r.AppendSubtree(1, [32]byte{}), "no full subtree of level 1 begins at leaf 3")
	require.Error(t, r.AppendSubtree(-1, [32]byte{}))
	require.Error(t, r.AppendSubtree(63, [32]byte{}))
	next, err := RFC6962.NewRange(4)
	require.NoError(t, err)
	require.EqualError(t, r.AppendRange(next), "merkle: rfc6962: range from leaf 4, want 3")
	other, err := SolanaEntries.NewRange(3)
	require.NoError(t, err)
	require.EqualError(t, r.AppendRange(other), "merkle: rfc6962: range of the scheme solana-entries")
	_, err = RFC6962.NewRange(1<<62 + 1)
	require.ErrorContains(t, err, "want at most")
	_, err = S3Composite.NewRange(0)
	require.ErrorContains(t, err, "flat list")
	small, err := SSZ(2).NewRange(0)
	require.NoError(t, err)
	require.NoError(t, small.Append([32]byte{1}))
	require.ErrorContains(t, small.Append([32]byte{}, [32]byte{}), "range up to leaf 1 and 2 more, want at most 2")
	require.Equal(t, uint64(1), small.End())
	require.Len(t, small.Nodes(), 1)

	require.NoError(t, r.Append(testHashes(RFC6962, 10)...))
	data, err := r.MarshalBinary()
	require.NoError(t, err)
	for i := range data {
		require.Error(t, next.UnmarshalBinary(data[:i]))
	}
	require.ErrorIs(t, next.UnmarshalBinary(append(data, 0)), ErrCorrupt)
	require.Error(t, other.UnmarshalBinary(data))
	data[len(rangeMagic)+32] = 0xff
	require.ErrorIs(t, next.UnmarshalBinary(data), ErrCorrupt)
	require.Equal(t, uint64(4), next.End())
}
