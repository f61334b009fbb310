# SPDX-License-Identifier: MIT
"""The command lines whose documents json_schemas.py validates, and the inputs that it writes itself."""
import json
import os

# What recorded profiles of Valgrind lack: stacks, blocks still held, a name that is no UTF-8.
IGPROF = b"""P=(HEX ID=1f N=(./held) T=0.005000)
C1 FN0=(F0=(./held)+10 N=(main))+4
C2 FN1=(F0+40 N=(caf\xe9))+8 V0=(MEM_TOTAL):(3,120,40) V1=(MEM_LIVE):(2,60,20);LK=(0x1000,20);LK=(0x7ffe,10)
C2 FN2=(F1=(/lib/libc.so.6)+90 N=(malloc))+2 V0:(1,8,8) V1:(1,8,8);LK=(0x1020,8)
"""
PARROT = b"""CLI: parrot count.pir
VERSION:2
CS:{x{ns:parrot;main}x}{x{file:count.pir}x}{x{sub:0x10}x}{x{ctx:0x20}x}
OP:{x{line:1}x}{x{time:120}x}{x{op:noop}x}
OP:{x{line:2}x}{x{time:30}x}{x{op:invokecc}x}
CS:{x{ns:parrot;count}x}{x{file:count.pir}x}{x{sub:0x11}x}{x{ctx:0x21}x}
OP:{x{line:9}x}{x{time:70}x}{x{op:returncc}x}
"""
# Unsound in more places than are kept one by one.
ODD = b"version: 1\ncolour: red\nevents: Ir\nfl=a.c\nfn=f\n" + b"1 2\ncolour: red\n" * 1100
# With so many events, rows have pairs of event and cost.
WIDE = b"events: %s\nfl=a.c\nfn=main\n1 7\ncfn=f\ncalls=1 2\n1 0 5\nfn=f\n2 0 5\n" % b" ".join(
    b"E%d" % number for number in range(1100))
# Eight runs that were merged with their statistics, one of which is an outlier.
SPREAD = {"event": 0, "count": 8, "sum": 1600, "min": 100, "max": 900, "run": 7, "buckets": [[100, 7], [304, 1]]}
RUNS = json.dumps({
    "schema": "quern.profile/1", "format": "callgrind", "dialect": None, "base_rule": None, "creator": None,
    "command": None, "events": [{"name": "Ir", "long_name": None, "unit": None, "scale": 1, "combine": "sum", "formula": None}],
    "event_definitions": [], "totals": [1600],
    "parts": [{"number": None, "pid": None, "thread": None, "command": None, "trigger": None, "period": None,
               "positions": ["line"], "events": ["Ir"], "totals": [1600], "summaries": [], "declared_totals": None,
               "descriptions": ["Runs: 8 (one per file)"]}],
    "functions": [{"id": 0, "name": "main", "file": "a.c", "object": None}, {"id": 1, "name": "f", "file": "a.c", "object": None}],
    "runs": [{"name": "%d.out" % run} for run in range(8)],
    "run_costs": [{"caller": None, "function": None, "runs": 8, "self": [SPREAD], "inclusive": []},
                  {"caller": None, "function": 0, "runs": 8, "self": [], "inclusive": [SPREAD]},
                  {"caller": None, "function": 1, "runs": 8, "self": [SPREAD], "inclusive": [SPREAD]},
                  {"caller": 0, "function": 1, "runs": 8, "self": [], "inclusive": [SPREAD]}],
    "lines": [{"function": 1, "file": "a.c", "line": 3, "address": None, "part": 0, "self": [1600]}],
    "calls": [{"caller": 0, "callee": 1, "file": "a.c", "line": 1, "address": None,
               "target": {"line": 3, "address": None}, "part": 0, "count": 8, "inclusive": [1600]}],
    "jumps": [], "contexts": [], "leaks": [], "warnings": []}).encode()
SOURCE = b"".join(b"line %d\n" % number for number in range(1, 60))
SETTINGS = b'limit = 30\nevent = ["Ir", "D1mr"]\n[top]\nsort = "incl"\n'


def recorded_bytes(name):
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "corpus", "recorded", name), "rb") as file:
        return file.read()


# Copies, since one file is no second run of a comparison.
INPUTS = {"leaf-new.out": recorded_bytes("callgrind.out.leaf-new.gz"),
          "lines-new.out": recorded_bytes("callgrind.out.lines-new.gz"), "igprof.out": IGPROF, "parrot.out": PARROT, "odd.out": ODD, "wide.out": WIDE, "runs.json": RUNS,
          "wordcount.cpp": SOURCE, ".quern.toml": SETTINGS}
RECORDED = ("callgrind.out.cache.gz", "callgrind.out.parts.gz", "cachegrind.out.wordcount.gz")


