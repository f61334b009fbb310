#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Cuts real profiles at 64 places each and asks quern top, check, gate and diff about what is left.

usage: truncations.py QUERN ROOT [--update]
Each cut file has to be refused, or marked as incomplete by all four commands, unless its format
cannot show that it was cut: UNKNOWABLE says where, as docs/formats does. The table of
docs/reliability.md holds the counts; --update writes them. Profiles of ../shared are left out, and
their rows not compared, where there are none.
"""
import bz2
import concurrent.futures
import gzip
import json
import lzma
import os
import re
import subprocess
import sys
import tempfile

CUTS = 64
COMMANDS = ("top", "check", "gate", "diff")
REPOSITORY = """
callgrind docs/examples/callgrind.out.wordcount
callgrind tests/corpus/recorded/callgrind.out.jumps.gz
callgrind tests/corpus/recorded/callgrind.out.cache.gz
callgrind tests/corpus/recorded/callgrind.out.parts.gz
callgrind tests/corpus/recorded/callgrind.out.1-01.gz
cachegrind tests/corpus/recorded/cachegrind.out.wordcount.gz
cachegrind tests/corpus/recorded/cachegrind.diff.leaf.gz
xdebug docs/examples/cachegrind.out.shop
igprof docs/examples/held.igprof
folded tests/corpus/exchange/perf.folded
folded tests/corpus/exchange/austin.folded
folded tests/corpus/exchange/diff.folded
pprof tests/corpus/exchange/go-cpu.pb.gz
speedscope tests/corpus/exchange/py-spy.speedscope.json
speedscope tests/corpus/exchange/evented.speedscope.json
quern tests/corpus/exchange/leaf-old.json.gz
"""
SHARED = """
callgrind callgrind/rec-default.out.gz
callgrind callgrind/thr-threads-combine.out.gz
xtree callgrind/xtleak-leak.kcg.gz
xtree callgrind/xtmemory-leak.kcg.gz
cachegrind cachegrind/cg-rec-nocache.out.gz
xdebug xdebug/cachegrind.out.closures
xdebug xdebug/cachegrind.out.exceptions.gz
xdebug xdebug/cachegrind.out.exit
xdebug xdebug/cachegrind.out.append.gz
converter parrot/parrot.out.fib
raw parrot/parrot.pprof.coroutine
raw parrot/parrot.pprof.winxed
subprof parrot/subprof.sub.fib
subprof parrot/subprof.hll.winxed
igprof igprof/ls-mp.gz
igprof igprof/fib-pp.gz
lsprof thirdparty/callgrind/gprof2dot/bzr.callgrind.gz
"""


def ends_a_row(text):
    return text.endswith(b"\n")


def ends_a_part(text):
    """Behind `totals:` of a part, and its line feed or not, another part may follow or not."""
    return text.rstrip().rsplit(b"\n", 1)[-1].startswith(b"totals:")


def ends_a_run(text):
    """Xdebug in append mode: behind the `summary:` of a run."""
    return text.rstrip().rsplit(b"\n", 1)[-1].startswith((b"summary:", b"===="))


def ends_a_run_loop(text):
    return b"END_OF_RUNLOOP:" in text.rstrip().rsplit(b"\n", 3)[-1]


# Where a format cannot show that a file was cut.
UNKNOWABLE = {"callgrind": ends_a_part, "xdebug": ends_a_run, "igprof": ends_a_row,
              "folded": ends_a_row, "raw": ends_a_run_loop, "lsprof": ends_a_row}


def plain(path):
    with open(path, "rb") as file:
        data = file.read()
    if path.endswith(".pb.gz"):
        return data  # gzip belongs to the format
    for magic, inflate in ((b"\x1f\x8b", gzip), (b"BZh", bz2), (b"\xfd7zXZ", lzma)):
        if data.startswith(magic):
            return inflate.decompress(data)
    return data


def run(quern, *words):
    done = subprocess.run([quern, *words], stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
    return done.returncode, done.stdout


def outcome(quern, kind, whole, path, text, event):
    """refused, marked, unknowable or intact; else what is wrong."""
    codes, documents = {}, {}
    ask = {"top": ["top", path], "check": ["check", path],
           "gate": ["gate", "--max", event + "=+0%", whole, path],
           "diff": ["diff", "--exit-code", whole, path]}
    for command in COMMANDS:
        codes[command], out = run(quern, *ask[command], "--format", "json")
        documents[command] = out
    if any(code not in (0, 1, 3) for code in codes.values()):
        return "exit codes %s" % codes
    if codes["top"] == 3:
        is_refused = codes == {"top": 3, "check": codes["check"], "gate": 3, "diff": 3}
        return "refused" if is_refused and codes["check"] in (1, 3) else "refused in part: %s" % codes
    if "incomplete" in json.loads(documents["top"]):
        is_marked = codes == {"top": 0, "check": 1, "gate": 3, "diff": 3}
        return "marked" if is_marked else "marked, but exit codes are %s" % codes
    if codes == {"top": 0, "check": 0, "gate": 0, "diff": 0}:
        return "intact"  # all rows are there: blanks or the last line feed are missing
    knows = UNKNOWABLE.get(kind)
    if knows is not None and knows(text):
        return "unknowable"
    return "neither refused nor marked: %s" % codes


def judge(quern, kind, path, folder):
    """Counts by outcome, and what is wrong."""
    data = plain(path)
    whole = os.path.join(folder, "whole")
    with open(whole, "wb") as file:
        file.write(data)
    event = json.loads(run(quern, "info", whole, "--format", "json")[1])["events"][0]["name"]
    counts, problems = {}, []
    for cut in range(1, CUTS + 1):
        text = data[:max(1, len(data) * cut // (CUTS + 1))]
        name = os.path.join(folder, "cut")
        with open(name, "wb") as file:
            file.write(text)
        found = outcome(quern, kind, whole, name, text, event)
        if found in ("refused", "marked", "unknowable", "intact"):
            counts[found] = counts.get(found, 0) + 1
        else:
            problems.append("%s cut at byte %d: %s" % (path, len(text), found))
    return counts, problems


def profiles(root):
    """(kind, name in the table, path)"""
    found = [(kind, os.path.basename(name), os.path.join(root, name))
             for kind, name in (line.split() for line in REPOSITORY.split("\n") if line)]
    shared = os.path.join(root, "..", "shared", "corpus")
    if os.path.isdir(shared):
        found += [(kind, os.path.basename(name), os.path.join(shared, name))
                  for kind, name in (line.split() for line in SHARED.split("\n") if line)]
    return found


def snapshot_of(quern, root, folder):
    path = os.path.join(folder, "wordcount.quern")
    code, _ = run(quern, "convert", os.path.join(root, "docs/examples/callgrind.out.wordcount"),
                  "--to", "snapshot", "-o", path)
    assert code == 0
    return ("snapshot", "wordcount.quern", path)


def table_row(kind, name, counts):
    numbers = [counts.get(key, 0) for key in ("refused", "marked", "unknowable", "intact")]
    return "| %s | `%s` | %s |" % (kind, name, " | ".join(map(str, numbers)))


def main():
    quern, root = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    page = os.path.join(root, "docs", "reliability.md")
    with open(page, encoding="utf-8") as file:
        text = file.read()
    with tempfile.TemporaryDirectory() as folder:
        wanted = profiles(root) + [snapshot_of(quern, root, folder)]

        def one(profile):
            with tempfile.TemporaryDirectory() as own:
                return judge(quern, profile[0], profile[2], own)

        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            results = list(pool.map(one, wanted))
    problems = [problem for _, found in results for problem in found]
    rows = [table_row(kind, name, counts)
            for (kind, name, _), (counts, _) in zip(wanted, results)]
    table = re.search(r"(?<=\|---\|---\|---:\|---:\|---:\|---:\|\n)(?:\|.*\n)+", text)
    if "--update" in sys.argv[3:]:
        with open(page, "w", encoding="utf-8") as file:
            file.write(text[:table.start()] + "\n".join(rows) + "\n" + text[table.end():])
    else:
        held = table.group(0).splitlines()
        problems += ["docs/reliability.md lacks the row %s" % row for row in rows if row not in held]
    for problem in problems:
        print(problem)
    print("%d profiles, %d cuts each: %d problems" % (len(rows), CUTS, len(problems)))
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
