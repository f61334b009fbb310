#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Merges many recorded profiles with `quern merge` and looks at the bytes.

usage: merge.py orders|cg_merge|bad|killed|mixed QUERN RECORDED
orders: 1,000 files in three orders, flat and nested, give the same bytes, and so do one thread and
several. cg_merge: of Cachegrind files the same costs as cg_merge's. bad: a file that cannot be read
is named, and nothing written, or skipped and listed. killed: whenever a merge is killed, the output
that was there before is whole. mixed: profiles of several formats, by name of their events.
"""
import gzip
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

FILES = 1000
GROUP = 64


def expect(condition, text):
    if not condition:
        sys.exit(text)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def run(quern, *arguments, code=0, **more):
    done = subprocess.run([quern, *arguments], capture_output=True, check=False, **more)
    expect(done.returncode == code, "quern %s ends with %d: %s" % (
        " ".join(arguments[:6]), done.returncode, done.stderr.decode()))
    return done


def unpack(folder, recorded, name):
    path = os.path.join(folder, name)
    with gzip.open(os.path.join(recorded, name + ".gz")) as packed, open(path, "wb") as plain:
        shutil.copyfileobj(packed, plain)
    return path


def pieces(quern, path):
    """The head of a profile, and each of its blocks."""
    text = run(quern, "convert", path, "--to", "callgrind", "--plain-names",
               "--plain-positions").stdout.decode()
    head, *blocks = text[:text.index("\ntotals:")].split("\n\n")
    while "events:" not in head:
        head += "\n\n" + blocks.pop(0)
    head = "\n".join(row for row in head.split("\n") if not row.startswith("summary:"))
    # A block that does not say its file has that of the block before.
    told, file = [], "fl=???"
    for block in blocks:
        rows = block.split("\n")
        file = next((row for row in rows if row.startswith("fl=")), file)
        told.append("\n".join([file] + [row for row in rows if not row.startswith("fl=")]))
    return head, told


def varied(block, factor):
    """Rows of costs have other costs then."""
    rows = []
    for row in block.split("\n"):
        if row[:1].isdigit():
            line, *costs = row.split(" ")
            row = " ".join([line] + [str(int(cost) * factor) for cost in costs])
        rows.append(row)
    return "\n".join(rows)


def many(quern, folder, recorded):
    """Small files: some blocks of a recorded profile each, with numbers of their own."""
    choice = random.Random(1)
    sources = [pieces(quern, unpack(folder, recorded, name))
               for name in ("callgrind.out.leaf-old", "callgrind.out.leaf-new")]
    paths = []
    for number in range(FILES):
        head, blocks = sources[number % 2]
        some = [varied(block, choice.randrange(1, 9)) for block in choice.sample(blocks, 8)]
        paths.append(os.path.join(folder, "small.%d" % number))
        with open(paths[-1], "w", encoding="utf-8") as file:
            file.write("\n\n".join([head] + some) + "\n")
    return paths


def merged(quern, paths, out, *more):
    """Bytes of a merge; the paths come from a list on standard input."""
    run(quern, "merge", "--quiet", "-@", "-", "-o", out, *more,
        input="\n".join(paths).encode())
    return read(out)


def nested(quern, paths, folder, suffix):
    level = 0
    while len(paths) > 1:
        level += 1
        groups = [paths[at:at + GROUP] for at in range(0, len(paths), GROUP)]
        paths = []
        for number, group in enumerate(groups):
            out = os.path.join(folder, "level%d.%d.%s" % (level, number, suffix))
            merged(quern, group, out)
            paths.append(out)
    return read(paths[0])


def orders(quern, recorded):
    with tempfile.TemporaryDirectory() as folder:
        paths = many(quern, folder, recorded)
        sums = {}
        for suffix in ("callgrind", "json", "cachegrind"):
            choice = random.Random(2)
            first = None
            for turn in range(3):
                out = os.path.join(folder, "flat%d.%s" % (turn, suffix))
                flat = merged(quern, paths, out, *(["--threads", "1"] if turn == 1 else []))
                first = first or flat
                expect(flat == first, "another order, other bytes: %s" % suffix)
                choice.shuffle(paths)
            with tempfile.TemporaryDirectory() as inner:
                expect(nested(quern, paths, inner, suffix) == first,
                       "nested, other bytes: %s" % suffix)
            sums[suffix] = json.loads(run(quern, "top", "--format", "json", out).stdout)["totals"]
        expect(len({str(each) for each in sums.values()}) == 1, "totals differ: %s" % sums)
        apart = 0
        for at in range(0, FILES, 100):
            told = run(quern, "top", "--format", "json", *paths[at:at + 100]).stdout
            apart += json.loads(told)["totals"][0]
        expect(sums["json"][0] == apart, "merged %d, apart %d" % (sums["json"][0], apart))


def cachegrind_costs(path):
    costs, file, function, head = {}, None, None, {}
    with open(path, encoding="utf-8") as text:
        for row in text:
            key, _, value = row.rstrip("\n").partition("=")
            if key == "fl":
                file = value
            elif key == "fn":
                function = value
            elif row[0].isdigit():
                line, *numbers = (int(word) for word in row.split())
                known = costs.setdefault((file, function, line), [0] * len(numbers))
                costs[file, function, line] = [sum(pair) for pair in zip(known, numbers)]
            else:
                name, _, value = row.partition(":")
                head.setdefault(name, []).append(value.strip())
    return costs, head["events"], head["summary"]


def cg_merge(quern, recorded):
    program = shutil.which("cg_merge")
    if program is None:
        print("cg_merge is not installed")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        paths = [unpack(folder, recorded, "cachegrind.out." + name)
                 for name in ("leaf-old", "leaf-new")]
        for number, inputs in enumerate(([paths[0]], paths, paths[::-1] + [paths[0]])):
            theirs = os.path.join(folder, "theirs.%d" % number)
            ours = os.path.join(folder, "ours.%d.cachegrind" % number)
            subprocess.run([program, "-o", theirs, *inputs], check=True, capture_output=True)
            run(quern, "merge", "-o", ours, *inputs)
            wanted, got = cachegrind_costs(theirs), cachegrind_costs(ours)
            expect(wanted[0], "cg_merge wrote no costs")
            expect(got == wanted, "of %d files cg_merge makes something else" % len(inputs))


def bad(quern, recorded):
    with tempfile.TemporaryDirectory() as folder:
        good = [unpack(folder, recorded, "callgrind.out.leaf-" + side) for side in ("old", "new")]
        broken = [os.path.join(folder, name) for name in ("cut.gz", "broken", "missing")]
        with open(broken[0], "wb") as file:
            file.write(gzip.compress(read(good[0]))[:-20])
        with open(broken[1], "wb") as file:  # sound for long: none of it may be counted
            file.write(read(good[0]) + b"fn=(1)\n1 2 3 4 5 6 7\n")
        out = os.path.join(folder, "out.callgrind")
        for threads in ("1", "3"):
            done = run(quern, "merge", "--threads", threads, "-o", out, good[0], *broken, good[1],
                       code=3)
            expect(done.stderr.startswith(broken[0].encode() + b":") and
                   b"[compressed-stream]" in done.stderr, "bad is not named: %s" % done.stderr)
            expect(not os.path.exists(out), "something was written")
        done = run(quern, "merge", "--skip-bad", "-o", out, good[0], *broken, good[1], code=1)
        for path in broken:
            expect(path.encode() in done.stderr, "%s is not listed: %s" % (path, done.stderr))
        expect(b"skipped 3 of 5 files" in done.stderr, "not counted: %s" % done.stderr)
        alone = os.path.join(folder, "alone.callgrind")
        run(quern, "merge", "-o", alone, *good)
        expect(read(out) == read(alone), "a skipped file left a trace")
        done = run(quern, "merge", "-o", out, *good, code=4)
        expect(b"[output-exists]" in done.stderr, "overwritten without --force")
        run(quern, "merge", "--force", "-o", out, out, good[0])
        run(quern, "merge", "-o", alone + ".cg", *good, good[0])
        expect(read(out) == read(alone + ".cg"), "an output that is an input is not added to")


def killed(quern, recorded):
    with tempfile.TemporaryDirectory() as folder:
        inputs = [unpack(folder, recorded, "callgrind.out." + name)
                  for name in ("wordcount", "leaf-old", "cache")]
        out = os.path.join(folder, "out.json.xz")  # most of the time goes into writing
        run(quern, "merge", "-o", out, *inputs[1:])
        old = read(out)
        new = os.path.join(folder, "new.json.xz")
        began = time.monotonic()
        run(quern, "merge", "-o", new, *inputs)
        whole = time.monotonic() - began
        new = read(new)
        expect(old != new, "nothing to tell apart")
        before = set(os.listdir(folder))
        others = len(before)
        seen = {"old": 0, "temporary": 0}
        for step in range(40):
            process = subprocess.Popen([quern, "merge", "--force", "-o", out, *inputs],
                                       stderr=subprocess.DEVNULL)
            after = whole * (step + 1) / 40
            if step % 2:  # counted from when it begins to write, however long it takes to start
                while process.poll() is None and len(os.listdir(folder)) == others:
                    time.sleep(0.001)
                after /= 4
            try:
                process.wait(timeout=after)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                process.wait()
            there = read(out)
            expect(there in (old, new), "killed after %d ms, the output is neither old nor new" %
                   (1000 * after))
            seen["old"] += there == old
            left = set(os.listdir(folder))
            seen["temporary"] += len(left) > others
            for name in left - before:
                os.remove(os.path.join(folder, name))
            with open(out, "wb") as file:
                file.write(old)
        expect(seen["old"] and seen["temporary"], "no merge was killed while it wrote: %s" % seen)


def mixed(quern, recorded):
    exchange = os.path.join(recorded, "..", "exchange")
    inputs = [os.path.join(recorded, "callgrind.out.leaf-old.gz"),
              os.path.join(recorded, "cachegrind.out.leaf-old.gz"),
              os.path.join(exchange, "perf.folded"), os.path.join(exchange, "go-cpu.pb.gz"),
              os.path.join(exchange, "py-spy.speedscope.json")]
    def totals(path):
        answer = json.loads(run(quern, "info", "--format", "json", path).stdout)
        return {event["name"]: int(total)
                for event, total in zip(answer["events"], answer["totals"]) if not event["formula"]}
    wanted = {}
    for path in inputs:
        for name, total in totals(path).items():
            wanted[name] = wanted.get(name, 0) + total
    with tempfile.TemporaryDirectory() as folder:
        for suffix in ("json", "callgrind", "pb"):
            out = os.path.join(folder, "mixed." + suffix)
            run(quern, "merge", "-o", out, *inputs)
            again = os.path.join(folder, "again." + suffix)
            run(quern, "merge", "-o", again, *inputs[::-1])
            expect(read(out) == read(again), "another order, other bytes: %s" % suffix)
            if suffix != "pb":  # whose times are in another unit
                expect(totals(out) == wanted, "%s: %s, apart %s" % (suffix, totals(out), wanted))


if __name__ == "__main__":
    {"orders": orders, "cg_merge": cg_merge, "bad": bad, "killed": killed,
     "mixed": mixed}[sys.argv[1]](os.path.abspath(sys.argv[2]), sys.argv[3])
    print("%s: all right" % sys.argv[1])
