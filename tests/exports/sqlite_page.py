#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the queries of docs/sqlite.md and compares what they give with what the page shows.

usage: sqlite_page.py QUERN ROOT [--update]
A block ```sql NAME.db [new=OTHER.db] is run on the database that the page's own commands make; the
block ``` behind it has the rows, as `sqlite3 -column -header` prints them. --update writes them.
Ends with 77 where quern was built without SQLite.
"""
import os
import re
import sqlite3
import subprocess
import sys
import tempfile

QUERY = re.compile(r"^```sql (\S+\.db)(?: new=(\S+\.db))?\n(.*?)^```\n(?:\n```\n(.*?)^```\n)?",
                   re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^quern convert (\S+) -o (\S+\.db)$", re.MULTILINE)
WIDEST = 76


def table(cursor):
    """Rows in columns, each as wide as its widest cell."""
    rows = [[column[0] for column in cursor.description]]
    rows += [["" if cell is None else str(cell) for cell in row] for row in cursor]
    widths = [max(map(len, column)) for column in zip(*rows)]
    rows.insert(1, ["-" * width for width in widths])
    return "".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() + "\n"
                   for row in rows)


def make(quern, examples, profile, path):
    done = subprocess.run([quern, "convert", profile, "-o", path], cwd=examples, check=False,
                          capture_output=True, text=True)
    if "not-built-in" in done.stderr:
        print("skipped: quern was built without SQLite")
        sys.exit(77)
    if done.returncode != 0:
        sys.exit(done.stderr)


def main():
    arguments = [a for a in sys.argv[1:] if a != "--update"]
    update = len(arguments) != len(sys.argv) - 1
    quern, root = (os.path.abspath(a) for a in arguments)
    page = os.path.join(root, "docs", "sqlite.md")
    with open(page, encoding="utf-8") as file:
        text = file.read()
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        examples = os.path.join(root, "docs", "examples")
        for profile, name in COMMAND.findall(text):
            if os.path.exists(os.path.join(examples, profile)):
                make(quern, examples, profile, os.path.join(folder, name))

        def answer(match):
            name, new, query, shown = match.groups()
            database = sqlite3.connect(os.path.join(folder, name))
            if new:
                database.execute("ATTACH ? AS new", (os.path.join(folder, new),))
            got = table(database.execute(query))
            database.close()
            if got.count("\n") < 3 or max(map(len, got.splitlines())) > WIDEST:
                failed.append("too little or too wide:\n%s%s" % (query, got))
            if got != shown:
                failed.append("%s--- shown\n%s--- given\n%s" % (query, shown, got))
            head = match.group(0).split("\n", 1)[0]
            return "%s\n%s```\n\n```\n%s```\n" % (head, query, got)

        new_text = QUERY.sub(answer, text)
    count = len(QUERY.findall(text))
    if update:
        with open(page, "w", encoding="utf-8") as file:
            file.write(new_text)
        failed = [each for each in failed if each.startswith("too")]
    print("\n".join(failed))
    print("%d passed, %d failed" % (count - len(failed), len(failed)))
    sys.exit(1 if failed or count < 10 else 0)


if __name__ == "__main__":
    main()
