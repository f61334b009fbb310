#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the costs of lines with inlined code to two other readers of debug information.

usage: run.py QUERN

Programs are compiled in many ways and recorded with Callgrind. For each line on which addr2line and llvm-symbolizer
agree, `self` and `with_inlined` of `quern annotate` are their results to the unit. Then what quern says of objects that
it must not or cannot use. Ends with 77 (skipped) without Valgrind or one of the readers; ways to compile whose program
is missing are named and left out.
"""
import collections
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import oracle

HERE = os.path.dirname(os.path.abspath(__file__))
QUERN = os.path.abspath(sys.argv[1])
SPLIT = "objcopy --only-keep-debug p {0}; strip p; objcopy --add-gnu-debuglink={0} p"
# Name, program that it needs, commands (S is the source), whether something is inlined.
WAYS = [
    ("words -O0", "g++", "g++ -O0 -g S.cc -o p", False),
    ("words -O1", "g++", "g++ -O1 -g S.cc -o p", True),
    ("words -O2", "g++", "g++ -O2 -g S.cc -o p", True),
    ("words -O3", "g++", "g++ -O3 -g S.cc -o p", True),
    ("words -Os", "g++", "g++ -Os -g S.cc -o p", True),
    ("words -O2 -fno-inline", "g++", "g++ -O2 -fno-inline -g S.cc -o p", False),
    ("words -O2 -flto", "g++", "g++ -O2 -flto -g S.cc -o p", True),
    ("words -O2 -gdwarf-4", "g++", "g++ -O2 -gdwarf-4 S.cc -o p", True),
    ("words -O2 -gz", "g++", "g++ -O2 -g -gz S.cc -o p", True),
    ("words -O2 -no-pie", "g++", "g++ -O2 -g -no-pie S.cc -o p", True),
    ("words -O2 -static", "g++", "g++ -O2 -g -static S.cc -o p", True),
    ("words debuglink", "g++", "g++ -O2 -g S.cc -o p; " + SPLIT.format("p.debug"), True),
    ("words debuglink in .debug", "g++", "g++ -O2 -g S.cc -o p; mkdir .debug; " + SPLIT.format(".debug/p.debug"), True),
    ("words dwz", "dwz", "g++ -O2 -g S.cc -o p; cp p p2; dwz -m common.debug p p2", True),
    ("words clang -O2", "clang++-19", "clang++-19 -O2 -g S.cc -o p", True),
    ("words clang -O3 -gdwarf-4", "clang++-19", "clang++-19 -O3 -gdwarf-4 S.cc -o p", True),
    ("list -O1", "gcc", "gcc -O1 -g S.c -o p", True),
    ("list -O2", "gcc", "gcc -O2 -g S.c -o p", True),
    ("list -O3 -flto", "gcc", "gcc -O3 -flto -g S.c -o p", True),
    ("list -O2 -gdwarf-4 -gsplit-dwarf", "gcc", "gcc -O2 -gdwarf-4 -gsplit-dwarf S.c -o p", True),
    ("list in a library", "gcc", "gcc -O2 -g -fPIC -shared -Dmain=work S.c -o libwork.so; "
     "echo 'int work(void); int main(void) { return work(); }' > m.c; gcc -g m.c -L. -lwork -Wl,-rpath,$PWD -o p", True),
    ("list clang -O2", "clang-19", "clang-19 -O2 -g S.c -o p", True),
]
failures = []


def check(condition, what):
    if not condition:
        failures.append(what)
        print("FAILED %s" % what)


def record(folder):
    subprocess.run(["valgrind", "--tool=callgrind", "--dump-instr=yes", "--callgrind-out-file=p.out", "./p"], cwd=folder,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    return os.path.join(folder, "p.out")


def annotated(profile, *options, form="json"):
    done = subprocess.run([QUERN, "annotate", "--no-config", "--format", form, *options, profile],
                          stdout=subprocess.PIPE, check=True, cwd=os.path.dirname(profile))
    return json.loads(done.stdout) if form == "json" else done.stdout.decode()


def source_in_page(profile):
    """What the server answers about words.cc."""
    with tempfile.TemporaryDirectory() as folder:
        page = os.path.join(folder, "page.html")
        subprocess.run([QUERN, "view", "--no-config", "--html", page, profile], stderr=subprocess.DEVNULL, check=True)
        with open(page, encoding="utf-8") as html:
            text = re.search('id="quern-answers">(.*?)</script>', html.read(), re.DOTALL).group(1)
    answers = json.loads(text)["answers"]
    sources = [answer for path, answer in answers.items() if path.startswith("/api/source/")]
    return next(each for each in sources if each["files"][0]["file"].endswith("/words.cc"))


def sums_of(document):
    """By line: self costs, and with what was inlined."""
    own, inlined = collections.Counter(), collections.Counter()
    for file in document["files"]:
        for line in file["lines"]:
            at = (oracle.path_of(file["file"]), line["line"] or 0)
            own[at] += line["self"][0] if line["self"] else 0
            inlined[at] += line.get("with_inlined", [0])[0]
    return own, inlined


def build(way, folder):
    name, _, commands, _ = way
    source = os.path.join(HERE, name.split()[0])
    subprocess.run(["sh", "-ec", commands.replace("S.c", source + ".c")], cwd=folder, check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def compare(way, folder):
    name, needed, _, is_inlined = way
    if not shutil.which(needed):
        return "skipped %s: no %s here" % (name, needed)
    build(way, folder)
    profile = record(folder)
    costs = oracle.Costs(profile)
    document = annotated(profile, "--min", "0", "--limit", "0")
    own, inlined = sums_of(document)
    check(sum(own.values()) + rest_of(document) == costs.total, name + ": self costs are not the total")
    check(sum(account["self"][0] for account in document["accounting"]) == costs.total,
          name + ": the accounting is not the total")
    used = {each["object"]: each["path"] for each in document["objects"] if each["used"]}
    check(os.path.join(folder, "p") in used, name + ": its program is not used")
    agreed = oracle.agreed(costs, used)
    wrong = [(at, (own[at], inlined[at]), both) for at, both in agreed.items() if (own[at], inlined[at]) != both]
    check(not wrong, "%s: %d of %d lines differ, such as %s" % (name, len(wrong), len(agreed), wrong[:3]))
    check(any(both[1] > both[0] for both in agreed.values()) or not is_inlined, name + ": nothing is inlined")
    return "%s: %d lines" % (name, len(agreed))


def rest_of(document):
    return sum(account["self"][0] for account in document["accounting"] if account["what"] == "unknown_file")


def object_of(document, name):
    return next(each for each in document["objects"] if each["object"].endswith("/" + name))


def check_objects(folder):
    """Another build, a program that moved, one without debug information, and --inlines off."""
    build(WAYS[2], folder)
    profile = record(folder)

    def line(document):
        return next(each for file in document["files"] if file["file"].endswith("words.cc")
                    for each in file["lines"] if "entry.word == word" in (each["text"] or ""))

    right = line(annotated(profile))
    check(right["with_inlined"][0] > 100 * (right["self"] or [0])[0], "the line that compares has what it costs")
    check(right["with_calls"][0] >= right["with_inlined"][0], "calls add to it")
    tree = right["inlined"][0]
    check("operator==" in tree["function"] and tree["line"] == right["line"], "it opens into what was inlined")
    served = line(source_in_page(profile))["inlined"][0]
    ids = [each.pop("file_id", None) for each in served["lines"]]
    check(ids and all(ids), "the page links to headers with recorded costs")
    check(served["lines"] == tree["lines"], "the page has the same places")
    first = annotated(profile)["files"][0]
    check(not first["file"].startswith("/usr/include"), "headers come first")
    top = subprocess.run([QUERN, "top", "--no-config", "--group-by", "line", "--format", "json", profile],
                         stdout=subprocess.PIPE, check=True)
    rows = {(row["file"], row["line"]): row for row in json.loads(top.stdout)["rows"]}
    row = next(row for (file, number), row in rows.items() if file.endswith("words.cc") and number == right["line"])
    check(row["with_inlined"] == right["with_inlined"], "top by line has other costs than annotate")

    off = annotated(profile, "--inlines", "off", "--min", "0")
    check("with_inlined" not in line(off) and "objects" not in off, "--inlines off")

    os.mkdir(os.path.join(folder, "moved"))
    shutil.move(os.path.join(folder, "p"), os.path.join(folder, "moved", "p"))
    gone = annotated(profile)
    check(object_of(gone, "p")["problem"] == "no such file", "an object that is gone")
    check("note: what was inlined in" in annotated(profile, form="text"), "a note says so")
    check(source_in_page(profile)["inlined_note"].startswith("what was inlined in"), "so does the page")
    for option in (("--object-path", "p=moved"), ("--map-path", "%s=%s/moved" % (folder, folder))):
        check(line(annotated(profile, "--source-path", HERE, *option)) == right, "found with " + option[0])

    with open(os.path.join(HERE, "words.cc"), encoding="utf-8") as source:
        text = source.read()
    with open(os.path.join(folder, "words.cc"), "w", encoding="utf-8") as changed:
        changed.write("\n\n" + text.replace("1500", "1600"))
    subprocess.run(["g++", "-O2", "-g", "words.cc", "-o", "p"], cwd=folder, check=True)
    other = object_of(annotated(profile), "p")
    check(not other["used"] and other["problem"] == "it is not the build that was profiled", "another build")
    subprocess.run(["strip", "p"], cwd=folder, check=True)
    check(object_of(annotated(profile), "p")["problem"] == "it has no debug information", "a stripped build")
    subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=plain.out", "./p"], cwd=folder, check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    plain = annotated(os.path.join(folder, "plain.out"), form="text")
    check("record with --dump-instr=yes" in plain, "a profile without addresses says how to get them")


def main():
    if any(not shutil.which(each) for each in ("valgrind", "addr2line", "llvm-symbolizer-19", "g++", "objcopy", "strip")):
        print("skipped: needs valgrind, addr2line, llvm-symbolizer-19, g++, objcopy and strip")
        sys.exit(77)
    # Temporary folders of all users are no folders of sources; the programs' line tables name theirs.
    with tempfile.TemporaryDirectory() as top, concurrent.futures.ThreadPoolExecutor(2) as pool:
        top = os.path.realpath(top)
        folders = [os.path.join(top, "way%d" % at) for at in range(len(WAYS) + 1)]
        for folder in folders:
            os.mkdir(folder)
        for text in pool.map(compare, WAYS, folders):
            print(text)
        check_objects(folders[-1])
    sys.exit("%d failed" % len(failures) if failures else 0)


if __name__ == "__main__":
    main()