def of_every_profile(file):
    yield from (["info", file], ["check", file], ["top", file], ["calls", file], [file],
                ["top", file, "--group-by", "object"], ["tree", file],
                ["tree", "--bottom-up", "--heaviest", file], ["convert", "--to", "json", file],
                ["convert", "--check", "--to", "folded", file],
                ["top", "--where", "self > 1", file], ["tree", "--where", "self > 1", file],
                ["calls", "--where", "calls > 1", file])


def of_source_lines(recorded, callgrind, xdebug):
    yield from (["annotate", callgrind, "-n", "3"], ["annotate", callgrind, "--source-path", "."],
                ["annotate", "main", callgrind], ["annotate", "wordcount.cpp:20", callgrind],
                ["annotate", "wordcount.cpp", callgrind, "--source-path", ".", "--whole"],
                ["annotate", os.path.join(recorded, "callgrind.out.jumps.gz")],
                ["top", "--group-by", "loop", os.path.join(recorded, "callgrind.out.jumps.gz")],
                ["annotate", os.path.join(recorded, "cachegrind.out.wordcount.gz")],
                ["annotate", xdebug], ["annotate", callgrind, "-e", "Ir,Ir/calls", "--lines", "3"])


def of_stacks(xdebug):
    for file in (xdebug, "parrot.out"):
        yield from (["calls", "--each", file], ["calls", "--each", "--chronological", file],
                    ["top", "--each", file])
    yield ["calls", "--each", "--of", "lookup", xdebug]
    for kind in ("function", "stack", "size", "page", "block"):
        yield ["leaks", "--by", kind, "igprof.out"]
    yield ["leaks", "--group-by", "object", "igprof.out"]
    yield ["top", "--paths", "igprof.out"]
    yield ["leaks", "-e", "MEM_LIVE/calls", "--where", "calls > 1", "igprof.out"]
    yield from (["convert", "--to", "json", "wide.out"], ["convert", "--to", "json", "runs.json"], ["info", "runs.json"],
                ["top", "--stats", "runs.json"], ["peek", "--stats", "main", "runs.json"], ["peek", "--stats", "f", "runs.json"],
                ["top", "--stats", "-e", "Ir,Twice", "--define", "Twice = 2 Ir", "runs.json"])


def of_flames(files):
    for file in files:
        yield from (["flame", file], ["flame", "--depth", "2", "--bottom-up", file],
                    ["flame", "--merge-recursion", "-n", "3", "--where", "self > 0", file])


def of_drawings(files):
    for file in files:
        yield from (["graph", file], ["graph", "--open-cycles", "--cluster-by", "object", "--min", "0", "-n", "8", file],
                    ["graph", "--where", "self > 0", file],
                    ["map", file], ["map", "--tiles", "callers", "-n", "9", file], ["map", "--tiles", "parts", file],
                    ["map", "--tiles", "source", "--min", "1", file], ["map", "--tiles", "object", "--depth", "2", file],
                    ["map", "--merge-recursion", "--min", "5", "--where", "self > 0", file])


def of_ratios(callgrind):
    for command in (["top"], ["calls"], ["peek", "main"], ["tree"]):
        yield command + [callgrind, "-e", "Ir,Ir/calls", "--define", "Twice [ns] = 2 Ir/calls"]
    yield ["peek", "main", callgrind, "--where", "calls > 1"]
    yield from (["flame", "--of", "main", callgrind], ["flame", "--of", "main", "--bottom-up", callgrind])


def of_orders(callgrind):
    """Rows by place or name, with what those above cost, with percentages of what they belong to."""
    for order in ("place", "name"):
        yield from (command + [callgrind, "--sort", order]
                    for command in (["top"], ["calls"], ["peek", "main"], []))
    yield from (["top", "--running", callgrind], ["top", "--running", "--focus", "alloc", callgrind],
                ["top", "--group-by", "class", callgrind], ["calls", "--group-by", "class", callgrind],
                ["top", "--group-by", "dir", "--dir-depth", "1", callgrind],
                ["tree", "--percent", "parent", callgrind], ["top", "--group-by", "line", callgrind],
                ["top", "--group-by", "line", "--running", "--focus", "alloc", "-e", "Ir,Ir/2", callgrind],
                ["tree", "--percent", "parent", "--bottom-up", callgrind],
                ["peek", "main", "--percent", "parent", callgrind])


