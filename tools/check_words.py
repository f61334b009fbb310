#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks rules of wording that hold for every file.

usage: check_words.py [ROOT]     (ROOT: the project's folder)
Sources: a license line; at most 100 characters a line in C++; a comment of 1 to 8 lines at the head
of each header; no promises to finish something later; no property test whose result is ignored.
All text files: none of the quaint words of QUAINT.
Prints the problems and exits with 1, or prints what was checked and exits with 0.
"""
import os
import re
import sys

SKIPPED_FOLDERS = {".git", "build", "node_modules", "malformed"}
# Recorded files: names in them are other people's.
RECORDED = os.path.join("tests", "corpus")
CPP = (".h", ".cc", ".cpp", ".c")
LICENSED = CPP + (".cmake", ".py", ".sh", "CMakeLists.txt")
LICENSED_FILES = ("dev", ".ci/run")
LICENCE = "SPDX-License-Identifier: MIT"
# Put together, so that this file passes its own check.
LATER = re.compile(r"\b(TO" r"DO|FIX" r"ME)\b")
# Its result is the test's: alone it prints what it found, and the test passes.
UNASKED = re.compile(r"(?<!EXPECT_TRUE\()\n\s*rc::check\(")
COLUMNS = 100
# Where users meet a word: JSON keys and names of options. What each stands in for: docs/glossary.md.
SHOWN = re.compile(r'(?:\bkey\(|\btext_or_null\(|\{\.name = )"([a-z_-]+)"')
INSTEAD_OF = {
    "event": "metric metrics counter counters", "cost": "value values weight sample samples",
    "self": "exclusive flat", "inclusive": "cumulative", "call": "arc arcs link links",
    "position": "location locations", "function": "symbol method methods",
    "object": "image images library libraries module modules", "context": "frame frames",
    "part": "chunk chunks", "total": "grand_total", "leak": "live_block live_blocks",
}
RIGHT_WORD = {wrong: right for right, words in INSTEAD_OF.items() for wrong in words.split()}
HEAD_LINES = 8
# Words that a reader stumbles over, and plain ones. Keys keep their names: dearer_calls in JSON, and the column in CSV.
PLAIN = {
    "dear" "est": "most expensive", "dear" "er(?!_calls| calls[:\"])": "more expensive", "like" "wise": "repeat the meaning",
    "there" "by": "repeat the meaning", "hither" "to": "until now", r"\bk" r"in\b": "list them",
    "is@to" "ld": "is reported", "to" "ld@apart": "kept separate",
}
BETWEEN = r"[\s/*#|>]+"  # A comment may go on in the next line.
QUAINT = [(re.compile(word.replace("@", BETWEEN), re.IGNORECASE), plain) for word, plain in PLAIN.items()]


def sources(root):
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(f for f in folders if f not in SKIPPED_FOLDERS)
        for name in sorted(files):
            path = os.path.relpath(os.path.join(folder, name), root)
            if os.path.islink(os.path.join(folder, name)) or name == ".git":
                continue
            if not path.startswith(RECORDED + os.sep) or name.endswith(LICENSED + (".md",)):
                yield path


def is_source(path):
    return path.endswith(LICENSED + (".md", ".in")) or path in LICENSED_FILES


def head_problem(lines):
    """What a header's first lines lack: licence, empty comment, purpose, #pragma once."""
    head = []
    for line in lines[1:]:
        if not line.startswith("//"):
            break
        head.append(line[2:].strip())
    said = [line for line in head if line]
    if not said:
        return "has no comment at its head that says what it is for"
    if len(said) > HEAD_LINES:
        return "has %d lines of comment at its head, more than %d" % (len(said), HEAD_LINES)
    if "#pragma once" not in lines[1 + len(head):2 + len(head)]:
        return "has no #pragma once below its head"
    return None


def quaint_words(text):
    for word, plain in QUAINT:
        for found in word.finditer(text):
            yield text.count("\n", 0, found.start()) + 1, "says '%s'; plain: %s" % (
                " ".join(found[0].split()), plain)


def problems_of(path, text):
    lines = text.split("\n")
    licensed = path.endswith(LICENSED) or path in LICENSED_FILES
    if licensed and not any(LICENCE in line for line in lines[:2]):
        yield 1, "lacks '%s'" % LICENCE
    if path.endswith(".h"):
        said = head_problem(lines)
        if said:
            yield 1, said
    for number, line in enumerate(lines, 1):
        if LATER.search(line):
            yield number, "promises to finish something later"
        if path.endswith(CPP) and len(line) > COLUMNS:
            yield number, "has %d characters, more than %d" % (len(line), COLUMNS)
        for word in SHOWN.findall(line) if path.endswith(CPP) else ():
            right = RIGHT_WORD.get(word.replace("-", "_"))
            if right:
                yield number, "shows users '%s'; the glossary's word is '%s'" % (word, right)
    for found in UNASKED.finditer(text) if path.endswith(CPP) else ():
        number = text.count("\n", 0, found.start()) + 2
        yield number, "calls rc::check() without EXPECT_TRUE: the test could not fail"


def problems_of_file(root, path):
    with open(os.path.join(root, path), "rb") as file:
        raw = file.read()
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        return [(0, "is not UTF-8 at byte %d" % error.start)] if is_source(path) else []
    found = list(problems_of(path, text)) if is_source(path) else []
    if "\0" not in text:
        found += quaint_words(text)
    return found


def main():
    arguments = sys.argv[1:]
    root = os.path.abspath(arguments[0] if arguments else os.path.join(sys.path[0], ".."))
    problems, count = [], 0
    for path in sources(root):
        count += 1
        problems += ["%s:%d: %s" % (path, line, said)
                     for line, said in problems_of_file(root, path)]
    print("\n".join(problems) or "check_words: %d files, all right" % count)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
