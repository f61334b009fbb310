#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the costs of lines of sampled stacks to two other readers of debug information.

usage: stacks.py QUERN

A program samples its own stacks. They are written as pprof and as IgProf write them: addresses, and where objects are
loaded. For each line on which addr2line and llvm-symbolizer agree, self costs, costs with inlined code and with calls
are their results to the unit. Ends with 77 (skipped) without a compiler or one of the readers.
"""
import collections
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile

import oracle

HERE = os.path.dirname(os.path.abspath(__file__))
QUERN = os.path.abspath(sys.argv[1])
NEEDED = ("addr2line", "llvm-symbolizer-19", "g++", "nm", "readelf")
failures = []


def check(condition, what):
    if not condition:
        failures.append(what)
        print("FAILED %s" % what)


class Samples:
    """Stacks of addresses, innermost first, and where code is loaded: (start, end, offset, path)."""

    def __init__(self, path):
        self.stacks, self.maps = [], []
        with open(path, encoding="utf-8") as file:
            for row in file:
                words = row.split()
                if words[:1] != ["map"]:
                    self.stacks.append([int(word, 16) for word in words])
                elif "x" in words[2] and len(words) > 6 and words[6].startswith("/"):
                    start, end = (int(word, 16) for word in words[1].split("-"))
                    self.maps.append((start, end, int(words[3], 16), words[6]))

    def mapping(self, address):
        return next((each for each in self.maps if each[0] <= address < each[1]), None)

    def leaves(self):
        return {stack[0] for stack in self.stacks}

    def symbol(self, objects, address, is_leaf):
        """Start and name of the function; a call returns behind itself, perhaps to the start of the next one."""
        place = self.mapping(address)
        return place and objects[place[3]].symbol(
            objects[place[3]].address(address - place[0] + place[2]) - (0 if is_leaf else 1))


class Object:
    """What an object file says of its addresses."""

    def __init__(self, path):
        def rows(*command):
            return subprocess.run([*command, path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                  check=True).stdout.splitlines()
        self.path = path
        self.segments = []
        for row in rows("readelf", "-lW"):
            words = row.split()
            if words[:1] == ["LOAD"]:
                offset, address, _, size = (int(word, 16) for word in words[1:5])
                self.segments.append((offset, address, size))
        self.base = min(address for _, address, _ in self.segments) // 4096 * 4096
        self.build_id = next((row.split()[-1] for row in rows("readelf", "-n") if "Build ID:" in row), "")
        self.symbols = []
        for row in rows("nm", "--defined-only", "-S"):
            words = row.split()
            if len(words) == 4 and words[2] in "tTwWiV":
                self.symbols.append((int(words[0], 16), int(words[1], 16), words[3].split("@")[0]))

    def address(self, offset):
        return next(address + offset - start for start, address, size in self.segments if start <= offset < start + size)

    def symbol(self, address):
        """Start and name of the function there."""
        return next(((start, name) for start, size, name in self.symbols if start <= address < start + size), None)


def varint(number):
    out = b""
    while number > 127:
        out += bytes([number & 127 | 128])
        number >>= 7
    return out + bytes([number])


def field(number, value):
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def pprof(samples, objects, build_id=None, names=False):
    """A profile as perf_to_profile writes it, without lines. `names`: functions are known, build ids are not."""
    texts, mappings, functions, locations = {b"": 0}, {}, {}, {}

    def text(value):
        return texts.setdefault(value.encode(), len(texts))
    out = field(1, field(1, text("samples")) + field(2, text("count")))
    for stack in samples.stacks:
        ids = b""
        for address in stack:
            known = locations.setdefault(address, len(locations) + 1)
            ids += varint(known)
        out += field(2, field(1, ids) + field(2, varint(1)))
    leaves = samples.leaves()
    for address, number in locations.items():
        message = field(1, number) + field(3, address)
        place = samples.mapping(address)
        if place:
            message += field(2, mappings.setdefault(place, len(mappings) + 1))
        symbol = names and samples.symbol(objects, address, address in leaves)
        if symbol:
            message += field(4, field(1, functions.setdefault(symbol[1], len(functions) + 1)))
        out += field(4, message)
    for (start, end, offset, path), number in mappings.items():
        known = "" if names else objects[path].build_id if build_id is None else build_id
        out += field(3, field(1, number) + field(2, start) + field(3, end) + field(4, offset) +
                     field(5, text(path)) + field(6, text(known)))
    for name, number in functions.items():
        out += field(5, field(1, number) + field(2, text(name)))
    for each in sorted(texts, key=texts.get):
        out += field(6, each)
    return out


def igprof(samples, objects):
    """A dump of igprof -pp: offsets in the functions that symbols name, and addresses of others."""
    tree = {}
    for stack in samples.stacks:
        at = tree
        for address in reversed(stack):
            at = at.setdefault(address, [0, {}])[1] if address not in at else at[address][1]
        node = tree
        for address in reversed(stack[1:]):
            node = node[address][1]
        node[stack[0]][0] += 1
    rows = ["P=(HEX ID=1 N=(./p) T=0.001000)"]
    functions, files, leaves = {}, {}, samples.leaves()

    def file(path):
        new = path not in files
        number = files.setdefault(path, len(files))
        return "F%x=(%s)" % (number, path) if new else "F%x" % number

    def write(at, depth):
        for address, (ticks, below) in at.items():
            place = samples.mapping(address)
            path = place[3] if place else ""
            offset = objects[path].address(address - place[0] + place[2]) - objects[path].base if place else address
            symbol = samples.symbol(objects, address, address in leaves)
            name = symbol[1] if symbol else "@?%#x" % address
            start = symbol[0] - objects[path].base if symbol else offset
            key = (path, name, start)
            if key in functions:
                reference = "FN%x" % functions[key]
            else:
                functions[key] = len(functions)
                reference = "FN%x=(%s+%x N=(%s))" % (functions[key], file(path), start, name)
            cost = " V0%s:(%x,%x,%x)" % ("=(PERF_TICKS)" if not counted else "", ticks, ticks, ticks) if ticks else ""
            counted.extend([1] if ticks else [])
            rows.append("C%x %s+%x%s" % (depth, reference, offset - start, cost))
            write(below, depth + 1)
    counted = []
    write(tree, 1)
    return ("\n".join(rows) + "\n").encode()


def expected(samples, objects, used, read):
    """By line: (self, with inlined, with calls), as `read` has the chains of addresses."""
    wanted = collections.defaultdict(set)
    places = {}
    for stack in samples.stacks:
        for depth, address in enumerate(stack):
            place = samples.mapping(address)
            if place and place[3] in used:
                own = objects[place[3]].address(address - place[0] + place[2]) - (1 if depth else 0)
                places[address, bool(depth)] = (place[3], own)
                wanted[place[3]].add(own)
    frames = {path: read(path, sorted(all_of)) for path, all_of in wanted.items()}

    def lines(address, is_caller):
        path, own = places.get((address, is_caller), (None, None))
        found = [place for _, place in frames.get(path, {}).get(own, [])]
        return found if found and found[0][0] else []
    own, inlined, calls = collections.Counter(), collections.Counter(), collections.Counter()
    leaves = samples.leaves()
    for stack in samples.stacks:
        leaf = lines(stack[0], False)
        own[leaf[0] if leaf else None] += 1
        for place in set(leaf):
            inlined[place] += 1
        made = set()
        for depth, address in enumerate(stack[1:], 1):
            chain = lines(address, True)
            callee = stack[depth - 1]
            symbol = samples.symbol(objects, callee, callee in leaves)
            name = symbol[1] if symbol else "@%x" % callee
            for place in set(chain):
                made.add((place, name, place == chain[0]))
        for place, _, _ in made:
            calls[place] += 1
    return {place: (own[place], inlined[place], inlined[place] + calls[place]) for place in {*own, *inlined, *calls}}


def annotated(profile, *options, code=0, form="json"):
    """The answer, or the error."""
    done = subprocess.run([QUERN, "annotate", "--no-config", "--format", form, *options, profile],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, cwd=os.path.dirname(profile))
    check(done.returncode == code, "exit code %d: %s" % (done.returncode, done.stderr.decode()))
    return json.loads(done.stdout) if form == "json" and code == 0 else (done.stdout + done.stderr).decode()


def compare(name, profile, samples, objects, calls):
    document = annotated(profile, "--min", "0", "--limit", "0")
    used = {each["object"] for each in document["objects"] if each["used"]}
    check(any(path.endswith("/p") for path in used), name + ": the program is not used")
    check(sum(account["self"][0] for account in document["accounting"]) == document["totals"][0],
          name + ": the accounting is not the total")
    period = document["totals"][0] // len(samples.stacks)
    found = {}
    for file in document["files"]:
        for line in file["lines"]:
            if line["line"]:
                with_calls = line.get("with_calls") or line["self"] or [0]
                bounds = line.get("with_calls_max") or with_calls
                found[oracle.path_of(file["file"]), line["line"]] = (
                    (line["self"] or [0])[0] // period, line.get("with_inlined", [0])[0] // period,
                    (with_calls[0] // period, bounds[0] // period))
    one, other = (expected(samples, objects, used, read) for read in (oracle.of_addr2line, oracle.of_llvm))
    wrong, same = [], 0
    for place in one:
        if place and place[1] and one[place] == other.get(place):
            own, inlined, with_calls = found.get(place, (0, 0, (0, 0)))
            is_same = (own, inlined) == one[place][:2] and (
                not calls or with_calls[0] <= one[place][2] <= with_calls[1] or with_calls[0] != with_calls[1])
            same += 1
            wrong.extend([] if is_same else [(place, found.get(place), one[place])])
    check(not wrong, "%s: %d of %d lines differ, such as %s" % (name, len(wrong), same, wrong[:3]))
    check(same > 10, "%s: only %d lines" % (name, same))
    print("%s: %d lines" % (name, same))
    return document


def write(folder, name, data):
    path = os.path.join(folder, name)
    with open(path, "wb") as out:
        out.write(data)
    return path


def problem(document):
    return next(each["problem"] for each in document["objects"] if each["object"].endswith("/p"))


def check_all(folder, options):
    name = " ".join(options)
    subprocess.run(["g++", "-g", *options, os.path.join(HERE, "sampled.cc"), "-o", "p"], cwd=folder, check=True)
    subprocess.run([os.path.join(folder, "p")], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    samples = Samples(os.path.join(folder, "samples.txt"))
    objects = {path: Object(path) for _, _, _, path in samples.maps}
    with_ids = write(folder, "ids.pprof", pprof(samples, objects))
    first = compare(name + " pprof", with_ids, samples, objects, False)
    compare(name + " pprof with names", write(folder, "names.pprof", pprof(samples, objects, names=True)), samples,
            objects, True)
    check_addresses(with_ids, samples, objects)
    dump = write(folder, "p.igprof", igprof(samples, objects))
    check_addresses(dump, samples, objects)
    compare(name + " igprof", dump, samples, objects, True)
    return samples, objects, with_ids, dump, first


def check_addresses(profile, samples, objects):
    """--addresses lists the instructions that were sampled, with their costs."""
    document = annotated(profile, "--addresses", "--min", "0", "--limit", "0")
    period = document["totals"][0] // len(samples.stacks)
    sampled = collections.Counter()
    for stack in samples.stacks:
        place = samples.mapping(stack[0])
        if place:
            sampled[place[3], objects[place[3]].address(stack[0] - place[0] + place[2])] += 1
    listed = collections.Counter()
    for file in document["files"]:
        for line in file["lines"]:
            own = line.get("instructions") or []
            check(not own or sum(each["self"][0] for each in own) == line["self"][0],
                  "instructions of line %s do not add up to it" % line["line"])
            for each in own:
                listed[each["object"], int(each["address"], 16)] += each["self"][0] // period
    check(sum(listed.values()) > 10, "instructions of stacks are listed")
    check(all(sampled[place] == count for place, count in listed.items()), "instructions are those that were sampled")


def check_builds(folder, samples, objects, with_ids, dump, first):
    """What identifies a build, and what does not."""
    hot = next(line for file in first["files"] if file["file"].endswith("sampled.cc") for line in file["lines"]
               if "entry.word == word" in (line["text"] or ""))
    check(hot["with_inlined"][0] > (hot["self"] or [0])[0], "the line that compares has inlined code")
    for form in ("snapshot", "json", "pprof"):
        copy = os.path.join(folder, "copy." + form)
        subprocess.run([QUERN, "convert", "--no-config", "--to", form, "-o", copy, with_ids], check=True)
        check(annotated(copy, "--min", "0", "--limit", "0")["files"] ==
              annotated(with_ids, "--min", "0", "--limit", "0")["files"], form + " keeps what is known of objects")
    merged = os.path.join(folder, "merged.quern")
    subprocess.run([QUERN, "merge", "--no-config", "-o", merged, with_ids, dump], check=True, stderr=subprocess.DEVNULL)
    check("profiles count its addresses differently" in annotated(merged, code=2), "addresses of two kinds")
    other = write(folder, "other.pprof", pprof(samples, objects, build_id="0123456789abcdef"))
    check("no-lines" in annotated(other, code=2), "another build")
    done = subprocess.run([QUERN, "diff", "--no-config", "--view", "annotate", "--format", "json", other, with_ids],
                          stdout=subprocess.PIPE, check=True)
    diff = json.loads(done.stdout)
    check(diff["missing_object"]["side"] == "old" and
          not any(file["file"].endswith("sampled.cc") for file in diff["files"]), "lines of one side are not compared")
    check(all(sum(account[side][0] for account in diff["accounting"]) == diff["totals"][side][0]
              for side in ("old", "new")), "the accounting of a comparison is not the total")
    nothing = write(folder, "nothing.pprof", pprof(samples, objects, build_id=""))
    check("neither its build ID nor names" in annotated(nothing, code=2), "nothing identifies the build")
    check("no-lines" in annotated(with_ids, "--inlines", "off", code=2), "--inlines off looks nothing up")
    functions = os.path.join(folder, "functions.pprof")
    subprocess.run([QUERN, "convert", "--no-config", "--inlines", "function", "-o", functions, with_ids], check=True)
    for document in (annotated(with_ids, "--inlines", "function"), annotated(functions)):
        line = next(line for file in document["files"] if file["file"].endswith("sampled.cc") for line in file["lines"]
                    if line["line"] == hot["line"])
        check(line["with_calls"] == hot["with_calls"] and line["calls"][0]["name"].endswith(" (inlined)"),
              "the line calls what is inlined with --inlines function")
    rows = json.loads(subprocess.run([QUERN, "top", "--no-config", "--group-by", "line", "--format", "json", with_ids],
                                     stdout=subprocess.PIPE, check=True).stdout)["rows"]
    check(any(row["line"] == hot["line"] and row["with_inlined"] == hot["with_inlined"] for row in rows), "top by line")
    os.remove(os.path.join(folder, "p"))
    subprocess.run(["g++", "-g", "-O1", os.path.join(HERE, "sampled.cc"), "-DOTHER", "-o", "p"], cwd=folder, check=True)
    check(problem(annotated(with_ids)) == "it is not the build that was profiled", "the program was built anew")
    check("no-lines" in annotated(dump, code=2), "functions of a dump are elsewhere in another build")


def main():
    if any(not shutil.which(each) for each in NEEDED):
        print("skipped: needs " + " ".join(NEEDED))
        sys.exit(77)
    with tempfile.TemporaryDirectory() as top:
        top = os.path.realpath(top)
        for at, options in enumerate((["-O2"], ["-O3", "-no-pie"], ["-O0"])):
            folder = os.path.join(top, str(at))
            os.mkdir(folder)
            found = check_all(folder, options)
            if at == 0:
                check_builds(folder, *found)
    sys.exit("%d failed" % len(failures) if failures else 0)


if __name__ == "__main__":
    main()
