// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// maxCPUs bounds CPU numbers, and with them the memory that a list can claim.
// It is twice the most that a Linux kernel can be built for (CONFIG_NR_CPUS).
const maxCPUs = 1 << 14

// cpuSet is a set of CPU numbers below maxCPUs: CPU c is bit c%64 of word c/64.
// Words past the end are zero; nil is the empty set.
type cpuSet []uint64

func (s *cpuSet) add(cpu int) {
	for len(*s) <= cpu/64 {
		*s = append(*s, 0)
	}
	(*s)[cpu/64] |= 1 << (cpu % 64)
}

func (s cpuSet) has(cpu int) bool {
	return cpu/64 < len(s) && s[cpu/64]>>(cpu%64)&1 != 0
}

// and returns the intersection as a new set without zero words at the end, so
// that equal sets made by and are equal slices.
func (s cpuSet) and(t cpuSet) cpuSet {
	out := make(cpuSet, min(len(s), len(t)))
	end := 0
	for i := range out {
		out[i] = s[i] & t[i]
		if out[i] != 0 {
			end = i + 1
		}
	}
	return out[:end]
}

// list returns the members ascending, nil if there are none.
func (s cpuSet) list() []int {
	var cpus []int
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			cpus = append(cpus, i*64+bits.TrailingZeros64(word))
		}
	}
	return cpus
}

// String writes the set as the kernel does: "0-3,8", or "" if it is empty.
func (s cpuSet) String() string {
	var b strings.Builder
	cpus := s.list()
	for i := 0; i < len(cpus); {
		first := cpus[i]
		last := first
		for i++; i < len(cpus) && cpus[i] == last+1; i++ {
			last++
		}
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Itoa(first))
		if last > first {
			fmt.Fprintf(&b, "-%d", last)
		}
	}
	return b.String()
}

// parseCPUList reads the list format of cpuset(7): decimal numbers and ranges,
// separated by commas, with white space around the whole. An empty list is the
// empty set. Order and overlaps are free, as in what the kernel itself accepts;
// strides ("0-8:2/4"), which it never writes, are refused.
func parseCPUList(text string) (cpuSet, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil, nil
	}
	var set cpuSet
	for item := range strings.SplitSeq(text, ",") {
		from, to, isRange := strings.Cut(item, "-")
		first, err := parseCPU(from)
		if err != nil {
			return nil, err
		}
		last := first
		if isRange {
			if last, err = parseCPU(to); err != nil {
				return nil, err
			}
		}
		if first > last {
			return nil, fmt.Errorf("range %d-%d in CPU list is reversed", first, last)
		}
		for cpu := first; cpu <= last; cpu++ {
			set.add(cpu)
		}
	}
	return set, nil
}

func parseCPU(text string) (int, error) {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%s in CPU list is not a CPU number", excerpt(text))
	}
	if n >= maxCPUs {
		return 0, fmt.Errorf("CPU number %d is above the limit of %d", n, maxCPUs-1)
	}
	return int(n), nil
}

// excerpt quotes the beginning of untrusted text for an error message.
func excerpt(text string) string {
	const most = 32
	if len(text) > most {
		return strconv.QuoteToASCII(text[:most]) + "..."
	}
	return strconv.QuoteToASCII(text)
}
