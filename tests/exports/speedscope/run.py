#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""speedscope itself reads what quern writes for it.

usage: run.py QUERN ROOT WORK
Profiles are written in its format, held against the schema that it publishes, and opened in its own
page in a browser without a window: the title is the profile's, nothing went wrong, and the hottest
functions cost what quern says. Its package and the browser's driver are those of package-lock.json,
put into WORK once. Ends with 77 where npm, Node, Chromium or the packages are missing.
"""
import filecmp
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

try:
    import jsonschema
except ImportError:
    jsonschema = None

HERE = os.path.dirname(os.path.abspath(__file__))
# It takes any file whose name begins with "callgrind." for one of Callgrind's: names are by number.
PROFILES = ["docs/examples/callgrind.out.leaf-old", "docs/examples/callgrind.out.wordcount",
            "docs/examples/cachegrind.out.shop", "docs/examples/held.igprof",
            "tests/corpus/exchange/perf.folded"]
NO_STACK = ("0", "(stack not known)")  # what no estimated stack could be given stands below it
SHOWN = re.compile(r"^([\d,]+|[\d.]+(?:ns|µs|ms|s)) \([<>]?[\d.]+%\)$")


def skip(why):
    print("skipped:", why)
    sys.exit(77)


def install(work):
    """npm ci, unless what is there is what the lock file names."""
    os.makedirs(work, exist_ok=True)
    done = os.path.join(work, "installed-package-lock.json")
    lock = os.path.join(HERE, "package-lock.json")
    if os.path.exists(done) and filecmp.cmp(done, lock, shallow=False):
        return
    for name in ("package.json", "package-lock.json", ".npmrc"):
        shutil.copy(os.path.join(HERE, name), work)
    npm = subprocess.run(["npm", "ci", "--ignore-scripts"], cwd=work, check=False,
                         capture_output=True, text=True, timeout=240)
    if npm.returncode != 0:
        skip("npm ci failed: " + npm.stderr.strip()[-500:])
    shutil.copy(lock, done)


def told(quern, *arguments):
    done = subprocess.run([quern, *arguments], check=True, capture_output=True)
    return json.loads(done.stdout)


def as_shown(cost, event):
    """A cost as speedscope shows it: counts in full, times in their largest unit."""
    if event["unit"] != "ns":
        return "{:,}".format(cost)
    nanoseconds = cost * event["scale"]
    for unit, size in (("s", 10**9), ("ms", 10**6), ("µs", 10**3), ("ns", 1)):
        if nanoseconds >= size or size == 1:
            return "%.2f%s" % (nanoseconds / size, unit)


def check(quern, profile, written, shown):
    """What speedscope shows of one profile, against quern."""
    with open(written, encoding="utf-8") as file:
        name = json.load(file).get("name", "")  # else it takes the first profile's
    if shown["errors"] or not re.fullmatch(".*%s - speedscope" % re.escape(name), shown["title"]):
        sys.exit("%s: %s, %s" % (profile, shown["title"], shown["errors"]))
    got = [(match.group(1), row[2]) for row in shown["rows"] if len(row) == 3
           for match in [SHOWN.match(row[1])] if match and (match.group(1), row[2]) != NO_STACK]
    top = told(quern, "top", profile, "--format", "json", "--limit", "0", "--demangle", "never",
               "--unfold")
    event = told(quern, "convert", profile, "--to", "json")["events"][0]
    wanted = {(as_shown(int(row["self"][0]), event), row["name"] or "???") for row in top["rows"]}
    highest = sorted((int(row["self"][0]) for row in top["rows"]), reverse=True)[:5]
    highest = [as_shown(cost, event) for cost in highest]
    if not got or [row for row in got if row not in wanted]:
        sys.exit("%s: %s, but quern says otherwise" % (
            profile, [row for row in got if row not in wanted]))
    if [cost for cost, _ in got[:len(highest)]] != highest[:len(got)]:
        sys.exit("%s: %s is not the order of %s" % (profile, got[:5], highest))


def main():
    quern, root, work = (os.path.abspath(each) for each in sys.argv[1:])
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell")
    for program, path in (("npm", shutil.which("npm")), ("node", shutil.which("node")),
                          ("chromium-headless-shell", chromium)):
        if not path:
            skip(program + " is not installed")
    install(work)
    with tempfile.TemporaryDirectory() as folder:
        written = []
        for number, profile in enumerate(PROFILES):
            written.append(os.path.join(folder, "%d.speedscope.json" % number))
            subprocess.run([quern, "convert", os.path.join(root, profile), "-o", written[-1]],
                           check=True, capture_output=True)
        if jsonschema is not None:
            schema = os.path.join(work, "node_modules/speedscope/dist/release/file-format-schema.json")
            with open(schema, encoding="utf-8") as file:
                schema = json.load(file)
            validator = jsonschema.validators.validator_for(schema)(schema)
            for path in written:
                with open(path, encoding="utf-8") as file:
                    validator.validate(json.load(file))
        node = subprocess.run(["node", os.path.join(HERE, "check.mjs"), work, *written], check=False,
                              capture_output=True, text=True, timeout=480,
                              env=dict(os.environ, CHROMIUM=chromium))
        if node.returncode != 0:
            sys.exit(node.stderr)
        for profile, path, shown in zip(PROFILES, written, json.loads(node.stdout)):
            check(quern, os.path.join(root, profile), path, shown)
    print("%d passed, 0 failed" % len(PROFILES))


if __name__ == "__main__":
    main()
