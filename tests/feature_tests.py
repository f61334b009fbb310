#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Looks for the tests that docs/features.md and docs/peers.md name.

usage: feature_tests.py CTEST BUILD ROOT
The last column of each table names what shows a promise: tests as ctest lists them (`views.Diff.*`,
or `Splits*` behind it for another of the same suite) and files. Other words in it are left alone.
Ends with 1 where one is missing, with 77 (skipped) where the unit tests are not built.
"""
import fnmatch
import os
import re
import subprocess
import sys

PAGES = ("docs/features.md", "docs/peers.md")
TICKED = re.compile(r"`([^`]+)`")
LISTED = re.compile(r"^ *Test +#\d+: (\S+)", re.MULTILINE)
SKIPPED_FOLDERS = {".git", "build"}


def last_cells(text):
    """Line numbers and last cells of the rows of tables, without heads and rules."""
    before = ""
    for number, line in enumerate(text.split("\n"), 1):
        is_row = line.startswith("|") and before.startswith("|")
        if is_row and set(line) - set("|-: "):
            yield number, re.split(r"(?<!\\)\|", line)[-2]
        before = line


def names_in(cell):
    """Full names of tests, and files; a suite or room that was named before may be left out."""
    room = suite = None
    for word in TICKED.findall(cell):
        parts = word.split(".")
        if "/" in word or word.endswith((".cc", ".py")):
            yield word
        elif re.fullmatch(r"[a-z]+(\.[A-Za-z_*][\w*/]*)+", word):
            room, suite = parts[0], ".".join(parts[:2])
            yield word
        elif re.fullmatch(r"[A-Z][\w*]*\.[\w*/]+", word) and room:
            suite = room + "." + parts[0]
            yield room + "." + word
        elif re.fullmatch(r"[A-Z][\w*]*", word) and suite:
            yield suite + "." + word


def files_of(root):
    for folder, folders, files in os.walk(root):
        folders[:] = [each for each in folders if each not in SKIPPED_FOLDERS]
        for name in files:
            yield os.path.relpath(os.path.join(folder, name), root)


def is_there(name, tests, files):
    if "/" in name or name.endswith((".cc", ".py")):
        return any(fnmatch.fnmatch(path, name) or path.endswith("/" + name) for path in files)
    return any(fnmatch.fnmatchcase(test, name) for test in tests)


def main():
    ctest, build, root = sys.argv[1:4]
    listed = subprocess.run([ctest, "-N", "--test-dir", build], capture_output=True, text=True)
    tests = LISTED.findall(listed.stdout)
    if any(test.endswith("NOT_BUILT") for test in tests):
        print("skipped: the unit tests are not built")
        sys.exit(77)
    files, missing, count = list(files_of(root)), 0, 0
    for page in PAGES:
        with open(os.path.join(root, page), encoding="utf-8") as file:
            for number, cell in last_cells(file.read()):
                for name in names_in(cell):
                    count += 1
                    if not is_there(name, tests, files):
                        missing += 1
                        print("%s:%d: there is no %s" % (page, number, name))
    print("%d tests and files named, %d missing" % (count, missing))
    sys.exit(1 if missing or not count else 0)


if __name__ == "__main__":
    main()
