#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs quern over the profiles of this folder.

usage: run.py recorded|exchange|malformed QUERN
recorded: each profile is read, its totals are those it declares, and a copy that is compressed
otherwise or comes from standard input gives the same answer. exchange: each is taken for the format,
and has the events and totals, of exchange/expected.tsv, and what protoc makes of a text is what is
stored. malformed: each file is refused with
the code and position of malformed/expected.tsv and exit code 3. Ends with 1 if anything differs.
"""
import glob
import gzip
import json
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def run(quern, *arguments, given=None):
    return subprocess.run([quern, *arguments], input=given or b"", capture_output=True,
                          timeout=120)


def declared_totals(text):
    """The sum of the `totals:` lines, or the `summary:` where there are none (Cachegrind)."""
    rows = {b"totals:": [], b"summary:": []}
    for line in text.splitlines():
        words = line.split()
        if words and words[0] in rows:
            rows[words[0]].append([int(word) for word in words[1:]])
    found = rows[b"totals:"] or rows[b"summary:"]
    return [sum(column) for column in zip(*found)]


def check_recorded(quern, path):
    with gzip.open(path) as file:
        text = file.read()
    whole = run(quern, "convert", path, "--to", "json", "-o", "-")
    if not text:
        return None if whole.returncode == 3 else "empty, but exit code %d" % whole.returncode
    if whole.returncode:
        return "exit code %d: %s" % (whole.returncode, whole.stderr.decode(errors="replace"))
    profile = json.loads(whole.stdout)
    if [int(total) for total in profile["totals"]] != declared_totals(text):
        return "totals %s, declared %s" % (profile["totals"], declared_totals(text))
    piped = run(quern, "convert", "-", "--to", "json", "-o", "-", given=text)
    if piped.stdout != whole.stdout:
        return "standard input gives another answer than the compressed file"
    check = run(quern, "check", path, "--format", "json")
    if check.returncode or not json.loads(check.stdout)["sound"]:
        return "check does not find it sound: %s" % check.stdout.decode()
    return None


def encoded(path):
    """What protoc makes of the text beside the file; None: there is no such text, or no protoc."""
    text = re.sub(r"\.pb\.gz$", ".txtpb", path)
    if text == path or not os.path.exists(text) or shutil.which("protoc") is None:
        return None
    with open(text, "rb") as file:
        return subprocess.run(["protoc", "--proto_path", os.path.join(HERE, "..", "exports"),
                               "--encode=Profile", "profile.proto"], stdin=file, check=True,
                              stdout=subprocess.PIPE).stdout


def check_exchange(quern, path, form, totals):
    whole = run(quern, "convert", path, "--to", "json", "-o", "-")
    if whole.returncode:
        return "exit code %d: %s" % (whole.returncode, whole.stderr.decode(errors="replace"))
    profile = json.loads(whole.stdout)
    told = " ".join("%s=%s" % (event["name"].replace(" ", "_"), total)
                    for event, total in zip(profile["events"], profile["totals"]))
    if (profile["format"], told) != (form, totals):
        return "%s %s, expected %s %s" % (profile["format"], told, form, totals)
    with open(path, "rb") as file:
        given = encoded(path) or file.read()
    if run(quern, "convert", "-", "--to", "json", "-o", "-", given=given).stdout != whole.stdout:
        return "standard input gives another answer"
    check = run(quern, "check", path, "--format", "json")
    if check.returncode or not json.loads(check.stdout)["sound"]:
        return "check does not find it sound: %s" % check.stdout.decode()
    return None


def rows_of(path):
    with open(path, encoding="utf-8") as file:
        return [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]


def check_malformed(quern, path, code, line, column):
    done = run(quern, "convert", path, "--to", "json", "-o", "-", "--format", "json")
    if done.returncode != 3:
        return "exit code %d, expected 3" % done.returncode
    error = json.loads(done.stderr.decode().splitlines()[-1])["error"]
    if error["code"] != code:
        return "code %s, expected %s" % (error["code"], code)
    if line == "-":
        return None if error["offset"] is not None else "no byte offset"
    got = [str(error["line"]), str(error["column"] if column != "*" else "*")]
    if got != [line, column]:
        return "at %s, expected %s:%s" % (":".join(got), line, column)
    return None


def cases(part, quern):
    folder = os.path.join(HERE, part)
    if part == "recorded":
        for path in sorted(glob.glob(os.path.join(folder, "*.gz"))):
            yield path, check_recorded(quern, path)
        return
    check = check_exchange if part == "exchange" else check_malformed
    for name, *expected in rows_of(os.path.join(folder, "expected.tsv")):
        yield name, check(quern, os.path.join(folder, name), *expected)


def main():
    count = failed = 0
    for path, problem in cases(sys.argv[1], sys.argv[2]):
        count += 1
        if problem:
            failed += 1
            print("%s: %s" % (os.path.basename(path), problem))
    print("%d passed, %d failed" % (count - failed, failed))
    sys.exit(1 if failed or not count else 0)


if __name__ == "__main__":
    main()
