# SPDX-License-Identifier: MIT
"""Checks a built site: each link leads to a file and an anchor that exist, and nothing that a browser
loads comes from another host."""
import glob
import os
import re
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

LOADED = re.compile(r"""url\(\s*['"]?(?:https?:)?//|@import|@font-face""")


class Page(HTMLParser):
    """What a page links to, what it loads, and its anchors."""

    def __init__(self, path):
        super().__init__()
        self.links, self.loads, self.anchors, self.twice = [], [], set(), []
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if "id" in given:
            if given["id"] in self.anchors:
                self.twice.append(given["id"])
            self.anchors.add(given["id"])
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        elif tag == "link":
            self.loads.append(given["href"])
        self.loads += [given[name] for name in ("src", "srcset") if given.get(name)]


def target(folder, link):
    """The file that a link of a page in `folder` leads to, and the anchor."""
    parts = urlsplit(link)
    path = os.path.normpath(os.path.join(folder, unquote(parts.path))) if parts.path else None
    if path and os.path.isdir(path):
        path = os.path.join(path, "index.html")
    return path, unquote(parts.fragment)


def check(site):
    """How many pages the site has, and its faults."""
    paths = sorted(glob.glob(os.path.join(site, "**", "*.html"), recursive=True))
    pages = {os.path.normpath(path): Page(path) for path in paths}
    faults = []
    for path, page in pages.items():
        name = os.path.relpath(path, site)
        faults += ["%s: two elements have the id %s" % (name, anchor) for anchor in page.twice]
        for link in page.loads:
            if urlsplit(link).netloc or urlsplit(link).scheme not in ("", "data"):
                faults.append("%s: loads %s from another host" % (name, link))
            elif not link.startswith("data:"):
                page.links.append(link)
        for link in page.links:
            if urlsplit(link).scheme:
                continue
            to, anchor = target(os.path.dirname(path), link)
            to = to or path
            if not os.path.exists(to):
                faults.append("%s: %s does not exist" % (name, link))
            elif anchor and to in pages and anchor not in pages[to].anchors:
                faults.append("%s: %s has no such anchor" % (name, link))
    for path in glob.glob(os.path.join(site, "**", "*.css"), recursive=True):
        with open(path, encoding="utf-8") as file:
            if LOADED.search(file.read()):
                faults.append("%s: loads a font or a style" % os.path.relpath(path, site))
    return len(pages), faults
