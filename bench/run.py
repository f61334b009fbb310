#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Times whole processes that read profiles and judges them against the project's goals.

usage: run.py [--size MB] [--full] [--runs N] [--only SHAPE…] [--json | --markdown] [--no-peer]

Machines differ, so most goals are ratios to what runs in turns with the program: N, a walk over
the line feeds of the same file (newlines.c), or the same command with one thread. Each figure is
the least of `--runs`. Rates are of processor time where one core does all, of wall time elsewhere;
memory is the peak resident set by the bytes of text. Before anything is timed, each way of reading
a file has to yield its `totals:` and, with any number of threads, the same hash over the sums of
all functions; `totals:` are checked in every timed run too. Files with exact stacks have no
`totals:`; of them the hash counts, and rates are of bytes a second.
A goal missed by up to 15 % is "near"; beyond that it is "MISSED" and the exit code is 1. Misses
with two threads count only while the machine runs two processes as fast as one.
"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

import exchange
import make_inputs
import peers

TOLERANCE = 0.15
LOWER, HIGHER = "lower is better", "higher is better"


class Best:
    """The least of several runs of one command: seconds, seconds, bytes."""

    def __init__(self, command, must_print=None):
        self.command, self.must_print = command, must_print
        self.wall = self.cpu = self.memory = float("inf")

    def once(self):
        with tempfile.TemporaryFile() as out, open(os.devnull, "rb") as nothing:
            begin = time.monotonic()
            process = subprocess.Popen(self.command, stdin=nothing, stdout=out,
                                       stderr=subprocess.DEVNULL)
            _, status, used = os.wait4(process.pid, 0)
            wall = time.monotonic() - begin
            process.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            said = out.read()
        if process.returncode != 0 or (self.must_print and self.must_print not in said):
            sys.exit("run.py: wrong answer or exit code %d: %s" % (process.returncode,
                                                                   " ".join(self.command)))
        self.wall = min(self.wall, wall)
        self.cpu = min(self.cpu, used.ru_utime + used.ru_stime)
        self.memory = min(self.memory, used.ru_maxrss * 1024)


