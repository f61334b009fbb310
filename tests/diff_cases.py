#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares `quern diff` with what is known about pairs of recorded profiles.

usage: diff_cases.py leaf|cg_diff QUERN RECORDED
leaf: a leaf that costs twice as much and is called 10 % more is named, and its change is split
rightly. cg_diff: the changes of two Cachegrind profiles are those that cg_diff wrote.
"""
import gzip
import json
import os
import subprocess
import sys


def diff(quern, *arguments):
    done = subprocess.run([quern, "diff", "--format", "json", "-n", "0", *arguments],
                          capture_output=True, check=True)
    return json.loads(done.stdout)


def expect(condition, text):
    if not condition:
        sys.exit(text)


def leaf(quern, folder):
    pair = [os.path.join(folder, "callgrind.out.leaf-%s.gz" % side) for side in ("old", "new")]
    answer = diff(quern, *pair)
    row = answer["rows"][0]
    expect(row["name"] == "leaf", "the first row is %s" % row["name"])
    was, now = row["old"], row["new"]
    expect((was["calls"], now["calls"]) == (1000, 1100), "calls are %s" % [was, now])
    each_was, each_now = was["inclusive"][0] // 1000, now["inclusive"][0] // 1100
    expect(1.9 < each_now / each_was < 2.1, "a call cost %d and costs %d" % (each_was, each_now))
    split = row["split"]
    expect(split["more_calls"] == [100 * each_was], "more calls: %s" % split)
    expect(split["dearer_calls"] == [1100 * (each_now - each_was)], "dearer calls: %s" % split)
    expect(split["more_calls"][0] + split["dearer_calls"][0] == row["delta"]["inclusive"][0],
           "the parts are not the whole: %s" % row)
    expect(sum(each["delta"]["self"][0] for each in answer["rows"]) ==
           answer["totals"]["delta"][0], "the rows are not the change of the total")
    way = answer["blame"]
    expect(way[-1]["name"] == "leaf" and "main" in [step["name"] for step in way],
           "the way is %s" % [step["name"] for step in way])
    edges = diff(quern, "--view", "calls", *pair)["rows"]
    found = [edge for edge in edges if edge["callee"]["name"] == "leaf"]
    expect(len(found) == 1 and found[0]["caller"]["name"] == "middle" and
           found[0]["split"] == split and found[0]["delta"]["calls"] == 100,
           "the edge is %s" % found)
    same = diff(quern, pair[0], pair[0])
    expect(same["rows"] == [] and same["of"] == 0, "a profile differs from itself: %s" % same)


def cachegrind_costs(path):
    """(file, function) -> costs, read plainly: cg_diff writes one line for each."""
    costs, file, function = {}, None, None
    with gzip.open(path, "rt") as text:
        for line in text:
            key, _, value = line.rstrip("\n").partition("=")
            if key == "fl":
                file = value
            elif key == "fn":
                function = value
            elif line[0].isdigit():
                costs[file, function] = [int(word) for word in line.split()[1:]]
    return costs


def same_as_cg_diff(quern, old, new, result):
    """Nothing, or what differs."""
    answer = diff(quern, "--match", "exact", "--unchanged", old, new)
    wanted = cachegrind_costs(result)
    got = {(row["file"] or "???", row["name"] or "???"): row["delta"]["self"]
           for row in answer["rows"]}
    for key in sorted(set(wanted) | set(got)):
        if wanted.get(key) != got.get(key):
            return "%s: quern %s, cg_diff %s" % (key, got.get(key), wanted.get(key))
    return None if wanted else "%s has no costs" % result


def cg_diff(quern, folder):
    pair = [os.path.join(folder, "cachegrind.out.leaf-%s.gz" % side) for side in ("old", "new")]
    problem = same_as_cg_diff(quern, *pair, os.path.join(folder, "cachegrind.diff.leaf.gz"))
    expect(problem is None, problem)


if __name__ == "__main__":
    {"leaf": leaf, "cg_diff": cg_diff}[sys.argv[1]](sys.argv[2], sys.argv[3])
    print("%s: all right" % sys.argv[1])
