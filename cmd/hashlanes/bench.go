// Copyright 2026 The hashlanes Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hashlanes/hashlanes"
	"github.com/hashlanes/hashlanes/bench"
)

// benchRun is a run of the bench command.
type benchRun struct {
	a       *app
	args    []string // the command line, for saved results
	match   string
	options bench.Options
	kernels []string // to measure alone; "all"
	quick   bool
	out     string
	compare string
	svg     string
	png     string
	tune    bool

	saved   *bench.Report // to compare with
	session bench.Session
	table   *benchTable
}

// What --quick measures, and how, unless other flags say something else.
const (
	quickMatch  = `^(leaves/n=64/prefix=26/size=1031|pairs/n=(1|8|17|1024)|equal/n=64/size=(64|1024|16384)|ragged/uniform=0\.\.4096/n=1024|chains/n=(1|64)/links=2048)$`
	quickRounds = 7
	fullRounds  = 21
	benchSlice  = 300 * time.Microsecond

	only = "only " // in front of the name of a kernel that is measured alone
)

func (a *app) benchCommand() *cobra.Command {
	b := &benchRun{a: a}
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure this machine: hashlanes beside Go's crypto/sha256",
		Long: `bench measures pieces of work of many kinds: batches of messages, levels of
Merkle trees ("pairs"), hash chains. hashlanes and Go's crypto/sha256 take turns in
every round, and must agree on every digest. The whole table takes some 20 seconds.

Each line gives medians for one message, pair or link: nanoseconds, cycles of the
core (which the clock does not change), gigabytes (10^9 bytes) of messages a
second, and how many times as fast as crypto/sha256 that is. A busy machine
disturbs all of them; the last line says what the core allowed.

--out keeps the figures in a file, and --compare measures them again: it marks
what got faster or slower by over 3 %, by more than crypto/sha256 did, and beyond
the noise, which is when the middle halves of the rounds, then and now, do not
overlap. A busy machine still changes more between two runs than within one.

--tune measures what a pass of each kernel costs, for each shape of work, in the
form that costs_amd64.go has. If your processor is not in that file, send us the
output.`,
		Example: `  hashlanes bench --quick
  hashlanes bench --match '^pairs/' --kernels all
  hashlanes bench --out before.json
  hashlanes bench --compare before.json
  hashlanes bench --quick --png chart.png`,
		Args:              cobra.NoArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := b.prepare(cmd); err != nil || a.failed {
				return err
			}
			b.run(cmd.Context())
			return nil
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&b.match, "match", "", "only work whose name matches this regular `expression`")
	flags.IntVar(&b.options.Rounds, "rounds", fullRounds, "rounds, in each of which all take turns")
	flags.DurationVar(&b.options.Slice, "slice", benchSlice, "`time` of one turn, about")
	flags.DurationVar(&b.options.QuietWait, "quiet-wait", 0, "wait so much `time`, for each piece of work, at most,\nuntil nobody shares the core (Intel with AVX-512)")
	flags.StringSliceVar(&b.kernels, "kernels", nil, "these kernels alone as well: `names` that info lists, or all")
	flags.BoolVar(&b.quick, "quick", false, fmt.Sprintf("some of the work, %d rounds: about a second", quickRounds))
	flags.StringVar(&b.out, "out", "", "write the figures to this `file`, as JSON")
	flags.StringVar(&b.compare, "compare", "", "measure again what this `file` of --out has, and compare")
	flags.StringVar(&b.svg, "svg", "", "draw a chart: time against the number of messages, and\nthroughput against their size, to this SVG `file`")
	flags.StringVar(&b.png, "png", "", "the same chart to this PNG `file`")
	flags.BoolVar(&b.tune, "tune", false, "print the costs of passes instead, as costs_amd64.go has them")
	for _, other := range []string{"match", "kernels", "out", "compare", "svg", "png"} {
		cmd.MarkFlagsMutuallyExclusive("tune", other)
	}
	cmd.MarkFlagsMutuallyExclusive("compare", "svg")
	cmd.MarkFlagsMutuallyExclusive("compare", "png")
	return cmd
}

