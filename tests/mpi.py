#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Merges with `mpirun quern-mpi merge`, and compares with what `quern merge` writes and prints.

usage: mpi.py same|formats|bad|killed|recipe QUERN QUERN_MPI ROOT
same: 1 to 4 ranks and more ranks than files, files in any order and named twice, lists, standard
input. formats: files of all formats, written in several. bad: corrupt, empty and missing files are
named and refused, or skipped and listed; so is what a merge does not take. killed: a rank that is
killed at any moment leaves no output, and is named. recipe: what docs/recipes/farm.md leaves to
this test.
"""
import contextlib
import gzip
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

# Ranks share processors and a machine without a network here; the user may be root.
SURROUNDINGS = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_btl": "self,vader",
                "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
                "OMPI_MCA_hwloc_base_binding_policy": "none",
                "OMPI_MCA_odls_base_sigkill_timeout": "0"}  # mpirun waits for nobody it ends
KILLS = 20
# Two calls of one function, as Xdebug writes them.
XDEBUG = """version: 1
creator: xdebug 3.2.0 (PHP 8.2.0)
cmd: /a.php
part: 1
positions: line

events: Time_(10ns) Memory_(bytes)

fl=(1) /a.php
fn=(1) f
2 5 0

fl=(1)
fn=(2) {main}
1 9 0
cfl=(1)
cfn=(1)
calls=1 0 0
4 5 0

