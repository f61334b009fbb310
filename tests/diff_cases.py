#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares `quern diff` with what is known about pairs of recorded profiles.

usage: diff_cases.py leaf|lines|cg_diff QUERN RECORDED
leaf: a leaf that costs twice as much and is called 10 % more is named, and its change is split
rightly. lines: of two versions of a source, each changed line stands beside what it was. cg_diff: the
changes of two Cachegrind profiles are those that cg_diff wrote.
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
    expect(split["dearer_calls"] == [1100 * (each_now - each_was)], "costlier calls: %s" % split)
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


def lines(quern, folder):
    """Two versions of words.c: what git's diff would say of the lines, with costs."""
    pair = [os.path.join(folder, "callgrind.out.lines-%s.gz" % side) for side in ("old", "new")]
    sources = os.path.join(folder, "..", "src")
    answer = diff(quern, "--view", "annotate", "--source-path", sources, *pair)
    # The files above it call it at another cost, and spend nothing themselves.
    expect([file["file"] for file in answer["files"]
            if file["delta"]["self"] != [0]] == ["/src/lines-new/words.c"] ==
           [file["file"] for file in answer["files"][:1]], "the files are %s" % answer["files"])
    file = answer["files"][0]
    expect((file["match"], file["old_file"], file["paired"]) ==
           ("guess", "/src/lines-old/words.c", "text"), "the file is %s" % file)
    cost = lambda side: side and side["self"][0]
    got = {(line["old_line"], line["new_line"]): (cost(line["old"]), cost(line["new"]))
           for line in file["lines"] if line["delta"] and any(line["delta"]["self"])}
    wanted = {(5, 6): (800, 1600), (6, 7): (8000, 24000), (7, 8): (8000, 24000),
              (10, 11): (400, 800), (12, 13): (4, 5), (None, 15): (None, 5),
              (14, 16): (1205, 1200), (16, None): (400, None), (None, 18): (None, 1200)}
    expect(got == wanted, "the lines are %s" % got)
    alike = [line for line in file["lines"] if line["match"] == "similar"]
    expect([line["old_text"].strip() for line in alike] ==
           ["for (int round = 0; round < 10; ++round) {"], "rewritten: %s" % alike)
    calls = {(line["new_line"], call["name"]): (call["delta"]["calls"], call["delta"]["inclusive"])
             for line in file["lines"] for call in line.get("calls", [])}
    expect(calls == {(17, "mix"): (0, [8000]), (18, "mix"): (400, [25200]),
                     (26, "fill"): (0, [34001])}, "the calls are %s" % calls)
    for side in ("old", "new", "delta"):
        expect(sum(each[side][0] for each in answer["accounting"]) == answer["totals"][side][0],
               "not all is accounted for: %s" % answer["accounting"])
    exact = diff(quern, "--view", "annotate", "--match", "exact", "--source-path", sources, *pair)
    own = [file["paired"] for file in exact["files"] if file["delta"]["self"] != [0]]
    expect(own == ["none"] * 4,
           "moved files were matched: %s" % exact["files"])


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
    {"leaf": leaf, "lines": lines, "cg_diff": cg_diff}[sys.argv[1]](sys.argv[2], sys.argv[3])
    print("%s: all right" % sys.argv[1])
