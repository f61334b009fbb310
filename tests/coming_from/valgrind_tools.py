# SPDX-License-Identifier: MIT
"""Reads reports of callgrind_annotate and cg_annotate and compares their numbers with ours.

A row that cannot be read is an error.
"""
import os
import re

from amounts import Differs, added_by, as_is, expect_equal, expect_same_items, number, our_rows

AMOUNT = r"\s*([\d,]+|\.)(?: +\(\s*[\d.]+%\))?"


def amounts_of(line, count):
    """The costs at the beginning of a row, and the rest of it."""
    found = re.match(AMOUNT * count + r" +(.*)$", line)
    if not found:
        raise Differs("this row cannot be read: " + line)
    return [0 if cell == "." else int(cell.replace(",", "")) for cell in found.groups()[:count]], found[count + 1]


def function_of(text):
    """FILE:FUNCTION [OBJECT]: the function, with the level of its recursion if it is above 1."""
    return re.sub(r" \[[^\[\]]*\]$", "", text).split(":", 1)[1]


LEVEL = re.compile(r"'\d+$")  # of recursion: quern makes one function of all


def folded(name):
    return LEVEL.sub("", name)


def section(report, title):
    """The rows below the head of columns that ends in `title`; the events are its other columns."""
    found = re.search(r"^-+\n([^\n]*)%s\n-+\n((?:.+\n|\n(?=.*[<*>] ))*)" % title, report, re.MULTILINE)
    if not found:
        raise Differs("no table of %s in:\n%s" % (title, report))
    return found[1].split(), [line for line in found[2].split("\n") if line]


def function_table(report):
    events, lines = section(report, "file:function")
    rows = [amounts_of(line, len(events)) for line in lines]
    return events, [(function_of(rest), amounts) for amounts, rest in rows]


ALL = {"callgrind_annotate": "--threshold=100", "cg_annotate": "--threshold=0"}  # list all functions


def compare_self(bench, row, words):
    limit = "" if "threshold" in row.old else ALL[row.old.split()[0]]
    events, old = function_table(bench.run_old(row.old + " --auto=no " + limit, words))
    choice = () if " -e " in row.ours else ("-e", ",".join(events))
    listed = our_rows(bench, row, words, *choice, "-n", "0")
    ours = [(item["name"], [number(item["self:" + event]) for event in events]) for item in listed]
    expect_same_items(added_by(folded, old), added_by(as_is, ours))


def compare_order(bench, row, words):
    """The same amounts, and ours in descending order."""
    events, old = function_table(bench.run_old(row.old + " --auto=no " + ALL[row.old.split()[0]], words))
    at = events.index("D1mr")
    amounts = [(name, [amounts[at]]) for name, amounts in old]
    ours = [(item["name"], [number(item["self:D1mr"])]) for item in our_rows(bench, row, words, "-e", "D1mr", "-n", "0")]
    expect_same_items(added_by(folded, amounts), added_by(as_is, ours))
    for costs in ([cost for _, (cost,) in amounts], [cost for _, (cost,) in ours]):
        expect_equal("order", sorted(costs, reverse=True), costs)


def compare_threshold(bench, row, words):
    """callgrind_annotate ends with the function with which 99 % of the total are reached."""
    events, old = function_table(bench.run_old(row.old, words))
    ours = our_rows(bench, row, words, "-n", "0")
    total = sum(number(item["self:Ir"]) for item in ours)
    reached = 0
    for index, item in enumerate(ours):
        reached += number(item["self:Ir"])
        if reached * 100 >= total * 99:
            break
    expect_equal("functions up to 99 %", [name for name, _ in old], [item["name"] for item in ours[:index + 1]])
    running = [int(item[key]) for item in ours for key in item if key.startswith("running")]
    expect_equal("running total", reached, running[index])


def compare_inclusive(bench, row, words):
    """Without levels of recursion, and without the rows of inlined code: the page says how these differ."""
    report = bench.run_old(row.old + " --threshold=100", words)
    rows = [amounts_of(line, 1) for line in section(report, "file:function")[1]]
    old = added_by(function_of, [(rest, amounts) for amounts, rest in rows if rest.endswith("]")])
    items = our_rows(bench, row, words, "-n", "0")
    least, most = (added_by(as_is, [(item["name"], [number(item[key])]) for item in items])
                   for key in ("inclusive:Ir", "inclusive_max:Ir"))
    for name, (amount,) in old.items():
        if not LEVEL.search(name) and not least.get(name, [1])[0] <= amount <= most.get(name, [0])[0]:
            raise Differs("%s: %d, ours %s to %s" % (name, amount, least.get(name), most.get(name)))


