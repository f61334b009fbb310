#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Feeds quern every example of docs/errors.md and compares what it says.

usage: errors_doc.py QUERN ROOT [--update]
The page's head tells how examples are written. What an example needs beyond that is in PREPARED.
Every code that quern knows must have a section, and every section a code. --update writes the
messages that quern gives now; the difference is for a person to read.
"""
import glob
import gzip
import json
import os
import re
import socket
import subprocess
import sys
import tempfile

SECTION = re.compile(r"^### `([a-z-]+)`\n(.*?)(?=^##|\Z)", re.MULTILINE | re.DOTALL)
FENCE = re.compile(r"^```([a-z ]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ESCAPE = {"t": "\t", "r": "\r", "0": "\0", "c": "", "\\": "\\"}
# Where the sources speak a code; `check --list-codes` has to know it.
SPOKEN = (r'CodeInfo \w+\{"([a-z-]+)"', r'QUERN_(?:LINT|ERROR)\(\w+, "([a-z-]+)"',
          r'\{"([a-z-]+)", Severity::', r'\.code = "([a-z-]+)"', r'return \{"([a-z-]+)", "',
          r'(?:usage|output)_error\(\s*"([a-z-]+)"')


def make_socket(folder):
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(os.path.join(folder, "socket"))


def make_long_line(folder):
    """A line of 128 MiB in 128 kB, made of the same member twice."""
    member = gzip.compress(b"x" * (1 << 26), mtime=0)
    with open(os.path.join(folder, "example.gz"), "wb") as file:
        file.write(gzip.compress(b"events: Ir\n", mtime=0) + 2 * member)


def make_other_events(folder):
    with open(os.path.join(folder, "other"), "w", encoding="ascii") as file:
        file.write("events: Dr\nfl=a.c\nfn=main\n1 10\n")


def make_other_unit(folder):
    with open(os.path.join(folder, "parrot"), "w", encoding="ascii") as file:
        file.write("VERSION:2\nCS:{x{ns:m}x}{x{file:a.pir}x}{x{sub:0xa}x}{x{ctx:0x1}x}\n"
                   "OP:{x{line:1}x}{x{time:5000}x}{x{op:o}x}\n")


PREPARED = {"mixed-units": make_other_unit, "no-common-event": make_other_events, "open-failed": make_socket,
            "line-too-long": make_long_line}


def cannot_limit(quern):
    """A program with sanitizers reserves terabytes and does not start."""
    done = subprocess.run(["sh", "-c", 'ulimit -v 600000; "$1" --version', "sh", quern],
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return done.returncode != 0 and "quern does not start with little memory"


def may_read_all(quern):
    return os.geteuid() == 0 and "root may read every file"


def is_too_large(_):
    return "needs an input of 38 GB"


def is_a_gigabyte(_):
    return "needs a gigabyte of memory"


def has_everything(_):
    return "only a quern that was built without a library says it"


def is_of_the_page(_):
    return "the page meets it; tests of the server do"


SKIPPED_WHERE = {"permission-denied": may_read_all, 
                 "out-of-memory": cannot_limit, "too-many-records": is_too_large, "input-too-large": is_a_gigabyte,
                 "not-built-in": has_everything, "cannot-listen": is_of_the_page,
                 "no-randomness": is_of_the_page,
                 "no-such-branch": is_of_the_page, "stopped": is_of_the_page}


def unescaped(text):
    if text.endswith("\\c\n"):
        text = text[:-1]
    return re.sub(r"\\([tr0c\\])", lambda match: ESCAPE[match.group(1)], text).encode("utf-8")


def run(script, folder, quern):
    """Standard error and the exit code of the script's last command."""
    env = {"PATH": os.path.dirname(quern) + ":" + os.environ["PATH"], "LC_ALL": "C.UTF-8",
           "HOME": folder, "TERM": "dumb", "NO_COLOR": "1"}
    env.update({key: os.environ[key] for key in os.environ if key.endswith("SAN_OPTIONS")})
    done = subprocess.run(["sh", "-c", script], cwd=folder, env=env, stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=300,
                          check=False)
    return done.stderr.decode("utf-8", "backslashreplace"), done.returncode


