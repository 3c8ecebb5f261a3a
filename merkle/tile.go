// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package merkle

import (
	"fmt"
	"strconv"
	"strings"
)

// TileWidth is the number of nodes in a full tile, tileHeight the levels it spans.
const (
	TileWidth  = 1 << tileHeight
	tileHeight = 8
)

// Tile names a tile of a transparency log (C2SP tlog-tiles): Width nodes, 32
// bytes each, of level 8*Level, from number 256*Index on. They are the roots of
// full subtrees. A full tile has 256; the last one of a level may have less, and
// is then partial.
type Tile struct {
	Level int // 0 to 7
	Index uint64
	Width int // 1 to 256
}

// maxTileLevel is the level of the tile over 2^62 leaves.
const maxTileLevel = 7

// String returns the path of the tile.
func (t Tile) String() string { return t.Path() }

// Path returns the path of the tile below the prefix of the log, such as
// "tile/0/x001/x234/067" or, for a partial tile, "tile/1/000.p/17".
func (t Tile) Path() string { return "tile/" + strconv.Itoa(t.Level) + "/" + t.number() }

// EntriesPath returns the path of the entries over a tile of level 0, such as
// "tile/entries/000.p/17".
func (t Tile) EntriesPath() string { return "tile/entries/" + t.number() }

// number is the index in groups of three digits, and the width of a partial tile.
func (t Tile) number() string {
	s := fmt.Sprintf("%03d", t.Index%1000)
	for n := t.Index / 1000; n > 0; n /= 1000 {
		s = fmt.Sprintf("x%03d/", n%1000) + s
	}
	if t.Width < TileWidth {
		s += ".p/" + strconv.Itoa(t.Width)
	}
	return s
}

// ParseTilePath is the inverse of [Tile.Path]. It returns an error for any other
// way of writing, since a log serves a tile under one name only.
func ParseTilePath(path string) (Tile, error) {
	t := Tile{Width: TileWidth}
	bad := func(what string) (Tile, error) {
		return Tile{}, fmt.Errorf("merkle: tile path %q: %s", path, what)
	}
	rest, ok := strings.CutPrefix(path, "tile/")
	level, number, ok2 := strings.Cut(rest, "/")
	if !ok || !ok2 {
		return bad("want tile/<level>/<index>")
	}
	var err error
	if t.Level, err = strconv.Atoi(level); err != nil || t.Level < 0 || t.Level > maxTileLevel {
		return bad("want a level from 0 to 7")
	}
	if index, width, partial := strings.Cut(number, ".p/"); partial {
		if t.Width, err = strconv.Atoi(width); err != nil || t.Width < 1 || t.Width >= TileWidth {
			return bad("want a width from 1 to 255")
		}
		number = index
	}
	if t.Index, err = strconv.ParseUint(strings.NewReplacer("/", "", "x", "").Replace(number), 10, 64); err != nil {
		return bad("want an index in groups of three digits")
	}
	if t.Path() != path {
		return bad("want " + t.Path())
	}
	return t, nil
}

// Tiles returns the tiles that a log has to write when it grows from old to size
// leaves: the full ones that it did not have, and the partial ones at the right
// edge. Level 0 comes first. It panics if old > size.
func Tiles(old, size uint64) (tiles []Tile) {
	if old > size {
		panic(fmt.Sprintf("hashlanes: merkle.Tiles: old size beyond size: got %d, want at most %d", old, size))
	}
	for level := 0; level <= maxTileLevel && size > 0; level++ {
		if size > old {
			for i := old / TileWidth; i < size/TileWidth; i++ {
				tiles = append(tiles, Tile{level, i, TileWidth})
			}
			if w := int(size % TileWidth); w > 0 {
				tiles = append(tiles, Tile{level, size / TileWidth, w})
			}
		}
		old, size = old/TileWidth, size/TileWidth
	}
	return tiles
}

// Tile returns the contents of a tile, which are the memory of the tree and may
// not be changed. It returns an error if the tree does not have all its nodes
// yet. It needs a scheme where an odd node moves up.
func (t *Tree) Tile(tile Tile) ([]byte, error) {
	if err := t.s.checkGrowing(); err != nil {
		return nil, err
	}
	if tile.Level < 0 || tile.Level > maxTileLevel || tile.Width < 1 || tile.Width > TileWidth {
		return nil, t.s.errorf("no tile has level %d and width %d", tile.Level, tile.Width)
	}
	level := tile.Level * tileHeight
	full := t.Size() >> level // the nodes over full subtrees
	if full < uint64(tile.Width) || tile.Index > (full-uint64(tile.Width))/TileWidth {
		return nil, t.s.errorf("tile %s: level %d has %d full subtrees", tile, level, full)
	}
	return digestBytes(t.levels[level][tile.Index*TileWidth:][:tile.Width]), nil
}

// TileRoots appends to dst the node above each full tile in tiles, which are
// 8192 bytes each, one after the other: what the tiles of the next level hold. It
// hashes 255 nodes for each, in lanes. It returns an error if tiles are not whole.
func (s *Scheme) TileRoots(dst [][32]byte, tiles []byte) ([][32]byte, error) {
	if err := s.checkGrowing(); err != nil {
		return dst, err
	}
	if len(tiles)%(TileWidth*32) != 0 {
		return dst, s.errorf("full tiles have %d bytes each, got %d", TileWidth*32, len(tiles))
	}
	sc := getScratch()
	defer sc.release()
	for len(tiles) > 0 {
		n := min(len(tiles)/32, segmentNodes)
		nodes := sc.room(n)
		copy(digestBytes(nodes), tiles)
		f := folder{s: s}
		dst = append(dst, f.up(nodes, 0, tileHeight, 0, sc)...)
		tiles = tiles[n*32:]
	}
	return dst, nil
}