// prepare checks the flags, reads the file to compare with, and chooses the work.
func (b *benchRun) prepare(cmd *cobra.Command) error {
	if b.quick && !cmd.Flags().Changed("rounds") {
		b.options.Rounds = quickRounds
	}
	if b.quick && !cmd.Flags().Changed("match") {
		b.match = quickMatch
	}
	for _, flag := range []string{"out", "compare", "svg", "png"} {
		if f := cmd.Flag(flag); f.Changed && f.Value.String() == "" {
			return fmt.Errorf("--%s is empty", flag)
		}
	}
	if b.options.Rounds < 1 {
		return fmt.Errorf("--rounds is %d, want at least 1", b.options.Rounds)
	}
	if err := b.options.Check(); err != nil {
		return err
	}
	b.args = commandLine(cmd)
	if b.tune {
		return nil
	}
	return b.choose()
}

// commandLine is how the command was called, in full.
func commandLine(cmd *cobra.Command) []string {
	args := strings.Fields(cmd.CommandPath())
	cmd.Flags().Visit(func(f *pflag.Flag) {
		value := f.Value.String()
		if list, ok := f.Value.(pflag.SliceValue); ok {
			value = strings.Join(list.GetSlice(), ",")
		}
		if value == f.NoOptDefVal { // a switch
			args = append(args, "--"+f.Name)
		} else {
			args = append(args, "--"+f.Name+"="+value)
		}
	})
	return args
}

// choose sets up the session.
func (b *benchRun) choose() error {
	wanted, err := regexp.Compile(b.match)
	if err != nil {
		return fmt.Errorf("--match: %w", err)
	}
	if b.compare != "" && !b.read(wanted) {
		return nil
	}
	engine, err := inUse()
	if err != nil {
		return err
	}
	b.session.Options = b.options
	if b.session.Contenders, err = b.contenders(engine); err != nil {
		return err
	}
	b.session.Report = bench.NewReport(b.args, bench.InUse(engine))
	b.session.Work = b.work(wanted)
	if len(b.session.Work) == 0 {
		return errors.New("there is no work of such a name; without --match all is measured")
	}
	return nil
}

// work is what is wanted, or, to compare, what of it was saved.
func (b *benchRun) work(wanted *regexp.Regexp) []bench.Work {
	all, curves := bench.Workloads(), bench.Curves()
	if b.saved != nil {
		all = append(all, curves...)
	}
	chosen := slices.DeleteFunc(all, func(w bench.Work) bool {
		return !wanted.MatchString(w.Name) || b.saved != nil && !b.saved.Has(w.Name)
	})
	if b.svg != "" || b.png != "" {
		chosen = append(chosen, curves...)
	}
	return chosen
}

// inUse is the engine of the package functions, which HASHLANES_KERNELS may restrict.
func inUse() (*hashlanes.Engine, error) {
	var names []string
	for _, k := range hashlanes.Kernels() {
		if k.InUse {
			names = append(names, k.Name)
		}
	}
	return hashlanes.NewEngine(hashlanes.WithKernels(names...))
}

// contenders are hashlanes, crypto/sha256, and the kernels that are wanted alone.
func (b *benchRun) contenders(engine *hashlanes.Engine) ([]bench.Contender, error) {
	list := []bench.Contender{bench.Hashlanes("hashlanes", engine), bench.Stdlib}
	if slices.Contains(b.kernels, "all") {
		b.kernels = nil
		for _, k := range hashlanes.Kernels() {
			if k.Available {
				b.kernels = append(b.kernels, k.Name)
			}
		}
	}
	for _, name := range b.kernels {
		e, err := hashlanes.NewEngine(hashlanes.WithKernels(name))
		if err != nil {
			return nil, fmt.Errorf("--kernels: %s", strings.TrimPrefix(err.Error(), "hashlanes: "))
		}
		list = append(list, bench.Hashlanes(only+name, e))
	}
	return list, nil
}
