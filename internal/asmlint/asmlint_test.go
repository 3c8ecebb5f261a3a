// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package asmlint

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// exempt lists what may break a rule, and why.
var exempt = map[string]string{
	"dirtyUppers: " + Dirty:          "leaves the registers dirty to measure what that costs",
	"rotateThroughput: " + ReadsZero: "rotates whatever there is",
	"rnds2Latency: " + Slow:          "measures the SHA unit, and its caller clears the registers",
	"rnds2Throughput: " + Slow:       "the same",
}

// TestRepository finds violations in the assembly of this repository.
func TestRepository(t *testing.T) {
	var files []string
	require.NoError(t, filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".s") {
			files = append(files, path)
		}
		return err
	}))
	require.Contains(t, files, filepath.FromSlash("../../lanes_amd64.s"))
	for _, name := range files {
		arch := "amd64"
		if strings.HasSuffix(name, "_arm64.s") {
			arch = "arm64"
		}
		f, err := os.Open(name)
		require.NoError(t, err)
		defer f.Close()
		faults, err := Check(name, arch, f)
		require.NoError(t, err)
		for _, fault := range faults {
			if exempt[fault.Text+": "+fault.Rule] == "" {
				t.Error(fault)
			}
		}
	}
}

// TestPlanted plants a violation of every rule, and code that only looks like
// one.
func TestPlanted(t *testing.T) {
	cases := []struct{ arch, code, rule string }{
		{"amd64", "ANDQ $-64, SP", WritesSP},
		{"amd64", "SUBQ $512, SP", WritesSP},
		{"amd64", "LEAQ 64(SP), SP", WritesSP},
		{"amd64", "PUSHQ AX", WritesSP},
		{"amd64", "MOVQ BP, AX", UsesBP},
		{"amd64", "MOVQ (BP)(CX*8), AX", UsesBP},
		{"amd64", "MOVQ R14, AX", UsesReserve},
		{"amd64", "ADDQ (R15), AX", UsesReserve},
		{"amd64", "VPADDD X15, X1, X2", ReadsZero},
		{"amd64", "PADDD X1, X15", ReadsZero},
		{"amd64", "MOVOU X15, (DI)", ReadsZero},
		{"amd64", "VMOVDQA (SI), X1", Aligned},
		{"amd64", "VMOVDQA64 X1, (SI)", Aligned},
		{"amd64", "MOVAPS (SI), X1", Aligned},
		{"amd64", "CALL ·other(SB)", Calls},
		{"amd64", "VPADDD Y1, Y2, Y3\nRET", Dirty},
		{"amd64", "VPADDD Z1, Z2, Z31\nVZEROUPPER\nMOVQ AX, BX\nRET", Dirty},
		{"amd64", "SHA256RNDS2 X0, X1, X2\nRET", Slow},
		{"amd64", "MOVQ AX, BX\nVZEROUPPER\nSHA256RNDS2 X0, X1, X2\nRET", Slow},
		{"arm64", "SUB $64, RSP", WritesSP},
		{"arm64", "MOVD R29, R1", UsesBP},
		{"arm64", "MOVD R27, R1", UsesReserve},
		{"arm64", "BL ·other(SB)", Calls},

		{"amd64", "LEAQ 63(SP), BX\nANDQ $-64, BX", ""},
		{"amd64", "CMPQ AX, SP", ""},
		{"amd64", "VPXOR X15, X15, X15\nVPADDD X15, X1, X2", ""},
		{"amd64", "VMOVDQU (SI), X15", ""},
		{"amd64", "VMOVDQA X1, X2", ""},
		{"amd64", "VMOVDQU (SI), X1 // (BP) R14 Y1\nRET", ""},
		{"amd64", "VPADDD Y1, Y2, Y3\nVZEROUPPER\nRET", ""},
		{"amd64", "VZEROUPPER\nSHA256RNDS2 X0, X1, X2\nRET", ""},
		{"arm64", "MOVD 8(RSP), R1", ""},
	}
	found := map[string]bool{}
	for _, c := range cases {
		src := "#include \"textflag.h\"\n\nTEXT ·f(SB), NOSPLIT, $0-8\n\t" + strings.ReplaceAll(c.code, "\n", "\n\t") + "\n"
		faults, err := Check("f.s", c.arch, strings.NewReader(src))
		require.NoError(t, err)
		if c.rule == "" {
			require.Empty(t, faults, c.code)
			continue
		}
		require.NotEmpty(t, faults, c.code)
		require.Equal(t, c.rule, faults[0].Rule, c.code)
		require.Equal(t, "f", faults[0].Text)
		found[c.rule] = true
	}
	for _, rule := range Rules {
		require.True(t, found[rule], "no violation of %q is planted", rule)
	}
}
