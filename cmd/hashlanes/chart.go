// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"math"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/hashlanes/hashlanes/bench"
	"github.com/hashlanes/hashlanes/internal/replace"
)

// Sizes of the chart.
const (
	chartWidth  = 1000 * vg.Length(1)
	chartHeight = 440 * vg.Length(1)
	chartHead   = 54 * vg.Length(1)  // title, machine and legend, above both panels
	panelHead   = 22 * vg.Length(1)  // title of a panel
	legendWidth = 165 * vg.Length(1) // with room for wider letters of other fonts
	chartDPI    = 144                // of PNG
)

// The lines of the chart. These two colours are told apart by the colour-blind too.
var chartLines = []struct {
	contender string
	color     color.Color
	shape     draw.GlyphDrawer
}{
	{"hashlanes", color.NRGBA{0x00, 0x5a, 0xb5, 0xff}, draw.CircleGlyph{}},
	{bench.Stdlib.Name, color.NRGBA{0xdc, 0x6a, 0x00, 0xff}, draw.BoxGlyph{}},
}

// drawChart makes a file with a picture of the curves in r.
func drawChart(file string, svg bool, r *bench.Report) error {
	var canvas vg.CanvasSizer
	var out io.WriterTo
	if svg {
		c := vgsvg.New(chartWidth, chartHeight)
		canvas, out = c, c
	} else {
		c := vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(chartWidth, chartHeight), vgimg.UseDPI(chartDPI))}
		canvas, out = c, c
	}
	if err := drawPanels(draw.New(canvas), r); err != nil {
		return err
	}
	var b bytes.Buffer
	if _, err := out.WriteTo(&b); err != nil {
		return err
	}
	// Letters of these fonts are equally wide; not everybody has the first.
	picture := bytes.ReplaceAll(b.Bytes(), []byte("font-family:Liberation Sans;"), []byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;"))
	return replace.File(file, picture)
}

// drawPanels draws all of the chart.
func drawPanels(c draw.Canvas, r *bench.Report) error {
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
	c = draw.Crop(c, 14, -14, 10, -12)
	drawHead(c, r)
	tiles := draw.Tiles{Rows: 1, Cols: 2, PadX: 28}
	body := draw.Crop(c, 0, 0, 0, -chartHead)
	for i, panel := range []struct {
		title string
		plot  func([]bench.Result) (*plot.Plot, error)
	}{
		{fmt.Sprintf("Time, in batches of %d-byte messages", bench.CurveSize), countPanel},
		{fmt.Sprintf("Throughput, in batches of %d messages", bench.CurveCount), sizePanel},
	} {
		p, err := panel.plot(r.Results)
		if err != nil {
			return err
		}
		where := tiles.At(body, i, 0)
		c.FillText(chartText(13, xfont.WeightBold), vg.Point{X: where.Min.X, Y: where.Max.Y}, panel.title)
		p.Draw(draw.Crop(where, 0, 0, 0, -panelHead))
	}
	return nil
}

// drawHead draws the titles at the left and the legend at the right, where no line is.
func drawHead(c draw.Canvas, r *bench.Report) {
	top := vg.Point{X: c.Min.X, Y: c.Max.Y}
	c.FillText(chartText(18, xfont.WeightBold), top, "SHA-256 of many messages, on one core")
	c.FillText(chartText(11, xfont.WeightNormal), top.Add(vg.Point{Y: -26}), fmt.Sprintf("%s, %s, %s, %s", r.Machine, r.System, r.Go, r.Date))
	legend := plot.NewLegend()
	legend.TextStyle.Font = chartText(13, xfont.WeightNormal).Font
	legend.Top, legend.Left, legend.ThumbnailWidth, legend.Padding = true, true, 40, 5
	for _, l := range chartLines {
		line, points := chartStyle(l.color, l.shape)
		legend.Add(l.contender, &plotter.Line{LineStyle: line}, &plotter.Scatter{GlyphStyle: points})
	}
	legend.Draw(draw.Crop(c, c.Max.X-c.Min.X-legendWidth, 0, 0, 0))
}

