#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws docs/pictures/terminal.svg from what quern prints; tests/readme_examples.py compares it.

usage: terminal_picture.py QUERN ROOT
"""
import html
import os
import re
import subprocess
import sys

WIDTH = 84
COMMANDS = (
    "quern top -n 3 callgrind.out.leaf-new",
    "quern annotate leaf --context 2 --source-path ../../tests/corpus/src \\\n    callgrind.out.leaf-new",
)
# They depend on when the sources were checked out, or repeat the command line.
LEFT_OUT = re.compile(r"(\x1b\[[0-9;]*m)*(source:|warning:|next:)")
# Lines of an answer that the picture has room for.
LENGTHS = (6, 14)
PAINTS = {"1": "b", "2": "d", "1;31": "r", "1;33": "y", "1;35": "y", "31": "r", "33": "y"}
LINE, COLUMN, MARGIN = 18, 7.83, 16
STYLE = """text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#ece6dc;white-space:pre}
.b{font-weight:700}.d{fill:#aaa195}.r{fill:#ff9b93;font-weight:700}.y{fill:#ffa657;font-weight:700}.c{fill:#f0a860;font-weight:700}"""


def answer(command, length, quern, root):
    """The first lines of what a command prints, with its colors."""
    words = command.replace("quern ", "exec \"$QUERN\" ", 1) + " --color always --width %d" % WIDTH
    done = subprocess.run(["sh", "-c", words], cwd=os.path.join(root, "docs", "examples"),
                          env={"QUERN": quern, "LC_ALL": "C.UTF-8", "HOME": "/nonexistent", "PATH": os.environ["PATH"]},
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=True, timeout=60)
    lines = [line for line in done.stdout.decode().splitlines() if not LEFT_OUT.match(line)]
    return lines[:length]


def spans(line):
    """A line with escape sequences as the content of an SVG `text`."""
    out, paint = "", None
    for piece in re.split(r"(\x1b\[[0-9;]*m)", line):
        if piece.startswith("\x1b"):
            code = piece[2:-1]
            paint = None if code in ("", "0") else PAINTS[code]
        elif piece:
            text = html.escape(piece, quote=False)
            out += "<tspan class=\"%s\">%s</tspan>" % (paint, text) if paint else text
    return out


def picture(quern, root):
    rows = []
    for command, length in zip(COMMANDS, LENGTHS):
        rows += ["<tspan class=\"c\">%s</tspan>" % line for line in ("$ " + command).split("\n")]
        rows += [*map(spans, answer(command, length, quern, root)), ""]
    rows.pop()
    width, height = round(WIDTH * COLUMN) + 2 * MARGIN, len(rows) * LINE + 2 * MARGIN
    texts = ["<text x=\"%d\" y=\"%d\" xml:space=\"preserve\">%s</text>" % (MARGIN, MARGIN + 13 + at * LINE, row)
             for at, row in enumerate(rows) if row]
    return ("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\">\n"
            "<title>quern on a terminal</title>\n<style>%s</style>\n"
            "<rect width=\"100%%\" height=\"100%%\" rx=\"8\" fill=\"#191714\"/>\n%s\n</svg>\n"
            % (width, height, width, height, STYLE, "\n".join(texts)))


def main(quern, root):
    with open(os.path.join(root, "docs", "pictures", "terminal.svg"), "w", encoding="utf-8") as file:
        file.write(picture(os.path.abspath(quern), root))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
