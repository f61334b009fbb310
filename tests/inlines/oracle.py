# SPDX-License-Identifier: MIT
"""What two other readers of debug information say of a Callgrind profile's lines.

The profile is read here anew, and the addresses are looked up with addr2line and llvm-symbolizer: nothing of quern is
asked. A line is a pair of a file and a number; a file is its path without `.` and `..`."""
import collections
import os
import re
import subprocess

OLD_RUST = re.compile(r"^_ZN.*17h[0-9a-f]{16}E$")


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


def frames_of(command, addresses):
    """By address, from the innermost outward: the function, as the object names it, and its place."""
    frames, chain, function = {}, None, None
    for row in answers(command, addresses):
        if row.startswith("0x"):
            chain = frames.setdefault(int(row, 16), [])
        elif row and function is None:
            function = row
        elif row:
            chain.append((function, place_of(row)))
            function = None
    return frames


def of_addr2line(object_file, addresses):
    return frames_of(["addr2line", "-i", "-f", "-a", "-e", object_file], addresses)


def of_llvm(object_file, addresses):
    return frames_of(["llvm-symbolizer-19", "--inlines", "--output-style=GNU", "--functions=linkage", "--no-demangle",
                      "-a", "--obj=" + object_file], addresses)


def frames_in(costs, objects, read):
    """By object and address, of objects that are among `objects`: their paths, by name."""
    return {name: read(path, sorted({place[1] for place in costs.by_place if place[0] == name}))
            for name, path in objects.items()}


def sums(costs, frames):
    """By line: the costs that were recorded there, and those of instructions that have it anywhere in their chain. Of
    objects that have no `frames` only the recorded lines are known."""
    own, inlined = collections.Counter(), collections.Counter()
    for (name, address, file, line), cost in costs.by_place.items():
        recorded = (path_of(file), line)
        chain = frames.get(name, {}).get(address, [])
        own[recorded] += cost
        for place in {recorded, *(place for _, place in chain[1:])}:
            inlined[place] += cost
    return own, inlined


def inlined_functions(costs, frames):
    """By readable name: what the code of inlined functions costs itself."""
    own = collections.Counter()
    for (name, address, _, _), cost in costs.by_place.items():
        chain = frames.get(name, {}).get(address, [])
        if len(chain) > 1:
            own[chain[0][0]] += cost
    return by_name(own)


def demangled(command, names):
    done = subprocess.run(command, input="\n".join(names), stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.splitlines()


def by_name(own):
    """Names are readable, and have no blanks: demanglers differ in where they put them."""
    # Other demanglers take old names of Rust for C++; and there, quern leaves out the hash, as c++filt does with -i.
    rust = [name for name in own if OLD_RUST.search(name)]
    names = rust + [name for name in own if not OLD_RUST.search(name)]
    texts = demangled(["c++filt", "-i"], rust) + names[len(rust):]
    for demangler in ("llvm-cxxfilt-19", "c++filt"):  # each reads names that the other cannot
        texts = demangled([demangler], texts)
    readable = collections.Counter()
    for name, text in zip(names, texts):
        readable[text.replace(" ", "")] += own[name]
    return readable


def agreed(costs, objects):
    """What both readers say, where they say the same: by line (self, with_inlined), and by name of an inlined function
    its self cost."""
    frames = [frames_in(costs, objects, read) for read in (of_addr2line, of_llvm)]
    one, other = (sums(costs, each) for each in frames)
    lines = {}
    for place in set(one[1]) | set(other[1]):
        results = [(own[place], inlined[place]) for own, inlined in (one, other)]
        if place[0] and place[1] and results[0] == results[1]:
            lines[place] = results[0]
    one, other = (inlined_functions(costs, each) for each in frames)
    return lines, {name: cost for name, cost in one.items() if other[name] == cost}
