# SPDX-License-Identifier: MIT
"""quern next to other programs that read the same profiles: time, and whether what they show is right.

Its table is README.md's. A program that is not installed has "not installed" in its column; "–" means
that the program does not read such profiles or prints no numbers that could be checked.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

import make_inputs

sys.path.insert(0, os.path.join(make_inputs.ROOT, "tests", "exports"))
import kcachegrind  # noqa: E402  pylint: disable=wrong-import-position

PROGRAMS = ("quern", "callgrind_annotate", "KCachegrind", "igprof-analyse")
NONE, MISSING = "–", "not installed"
PATIENCE = 300  # seconds, for a large file in KCachegrind


def is_there(program):
    if program == "KCachegrind":
        return shutil.which("kcachegrind") and shutil.which("dbus-run-session")
    return program == "quern" or shutil.which(program)


def output(command):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace", check=False)
    return done.stdout


def seconds(best):
    return "%.2f s, %.0f MB" % (best.wall, best.memory / 1e6)


def said_by_kcachegrind(path, folder, wanted, patience):
    kcachegrind.SECONDS = patience
    return kcachegrind.said_of(path, folder, wanted)


def opened(path, folder):
    """How long KCachegrind takes, without a display, until it shows a function of the profile. Its
    window appears long before."""
    began = time.monotonic()
    said = said_by_kcachegrind(path, folder, kcachegrind.SELECTED, PATIENCE)
    took = time.monotonic() - began
    return "%.1f s" % took if kcachegrind.SELECTED.search(said) else "failed"


def largest_inclusive(text):
    """The largest share of an inclusive cost in a list of callgrind_annotate."""
    lines = text[text.index("PROGRAM TOTALS"):]
    return "%.1f %%" % max(float(share) for share in re.findall(r"\( *([0-9.]+)%\)", lines))


def half_of(path, folder):
    """A profile that ends in the middle, after a whole row, as that of a killed program."""
    with open(path, "rb") as file:
        text = file.read()
    half = os.path.join(folder, "callgrind.out.half")
    with open(half, "wb") as file:
        file.write(text[:text.index(b"\n+", len(text) // 2) + 1])
    return half


def callgrind_rows(quern, large, best_of, folder):
    """Figure: program: what is measured."""
    example = make_inputs.EXAMPLE
    half = half_of(example, folder)
    time_row, share_row, half_row = {}, {}, {}
    time_row["quern"] = seconds(best_of([quern, "top", large], 3))
    shares = output([quern, "top", "-n", "0", "--format", "csv", "-q", example]).splitlines()[1:]
    total = sum(int(row.rsplit(",", 6)[1]) for row in shares)
    share_row["quern"] = "%.1f %%" % (100 * max(int(row.rsplit(",", 6)[2]) for row in shares) / total)
    half_row["quern"] = "yes" if "incomplete:" in output([quern, "top", half]) else "no"
    if is_there("callgrind_annotate"):
        time_row["callgrind_annotate"] = seconds(best_of(["callgrind_annotate", large], 1))
        share_row["callgrind_annotate"] = largest_inclusive(
            output(["callgrind_annotate", "--inclusive=yes", "--auto=no", "--threshold=100", example]))
        said = output(["callgrind_annotate", "--auto=no", half])
        half_row["callgrind_annotate"] = "yes" if "WARNING" in said else "no"
    if is_there("KCachegrind"):
        time_row["KCachegrind"] = opened(large, folder)
        said = said_by_kcachegrind(half, folder, kcachegrind.COMPLAINT, 20)
        half_row["KCachegrind"] = "yes" if kcachegrind.COMPLAINT.search(said) else "no"
    return {
        "hottest functions, Callgrind, %d MB" % round(os.path.getsize(large) / 1e6): time_row,
        "largest inclusive cost, with recursion (at most 100 %)": share_row,
        "second half of a profile is missing: reported?": half_row,
    }


def igprof_row(quern, text, best_of):
    row = {"quern": seconds(best_of([quern, "top", text], 3))}
    if is_there("igprof-analyse"):
        row["igprof-analyse"] = seconds(best_of(["igprof-analyse", text], 1))
    return {"hottest functions, IgProf, %d MB" % round(os.path.getsize(text) / 1e6): row}


def measure(bench, size, best):
    """A table: its first row names the programs."""
    def best_of(command, runs):
        found = best(command)
        for _ in range(runs):
            found.once()
        return found

    with tempfile.TemporaryDirectory(prefix="quern-peers-") as folder:
        os.chmod(folder, 0o700)
        rows = callgrind_rows(bench.quern, bench.make("example", size), best_of, folder)
        igprof = bench.make("igprof", size)
        if igprof:
            rows.update(igprof_row(bench.quern, igprof, best_of))
    reads = {"IgProf": ("quern", "igprof-analyse"), "": PROGRAMS[:3]}
    table = [("", *PROGRAMS)]
    for figure, row in rows.items():
        readers = reads["IgProf" if "IgProf" in figure else ""]
        table.append((figure, *(row.get(program) or (NONE if program not in readers or is_there(program)
                                                     else MISSING) for program in PROGRAMS)))
    return table
