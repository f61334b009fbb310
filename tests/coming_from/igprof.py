# SPDX-License-Identifier: MIT
"""Reads the text report of igprof-analyse and compares its numbers with ours."""
import re

from amounts import Differs, expect_same_items, number, our_rows

def igprof_self(report):
    """{function: self} of the second flat profile of a report."""
    part = report.split("Flat profile (self", 1)
    if len(part) != 2:
        raise Differs("no flat profile of self costs in:\n" + report)
    rows = re.findall(r"^\s*[\d.]+\s+([\d',]+)\s+(?:[\d',]+\s+)?(\S.*) \[\d+\]$", part[1].split("\n---", 1)[0],
                      re.MULTILINE)
    return {name: [int(re.sub(r"[',]", "", cost))] for cost, name in rows}


def compare_igprof(event="MEM_TOTAL", column="self"):
    def compare(bench, row, words):
        ours = {item["name"]: [number(item["%s:%s" % (column, event)])]
                for item in our_rows(bench, row, words, "-e", event, "-n", "0")} if "-e" not in row.ours else \
            {item["name"]: [number(item["%s:%s" % (column, event)])]
             for item in our_rows(bench, row, words, "-n", "0")}
        expect_same_items(igprof_self(bench.run_old(row.old, words)), ours)
    return compare


def compare_igprof_layout(bench, row, words):
    expect_same_items(igprof_self(bench.run_old(row.old, words)), igprof_self(bench.run_ours(row.ours, words)))
