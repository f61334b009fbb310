#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the programs of docs/library.md and reads back what they write.

usage: library_examples.py QUERN ROOT FOLDER [--update]
FOLDER has the programs of docs/examples, built: write_profile_c, read_profile_cpp and so on. The page
holds the programs as they are built (--update puts them there), the header is C11 of its own, both
writers give the same file, quern finds it sound, and callgrind_annotate, where it is installed,
prints its costs. Ends with 1 if anything differs.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

PROGRAMS = ("write_profile.c", "write_profile.cc", "read_profile.c", "read_profile.cc")
COSTS = "20 main\n400 parse\n"
failures = []


def expect(holds, what):
    if not holds:
        failures.append(what)


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def blocks(page):
    return re.findall(r"^```(c|cpp)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


def check_page(root, is_updated):
    path = os.path.join(root, "docs", "library.md")
    with open(path, encoding="utf-8") as file:
        page = file.read()
    shown = [text for _, text in blocks(page)]
    for number, name in enumerate(PROGRAMS):
        with open(os.path.join(root, "docs", "examples", name), encoding="utf-8") as file:
            text = file.read()
        if is_updated:
            page = page.replace(shown[number], text)
        else:
            expect(number < len(shown) and shown[number] == text,
                   "docs/library.md does not show docs/examples/%s as it is" % name)
    if is_updated:
        with open(path, "w", encoding="utf-8") as file:
            file.write(page)


def check_header(root):
    for language, compiler, standard in (("c", "cc", "c11"), ("c++", "c++", "c++17")):
        if shutil.which(compiler):
            done = subprocess.run(
                [compiler, "-x", language, "-std=" + standard, "-Wall", "-Wextra", "-pedantic",
                 "-Werror", "-fsyntax-only", "-I", root, "-"],
                input="#include <quern/c/quern.h>\nint main(void) { return 0; }\n",
                capture_output=True, text=True, timeout=60)
            expect(done.returncode == 0, "quern.h is no %s: %s" % (standard, done.stderr))


def check_written(quern, path):
    check = run(quern, "check", "--strict", path)
    expect(check.returncode == 0, "check of %s: %s" % (path, check.stdout))
    top = run(quern, "top", path, "--format", "csv", "--sort", "Ticks").stdout
    expect(re.search(r"^.*\bparse\b.*\b400\b", top, re.MULTILINE), "top: " + top)
    calls = run(quern, "calls", path, "--format", "csv").stdout
    expect(re.search(r"main.*parse.*\b5\b", calls), "calls: " + calls)
    if shutil.which("callgrind_annotate"):
        said = run("callgrind_annotate", "--threshold=100", "--auto=no", path).stdout
        expect(re.search(r"^420\b.*PROGRAM TOTALS", said, re.MULTILINE), "annotate: " + said)
        expect(re.search(r"^300 .*parse\.c:parse", said, re.MULTILINE) and
               re.search(r"^100 .*scan\.h:parse", said, re.MULTILINE), "annotate: " + said)


def check_programs(quern, programs, folder):
    texts = []
    for language in ("c", "cpp"):
        path = os.path.join(folder, language + ".callgrind")
        writer = os.path.join(programs, "write_profile_" + language)
        for suffix in ("", ".gz"):
            done = run(writer, path + suffix)
            expect(done.returncode == 0, "%s: %s" % (writer, done.stderr))
            for reader in ("c", "cpp"):
                said = run(os.path.join(programs, "read_profile_" + reader), path + suffix)
                expect(said.stdout == COSTS, "read_profile_%s says %r" % (reader, said.stdout))
        expect(run(writer, path).returncode == 1, "%s replaces a file" % writer)
        check_written(quern, path)
        with open(path, encoding="utf-8") as file:
            texts.append(file.read())
    expect(texts[0] == texts[1], "the C and the C++ program write different files")
    broken = os.path.join(folder, "broken")
    with open(broken, "w", encoding="utf-8") as file:
        file.write("events: Ir\nfn=f\n1 x\n")
    for reader in ("c", "cpp"):
        said = run(os.path.join(programs, "read_profile_" + reader), broken)
        expect(said.returncode == 3 and ":3:3: " in said.stderr,
               "read_profile_%s of a broken file: %s" % (reader, said.stderr))


def main():
    quern, root, programs = sys.argv[1:4]
    check_page(root, "--update" in sys.argv)
    check_header(root)
    with tempfile.TemporaryDirectory() as folder:
        check_programs(quern, programs, folder)
    print("\n".join(failures) or "library_examples: all right")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
