// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package hashlanes

import (
	"io/fs"
	"path"
	"slices"
	"strings"
)

// The kernel keeps the affinity mask inside the cpuset, so the cpuset seldom
// removes a CPU. It is read because sandboxes emulate the two with unequal
// care, and because a caller who asks why CPUs are missing wants it named.

// maxMountinfo bounds the mount table, which is long on container hosts.
const maxMountinfo = 16 << 20

// maxGroupPath is PATH_MAX, which the kernel keeps to. It bounds the ancestors
// to be looked at.
const maxGroupPath = 4096

// hierarchy is a version of control groups and the names there of the file
// with the CPUs granted to a group, preferred first.
type hierarchy struct {
	fstype string
	option string // that a mount must have
	files  []string
}

var (
	// The effective file came with Linux 3.17.
	cgroupV1 = hierarchy{"cgroup", "cpuset", []string{"cpuset.effective_cpus", "cpuset.cpus"}}
	cgroupV2 = hierarchy{"cgroup2", "", []string{"cpuset.cpus.effective"}}
)

// readCpuset returns the CPUs that the process's control group grants, nil if
// none can be seen to limit it.
func readCpuset(fsys fs.FS) (cpuSet, error) {
	group, h, err := ownCgroup(fsys)
	if err != nil || group == "" {
		return nil, err
	}
	mount, below, err := cgroupMount(fsys, h, group)
	if err != nil || mount == "" {
		return nil, err
	}
	// A group without the cpuset controller is bound by its nearest ancestor
	// that has it.
	for dir := below; ; dir = path.Dir(dir) {
		for _, file := range h.files {
			set, err := readNonEmptyList(fsys, strings.TrimPrefix(path.Join(mount, dir, file), "/"))
			if err != nil || set != nil {
				return set, err
			}
		}
		if dir == "/" {
			return nil, nil
		}
	}
}

// ownCgroup returns the path of the process's group in the hierarchy that holds
// the cpuset controller: version 1 if a line names it there, else version 2.
// The path is empty if there is neither. Lines are "number:controllers:path".
func ownCgroup(fsys fs.FS) (group string, h hierarchy, err error) {
	const name = "proc/self/cgroup"
	text, _, err := readSmallFile(fsys, name, maxTopologyFile)
	if err != nil {
		return "", h, err
	}
	for line := range nonEmptyLines(text) {
		parts := strings.SplitN(line, ":", 3)
		if len(parts) < 3 || !strings.HasPrefix(parts[2], "/") || len(parts[2]) > maxGroupPath {
			return "", h, badFile(name, "%s is not a number, controllers and a path", excerpt(line))
		}
		if slices.Contains(strings.Split(parts[1], ","), "cpuset") {
			return parts[2], cgroupV1, nil
		}
		if parts[0] == "0" && parts[1] == "" {
			group, h = parts[2], cgroupV2
		}
	}
	return group, h, nil
}

// cgroupMount finds a mount of the hierarchy under which the group can be seen,
// and the group's path below it. A container may see only a part of the
// hierarchy, or none; mount is empty then.
func cgroupMount(fsys fs.FS, h hierarchy, group string) (mount, below string, err error) {
	const name = "proc/self/mountinfo"
	text, _, err := readSmallFile(fsys, name, maxMountinfo)
	if err != nil {
		return "", "", err
	}
	for line := range nonEmptyLines(text) {
		root, point, ok := h.matchMount(line)
		if !ok {
			return "", "", badFile(name, "%s is not a mount", excerpt(line))
		}
		below, ok := pathBelow(group, root)
		if ok && point != "" && fs.ValidPath(strings.Trim(point+below, "/")) {
			return point, below, nil
		}
	}
	return "", "", nil
}

// matchMount returns which directory of the hierarchy a line of mountinfo
// mounts, and where. Both are empty if the line is about something else; ok is
// false if it is malformed. Fields are separated by single spaces and may be
// empty: number, parent, device, root, point, options, any number of tags, "-",
// type, source, options of the file system.
func (h hierarchy) matchMount(line string) (root, point string, ok bool) {
	fields := strings.Split(line, " ")
	dash := slices.Index(fields, "-")
	if dash < 6 || len(fields) < dash+4 || !strings.HasPrefix(fields[4], "/") {
		return "", "", false
	}
	fstype, options := fields[dash+1], strings.Split(fields[dash+3], ",")
	if fstype != h.fstype || h.option != "" && !slices.Contains(options, h.option) {
		return "", "", true
	}
	return unescapeMount.Replace(fields[3]), unescapeMount.Replace(fields[4]), true
}

// unescapeMount undoes the octal escapes of proc(5).
var unescapeMount = strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`)

// pathBelow returns a group's path below the directory root of its hierarchy,
// with a leading slash.
func pathBelow(group, root string) (string, bool) {
	rest, ok := strings.CutPrefix(group, strings.TrimSuffix(root, "/"))
	if !ok || rest != "" && rest[0] != '/' {
		return "", false
	}
	return "/" + strings.TrimPrefix(rest, "/"), true
}

func nonEmptyLines(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for line := range strings.SplitSeq(text, "\n") {
			if line != "" && !yield(line) {
				return
			}
		}
	}
}
