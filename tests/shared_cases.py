#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares quern with expectations and independent oracles that lie beside the project.

usage: shared_cases.py PART QUERN SHARED
PART: conformance | callgrind | sets | cachegrind | cg_diff | xdebug | igprof | thirdparty |
      annotate | same_output
SHARED: a folder with tools/, conformance/ and corpus/. Where it is missing: exit code 77, skipped.
"""
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import diff_cases  # noqa: E402

UNKNOWN_TO_FORMAT = {
    # Files of the third-party folder that quern has to refuse, and why.
    "callgrind.empty.out": "it has no bytes",
    "callgrind.invalid.version_too_high.out": "version 2",
    "callgrind.subposition-compression.log": "it writes costs relatively, against the format",
}


def pattern(shared, *parts):
    return sorted(path for path in glob.glob(os.path.join(shared, *parts))
                  if ".oracle." not in path)


def run_tool(shared, tool, arguments, last_line):
    """Runs a tool of SHARED; its last line has to say that all of at least one case agree."""
    done = subprocess.run([sys.executable, os.path.join(shared, "tools", tool), *arguments],
                          stdout=subprocess.PIPE, text=True)
    print(done.stdout, end="")
    words = done.stdout.split("\n")[-2].split() if "\n" in done.stdout else []
    all_agree = len(words) == 4 and words[0] == last_line and words[1] == words[3] != "0"
    return done.returncode == 0 and all_agree


def conformance(shared, quern):
    """All of them but one: the published format lets a depth grow by more than one, which quern reads
    with a warning and one unknown caller, and which the suite takes for an error."""
    allowed = os.path.join(shared, "conformance", "igprof", "bad-depth-gap.txt")
    with tempfile.TemporaryDirectory() as folder:
        own = os.path.join(folder, "igprof")
        shutil.copytree(os.path.dirname(allowed), own,
                        ignore=shutil.ignore_patterns(os.path.basename(allowed) + "*"))
        done = run_tool(shared, "quern_conformance.py",
                        [os.path.join(shared, "conformance", suite)
                         for suite in ("callgrind", "xdebug", "parrot")] + [own], "conforming")
    gap = subprocess.run([quern, "check", allowed], capture_output=True, text=True, check=False)
    if gap.returncode != 0 or "[depth-gap]" not in gap.stdout:
        print("a depth that grows by more than one: %s" % gap.stdout)
        return False
    return done


def cg_diff(shared, quern):
    folder = os.path.join(shared, "corpus", "cachegrind")
    names = ("cg-rec-default.out.gz", "cg-rec-arg.out.gz", "cg-rec-diff.out.gz")
    problem = diff_cases.same_as_cg_diff(quern, *(os.path.join(folder, name) for name in names))
    print(problem or "quern diff agrees with cg_diff")
    return problem is None


def xdebug(shared, quern):
    """And Parrot's, which have oracles of the same form."""
    files = [path for folder in ("xdebug", "parrot")
             for path in pattern(shared, "corpus", folder, "*[!z]") +
             pattern(shared, "corpus", folder, "*.gz")]
    return run_tool(shared, "quern_check.py", ["xdebug"] + files, "agree")


def igprof(shared, quern):
    files = [path for ending in ("*.gz", "*.xz")
             for path in pattern(shared, "corpus", "igprof", ending)]
    return run_tool(shared, "quern_check.py", ["igprof"] + files, "agree")


def callgrind(shared, quern):
    corpus = os.path.join(shared, "corpus", "callgrind")
    files = [path for ending in ("*.out.gz", "*.kcg.gz", "*.xz")
             for path in pattern(corpus, ending)]
    return run_tool(shared, "quern_check.py", ["callgrind"] + files, "agree")


def declared_totals(path):
    """What the `totals:` lines of a file of one event add up to."""
    with open(path, "rb") as file:
        return sum(int(line.split()[1]) for line in file if line.startswith(b"totals:"))


