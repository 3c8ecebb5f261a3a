// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The tools of Debian's packages cryptsetup-bin and fsverity, run on files; no
// kernel feature and no root is needed. Recorded outputs of theirs are in
// testdata/fsverity-dmverity, for machines without them.

// tool finds a program. Without it the test is skipped, unless
// HASHLANES_REQUIRE_TOOLS is set.
func tool(t *testing.T, name string) string {
	for _, path := range []string{name, "/usr/sbin/" + name} {
		if found, err := exec.LookPath(path); err == nil {
			return found
		}
	}
	require.Empty(t, os.Getenv("HASHLANES_REQUIRE_TOOLS"), "there is no %s", name)
	t.Skipf("NOT COMPARED with %s, which is not installed", name)
	return ""
}

// output runs a program and returns what it prints.
func output(t *testing.T, name string, args ...string) string {
	out, err := exec.CommandContext(t.Context(), name, args...).CombinedOutput()
	require.NoError(t, err, "%s %s: %s", name, strings.Join(args, " "), out)
	return string(out)
}

// blocksOf are the levels of a tree as both tools write them: from the top down,
// without the root and, at the bottom, the digests of the data, each level filled
// up to whole blocks.
func blocksOf(tree *Tree, block int) (b []byte) {
	for level := tree.Levels() - 2; level >= 0; level-- {
		b = append(b, digestBytes(tree.Level(level))...)
		b = append(b, make([]byte, (block-len(b)%block)%block)...)
	}
	return b
}

var rootHash = regexp.MustCompile(`Root hash:\s+([0-9a-f]{64})`)

func TestVeritysetup(t *testing.T) {
	program := tool(t, "veritysetup")
	data, hashes := t.TempDir()+"/data", t.TempDir()+"/hashes"
	for _, c := range []struct {
		version, dataBlock, hashBlock, blocks int
		salt                                  string
	}{
		{1, 4096, 4096, 1, "00112233"}, {1, 4096, 4096, 2, "00112233"}, {1, 4096, 4096, 128, "-"}, {1, 4096, 4096, 129, "00"},
		{1, 512, 512, 300, strings.Repeat("5a", 256)}, {1, 1024, 4096, 1000, "0102"}, {1, 4096, 1024, 33, "0102"}, {1, 4096, 512, 257, "-"},
		{0, 4096, 4096, 130, "00112233"}, {0, 512, 512, 17, "ff"}, {0, 1024, 1024, 1, "-"},
	} {
		content := testData(c.blocks * c.dataBlock)
		require.NoError(t, os.WriteFile(data, content, 0o600))
		out := output(t, program, "format", data, hashes, "--hash=sha256", "--salt="+c.salt, fmt.Sprint("--format=", c.version),
			fmt.Sprint("--data-block-size=", c.dataBlock), fmt.Sprint("--hash-block-size=", c.hashBlock))
		want := rootHash.FindStringSubmatch(out)
		require.Len(t, want, 2, out)

		s, err := DMVerity(c.version, c.dataBlock, c.hashBlock, unhex(t, strings.TrimPrefix(c.salt, "-")))
		require.NoError(t, err)
		tree, err := s.TreeBlocks(content, 0)
		require.NoError(t, err)
		root := tree.Root()
		require.Equal(t, want[1], hex.EncodeToString(root[:]), "%+v", c)
		got, err := os.ReadFile(hashes)
		require.NoError(t, err)
		got = got[min(c.hashBlock, len(got)):] // after the superblock
		require.Equal(t, string(blocksOf(tree, c.hashBlock)), string(got), "%+v", c)
		output(t, program, "verify", data, hashes, hex.EncodeToString(root[:]))
		require.NoError(t, os.Remove(hashes))
	}
}

func TestFSVerityTool(t *testing.T) {
	program := tool(t, "fsverity")
	file, levels := t.TempDir()+"/file", t.TempDir()+"/levels"
	for _, c := range []struct {
		size, block int
		salt        string
	}{
		{0, 4096, ""}, {1, 4096, ""}, {4096, 4096, "00112233"}, {4097, 4096, ""}, {1 << 20, 4096, strings.Repeat("5a", 32)},
		{100_000, 1024, "01"}, {40_000, 2048, ""}, {128*4096 + 1, 4096, "aabb"}, {300_000, 16384, ""}, {1025 * 1024, 1024, ""},
	} {
		content := testData(c.size)
		require.NoError(t, os.WriteFile(file, content, 0o600))
		args := []string{"digest", file, "--compact", "--hash-alg=sha256", fmt.Sprint("--block-size=", c.block), "--out-merkle-tree=" + levels}
		if c.salt != "" {
			args = append(args, "--salt="+c.salt)
		}
		want := strings.TrimSpace(output(t, program, args...))

		salt := unhex(t, c.salt)
		s, err := FSVerity(c.block, salt)
		require.NoError(t, err)
		tree, err := s.TreeBlocks(content, 0)
		require.NoError(t, err)
		d := FSVerityDigest(tree.Root(), uint64(c.size), c.block, salt)
		require.Equal(t, want, hex.EncodeToString(d[:]), "%+v", c)
		got, err := os.ReadFile(levels)
		require.NoError(t, err)
		require.Equal(t, string(blocksOf(tree, c.block)), string(got), "%+v", c)
	}
}
