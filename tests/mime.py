#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Asks `file` and file managers what profiles are, by packaging/quern.magic and quern.xml.

usage: mime.py magic|types QUERN ROOT
magic: libmagic names the format that quern finds in the profiles of docs/examples, tests/corpus and,
if they are there, ../shared/corpus and ../shared/conformance. It claims no other files.
types: the same for shared-mime-info, by names and by the first 4096 bytes, as GLib asks for them.
Ends with 77 (skipped) where the programs for that are missing.
"""
import bz2
import gzip
import json
import lzma
import os
import shutil
import subprocess
import sys
import tempfile
import zlib

FOLDERS = ("docs/examples", "tests/corpus", "../shared/corpus", "../shared/conformance")
LARGEST = 3_000_000  # bytes on disk; larger files show nothing more
PREFIX = 1 << 20  # `file` does not read more

# What quern finds: what `file` says, and the type.
NAMES = {
    "callgrind": ("Callgrind profile", "application/x-callgrind"),
    "cachegrind": ("Cachegrind profile", "application/x-cachegrind"),
    "xdebug": ("Xdebug profile", "application/x-xdebug-profile"),
    "parrot": ("Parrot profile", "application/x-parrot-profile"),
    "igprof": ("IgProf profile", "application/x-igprof"),
    "speedscope": ("speedscope profile", "application/x-speedscope+json"),
    "quern-json": ("quern JSON", "application/x-quern+json"),
    "snapshot": ("quern snapshot", "application/x-quern-snapshot"),
}
PROFILE_NAMES = [text for text, _ in NAMES.values()]
# libmagic calls each file with a NUL in it data, and never compares text rules with it.
HAS_NUL = "43-nul-and-odd-names.callgrind"

# Texts that begin like profiles, or mention them.
OTHERS = {
    "compose": "version: 1\nevents:\n  - push\n  - pull\n",
    "settings": "# events of the day\nversion: 1\nevents: all\nmode: fn=main\n",
    "massif.out.1": "desc: --pages-as-heap=no\ncmd: ./a.out\ntime_unit: i\n#-----\nsnapshot=0\n",
    "page": "# Callgrind's format\n\nA file has these rows:\n\nversion: 1\nevents: Ir\nfn=main\n1 2\n",
    "letter": "Dear reader,\n\nevents: Ir\nfn=main\n1 2\n",
    "command": "cmd: make all\ndesc: builds\n",
    "objects.json": '{"schema": "queries/1", "events": [1, 2]}\n',
    "schema.json": '{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object"}\n',
    "list.json": '[{"fn": "main"}]\n',
    "expression": "P=(a+b) and ID=4\n",
    "options": "CLI: how to start it\nVERSION: 2 or newer\n",
    "empty": "",
}
# Names without content: type by GLib.
BY_NAME = {
    "callgrind.out.4711": "application/x-callgrind", "callgrind.out.4711.2-01": "application/x-callgrind",
    "a.callgrind": "application/x-callgrind", "x.callgrind.gz": "application/x-gzcallgrind",
    "parrot.pprof.12": "application/x-parrot-profile", "a.igprof": "application/x-igprof",
    "a.igprof.gz": "application/x-gzigprof", "a.quern": "application/x-quern-snapshot",
    "a.quern.json": "application/x-quern+json", "a.speedscope.json": "application/x-speedscope+json",
    "a.pprof": "application/x-pprof", "go.pb.gz": "application/x-pprof",
    "a.folded": "application/x-folded-stacks", "a.collapsed": "application/x-folded-stacks",
    "a.json": "application/json", "a.gz": "application/gzip", "a.txt": "text/plain",
}
# Patterns that GLib tries only where no suffix matches; Qt prefers the higher weight.
COMPRESSED = ("70:application/x-gzcallgrind:callgrind.out*.gz",
              "70:application/x-gzcallgrind:cachegrind.out*.gz",
              "70:application/x-gzigprof:igprof.*.gz")


def skip(why):
    print("skipped:", why)
    sys.exit(77)


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, errors="replace", **options)


def text_of(path):
    """The first bytes of a file, decompressed; None where they cannot be."""
    with open(path, "rb") as file:
        first = file.read(4)
    opener = (gzip.open if first[:2] == b"\x1f\x8b" else bz2.open if first[:3] == b"BZh"
              else lzma.open if first == b"\xfd7zX" else open)
    try:
        with opener(path, "rb") as file:
            return file.read(PREFIX)
    except (OSError, EOFError, zlib.error):
        return None


def format_in(quern, path):
    """The format as NAMES has it, "other" for one without a mark; None for what is no profile."""
    done = run(quern, "check", "--head", path, "--format", "json", "--quiet")
    try:
        found = json.loads(done.stdout)["format"]
    except (ValueError, KeyError):
        return "damaged" if "[unrecognised]" not in done.stderr else None
    return found if found in NAMES else "other"


class Files:
    """Copies of profiles without suffixes, each with the format that quern finds in it."""

    def __init__(self, quern, root, folder):
        self.folder, self.rows = folder, []
        for top in FOLDERS:
            for where, _, names in os.walk(os.path.join(root, top)):
                for name in sorted(names):
                    self.add(quern, os.path.join(where, name))
        for kind, suffix in (("quern-json", "json"), ("snapshot", "snapshot")):
            for name in ("callgrind.out.leaf-old", "held.igprof"):
                path = self.next_path()
                done = run(quern, "convert", os.path.join(root, "docs/examples", name), "--to",
                           suffix, "-o", path, "--quiet")
                if done.returncode != 0:
                    sys.exit(done.stderr)
                self.rows.append((path, "%s as %s" % (name, suffix), kind))

    def next_path(self):
        return os.path.join(self.folder, "f%04d" % len(self.rows))

    def add(self, quern, path):
        if os.path.getsize(path) > LARGEST or path.endswith(".expect.json") or ".oracle.tsv" in path:
            return
        text = text_of(path)
        if text is None or path.endswith(HAS_NUL):
            return
        copy = self.next_path()
        with open(copy, "wb") as file:
            file.write(text)
        # Converted JSON has the format of its origin.
        found = "quern-json" if text.startswith(b'{"schema":"quern.') else format_in(quern, path)
        self.rows.append((copy, path, found))

    def write_others(self):
        for name, text in OTHERS.items():
            path = self.next_path() + "-" + name
            with open(path, "w", encoding="ascii") as file:
                file.write(text)
            self.rows.append((path, name, None))
        self.rows.append(("/etc/passwd", "/etc/passwd", None))


def asked_file(magic, paths, *options):
    done = run("file", "--brief", "-e", "json", "-m", magic, *options, *paths)
    if done.returncode != 0 or done.stderr:
        sys.exit("file: " + done.stderr + done.stdout)
    return done.stdout.splitlines()


def check_magic(quern, root, folder):
    if not shutil.which("file"):
        skip("file is not installed")
    magic = os.path.join(root, "packaging", "quern.magic")
    compiled = run("file", "-C", "-m", magic, cwd=folder)
    if compiled.returncode != 0 or compiled.stderr or compiled.stdout:
        yield "file -C warns: " + compiled.stderr + compiled.stdout
    files = Files(quern, root, folder)
    files.write_others()
    counts = {}
    for (_, path, found), said in zip(files.rows, asked_file(magic, [row[0] for row in files.rows])):
        name = next((name for name in PROFILE_NAMES if said.startswith(name)), None)
        if found != "damaged" and name != NAMES.get(found, (None,))[0]:
            yield "%s: quern finds %s, file says %s" % (path, found, said)
        counts[name] = counts.get(name, 0) + 1
    print(counts)
    inside = asked_file(magic, [os.path.join(root, "tests/corpus/recorded/callgrind.out.cache.gz")], "-z")
    if not inside[0].startswith("Callgrind profile"):
        yield "file -z says " + inside[0]
    types = asked_file(magic, [row[0] for row in files.rows], "--mime-type")
    for (_, path, found), said in zip(files.rows, types):
        if found in NAMES and said != NAMES[found][1]:
            yield "%s: type %s instead of %s" % (path, said, NAMES[found][1])


class Types:
    """A data folder with quern's definitions, in front of those of the system."""

    def __init__(self, root, folder):
        self.home = os.path.join(folder, "data")
        packages = os.path.join(self.home, "mime", "packages")
        os.makedirs(packages)
        shutil.copy(os.path.join(root, "packaging", "quern.xml"), packages)
        self.environment = dict(os.environ, XDG_DATA_HOME=self.home, LC_ALL="C.UTF-8")
        self.updated = run("update-mime-database", "-V", os.path.join(self.home, "mime"),
                           env=self.environment)

    def of(self, paths):
        done = run("gio", "info", "-a", "standard::content-type", *paths, env=self.environment)
        key = "standard::content-type: "
        said = [row.split(key)[1] for row in done.stdout.splitlines() if key in row]
        if len(said) != len(paths):
            sys.exit("gio: " + done.stderr)
        return said