def totals(quern, *arguments):
    done = subprocess.run([quern, "convert", *arguments, "--to", "json", "-o", "-"],
                          capture_output=True)
    if done.returncode:
        return "exit code %d" % done.returncode
    return int(json.loads(done.stdout)["totals"][0])


def sets(shared, quern):
    """The files of one run, each alone and with its siblings; they have no oracles of their own."""
    good = count = 0
    for folder in pattern(shared, "corpus", "callgrind", "sets", "*"):
        files = pattern(folder, "*")
        whole = sum(map(declared_totals, files))
        for path in files:
            alone = declared_totals(path) if os.path.getsize(path) else "exit code 3"
            got = totals(quern, path), totals(quern, path, "--siblings")
            count += 1
            good += got == (alone, whole)
            if got != (alone, whole):
                print("%s: alone %s, with siblings %s; expected %s, %s"
                      % ((os.path.relpath(path, shared),) + got + (alone, whole)))
    print("agree %d of %d" % (good, count))
    return good == count > 0


def cachegrind(shared, quern):
    files = pattern(shared, "corpus", "cachegrind", "*.gz")
    return run_tool(shared, "quern_check.py", ["cachegrind"] + files, "agree")


def refused(quern, path):
    """The exit code of a refusal that names a position, else a text that says what is wrong."""
    done = subprocess.run([quern, "info", path], capture_output=True, text=True)
    if done.returncode != 3:
        return "ended with %d, not 3" % done.returncode
    return None if ": error: " in done.stderr else "no error was printed: %r" % done.stderr


def move_costs(functions, source, target):
    """Adds the costs of function `source` to `target`, as if they had been written there."""
    costs = functions.pop(source)
    functions[target] = tuple(a + b for a, b in zip(functions[target], costs))


def agree(check, path):
    """What differs between quern and the file's oracle, as a list of texts."""
    if not path.endswith("ann2.cgout.gz"):
        return check.check_call_graph(path, True)
    # Here costs follow `fl=ann2-past-the-end.rs` without an `fn=` of their own. The oracle counts
    # them to a function of the old name in the new file. To quern they stay with the function
    # they follow, as in every Callgrind file: only their lines are in the new file.
    want = check.want_tables(check.oracle_of(path))
    move_costs(want[0], ("neg4", "ann2-past-the-end.rs", ""), ("neg4", "ann2-negatives.rs", ""))
    profile = check.profile_of(path)
    got = check.got_tables(profile)
    names = ("functions", "calls", "lines", "jumps")
    problems = [check.differ(name, w, g) for name, w, g in zip(names, want, got)]
    if list(want[4]) != list(profile["totals"]):
        problems.append("totals want %r got %r" % (want[4], profile["totals"]))
    return [problem for problem in problems if problem]


def thirdparty(shared, quern):
    sys.path.insert(0, os.path.join(shared, "tools"))
    import quern_check as check
    files = pattern(shared, "corpus", "thirdparty", "callgrind", "*", "*.gz")
    good = 0
    for path in files:
        name = os.path.basename(path)[:-len(".gz")]
        try:
            if name in UNKNOWN_TO_FORMAT:
                problem = refused(quern, path)
            else:
                problem = "; ".join(agree(check, path))
        except Exception as error:  # a tool of others: whatever it is, it is a failure of this file
            problem = "%s: %s" % (type(error).__name__, error)
        good += not problem
        if problem:
            print(name, problem[:400])
    print("agree %d of %d" % (good, len(files)))
    return good == len(files) > 0


def annotated_lines(check, quern, path):
    """Self costs by (file, line) as annotate tells them, and all that it accounts for."""
    done = subprocess.run([quern, "annotate", path, "--limit", "0", "--min", "0", "--context", "0",
                           "--format", "json"], capture_output=True, check=True)
    answer = check.load(done.stdout)
    lines = {}
    for file in answer["files"]:
        for line in file["lines"]:
            if line["self"] is not None:
                check.add(lines, (check.text(file, "file"), line["line"] or 0), line["self"])
    accounted = [sum(costs) for costs in zip(*(row["self"] for row in answer["accounting"]))]
    unknown = [row["self"] for row in answer["accounting"] if row["what"] == "unknown_file"]
    return lines, unknown[0] if unknown else None, accounted, answer["totals"]