def edges_of(report, sign):
    """{(caller, callee): [calls, cost]} of the rows with `sign` (< callers, > callees) around each function."""
    _, lines = section(report, "file:function")
    edges, waiting, at_hand = [], [], None
    for (cost,), rest in (amounts_of(line, 1) for line in lines):
        kind, name = re.match(r"([<*>])\s+(.*)$", rest).groups()
        if kind == "*":
            at_hand = function_of(name)
            edges += [((caller, at_hand), amounts) for caller, amounts in waiting]
            waiting = []
            continue
        calls = re.search(r" \(([\d,]+)x\)", name)
        other = function_of(name.replace(calls[0], ""))
        amounts = [int(calls[1].replace(",", "")), cost]
        if kind == "<" == sign:
            waiting.append((other, amounts))
        elif kind == ">" == sign:
            edges.append(((at_hand, other), amounts))
    return added_by(as_is, edges)


def compare_neighbours(sign, role):
    def compare(bench, row, words):
        edges = edges_of(bench.run_old(row.old + " --threshold=100", words), sign)
        wanted = words["NAME"]
        old = {pair[sign == ">"]: amounts for pair, amounts in edges.items() if pair[sign == "<"] == wanted}
        ours = {item["name"]: [number(item["calls"]), number(item["inclusive:Ir"])]
                for item in our_rows(bench, row, words) if item["role"] == role}
        expect_same_items(old, ours)
    return compare


def compare_calls(bench, row, words):
    report = bench.run_old(row.old + " --threshold=100", words)
    ours = added_by(as_is, [((item["caller"], item["callee"]), [number(item["count"]), number(item["inclusive:Ir"])])
                            for item in our_rows(bench, row, words, "-n", "0")])
    for sign in "<>":
        expect_same_items(edges_of(report, sign), ours)


def lines_of(report, file):
    """{line: cost of the first event} of one annotated file."""
    found = re.search(r"^-- (?:Auto|User)-annotated source: [^\n]*%s\n-+\n([^\n]+)\n((?:.|\n)*?)(?=^-{20}|\Z)"
                      % re.escape(file), report, re.MULTILINE)
    if not found:
        raise Differs("no source of %s in:\n%s" % (file, report))
    count, at, costs = len(found[1].split()), 1, {}
    for line in found[2].split("\n"):
        begins = re.match(r"-- line (\d+) -+$", line)
        if begins:
            at = int(begins[1])
        elif line.strip() and not re.match(AMOUNT * count + r" +=> ", line):
            amounts, _ = amounts_of(line + " ", count)
            if amounts[0]:
                costs[at] = amounts[0]
            at += 1
    return costs


def compare_lines(bench, row, words):
    old = lines_of(bench.run_old(row.old, words), "leaf.c")
    ours = {number(item["line"]): number(item["self:Ir"]) for item in our_rows(bench, row, words)
            if item["file"] == "././leaf.c" and number(item["self:Ir"])}
    expect_equal("lines", old, ours)


def compare_diff(bench, row, words):
    """cg_diff writes a profile of the changes; cg_annotate prints those that are not 0."""
    path = os.path.join(bench.folder, "difference")
    with open(path, "w", encoding="utf-8") as file:
        file.write(bench.run_old(row.old, words))
    events, old = function_table(bench.run(["cg_annotate", "--auto=no", "--threshold=0", path]))
    old = {name: amounts for name, amounts in added_by(as_is, old).items() if any(amounts)}
    ours = [(item["name"], [number(item["change of self:" + event]) for event in events])
            for item in our_rows(bench, row, words, "-n", "0")]
    expect_equal("changes", old, added_by(as_is, [(name, amounts) for name, amounts in ours if any(amounts)]))


def compare_merge(bench, row, words):
    reports = []
    for run, name in ((bench.run_old, "old-sum"), (bench.run_ours, "our-sum")):
        path = os.path.join(bench.folder, name)
        run(row.old if run == bench.run_old else row.ours, {**words, "OUT": path})
        events, functions = function_table(bench.run(["cg_annotate", "--auto=no", "--threshold=0", path]))
        reports.append((events, added_by(as_is, functions)))
    expect_equal("sums", *reports)