def named_files(folder, files):
    """Files whose names matter: by BY_NAME with a byte of text, and two of which both must agree."""
    os.mkdir(folder)
    for name, expected in BY_NAME.items():
        path = os.path.join(folder, name)
        with open(path, "w", encoding="ascii") as file:
            file.write("x\n")
        yield path, expected
    for kind, name in (("cachegrind", "cachegrind.out.1"), ("xdebug", "cachegrind.out.2"),
                       ("callgrind", "callgrind.out.3"), ("speedscope", "b.speedscope.json")):
        path = os.path.join(folder, name)
        shutil.copy(next(row[0] for row in files.rows if row[2] == kind), path)
        yield path, NAMES[kind][1]


def check_types(quern, root, folder):
    for program in ("update-mime-database", "gio"):
        if not shutil.which(program):
            skip(program + " is not installed")
    if not os.path.exists("/usr/share/mime/mime.cache"):
        skip("shared-mime-info's own types are not installed")
    types = Types(root, folder)
    if types.updated.returncode != 0 or "rror" in types.updated.stderr:
        yield "update-mime-database: " + types.updated.stderr
    with open(os.path.join(types.home, "mime", "globs2"), encoding="utf-8") as file:
        patterns = file.read().splitlines()
    yield from ("no pattern " + pattern for pattern in COMPRESSED if pattern not in patterns)
    files = Files(quern, root, folder)
    files.write_others()
    ours = {kind for _, kind in NAMES.values()}
    counts = {}
    for (_, path, found), said in zip(files.rows, types.of([row[0] for row in files.rows])):
        counts[said] = counts.get(said, 0) + 1
        expected = NAMES.get(found, (None, None))[1]
        # The tiny files of a conformance suite may lack what the first bytes of real ones have.
        may_be_missed = "/conformance/" in path and said not in ours
        if found == "damaged" or said == expected or (expected and may_be_missed):
            continue
        if expected or said in ours:
            yield "%s: quern finds %s, its type is %s" % (path, found, said)
    print(counts)
    named = list(named_files(os.path.join(folder, "named"), files))
    for (path, expected), said in zip(named, types.of([path for path, _ in named])):
        if said != expected:
            yield "%s: type %s instead of %s" % (os.path.basename(path), said, expected)
    # What opens KDE's type opens its subclasses too.
    with open(os.path.join(types.home, "mime", "subclasses"), encoding="utf-8") as file:
        parents = file.read().split("\n")
    for kind in ("callgrind", "cachegrind", "xdebug-profile", "gzcallgrind"):
        if "application/x-%s application/x-kcachegrind" % kind not in parents:
            yield "application/x-%s is no subclass of application/x-kcachegrind" % kind


def main():
    part, quern, root = sys.argv[1], os.path.abspath(sys.argv[2]), os.path.abspath(sys.argv[3])
    check = {"magic": check_magic, "types": check_types}[part]
    with tempfile.TemporaryDirectory() as folder:
        faults = list(check(quern, root, folder))
    print("\n".join(faults) or "no faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
