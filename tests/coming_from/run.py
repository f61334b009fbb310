#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the commands of docs/coming-from/*.md beside quern's and compares the numbers.

usage: run.py QUERN ROOT PAGE
Each row of the page's first table is `old command` | `our command`: the first piece of code in each
cell is run, with FILE, NAME and other words in capitals replaced by those of profiles.py and cases.py.
cases.py has one comparison for each old command. A row without a comparison fails, and so does a
comparison without a row. Rows without an old command (clicks) only run ours, which has to exit with 0.
Old tools that are missing are skipped (exit code 77), but our commands of the page still run.
"""
import gzip
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile

import cases
import profiles
from amounts import Differs

ROW = re.compile(r"^\| (.*?) (?<!\\)\| (.*) \|$", re.MULTILINE)
CODE = re.compile(r"`([^`]+)`")
WORD = re.compile(r"\b(FILE|NAME|SOURCE|DIR|OLD|NEW|OUT|DUMP|RE|A|B)\b")


class Row:
    def __init__(self, old_cell, our_cell):
        codes = CODE.findall(old_cell)
        self.old = codes[0].replace("\\|", "|") if codes else None
        ours = [code for code in CODE.findall(our_cell) if code.startswith("quern ") and
                (WORD.search(code) or code.endswith(" -"))]
        self.ours = ours[0] if ours else None


def rows_of(page):
    with open(page, encoding="utf-8") as file:
        table = file.read().split("|---|---|\n", 1)[1].split("\n\n", 1)[0]
    return [Row(*cells) for cells in ROW.findall(table)]


class Bench:
    """A folder with the profiles of a page, and the two programs. FOLDER is where they run."""

    def __init__(self, quern, root, folder, page):
        self.quern, self.folder = quern, folder
        self.words = {}
        profiles.prepare(page, root, folder, self)

    def add(self, name, source):
        """Copies a file, unpacked where it is compressed: the old tools read plain files only."""
        with open(source, "rb") as file:
            data = file.read()
        with open(os.path.join(self.folder, name), "wb") as file:
            file.write(gzip.decompress(data) if source.endswith(".gz") and not name.endswith(".gz") else data)

    def argv(self, command, words):
        def replaced(found):
            word = words.get(found[0], found[0])
            return os.path.join(self.folder, word[1:]) if word.startswith("@") else word
        return [WORD.sub(replaced, word) for word in shlex.split(command)]

    def run(self, argv, folder=""):
        env = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": self.folder, "TERM": "dumb",
               "PPROF_TMPDIR": self.folder, "EDITOR": "true"}
        env.update({key: os.environ[key] for key in os.environ if key.endswith("SAN_OPTIONS")})
        standard_input = self.words["FILE"] if argv[-1] == "-" else os.devnull
        with open(standard_input, "rb") as file:
            done = subprocess.run(argv, cwd=os.path.join(self.folder, folder), env=env, stdin=file,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
        if done.returncode != 0:
            raise Differs("%s: exit code %d\n%s" % (
                shlex.join(argv), done.returncode, done.stderr.decode("utf-8", "replace")))
        return done.stdout.decode("utf-8", "replace")

    def run_old(self, command, words):
        argv = self.argv(command, words)
        return self.run(profiles.old_tool(argv[0]) + argv[1:], words["FOLDER"])

    def run_ours(self, command, words, *more):
        return self.run([self.quern] + self.argv(command, words)[1:] + list(more), words["FOLDER"])

    def serves(self, command, words):
        """`quern view` prints the address of its page and ends well when it is interrupted."""
        argv = [self.quern] + self.argv(command, words)[1:] + ["--no-browser", "--port", "0"]
        with subprocess.Popen(argv, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True) as server:
            said = ""
            while "http://" not in said:
                line = server.stdout.readline()
                said += line
                if not line:
                    raise Differs("%s: no address\n%s" % (shlex.join(argv), said))
            server.send_signal(signal.SIGINT)
            server.communicate(timeout=60)
            if server.returncode not in (0, -signal.SIGINT):
                raise Differs("%s: exit code %d" % (shlex.join(argv), server.returncode))


def run_row(bench, page, row, has_old):
    """Whether numbers were compared."""
    case = cases.CASES.get(page, {}).get(row.old)
    words = {**bench.words, **(case.words if case else {})}
    if row.ours is None:
        return False
    if row.ours.split()[:2] == ["quern", "view"]:
        bench.serves(row.ours, words)
        return False
    if case is None or not has_old:
        bench.run_ours(row.ours, {**words, **cases.ONLY_RUN.get((page, row.ours), {})})
        return False
    case.compare(bench, row, words)
    return True


def main():
    quern, root, page = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3]
    rows = rows_of(os.path.join(root, "docs", "coming-from", page + ".md"))
    listed = {row.old for row in rows}
    known = cases.CASES.get(page, {})
    problems = ["no row has `%s`, which is compared" % old for old in known if old not in listed]
    if page in cases.COMPARED:
        problems += ["`%s` is not compared" % old for old in listed if old and old not in known
                     and old not in cases.WITHOUT_NUMBERS]
    missing = profiles.missing_tool(page) if page in cases.COMPARED else None
    compared = 0
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(quern, root, folder, page)
        for row in rows:
            try:
                compared += run_row(bench, page, row, not missing)
            except Differs as error:
                problems.append("`%s` and `%s`: %s" % (row.old, row.ours, error))
    for problem in problems:
        print(problem)
    print("%s: %d rows, %d compared, %d problems" % (page, len(rows), compared, len(problems)))
    if problems:
        sys.exit(1)
    if missing:
        print("skipped: %s is not installed, so that only our commands were run" % missing)
        sys.exit(77)


if __name__ == "__main__":
    main()