// chartText is text that hangs from where it is drawn.
func chartText(size vg.Length, weight xfont.Weight) draw.TextStyle {
	return draw.TextStyle{
		Color: color.Gray{0x22}, YAlign: draw.YTop, Handler: text.Plain{Fonts: font.DefaultCache},
		Font: font.Font{Typeface: "Liberation", Variant: "Sans", Weight: weight, Size: size},
	}
}

func countPanel(results []bench.Result) (*plot.Plot, error) {
	p := newPanel("messages in a batch", "nanoseconds for a message")
	err := addLines(p, results, bench.OverCounts, func(r bench.Result) plotter.XY {
		return plotter.XY{X: float64(r.Count), Y: r.NsMedian}
	})
	p.X.Tick.Marker = ticks{powersOfTwo, countLabel}
	return p, err
}

func sizePanel(results []bench.Result) (*plot.Plot, error) {
	p := newPanel("length of a message", "GB/s of messages")
	err := addLines(p, results, bench.OverSizes, func(r bench.Result) plotter.XY {
		return plotter.XY{X: float64(r.Bytes) / float64(r.Count), Y: r.Rate()}
	})
	p.X.Tick.Marker = ticks{powersOfFour, bytesLabel}
	return p, err
}

// newPanel is an empty plot with logarithmic axes and a grid.
func newPanel(x, y string) *plot.Plot {
	p := plot.New()
	p.X.Label.Text, p.Y.Label.Text = x, y
	p.Y.Tick.Marker = ticks{decimal, plainLabel}
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Scale = plot.LogScale{}
		axis.Label.TextStyle.Font = chartText(12, xfont.WeightNormal).Font
		axis.Tick.Label.Font = chartText(11, xfont.WeightNormal).Font
		axis.Label.Padding, axis.Padding = 5, 0
		axis.LineStyle.Width, axis.Tick.LineStyle.Width = 0.7, 0.7
	}
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = color.Gray{0xd8}, color.Gray{0xd8}
	p.Add(grid)
	return p
}

// addLines adds a line for each contender, and leaves room around them.
func addLines(p *plot.Plot, results []bench.Result, curve func([]bench.Result, string) []bench.Result, point func(bench.Result) plotter.XY) error {
	for _, l := range chartLines {
		var xys plotter.XYs
		for _, r := range curve(results, l.contender) {
			xys = append(xys, point(r))
		}
		line, points, err := plotter.NewLinePoints(xys)
		if err != nil {
			return fmt.Errorf("the curve of %s: %w", l.contender, err)
		}
		line.LineStyle, points.GlyphStyle = chartStyle(l.color, l.shape)
		p.Add(line, points)
	}
	const room = 1.15
	p.X.Min, p.X.Max = p.X.Min/room, p.X.Max*room
	p.Y.Min, p.Y.Max = p.Y.Min/room, p.Y.Max*room
	return nil
}

func chartStyle(c color.Color, shape draw.GlyphDrawer) (draw.LineStyle, draw.GlyphStyle) {
	return draw.LineStyle{Color: c, Width: 1.6}, draw.GlyphStyle{Color: c, Radius: 2.1, Shape: shape}
}

// ticks marks a logarithmic axis with numbers that come with each power of a base.
type ticks struct {
	values func(exponent int) []float64
	label  func(float64) string
}

func powersOfTwo(e int) []float64  { return []float64{math.Exp2(float64(e))} }
func powersOfFour(e int) []float64 { return []float64{math.Exp2(2 * float64(e))} }

func decimal(e int) []float64 {
	ten := math.Pow10(e)
	return []float64{ten, 1.5 * ten, 2 * ten, 3 * ten, 5 * ten, 7 * ten}
}

// Ticks are those between low and high.
func (t ticks) Ticks(low, high float64) (marks []plot.Tick) {
	for e := -12; e <= 40; e++ {
		for _, v := range t.values(e) {
			if v >= low && v <= high {
				marks = append(marks, plot.Tick{Value: v, Label: t.label(v)})
			}
		}
	}
	return marks
}

func plainLabel(v float64) string { return fmt.Sprintf("%.3g", v) }

func countLabel(v float64) string { return fmt.Sprintf("%.0f", v) }

func bytesLabel(v float64) string {
	if v >= 1024 {
		return fmt.Sprintf("%g KiB", v/1024)
	}
	return fmt.Sprintf("%g B", v)
}
