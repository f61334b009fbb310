#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks who includes whom: rooms look down only, neither files nor folders include each other in
a circle, and every source and header compiles alone, as no build in batches shows. Also that no
folder is crowded, that two types do not share a name, and that system calls which change files are
made in one place.

usage: check_layers.py [--compile BUILD] [ROOT]     (ROOT: the project's folder)
Sources are compiled with the headers that BUILD, a build folder, finds; without it, none are.
Prints what is wrong and ends with 1, or says what was checked and ends with 0.
"""
import concurrent.futures
import json
import os
import re
import shlex
import shutil
import subprocess
import sys

# A room and the rooms it may include, besides itself (docs/architecture.md).
ROOMS = {
    "base": "",
    "bytes": "base",
    "drawing": "base",
    "model": "base",
    "formats": "base bytes model",
    "analysis": "base model",
    "source": "base bytes model",
    "query": "base model analysis source",
    "views": "base drawing model analysis source query",
    "filters": "base model analysis source query views",
    "load": "base bytes model formats analysis source query views filters",
    "save": "base bytes model formats analysis source query views filters load",
    "compare": "base bytes drawing model analysis source query views filters load save",
    "output": "base drawing query views compare",
    "c": "base bytes model formats load",
    "server": "base bytes drawing model formats analysis source query views filters load compare "
              "output",
    "cli": "base bytes drawing model formats analysis source query views filters load save compare "
           "output server",
    "farm": "base bytes drawing model formats analysis source query views filters load save compare "
            "output server cli",
    "testing": "base bytes drawing model formats analysis source query views filters load save "
               "compare output server cli",
}
# What unit tests (x_test.cc, test_support.h) may include in addition. Queries are tested on the
# lists that they choose rows of.
IN_TESTS = {"testing", "filters", "load", "save"}
IN_TESTS_OF = {"query": {"views"}}
# A folder of quern/ holds at most so many sources.
MOST_FILES = 40
# The one that reads what it has precompiled fastest.
COMPILER = "clang++-19"
# What a header takes beside those of quern/ that it includes, in bytes of those.
STANDARD_LIBRARY = 40000
# Folders outside quern/ whose files may include every room.
OUTSIDE = ("fuzz", "bench", "tests")

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:"|<(?=quern/))([^">]+)[">]', re.MULTILINE)

# Calls that change the file system; tests make them fail where they all are.
CHANGES = re.compile(r"(?<![\w:])(?:std)?::(?:write|pwrite|fsync|fdatasync|ftruncate|truncate|"
                     r"fchmod|chmod|rename|renameat2?|link|linkat|symlink|unlink|unlinkat|rmdir|"
                     r"mkdir|mkdirat|mkdtemp|mkostemps?|mkstemps?|utimensat|futimens|remove|"
                     r"ofstream|fopen)\(|"
                     r"\b(?:std::filesystem|fs)::(?:rename|remove|remove_all|copy|copy_file|"
                     r"create_director(?:y|ies)|create_symlink|create_hard_link|resize_file|"
                     r"permissions|last_write_time)\(|\bstd::ofstream\b")
CHANGES_FILES = "quern/bytes/writing/system_calls.cc"
TO_STDERR = "::write(STDERR_FILENO,"


def changes_in(path, text):
    """Where a file changes the file system that is not the one to do so: (line, call)."""
    parts = path.split("/")
    if path == CHANGES_FILES or parts[0] != "quern" or parts[1] == "testing" or \
            path.endswith(("_test.cc", "/test_support.h")):
        return
    for found in CHANGES.finditer(text):
        if not text.startswith(TO_STDERR, found.start()):
            yield text[:found.start()].count("\n") + 1, found.group().rstrip("(")


def sources(root):
    for top in ("quern",) + OUTSIDE:
        for folder, folders, files in os.walk(os.path.join(root, top)):
            folders.sort()
            for name in sorted(files):
                if name.endswith((".h", ".cc")):
                    yield os.path.relpath(os.path.join(folder, name), root)


def room_of(path):
    parts = path.split("/")
    return parts[1] if parts[0] == "quern" and len(parts) > 2 else None


def format_of(path):
    """The folder of one format: formats/callgrind/x.h -> callgrind; shared files have none."""
    parts = path.split("/")
    own = len(parts) > 3 and parts[:2] == ["quern", "formats"] and parts[2] != "shared"
    return parts[2] if own else None


def look_up(path, included):
    """Why `path` may not include `included`, or None."""
    if path.split("/")[0] in OUTSIDE:
        return None
    here, there = room_of(path), room_of(included)
    if there is None:
        return 'is not written as "quern/room/file.h"'
    if here not in ROOMS or there not in ROOMS:
        return "belongs to no room that ROOMS names"
    allowed = set(ROOMS[here].split()) | {here}
    if path.endswith(("_test.cc", "/test_support.h")):
        allowed |= IN_TESTS | IN_TESTS_OF.get(here, set())
    if there not in allowed:
        return "looks up: %s may include %s" % (here, " ".join(sorted(allowed)))
    other = format_of(included)
    registry = path.startswith("quern/formats/registry")
    if here == "formats" and other and other != format_of(path) and not registry:
        return "is another format's folder"
    is_test = path.endswith("_test.cc")
    if format_of(path) and included == "quern/formats/registry.h" and not is_test:
        return "is the registry, which knows formats; a format does not know it"
    return None


def folder_graph(graph):
    """Which folder of quern/ includes which, without tests."""
    folders = {}
    for path, included in graph.items():
        if path.startswith("quern/") and not path.endswith(("_test.cc", "/test_support.h")):
            here = folders.setdefault(os.path.dirname(path), set())
            here.update(os.path.dirname(each) for each in included if each in graph)
            here.discard(os.path.dirname(path))
    return folders


def crowded(graph):
    """Folders of quern/ with too many sources: (folder, how many)."""
    counts = {}
    for path in graph:
        folder = os.path.dirname(path)
        counts[folder] = counts.get(folder, 0) + path.startswith("quern/")
    return sorted(pair for pair in counts.items() if pair[1] > MOST_FILES)


def cycle_in(graph):
    """A list of files that include each other in a circle, or None. Iterative."""
    done = set()
    for start in sorted(graph):
        path, stack = [], [(start, False)]
        while stack:
            node, is_left = stack.pop()
            if is_left:
                done.add(path.pop())
            elif node in path:
                return path[path.index(node):] + [node]
            elif node not in done:
                path.append(node)
                stack.append((node, True))
                stack.extend((next_node, False) for next_node in graph.get(node, ()))
    return None


PRIVATE = re.compile(r"(?:template.*> *)?(?:(?:class|struct|enum class|enum) (\w+)|using (\w+) =|"
                     r"const(?:expr)? [^=({]*?\b(k\w+)|"
                     r"(?!TEST|namespace|using|template)[^=(]*?(?<!::)\b(\w+)\()")

NAMESPACE = re.compile(r"namespace ([\w:]*) ?\{")
TYPE = re.compile(r"(?:struct|class|enum class|union) (\w+)(?: final)?(?: :.*)? \{")


def private_names(text):
    """What a source defines in its unnamed namespaces, by the first word of each definition."""
    is_private = False
    for line in re.sub(r'R"(\w*)\(.*?\)\1"', "", text, flags=re.DOTALL).split("\n"):
        if line == "namespace {":
            is_private = True
        elif line == "}  // namespace":
            is_private = False
        elif is_private and line[:1].isalpha():
            found = PRIVATE.match(line)
            if found and "::" + str(found.group(4)) + "(" not in line:
                yield next(name for name in found.groups() if name)


def shared_private_names(texts):
    """Sources of a folder, and tests of a room, are compiled as one: a private name that two of
    them have would be an error there or, of functions, the wrong one of two. (path, name, other
    path)"""
    owners = {}
    for path, text in sorted(texts.items()):
        for name in private_names(text) if path.endswith(".cc") else ():
            is_test = path.endswith("_test.cc")
            key = room_of(path) if is_test else os.path.dirname(path), is_test, name
            if owners.setdefault(key, path) != path:
                yield path, name, owners[key]


def shared_types(texts):
    """Types that have one name in one namespace. No compiler may see both, and the linker then takes
    functions of one for those of the other. (path, line, name, other path)"""
    owners = {}
    for path, text in sorted(texts.items()):
        namespaces = []
        for number, line in enumerate(text.split("\n") if path.startswith("quern/") else (), 1):
            begun, defined = NAMESPACE.match(line), TYPE.match(line)
            if begun:
                namespaces.append(begun.group(1))
            elif line.startswith("}  // namespace"):
                namespaces.pop()
            elif defined and "" not in namespaces:
                name = "::".join(namespaces + [defined.group(1)])
                if owners.setdefault(name, path) != path:
                    yield path, number, name, owners[name]


def commands_of(build):
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        return json.load(file)


def first_sources(root, build):
    """Sources that the build has compiled with nothing in front of them: the first of a batch."""
    for entry in commands_of(build):
        path = entry["file"]
        if os.path.basename(os.path.dirname(path)) == "Unity" and os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                path = INCLUDE.findall(file.read())[0]
        yield os.path.relpath(path, root)


def flags_by_room(build):
    """What the compiler is called with in a build folder: room -> where it looks for headers."""
    flags = {}
    for entry in commands_of(build):
        target = re.search(r"CMakeFiles/quern_(\w+)\.dir/", entry["command"])
        if target:
            words = shlex.split(entry["command"])
            flags[target.group(1)] = [
                word for at, word in enumerate(words)
                if word.startswith(("-I", "-D", "-isystem")) or words[at - 1] == "-isystem"]
    return flags


def to_compile(graph):
    """The files which, compiled alone, show that all of quern/ could be: each source, and the
    headers that no source of their name includes first."""
    own = [path for path in graph if path.startswith("quern/")]
    # x_none.cc stands in for x.cc where a library is missing.
    alone = [path for path in own
             if path.endswith(".cc") and not path.endswith(("_test.cc", "_none.cc"))]
    shown = {graph[path][0] for path in alone if graph[path] and
             graph[path][0] == path[:-len("cc")] + "h"}
    return alone + [path for path in own if path.endswith(".h") and path not in shown]


def headers_within(graph):
    """path -> the headers of quern/ that it includes, also through others."""
    within = {}

    def of(path):
        if path not in within:
            within[path] = set()  # of a circle, which is reported elsewhere
            within[path] = set(graph.get(path, ())) | {
                header for included in graph.get(path, ()) for header in of(included)}
        return within[path]
    for path in graph:
        of(path)
    return within


def precompiled(graph, sizes, compiled):
    """Which headers to compile once, and the one that each file begins with: one that the file
    includes in any case, itself or through others. So this hides no missing include."""
    within = headers_within(graph)

    def weight(header):
        return sum(sizes.get(each, 0) for each in within[header] | {header}) + STANDARD_LIBRARY
    weights = {path: weight(path) for path in graph if path.endswith(".h")}
    best = dict.fromkeys(compiled)
    users = {header: [path for path in compiled if header in within[path]] for header in weights}

    def saved(header):
        return sum(max(0, weights[header] - weights.get(best[path], 0))
                   for path in users[header]) - 2 * weights[header]
    while True:
        header = max(sorted(weights), key=saved, default=None)
        if header is None or saved(header) <= 0:
            return {path: found for path, found in best.items() if found}
        best.update((path, header) for path in users[header]
                    if weights[header] > weights.get(best[path], 0))


class Compiler:
    """Compiles files of quern/ alone, with the flags of a build folder."""

    def __init__(self, root, build):
        self.root = root
        self.flags = flags_by_room(build)
        self.folder = os.path.join(os.path.abspath(build), "alone")
        self.ready = {}
        os.makedirs(self.folder, exist_ok=True)

    def run(self, path, *arguments):
        """What the compiler says, or None."""
        flags = self.flags.get(room_of(path), [])
        done = subprocess.run([COMPILER, "-std=c++23", "-Wall", "-Wextra", "-I", self.root, *flags,
                               *arguments], text=True, capture_output=True)
        return done.stderr if done.returncode or done.stderr else None

    def written(self, path):
        """A file that includes nothing but this header."""
        source = os.path.join(self.folder, path.replace("/", "_") + ".cc")
        with open(source, "w", encoding="utf-8") as file:
            file.write('#include "%s"\n' % path)
        return source

    def precompile(self, header):
        to = os.path.join(self.folder, header.replace("/", "_") + ".pch")
        said = self.run(header, "-x", "c++-header", self.written(header), "-o", to)
        if not said:
            self.ready[header] = to
        return said

    def check(self, path, header):
        source = self.written(path) if path.endswith(".h") else os.path.join(self.root, path)
        begins = ["-include-pch", self.ready[header]] if header in self.ready else []
        return self.run(path, "-fsyntax-only", *begins, source)

    def problems(self, graph, texts, compiled):
        begins = precompiled(graph, {path: len(text) for path, text in texts.items()}, compiled)
        headers = sorted(set(begins.values()))
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            said = dict(zip(headers, pool.map(self.precompile, headers)))
            rest = [path for path in compiled if path not in said]
            said.update(zip(rest, pool.map(lambda path: self.check(path, begins.get(path)), rest)))
        shutil.rmtree(self.folder)
        return ["%s does not compile alone:\n%s" % pair for pair in said.items() if pair[1]]


def main():
    arguments = sys.argv[1:]
    build = None
    if arguments[:1] == ["--compile"]:
        build = arguments[1]
        arguments = arguments[2:]
    root = os.path.abspath(arguments[0] if arguments else os.path.join(sys.path[0], ".."))
    problems, graph, texts = [], {}, {}
    for path in sources(root):
        with open(os.path.join(root, path), encoding="utf-8") as file:
            text = file.read()
        graph[path] = INCLUDE.findall(text)
        texts[path] = text
        problems += ["%s:%d: %s changes files, which only %s does" % (path, *found, CHANGES_FILES)
                     for found in changes_in(path, text)]
        for included in graph[path]:
            reason = look_up(path, included)
            if reason:
                line = text[:text.index(included)].count("\n") + 1
                problems.append("%s:%d: %s %s" % (path, line, included, reason))
    circle = cycle_in(graph)
    if circle:
        problems.append("files include each other: " + " -> ".join(circle))
    circle = cycle_in(folder_graph(graph))
    if circle:
        problems.append("folders include each other: " + " -> ".join(circle))
    problems += ["%s: `%s` is a private name of %s, too" % each
                 for each in shared_private_names(texts)]
    problems += ["%s:%d: %s is a type of %s, too" % each for each in shared_types(texts)]
    problems += ["%s: %d sources, more than %d" % (*pair, MOST_FILES) for pair in crowded(graph)]
    done = set(first_sources(root, build)) if build else set()
    compiled = [path for path in to_compile(graph) if path not in done] if build else []
    if compiled:
        problems += Compiler(root, build).problems(graph, texts, compiled)
    print("\n".join(problems) or "check_layers: %d files, %d compiled alone, all right"
          % (len(graph), len(compiled)))
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
