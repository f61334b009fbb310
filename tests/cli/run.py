#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs quern as a user does and compares exit codes and output with what cases.py expects.

usage: run.py QUERN [NAME...]     (only the cases whose name contains one of NAME)
Prints each case that fails and, last, "N passed, N failed"; exit 0 when none failed.
Needs Python 3 and nothing else. Works in a temporary folder of its own, without a terminal.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cases  # noqa: E402
import completions  # noqa: E402
import processes  # noqa: E402

TIMEOUT = 60


class Failure(Exception):
    """What differs in a case."""


def environment(extra, folder):
    """A known environment, so that answers do not depend on who runs the tests: no configuration
    file is looked for above the home folder."""
    env = {"PATH": os.environ.get("PATH", ""), "HOME": folder, "TERM": "xterm", "LC_ALL": "C",
           "QUERN_PAGER": ""}
    env.update({key: os.environ[key] for key in os.environ if key.endswith("SAN_OPTIONS")})
    env.update(extra)
    return env


def expect(condition, text):
    if not condition:
        raise Failure(text)


def compare(name, want, got):
    """`want`: the whole text, a list of parts in any order, or a compiled pattern."""
    if want is None:
        return
    if isinstance(want, str):
        expect(got == want, "%s is\n%s\nexpected\n%s" % (name, got, want))
    elif isinstance(want, list):
        for part in want:
            expect(part in got, "%s lacks %r:\n%s" % (name, part, got))
    else:
        expect(want.search(got), "%s does not match %s:\n%s" % (name, want.pattern, got))


def json_errors(err):
    """The {"error": ...} objects on standard error, checked for their keys."""
    keys = ["code", "file", "line", "column", "offset", "message", "hint"]
    found = [json.loads(line)["error"] for line in err.splitlines() if line.startswith('{"error"')]
    for error in found:
        expect(list(error) == keys, "keys of the JSON error are %s" % list(error))
    return found


def run_case(case, quern, folder):
    done = subprocess.run([quern] + case.args, cwd=os.path.join(folder, case.folder),
                          input=case.stdin, env=environment(case.env, folder), capture_output=True,
                          timeout=TIMEOUT)
    out, err = done.stdout.decode("utf-8"), done.stderr.decode("utf-8")
    expect(done.returncode == case.exit,
           "exit code %d, expected %d\nstdout: %s\nstderr: %s"
           % (done.returncode, case.exit, out, err))
    compare("stdout", case.out, out)
    compare("stderr", case.err, err)
    if case.code is not None:
        expect("[%s]" % case.code in err, "stderr lacks [%s]:\n%s" % (case.code, err))
        check_as_json(case, quern, folder)
    if case.json:
        document = json.loads(out)
        expect(document["schema"] == case.json, "schema is %s" % document["schema"])


def check_as_json(case, quern, folder):
    """With --format json, every error is JSON with the same exit code."""
    args = [word for word in case.args if word not in ("--format", "text")]
    done = subprocess.run([quern, "--format", "json"] + args, cwd=os.path.join(folder, case.folder),
                          input=case.stdin, env=environment(case.env, folder), capture_output=True,
                          timeout=TIMEOUT)
    errors = json_errors(done.stderr.decode("utf-8"))
    expect(done.returncode == case.exit, "exit code %d with --format json" % done.returncode)
    expect([e["code"] for e in errors] == [case.code], "JSON errors are %s" % errors)


def run_all(quern, wanted):
    passed, failed, skipped = 0, 0, []
    chosen = lambda name: not wanted or any(part in name for part in wanted)
    with tempfile.TemporaryDirectory(prefix="quern-cli-") as folder:
        cases.create_files(folder)
        tests = [(case.name, lambda case=case: run_case(case, quern, folder))
                 for case in cases.CASES]
        tests += [(name, lambda test=test: test(quern, folder, environment({}, folder)))
                  for name, test in processes.tests() + completions.tests()]
        for name, test in tests:
            if not chosen(name):
                continue
            try:
                test()
                passed += 1
            except processes.Skipped as reason:
                skipped.append("%s: %s" % (name, reason))
            except (Failure, AssertionError, ValueError, KeyError, OSError,
                    subprocess.TimeoutExpired) as problem:
                failed += 1
                print("FAILED %s: %s\n" % (name, problem))
    for line in skipped:
        print("skipped %s" % line)
    print("%d passed, %d failed" % (passed, failed))
    return failed


if __name__ == "__main__":
    if len(sys.argv) < 2 or not shutil.which(sys.argv[1]):
        sys.exit(__doc__)
    sys.exit(1 if run_all(os.path.abspath(sys.argv[1]), sys.argv[2:]) else 0)
