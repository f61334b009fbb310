#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests of the page: its types, its units, and the page itself in a browser.

usage: run.py types|units|NAME QUERN WORK

NAME is one of NAME.test.mjs beside this. WORK is the folder in which the build has built the page.
Exit code 77 where that, Node or a browser is missing."""
import os
import shutil
import subprocess
import sys


def skip(why):
    print("skipped:", why)
    return 77


def main():
    part, quern, work = sys.argv[1:]
    here = os.path.dirname(os.path.abspath(__file__))
    if not os.path.exists(os.path.join(work, "dist", "index.html")):
        return skip("this build has no page")
    if part in ("types", "units"):
        return subprocess.call(["npm", "run", {"types": "check", "units": "test"}[part]], cwd=work)
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell")
    if not chromium:
        return skip("chromium-headless-shell is not installed")
    environment = dict(os.environ, QUERN=os.path.abspath(quern), PAGE_WORK=os.path.abspath(work),
                       CHROMIUM=chromium)
    command = ["node", "--test", os.path.join(here, f"{part}.test.mjs")]
    failed = subprocess.call(command, env=environment)
    if not failed:
        return 0
    # A browser on a machine that does other work may lose a race that no user would run: what
    # fails twice is a fault. The first failure stays to be read.
    print(f"page.{part}: failed; once more", flush=True)
    return subprocess.call(command, env=environment)


if __name__ == "__main__":
    sys.exit(main())
