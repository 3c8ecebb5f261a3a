// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"encoding/binary"
	"encoding/hex"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSSZZeros(t *testing.T) {
	// Roots of empty trees of heights 1 to 3.
	requireRoot(t, SSZ(2), "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b")
	requireRoot(t, SSZ(4), "db56114e00fdd4c1f85c892bf35ac9a89289aaecb1ebd0a96cde606a748b5d71")
	requireRoot(t, SSZ(8), "c78009fdf07fc56a11f122370658a353aaa542ed63e44c4bc15ff4cd105ab33c")
	requireRoot(t, SSZ(0), hex.EncodeToString(make([]byte, 32)))
	_, err := SSZ(2).RootBlocks(make([]byte, 65), 0)
	require.EqualError(t, err, "merkle: ssz: 3 leaves, want at most 2")
	require.Panics(t, func() { SSZ(1<<62 + 1) })
}

func TestSSZLimits(t *testing.T) {
	for _, limit := range []uint64{1, 2, 3, 5, 64, 1000, 1 << 40} {
		for n := range 70 {
			if s := SSZ(limit); uint64(n) <= limit {
				checkRoot(t, s, testData(32*n), 32)
			}
		}
	}
}

// ferranbt/fastssz TestParseTree.
func TestSSZList(t *testing.T) {
	root, err := SSZ(8).Root(hexes(t,
		"9a4aaa9f8c50cdb565a05ed94a0019cbea56349bdb4c5b639a26bcfed855c790",
		"632a7e04caca67eed732cd670409acf2daaf88aed3977689446ba6f7d3e43aa4",
		"6314fea8253a30f23d5af34b0b2e675d4c0d475e4f66e4392c535f2ca5c3ae32"))
	require.NoError(t, err)
	require.Equal(t, digest(t, "850f07566ebef9934782eec2db35b997a44a37aa4eab01a4d25f02e807602136"), MixInLength(root, 3))
}

// Types of the vectors whose root is a tree of packed bytes: the chunks they may
// have, and the bytes of an element if they are lists.
var sszTypes = map[string]struct {
	limit   uint64
	element int
}{
	"ByteVectorType(4)":                              {1, 0},
	"ByteVectorType(32)":                             {1, 0},
	"ByteVectorType(96)":                             {3, 0},
	"ByteListType(256)":                              {8, 1},
	"ListBasicType(new UintNumberType(1), 128)":      {4, 1},
	"ListBasicType(new UintNumberType(8), 128)":      {32, 8},
	"VectorBasicType(uint64Type, 4)":                 {1, 0},
	"VectorCompositeType(rootType, 4)":               {4, 0},
	"ListCompositeType(new ByteVectorType(32), 128)": {128, 32},
	"UintNumberType(1)":                              {1, 0},
	"UintNumberType(4)":                              {1, 0},
	"UintNumberType(8)":                              {1, 0},
	"UintBigintType(8)":                              {1, 0},
	"UintNumberType(1, {setBitwiseOR: true})":        {1, 0},
	"UintNumberType(8, {clipInfinity: true})":        {1, 0},
}

func TestSSZVectors(t *testing.T) {
	var v []struct{ Type, ID, Serialized, Root string }
	readJSON(t, "ethereum-ssz/chainsafe-ssz-valid.json", &v)
	done := 0
	for _, c := range v {
		typ, ok := sszTypes[c.Type]
		if c.Type == "BitListType(2048)" {
			checkBitlist(t, unhex(t, c.Serialized), digest(t, c.Root))
			done++
		}
		if !ok {
			continue // a container
		}
		data := unhex(t, c.Serialized)
		root, err := SSZ(typ.limit).RootBlocks(data, 0)
		require.NoError(t, err)
		if typ.element > 0 {
			root = MixInLength(root, uint64(len(data)/typ.element))
		}
		require.Equal(t, digest(t, c.Root), root, "%s %s", c.Type, c.ID)
		done++
	}
	require.Equal(t, 40, done)
}

