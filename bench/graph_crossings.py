#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How many arrows cross in quern's layered layouts, next to Graphviz's dot on the same graphs.

usage: graph_crossings.py QUERN LAYOUT PROFILE...
QUERN is the program, LAYOUT the program of bench/graph_layout_main.cc (quern_graph_layout). The
call graph of the 40, 100 and 300 most expensive functions of each profile is laid out. Both
drawings are counted in the same way: curves become polylines, and each pair of arrows counts as
often as its lines cross. Crossings near a box that both arrows share do not count.
Needs dot (Graphviz).
"""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "tests"))
from graph_drawings import bezier, crossings, dot_lines  # noqa: E402

SIZES = (40, 100, 300)


def output(command, text=None):
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def call_graph(quern, profile, size):
    """The most expensive functions as (name, width) and calls among them as (from, to, cost)."""
    rows = json.loads(output([quern, "calls", profile, "--limit", "0", "--format", "json"]))["rows"]
    costs, calls = {}, {}

    def identity(function):
        return function["name"], function["file"], function["object"]

    def amount(cost):
        cost = cost[0] if cost else 0
        cost = cost.get("high", cost.get("value", 0)) if isinstance(cost, dict) else cost
        return int(cost or 0)
    for row in rows:
        if not row["caller"] or not row["callee"]:
            continue
        pair = identity(row["caller"]), identity(row["callee"])
        calls[pair] = calls.get(pair, 0) + amount(row["inclusive"])
    for (caller, callee), cost in calls.items():
        costs[callee] = costs.get(callee, 0) + cost
        costs.setdefault(caller, 0)
    roots = {caller for caller, _ in calls} - {callee for _, callee in calls}
    for (caller, _), cost in calls.items():
        if caller in roots:
            costs[caller] += cost
    order = sorted(costs, key=lambda each: (-costs[each], str(each)))[:size]
    index = {function: at for at, function in enumerate(order)}
    boxes = [(30 + 7 * min(len(function[0]), 24), 32) for function in order]
    arrows = [(index[a], index[b], cost) for (a, b), cost in sorted(calls.items(), key=str)
              if a in index and b in index and a != b]
    return boxes, arrows


def by_quern(layout, boxes, arrows):
    text = "%d %d\n" % (len(boxes), len(arrows))
    text += "".join("%g %g\n" % box for box in boxes) + "".join("%d %d %d\n" % a for a in arrows)
    answer = json.loads(output([layout], text))
    return [bezier(points) for points in answer["arrows"]], answer


def main():
    quern, layout, *profiles = sys.argv[1:]
    print("%-32s %5s %6s %9s %9s %6s %8s" % ("profile", "boxes", "arrows", "quern", "dot", "ratio", "ms"))
    ratios = []
    for profile in profiles:
        for size in SIZES:
            boxes, arrows = call_graph(quern, profile, size)
            if not arrows:
                continue
            lines, answer = by_quern(layout, boxes, arrows)
            own, others = crossings(arrows, lines), crossings(arrows, dot_lines(boxes, arrows))
            ratio = own / others if others else float(own > 0)
            ratios.append(ratio)
            print("%-32s %5d %6d %9d %9d %6.2f %8.1f" % (os.path.basename(profile)[:32], len(boxes), len(arrows),
                                                       own, others, ratio, answer["milliseconds"]), flush=True)
            if len(boxes) < size:
                break
    print("mean ratio %.2f, worst %.2f" % (sum(ratios) / len(ratios), max(ratios)))


if __name__ == "__main__":
    main()
