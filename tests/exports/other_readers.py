#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Has other programs read what quern writes, and compares what they say with the original.

usage: other_readers.py QUERN RECORDED
callgrind_annotate and cg_annotate print the same numbers of each function for a profile and for
its copy. protoc decodes pprof's format, and json the speedscope's; folded stacks pass a grammar of
their own: in each, self costs by function are those that quern tells of the input.
Ends with 77 where none of the programs is there.
"""
import ast
import collections
import glob
import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDED = re.compile(r"^[^;\n]+(;[^;\n]+)* [1-9][0-9]*$")
NAMED_SCALES = (1, 1000, 10 ** 6, 10 ** 9)
FIELD = re.compile(r"^\s*(\w+): (.*)$")
# Stacks that stand beside a graph of one part, and a thread of another name.
IGPROF = b"""P=(HEX ID=1f N=(./held) T=0.005000)
C1 FN0=(F0=(./held)+10 N=(main))+4 V0=(MEM_TOTAL):(1,7,7)
C2 FN1=(F0+40 N=(make))+8 V0:(3,120,40)
C3 FN2=(F1=(/lib/libc.so.6)+90 N=(malloc))+2 V0:(1,80,8)
C2 FN2+2 V0:(1,8,8)
"""


def output(*command, data=None):
    done = subprocess.run(command, capture_output=True, input=data, check=False)
    if done.returncode != 0:
        sys.exit("%s: %s" % (" ".join(command), done.stderr.decode(errors="replace")))
    return done.stdout.decode(errors="surrogateescape")


def rows_of(tool, path, *options):
    """The rows of functions of an annotation, in any order among equals. Of functions of one name
    and file in several objects, one of which is shown with the costs of all, any may be it."""
    text = output(tool, "--threshold=%s" % options[0], *options[1:], path)
    return sorted(re.sub(r" \[\S*\]$", "", row) for row in text.splitlines()
                  if re.match(r"^\s*[\d,]+ .*[:(]", row))


def annotations(quern, recorded, folder):
    copy = os.path.join(folder, "copy.out")
    for tool, pattern, target, options in (
            ("callgrind_annotate", "callgrind.out.*.gz", "callgrind", ("100", "--auto=no")),
            ("cg_annotate", "cachegrind.out.*.gz", "cachegrind", ("0", "--auto=no"))):
        if shutil.which(tool) is None:
            continue
        for path in sorted(glob.glob(os.path.join(recorded, pattern))):
            original = os.path.join(folder, "original.out")
            with gzip.open(path) as packed, open(original, "wb") as plain:
                plain.write(packed.read())
            with open(original, "rb") as plain:
                text = plain.read()
            if not text or text.count(b"\npart: ") > 1:
                continue  # of several parts it reads the first
            output(quern, "convert", original, "--to", target, "-o", copy, "--force")
            wanted, got = (rows_of(tool, each, *options) for each in (original, copy))
            if wanted != got or len(wanted) < 3:
                sys.exit("%s of %s: %d rows, and of the copy %d: %s"
                         % (tool, path, len(wanted), len(got), set(wanted) ^ set(got)))
            yield tool


def self_costs(quern, path):
    """By name, each event in order, without peaks: these formats have none, since readers add up."""
    document = json.loads(output(quern, "convert", path, "--to", "json"))
    kept = [at for at, event in enumerate(document["events"]) if event["combine"] != "max"]
    costs = collections.defaultdict(lambda: [0] * len(kept))
    for function in document["functions"]:
        name = function["name"] or "???"
        costs[name] = [cost + int(function["self"][at]) for cost, at in zip(costs[name], kept)]
    return ([document["events"][at] for at in kept],
            {name: cost for name, cost in costs.items() if any(cost)})


def leaves(stacks, events):
    costs = collections.defaultdict(lambda: [0] * len(events))
    for name, cost in stacks:
        costs[name] = [a + b for a, b in zip(costs[name], cost)]
    return {name: cost for name, cost in costs.items() if any(cost)}


def folded(quern, path):
    rows = output(quern, "convert", path, "--to", "folded").splitlines()
    for row in rows:
        if not FOLDED.match(row):
            sys.exit("%s: %r is no row of folded stacks" % (path, row))
    events, wanted = self_costs(quern, path)
    split = (row.rsplit(" ", 1) for row in rows)
    got = leaves(((stack.split(";")[-1], [int(cost)]) for stack, cost in split), events[:1])
    return got, {name.replace(";", ":"): cost[:1] for name, cost in wanted.items() if cost[0]}


def speedscope(quern, path):
    document = json.loads(output(quern, "convert", path, "--to", "speedscope"))
    events, wanted = self_costs(quern, path)
    names = [frame["name"] for frame in document["shared"]["frames"]]
    stacks = []
    for at, profile in enumerate(document["profiles"]):
        scale = events[at]["scale"] if profile["unit"] != "none" else 1
        if sum(profile["weights"]) != profile["endValue"]:
            sys.exit("%s: weights do not add up" % path)
        for sample, weight in zip(profile["samples"], profile["weights"], strict=True):
            cost = [0] * len(events)
            cost[at] = weight // scale
            stacks.append((names[sample[-1]], cost))
    return leaves(stacks, events), wanted


def messages(text):
    """The top-level messages of protoc's text form, flat: (kind, [(field, value), …])."""
    fields = []
    for row in text.splitlines():
        field = FIELD.match(row)
        if field and not row.startswith(" "):
            yield field[1], [(field[1], field[2])]
        elif field:
            fields.append((field[1], field[2]))
        elif row.endswith("{") and not row.startswith(" "):
            kind, fields = row.split()[0], []
        elif row == "}":
            yield kind, fields