class Bench:
    def __init__(self, given):
        self.given = given
        self.rows, self.raw = [], []
        self.quern = os.path.join(given.build, "quern")
        self.load = os.path.join(given.build, "quern_load")
        self.newlines = os.path.join(given.build, "newlines")
        subprocess.run([os.environ.get("CC", "cc"), "-O2", "-o", self.newlines,
                        os.path.join(make_inputs.HERE, "newlines.c")], check=True)

    def wants(self, shape):
        return not self.given.only or shape in self.given.only

    def make(self, shape, size):
        """Made by another process: what this one holds would count as memory of those it starts."""
        subprocess.run([sys.executable, os.path.join(make_inputs.HERE, "make_inputs.py"), shape,
                        "--size", str(size), "--folder", self.given.inputs],
                       check=True, stdout=subprocess.DEVNULL)
        return make_inputs.make(shape, size, self.given.inputs)

    def measure(self, case, commands, runs=None):
        """`commands`: name -> Best. In turns, so that a disturbance meets all of them."""
        for _ in range(runs or self.given.runs):
            for best in commands.values():
                best.once()
        for name, best in commands.items():
            self.raw.append({"case": case, "what": name, "wall": best.wall, "cpu": best.cpu,
                             "memory": best.memory})
            print("  %-22s %-14s wall %9.1f ms  cpu %9.1f ms  %8.1f MB" %
                  (case, name, best.wall * 1e3, best.cpu * 1e3, best.memory / 1e6),
                  file=sys.stderr)
        return commands

    def row(self, case, figure, value, accept=None, bold=None, better=HIGHER, unit=""):
        self.rows.append({"case": case, "figure": figure, "value": value, "accept": accept,
                          "bold": bold, "better": better, "unit": unit,
                          "verdict": verdict(value, accept, bold, better)})

    def loads(self, text, read=None):
        """The checked ways of reading `text` (its path), or `read`, the same text compressed."""
        totals = declared_totals(text)
        commands, hashes = {}, set()
        for keep in "all", "sums":
            for threads in "1", "2":
                command = [self.load, keep, read or text, "--threads", threads]
                said = subprocess.run(command + ["--hash"], capture_output=True, check=True).stdout
                hashes.add(said[said.index(b"functions:"):])
                commands[keep + threads] = Best(command, totals)
        if len(hashes) != 1:
            sys.exit("run.py: %s is understood differently with other threads or modes" % text)
        return commands

    def row_of_two(self, text, case, what, value, accept, bold, unit):
        """A miss counts only where the machine runs two processes as fast as one: it may have one
        core, a quota, or other work to do."""
        judged = value >= accept or self.gain_of_two(text) >= 1.8
        self.row(case, what + ", two threads", value, *((accept, bold) if judged else ()),
                 unit=unit)

    def gain_of_two(self, text):
        took = {1: float("inf"), 2: float("inf")}
        for _ in range(self.given.runs):
            for count in took:
                begin = time.monotonic()
                walks = [subprocess.Popen([self.newlines, text], stdout=subprocess.DEVNULL)
                         for _ in range(count)]
                for walk in walks:
                    walk.wait()
                took[count] = min(took[count], time.monotonic() - begin)
        gain = 2 * took[1] / took[2]
        print("  two processes at once: %.2f x one" % gain, file=sys.stderr)
        return gain

    def shape(self, shape, size, goals):
        """One core and two threads; `goals`: (accept, bold) of full, full memory, sums, its memory.
        """
        text = self.wants(shape) and self.make(shape, size)
        if not text:
            return
        case = "%s, %d MB" % (shape, round(os.path.getsize(text) / 1e6))
        commands = {"N": Best([self.newlines, text]), **self.loads(text),
                    "top": Best([self.quern, "top", "--threads", "1", text])}
        best, length = self.measure(case, commands), os.path.getsize(text)
        walk = best["N"].cpu
        for what, name, rate, memory in (("full load", "all1", *goals[0:2]),
                                         ("sums", "sums1", *goals[2:4]),
                                         ("`top`, process", "top", *goals[2:4])):
            self.row(case, what + ", one core", walk / best[name].cpu, *rate, unit=" N")
            self.row(case, what + ", memory", best[name].memory / length, *memory,
                     better=LOWER)
        for what, name in (("full load", "all"), ("sums", "sums")):
            self.row_of_two(text, case, what, best[name + "1"].wall / best[name + "2"].wall,
                            1.55, 1.85, " x one")

    def adverse(self, shape, size):
        """Against `default`, in bytes a second."""
        text = self.wants(shape) and self.make(shape, size)
        main = text and self.make("default", size)
        if not main:
            return
        ours, theirs = self.loads(text), self.loads(main)
        case = "%s, %d MB" % (shape, round(os.path.getsize(text) / 1e6))
        best = self.measure(case, {"N": Best([self.newlines, text]), "all1": ours["all1"],
                                   "sums1": ours["sums1"], "all1 default": theirs["all1"],
                                   "sums1 default": theirs["sums1"]})
        longer = os.path.getsize(text) / os.path.getsize(main)
        for what, name in (("full load", "all1"), ("sums", "sums1")):
            self.row(case, what + ", one core", best["N"].cpu / best[name].cpu, unit=" N")
            self.row(case, what + ", memory", best[name].memory / os.path.getsize(text),
                     better=LOWER)
            self.row(case, what + " against `default`",
                     longer * best[name + " default"].cpu / best[name].cpu, 0.6, 1.0,
                     unit=" x its rate")

    def gzip(self, size):
        text = self.wants("default-gz") and self.make("default", size)
        if not text:
            return
        commands = self.loads(text, self.make("default-gz", size))
        case = "default-gz, %d MB of text" % round(os.path.getsize(text) / 1e6)
        best = self.measure(case, {
            "N": Best([self.newlines, text]), "all1": commands["all1"], "all2": commands["all2"],
            "all1 plain": Best([self.load, "all", text, "--threads", "1"])})
        walk, plain = best["N"].wall, best["N"].wall / best["all1 plain"].wall
        self.row(case, "full load, one thread", walk / best["all1"].wall, 0.18, 0.23, unit=" N")
        self.row_of_two(text, case, "full load", walk / best["all2"].wall,
                        min(0.25, plain), plain, " N")

    def small(self):
        text = self.wants("small") and (self.make("small", 0) or make_inputs.EXAMPLE)
        if not text:
            return
        case = "%.1f MB file" % (os.path.getsize(text) / 1e6)
        best = self.measure(case, {"top": Best([self.quern, "top", text]),
                                   "version": Best([self.quern, "--version"])},
                            4 * self.given.runs)
        self.row(case, "`top`, process", best["top"].wall * 1e3, 15, 8, LOWER, " ms")
        self.row("no file", "`--version`, process", best["version"].wall * 1e3, 10, 4, LOWER,
                 " ms")

    def stacks(self, shape, size, goals, peer=None):
        """Files with exact stacks; `goals`: (accept, bold) of the rate in MB/s and of memory."""
        text = self.wants(shape) and self.make(shape, size)
        if not text:
            return
        megabytes = os.path.getsize(text) / 1e6
        case = "%s, %d MB" % (shape, round(megabytes))
        commands = {"N": Best([self.newlines, text]),
                    "all1": Best([self.load, "all", text, "--threads", "1"]),
                    "top": Best([self.quern, "top", text])}
        has_peer = peer and shutil.which(peer[0])
        if has_peer:
            commands["peer"] = Best([*peer, text])
        best = self.measure(case, commands)
        self.row(case, "full load", megabytes / best["all1"].cpu, *goals[0], unit=" MB/s")
        self.row(case, "full load, memory", best["all1"].memory / megabytes / 1e6, *goals[1],
                 better=LOWER)
        self.row(case, "`top`, process", megabytes / best["top"].cpu, unit=" MB/s")
        self.row(case, "`top`, process, memory", best["top"].memory / megabytes / 1e6,
                 better=LOWER)
        if has_peer:
            self.row(case, "`top` against %s" % peer[0], best["peer"].cpu / best["top"].cpu,
                     unit=" x as fast")

    def database(self, size):
        text = self.wants("sqlite") and self.make("instr", size)
        if not text:
            return
        megabytes = os.path.getsize(text) / 1e6
        with tempfile.TemporaryDirectory(dir=self.given.inputs) as folder:
            command = [self.quern, "export", text, "-o", os.path.join(folder, "run.db"), "--force"]
            best = self.measure("instr, %d MB" % round(megabytes), {"export": Best(command)}, 2)
        # The goals are 20 s and 8 s for a file of 94 MB.
        self.row("instr, %d MB" % round(megabytes), "`convert --to sqlite`",
                 megabytes / best["export"].cpu, 94 / 20, 94 / 8, unit=" MB/s")
        self.row("instr, %d MB" % round(megabytes), "`convert --to sqlite`, memory",
                 best["export"].memory / megabytes / 1e6, better=LOWER)

    def merge(self, size, files=1000):
        """Runs of one program that differ in their numbers, against reading one large file."""
        one = self.wants("merge") and self.make("small", 0)
        main = one and self.make("default", size)
        if not main:
            return
        with tempfile.TemporaryDirectory() as folder:
            paths = make_inputs.variants(one, folder, 20, 1000000)
            listed = os.path.join(folder, "list")
            with open(listed, "w", encoding="utf-8") as file:
                file.write("".join(paths[at % len(paths)] + "\n" for at in range(files)))
            megabytes = sum(map(os.path.getsize, paths)) / len(paths) * files / 1e6
            merge = [self.quern, "merge", "--quiet", "--force", "-@", listed,
                     "-o", os.path.join(folder, "out.callgrind")]
            case = "merge, %d files of %.1f MB" % (files, megabytes / files)
            best = self.measure(case, {
                "all1 default": Best([self.load, "all", main, "--threads", "1"]),
                "merge1": Best(merge + ["--threads", "1"]),
                "merge2": Best(merge + ["--threads", "2"]),
                "sums1 default": Best([self.load, "sums", main, "--threads", "1"]),
                "functions1": Best(merge + ["--no-lines", "--threads", "1"])}, 2)
        load = os.path.getsize(main) / 1e6 / best["all1 default"].cpu
        self.row(case, "rate against a full load, one core", megabytes / best["merge1"].cpu / load,
                 0.8, 1.0, unit=" x its rate")
        sums = os.path.getsize(main) / 1e6 / best["sums1 default"].cpu
        self.row(case, "`--no-lines`: rate against sums, one core",
                 megabytes / best["functions1"].cpu / sums, 0.8, 1.0, unit=" x its rate")
        self.row(case, "two threads", best["merge1"].wall / best["merge2"].wall, unit=" x one")
        self.row(case, "memory, one thread", best["merge1"].memory / 1e6, unit=" MB")

    def snapshot(self, size):
        """A profile that was opened before; the answer has to be the one of the text."""
        text = self.wants("snapshot") and self.make("instr", size)
        if not text:
            return
        kept = text + ".quern"
        subprocess.run([self.quern, "convert", text, "-o", kept, "--force"], check=True)
        words = [self.quern, "top", "--format", "csv"]
        said = subprocess.run([*words, text], capture_output=True, check=True).stdout
        case = "snapshot of instr, %d MB" % round(os.path.getsize(text) / 1e6)
        best = self.measure(case, {
            "top": Best([self.quern, "top", "--format", "csv", kept], said),
            "all1": Best([self.load, "all", kept, "--threads", "1"]),
            "text": Best([*words, text])})
        self.row(case, "size against the text", os.path.getsize(kept) / os.path.getsize(text),
                 better=LOWER)
        # The goals are those of 600 MB.
        goals = (150, 40) if size >= 600 else ()
        self.row(case, "`top`, process", best["top"].wall * 1e3, *goals, better=LOWER, unit=" ms")
        self.row(case, "`top` against the text", best["text"].wall / best["top"].wall,
                 unit=" x as fast")
        os.remove(kept)

    def peer(self, size):
        annotate = shutil.which("callgrind_annotate")
        text = annotate and self.wants("peer") and self.make("instr", size)
        if not text:
            return
        case = "instr, %d MB" % round(os.path.getsize(text) / 1e6)
        best = self.measure(case, {"callgrind_annotate": Best([annotate, text]),
                                   "top": Best([self.quern, "top", text])}, 2)
        self.row(case, "`top` against callgrind_annotate",
                 best["callgrind_annotate"].wall / best["top"].wall, 150, 250, unit=" x as fast")


