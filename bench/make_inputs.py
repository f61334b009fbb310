#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes large profiles for timing, from small real ones.

usage: make_inputs.py [--size MB] [--folder FOLDER] [--corpus FOLDER] [SHAPE…]

A Callgrind profile's body is written again and again, each copy with ids, names and addresses of its own, so
that tables grow as those of a larger program would. `summary:` and `totals:` are multiplied,
exactly. Files that are there already are kept. Prints one line a file: shape, copies, path.

  example      the bundled example
  default      a compiler's run, default options: positions are lines
  instr        a compiler's run by instruction, with jumps
  events       a compiler's run with caches and branches: 13 events
  plain-names  `default` without name compression
  default-gz   `default`, gzip at level 6
  small        the profile that `default` is made of, as it is
  xdebug       a PHP run of Xdebug 3, appended again and again as `profiler_append` does
  igprof       a compiler's run under igprof -mp, as it is: 2.1 million stacks
"""
import argparse
import gzip
import lzma
import os
import re
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
FOLDER = os.path.join(ROOT, "build", "bench", "inputs")
CORPUS = os.path.join(ROOT, "..", "shared", "corpus", "callgrind")  # others lie beside it
EXAMPLE = os.path.join(ROOT, "docs", "examples", "callgrind.out.wordcount")

# Shape: its source in the corpus.
SOURCES = {
    "default": "cc1plus-default.out.gz",
    "instr": "big-cc1plus.out.xz",
    "events": "cc1plus-cache-branch.out.gz",
    "plain-names": "cc1plus-default.out.gz",
    "default-gz": "cc1plus-default.out.gz",
    "small": "cc1plus-default.out.gz",
    "xdebug": "../xdebug/cachegrind.out.parser.gz",
    "igprof": "../igprof/big-cc1plus-mp.xz",
}
MARKER = b"\n==== NEW PROFILING FILE ==============================================\n"
# What differs from copy to copy: whole rows that give or use an id, and addresses of other rows.
SPECIFICATION = rb"[cj]?(?:ob|fl|fi|fe|fn)=[^\n]*"
SLOT = re.compile(rb"^(" + SPECIFICATION + rb")|(0x[0-9a-f]+)", re.MULTILINE)
WITH_ID = re.compile(rb"([cj]?(ob|fl|fi|fe|fn)=)\(([0-9]+)\)(?: ([^\n]*))?")
SUMS = re.compile(rb"^(summary|totals):([^\n]*)", re.MULTILINE)


class Template:
    """A profile taken apart: header, body with slots, and `totals:`."""

    def __init__(self, text, has_ids=True):
        start = re.search(rb"^" + SPECIFICATION, text, re.MULTILINE).start()
        end = text.rindex(b"\ntotals:") + 1
        self.header, body, self.trailer = text[:start], text[start:end], text[end:]
        if re.search(rb"^(part|totals|events):", body, re.MULTILINE):
            raise ValueError("only a profile of one part can be multiplied")
        self.has_ids = has_ids
        self.names, highest, address = {}, 0, 1
        pieces = [piece for piece in SLOT.split(body) if piece is not None]
        self.pieces, self.slots = pieces, pieces[1::2]
        self.distinct = set(self.slots)
        for slot in self.slots:
            match = WITH_ID.fullmatch(slot)
            if match:
                highest = max(highest, int(match[3]))
                if match[4] is not None:
                    self.names[self.kind(match[2]), match[3]] = match[4]
        for slot in self.distinct:
            if slot.startswith(b"0x"):
                address = max(address, int(slot, 16))
        self.id_step = highest + 1
        self.address_step = 1 << address.bit_length()

    @staticmethod
    def kind(key):
        """Ids are counted apart for objects, files and functions."""
        return key if key in (b"ob", b"fn") else b"fl"

    def renamed(self, name, copy):
        return name if name == b"???" or copy == 0 else name + b"~%d" % copy

    def slot(self, slot, copy):
        if slot.startswith(b"0x"):
            return b"0x%x" % (int(slot, 16) + copy * self.address_step)
        match = WITH_ID.fullmatch(slot)
        key, kind, number, name = match[1], self.kind(match[2]), match[3], match[4]
        if not self.has_ids:
            return key + self.renamed(self.names[kind, number], copy)
        new = key + b"(%d)" % (int(number) + copy * self.id_step)
        return new if name is None else new + b" " + self.renamed(name, copy)

    def body(self, copy):
        new = {slot: self.slot(slot, copy) for slot in self.distinct}
        pieces = self.pieces[:]
        pieces[1::2] = map(new.__getitem__, self.slots)
        return b"".join(pieces)

    def write(self, path, wanted):
        """At least one copy, and the number of copies that comes closest to `wanted` bytes."""
        one = len(self.header) + len(self.body(0)) + len(self.trailer)
        copies = max(1, round(wanted / one))
        with open(path, "wb") as out:
            out.write(multiplied(self.header, copies))
            for copy in range(copies):
                out.write(self.body(copy))
            out.write(multiplied(self.trailer, copies))
        return copies


def multiplied(text, factor):
    def row(match):
        return match[1] + b":" + b"".join(b" %d" % (int(n) * factor) for n in match[2].split())
    return SUMS.sub(row, text)


def read(path):
    opener = {".gz": gzip.open, ".xz": lzma.open}.get(os.path.splitext(path)[1], open)
    with opener(path, "rb") as file:
        return file.read()


def compress(source, path):
    with open(source, "rb") as plain, open(path, "wb") as raw:
        # No name and no time in it: the same bytes on every run.
        with gzip.GzipFile("", "wb", 6, raw, mtime=0) as packed:
            shutil.copyfileobj(plain, packed, 1 << 20)


def make(shape, megabytes, folder=FOLDER, corpus=CORPUS):
    """The path of the file, made if it is not there; None where its source is not at hand."""
    source = EXAMPLE if shape == "example" else os.path.join(corpus, SOURCES[shape])
    if not os.path.exists(source):
        return None
    size = "" if shape in ("small", "igprof") else "-%d" % megabytes
    path = os.path.join(folder, shape.replace("-gz", "") + size + ".out")
    path += ".gz" if shape == "default-gz" else ""
    if os.path.exists(path):
        return path
    os.makedirs(folder, exist_ok=True)
    unfinished = path + ".unfinished"
    copies = 1
    if shape == "default-gz":
        compress(make("default", megabytes, folder, corpus), unfinished)
    elif shape in ("small", "igprof"):
        with open(unfinished, "wb") as out:
            out.write(read(source))
    elif shape == "xdebug":
        run = MARKER + read(source)
        copies = max(1, round(megabytes * 1000000 / len(run)))
        with open(unfinished, "wb") as out:
            for _ in range(copies):
                out.write(run)
    else:
        template = Template(read(source), has_ids=shape != "plain-names")
        copies = template.write(unfinished, megabytes * 1000000)
    os.replace(unfinished, path)
    print("%-12s %4d x  %s" % (shape, copies, path), file=sys.stderr)
    return path


def variants(source, folder, count, size):
    """Files of about `size` bytes: the first blocks of `source`, with costs of each file's own."""
    text = read(source)
    start = re.search(rb"^" + SPECIFICATION, text, re.MULTILINE).start()
    head, body = SUMS.sub(b"", text[:start]), text[start:]
    body = body[:body.find(b"\n\n", size - start) + 1] if len(body) > size else body
    body = SUMS.sub(b"", body)
    paths = []
    for number in range(count):
        paths.append(os.path.join(folder, "run.%d" % number))
        with open(paths[-1], "wb") as out:
            out.write(head)
            out.write(re.sub(rb"(?m)^([-+*0-9][^\n]* )([0-9]+)$",
                             lambda row: row[1] + b"%d" % (int(row[2]) + number), body))
    return paths


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--size", type=int, default=100, metavar="MB")
    parser.add_argument("--folder", default=FOLDER)
    parser.add_argument("--corpus", default=CORPUS, help="where the real profiles are")
    parser.add_argument("shape", nargs="*", choices=[[], "example", *SOURCES], metavar="SHAPE")
    given = parser.parse_args()
    for shape in given.shape or ["example", *SOURCES]:
        print(make(shape, given.size, given.folder, given.corpus) or shape + ": no source")


if __name__ == "__main__":
    main()
