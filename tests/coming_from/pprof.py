# SPDX-License-Identifier: MIT
"""Reads reports of Go's pprof and compares their numbers with ours, at the digits that it prints."""
import os
import re

from amounts import Differs, expect_equal, expect_same_items, number, our_rows, table

UNITS = {"": 1, "ns": 1, "us": 1000, "ms": 10**6, "s": 10**9}
QUANTITY = r"(-?[\d.]+)(ns|us|ms|s|)"


def quantity(text):
    """(amount, how far it may be off by rounding)"""
    digits, unit = re.fullmatch(QUANTITY, text).groups()
    places = len(digits.split(".")[1]) if "." in digits else 0
    return float(digits) * UNITS[unit], (0.5 * 10**-places * UNITS[unit] if places or unit else 0)


def pprof_rows(report):
    """{name: (flat, cumulative)} as printed; names lose the mark of inlined functions."""
    rows, is_row = {}, False
    for line in report.split("\n"):
        if is_row and line.strip():
            found = re.match(r"\s*(\S+)\s+\S+%\s+\S+%\s+(\S+)\s+\S+%  (.*)$", line.replace("     0     0%", "0 0%", 1))
            if not found:
                raise Differs("this row cannot be read: " + line)
            rows.setdefault(found[3].replace(" (inline)", "").replace(" (partial-inline)", ""), []).append(
                (found[1], found[2]))
        is_row = is_row or line.split() == ["flat", "flat%", "sum%", "cum", "cum%"]
    return rows


def expect_near(name, printed, ours, slack=0):
    amount, rounding = quantity(printed)
    if abs(amount - ours) > rounding + slack:
        raise Differs("%s: %s, ours %s" % (name, printed, ours))


def our_name(name, ours):
    """pprof calls an address without a function by its object, [app]; quern by the address, and its file ???."""
    if name.startswith("["):
        return next((other for other in ours if re.match(r"0x[0-9a-f]+$|\?\?\?$", other)), name)
    return name


def compare_pprof(event="cpu", key_of=lambda item: item["name"], slack=0, inclusive=True, scale=1,
                  columns=("self", "inclusive"), shown=None):
    def compare(bench, row, words):
        old = pprof_rows(bench.run_old(row.old, words))
        more = ("-n", "0") if shown is None else ()
        event_choice = () if " -e " in row.ours else ("-e", event)
        ours = {}
        for item in our_rows(bench, row, words, *event_choice, *more):
            amounts = ours.setdefault(key_of(item), [0, 0])
            for at, column in enumerate(columns):
                amounts[at] += number(item.get("%s:%s" % (column, event), ""))
        if not old:
            raise Differs("pprof lists nothing")
        for name, printed in old.items():
            mine = ours.get(our_name(name, ours))
            if mine is None:
                if all(flat in ("0", "0ns") for flat, _ in printed) and not inclusive:
                    continue
                raise Differs("%s: not in ours" % name)
            # Inlined code of one file has a row of its own in pprof.
            flats, cumulatives = zip(*printed)
            if len(printed) == 1:
                expect_near(name, flats[0], mine[0] / scale, slack)
            else:
                expect_equal(name, sum(quantity(flat)[0] for flat in flats), mine[0])
            if inclusive:
                expect_near(name, max(cumulatives, key=lambda text: quantity(text)[0]), mine[1] / scale, slack)
        if shown is not None:
            expect_equal("rows", len(old), len(ours))
    return compare


def compare_peek(bench, row, words):
    report = bench.run_old(row.old, words)
    body = re.search(r"calls%[^\n]*\n-+\+-+\n((?:.|\n)*?)^-+\+-+$", report + "\n---+---\n", re.MULTILINE)[1]
    ours, role = {}, "caller"
    for item in our_rows(bench, row, words, "-e", "cpu"):
        ours[item["role"], item["name"]] = number(item["inclusive:cpu"])
    count = 0
    for line in body.rstrip("\n").split("\n"):
        around = re.match(r"\s+(\S+)\s+\S+% \|   (.*)$", line)
        own = re.match(r"\s+(\S+)\s+\S+%\s+\S+%\s+(\S+)\s+\S+%\s+\| (.*)$", line)
        name = (around or own)[2 if around else 3].replace(" (inline)", "")
        expect_near(name, (around[1] if around else own[2]), ours.get((role if around else "function", name), -1))
        role = "callee" if own else role
        count += 1
    expect_equal("rows", count, len(ours))


def compare_list(bench, row, words):
    """Lines with a flat cost: pprof's cumulative costs of lines hold those of their callees."""
    report = bench.run_old(row.old, words)
    old = {}
    for flat, number_of_line in re.findall(r"^\s+(\S+)\s+\S+\s+(\d+):", report, re.MULTILINE):
        if flat != ".":
            old[int(number_of_line)] = quantity(flat)[0]
    ours = {number(item["line"]): number(item["self:cpu"]) for item in our_rows(bench, row, words, "-e", "cpu")
            if item["file"].endswith("main.go") and number(item["self:cpu"])}
    expect_same_items(old, ours)


def compare_traces(bench, row, words):
    stacks, ours = {}, {}
    for block in re.split(r"^-+\+-+$", bench.run_old(row.old, words), flags=re.MULTILINE)[1:]:
        frames = [line for line in block.split("\n") if line.strip() and not re.match(r"\s+\S+:  ", line)]
        if frames:
            cost, leaf = frames[0].split(None, 1)
            names = [name.strip().replace(" (inline)", "") for name in [leaf] + frames[1:]]
            stack = ";".join(reversed(names))
            stacks[stack] = stacks.get(stack, 0) + quantity(cost)[0]
    for line in bench.run_ours(row.ours, words).split("\n"):
        if line:
            stack, cost = line.rsplit(" ", 1)
            ours[re.sub(r"0x[0-9a-f]+", "[app]", stack)] = float(cost)
    expect_equal("stacks", stacks, ours)


def compare_written(scale):
    """What both wrote, read by quern."""
    def compare(bench, row, words):
        sums = []
        for run, name in ((bench.run_old, "theirs"), (bench.run_ours, "ours")):
            path = os.path.join(bench.folder, name + (".pb.gz" if "-proto" in row.old else ""))
            run(row.old if name == "theirs" else row.ours, {**words, "OUT": path})
            rows = table(bench.run([bench.quern, "top", "-n", "0", "--format", "csv", path]))
            column = next(key for key in rows[0] if key.startswith("self:cpu"))
            sums.append(sorted(number(item[column]) * (scale if name == "theirs" else 1) for item in rows
                               if number(item[column])))
        expect_equal("self costs", *sums)
    return compare


def line_key(item):
    place = " %s:%s" % (item["file"], item["line"]) if item["line"] else ""
    return item["function"] + place
