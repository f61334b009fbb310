#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds drawn call graphs of real profiles against what they promise.

usage: graph_bars.py QUERN ROOT [SHARED]
The profiles are those of ROOT/tests/corpus and the largest of SHARED/corpus. Where SHARED is not
given or missing, the script says so and checks the others. Each profile is drawn with three
limits, once with clusters and once around a function, and again on rings:
- boxes do not overlap; no arrow enters a box that is not one of its ends; labels have room;
  clusters are disjoint and contain exactly their own boxes
- costs are those of `quern top`, arrows those of `quern calls`; self costs add up to the total
- the same command writes the same bytes
- all graphs without clusters have together at most 1.2 times as many crossings as dot (Graphviz)
  draws, and so do all with clusters. Where dot is missing, the script says so and leaves this out.
Times are printed, not checked.
"""
import bisect
import collections
import concurrent.futures
import glob
import itertools
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

from graph_drawings import bezier, crossings, dot_lines

RECORDED = ("recorded/*.gz", "exchange/*.gz", "exchange/*.folded", "exchange/*.speedscope.json")
SHARED = (("callgrind/*.out.xz", 1), ("callgrind/*.gz", 7), ("igprof/*.xz", 1), ("igprof/*.gz", 5),
          ("xdebug/*", 5), ("parrot/parrot.out.*", 2), ("parrot/parrot.pprof.*", 1),
          ("parrot/subprof.*", 2), ("thirdparty/callgrind/*/*.gz", 4))
PROFILES = 50
NO_PROFILES = ("MANIFEST.tsv", "callgrind.out.1.gz")  # the second is empty: its threads have files
LIMITS = (["-n", "20"], [], ["--min", "0.1", "--min-call", "0.1", "-n", "300", "--open-cycles"])
LEAST_SHARES = (0.5, 0.5, 0.1)  # of an arrow of LIMITS, in percent
BOXES = ("tall", "normal", "compact")
CLUSTERS = ("object", "file", "namespace", "dir", "class")
MOST_CROSSINGS = 1.2  # of dot's
TOLERANCE = 0.5  # pixels by which an arrow may enter a box
FINE = 1e-6
LETTER, LABEL_HEIGHT, LABEL_RISE = 6.65, 12, 9
MOST_MEMBERS = 64  # of a cycle that a graph lists
BAND = 64  # pixels
FAULTS_SHOWN = 12

Box = collections.namedtuple("Box", "left top right bottom")


def box_of(place, shrink=0.0):
    return Box(place["x"] + shrink, place["y"] + shrink, place["x"] + place["width"] - shrink,
               place["y"] + place["height"] - shrink)


def overlap(one, other):
    return one.left < other.right - FINE and other.left < one.right - FINE and \
        one.top < other.bottom - FINE and other.top < one.bottom - FINE


def is_in(inner, outer):
    return outer.left - FINE <= inner.left and inner.right <= outer.right + FINE and \
        outer.top - FINE <= inner.top and inner.bottom <= outer.bottom + FINE


def has_point(box, x, y):
    return box.left < x < box.right and box.top < y < box.bottom


def overlaps(boxes):
    """Pairs of boxes that overlap, found by a sweep from left to right."""
    open_boxes, pairs = [], []
    for at in sorted(range(len(boxes)), key=lambda each: boxes[each].left):
        open_boxes = [each for each in open_boxes if boxes[each].right > boxes[at].left]
        pairs += [(each, at) for each in open_boxes if overlap(boxes[each], boxes[at])]
        open_boxes.append(at)
    return pairs


class Bands:
    """Finds boxes by their rows of pixels."""

    def __init__(self, boxes):
        self.boxes, self.rows = boxes, collections.defaultdict(list)
        for at, box in enumerate(boxes):
            for row in range(int(box.top // BAND), int(box.bottom // BAND) + 1):
                self.rows[row].append((box.left, at))
        for row in self.rows.values():
            row.sort()
        self.widest = max((box.right - box.left for box in boxes), default=0)

    def near(self, area):
        found = set()
        for row in range(int(area.top // BAND), int(area.bottom // BAND) + 1):
            places = self.rows.get(row, ())
            first = bisect.bisect_left(places, (area.left - self.widest,))
            last = bisect.bisect_right(places, (area.right, len(self.boxes)))
            found.update(at for _, at in places[first:last])
        return sorted(found)


def hull(curve):
    across, down = [x for x, _ in curve], [y for _, y in curve]
    return Box(min(across), min(down), max(across), max(down))


def middle(one, other):
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def enters(curve, box):
    """Whether a cubic curve has a point in a box: the curve is halved while that is open."""
    waiting = [curve]
    while waiting:
        a, b, c, d = waiting.pop()
        if has_point(box, *a) or has_point(box, *d):
            return True
        around = hull((a, b, c, d))
        if around.left >= box.right or around.right <= box.left or \
                around.top >= box.bottom or around.bottom <= box.top or \
                max(around.right - around.left, around.bottom - around.top) < 0.05:
            continue
        ab, bc, cd = middle(a, b), middle(b, c), middle(c, d)
        abc, bcd = middle(ab, bc), middle(bc, cd)
        half = middle(abc, bcd)
        waiting += [(a, ab, abc, half), (half, bcd, cd, d)]
    return False


def points_of(arrow):
    return list(zip(arrow["path"][::2], arrow["path"][1::2]))


def label_area(arrow):
    x, base_line = arrow["label_at"]
    half, top = LETTER * len(arrow["label"]) / 2, base_line - LABEL_RISE
    return Box(x - half, top, x + half, top + LABEL_HEIGHT)


def named(node):
    return repr(node["name"][:60])


def faults_of_places(graph):
    """Boxes, labels and clusters."""
    nodes, clusters = graph["nodes"], graph["clusters"]
    whole = Box(0, 0, graph["width"], graph["height"])
    boxes = [box_of(node) for node in nodes]
    for one, other in overlaps(boxes):
        yield f"the boxes of {named(nodes[one])} and {named(nodes[other])} overlap"
    for node, box in zip(nodes, boxes):
        if not is_in(box, whole):
            yield f"the box of {named(node)} is outside of the drawing"
    arrows = [each for each in graph["edges"] + graph["dashed_edges"] if each["label_at"]]
    labels = [label_area(arrow) for arrow in arrows]
    for one, other in overlaps(labels):
        yield f"the labels {arrows[one]['label']!r} and {arrows[other]['label']!r} overlap"
    bands = Bands(boxes)
    for arrow, label in zip(arrows, labels):
        if not is_in(label, whole):
            yield f"the label {arrow['label']!r} is outside of the drawing"
        for at in bands.near(label):
            if overlap(label, boxes[at]):
                yield f"the label {arrow['label']!r} covers the box of {named(nodes[at])}"
    frames = [box_of(cluster) for cluster in clusters]
    for one, other in overlaps(frames):
        yield f"clusters {clusters[one]['name']!r} and {clusters[other]['name']!r} overlap"
    for at, frame in enumerate(frames):
        name = clusters[at]["name"]
        if not is_in(frame, whole):
            yield f"cluster {name!r} is outside of the drawing"
        if all(node["cluster"] != at for node in nodes):
            yield f"cluster {name!r} has no box"
        for node, box in zip(nodes, boxes):
            if node["cluster"] == at and not is_in(box, frame):
                yield f"cluster {name!r} does not contain its box {named(node)}"
            if node["cluster"] != at and overlap(box, frame):
                yield f"cluster {name!r} covers {named(node)}, which is not in it"


def faults_of_arrows(graph):
    nodes = graph["nodes"]
    inner = [box_of(node, TOLERANCE) for node in nodes]
    outer = [box_of(node, -TOLERANCE) for node in nodes]
    whole = Box(-FINE, -FINE, graph["width"] + FINE, graph["height"] + FINE)
    bands = Bands(inner)
    for arrow in graph["edges"] + graph["dashed_edges"]:
        ends = arrow["from"], arrow["to"]
        words = f"the arrow {named(nodes[ends[0]])} -> {named(nodes[ends[1]])}"
        points = points_of(arrow)
        if len(arrow["path"]) % 2 != 0 or len(points) < 4 or len(points) % 3 != 1:
            yield f"{words} has {len(arrow['path'])} numbers, which are no chain of curves"
            continue
        for end, point, what in ((ends[0], points[0], "first"), (ends[1], points[-1], "last")):
            if not has_point(outer[end], *point) or has_point(inner[end], *point):
                yield f"the {what} point of {words} is not on the border of its box"
        if not is_in(hull(points), whole):
            yield f"{words} leaves the drawing"
        entered = set()
        for at in range(0, len(points) - 3, 3):
            curve = tuple(points[at:at + 4])
            entered.update(box for box in bands.near(hull(curve))
                           if box not in ends and enters(curve, inner[box]))
        for box in sorted(entered):
            yield f"{words} enters the box of {named(nodes[box])}"


class Costs:
    """What `top` and `calls` report about the first event. Several rows may have one name."""

    def __init__(self, info, top, calls):
        event = info["events"][0]
        self.is_sum, self.total = event["combine"] == "sum", top["totals"][0]
        self.rows, self.of = collections.defaultdict(list), top["of"]
        self.calls = collections.defaultdict(list)
        for row in top["rows"]:
            self.rows[identity(row)].append((row["self"], bounds(row)))
        for row in calls["rows"]:
            if row["caller"] and row["callee"]:
                pair = identity(row["caller"]), identity(row["callee"])
                self.calls[pair].append((bounds(row), row["count"]))
        self.around = middle_function(top["rows"], self.calls)


def identity(row):
    return row["name"], row["file"], row["object"]


def bounds(row):
    return row["inclusive"], row.get("inclusive_max")


def middle_function(rows, calls):
    """Of the 40 most expensive functions with caller, callee and a name of its own: the middle."""
    callers, callees = {pair[0] for pair in calls}, {pair[1] for pair in calls}
    counts = collections.Counter(row["name"] for row in rows)
    names = [row["name"] for row in rows if identity(row) in callers and identity(row) in callees
             and counts[row["name"]] == 1 and row["name"][:1] not in ("-", "/")]
    return names[:40][len(names[:40]) // 2] if names else None


def faults_of_costs(graph, costs, least_share):
    nodes, cut = graph["nodes"], graph["not_shown"]
    functions = [node for node in nodes if node["functions"] == 1]
    for node in functions + [each for node in nodes for each in node.get("members", ())]:
        rows = costs.rows.get(identity(node), [])
        if (node["self"], bounds(node)) not in rows:
            yield f"{named(node)} has {node['self']} and {bounds(node)}, in top {rows}"
    for node in nodes:
        if node["functions"] != 1:
            members = node["members"]
            if len(members) != min(node["functions"], MOST_MEMBERS):
                yield f"the cycle of {named(node)} lists {len(members)} of {node['functions']}"
            own = sum(member["self"][0] for member in members)
            if costs.is_sum and len(members) == node["functions"] and own != node["self"][0]:
                yield f"the cycle of {named(node)} has self cost {node['self']}, not {own}"
    if graph["totals"] != [costs.total]:
        yield f"the total is {graph['totals']} instead of {costs.total}"
    own = sum(node["self"][0] for node in nodes) + cut["self"]
    if costs.is_sum and own != costs.total:
        yield f"self costs add up to {own} instead of {costs.total}"
    if sum(node["functions"] for node in nodes) + cut["functions"] != costs.of:
        yield f"shown and hidden functions are not the {costs.of} functions of top"
    yield from faults_of_edges(graph, costs, least_share)


def faults_of_edges(graph, costs, least_share):
    nodes, drawn = graph["nodes"], set()
    for edge in graph["edges"]:
        ends = nodes[edge["from"]], nodes[edge["to"]]
        pair = identity(ends[0]), identity(ends[1])
        drawn.add(pair)
        words = f"the edge {named(ends[0])} -> {named(ends[1])}"
        if all(node["functions"] == 1 for node in ends):
            rows = costs.calls.get(pair, [])
            if (bounds(edge), edge["calls"]) not in rows:
                yield f"{words} has {bounds(edge)} and {edge['calls']} calls, in calls {rows}"
        elif all(node["functions"] <= MOST_MEMBERS for node in ends) and edge["calls"] is not None:
            pairs = itertools.product(*(node.get("members", [node]) for node in ends))
            rows = [row for one, other in pairs
                    for row in costs.calls.get((identity(one), identity(other)), ())]
            if edge["calls"] != sum(count or 0 for _, count in rows):
                yield f"{words} of a cycle has {edge['calls']} calls, in calls {rows}"
    whole = costs.total
    if graph["around"] is not None:
        node = nodes[graph["around"]]
        whole = min(whole, (node["inclusive_max"] or node["inclusive"])[0])
    shown = {identity(node) for node in nodes if node["functions"] == 1}
    for pair, found in costs.calls.items():
        cost = found[0][0][0][0]
        if cost > 0 and 100 * cost > least_share * whole and pair not in drawn and \
                shown.issuperset(pair):
            yield f"no edge {pair[0][0][:60]!r} -> {pair[1][0][:60]!r}, which costs {cost}"


def crossings_of(graph):
    """In the drawing, and in that of dot."""
    arrows = [(edge["from"], edge["to"], edge["inclusive"][0]) for edge in graph["edges"]]
    arrows += [(edge["from"], edge["to"], edge["at_most"]) for edge in graph["dashed_edges"]]
    if not arrows:
        return 0, 0
    arrows = [(one, other, max(0, cost)) for one, other, cost in arrows]
    lines = [bezier(points_of(each)) for each in graph["edges"] + graph["dashed_edges"]]
    clusters = [[at for at, node in enumerate(graph["nodes"]) if node["cluster"] == cluster]
                for cluster in range(len(graph["clusters"]))]
    boxes = [(node["width"], node["height"]) for node in graph["nodes"]]
    return crossings(arrows, lines), crossings(arrows, dot_lines(boxes, arrows, clusters))


class Fault(Exception):
    pass


def run(quern, *words):
    done = subprocess.run([quern, *words, "--format", "json", "--quiet", "--no-config", "--cache"],
                          capture_output=True)
    if done.returncode != 0:
        raise Fault(f"exit code {done.returncode}: {done.stderr.decode(errors='replace')[:300]}")
    return done.stdout


Drawing = collections.namedtuple("Drawing", "options boxes arrows seconds own dot")


def check_graph(quern, file, words, costs, least_share, with_dot):
    """A Drawing and its faults."""
    start = time.monotonic()
    text = run(quern, *words, file)
    seconds = time.monotonic() - start
    graph = json.loads(text)
    faults = [*faults_of_places(graph), *faults_of_arrows(graph),
              *faults_of_costs(graph, costs, least_share)]
    if text != run(quern, *words, file):
        faults.append("two runs differ")
    own, dot = crossings_of(graph) if with_dot else (0, 0)
    arrows = len(graph["edges"]) + len(graph["dashed_edges"])
    return Drawing(" ".join(words[1:]), len(graph["nodes"]), arrows, seconds, own, dot), faults


def check_profile(quern, file, number, with_dot):
    """Drawings of one profile, and faults with the words of the command that shows them."""
    drawings, faults, words = [], [], ["info"]
    try:
        info = json.loads(run(quern, "info", file))
        event = ["-e", info["events"][0]["name"]]
        words = ["top", *event]
        top = json.loads(run(quern, "top", "-n", "0", "--sort", "incl", *event, file))
        words = ["calls", *event]
        costs = Costs(info, top, json.loads(run(quern, "calls", "-n", "0", *event, file)))
        around = [costs.around, "--up", "3", "--down", "4"] if costs.around else []
        more = [[], ["--cluster-by", CLUSTERS[number % len(CLUSTERS)]], around]
        for at, limits in enumerate(LIMITS):
            words = ["graph", *more[(number + at) % len(more)], *limits]
            drawing, found = check_graph(quern, file, words, costs, LEAST_SHARES[at], with_dot)
            drawings.append(drawing)
            faults += [(words, fault) for fault in found]
        at = number % len(LIMITS)
        words = ["graph", *more[number % 2 * 2], *LIMITS[at], "--direction", "circle", "--boxes",
                 BOXES[at]]
        drawing, found = check_graph(quern, file, words, costs, LEAST_SHARES[at], False)
        drawings.append(drawing)
        faults += [(words, fault) for fault in found]
    except (Fault, ValueError, LookupError) as fault:  # or wrong JSON
        faults.append((words, str(fault) if isinstance(fault, Fault) else repr(fault)))
    return drawings, faults


def matches(folder, pattern):
    """Profiles, the largest first."""
    found = [file for file in glob.glob(os.path.join(folder, pattern))
             if ".oracle." not in file and os.path.basename(file) not in NO_PROFILES]
    return sorted(found, key=lambda file: (-os.path.getsize(file), file))


def profiles(root, shared):
    corpus = os.path.join(root, "tests", "corpus")
    files = [file for pattern in RECORDED for file in matches(corpus, pattern)]
    if shared is None or not os.path.isdir(os.path.join(shared, "corpus")):
        print("skipped: the profiles of the shared corpus, which is not here")
        return files
    for pattern, most in SHARED:
        files += matches(os.path.join(shared, "corpus"), pattern)[:most]
    if len(files) != PROFILES:
        sys.exit(f"{len(files)} profiles instead of {PROFILES}")
    return files


def print_drawings(drawings, with_dot):
    print("the slowest graphs:")
    for name, each in sorted(drawings, key=lambda pair: -pair[1].seconds)[:5]:
        print(f"  {each.seconds:.2f} s, {each.boxes} boxes, {each.arrows} arrows: "
              f"{name} {each.options}")
    if not with_dot:
        return
    print("the most crossings compared with dot:")
    worst = sorted(drawings, key=lambda pair: -pair[1].own / max(1, pair[1].dot))
    for name, each in worst[:5]:
        print(f"  {each.own}, by dot {each.dot}, {each.boxes} boxes, {each.arrows} arrows: "
              f"{name} {each.options}")


def too_many_crossings(kind, drawings):
    own, dot = sum(each.own for each in drawings), sum(each.dot for each in drawings)
    print(f"{kind}: {own} crossings in {len(drawings)} graphs, {dot} by dot: "
          f"{own / max(1, dot):.2f} times as many")
    if own <= MOST_CROSSINGS * dot:
        return False
    print(f"  that is more than {MOST_CROSSINGS} times")
    return True


def main():
    quern, root = os.path.abspath(sys.argv[1]), sys.argv[2]
    shared = sys.argv[3] if len(sys.argv) > 3 else None
    with_dot = shutil.which("dot") is not None
    if not with_dot:
        print("skipped: the comparison of crossings, which needs dot (Graphviz)")
    files = profiles(root, shared)
    drawings, failed = [], 0
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ProcessPoolExecutor(2) as pool:
        os.environ["XDG_CACHE_HOME"] = folder  # large files are read once
        answers = [pool.submit(check_profile, quern, file, number, with_dot)
                   for number, file in enumerate(files)]
        for file, answer in zip(files, answers):
            found, faults = answer.result()
            drawings += [(os.path.basename(file), each) for each in found]
            for words, fault in faults:
                failed += 1
                if failed <= FAULTS_SHOWN:
                    print(f"quern {' '.join(words)} {file}: {fault}", flush=True)
    print_drawings(drawings, with_dot)
    if with_dot:
        failed += too_many_crossings("without clusters", [
            each for _, each in drawings
            if "--cluster-by" not in each.options and "circle" not in each.options])
        failed += too_many_crossings("with clusters", [
            each for _, each in drawings if "--cluster-by" in each.options])
    print(f"{len(drawings)} graphs of {len(files)} profiles, {failed} faults")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
