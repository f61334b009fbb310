# SPDX-License-Identifier: MIT
"""Writing other formats and reading them back, as rows of run.py.

A writer's time is that of `convert` without that of loading its input, of one core each. Rates are
of the bytes that are written, before they are compressed.
"""
import gzip
import os

# The shape that is written, the format, the end of the output's name, and (accept, bold) of the
# writer in MB/s.
WRITERS = (
    ("instr", "callgrind", ".callgrind", (250, 500)),
    ("igprof", "igprof", ".igprof", (250, 500)),
    ("igprof", "folded", ".folded", (250, 500)),
    ("igprof", "pprof", ".pb", (250, 500)),
    ("igprof", "json", ".json", ()),
    ("instr", "speedscope", ".speedscope.json", ()),
)


def megabytes(path):
    with open(path, "rb") as file:
        packed = file.read(2) == b"\x1f\x8b"
    if not packed:
        return os.path.getsize(path) / 1e6
    with gzip.open(path) as file:
        return sum(len(block) for block in iter(lambda: file.read(1 << 20), b"")) / 1e6


def measure(bench, size, best_of):
    """`bench`: run.Bench. `best_of`: run.Best."""
    for shape, name, suffix, goals in WRITERS:
        source = bench.wants("exchange") and bench.make(shape, size)
        if not source:
            continue
        out = os.path.join(bench.given.inputs, "written" + suffix)
        case = "%s as %s" % (shape, name)
        best = bench.measure(case, {
            "load": best_of([bench.load, "all", source, "--threads", "1"]),
            "convert": best_of([bench.quern, "convert", source, "--to", name, "-o", out,
                                "--force", "--quiet", "--threads", "1"])})
        written = megabytes(out)
        case += ", %d MB" % round(written)
        bench.row(case, "writing", written / (best["convert"].cpu - best["load"].cpu), *goals,
                  unit=" MB/s")
        back = bench.measure(case, {"load": best_of([bench.load, "all", out, "--threads", "1"])})
        bench.row(case, "reading it again", written / back["load"].cpu, unit=" MB/s")
        os.remove(out)