def wrong_lines(check, quern, path, want):
    """What differs between annotate and the oracle's lines. Costs of an unknown file have no lines
    there: their sum has to be right."""
    without_file = {}
    for key in [key for key in want if key[0] == ""]:
        check.add(without_file, "sum", want.pop(key))
    lines, unknown, accounted, totals = annotated_lines(check, quern, path)
    problems = [check.differ("lines", want, lines),
                check.differ("without file", without_file, {"sum": tuple(unknown)} if unknown else {})]
    if accounted != list(totals):
        problems.append("accounted for %r, totals %r" % (accounted, totals))
    return [problem for problem in problems if problem]


def annotate(shared, quern):
    """Line costs of real profiles. One whose oracle knows no line has to be refused for that."""
    sys.path.insert(0, os.path.join(shared, "tools"))
    import quern_check as check
    good = count = 0
    for path in (path for folder in ("callgrind", "cachegrind", "xdebug", "parrot")
                 for path in pattern(shared, "corpus", folder, "*.gz") if check.oracle_of(path)):
        want = check.want_tables(check.oracle_of(path))[2]
        if not want:
            continue
        has_lines = any(line for _, line in want)
        try:
            problems = wrong_lines(check, quern, path, want)
        except subprocess.CalledProcessError as error:
            is_right = not has_lines and b"[no-lines]" in error.stderr
            problems = [] if is_right else [error.stderr.decode()[:200]]
        count += 1
        good += not problems
        if problems:
            print(os.path.basename(path), "; ".join(problems)[:400])
    print("agree %d of %d" % (good, count))
    return good == count >= 40


def same_output(shared, quern):
    """`convert` writes the same bytes for any number of threads and any size of the buffer."""
    files = pattern(shared, "corpus", "callgrind", "*.out.gz")
    files = sorted(files, key=os.path.getsize)[len(files) // 2:][:4]
    files += pattern(shared, "corpus", "cachegrind", "*.gz")[:1]
    files += pattern(shared, "corpus", "thirdparty", "callgrind", "*", "bzr.callgrind.gz")
    good = 0
    with tempfile.TemporaryDirectory() as folder:
        for path in files:
            first = None
            differing = []
            for threads in ("1", "2", "4"):
                for buffer in ("4K", "64K", "1M"):
                    out = os.path.join(folder, "out.json")
                    subprocess.run([quern, "convert", path, "--to", "json", "-o", out, "--force",
                                    "--threads", threads, "--buffer-size", buffer], check=True)
                    with open(out, "rb") as file:
                        text = file.read()
                    first = first or text
                    if text != first:
                        differing.append("%s threads, %s" % (threads, buffer))
            good += not differing
            if differing:
                print(os.path.basename(path), "differs with", "; ".join(differing))
    print("agree %d of %d" % (good, len(files)))
    return good == len(files) >= 6


def main():
    part, quern, shared = sys.argv[1], os.path.abspath(sys.argv[2]), os.path.abspath(sys.argv[3])
    if not os.path.isdir(os.path.join(shared, "tools")):
        print("skipped: the shared cases are not beside the project (no %s)"
              % os.path.relpath(os.path.join(shared, "tools")))
        sys.exit(77)
    os.environ["QUERN"] = quern
    parts = {"conformance": conformance, "callgrind": callgrind, "sets": sets,
             "cachegrind": cachegrind, "cg_diff": cg_diff, "xdebug": xdebug, "igprof": igprof, "thirdparty": thirdparty,
             "annotate": annotate, "same_output": same_output}
    sys.exit(0 if parts[part](shared, quern) else 1)


if __name__ == "__main__":
    main()
