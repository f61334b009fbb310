#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds flame graphs, call graphs and treemaps against what they promise, whatever functions are
called.

usage: picture_pages.py QUERN ROOT
SVG is well-formed XML and HTML nests well; no element, attribute or policy lets a page reach the
network or run a script but its own, which its policy names by the right hash. SVG of call graphs and
treemaps has no script. Folded stacks add up to the total; the same input gives the same bytes.
"""
import base64
import hashlib
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser

HOSTILE = [b"a]]>b", b"<script>alert(1)</script>", b"\" onload=\"x", b"'&amp;", b"\xff\xfe\x80",
           b"\x01\x02\x1b[31m", b"\xef\xbf\xbe\xef\xbf\xbf", "\u202egnp.exe".encode(),
           b"<!--", b"-->", b"</svg></style>", b"a;b;c 12", b"x" * 5000, "\U0001f525".encode(),
           b"\xed\xa0\x80", b"</title>", b"url(http://example.com)"]
VOID = {"meta", "input", "link", "br"}


def hostile_profile():
    rows = [b"events: Ir", b"fl=<file>&", b"ob=]]>"]
    for at, name in enumerate(HOSTILE):
        rows += [b"fn=" + name, b"1 %d" % (at + 1)]
        if at + 1 < len(HOSTILE):
            rest = sum(range(at + 2, len(HOSTILE) + 1))
            rows += [b"cfn=" + HOSTILE[at + 1], b"calls=1 1", b"2 %d" % rest]
    return b"\n".join(rows) + b"\n"


class Page(HTMLParser):
    """Collects what matters, and fails on tags that do not nest."""

    def __init__(self):
        super().__init__()
        self.open, self.scripts, self.policy, self.faults = [], [], "", []

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        for key, value in attributes:
            if key.startswith("on"):
                self.faults.append(f"an event handler: {key}")
            if key in ("src", "href", "action") and not (value or "").startswith("#"):
                self.faults.append(f"a reference: {key}={value}")
        if given.get("http-equiv") == "Content-Security-Policy":
            self.policy = given["content"]
        if tag not in VOID:
            self.open.append(tag)
        if tag == "script":
            self.scripts.append("")

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes what is not open")

    def handle_data(self, data):
        if self.open and self.open[-1] == "script":
            self.scripts[-1] += data


def faults_of_html(text):
    page = Page()
    page.feed(text)
    page.close()
    faults = page.faults + [f"<{tag}> is not closed" for tag in page.open]
    if len(page.scripts) != 1:
        return faults + [f"{len(page.scripts)} scripts instead of one"]
    digest = base64.b64encode(hashlib.sha256(page.scripts[0].encode()).digest()).decode()
    if f"script-src 'sha256-{digest}'" not in page.policy or \
            not page.policy.startswith("default-src 'none'"):
        faults.append(f"the policy is not for the script, which has sha256-{digest}")
    return faults


def faults_of_svg(data, scripts_wanted):
    try:
        root = ElementTree.fromstring(data)
    except ElementTree.ParseError as error:
        return [f"no XML: {error}"]
    faults = []
    for element in root.iter():
        for key in element.attrib:
            if key.startswith("on") or key.endswith("href"):
                faults.append(f"an attribute {key}")
    scripts = [element for element in root.iter() if element.tag.endswith("}script")]
    if len(scripts) != scripts_wanted or any(len(script) != 0 for script in scripts):
        faults.append(f"{len(scripts)} scripts instead of {scripts_wanted}")
    if re.search(r"(@import|https?:)", "".join(
            element.text or "" for element in root.iter() if element.tag.endswith("}style"))):
        faults.append("the style sheet fetches something")
    return faults


def run(quern, *words):
    done = subprocess.run([quern, *words, "--quiet", "--no-config"], capture_output=True)
    if done.returncode != 0:
        sys.exit(f"{words}: {done.stderr.decode()}")
    return done.stdout


PICTURES = (["flame"], ["flame", "--bottom-up"], ["flame", "--roots", "top", "--color-by", "self"],
            ["flame", "--merge-recursion", "--color-by", "function", "--pixels", "333"],
            ["graph"], ["graph", "--open-cycles", "--cluster-by", "file", "--min", "0"],
            ["graph", "--direction", "right"], ["map"], ["map", "--tiles", "callers"],
            ["map", "--tiles", "source"], ["map", "--tiles", "object", "--depth", "2"],
            ["map", "--tiles", "parts"], ["map", "--merge-recursion", "--pixels", "333", "--height", "1000"])


def faults_of(quern, file):
    faults = []
    for picture in PICTURES:
        words = [*picture, file, "--format"]
        svg = run(quern, *words, "svg")
        found = faults_of_svg(svg, 1 if picture[0] == "flame" else 0)
        found += faults_of_html(run(quern, *words, "html").decode())
        if svg != run(quern, *words, "svg"):
            found.append("two runs differ")
        faults += [f"{' '.join(picture)}: {fault}" for fault in found]
    rows = run(quern, "flame", file, "--format", "folded").splitlines()
    total = sum(int(row.rsplit(b" ", 1)[1]) for row in rows)
    info = re.search(rb'"totals": ?\[(\d+)', run(quern, "info", file, "--format", "json"))
    if total != int(info.group(1)):
        faults.append(f"folded stacks are {total} in all instead of {info.group(1).decode()}")
    return faults


def main():
    quern, root = os.path.abspath(sys.argv[1]), sys.argv[2]
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        hostile = os.path.join(folder, "hostile.out")
        with open(hostile, "wb") as file:
            file.write(hostile_profile())
        examples = os.path.join(root, "docs", "examples")
        for file in (hostile, os.path.join(examples, "callgrind.out.wordcount"),
                     os.path.join(examples, "cachegrind.out.shop")):
            for fault in faults_of(quern, file):
                print(f"{file}: {fault}")
                failed += 1
    print(f"{failed} faults")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
