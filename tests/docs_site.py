#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds the site of docs/ and checks its links, and that it loads nothing from other hosts.

usage: docs_site.py ROOT MANUALS

Ends with 77 where MkDocs is not installed."""
import os
import shutil
import subprocess
import sys
import tempfile

FAULTY = """<a href="no-such-page.html">x</a><a href="index.html#no-such-anchor">x</a><i id="a"></i>
<i id="a"></i><script src="https://cdn.example/x.js"></script><link href="//fonts.example/x.css">"""


def faults_that_are_found(site, links):
    """One for each kind of fault: the checker would be of no use if it found none."""
    with open(os.path.join(site, "faulty.html"), "w", encoding="utf-8") as page:
        page.write(FAULTY)
    with open(os.path.join(site, "faulty.css"), "w", encoding="utf-8") as style:
        style.write("@font-face { src: url(https://fonts.example/x.woff2) }")
    return links.check(site)[1]


def main(root, manuals):
    if not shutil.which("mkdocs"):
        print("skipped: mkdocs is not installed")
        return 77
    tools = os.path.join(root, "tools", "site")
    sys.path.insert(0, tools)
    import links  # pylint: disable=import-outside-toplevel
    import manual  # pylint: disable=import-outside-toplevel
    with tempfile.TemporaryDirectory(prefix="quern-site-") as folder:
        site = os.path.join(folder, "site")
        done = subprocess.run([sys.executable, os.path.join(tools, "build.py"), root, manuals, site],
                              stdin=subprocess.DEVNULL, check=False)
        if done.returncode:
            return 1
        found = faults_that_are_found(site, links)
        if len(found) != 6:
            print("of six faults, links.py finds:", *found, sep="\n")
            return 1
        with open(os.path.join(site, "commands", "quern-top.html"), encoding="utf-8") as page:
            if '<dt id="--sort">' not in page.read():
                print("the page of quern top has no option --sort")
                return 1
    for unknown in ".UNKNOWN x", "a \\z":
        try:
            manual.markdown(unknown)
        except (ValueError, KeyError):
            continue
        print("manual.py accepts %r" % unknown)
        return 1
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])))
