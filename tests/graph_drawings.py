# SPDX-License-Identifier: MIT
"""Drawn graphs as lines: Bézier curves, how often lines cross, and what Graphviz's dot draws.

Points are (x, y). An arrow is (from, to, cost), its ends are indices of boxes. A line is the
polyline of one arrow.
"""
import json
import math
import subprocess

PIECES = 12  # of each cubic curve
NEAR = 12.0  # crossings so near the end of a shared box do not count
CELL = 60.0


def is_straight(a, b, c, d):
    """All four points are on one line, in the order of their distance from the first."""
    across, down = d[0] - a[0], d[1] - a[1]
    along = [(p[0] - a[0]) * across + (p[1] - a[1]) * down for p in (a, b, c, d)]
    return along == sorted(along) and all(
        (p[0] - a[0]) * down == (p[1] - a[1]) * across for p in (b, c))


def bezier(points):
    """A polyline along a chain of cubic curves."""
    line = points[:1]
    for at in range(0, len(points) - 3, 3):
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = points[at:at + 4]
        if is_straight(*points[at:at + 4]):
            line.append((x3, y3))
            continue
        for step in range(1, PIECES + 1):
            t = step / PIECES
            u = 1 - t
            a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
            line.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    return line


def dot_lines(boxes, arrows, clusters=()):
    """What dot makes of the same graph. Boxes are (width, height); clusters are lists of boxes."""
    most = max(cost for _, _, cost in arrows)
    text = "digraph { nodesep=0.22 ranksep=0.55 node [shape=box fixedsize=true label=\"\"]\n"
    for at, (width, height) in enumerate(boxes):
        text += "n%d [width=%g height=%g]\n" % (at, width / 72, height / 72)
    for at, members in enumerate(clusters):
        text += "subgraph cluster%d { %s }\n" % (at, " ".join("n%d" % box for box in members))
    for at, (caller, callee, cost) in enumerate(arrows):
        text += "n%d -> n%d [id=%d weight=%d arrowhead=none]\n" % (caller, callee, at,
                                                                   1 + 16 * cost // max(1, most))
    done = subprocess.run(["dot", "-Tjson"], input=text + "}\n", capture_output=True, text=True,
                          check=True)
    lines = [[] for _ in arrows]
    for edge in json.loads(done.stdout).get("edges", ()):
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
    """How often lines cross, except near a box that both arrows have."""
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
                ends = shared_ends(arrows, lines, one, other) + \
                    shared_ends(arrows, lines, other, one)
                if all(math.dist(where, end) > NEAR for end in ends):
                    found.add((min(one, other), max(one, other), where))
    return len(found)
