// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

//go:build cgo && cgopeers && linux && amd64

package main

/*
#cgo CFLAGS: -O2
#cgo LDFLAGS: -lIPSec_MB
#include <stdint.h>
#include <string.h>
#include <intel-ipsec-mb.h>

static IMB_MGR *imb_new(void) {
	IMB_MGR *mgr = alloc_mb_mgr(0);
	if (mgr != NULL)
		init_mb_mgr_auto(mgr, NULL);
	return mgr;
}

static inline void imb_fill(IMB_JOB *j, const uint8_t *m, size_t n, uint8_t *dst) {
	j->cipher_mode = IMB_CIPHER_NULL;
	j->hash_alg = IMB_AUTH_SHA_256;
	j->chain_order = IMB_ORDER_HASH_CIPHER;
	j->src = m;
	j->hash_start_src_offset_in_bytes = 0;
	j->msg_len_to_hash_in_bytes = n;
	j->auth_tag_output = dst;
	j->auth_tag_output_len_in_bytes = 32;
}

// imb_finish waits for all jobs of which so many are known to be done.
static size_t imb_finish(IMB_MGR *mgr, size_t done, size_t n) {
	IMB_JOB *jobs[IMB_MAX_BURST_SIZE];
	for (uint32_t k = 1; done < n && k > 0; done += k)
		k = IMB_FLUSH_BURST(mgr, IMB_MAX_BURST_SIZE, jobs);
	return done;
}

// imb_burst gives the jobs of a small batch at once.
static size_t imb_burst(IMB_MGR *mgr, const uint8_t *data, const uint64_t *at, uint32_t n, uint8_t *dst) {
	IMB_JOB *jobs[IMB_MAX_BURST_SIZE];
	if (IMB_GET_NEXT_BURST(mgr, n, jobs) < n)
		return 0;
	for (uint32_t i = 0; i < n; i++)
		imb_fill(jobs[i], data + at[i], at[i + 1] - at[i], dst + 32 * i);
	return imb_finish(mgr, IMB_SUBMIT_BURST_NOCHECK(mgr, n, jobs), n);
}

// imb_queue gives the jobs of a larger batch one by one and flushes at the end,
// so that the lanes stay busy. (Bursts over several turns of the queue lose
// count in version 1.3.)
static size_t imb_queue(IMB_MGR *mgr, const uint8_t *data, const uint64_t *at, size_t n, uint8_t *dst) {
	size_t done = 0;
	for (size_t i = 0; i < n; i++) {
		IMB_JOB *j = IMB_GET_NEXT_JOB(mgr);
		imb_fill(j, data + at[i], at[i + 1] - at[i], dst + 32 * i);
		for (j = IMB_SUBMIT_JOB_NOCHECK(mgr); j != NULL; j = IMB_GET_COMPLETED_JOB(mgr))
			done++;
	}
	while (IMB_FLUSH_JOB(mgr) != NULL)
		done++;
	return done;
}

// imb_chains advances all chains by a link in every burst.
static size_t imb_chains(IMB_MGR *mgr, const uint8_t *seeds, const uint64_t *links, uint32_t n, uint8_t *dst) {
	IMB_JOB *jobs[IMB_MAX_BURST_SIZE];
	memcpy(dst, seeds, 32 * n);
	for (uint64_t link = 0;; link++) {
		uint32_t k = 0, j = 0;
		for (uint32_t i = 0; i < n; i++)
			k += link < links[i];
		if (k == 0)
			return n;
		if (IMB_GET_NEXT_BURST(mgr, k, jobs) < k)
			return 0;
		for (uint32_t i = 0; i < n; i++)
			if (link < links[i])
				imb_fill(jobs[j++], dst + 32 * i, 32, dst + 32 * i);
		if (imb_finish(mgr, IMB_SUBMIT_BURST_NOCHECK(mgr, k, jobs), k) < k)
			return 0;
	}
}
*/
import "C"

import (
	"fmt"

	"github.com/hashlanes/hashlanes/bench"
)

// ipsecMB is Intel's multi-buffer library by its jobs. Its bursts of hashes alone
// take only HMAC, and its call for one message is slower.
func ipsecMB() bench.Contender {
	small, large := C.imb_new(), C.imb_new() // bursts and single jobs do not mix
	return bench.Contender{Name: "ipsec-mb", Bind: func(w *bench.Workload) func(dst [][32]byte) {
		if small == nil || large == nil {
			return nil
		}
		if w.Kind == bench.Chains {
			c := chainsOf(w)
			if c.n > C.IMB_MAX_BURST_SIZE {
				return nil
			}
			return func(dst [][32]byte) {
				complete(C.imb_chains(small, c.seeds, c.links, C.uint32_t(c.n), digests(dst)), c.n)
			}
		}
		b := joined(w)
		if b.n <= C.IMB_MAX_BURST_SIZE {
			return func(dst [][32]byte) {
				complete(C.imb_burst(small, b.data, b.at, C.uint32_t(b.n), digests(dst)), b.n)
			}
		}
		return func(dst [][32]byte) { complete(C.imb_queue(large, b.data, b.at, b.n, digests(dst)), b.n) }
	}}
}

func complete(got, want C.size_t) {
	if got != want {
		panic(fmt.Sprintf("peers: ipsec-mb completed %d of %d jobs", got, want))
	}
}