// checkBitlist takes off the bit that ends a serialised bit list.
func checkBitlist(t *testing.T, data []byte, want [32]byte) {
	last := data[len(data)-1]
	bits := 8 * (len(data) - 1)
	for ; last > 1; last >>= 1 {
		bits++
	}
	data[len(data)-1] &^= 1 << (bits % 8)
	root, err := SSZ(8).RootBlocks(data[:(bits+7)/8], 0)
	require.NoError(t, err)
	require.Equal(t, want, MixInLength(root, uint64(bits)))
}

// ethereum/consensus-spec-tests tests/general/phase0/ssz_generic.
func TestSSZConsensusSpec(t *testing.T) {
	var vector []byte // vec_uint64_31_random
	for _, x := range []uint64{
		3052724393868548387, 3810693530679841654, 12585541796688525245, 7797619408698423071, 17300603542735752207, 1500042191375799293,
		15730311807639243063, 4896003536604206404, 11052623568709729964, 7620613587987365317, 14725846845076244548, 8277023605973026738,
		17826368043195852359, 3128829880034264486, 3473891868744927914, 18343612133879937169, 11117133942831612242, 15989397465635862691,
		7217156999682606300, 11356562156743016218, 8285094276436873719, 1589676644942788053, 4169250114160504621, 558291410544594398,
		15615879608970573885, 9651926789184060127, 7687155892063378437, 17756836253102770925, 5291345685353917916, 15829036281687984180,
		4874883508035225879,
	} {
		vector = binary.LittleEndian.AppendUint64(vector, x)
	}
	requireData(t, SSZ(8), "692da28053f3e2d585e5359989519e2af9044140b7f50d0db8e36b89e5ddd6f3", vector, 0)

	fields := make([]byte, 96) // FixedTestStruct_random_0
	fields[0] = 24
	binary.LittleEndian.PutUint64(fields[32:], 13167263067087249200)
	binary.LittleEndian.PutUint32(fields[64:], 734541227)
	requireData(t, SSZ(3), "2f104507507c20439914e44dbbc82ab18c9c506cadbe96c33b136f3a4ff0f182", fields, 0)
}

// Bit lists of ones; calc, but for 513, which ethereum/remerkleable
// test_impl.py writes out.
func TestSSZProgressive(t *testing.T) {
	for bits, want := range map[int]string{
		256: "b3327406854ffab96af59832dfa3f690f72c4f898e2ffd4ef3e90cc2fb876b43",
		257: "be707c375a49431fdb06c00f7a4dcc9200d5613ea02999dc5e081913171bb8d0",
		512: "fedaba4d354436ef8a8e13f141fe0d39abafb2be19ae6488eb5abd4a37a071f6",
		513: "e1863d142701b924caf6e92f887f7f53059e9b63d08d7f02d66ca27f0ed228fc",
	} {
		data := make([]byte, (bits+7)/8)
		for i := range bits {
			data[i/8] |= 1 << (i % 8)
		}
		root, err := SSZProgressive(data)
		require.NoError(t, err)
		require.Equal(t, digest(t, want), MixInLength(root, uint64(bits)), "%d bits", bits)
	}
	root, err := SSZProgressive(nil)
	require.NoError(t, err)
	require.Equal(t, [32]byte{}, root)
}

func TestMixIn(t *testing.T) {
	root, active := digest(t, rfc6962Roots[1]), [32]byte{5}
	require.Equal(t, MixInLength(root, 5), MixInSelector(root, 5))
	require.Equal(t, MixInLength(root, 5), MixInActiveFields(root, active))
}

// The deposit tree: every count of deposits in a tree of height 32.
func TestSSZDeposits(t *testing.T) {
	var v []struct {
		Leaf  string `json:"deposit_data_root"`
		Root  string `json:"deposit_root"`
		Count int    `json:"deposit_count"`
	}
	readJSON(t, "ethereum-ssz/eip4881-deposit-tree.json.gz", &v)
	require.Len(t, v, 512)
	var leaves [][]byte
	for _, c := range v {
		leaves = append(leaves, unhex(t, c.Leaf))
		root, err := SSZ(1 << 32).Root(leaves)
		require.NoError(t, err)
		require.Equal(t, digest(t, c.Root), MixInLength(root, uint64(c.Count)))
	}
}
