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
import math
import os
import subprocess
import sys

SIZES = (40, 100, 300)
PIECES = 12  # of each cubic curve
NEAR = 12.0  # crossings so near the end of a shared box do not count
CELL = 60.0


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


def bezier(points):
    """A polyline along a chain of cubic curves."""
    line = points[:1]
    for at in range(0, len(points) - 3, 3):
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = points[at:at + 4]
        for step in range(1, PIECES + 1):
            t = step / PIECES
            u = 1 - t
            a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
            line.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    return line


def by_quern(layout, boxes, arrows):
    text = "%d %d\n" % (len(boxes), len(arrows))
    text += "".join("%g %g\n" % box for box in boxes) + "".join("%d %d %d\n" % a for a in arrows)
    answer = json.loads(output([layout], text))
    return [bezier(points) for points in answer["arrows"]], answer


def by_dot(boxes, arrows):
    most = max(cost for _, _, cost in arrows)
    text = "digraph { nodesep=0.22 ranksep=0.55 node [shape=box fixedsize=true label=\"\"]\n"
    for at, (width, height) in enumerate(boxes):
        text += "n%d [width=%g height=%g]\n" % (at, width / 72, height / 72)
    for at, (caller, callee, cost) in enumerate(arrows):
        text += "n%d -> n%d [id=%d weight=%d arrowhead=none]\n" % (caller, callee, at,
                                                                   1 + 16 * cost // max(1, most))
    answer = json.loads(output(["dot", "-Tjson"], text + "}\n"))
    lines = [[] for _ in arrows]
    for edge in answer.get("edges", ()):
        numbers = [float(part) for part in edge["pos"].replace(",", " ").split()]
        lines[int(edge["id"])] = bezier(list(zip(numbers[::2], numbers[1::2])))
    return lines


def cross(one, other):
    """Where two line segments cross, or None. Touching does not count."""
    (ax, ay), (bx, by) = one
    (cx, cy), (dx, dy) = other
    across = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    if across == 0:
        return None
    t = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / across
    u = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / across
    return (ax + t * (bx - ax), ay + t * (by - ay)) if 0 <= t < 1 and 0 <= u < 1 else None


def shared_ends(arrows, lines, one, other):
    """Ends of one line that are at a box that the other arrow has, too."""
    others = set(arrows[other][:2])
    return [lines[one][at] for at, box in ((0, arrows[one][0]), (-1, arrows[one][1]))
            if box in others]


def crossings(arrows, lines):
    cells = {}
    for index, line in enumerate(lines):
        for segment in zip(line, line[1:]):
            (ax, ay), (bx, by) = segment
            for column in range(int(min(ax, bx) // CELL), int(max(ax, bx) // CELL) + 1):
                for row in range(int(min(ay, by) // CELL), int(max(ay, by) // CELL) + 1):
                    cells.setdefault((column, row), []).append((index, segment))
    found = set()
    for (column, row), segments in cells.items():
        for at, (one, first) in enumerate(segments):
            for other, second in segments[:at]:
                where = cross(first, second) if one != other else None
                if where is None or (where[0] // CELL, where[1] // CELL) != (column, row):
                    continue
                ends = shared_ends(arrows, lines, one, other) + shared_ends(arrows, lines, other, one)
                if all(math.dist(where, end) > NEAR for end in ends):
                    found.add((min(one, other), max(one, other), where))
    return len(found)


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
            own, others = crossings(arrows, lines), crossings(arrows, by_dot(boxes, arrows))
            ratio = own / others if others else float(own > 0)
            ratios.append(ratio)
            print("%-32s %5d %6d %9d %9d %6.2f %8.1f" % (os.path.basename(profile)[:32], len(boxes), len(arrows),
                                                       own, others, ratio, answer["milliseconds"]), flush=True)
            if len(boxes) < size:
                break
    print("mean ratio %.2f, worst %.2f" % (sum(ratios) / len(ratios), max(ratios)))


if __name__ == "__main__":
    main()