def of_choices(callgrind):
    """What a filter apportions on a call graph."""
    choice = [callgrind, "--focus", "(alloc|read|put|sort|count)", "--ignore", "^_"]
    yield from (command + choice for command in (
        ["top"], ["calls"], ["tree"], ["tree", "--bottom-up"], ["callees", "main"], ["flame"],
        ["annotate"], ["annotate", "main"]))
    compared = [callgrind, *choice]
    yield from (["diff", "--unchanged", *compared], ["diff", "--kinds", "added,changed", *compared], ["diff", "--view", "calls", "--unchanged", *compared],
                ["diff", "--view", "peek", "--of", "main", *compared],
                ["diff", "--view", "tree", "--unchanged", *compared],
                ["diff", "--view", "flame", *compared],
                ["diff", "--view", "annotate", "--unchanged", *compared],
                ["gate", "--max", "by function: Ir=1", "--max", "Ir=+1%", *compared])


def of_two_sides(examples, callgrind):
    pair = [os.path.join(examples, "callgrind.out.leaf-" + side) for side in ("old", "new")]
    yield from (["diff", *pair], ["diff", "--view", "calls", *pair],
                ["diff", "-e", "Ir,Ir/calls", *pair], ["diff", "--view", "calls", "-e", "Ir,Ir/calls", *pair],
                ["diff", "--view", "peek", "--of", "leaf", "-e", "Ir/calls", *pair], ["diff", "--where", "calls > 1", *pair],
                ["diff", "--view", "peek", "--of", "leaf", *pair],
                ["diff", "--min-change", "1%", *pair], ["diff", "--normalize", *pair], ["diff", "--normalize", "--view", "flame", *pair], ["diff", "--view", "calls", "--min-change", "50", *pair],
                ["diff", "--view", "tree", *pair], ["diff", "--view", "tree", "--bottom-up", "--limit", "5", *pair],
                ["diff", "--view", "flame", "--depth", "4", *pair],
                ["diff", "--view", "flame", "--of", "main", "--bottom-up", *pair],
                ["diff", "--view", "matches", "--unchanged", pair[0], callgrind],
                ["diff", "--base", pair[0], "--base", pair[1], "leaf-new.out"],
                ["trend", *pair, pair[0]], ["trend", "a=" + pair[0], "a=" + pair[1], "b=" + pair[0]],
                ["gate", "--max", "Ir=+1%", "--max", "fn = leaf: Ir/calls=+3", *pair],
                ["gate", "--max", "fn = nobody: Ir=1", *pair])


def of_lines_of_two_sides(root, recorded, callgrind):
    pair = [os.path.join(recorded, "callgrind.out.lines-%s.gz" % side) for side in ("old", "new")]
    lines = ["diff", "--view", "annotate"]
    sources = ["--source-path", os.path.join(root, "tests", "corpus", "src")]
    yield from (lines + pair, lines + pair + sources, lines + ["--whole", "--unchanged"] + pair + sources,
                lines + ["--of", "fill"] + pair + sources, lines + ["--of", "words.c:7"] + pair,
                lines + ["--base", pair[0], "--base", pair[1], "lines-new.out"],
                ["diff", "--group-by", "line", *pair, *sources],
                ["diff", "--group-by", "line", "-n", "2", "--where", "self > 1", "--min-change", "10", *pair],
                ["diff", "--group-by", "line", "--base", pair[0], "--base", pair[1], "lines-new.out"],
                ["gate", "--max", "by line: Ir=+0", *pair, *sources],
                lines + [pair[0], callgrind, "-n", "3", "--source-path", "."])


def commands(root):
    """Command lines whose answers are documents."""
    recorded = os.path.join(root, "tests", "corpus", "recorded")
    examples = os.path.join(root, "docs", "examples")
    callgrind = os.path.join(examples, "callgrind.out.wordcount")
    xdebug = os.path.join(examples, "cachegrind.out.shop")
    files = [os.path.join(recorded, name) for name in RECORDED] + [callgrind, xdebug]
    for file in files + ["igprof.out", "parrot.out"]:
        yield from of_every_profile(file)
    for file in files[:2] + files[3:]:
        name = "{main}" if file == xdebug else "main"
        yield from (["peek", name, file], ["callers", name, file], ["callees", name, file])
        yield from (["callers", "--all", name, file], ["callees", "--all", name, file, "-n", "0"])
    yield from (["check", "odd.out"], ["check", "odd.out", callgrind], ["check", "--list-codes"],
                ["check", "--repair", "--force", "-o", "clean.out", "odd.out"],
                ["config"], ["config", "top"], ["cache"])
    yield from of_source_lines(recorded, callgrind, xdebug)
    yield from of_stacks(xdebug)
    yield from of_flames(files)
    yield from of_drawings(files[:2] + [callgrind, xdebug, "igprof.out"])
    for command in ("graph", "map"):
        yield from ([command, "main", callgrind], [command, callgrind, "--focus", "(alloc|read|put|sort|count)"])
    yield from of_ratios(callgrind)
    yield from of_orders(callgrind)
    yield from of_choices(callgrind)
    yield from of_two_sides(examples, callgrind)
    yield from of_lines_of_two_sides(root, recorded, callgrind)
