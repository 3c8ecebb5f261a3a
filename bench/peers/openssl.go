// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

//go:build cgo && cgopeers && linux && amd64

package main

/*
#cgo CFLAGS: -O2 -DOPENSSL_API_COMPAT=0x10100000L
#cgo LDFLAGS: -lcrypto
#include <stdint.h>
#include <string.h>
#include <openssl/sha.h>

static inline void openssl_one(const uint8_t *m, size_t n, uint8_t *dst) {
	SHA256_CTX c;
	SHA256_Init(&c);
	SHA256_Update(&c, m, n);
	SHA256_Final(dst, &c);
}

static void openssl_many(const uint8_t *data, const uint64_t *at, size_t n, uint8_t *dst) {
	for (size_t i = 0; i < n; i++)
		openssl_one(data + at[i], at[i + 1] - at[i], dst + 32 * i);
}

static void openssl_chains(const uint8_t *seeds, const uint64_t *links, size_t n, uint8_t *dst) {
	memcpy(dst, seeds, 32 * n);
	for (size_t i = 0; i < n; i++)
		for (uint64_t j = 0; j < links[i]; j++)
			openssl_one(dst + 32 * i, 32, dst + 32 * i);
}
*/
import "C"

import "github.com/hashlanes/hashlanes/bench"

// openssl is libcrypto, one message after the other, by the calls that fetch
// nothing: SHA256() and EVP_Digest of OpenSSL 3 cost several times as much for
// short messages.
var openssl = bench.Contender{Name: "OpenSSL", Bind: func(w *bench.Workload) func(dst [][32]byte) {
	if w.Kind == bench.Chains {
		c := chainsOf(w)
		return func(dst [][32]byte) { C.openssl_chains(c.seeds, c.links, c.n, digests(dst)) }
	}
	b := joined(w)
	return func(dst [][32]byte) { C.openssl_many(b.data, b.at, b.n, digests(dst)) }
}}
