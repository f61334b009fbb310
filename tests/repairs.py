#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Damages profiles, has `quern check --repair` write clean copies, and checks these.

usage: repairs.py QUERN CORPUS
For each malformed file of the corpus, and for sound ones that are cut or have rows spoilt: the copy
passes `check`, which warns of nothing that it did not warn of in the original, has no more than the
original had, and the report counts what was dropped. A sound file's copy means what it did. Ends with
1 if anything differs.
"""
import glob
import gzip
import json
import os
import subprocess
import sys
import tempfile

failures = []


def run(*command):
    return subprocess.run(command, capture_output=True, timeout=120)


def codes(document, severity):
    return {each["code"] for each in document["findings"] if each["severity"] == severity}


def nonzero(costs):
    return {event: cost for event, cost in costs.items() if cost != 0}


def check(quern, path):
    return json.loads(run(quern, "check", "--format", "json", path).stdout or "null")


def repair(quern, path, folder, *options):
    """The exit code, the document, and the path of the copy."""
    copy = os.path.join(folder, "copy")
    if os.path.exists(copy):
        os.remove(copy)
    done = run(quern, "check", "--repair", "--force", "--format", "json", "-o", copy, path, *options)
    return done, json.loads(done.stdout or "null"), copy


def examine(quern, name, path, folder, *options):
    """Writes and checks a copy; its totals by event, or None where there was nothing to write."""
    def fail(what):
        failures.append("%s: %s" % (name, what))

    done, document, copy = repair(quern, path, folder, *options)
    if document is None:  # not even a format
        if done.returncode not in (2, 3) or os.path.exists(copy):
            fail("exit code %d: %s" % (done.returncode, done.stderr.decode()))
        return None
    told = document["repair"]
    if told is None:
        if done.returncode != 1 or os.path.exists(copy):
            fail("no copy, but exit code %d" % done.returncode)
        return None
    counts = {each["code"]: each["count"] for each in told["dropped"]}
    if (done.returncode == 1) != (bool(counts) or not document["sound"]):
        fail("exit code %d, dropped %s" % (done.returncode, counts))
    for code in codes(document, "error"):
        if counts.get(code, 0) < 1:
            fail("%s is an error, but nothing of it is dropped" % code)
    left = check(quern, copy)
    # A copy of an incomplete profile stays incomplete, and is sound otherwise.
    if left is None or codes(left, "error") or left["sound"] == ("incomplete" in left):
        fail("the copy is not sound: %s" % left)
        return None
    more = codes(left, "warning") - codes(document, "warning") - {"no-data", "made-from-incomplete"}
    if more:
        fail("the copy has new warnings: %s" % more)
    info = json.loads(run(quern, "info", "--format", "json", copy).stdout)
    totals = {each["name"]: int(total) for each, total in zip(info["events"], info["totals"])
              if each["formula"] is None}
    kept = {each["event"]: int(each["kept"]) for each in told["totals"]}
    if not told["losses"] and nonzero(kept) != nonzero(totals):
        fail("kept %s, but the copy has %s" % (kept, totals))
    os.remove(copy)
    return kept


def profile_text(path):
    with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
        return file.read()


def damaged(text):
    """What may become of a file: (kind, bytes)."""
    yield "cut", text[:len(text) * 2 // 3]
    rows = text.split(b"\n")
    if len(rows) > 20:
        middle = len(rows) // 2
        yield "spoilt row", b"\n".join(rows[:middle] + [b"12 x y"] + rows[middle:])
        yield "lost row", b"\n".join(rows[:middle] + rows[middle + 1:])


def examine_sound(quern, path, folder):
    name = os.path.basename(path)
    text = profile_text(path)
    copy = os.path.join(folder, "sound")
    with open(copy, "wb") as file:
        file.write(text)
    original = check(quern, copy)
    whole = examine(quern, name, copy, folder)
    if whole is None:
        if original and original["sound"]:
            failures.append("%s: sound, but not written" % name)
        return
    for kind, bytes_left in damaged(text):
        with open(copy, "wb") as file:
            file.write(bytes_left)
        kept = examine(quern, "%s, %s" % (name, kind), copy, folder)
        if kept and kind != "lost row" and sum(kept.values()) > sum(whole.values()):
            failures.append("%s, %s: kept %s of %s" % (name, kind, kept, whole))


def main():
    quern, corpus = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        for path in sorted(glob.glob(os.path.join(corpus, "malformed", "*"))):
            if not path.endswith(".tsv"):
                examine(quern, os.path.basename(path), path, folder)
        seen = 0
        for path in sorted(glob.glob(os.path.join(corpus, "recorded", "*")) +
                           glob.glob(os.path.join(corpus, "exchange", "*"))):
            if os.path.getsize(path) < 40_000 and check(quern, path) is not None:
                dialect = json.loads(run(quern, "info", "--format", "json", path).stdout)["dialect"]
                if dialect in ("parrot-raw", "folded-diff"):
                    continue  # which have no writer: tests/cli/cases.py
                examine_sound(quern, path, folder)
                seen += 1
        if seen < 10:
            failures.append("only %d sound profiles were found" % seen)
    print("\n".join(failures) or "repairs: all right")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