def declared_totals(path):
    with open(path, "rb") as file:
        file.seek(-4096, os.SEEK_END)
        end = file.read()
    return b"totals:" + end[end.rindex(b"totals:") + 7:].rstrip() + b"\n"


def verdict(value, accept, bold, better):
    if accept is None:
        return ""
    def reached(goal):
        return value <= goal if better == LOWER else value >= goal
    slack = 1 + TOLERANCE if better == LOWER else 1 - TOLERANCE
    return ("bold" if reached(bold) else "accepted" if reached(accept) else
            "near" if reached(accept * slack) else "MISSED")


def machine():
    model = "unknown processor"
    with open("/proc/cpuinfo", encoding="utf-8") as info:
        model = next((row.split(":")[1].strip() for row in info if row.startswith("model name")),
                     model)
    return "%s, %d cores, load %.1f" % (model, os.cpu_count(), os.getloadavg()[0])


def aligned(cells, markdown, numbers):
    """The first of `cells` is the head; the columns in `numbers` are aligned to the right."""
    if markdown:
        line = tuple("---:" if at in numbers else "---" for at in range(len(cells[0])))
        return "\n".join("| " + " | ".join(row) + " |" for row in (cells[0], line, *cells[1:]))
    widths = [max(len(row[at]) for row in cells) for at in range(len(cells[0]))]
    return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in cells)


