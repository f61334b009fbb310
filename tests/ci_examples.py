#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the `quern gate` lines of docs/ci.md, in order, in a folder with recorded profiles.

usage: ci_examples.py QUERN ROOT
The base is a recorded program, the new side the same one with a dearer leaf: every comparison of
the two has to end with 1, whatever the form of its report, and with a report in it.
"""
import gzip
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile


def commands(text):
    """The `quern gate` command lines of all fenced blocks."""
    lines = []
    for block in re.findall(r"```(?:sh|yaml|groovy)\n(.*?)```", text, re.S):
        for line in block.splitlines():
            line = re.sub(r"^\s*(- run: |- |sh ')", "", line)
            if line.startswith("quern gate"):
                lines.append(line.rstrip("'") if line.count("'") % 2 else line)
    return lines


def prepare(root, folder):
    recorded = os.path.join(root, "tests", "corpus", "recorded")
    for side, name in (("old", "base"), ("new", "new")):
        with gzip.open(os.path.join(recorded, "callgrind.out.leaf-%s.gz" % side)) as source:
            with open(os.path.join(folder, "callgrind.out." + name), "wb") as target:
                target.write(source.read())
    for name in ("cachegrind.out.old", "cachegrind.out.new"):
        shutil.copy(os.path.join(root, "docs", "examples", "cachegrind.out.shop"),
                    os.path.join(folder, name))


def main():
    quern, root = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    with open(os.path.join(root, "docs", "ci.md"), encoding="utf-8") as file:
        text = file.read()
    rules = re.search(r"```toml\n(.*?)```", text, re.S).group(1)
    lines = commands(text)
    problems = [] if len(lines) >= 7 else ["docs/ci.md has only %d examples" % len(lines)]
    with tempfile.TemporaryDirectory() as folder:
        prepare(root, folder)
        with open(os.path.join(folder, ".quern.toml"), "w", encoding="utf-8") as file:
            file.write(rules)
        limits = re.search(r"printf '(.*?)\\n' > limits.toml", text).group(1)
        with open(os.path.join(folder, "limits.toml"), "w", encoding="utf-8") as file:
            file.write(limits + "\n")
        env = dict(os.environ, HOME=folder, XDG_CONFIG_HOME=folder)
        for line in lines:
            words = shlex.split(line)
            done = subprocess.run([quern] + words[1:], cwd=folder, env=env, capture_output=True,
                                  text=True, timeout=60)
            kept = any(part in line for part in ("--save-baseline", "--base ", "cachegrind.out",
                                                 "limits.toml callgrind.out.base"))
            if done.returncode != (0 if kept else 1):
                problems.append("%s ends with %d\n%s%s" % (line, done.returncode, done.stdout,
                                                           done.stderr))
                continue
            report = done.stdout
            if "-o" in words:
                with open(os.path.join(folder, words[words.index("-o") + 1])) as file:
                    report = file.read()
            if not kept and "leaf" not in report:
                problems.append("%s does not name the leaf:\n%s" % (line, report))
    print("\n".join(problems) or "%d examples, all right" % len(lines))
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