def pprof(quern, path):
    packed = subprocess.run([quern, "convert", path, "--to", "pprof"], capture_output=True,
                            check=True).stdout
    text = output("protoc", "--proto_path", HERE, "--decode=Profile", "profile.proto",
                  data=gzip.decompress(packed))
    tables = collections.defaultdict(list)
    for kind, fields in messages(text):
        tables[kind].append(fields)
    strings = [ast.literal_eval("b" + fields[0][1]).decode() for fields in tables["string_table"]]
    events, wanted = self_costs(quern, path)
    # Times are written in the unit they are counted in, where that has a name.
    scales = [event["scale"] if event["unit"] and event["scale"] not in NAMED_SCALES else 1
              for event in events]
    if [strings[int(dict(fields)["type"])] for fields in tables["sample_type"]] != [
            event["name"] for event in events] or strings[0] != "":
        sys.exit("%s: the sample types are not the events" % path)
    functions = {dict(each)["id"]: strings[int(dict(each)["name"])] for each in tables["function"]}
    places = {dict(each)["id"]: dict(each)["function_id"] for each in tables["location"]}
    stacks = []
    for fields in tables["sample"]:
        ids = [value for field, value in fields if field == "location_id"]
        values = [int(value) for field, value in fields if field == "value"]
        stacks.append((functions[places[ids[0]]], [a // b for a, b in zip(values, scales)]))
    return leaves(stacks, events), wanted


def stacks(quern, paths):
    readers = [folded, speedscope] + ([pprof] if shutil.which("protoc") else [])
    for path in paths:
        for reader in readers:
            got, wanted = reader(quern, path)
            if got != wanted or not got:
                differing = {name for name in {**got, **wanted}
                             if got.get(name) != wanted.get(name)}
                sys.exit("%s, read as %s: differs for %s" % (path, reader.__name__, differing))
            yield reader.__name__


def main():
    quern, recorded = map(os.path.abspath, sys.argv[1:])
    with tempfile.TemporaryDirectory() as folder:
        igprof = os.path.join(folder, "igprof.out")
        with open(igprof, "wb") as file:
            file.write(IGPROF)
        plain = [path for path in sorted(glob.glob(os.path.join(recorded, "*.gz")))
                 if "diff" not in path and os.path.getsize(path) > 99]  # not below 0, not empty
        done = collections.Counter(annotations(quern, recorded, folder))
        done.update(stacks(quern, [igprof] + plain))
    print(", ".join("%s %d" % each for each in sorted(done.items())))
    lacking = [tool for tool in ("callgrind_annotate", "cg_annotate", "protoc")
               if shutil.which(tool) is None]
    if lacking:
        print("skipped: no " + ", ".join(lacking))
        sys.exit(77)


if __name__ == "__main__":
    main()
