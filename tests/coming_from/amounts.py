# SPDX-License-Identifier: MIT
"""Our answers as numbers, and how they are compared with those of another tool."""
import csv
import io


class Differs(Exception):
    """The numbers of two commands differ, or a command failed."""


def expect_equal(what, old, ours):
    if old != ours:
        raise Differs("%s: %s, ours %s" % (what, old, ours))


def expect_same_items(old, ours):
    """All that the old tool lists, with equal numbers."""
    if not old:
        raise Differs("the old tool lists nothing")
    for name, amounts in old.items():
        expect_equal(name, amounts, ours.get(name))


def table(text):
    return list(csv.DictReader(io.StringIO(text)))


def our_rows(bench, row, words, *more):
    """Our answer as CSV; a function without a name is ??? as the old tools write it."""
    csv_format = () if "--format" in row.ours else ("--format", "csv")
    rows = table(bench.run_ours(row.ours, words, *csv_format, *more))
    for item in rows:
        item["name"] = item.get("name") or "???"
    return rows


def number(cell):
    return int(cell) if cell else 0


def added_by(name_of, items):
    """Sums of the amounts of items with one name: {name: [amount, …]}."""
    sums = {}
    for name, amounts in ((name_of(name), amounts) for name, amounts in items):
        sums[name] = [a + b for a, b in zip(sums.get(name, [0] * len(amounts)), amounts)]
    return sums


def as_is(name):
    return name
