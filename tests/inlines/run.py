#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the costs of lines with inlined code to two other readers of debug information.

usage: run.py QUERN

Programs are compiled in many ways and recorded with Callgrind. For each line on which addr2line and llvm-symbolizer
agree, `self` and `with_inlined` of `quern annotate` are their results to the unit; so are the self costs of inlined
functions with `--inlines function`. Then what quern says of objects that it must not or cannot use. Ends with 77
(skipped) without Valgrind or one of the readers; ways to compile whose program is missing are named and left out.
"""
import base64
import collections
import concurrent.futures
import glob
import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

import oracle

HERE = os.path.dirname(os.path.abspath(__file__))
QUERN = os.path.abspath(sys.argv[1])
SPLIT = "objcopy --only-keep-debug p {0}; strip p; objcopy --add-gnu-debuglink={0} p"
# A compiler of the user's own may work only from their home folder.
RUSTC = "/usr/bin/rustc" if os.path.exists("/usr/bin/rustc") else "rustc"
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
    ("count rustc -O2", "rustc", RUSTC + " -C opt-level=2 -g S.rs -o p", True),
    ("count rustc -O3 -C debuginfo=1", "rustc", RUSTC + " -C opt-level=3 -C debuginfo=1 S.rs -o p", True),
    ("matrix rustc -O2, mangled as v0", "rustc", RUSTC + " -C opt-level=2 -g -C symbol-mangling-version=v0 S.rs -o p", True),
    ("matrix rustc -O3 -C lto", "rustc", RUSTC + " -C opt-level=3 -C lto -g S.rs -o p", True),
]
NEEDED = ("valgrind", "addr2line", "llvm-symbolizer-19", "llvm-cxxfilt-19", "c++filt", "g++", "objcopy", "strip")
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


def data_in_page(*words, folder="."):
    """The JSON in the page that `quern view` writes."""
    with tempfile.TemporaryDirectory() as other:
        page = os.path.join(other, "page.html")
        subprocess.run([QUERN, "view", "--no-config", "--html", page, *words], cwd=folder, stderr=subprocess.DEVNULL, check=True)
        with open(page, encoding="utf-8") as html:
            text = re.search('id="quern-answers">(.*?)</script>', html.read(), re.DOTALL).group(1)
    return gzip.decompress(base64.b64decode(text)).decode()


def source_in_page(profile):
    """What the server answers about words.cc."""
    answers = json.loads(data_in_page(profile))["answers"]
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
    subprocess.run(["sh", "-ec", commands.replace("S.", source + ".")], cwd=folder, check=True,
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
    agreed, functions = oracle.agreed(costs, used)
    wrong = [(at, (own[at], inlined[at]), both) for at, both in agreed.items() if (own[at], inlined[at]) != both]
    check(not wrong, "%s: %d of %d lines differ, such as %s" % (name, len(wrong), len(agreed), wrong[:3]))
    check(any(both[1] > both[0] for both in agreed.values()) or not is_inlined, name + ": nothing is inlined")
    check_functions(name, profile, functions, costs.total)
    check_cache(name, profile)
    return "%s: %d lines, %d inlined functions" % (name, len(agreed), len(functions))


def check_functions(name, profile, agreed, total):
    """Inlined functions as rows of their own."""
    rows = listed(profile, "--inlines", "function", "--limit", "0")
    check(sum(row["self"][0] for row in rows) == total, name + ": costs of functions are not the total")
    own = collections.Counter()
    for row in rows:
        if row["name"].endswith(" (inlined)"):
            own[row["name"][:-len(" (inlined)")].replace(" ", "")] += row["self"][0]
    wrong = [(each, own[each], cost) for each, cost in agreed.items() if own[each] != cost]
    check(not wrong, "%s: %d of %d inlined functions differ, such as %s" % (name, len(wrong), len(agreed), wrong[:3]))
    # What a function costs with all that is inlined in it stays; a range has it, where that recurs.
    before = {(row["name"], row["file"], row["object"]): row["inclusive"][0] for row in listed(profile, "--limit", "0")}
    after = {(row["name"], row["file"], row["object"]):
             (row["inclusive"][0], (row.get("inclusive_max") or row["inclusive"])[0]) for row in rows}
    moved = [(each, cost, after.get(each)) for each, cost in before.items()
             if not after.get(each, (1, 0))[0] <= cost <= after[each][1]]
    check(not moved, "%s: inclusive costs of %d functions changed, such as %s" % (name, len(moved), moved[:3]))


def answers(profile, *options):
    """The bytes of answers that look inlined code up."""
    return [subprocess.run([QUERN, *words, "--no-config", "--format", "json", "--limit", "0", *options, profile],
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, cwd=os.path.dirname(profile),
                           env=dict(os.environ, XDG_CACHE_HOME=os.path.dirname(profile))).stdout
            for words in (("annotate", "--min", "0"), ("top", "--inlines", "function"))]


def settle(folder):
    """An object that was written in the last 2 seconds is not kept."""
    newest = max(os.stat(os.path.join(folder, name)).st_ctime for name in os.listdir(folder))
    time.sleep(max(0, newest + 2.5 - time.time()))


def kept_objects(folder):
    done = subprocess.run([QUERN, "cache", "--format", "json"], stdout=subprocess.PIPE, check=True,
                          env=dict(os.environ, XDG_CACHE_HOME=folder))
    return [each["source"] for each in json.loads(done.stdout)["entries"] if each["kind"] == "debug information"]


def check_cache(name, profile):
    """Answers with the cache are those without: when it is filled, when it is used, and when a file has changed."""
    folder = os.path.dirname(profile)
    settle(folder)
    plain = answers(profile)
    check(answers(profile, "--cache") == plain, name + ": answers change when the cache is filled")
    check(os.path.join(folder, "p") in kept_objects(folder), name + ": its program is not kept")
    check(answers(profile, "--cache") == plain, name + ": answers from the cache are others")
    for path in sorted(glob.glob(folder + "/*.debug") + glob.glob(folder + "/.debug/*") + glob.glob(folder + "/*.dwo")):
        os.rename(path, path + ".moved")
        without = answers(profile)
        check(without != plain and answers(profile, "--cache") == without, "%s: an old answer without %s" % (name, path))
        os.rename(path + ".moved", path)
        check(answers(profile, "--cache") == plain, "%s: an old answer with %s" % (name, path))


def check_changed_object(folder):
    """A program of another build, but with the same path, size and time."""
    build(WAYS[2], folder)
    profile, path = record(folder), os.path.join(folder, "p")
    subprocess.run(["g++", "-O0", "-g", os.path.join(HERE, "words.cc"), "-o", "other"], cwd=folder, check=True)
    both = [open(os.path.join(folder, name), "rb").read() for name in ("p", "other")]
    times = 1_000_000_000_000_000_000
    got = []
    for data in both:
        with open(path, "r+b") as file:
            file.write(data + bytes(max(map(len, both)) - len(data)))
        os.utime(path, ns=(times, times))
        settle(folder)
        got.append(answers(profile))
        check(answers(profile, "--cache") == got[-1] and answers(profile, "--cache") == got[-1],
              "an old answer of a changed object")
        check(path in kept_objects(folder), "the object is not kept")
    check(got[0] != got[1], "both builds have the same answers")


def listed(profile, *options):
    done = subprocess.run([QUERN, "top", "--no-config", "--format", "json", *options, profile], stdout=subprocess.PIPE,
                          check=True, cwd=os.path.dirname(profile))
    return json.loads(done.stdout)["rows"]


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

    listed_line = line(annotated(profile, "--addresses"))
    with_addresses = annotated(profile, "--addresses", "--min", "0", "--limit", "0")
    instructions = [each for file in with_addresses["files"] for each_line in file["lines"]
                    for each in each_line.get("instructions", [])
                    if any(call["line"] == right["line"] and call["file"].endswith("words.cc")
                           for call in each["inlined_at"])]
    check(sum(each["self"][0] for each in instructions) + (right["self"] or [0])[0] == right["with_inlined"][0],
          "instructions that are inlined at the line have its costs")
    check(sum(each["self"][0] for each in listed_line.get("instructions", [])) == (right["self"] or [0])[0],
          "instructions of the line have its self cost")
    check("find at words.cc:" in annotated(profile, "--addresses", "--min", "0", form="text"), "text lists instructions")
    functions = annotated(profile, "--inlines", "function")
    calls = [call for call in line(functions)["calls"] if call["name"].endswith(" (inlined)")]
    check(calls and calls[0]["inclusive"] == right["with_calls"] and "with_inlined" not in line(functions),
          "the line calls what is inlined with --inlines function")
    diff = subprocess.run([QUERN, "diff", "--no-config", "--inlines", "function", "--view", "peek", "--of", calls[0]["name"],
                           "--format", "json", profile, profile], stdout=subprocess.PIPE, check=True)
    check(json.loads(diff.stdout), "inlined functions are compared")
    folded = subprocess.run([QUERN, "convert", "--no-config", "--to", "folded", "--inlines",
                             "function", "-o", "-", profile], stdout=subprocess.PIPE, check=False)
    check(b"operator==" in folded.stdout, "stacks have inlined functions")
    split = os.path.join(folder, "split.callgrind")
    subprocess.run([QUERN, "convert", "--no-config", "--inlines", "function", "-o", split, profile], check=True)
    rows = [sorted(([row["name"], row["file"], row["self"], row["inclusive"], row["inclusive_max"]]
                    for row in listed(each, "--inlines", "function", "--limit", "0")), key=str)
            for each in (profile, split)]
    check(rows[0] == rows[1], "what is inlined is not looked up twice")

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


def compared(folder, *options, form="json", files=("old/p.out", "new/p.out")):
    done = subprocess.run([QUERN, "diff", "--no-config", "--view", "annotate", "--format", form, "--source-path", ".", *options,
                           *files], stdout=subprocess.PIPE, check=True, cwd=folder)
    return json.loads(done.stdout) if form == "json" else done.stdout.decode()


def sums_of_side(document, side):
    """As sums_of(), of one side of a comparison; without what neither has."""
    own, inlined = collections.Counter(), collections.Counter()
    for file in document["files"]:
        name = file["old_file"] or file["file"] if side == "old" else file["file"]
        for line in file["lines"]:
            if line[side]:
                at = (oracle.path_of(name), line[side + "_line"] or 0)
                own[at] += line[side]["self"][0]
                inlined[at] += line[side].get("with_inlined", [0])[0]
    return +own, +inlined


def check_two_versions(folder):
    """Two builds: the costs of each side are those of annotate, and all changes are accounted for."""
    with open(os.path.join(HERE, "words.cc"), encoding="utf-8") as source:
        text = source.read()
    both = {}
    for side, words in (("old", text), ("new", "\n\n" + text.replace("1500", "1600"))):
        os.mkdir(os.path.join(folder, side))
        with open(os.path.join(folder, side, "words.cc"), "w", encoding="utf-8") as source:
            source.write(words)
        subprocess.run(["g++", "-O2", "-g", "words.cc", "-o", "p"], cwd=os.path.join(folder, side), check=True)
        both[side] = annotated(record(os.path.join(folder, side)), "--min", "0", "--limit", "0")
    document = compared(folder, "--unchanged", "--limit", "0")
    for side in ("old", "new"):
        own, inlined = sums_of(both[side])
        check(sums_of_side(document, side) == (+own, +inlined), side + " lines cost what annotate says")
        check(any(inlined[at] > own[at] for at in own), side + " lines have inlined code")
    files = compared(folder)["files"]
    first = next(file for file in files if not file["file"].endswith(".S"))  # libc's code, which is inlined nowhere
    check(first["file"] == os.path.join(folder, "new", "words.cc"), "files of the user come first")
    check(not any("/include/" in file["file"] for file in files[:2]), "headers come after them")
    check(first["old"]["outermost"] == next(file["outermost"] for file in both["old"]["files"]
                                            if file["file"] == os.path.join(folder, "old", "words.cc")),
          "files are ranked by the outermost line")
    right = next(line for line in first["lines"] if "entry.word == word" in (line["text"] or ""))
    check(right["new_line"] == right["old_line"] + 2, "lines are aligned")
    check(right["delta"]["with_inlined"][0] > right["delta"]["self"][0], "the line that compares changed most")
    check(any(call.get("inlined") for call in right["calls"]),
          "calls of inlined code are marked")
    check_accounts(document, "two versions")
    check_accounts(compared(folder, "--of", "main"), "a function of two versions")
    check("with inlined change" in compared(folder, "--width", "120", form="text"), "text has both changes")
    check("change of with_inlined:Ir" in compared(folder, form="csv").splitlines()[0], "CSV has both changes")
    check("with inlined change" in compared(folder, form="html"), "HTML has both changes")
    shutil.copy(os.path.join(folder, "new", "p.out"), os.path.join(folder, "again.out"))
    runs = compared(folder, "--base", "old/p.out", "--base", "again.out", files=("new/p.out",))
    check(any(line["noise"] and line["delta"]["with_inlined"][0] for file in runs["files"] for line in file["lines"]
              if line["delta"]), "changes with inlined code within those of the runs are noise")
    check_accounts(compared(folder, "--normalize"), "two versions with equal totals")
    page = data_in_page("--base", "old/p.out", "new/p.out", folder=folder)
    check(re.search(r'"delta":{"self":\[0\],"with_inlined":\[\d{5}\]', page), "the page compares inlined code")
    check_line_list(folder)
    check_line_rules(folder)
    check_missing_object(folder, document)


def check_line_list(folder):
    """The lines by change are those of annotated files, and add up to the change of the total."""
    def listed_lines(*options, form="json", files=("old/p.out", "new/p.out")):
        return compared(folder, "--group-by", "line", "--view", "top", *options, form=form, files=files)
    def costs_of(line):
        return [(line["old_line"], line["new_line"], line["match"]), line["old"], line["new"], line["delta"]]
    lines = listed_lines("--limit", "0")
    annotated_files = compared(folder, "--limit", "0", "--unchanged")
    expected = {(file["file"], line["old_line"], line["new_line"]): costs_of(line) for file in annotated_files["files"]
                for line in file["lines"] if line["delta"] and any(line["delta"][key][0] for key in ("self", "with_inlined"))}
    found = {(line["file"], line["old_line"], line["new_line"]): costs_of(line) for line in lines["rows"]}
    check(found == expected, "%d listed lines differ from %d annotated ones" % (len(found), len(expected)))
    check(sum(line["delta"]["self"][0] for line in lines["rows"]) + lines["not_shown"]["self"][0] ==
          lines["totals"]["delta"][0], "changes of lines are not the change of the total")
    check(lines["not_shown"]["self"][0] == sum(account["delta"][0] for account in annotated_files["accounting"]
                                               if account["what"] == "unknown_file"), "what is not listed has no file")
    sizes = [abs(line["delta"]["with_inlined"][0]) for line in lines["rows"]]
    check(sizes == sorted(sizes, reverse=True), "lines are ranked by their change with inlined code")
    text = listed_lines("--width", "0", form="text")
    check("by change with inlined code" in text and "self change  with inlined change" in text, "text has both changes")
    by_self = listed_lines("--sort", "self")["rows"]
    sizes = [abs(line["delta"]["self"][0]) for line in by_self]
    check(sizes == sorted(sizes, reverse=True), "--sort self ranks by self cost")
    off = listed_lines("--inlines", "off")
    check("with_inlined" not in off["rows"][0]["delta"], "--inlines off")


def judged(folder, *rules, files=("old/p.out", "new/p.out"), options=()):
    words = [word for rule in rules for word in ("--max", rule)]
    done = subprocess.run([QUERN, "gate", "--no-config", "--format", "json", *words, *options, *files], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=False, cwd=folder)
    check(done.returncode in (0, 1), "the gate says " + done.stderr.decode())
    return json.loads(done.stdout), done.stderr.decode()


def check_line_rules(folder):
    """The line that compares costs more; no other line of the program does but for the loop around it."""
    with open(os.path.join(folder, "new", "words.cc"), encoding="utf-8") as source:
        number = 1 + next(at for at, text in enumerate(source) if "entry.word == word" in text)
    scope = "%s:%d" % (os.path.join(folder, "new", "words.cc"), number)
    here = "name ~ /words.cc:%d$/" % number
    document, _ = judged(folder, "by line %s: Ir=+1%%" % here, "by line file ~ /words.cc/ and name !~ /words.cc:/: Ir=+0")
    check([rule["passed"] for rule in document["rules"]][:1] == [False], "the line that costs more breaks a rule")
    broken = document["rules"][0]
    lines = compared(folder, "--group-by", "line", "--view", "top", "--limit", "0")["rows"]
    line = next(each for each in lines if each["file"].endswith("words.cc") and each["new_line"] == number)
    check((broken["scope"], broken["old"], broken["new"]) ==
          (scope, line["old"]["with_inlined"][0], line["new"]["with_inlined"][0]), "a rule is about the listed costs")
    document, _ = judged(folder, "by line %s: self(Ir)=%d" % (here, line["new"]["self"][0]), "by line %s: Ir=%d" %
                         (here, line["new"]["with_inlined"][0] - 1), files=("new/p.out",))
    check([rule["passed"] for rule in document["rules"]] == [True, False], "self costs are without inlined code")
    unchanged = next(each for each in compared(folder, "--group-by", "line", "--view", "top", "--limit", "0", "--unchanged")["rows"]
                     if each["file"].endswith("words.cc") and each["delta"]["with_inlined"] == [0])
    document, notes = judged(folder, "by line name ~ /words.cc:%s$/: Ir=+0" % (unchanged["new_line"] or "[?]"))
    check([rule["passed"] for rule in document["rules"]] == [True] and notes == "", "lines that cost the same pass")
    document, notes = judged(folder, "by line %s: Ir=+1%%" % here, options=("--base-object-path", "p=nowhere"))
    check(document["rules"][0]["new"] == line["new"]["with_inlined"][0], "the old object is found elsewhere too")


def check_accounts(document, what):
    for side in ("old", "new"):
        check(sum(account[side][0] for account in document["accounting"]) == document["totals"][side][0],
              what + ": the accounting is not the total")


def check_missing_object(folder, document):
    os.mkdir(os.path.join(folder, "kept"))
    shutil.move(os.path.join(folder, "old", "p"), os.path.join(folder, "kept", "p"))
    gone = compared(folder, "--unchanged", "--limit", "0")
    words = next(file for file in gone["files"] if file["file"].endswith("words.cc"))
    check(all(line["new"]["with_inlined"] == line["new"]["self"] for line in words["lines"] if line["new"]),
          "inlined costs are not compared with recorded ones")
    check(sums_of_side(gone, "new")[0] == sums_of_side(document, "new")[0], "self costs are the same")
    check_accounts(gone, "without the old object")
    check(gone["missing_object"] == {"side": "old", "object": os.path.join(folder, "old", "p"),
                                     "problem": "no such file"}, "the object that is missing")
    check("old %s/old/p is not compared: no such file; --base-object-path p=DIR" % folder in compared(folder, "--width", "0", form="text"),
          "a note says how to name it")
    _, notes = judged(folder, "by line: Ir=+1000%")
    check("inlined code of old %s/old/p is not compared: no such file" % folder in notes, "so does the gate")
    found = compared(folder, "--unchanged", "--limit", "0", "--base-object-path", "p=kept")
    check("missing_object" not in found and sums_of_side(found, "old") == sums_of_side(document, "old"),
          "found with --base-object-path")
    for options, is_found in (((), False), (("--base-object-path", "p=kept"), True)):
        page = data_in_page("--base", "old/p.out", *options, "new/p.out", folder=folder)
        check(('"missing_object":{' in page) != is_found, "the page's old object %s" % (options,))
    off = compared(folder, "--inlines", "off", form="text")
    check("with inlined" not in off and "note: inlined" not in off, "--inlines off compares what was recorded")


def main():
    if any(not shutil.which(each) for each in NEEDED):
        print("skipped: needs " + " ".join(NEEDED))
        sys.exit(77)
    # Temporary folders of all users are no folders of sources; the programs' line tables name theirs.
    with tempfile.TemporaryDirectory() as top, concurrent.futures.ThreadPoolExecutor(2) as pool:
        top = os.path.realpath(top)
        folders = [os.path.join(top, "way%d" % at) for at in range(len(WAYS) + 3)]
        for folder in folders:
            os.mkdir(folder)
        for text in pool.map(compare, WAYS, folders):
            print(text)
        check_objects(folders[-3])
        check_changed_object(folders[-2])
        check_two_versions(folders[-1])
    sys.exit("%d failed" % len(failures) if failures else 0)


if __name__ == "__main__":
    main()