summary: 14 0
"""


def expect(condition, text):
    if not condition:
        sys.exit(text)


def read(path):
    with open(path, "rb") as file:
        return file.read()


class Merges:
    """Both programs, in one folder of files."""

    def __init__(self, quern, program, folder):
        self.quern = quern
        self.program = program
        self.folder = folder
        # Open MPI keeps files of its own while it runs.
        self.environment = {**os.environ, **SURROUNDINGS, "TMPDIR": folder + ".mpi"}
        os.makedirs(folder + ".mpi", exist_ok=True)

    def run(self, command, given=b""):
        return subprocess.run(command, cwd=self.folder, input=given, capture_output=True,
                              check=False, env=self.environment, timeout=120)

    def by_ranks(self, ranks, *words, given=b""):
        return self.run(["mpirun", "-q", "-np", str(ranks), self.program, "merge", *words], given)

    def compare(self, ranks, *words, suffix="json", given=b""):
        """The same bytes, messages and exit code as without MPI; returns these."""
        outs = ["mpi." + suffix, "quern." + suffix]
        for out in outs:
            if os.path.exists(os.path.join(self.folder, out)):
                os.remove(os.path.join(self.folder, out))
        got = self.by_ranks(ranks, "-o", outs[0], *words, given=given)
        wanted = self.run([self.quern, "merge", "-o", outs[1], *words], given)
        told = "%d ranks, %s" % (ranks, " ".join(words))
        expect(got.stderr.replace(b"mpi." + suffix.encode(), b"quern." + suffix.encode()) ==
               wanted.stderr, "%s: %s instead of %s" % (told, got.stderr, wanted.stderr))
        expect(got.returncode == wanted.returncode, "%s: ends with %d instead of %d" % (
            told, got.returncode, wanted.returncode))
        written = [os.path.exists(os.path.join(self.folder, out)) for out in outs]
        expect(written[0] == written[1], "%s: written: %s" % (told, written))
        if written[0]:
            mine, theirs = (read(os.path.join(self.folder, out)) for out in outs)
            expect(mine == theirs, "%s: other bytes" % told)
        return wanted

    def unpack(self, corpus, name):
        to = os.path.basename(name).removesuffix(".gz")
        with gzip.open(os.path.join(corpus, name)) as packed, \
                open(os.path.join(self.folder, to), "wb") as plain:
            shutil.copyfileobj(packed, plain)
        return to

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "wb") as file:
            file.write(text)
        return name


def same(merges, root):
    corpus = os.path.join(root, "tests/corpus")
    files = [merges.unpack(corpus, "recorded/callgrind.out.%s.gz" % name)
             for name in ("leaf-old", "leaf-new", "jumps", "parts", "wordcount")]
    choice = random.Random(1)
    for ranks in (1, 2, 3, 4, 7):
        for suffix in ("json", "callgrind"):
            choice.shuffle(files)
            done = merges.compare(ranks, *files, suffix=suffix)
            expect(done.returncode == 0, "refused: %s" % done.stderr)
    done = merges.compare(3, *files, files[0], "./" + files[1], "--threads", "2")
    expect(b"more than once" in done.stderr and b"the same file" in done.stderr,
           "repeated files are not reported: %s" % done.stderr)
    merges.compare(2, "-@", "-", files[0], given="\n".join(files[1:]).encode())
    merges.compare(3, files[0], "-", files[1], given=read(os.path.join(merges.folder, files[2])))
    shutil.copy(os.path.join(corpus, "recorded/callgrind.out.1.gz"), merges.folder)
    for thread in ("01", "02", "03"):
        shutil.copy(os.path.join(corpus, "recorded/callgrind.out.1-%s.gz" % thread), merges.folder)
    done = merges.compare(2, "--siblings", "callgrind.out.1-01.gz")
    expect(b"3 files of the same run" in done.stderr, "no siblings: %s" % done.stderr)
    both = [merges.by_ranks(2, *files, "--to", "callgrind", "-o", "-").stdout,
            merges.run([merges.quern, "merge", *files, "--to", "callgrind", "-o", "-"]).stdout]
    expect(both[0] == both[1] and both[0], "other bytes on standard output")


def formats(merges, root):
    corpus = os.path.join(root, "tests/corpus")
    files = [merges.unpack(corpus, name) for name in (
        "recorded/callgrind.out.leaf-old.gz", "recorded/cachegrind.out.leaf-new.gz",
        "exchange/go-cpu.pb.gz", "exchange/leaf-old.json.gz")]
    for name in ("exchange/perf.folded", "exchange/py-spy.speedscope.json"):
        shutil.copy(os.path.join(corpus, name), merges.folder)
        files.append(os.path.basename(name))
    files.append(merges.write("xdebug.cachegrind", XDEBUG.encode()))
    shutil.copy(os.path.join(root, "docs/examples/held.igprof"), merges.folder)
    files.append("held.igprof")
    made = merges.run([merges.quern, "convert", files[0], "-o", "leaf.quern", "--to", "snapshot"])
    expect(made.returncode == 0, "no snapshot: %s" % made.stderr)
    files.append("leaf.quern")
    for ranks, suffix in ((2, "json"), (3, "callgrind"), (4, "pb"), (2, "cachegrind"),
                          (3, "quern"), (12, "json.zst"), (2, "folded"), (3, "sqlite")):
        done = merges.compare(ranks, *files, suffix=suffix)
        expect(done.returncode == 0, "refused: %s" % done.stderr)
        files.append(files.pop(0))
    # Costs of one name in different units and ways: found between ranks as in one process.
    merges.write("ns.callgrind", b"event: T : ns\nevents: T\nfn=f\n1 2\n")
    merges.write("plain.folded", b"a;b 3\n")
    merges.compare(2, "ns.callgrind", "plain.folded")


def bad(merges, root):
    corpus = os.path.join(root, "tests/corpus")
    good = [merges.unpack(corpus, "recorded/callgrind.out.leaf-%s.gz" % side)
            for side in ("old", "new")]
    whole = read(os.path.join(merges.folder, good[0]))
    merges.write("cut.gz", gzip.compress(whole)[:-20])
    merges.write("broken", whole + b"fn=(1)\n1 2 3 4 5 6 7\n")
    merges.write("empty", b"")
    broken = ["broken", "cut.gz", "empty", "missing"]
    for ranks in (1, 2, 3):
        for first in range(len(broken)):
            turned = broken[first:] + broken[:first]
            done = merges.compare(ranks, good[0], *turned, good[1])
            expect(done.returncode == 3 and done.stderr.startswith(turned[0].encode()),
                   "%s is not named: %s" % (turned[0], done.stderr))
        done = merges.compare(ranks, "--skip-bad", good[0], *broken, good[1])
        expect(done.returncode == 1 and b"skipped 4 of 6 files" in done.stderr,
               "not listed: %s" % done.stderr)
    done = merges.compare(3, "--skip-bad", *broken)
    expect(done.returncode == 3, "nothing to merge, but it ends with %d" % done.returncode)
    done = merges.compare(2, *good, "--symbols", "missing")
    expect(done.returncode == 3 and b"missing" in done.stderr, "symbols: %s" % done.stderr)
    done = merges.compare(2, "--no-such-option")
    expect(done.returncode == 2, "an unknown option ends with %d" % done.returncode)
    merges.write("there.json", b"")
    done = merges.by_ranks(2, *good, "-o", "there.json")
    expect(done.returncode == 4 and b"[output-exists]" in done.stderr and
           read(os.path.join(merges.folder, "there.json")) == b"", "replaced: %s" % done.stderr)
    done = merges.by_ranks(2, *good, "--keep-parts", "-o", "parts.json")
    expect(done.returncode == 2 and b"--keep-parts" in done.stderr, "parts: %s" % done.stderr)
    done = merges.run(["mpirun", "-q", "-np", "2", merges.program, "top", good[0]])
    expect(done.returncode == 2 and b"only the command merge" in done.stderr,
           "another command: %s" % done.stderr)
    done = merges.run(["mpirun", "-q", "-np", "2", merges.program, "--help"])
    expect(done.returncode == 0 and b"Usage: quern-mpi merge" in done.stdout,
           "no help: %s" % done.stdout)


def rank_processes(mpirun):
    """The processes of ranks that mpirun has started and that are not dead: by rank."""
    found = {}
    with subprocess.Popen(["ps", "-o", "pid=,stat=", "--ppid", str(mpirun)], text=True,
                          stdout=subprocess.PIPE) as listed:
        for row in listed.stdout:
            pid, state = row.split()
            try:
                environment = read("/proc/%s/environ" % pid).split(b"\0")
            except OSError:
                continue
            for text in environment:
                if text.startswith(b"OMPI_COMM_WORLD_RANK=") and not state.startswith("Z"):
                    found[int(text.partition(b"=")[2])] = int(pid)
    return found


class Running:
    """A merge by ranks that has begun: rank 0 has created its output, so that all have joined."""

    def __init__(self, merges, ranks, files):
        before = set(os.listdir(merges.folder))
        # Without -q: mpirun says which rank was killed.
        self.process = subprocess.Popen(
            ["mpirun", "-np", str(ranks), merges.program, "merge", *files, "-o", "out.json",
             "--threads", "1"], cwd=merges.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=merges.environment)
        while set(os.listdir(merges.folder)) == before and self.process.poll() is None:
            time.sleep(0.001)
        self.began = time.monotonic()

    def end(self):
        """What mpirun has printed, and its exit code."""
        try:
            said = self.process.communicate(timeout=20)[1]
        except subprocess.TimeoutExpired:
            # One time in some hundreds, mpirun of Open MPI 4.1 waits for itself once all is over.
            left = rank_processes(self.process.pid)
            self.process.kill()
            said = self.process.communicate()[1]
            expect(not left, "mpirun does not end, and ranks are left: %s" % left)
        return said.decode(), self.process.returncode


def killed(merges, root):
    corpus = os.path.join(root, "tests/corpus")
    ranks = 4
    name = merges.unpack(corpus, "recorded/callgrind.out.wordcount.gz")
    text = read(os.path.join(merges.folder, name))
    files = [merges.write("in.%d" % number, text) for number in range(60)]
    out = os.path.join(merges.folder, "out.json")
    whole = Running(merges, ranks, files)
    said, code = whole.end()
    seconds = time.monotonic() - whole.began
    expect(code == 0, "the whole merge fails: %s" % said)
    os.remove(out)
    before = set(os.listdir(merges.folder))
    choice = random.Random(time.time_ns())
    kills = 0
    while kills < KILLS:
        rank = choice.randrange(ranks)
        moment = choice.uniform(0, seconds)
        merge = Running(merges, ranks, files)
        time.sleep(moment)
        pid = rank_processes(merge.process.pid).get(rank)
        with contextlib.suppress(ProcessLookupError):  # it has just ended
            if pid is not None:
                os.kill(pid, signal.SIGKILL)
        said, code = merge.end()
        told = "rank %d was killed after %d ms" % (rank, 1000 * moment)
        if code == 0:  # too late: the rank was done
            expect(os.path.exists(out), told + "; a good end, but no output")
        else:
            kills += 1
            expect(not os.path.exists(out), told + ", but there is an output")
            expect("rank %d" % rank in said, "%s; not said: %s" % (told, said))
        for name in set(os.listdir(merges.folder)) - before:
            os.remove(os.path.join(merges.folder, name))  # also a temporary file of rank 0


def recipe(merges, root):
    with open(os.path.join(root, "docs/recipes/farm.md"), encoding="utf-8") as page:
        blocks = re.findall(r"^<!-- not run: tests/mpi.py does -->\n```sh\n(.*?)^```$", page.read(),
                            re.MULTILINE | re.DOTALL)
    expect(blocks, "the recipe has no example")
    for name in ("leaf-old", "leaf-new", "wordcount"):
        shutil.copy(os.path.join(root, "docs/examples/callgrind.out." + name), merges.folder)
    merges.environment["PATH"] = ":".join([os.path.dirname(merges.program), os.environ["PATH"]])
    for block in blocks:
        done = merges.run(["sh", "-e", "-c", block])
        expect(done.returncode == 0, "%s%s" % (block, done.stderr.decode()))
    merges.run([merges.quern, "merge", "-@", "all.list", "-o", "once.json.zst"])
    expect(read(os.path.join(merges.folder, "once.json.zst")) ==
           read(os.path.join(merges.folder, "all.json.zst")), "other bytes")


def main():
    part, quern, program, root = sys.argv[1:]
    if not os.path.exists(program):
        print("quern-mpi is not built: cmake -DQUERN_MPI=ON")
        sys.exit(77)
    if shutil.which("mpirun") is None:
        print("mpirun is not installed")
        sys.exit(77)
    with tempfile.TemporaryDirectory(prefix="quern-mpi-") as folder:
        inner = os.path.join(folder, "files")
        os.mkdir(inner)
        {"same": same, "formats": formats, "bad": bad, "killed": killed, "recipe": recipe}[part](
            Merges(os.path.abspath(quern), os.path.abspath(program), inner),
            os.path.abspath(root))
    print("%s: all right" % part)


if __name__ == "__main__":
    main()