class Example:
    """One section's fences: what is fed, what is run, what is to be said."""

    def __init__(self, code, severity, text):
        self.code = code
        fences = dict(FENCE.findall(text))
        self.problem = None
        self.is_console = "console stderr" in fences
        if self.is_console == ("message" in fences):
            self.problem = "needs either a message or a console"
        self.input = None
        if "input" in fences:
            self.input = unescaped(fences["input"])
        elif "hex" in fences:
            self.input = bytes.fromhex(fences["hex"])
        self.said = fences.get("console stderr" if self.is_console else "message", "")
        self.commands = [line for line in self.said.splitlines() if line.startswith("$ ")]
        self.script = "\n".join(line[2:] for line in self.commands) or "quern top example"
        self.exit_code = 3 if severity == "error" else 0

    def get(self, quern):
        """What the fence has to say, and the exit code (which a console's fence holds itself)."""
        with tempfile.TemporaryDirectory() as folder:
            if self.input is not None:
                with open(os.path.join(folder, "example"), "wb") as file:
                    file.write(self.input)
            PREPARED.get(self.code, lambda _: None)(folder)
            said, exit_code = run(self.script, folder, quern)
        if self.is_console:
            said = "\n".join(self.commands) + "\n" + said + "exit %d\n" % exit_code
        return said, exit_code

    def compare(self, said, exit_code):
        if said != self.said:
            return "expected\n%s--- said\n%s" % (self.said, said)
        if "[%s]" % self.code not in said:
            return "the message does not name the code\n" + said
        if not self.is_console and exit_code != self.exit_code:
            return "exit code %d instead of %d" % (exit_code, self.exit_code)
        return None


def known_codes(quern):
    """Each code with its severity."""
    done = subprocess.run([quern, "check", "--list-codes", "--format", "json"], check=True,
                          stdout=subprocess.PIPE)
    return {row["code"]: row["severity"] for row in json.loads(done.stdout)["codes"]}


def spoken_codes(root):
    found = set()
    for path in glob.glob(os.path.join(root, "quern", "**", "*.[hc]*"), recursive=True):
        if not path.endswith("_test.cc"):
            with open(path, encoding="utf-8") as file:
                text = file.read()
            found.update(code for form in SPOKEN for code in re.findall(form, text))
    return found


def coverage_problems(sections, known, spoken):
    names = [code for code, _ in sections]
    for code in sorted(known.keys() - set(names)):
        yield code, "has no section in docs/errors.md"
    for code in sorted(set(names) - known.keys()):
        yield code, "has a section, but quern does not know it"
    for code in sorted({name for name in names if names.count(name) > 1}):
        yield code, "has several sections"
    for code in sorted(spoken - known.keys()):
        yield code, "is in the sources, but not in `quern check --list-codes`"


def check_section(code, text, severity, quern):
    """(problem or None, the section's text with what quern says now)"""
    example = Example(code, severity, text)
    if example.problem:
        return example.problem, text
    said, exit_code = example.get(quern)
    return example.compare(said, exit_code), text.replace(example.said + "```", said + "```")


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--update"]
    update = len(arguments) != len(sys.argv) - 1
    quern, root = (os.path.abspath(argument) for argument in arguments)
    path = os.path.join(root, "docs", "errors.md")
    with open(path, encoding="utf-8") as file:
        page = file.read()
    sections = SECTION.findall(page)
    known = known_codes(quern)
    problems = list(coverage_problems(sections, known, spoken_codes(root)))
    passed = 0
    for code, text in sections:
        reason = SKIPPED_WHERE.get(code, lambda _: None)(quern)
        if reason:
            print("%s: skipped, %s" % (code, reason))
            continue
        problem, now = check_section(code, text, known.get(code), quern)
        if update:
            page = page.replace("### `%s`\n%s" % (code, text), "### `%s`\n%s" % (code, now))
        if problem:
            problems.append((code, problem))
        else:
            passed += 1
    if update:
        with open(path, "w", encoding="utf-8") as file:
            file.write(page)
    for problem in problems:
        print("%s: %s" % problem)
    print("%d passed, %d failed" % (passed, len(problems)))
    sys.exit(1 if problems or not passed else 0)


if __name__ == "__main__":
    main()
