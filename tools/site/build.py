#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds the site of docs/ with MkDocs and checks its links.

usage: build.py ROOT MANUALS SITE

MANUALS is the folder of quern's manual pages, which become a page for each command. docs/README.md is
the entry page, and its headings and lists are the site's navigation: each page has to be linked there.
"""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import links
import manual

HERE = os.path.dirname(os.path.abspath(__file__))
# Pages outside docs/, by the names they have on the site.
OUTSIDE = {"README.md": "overview.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md",
           "LICENSE": "license.txt"}
LINK = re.compile(r"\]\(([^)#\s]+)(#[^)\s]*)?\)")
FENCE = re.compile(r"^(```+)([a-z]+) [^`\n]*$", re.MULTILINE)
COMMANDS = re.compile(r"^- Commands:", re.MULTILINE)


def on_the_site(text, page, root):
    """The page's text with links to pages outside docs/, and folders, as they are on the site.
    Python-Markdown takes one word behind a fence, so the rest is dropped."""
    folder = os.path.dirname(page)

    def link(match):
        target, anchor = match[1], match[2] or ""
        if re.match(r"[a-z]+:", target):
            return match[0]
        path = os.path.relpath(os.path.normpath(os.path.join(folder, target)), root)
        path = OUTSIDE.get(path, path[len("docs/"):] if path.startswith("docs/") else path)
        here = os.path.relpath(folder, root)
        here = "" if here == "." else here[len("docs/"):] if here.startswith("docs/") else ""
        to = os.path.relpath(path, here or ".") + ("/README.md" if target.endswith("/") else "")
        return "](%s%s)" % (to, anchor)

    if page == os.path.join(root, "README.md"):
        text = re.sub(r'\b(src|srcset)="docs/', r'\1="', text)
    return FENCE.sub(r"\1\2", LINK.sub(link, text))


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write_commands(manuals, source):
    """A page for each command, and one that lists them. Returns [title, page] pairs."""
    pages = []
    for path in sorted(glob.glob(os.path.join(manuals, "*.1"))):
        name, summary, text = manual.markdown(read(path))
        page = "commands/%s.md" % os.path.basename(path)[:-2]
        write(os.path.join(source, page), text)
        pages.append((name, page, summary))
    rows = ["- [%s](%s): %s" % (name, os.path.basename(page), summary) for name, page, summary in pages]
    write(os.path.join(source, "commands", "README.md"),
          "# Commands\n\n`quern help` shows these on the terminal, and `man quern-top` once quern is "
          "installed.\n\n%s\n" % "\n".join(rows))
    return [["All commands", "commands/README.md"]] + [[name, page] for name, page, _ in pages]


def write_schemas(root, source):
    shutil.copytree(os.path.join(root, "docs", "json"), os.path.join(source, "json"))
    rows = []
    for path in sorted(glob.glob(os.path.join(root, "docs", "json", "*.json"))):
        name = os.path.basename(path)
        rows.append("- [%s](%s): %s" % (name, name, json.loads(read(path)).get("description", "")))
    write(os.path.join(source, "json", "README.md"),
          "# JSON of every answer\n\nThe schemas of what `--format json` writes.\n\n%s\n" % "\n".join(rows))


def navigation(entry, commands):
    """MkDocs' `nav`, from the headings, labels and lists of the entry page."""
    sections = [{"Overview": "README.md"}]
    for section in re.split(r"^## ", entry, flags=re.MULTILINE)[1:]:
        title, text = section.split("\n", 1)
        rows, label = [], None
        for line in re.split(r"\n(?=- |\S)", text):
            if re.fullmatch(r"[A-Z][^.\n]*:\s*", line):
                label = {line.strip()[:-1]: []}
                rows.append(label)
            elif line.startswith("- Commands:") or line.startswith("- [Commands]"):
                rows.append({"Commands": [{name: page} for name, page in commands]})
                continue
            into = next(iter(label.values())) if label else rows
            if line.startswith("- ") or line.startswith("  "):
                into.extend({name.replace("\n", " "): page} for name, page in
                            re.findall(r"\[([^\]]+)\]\(([^)#\s]+\.md)\)", line))
        sections.append({title.strip(): rows})
    return sections


def pages_of(entries):
    for entry in entries:
        for value in entry.values():
            yield from [value] if isinstance(value, str) else pages_of(value)


def build(root, manuals, site):
    source = tempfile.mkdtemp(prefix="quern-docs-")
    try:
        texts = sorted(glob.glob(os.path.join(root, "docs", "**", "*.md"), recursive=True))
        pages = {os.path.relpath(path, os.path.join(root, "docs")): path for path in texts}
        pages.update({to: os.path.join(root, path) for path, to in OUTSIDE.items()})
        for page, path in pages.items():
            write(os.path.join(source, "docs", page), on_the_site(read(path), path, root))
        docs = os.path.join(source, "docs")
        shutil.copytree(os.path.join(root, "docs", "pictures"), os.path.join(docs, "pictures"))
        write_schemas(root, docs)
        commands = write_commands(manuals, docs)
        entry = os.path.join(docs, "README.md")
        text, count = COMMANDS.subn("- [Commands](commands/README.md):", read(entry))
        if count != 1:
            sys.exit("docs/README.md has no line that begins with `- Commands:`")
        write(entry, text)
        nav = navigation(text, commands)
        unlisted = sorted(page for page in set(pages) - set(pages_of(nav)) if page.endswith(".md"))
        if unlisted:
            sys.exit("docs/README.md does not link to: " + " ".join(unlisted))
        # JSON is YAML.
        write(os.path.join(source, "mkdocs.yml"), json.dumps({
            "site_name": "quern", "docs_dir": docs, "site_dir": os.path.abspath(site), "strict": True,
            "use_directory_urls": False, "nav": nav,
            "theme": {"name": None, "custom_dir": os.path.join(HERE, "theme")},
            "markdown_extensions": ["sane_lists", {"toc": {"permalink": False}}],
            "plugins": [{"search": {"prebuild_index": False}}]}))
        done = subprocess.run(["mkdocs", "build", "--clean", "-f", os.path.join(source, "mkdocs.yml")],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode != 0:
            sys.exit("mkdocs: " + done.stdout)
    finally:
        shutil.rmtree(source)


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    build(os.path.abspath(sys.argv[1]), *sys.argv[2:])
    count, faults = links.check(sys.argv[3])
    print("\n".join(faults))
    print("%d pages, %d faults" % (count, len(faults)))
    sys.exit(1 if faults or not count else 0)


if __name__ == "__main__":
    main()
