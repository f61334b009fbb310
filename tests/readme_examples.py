#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the examples of README.md and of the pages of docs/ and compares what they print.

usage: readme_examples.py QUERN ROOT [--update]
In a ```console block, a line `$ quern …` is run by sh in ROOT/docs/examples, the lines up to the
next `$` or the block's end are what it prints. A line `…` alone stands for any lines. --update
writes what is printed now instead (blocks with `…` are left as they are). Blocks whose commands
do not begin with `quern` are not run.
"""
import glob
import os
import re
import subprocess
import sys

ANY = "…"
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


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


def printed(command, quern, root):
    env = {"PATH": os.path.dirname(quern) + ":" + os.environ["PATH"], "LC_ALL": "C.UTF-8",
           "HOME": os.path.join(root, "docs", "examples"), "TERM": "dumb"}
    env.update({key: os.environ[key] for key in os.environ if key.endswith("SAN_OPTIONS")})
    done = subprocess.run(["sh", "-c", command], cwd=os.path.join(root, "docs", "examples"),
                          env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=60)
    return done.stdout.decode("utf-8")


def check_page(path, quern, root, update):
    """How many examples the page has, and how many of them print something else."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    count = failed = 0
    new_text = text
    for block in BLOCK.findall(text):
        new_block = ""
        for command, expected in examples(block):
            got = expected
            if re.match(r"quern\b", command):
                count += 1
                got = printed(command, quern, root)
                if matches(expected, got):
                    got = expected
                elif not update:
                    failed += 1
                    print("%s: $ %s\n--- expected\n%s--- printed\n%s"
                          % (os.path.relpath(path, root), command, expected, got))
            new_block += "$ %s\n%s" % (command, got)
        if update and ANY not in block:
            new_text = new_text.replace(block, new_block)
    if new_text != text:
        with open(path, "w", encoding="utf-8") as file:
            file.write(new_text)
    return count, failed


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
    count, failed = (sum(column) for column in zip(*found))
    print("%d passed, %d failed" % (count - failed, failed))
    sys.exit(1 if failed or not count else 0)


if __name__ == "__main__":
    main()
