#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the examples of README.md and of the pages of docs/ and compares what they print.

usage: readme_examples.py QUERN ROOT [--update]
In a ```console block, a line `$ quern …` is run by sh in ROOT/docs/examples, the lines up to the
next `$` or the block's end are what it prints. A line `…` alone stands for any lines. --update
writes what is printed now instead, cut by `…` at the same places, and docs/pictures/terminal.svg.
A ```sh block is run as a whole, in a copy of that folder with stand-ins for profiles of the
reader, and has to succeed. A comment `<!-- not run: REASON -->` in front of a block exempts it.
"""
import difflib
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "tools"))
import terminal_picture  # noqa: E402  pylint: disable=wrong-import-position

ANY = "…"
BLOCK = re.compile(r"^(<!-- not run: [^\n]+ -->\n)?```(console|sh)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SETTINGS = re.compile(r"^```toml\n# \.quern\.toml\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MOST_NOT_RUN = 15
# Files that examples take for the reader's own, and bundled ones in their place.
STAND_INS = {"callgrind.out.4711": "callgrind.out.leaf-new", "callgrind.out.4712": "callgrind.out.leaf-new",
             "first.igprof": "held.igprof", "second.igprof": "held.igprof"}
RUN_ELSEWHERE = {"docs/ci.md": "tests/ci_examples.py", "docs/errors.md": "tests/errors_doc.py"}


def examples(block):
    """[command, expected text] pairs of one block; commands go on after a final backslash."""
    found = []
    goes_on = False
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append([line[2:], ""])
            goes_on = line.endswith("\\")
        elif goes_on:
            found[-1][0] += "\n" + line
            goes_on = line.endswith("\\")
        elif found:
            found[-1][1] += line + "\n"
    return found


def matches(expected, got):
    pieces = re.split(r"^%s\n" % ANY, expected, flags=re.MULTILINE)
    return re.fullmatch(r"(?:.*\n)*".join(map(re.escape, pieces)), got) is not None


def run(command, quern, folder, home):
    env = {"PATH": os.path.dirname(quern) + ":" + os.environ["PATH"], "LC_ALL": "C.UTF-8",
           "HOME": home, "TERM": "dumb"}
    env.update({key: os.environ[key] for key in os.environ if key.endswith("SAN_OPTIONS")})
    return subprocess.run(["sh", "-c", command], cwd=folder, env=env, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60, check=False)


def printed(command, quern, root):
    folder = os.path.join(root, "docs", "examples")
    return run(command, quern, folder, folder).stdout.decode("utf-8")


def script_fault(script, page, quern, root):
    """What a ```sh block of `page` says when it fails; None where it succeeds."""
    with tempfile.TemporaryDirectory(prefix="quern-examples-") as folder:
        for path in glob.glob(os.path.join(root, "docs", "examples", "*.*")):
            shutil.copy(path, folder)
        for name, bundled in STAND_INS.items():
            shutil.copy(os.path.join(folder, bundled), os.path.join(folder, name))
        os.mkdir(os.path.join(folder, "runs"))
        subprocess.run("gzip -c callgrind.out.leaf-new >runs/1.gz", shell=True, cwd=folder, check=True)
        with open(os.path.join(folder, ".quern.toml"), "w", encoding="utf-8") as file:
            file.write("".join(SETTINGS.findall(page)))
        done = run("set -e\n" + script, quern, folder, folder)
        return done.stdout.decode("utf-8", "replace") if done.returncode else None


def likeness(one, other):
    """How alike two lines are, whatever their numbers and gaps: 0 to 1."""
    plain = [re.sub(r"[\d,.]+", "0", re.sub(r"\s+", " ", line)) for line in (one, other)]
    return difflib.SequenceMatcher(None, *plain, autojunk=False).ratio()


def pair_lines(wanted, got):
    """For each line wanted, the index of the line of `got` that replaces it, in order; or None."""
    best = [[0.0] * (len(got) + 1) for _ in range(len(wanted) + 1)]
    alike = [[likeness(one, other) for other in got] for one in wanted]
    for i in reversed(range(len(wanted))):
        for j in reversed(range(len(got))):
            pair = alike[i][j] + best[i + 1][j + 1] if alike[i][j] > 0.4 else 0.0
            best[i][j] = max(pair, best[i + 1][j], best[i][j + 1])
    pairs, i, j = [None] * len(wanted), 0, 0
    while i < len(wanted) and j < len(got):
        if best[i][j] == best[i + 1][j]:
            i += 1
        elif best[i][j] == best[i][j + 1]:
            j += 1
        else:
            pairs[i] = j
            i, j = i + 1, j + 1
    return pairs


def refitted(expected, got):
    """`got`, cut by lines `…` where `expected` is; lines that the gaps stood for stay out."""
    got = got.splitlines()
    if ANY not in expected.splitlines():
        return "\n".join(got) + "\n"
    wanted = [line for line in expected.splitlines() if line != ANY]
    pairs = pair_lines(wanted, got)
    out, behind, line_of = [], 0, iter(pairs)
    gap = False
    for line in expected.splitlines():
        if line == ANY:
            gap = True
            continue
        at = next(line_of)
        if at is None:
            continue
        if not gap:
            out += got[behind:at]
        elif at > behind or not out:
            out.append(ANY)
        out.append(got[at])
        behind, gap = at + 1, False
    out += [ANY] if gap else got[behind:]
    return "\n".join(out) + "\n"


def check_console(block, quern, root, update):
    """The block with what its commands print now, the number of commands, and their faults."""
    new_block, faults = "", []
    found = examples(block)
    for command, expected in found:
        got = printed(command, quern, root) if command.startswith("quern ") else None
        if got is None:
            faults.append("$ %s\nis not a command of quern" % command)
        elif matches(expected, got):
            got = expected
        elif update:
            got = refitted(expected, got)
        else:
            faults.append("$ %s\n--- expected\n%s--- printed\n%s" % (command, expected, got))
        new_block += "$ %s\n%s" % (command, got)
    return new_block, len(found), faults


def check_page(path, quern, root, update):
    """How many examples the page has, how many of them fail, and how many are not run."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    page = os.path.relpath(path, root)
    count = not_run = 0
    faults, new_text = [], text
    for reason, kind, block in [] if page in RUN_ELSEWHERE else BLOCK.findall(text):
        if reason:
            not_run += not reason.startswith("<!-- not run: tests/")  # another test runs it
        elif kind == "console":
            new_block, found, faults_here = check_console(block, quern, root, update)
            count += found
            faults += faults_here
            if update:
                new_text = new_text.replace(block, new_block)
        else:
            count += 1
            said = script_fault(block, text, quern, root)
            if said is not None:
                faults.append("%s--- failed\n%s" % (block, said))
    for fault in faults:
        print("%s: %s" % (page, fault))
    if new_text != text:
        with open(path, "w", encoding="utf-8") as file:
            file.write(new_text)
    return count, len(faults), not_run


def readme_faults(quern, root, update):
    """README.md is short, its pictures are small, and the terminal shows what quern prints."""
    faults = []
    with open(os.path.join(root, "README.md"), encoding="utf-8") as file:
        if file.read().count("\n") > 120:
            faults.append("README.md has more than 120 lines")
    pictures = os.path.join(root, "docs", "pictures")
    for name in os.listdir(pictures):
        if os.path.getsize(os.path.join(pictures, name)) > 150_000:
            faults.append("docs/pictures/%s has more than 150 kB" % name)
    if update:
        terminal_picture.main(quern, root)
    with open(os.path.join(pictures, "terminal.svg"), encoding="utf-8") as file:
        if file.read() != terminal_picture.picture(quern, root):
            faults.append("docs/pictures/terminal.svg is not what quern prints; --update draws it again")
    return faults


def main():
    arguments = [a for a in sys.argv[1:] if a != "--update"]
    update = len(arguments) != len(sys.argv) - 1
    quern, root = (os.path.abspath(a) for a in arguments)
    readme = os.path.join(root, "README.md")
    if not os.path.exists(readme):
        print("skipped: no README.md")
        sys.exit(77)
    pages = [readme] + sorted(glob.glob(os.path.join(root, "docs", "**", "*.md"), recursive=True))
    found = [check_page(page, quern, root, update) for page in pages]
    count, failed, not_run = (sum(column) for column in zip(*found))
    faults = readme_faults(quern, root, update)
    if not_run > MOST_NOT_RUN:
        faults.append("more than %d blocks are marked `not run`" % MOST_NOT_RUN)
    for fault in faults:
        print(fault)
    print("%d passed, %d failed, %d blocks not run" % (count - failed, failed + len(faults), not_run))
    failed += len(faults)
    sys.exit(1 if failed or not count else 0)


if __name__ == "__main__":
    main()
