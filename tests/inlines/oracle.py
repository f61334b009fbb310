# SPDX-License-Identifier: MIT
"""What two other readers of debug information say of a Callgrind profile's lines.

The profile is read here anew, and the addresses are looked up with addr2line and llvm-symbolizer: nothing of quern is
asked. A line is a pair of a file and a number; a file is its path without `.` and `..`."""
import collections
import os
import re
import subprocess

NUMBER = re.compile(r"(0x[0-9a-fA-F]+|[+-]?\d+|\*)")


class Costs:
    """Self costs in the first event: by object, address, file and line."""

    def __init__(self, path):
        self.by_place = collections.Counter()
        self.total = 0
        self.names = {"ob": {}, "fl": {}, "fn": {}}
        self.object = self.file = ""
        self.last = [0, 0]
        skips = 0
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            for row in file:
                row = row.rstrip("\n")
                if row and row[0] in "0123456789+-*":
                    cost = self.row(row)
                    if skips:
                        skips -= 1
                    else:
                        self.by_place[self.object, self.last[0], self.file, self.last[1]] += cost
                        self.total += cost
                elif row.startswith("calls="):
                    skips = 1
                else:
                    self.name(row)

    def row(self, row):
        words = row.split()
        for kind in (0, 1):
            word = words[kind]
            if word[0] in "+-":
                self.last[kind] += int(word)
            elif word != "*":
                self.last[kind] = int(word, 0)
        return int(words[2]) if len(words) > 2 else 0

    def name(self, row):
        key, _, value = row.partition("=")
        kind = {"ob": "ob", "cob": "ob", "fl": "fl", "fi": "fl", "fe": "fl", "cfi": "fl", "cfl": "fl"}.get(key)
        if kind is None:
            return
        found = re.match(r"\((\d+)\)(?: (.*))?$", value)
        if found:
            if found[2] is not None:
                self.names[kind][found[1]] = found[2]
            value = self.names[kind].get(found[1], "")
        if key == "ob":
            self.object = value
        elif key in ("fl", "fi", "fe"):
            self.file = value


def path_of(name):
    """Of clang's DWARF 5, Valgrind puts a folder before absolute names: /build//src/a.c."""
    name = name[name.find("//") + 1:] if "//" in name else name
    return os.path.normpath(name) if name and not name.startswith("??") else ""


def place_of(text):
    text = re.sub(r" \(discriminator \d+\)$", "", text)
    file, _, line = text.rpartition(":")
    return path_of(file), int(line) if line.isdigit() else 0


def answers(command, addresses):
    """The output of a program that is given addresses, a line each."""
    done = subprocess.run(command, input="".join("0x%x\n" % each for each in addresses), stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True, errors="replace", check=True)
    return done.stdout.splitlines()


def of_addr2line(object_file, addresses):
    """By address the lines from the innermost outward."""
    chains, chain = {}, None
    rows = answers(["addr2line", "-i", "-a", "-e", object_file], addresses)
    for row in rows:
        if row.startswith("0x"):
            chain = chains.setdefault(int(row, 16), [])
        else:
            chain.append(place_of(row))
    return chains


def of_llvm(object_file, addresses):
    rows = answers(["llvm-symbolizer-19", "--inlines", "--output-style=GNU", "--functions=none", "-a",
                    "--obj=" + object_file], addresses)
    chains, chain = {}, None
    for row in rows:
        if row.startswith("0x"):
            chain = chains.setdefault(int(row, 16), [])
        elif row:
            chain.append(place_of(row))
    return chains


def sums(costs, objects, read):
    """By line: the costs that were recorded there, and those of instructions that have it anywhere in their chain. Of
    objects that are not among `objects` (their paths, by name) only the recorded lines are known."""
    chains = {}
    for name, path in objects.items():
        addresses = sorted({place[1] for place in costs.by_place if place[0] == name})
        chains[name] = read(path, addresses)
    own, inlined = collections.Counter(), collections.Counter()
    for (name, address, file, line), cost in costs.by_place.items():
        recorded = (path_of(file), line)
        chain = chains.get(name, {}).get(address) or [recorded]
        own[recorded] += cost
        for place in {recorded, *chain[1:]}:
            inlined[place] += cost
    return own, inlined


def agreed(costs, objects):
    """By line what both readers say of it, where they say the same: (self, with_inlined)."""
    one, other = sums(costs, objects, of_addr2line), sums(costs, objects, of_llvm)
    both = {}
    for place in set(one[1]) | set(other[1]):
        results = [(own[place], inlined[place]) for own, inlined in (one, other)]
        if place[0] and place[1] and results[0] == results[1]:
            both[place] = results[0]
    return both
