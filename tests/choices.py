#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks on real call graphs that a choice of stacks loses no cost.

usage: choices.py QUERN ROOT
What --focus keeps and what --ignore of the same expression keeps are all there is: the totals, each
function's self cost, each call's inclusive cost, of every event. No estimate is below 0 or above what
it is of, and what is above the total of its choice is a contradiction.
"""
import glob
import json
import os
import subprocess
import sys

EXPRESSIONS = ("^main$", "alloc", "[A-M]", "read|sort", "libc", "nobody")


def answer(quern, command, file, *choice):
    done = subprocess.run([quern, command, file, "--limit", "0", "--format", "json", "--quiet",
                           *choice], capture_output=True)
    if done.returncode != 0:
        sys.exit("quern %s %s %s: %s" % (command, file, " ".join(choice), done.stderr.decode()))
    return json.loads(done.stdout)


def costs(document, key):
    """The costs of each row, by the texts that tell it from others."""
    table = {}
    for row in document["rows"]:
        ends = (row,) if key == "self" else (row["caller"], row["callee"])
        name = tuple((end["name"], end["file"], end["object"]) for end in ends)
        known = table.setdefault(name, [0] * len(row[key]))
        table[name] = [int(a) + int(b) for a, b in zip(known, row[key])]
    return table


def faults(quern, file, expression):
    for command, key in (("top", "self"), ("calls", "inclusive")):
        whole, kept, left = (answer(quern, command, file, *choice) for choice in (
            (), ("--focus", expression), ("--ignore", expression)))
        if command == "top":
            sums = [int(a) + int(b) for a, b in zip(kept["totals"], left["totals"])]
            if sums != [int(total) for total in whole["totals"]]:
                yield "totals are %s, not %s" % (sums, whole["totals"])
        tables = [costs(document, key) for document in (whole, kept, left)]
        nothing = [0] * len(whole["events"])
        for name, of_all in tables[0].items():
            in_, out = (table.get(name, nothing) for table in tables[1:])
            if [a + b for a, b in zip(in_, out)] != of_all:
                yield "%s of %s: %s and %s, of %s" % (key, name, in_, out, of_all)
            if any(not min(0, c) <= a <= max(0, c) for a, c in zip(in_, of_all)):
                yield "%s of %s is out of its range: %s of %s" % (key, name, in_, of_all)
        for table in tables[1:]:
            for name in set(table) - set(tables[0]):
                yield "%s is new" % (name,)


def main():
    quern, root = os.path.abspath(sys.argv[1]), sys.argv[2]
    files = sorted(glob.glob(os.path.join(root, "tests", "corpus", "recorded", "callgrind*")) +
                   glob.glob(os.path.join(root, "docs", "examples", "callgrind.out.*")))
    files = [file for file in files if not file.endswith("out.1.gz")]  # the empty base of threads
    count = failed = 0
    for file in files:
        for expression in EXPRESSIONS:
            found = list(faults(quern, file, expression))
            count += 1
            failed += bool(found)
            for fault in found[:3]:
                print("%s --focus %s: %s" % (os.path.basename(file), expression, fault))
    print("%d choices, %d fail" % (count, failed))
    sys.exit(1 if failed or not count else 0)


if __name__ == "__main__":
    main()