def table(rows, markdown):
    def shown(value):
        return "" if value is None else "%.1f" % value if value >= 10 else "%.2f" % value
    cells = [("input", "figure", "measured", "accept", "bold", "verdict")]
    cells += [(row["case"], row["figure"], shown(row["value"]) + row["unit"], shown(row["accept"]),
               shown(row["bold"]), row["verdict"]) for row in rows]
    return aligned(cells, markdown, range(2, 5))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--size", type=int, default=100, metavar="MB")
    parser.add_argument("--full", action="store_true", help="also inputs of 600 MB")
    parser.add_argument("--runs", type=int, default=5, help="of each command (default 5)")
    parser.add_argument("--only", nargs="+", metavar="SHAPE", default=[],
                        help="default instr example events plain-names default-gz small xdebug "
                             "igprof exchange sqlite merge snapshot peer; peers: README.md's table")
    parser.add_argument("--no-peer", action="store_true", help="without other programs")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--build", default=os.path.join(make_inputs.ROOT, "build", "bench"))
    parser.add_argument("--inputs", default=make_inputs.FOLDER)
    given = parser.parse_args()
    bench, before = Bench(given), machine()
    for size in [given.size] + [600] * given.full:
        bench.shape("default", size, ((0.20, 0.30), (0.9, 0.5), (0.28, 0.40), (0.4, 0.2)))
        bench.shape("instr", size, ((0.26, 0.36), (0.8, 0.5), (0.33, 0.45), (0.4, 0.2)))
    bench.shape("example", given.size, ((),) * 4)
    bench.adverse("events", given.size)
    bench.adverse("plain-names", given.size)
    for size in [given.size] + [600] * given.full:
        bench.snapshot(size)
    bench.gzip(given.size)
    bench.small()
    bench.merge(given.size)
    bench.stacks("xdebug", given.size, ((200, 350), (1.5, 0.8)))
    bench.stacks("igprof", given.size, ((208, 520), (1.2, 0.7)), ("igprof-analyse",))
    exchange.measure(bench, given.size, Best)
    bench.database(given.size)
    compared = []
    if not given.no_peer:
        bench.peer(given.size)
        if bench.wants("peers"):
            compared = peers.measure(bench, given.size, Best)
    if given.json:
        print(json.dumps({"machine": before, "rows": bench.rows, "runs": bench.raw,
                          "peers": compared}, indent=1))
    else:
        print("%s, then %.1f" % (before, os.getloadavg()[0]))
        if bench.rows:
            print("\n" + table(bench.rows, given.markdown))
        if compared:
            print("\n" + aligned(compared, given.markdown, range(1, 5)))
    sys.exit(any(row["verdict"] == "MISSED" for row in bench.rows))


if __name__ == "__main__":
    main()
