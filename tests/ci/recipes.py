# SPDX-License-Identifier: MIT
"""The files that docs/ci.md prints, and the small programs that its recipes profile."""
import os
import re

from machine import commit, git

FENCE = re.compile(r"(?:^`([^`\n]+)`:\n\n)?^```(\w+)\n(.*?)^```$", re.M | re.S)
SECTION = re.compile(r"^## ([^\n]*)\n(.*?)(?=^## |\Z)", re.M | re.S)


class Page:
    """By section: files with their names, and commands without one, in order."""

    def __init__(self, text):
        self.text = text
        self.files, self.commands = {}, {}
        for title, body in SECTION.findall(text):
            self.files[title] = {name: code for name, _, code in FENCE.findall(body) if name}
            self.commands[title] = [code for name, kind, code in FENCE.findall(body) if not name and kind == "sh"]

    def without(self, part, instead=""):
        """The page with a fault: a part of its text is missing."""
        assert part in self.text, "the page has no text to leave out: " + part
        return Page(self.text.replace(part, instead))

    def recipe(self, profiler, system):
        """All files that a repository needs for one recipe."""
        return {**self.files["The three scripts"], **self.files[profiler], **self.files.get(system, {})}


# Work that the compiler cannot leave out: COST rounds of a loop in parse_item.
PROGRAM = """\
#include <stdio.h>

static volatile unsigned sum;

__attribute__((noinline)) static void parse_item(unsigned rounds) {
  for (unsigned at = 0; at < rounds; ++at) {
    sum += at;
  }
}

int main(void) {
  for (unsigned item = 0; item < 10; ++item) {
    parse_item(%d);
  }
  printf("%%u\\n", sum);
  return 0;
}
"""
MAKEFILE = "program: program.c\n\tcc -g -O1 -o $@ program.c\n"
SHOP = """\
<?php
namespace Shop;
// The stub of PHP reads these two numbers.
$orders = %d;
$cost = %d;
class Order { function price(array $items) { return count($items); } }
"""


class Callgrind:
    name = "Callgrind"
    main = "program.c"
    normal, slower, faster = 20000, 24000, 15000

    @staticmethod
    def program(cost):
        return {"program.c": PROGRAM % cost, "Makefile": MAKEFILE}


class Xdebug:
    """More calls: the number of calls is what its rules are strict about."""
    name = "Xdebug"
    main = "shop.php"
    normal, slower, faster = 6, 9, 3

    @staticmethod
    def program(orders):
        return {"shop.php": SHOP % (orders, 5000)}


class Repository:
    """A bare repository on a server, and a clone in which its branches are made."""

    def __init__(self, folder):
        self.bare = os.path.join(folder, "origin.git")
        self.clone = os.path.join(folder, "clone")
        os.makedirs(folder)
        git(folder, "init", "-q", "--bare", "-b", "main", self.bare)
        git(folder, "init", "-q", "-b", "main", self.clone)
        git(self.clone, "remote", "add", "origin", "file://" + self.bare)
        self.url = "file://" + self.bare

    def write(self, files, message, branch="main"):
        """A commit on top of main or of the branch, pushed; a branch that is new starts at main."""
        if branch != "main":
            git(self.clone, "checkout", "-q", "-B", branch, "main")
        for name, content in files.items():
            path = os.path.join(self.clone, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(content)
        commit(self.clone, message)
        git(self.clone, "push", "-q", "-f", "origin", "%s:refs/heads/%s" % (branch, branch),
            "%s:refs/pull/1/merge" % branch)
        if branch != "main":
            git(self.clone, "checkout", "-q", "main")
