# SPDX-License-Identifier: MIT
"""Turns quern's manual pages into Markdown. It knows the requests that quern-docs writes."""
import html
import re

ESCAPES = {"\\-": "-", "\\(aq": "'", "\\(dq": '"', "\\(ti": "~", "\\(ha": "^", "\\e": "\\", "\\&": ""}
FONTS = {"B": "b", "I": "i"}


def inline(text):
    """One line of roff as HTML: `\\fB` and `\\fI` up to the next `\\fR`, and escaped characters."""
    out, element = "", None
    for piece in re.split(r"(\\f[BIR]|\\\([a-z]{2}|\\.)", text):
        if piece.startswith("\\f"):
            out += "</%s>" % element if element else ""
            element = FONTS.get(piece[2])
            out += "<%s>" % element if element else ""
        elif piece.startswith("\\"):
            out += html.escape(ESCAPES[piece], quote=False)
        else:
            out += html.escape(piece, quote=False)
    return out + ("</%s>" % element if element else "")


def alternating(words):
    """`.BR x (1)`: the words in turns bold and not."""
    return "".join("<b>%s</b>" % inline(word) if at % 2 == 0 else inline(word)
                   for at, word in enumerate(words.replace("+ ", "+\u00a0").split()))


class Page:
    def __init__(self):
        self.out, self.title, self.summary = [], "", ""
        self.section, self.has_list, self.is_term = "", False, False

    def close_list(self):
        if self.has_list:
            self.out.append("</dd></dl>\n")
        self.has_list = self.is_term = False

    def heading(self, level, text):
        self.close_list()
        self.section = text
        if text not in ("NAME", "SYNOPSIS", "DESCRIPTION"):
            self.out.append("\n%s %s\n" % ("#" * level, text.capitalize() if text.isupper() else text))

    def text(self, words):
        if self.section == "NAME":
            self.title, self.summary = (re.sub(r"<.*?>", "", part) for part in words.split(" - ", 1))
        elif self.section == "SYNOPSIS":
            self.out.append("<p class=\"synopsis\">%s</p>" % words)
        elif self.is_term:
            name = re.search(r"--[a-z0-9-]+", re.sub(r"<.*?>", "", words))
            anchor = " id=\"%s\"" % name[0] if name and self.section != "EXAMPLES" else ""
            opening = "</dd>" if self.has_list else "\n<dl>"
            self.out.append("%s<dt%s>%s</dt><dd>" % (opening, anchor, words))
            self.has_list, self.is_term = True, False
        else:
            self.out.append(words if self.has_list else "<p>%s</p>" % words)

    def line(self, line):
        request, _, rest = line.partition(" ")
        if line.startswith(".\\\"") or request in (".TH", ".br", ".ad", ".nh"):
            return
        if request == ".SH":
            self.heading(2, rest)
        elif request == ".SS":
            self.heading(3, rest)
        elif request == ".PP":
            self.close_list()
        elif request == ".TP":
            self.is_term = True
        elif request == ".B":
            self.text("<b>%s</b>" % inline(rest))
        elif request == ".BR":
            self.text(alternating(rest))
        elif line.startswith("."):
            raise ValueError("a request that tools/site/manual.py does not know: " + line)
        elif line:
            self.text(inline(line))


def markdown(roff):
    """(name, summary, Markdown) of a manual page."""
    page = Page()
    for line in roff.splitlines():
        page.line(line)
    page.close_list()
    name = page.title.replace("quern-", "quern ", 1)
    summary = page.summary[:1].upper() + page.summary[1:] + "."
    return name, page.summary, "# %s\n\n%s\n%s\n" % (name, summary, "\n".join(page.out))
