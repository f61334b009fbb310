#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Breaks the disk at each call that changes the file system, in each command that writes.

faults.py QUERN_FAULTS ROOT
QUERN_FAULTS is the command with system calls that fail (quern/testing/faults_main.cc). For each
command and each n, the n-th such call fails with each error, writes half, or ends the process.
Afterwards the old files are whole or the new ones are, the error names the system's reason, and
nothing is left behind, or the next run of the command removes it.
"""
import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile

REASONS = {"ENOSPC": "no space left on", "full": "no space left on", "EIO": "input/output error",
           "EACCES": "permission"}
HARMLESS = ("EINTR", "short")
KILLS = ("before", "after")
FAULTS = (*REASONS, *HARMLESS, *KILLS, "term")
MOST_CALLS = 100
# Of a temporary file or folder, and of a baseline that was moved aside.
TEMPORARY = re.compile(r"\.[^/]*\.quern-[a-z0-9]{6}(/|$)")
ASIDE = re.compile(r"\.main\.old-\d+-[a-z0-9]{6}(/|$)")
# Calls whose failure costs no more than a leftover, or no more than what outlives a loss of power.
CLEANING, SYNCING = "unlink", "fsync"
NEEDS_NO_SPACE = ("fchmod", "rename", "exchange", "stdout", "touch", "unlink")
ALL_CALLS = {"open", "write", "close", "fsync", "fchmod", "link", "mkdir", "rename", "exchange",
             "touch", "unlink"}


class Case:
    """A command in a folder of its own. `old`: files that are there before, by name."""

    def __init__(self, name, args, old=None, code=0, env=None, is_lossy=False):
        self.name, self.args, self.old, self.code = name, args, old or {}, code
        self.env, self.is_lossy = env or {}, is_lossy


def written(target, suffix):
    """A conversion that replaces a file. That to JSON takes several writes."""
    name, profile = "out" + suffix, "p.out" if target == "json" else "q.out"
    return Case("convert to %s, %s" % (target, name),
                ["convert", "--to", target, "-o", name, "--force", profile], {name: b"old"})


def cases():
    old = {".quern/baselines/main/p.out": b"events: Ir\nfn=old\n1 1\n"}
    runs = {".quern/baselines/main/run-001/p.out": b"events: Ir\nfn=old\n1 1\n"}
    limits = b'max = ["Ir=1e12"]\n'
    save = ["gate", "p.out", "--save-baseline", "main"]
    no_flags = {"QUERN_FAULT_OLD_RENAME": "1"}
    yield Case("top, new", ["top", "p.out", "-o", "out"])
    yield Case("top, replaced", ["top", "p.out", "-o", "out", "--force"], {"out": b"old"})
    yield Case("top, renamed by a link", ["top", "p.out", "-o", "out"], env=no_flags)
    yield from (written(target, suffix) for target, suffix in
                (("callgrind", ""), ("json", ".json"), ("csv", ".csv"), ("folded", ".folded"),
                 ("speedscope", ".json"), ("snapshot", ".quern"), ("pprof", ".pb.gz"),
                 ("callgrind", ".gz"), ("json", ".zst"),
                 ("callgrind", ".xz"), ("callgrind", ".bz2")))
    yield Case("export to sqlite", ["export", "--to", "sqlite", "-o", "out.db", "--force", "q.out"],
               {"out.db": b"old"})
    yield Case("snapshot, new", ["convert", "--to", "snapshot", "-o", "out.quern", "q.out"])
    yield Case("merge", ["merge", "p.out", "q.out", "-o", "out.cg", "--force"], {"out.cg": b"old"})
    yield Case("merge to a snapshot", ["merge", "p.out", "q.out", "-o", "out.quern", "--force"],
               {"out.quern": b"old"})
    yield Case("view", ["view", "q.out", "--html", "out.html", "--force"], {"out.html": b"old"})
    yield Case("repair", ["check", "--repair", "broken.out", "-o", "out", "--force"],
               {"out": b"old"}, code=1)
    yield Case("symbols", ["symbols", "held.igprof", "-o", "out", "--force"], {"out": b"old"})
    yield Case("baseline, new", save)
    yield Case("baseline, replaced", [*save, "--force"], old)
    yield Case("baseline of a run, replaced", ["gate", "callgrind.out.1", "--siblings",
                                               "--save-baseline", "main", "--force"], runs)
    yield Case("baseline, new, by old renames", save, env=no_flags)
    yield Case("baseline, replaced by two renames", [*save, "--force"], old, env=no_flags)
    yield Case("ratchet", ["gate", "p.out", "--ratchet", "limits"], {"limits": limits})
    yield Case("cache", ["top", "--cache", "large.out"], is_lossy=True)


class Bench:
    """Runs a command with faults."""

    def __init__(self, quern, inputs, folder):
        self.quern, self.inputs, self.folder = quern, inputs, folder
        self.mark = folder + ".mark"
        self.reached = set()
        self.runs = 0

    def prepare(self, case):
        shutil.rmtree(self.folder, ignore_errors=True)
        os.mkdir(self.folder)
        for name in os.listdir(self.inputs):
            os.link(os.path.join(self.inputs, name), os.path.join(self.folder, name))
        for name, text in case.old.items():
            path = os.path.join(self.folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(text)

    def run(self, case, fault=None, args=None):
        """(exit code, what was said, the call that the fault concerned)"""
        if os.path.exists(self.mark):
            os.unlink(self.mark)
        self.runs += 1
        env = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": self.folder,
               "XDG_CACHE_HOME": os.path.join(self.folder, "kept"), "NO_COLOR": "1",
               "QUERN_FAULT_REACHED": self.mark}
        env.update({key: os.environ[key] for key in os.environ if key.endswith("SAN_OPTIONS")})
        if fault:
            env.update(case.env, QUERN_FAULT="%d:%s" % fault)
        done = subprocess.run([self.quern, *(args or case.args)], cwd=self.folder, env=env,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=60, check=False)
        call = None
        if os.path.exists(self.mark):
            with open(self.mark, encoding="ascii") as file:
                call = file.read()
        return done.returncode, done.stderr.decode(), call

    def state(self):
        """What the command may have made: files with their bytes, folders without; by path."""
        inputs, found = set(os.listdir(self.inputs)), {}
        for folder, folders, files in os.walk(self.folder):
            for name in folders + files:
                path = os.path.join(folder, name)
                key = os.path.relpath(path, self.folder)
                if key not in inputs:
                    found[key] = None
                    if name in files:
                        with open(path, "rb") as file:
                            found[key] = file.read()
        return found


def visible(state):
    return {path: text for path, text in state.items()
            if text is not None and not TEMPORARY.search(path) and not ASIDE.search(path)}


def check_kept(bench, case, state, before, after, where):
    """The old or the new files are whole. Returns the state that the case then is in."""
    seen = visible(state)
    is_aside = any(ASIDE.search(path) for path in state)
    if is_aside and not any(path.startswith(".quern/baselines/main/") for path in state):
        against = ["gate", "p.out", "--against", "main", "--max", "Ir=1e12"]
        code, said, _ = bench.run(case, args=against)
        assert code == 0, "%s: the old baseline is not found: %s" % (where, said)
        seen = visible(bench.state())
    if not case.is_lossy:
        assert seen in (visible(before), visible(after)), \
            "%s: neither the old files nor the new ones: %s" % (where, sorted(seen))


def check_next_run(bench, case, after, where):
    """The next run of the command does what the first should have, and removes what that left."""
    args = case.args if "--force" in case.args or "--ratchet" in case.args or case.is_lossy \
        else case.args + ["--force"]
    code, said, _ = bench.run(case, args=args)
    assert code == case.code, "%s: the next run ends with %d: %s" % (where, code, said)
    if case.is_lossy:
        code, said, _ = bench.run(case, args=["cache", "--clear"])
        assert code == 0 and not visible(bench.state()), "%s: %s" % (where, bench.state().keys())
        left = [path for path in bench.state() if TEMPORARY.search(path)]
        assert not left, "%s: left behind: %s" % (where, left)
    else:
        assert bench.state() == after, "%s: after the next run there are %s, not %s" % (
            where, sorted(bench.state()), sorted(after))


def check_fault(bench, case, fault, before, after):
    """Whether the command reaches the call."""
    bench.prepare(case)
    code, said, call = bench.run(case, fault)
    what = fault[1]
    if call is None:
        return False
    bench.reached.add(call)
    state = bench.state()
    where = "%s, call %d (%s) %s" % (case.name, fault[0], call, what)
    left = [path for path in state if TEMPORARY.search(path) or ASIDE.search(path)]
    if what in KILLS or what == "term":
        assert code == (-15 if what == "term" else -9), "%s: ends with %d: %s" % (where, code, said)
        assert what in KILLS or not [path for path in left if TEMPORARY.search(path)], \
            "%s: left behind: %s" % (where, left)
    elif code == case.code:
        is_fine = call in (CLEANING, "fchmod") or what == "full" and call in NEEDS_NO_SPACE
        assert what in HARMLESS or case.is_lossy or is_fine, "%s is not noticed: %s" % (where, said)
        assert case.is_lossy or visible(state) == visible(after), where
    else:
        assert code == 4 and not (case.is_lossy and call != "stdout"), \
            "%s: ends with %d: %s" % (where, code, said)
        assert REASONS.get(what, "never") in said, "%s: says %s" % (where, said)
        # But its folder could not be synced, or the answer beside it not be written.
        is_placed = call in (SYNCING, "stdout") or what == "full"
        assert is_placed or state == before, "%s: changed to %s" % (where, sorted(state))
    assert what in KILLS or call == CLEANING or case.is_lossy or not left or what == "term", \
        "%s: left behind: %s" % (where, left)
    check_kept(bench, case, state, before, after, where)
    if what in KILLS or left:
        check_next_run(bench, case, after, where)
    return True


def check_case(bench, case):
    bench.prepare(case)
    before = bench.state()
    code, said, _ = bench.run(case)
    if "[not-built-in]" in said:
        print("%s: skipped, it is not built in" % case.name)
        return
    assert code == case.code, "%s ends with %d: %s" % (case.name, code, said)
    after = bench.state()
    assert after != before, "%s writes nothing" % case.name
    first = bench.runs
    for what in FAULTS:
        at = 1
        while check_fault(bench, case, (at, what), before, after):
            at += 1
            assert at < MOST_CALLS, case.name
    print("%-36s %d runs" % (case.name, bench.runs - first))


def make_inputs(root, folder):
    examples, corpus = os.path.join(root, "docs/examples"), os.path.join(root, "tests/corpus")
    os.mkdir(folder)
    shutil.copy(os.path.join(examples, "callgrind.out.wordcount"), os.path.join(folder, "p.out"))
    shutil.copy(os.path.join(examples, "callgrind.out.leaf-old"), os.path.join(folder, "q.out"))
    shutil.copy(os.path.join(examples, "held.igprof"), folder)
    for name in ("callgrind.out.1", "callgrind.out.1-01", "callgrind.out.1-02"):
        with gzip.open(os.path.join(corpus, "recorded", name + ".gz")) as packed, \
                open(os.path.join(folder, name), "wb") as file:
            shutil.copyfileobj(packed, file)
    with open(os.path.join(folder, "broken.out"), "wb") as file:
        file.write(b"events: Ir\nfn=main\n1 10\nnonsense\n2 5\n")
    with open(os.path.join(folder, "large.out"), "wb") as file:  # the cache keeps no small ones
        file.write(b"events: Ir\nfn=main\n1 10\n" + (b"#" + b"-" * 9998 + b"\n") * 1700)
    os.utime(os.path.join(folder, "large.out"), (1, 1))


def main(quern, root):
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="quern-faults-", dir=memory) as folder:
        inputs = os.path.join(folder, "inputs")
        make_inputs(root, inputs)
        bench = Bench(quern, inputs, os.path.join(folder, "work"))
        for case in cases():
            check_case(bench, case)
        missed = ALL_CALLS - bench.reached
        assert not missed, "no command reaches %s: are the calls still replaced?" % missed
        print("%d runs" % bench.runs)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]))
