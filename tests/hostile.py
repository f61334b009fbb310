#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Small files that are made to hurt: quern answers each command in time and memory that are linear
in the file's size, or says that it is too much.

hostile.py QUERN
"""
import gzip
import json
import os
import subprocess
import sys
import tempfile
import time

COUNT = 20_000  # of events, functions, parts …: files of about 0.4 to 1.4 MB
BYTES_A_BYTE = 120  # of memory, and besides
BYTES_BESIDE = 24 << 20  # what any process needs, the test's own before exec included
SECONDS = 15  # a busy machine; an answer takes about a tenth of a second
NAME_BYTES = 40_000_000
LONGEST_ROW = 64 << 20  # without --max-row
COPIES_OF_A_NAME = 3.5


def events(count):
    return "events: " + " ".join("e%d" % at for at in range(count)) + "\n"


def calling(caller, callee):
    return "fn=f%d\n1 1\ncfn=f%d\ncalls=1 1\n1 1\n" % (caller, callee)


def many(count, row):
    return "".join(row(at) for at in range(count))


SHAPES = {
    "as many events as functions":
        lambda n: events(n) + many(n, lambda at: "fn=f%d\n1 1\n" % at),
    "and calls":
        lambda n: events(n) + many(n, lambda at: calling(at, at + 1)),
    "in one cycle":
        lambda n: events(n) + many(n, lambda at: calling(at, (at + 1) % n)),
    "1,000 events, in one cycle":
        lambda n: events(1000) + many(n, lambda at: calling(at, (at + 1) % n)),
    "an event a part":
        lambda n: many(n, lambda at: "events: e%d\nfn=f1\n1 1\n\n" % at),
    "an event and a call a part":
        lambda n: many(n, lambda at: "events: e%d\n" % at + calling(at, at + 1)),
    "a call, many times":
        lambda n: events(n) + "fn=f1\n" + "cfn=f2\ncalls=1 1\n1 1\n" * n,
    "wide calls, then many blocks":
        lambda n: events(n) + "fn=f1\ncfn=f2\ncalls=1 1\n1" + " 1" * n + "\n" +
        many(n, lambda at: calling(at, 1)),
    "many summaries":
        lambda n: events(n) + "fn=f1\n1 1\n" + "summary: 1\ntotals: 1\n" * n,
    "a chain of formulas":
        lambda n: "event: x0 = e0\n" +
        many(n, lambda at: "event: x%d = x%d + e%d\n" % (at + 1, at, at)) + events(n) +
        "fn=f1\n1 1\n",
}

COMMANDS = [["info"], ["info", "--format", "json"], ["info", "--format", "csv"], ["check"],
            ["check", "--format", "json"], ["top"], ["top", "--sort", "incl"],
            ["top", "--format", "json"], ["top", "--format", "csv"],
            ["top", "--format", "json", "--event", "e0,e1,e2"],
            ["calls"], ["calls", "--format", "json"], ["peek", "f1"],
            ["peek", "f1", "--format", "json"], ["convert", "--to", "json"], [],
            ["top", "--focus", "7", "--ignore", "3", "--event", "e0"],
            ["calls", "--format", "json", "--show-from", "7", "--event", "e0"]]
# Of a snapshot of the same.
SNAPSHOT_COMMANDS = [["info"], ["check"], ["top"], ["calls"], ["convert", "--to", "json"],
                     ["merge", "--quiet", "--force", "--to", "snapshot", "-o", "-"]]


def measured(quern, args, path):
    """(exit code, peak memory in bytes, what was said); what was answered is in `answer`."""
    folder = os.path.dirname(path)
    with open(os.path.join(folder, "answer"), "wb") as out, \
            open(os.path.join(folder, "said"), "wb") as err:
        process = subprocess.Popen([quern, *args, path], stdout=out, stderr=err)
        end = time.monotonic() + SECONDS
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid != 0:
                break
            if time.monotonic() > end:
                process.kill()
                process.wait()
                raise AssertionError("%s takes more than %d s" % (args, SECONDS))
            time.sleep(0.005)
        process.returncode = os.waitstatus_to_exitcode(status)
    with open(os.path.join(folder, "said"), "rb") as said:
        return process.returncode, usage.ru_maxrss * 1024, said.read().decode()


REFUSALS = ("[too-many-events]", "[cannot-merge]")


def check_command(quern, name, args, path, size):
    """What it takes in memory; `size`: of the text."""
    code, memory, said = measured(quern, args, path)
    answered = code == 0 or (code in (2, 3) and any(each in said for each in REFUSALS))
    assert answered, "%s: %s ends with %d: %s" % (name, args, code, said)
    limit = BYTES_A_BYTE * size + BYTES_BESIDE
    assert memory <= limit, "%s: %s takes %d bytes of memory for a file of %d, more than %d" % (
        name, args, memory, size, limit)
    return memory


def check_commands(quern, name, path):
    size, out = os.path.getsize(path), os.path.join(os.path.dirname(path), "out")
    most = max(check_command(quern, name, args, path, size) for args in COMMANDS)
    for target in ("callgrind", "snapshot"):
        merge = ["merge", "--quiet", "--force", "--to", target, "-o", out, path]
        most = max(most, check_command(quern, name, merge, path, size))
    keep = ["convert", "--quiet", "--force", "--to", "snapshot", "-o", out]
    most = max(most, check_command(quern, name, keep, path, size))
    for args in SNAPSHOT_COMMANDS:
        most = max(most, check_command(quern, name, args, out, size))
    print("%-30s %8d bytes: at most %6.1f MB" % (name, size, most / 1e6))


def check_conversion(quern, path, counts):
    """Nothing is lost: the records, however they are written, add up to what was put in."""
    code, _, said = measured(quern, ["convert", "--to", "json"], path)
    assert code == 0, said
    with open(os.path.join(os.path.dirname(path), "answer"), encoding="utf-8") as file:
        document = json.load(file)
    assert [len(document[key]) for key in ("events", "functions", "lines", "calls")] == counts
    sums = [0] * len(document["events"])
    for line in document["lines"]:
        for event, cost in line["self_pairs"]:
            sums[event] += cost
    assert sums == document["totals"], "the lines do not add up to the totals"
    assert all(call["inclusive_pairs"] == [[0, 1]] for call in document["calls"])
    assert document["functions"][1]["self"] is None and document["functions"][1]["calls"] == 1


def check_long_name(quern, folder):
    path = os.path.join(folder, "name.out")
    with open(path, "w", encoding="ascii") as file:
        file.write("events: Ir\nfn=%s\n1 1\n" % ("a" * NAME_BYTES))
    for args in (["info"], ["check"], ["top"], ["top", "--width", "80"], ["top", "--format", "json"],
                 ["top", "--format", "csv"], ["convert", "--to", "json"]):
        code, memory, said = measured(quern, args, path)
        assert code == 0, said
        copies = (memory - BYTES_BESIDE) / NAME_BYTES
        assert copies <= COPIES_OF_A_NAME, "%s holds a long name %.1f times" % (args, copies)
        print("a name of %d bytes, %s: %.1f times" % (NAME_BYTES, " ".join(args), copies))


def check_long_rows(quern, folder):
    """A small compressed file of one endless row costs little more than the longest row."""
    path = os.path.join(folder, "row.gz")
    for name, head, piece in (("callgrind", b"events: Ir\nfn=", b"x"),
                              ("folded", b"main;a 1\nmain;", b"b;"),
                              ("xdebug", b"version: 1\ncreator: xdebug 3.1.6 (PHP 8.1.2)\n"
                               b"cmd: /x.php\npart: 1\npositions: line\n\nevents: Time_(10ns)\n"
                               b"\nfl=", b"x")):
        member = gzip.compress(piece * (LONGEST_ROW // len(piece)), mtime=0)
        with open(path, "wb") as file:
            file.write(gzip.compress(head, mtime=0) + 8 * member)
        for args in (["top"], ["check"]):
            code, memory, said = measured(quern, args, path)
            assert code == (1 if args == ["check"] else 3), "%s: %s" % (name, said)
            assert "[line-too-long]" in said or args == ["check"], said
            assert memory <= 2 * LONGEST_ROW + BYTES_BESIDE, "%s: %s takes %d bytes of memory" % (
                name, args, memory)
            print("a row of %d bytes in %d, %s, %s: %.1f MB" % (
                8 * LONGEST_ROW, os.path.getsize(path), name, args[0], memory / 1e6))


def check_place_of_long_row(quern, folder):
    """Several threads name the same place as one."""
    path = os.path.join(folder, "rows.out")
    with open(path, "wb") as file:
        file.write(b"events: Ir\n")
        file.writelines(b"fn=f%d\n1 1\n" % at for at in range(1_500_000))
        place = "{:,}".format(file.tell())
        file.write(b"fn=" + b"x" * (2 << 20) + b"\n1 1\n")
    for threads in ("1", "2", "4"):
        code, _, said = measured(quern, ["top", "--max-row", "1M", "--threads", threads], path)
        assert code == 3 and "begins at byte %s of the text" % place in said, (threads, said)


def check_gate_of_many_rows(quern, folder):
    """A gate that many rows break takes memory for each of them once, in every form."""
    old, new = (os.path.join(folder, name) for name in ("old.out", "new.out"))
    for path, cost in ((old, 10), (new, 20)):
        with open(path, "w", encoding="ascii") as file:
            file.write("events: Ir\n")
            file.writelines("fn=f%d\n%d %d\n" % (at, at + 1, cost) for at in range(COUNT))
    size = os.path.getsize(old) + os.path.getsize(new)
    for form in ("text", "json", "csv", "md", "junit", "github", "sarif"):
        args = ["gate", "-n", "0", "--max", "fn ~ /f/: self(Ir)=+1", "--format", form, old]
        code, memory, said = measured(quern, args, new)
        assert code == 1, "%s: %s" % (form, said)
        limit = BYTES_A_BYTE * size + BYTES_BESIDE
        assert memory <= limit, "a gate as %s takes %d bytes of memory, more than %d" % (
            form, memory, limit)


def written(folder, name):
    path = os.path.join(folder, "input.out")
    with open(path, "w", encoding="ascii") as file:
        file.write(SHAPES[name](COUNT))
    return path


def main(quern):
    with tempfile.TemporaryDirectory(prefix="quern-hostile-") as folder:
        # The small first, since what this process holds counts for those that it starts.
        for name in SHAPES:
            check_commands(quern, name, written(folder, name))
        check_gate_of_many_rows(quern, folder)
        check_long_name(quern, folder)
        check_long_rows(quern, folder)
        check_place_of_long_row(quern, folder)
        check_conversion(quern, written(folder, "in one cycle"), [COUNT] * 4)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(os.path.abspath(sys.argv[1]))
