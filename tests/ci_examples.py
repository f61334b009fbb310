#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs every recipe of docs/ci.md as it is printed, each from an empty folder.

usage: ci_examples.py QUERN ROOT [NAME...]
tests/ci/ has the stand-ins: a container without tools, GitHub, GitLab and Jenkins. A small program is
put into a repository with the files of a recipe; its commits are a first one, one that changes nothing,
one that makes it slower and one that makes it faster. Needs git, a C compiler, make, valgrind,
python3-yaml and python3-jsonschema; where one is missing: exit code 77, skipped.
"""
import concurrent.futures
import os
import shutil
import subprocess
import sys
import tempfile
import traceback

try:
    import jsonschema  # noqa: F401
    import yaml  # noqa: F401
except ImportError as missing:
    # Packages of the system are its own Python's, which need not be the first one.
    OWN = "/usr/bin/python3"
    if os.path.exists(OWN) and not os.path.samefile(OWN, sys.executable):
        sys.exit(subprocess.call([OWN, *sys.argv]))
    print("skipped: python3-%s is not installed" % missing.name)
    sys.exit(77)

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "ci"))
import github  # noqa: E402
import gitlab  # noqa: E402
import jenkins  # noqa: E402
from machine import Machine, quern_sources  # noqa: E402
from published import Published, sarif_problem  # noqa: E402
from recipes import Callgrind, Page, Repository, Xdebug  # noqa: E402

PROFILERS = {"Callgrind": Callgrind, "Xdebug": Xdebug}


def expect(condition, what, log=""):
    if not condition:
        raise AssertionError(what + ("\n" + log if log else ""))


class Place:
    """Where the jobs of one recipe run, one after the other."""

    def __init__(self, folder, quern, root, page, profiler, system):
        self.folder, self.quern, self.root = folder, quern, root
        self.page, self.profiler, self.system = page, PROFILERS[profiler], system
        self.recipe = page.recipe(profiler, system)
        self.repository = Repository(os.path.join(folder, "server"))
        self.sources = quern_sources(os.path.join(folder, "sources"), root)
        self.cache = os.path.join(folder, "cache")
        self.kept = os.path.join(folder, "workspace")  # of systems that keep it
        self.jobs, self.machine = 0, None
        for each in (self.cache, self.kept):
            os.makedirs(each)

    def start(self, keeps_machine=False):
        if self.machine is None or not keeps_machine:
            self.jobs += 1
            self.machine = Machine(os.path.join(self.folder, "machine%d" % self.jobs), self.quern, self.root)
            # The servers of this test are local: their folders are nobody's in particular.
            with open(os.path.join(self.machine.home, ".gitconfig"), "w", encoding="ascii") as file:
                for path in (self.sources[7:], self.sources[7:] + "/.git", self.repository.bare):
                    file.write("[safe]\n\tdirectory = %s\n" % path)
        return self.machine

    def variables(self):
        # Only the first job may fetch quern: the others have to find it where the recipe keeps it.
        return {"QUERN_URL": self.sources if self.jobs == 1 else "file:///nowhere"}

    def hosted(self, host, file):
        """A job in a fresh container with a fresh workspace; caches are all that is left of others."""
        machine = self.start()
        workspace = os.path.join(machine.folder, "workspace")
        os.makedirs(workspace)
        return host.run(self.recipe[file], machine, self.repository, self.variables(), self.cache, workspace)

    def agent(self):
        return jenkins.run(self.recipe["Jenkinsfile"], self.start(), self.repository, self.variables(), None, self.kept)

    def shell(self):
        """The commands of "Any machine", on one machine that stays."""
        machine, published = self.start(keeps_machine=True), Published()
        if not os.path.exists(os.path.join(self.kept, ".git")):
            code, published.log = machine.run(["sh", "-c"], "apt-get update && apt-get install -y ca-certificates git && "
                                              "git clone -q %s ." % self.repository.url, self.kept, {})
            expect(code == 0, "the repository cannot be cloned", published.log)
        code, log = machine.run(["sh", "-ec"], "git fetch -q origin '+refs/pull/1/merge:refs/change' && "
                                "git checkout -q --detach refs/change\n" + self.page.commands["Any machine"][0],
                                self.kept, self.variables())
        published.log += log
        report = os.path.join(self.kept, "gate.md")
        if os.path.exists(report):
            with open(report, encoding="utf-8") as file:
                published.comment = file.read()
        return code, published


def check(place, what, done, code, passed):
    """One job: how it ended, and what was published. `passed`: None where nothing was compared."""
    ended, published = done
    expect(ended == code, "%s: ended with %d instead of %d" % (what, ended, code), published.log)
    if passed is None:
        expect("there is no baseline" in published.log or "no baseline yet" in published.log,
               what + ": does not say that there is no baseline", published.log)
        expect(published.comment is None and published.junit is None and published.sarif is None,
               what + ": published a report of nothing", published.log)
        return
    word = "passed: " if passed else "failed: "
    expect(published.comment is not None and "quern gate: " + word in published.comment,
           "%s: no Markdown with '%s': %s" % (what, word, published.comment), published.log)
    expect("matched nothing" not in published.comment, what + ": a rule of the page matches nothing", published.comment)
    rules = 3 if place.profiler is Callgrind else 2
    if place.system in ("GitLab CI", "Jenkins"):
        tests, failures = published.junit or (0, 0)
        expect(tests == rules and (failures == 0) == passed,
               "%s: JUnit has %d tests, %d failures" % (what, tests, failures), published.log)
    if place.system == "GitHub Actions":
        errors = [line for line in published.annotations if line.startswith("::error ")]
        expect((not errors) == passed and all(",line=" in line for line in errors),
               "%s: annotations are %s" % (what, published.annotations), published.log)
        expect(published.sarif is not None and (not published.sarif) == passed,
               "%s: SARIF results are %s" % (what, published.sarif), published.log)
        for result in published.sarif:
            file = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
            expect(file in (place.profiler.main, ".quern.toml"), "%s: a result points at %s" % (what, file))
    if not passed:
        expect(("parse_item" if place.profiler is Callgrind else "Order->price") in
               published.comment.replace("\\", ""), what + ": does not name the function", published.comment)


def hosted_recipe(place, host, file):
    """The baseline is the target branch, which at first has no recipe."""
    program = place.profiler.program
    place.repository.write(program(place.profiler.normal), "program")
    run = lambda: place.hosted(host, file)
    place.repository.write(place.recipe, "performance gate", "change")
    check(place, "first run", run(), 0, None)
    place.repository.write(place.recipe, "performance gate")
    place.repository.write({"README.md": "A program.\n"}, "read me", "change")
    check(place, "unchanged", run(), 0, True)
    place.repository.write(program(place.profiler.slower), "slower", "change")
    check(place, "regression", run(), 1, False)
    place.repository.write(program(place.profiler.faster), "faster", "change")
    check(place, "improvement", run(), 0, True)


def keeping_recipe(place, run):
    """The baseline is the last profile that kept the rules."""
    program = place.profiler.program
    place.repository.write({**program(place.profiler.normal), **place.recipe}, "program")
    place.repository.write({}, "nothing", "change")
    check(place, "first run", run(), 0, None)
    check(place, "unchanged", run(), 0, True)
    place.repository.write(program(place.profiler.slower), "slower", "change")
    check(place, "regression", run(), 1, False)
    check(place, "the same regression again", run(), 1, False)
    place.repository.write(program(place.profiler.faster), "faster", "change")
    check(place, "improvement", run(), 0, True)
    place.repository.write(program(place.profiler.normal), "as before", "change")
    check(place, "an improvement taken back", run(), 1, False)


def shell_recipe(place):
    keeping_recipe(place, place.shell)
    # A higher cost is accepted by hand.
    commands = place.page.commands["Any machine"][1]
    code, log = place.machine.run(["sh", "-ec"], commands, place.kept, {})
    expect(code == 0, "the baseline is not replaced", log)
    check(place, "accepted", place.shell(), 0, True)
    if place.profiler is Callgrind:
        commands = place.page.commands["Limits without a baseline"][0]
        code, log = place.machine.run(["sh", "-ec"], commands, place.kept, {})
        with open(os.path.join(place.kept, "limits.toml"), encoding="utf-8") as file:
            limits = file.read()
        expect(code == 0 and "1e12" not in limits and "fn = main: calls=1\"" in limits, "limits are " + limits, log)


SYSTEMS = {
    "Any machine": shell_recipe,
    "GitHub Actions": lambda place: hosted_recipe(place, github, ".github/workflows/performance.yml"),
    "GitLab CI": lambda place: hosted_recipe(place, gitlab, ".gitlab-ci.yml"),
    "Jenkins": lambda place: keeping_recipe(place, place.agent),
}


# What must not go unnoticed: (system, profiler, text that is left out, what is put there, what is said).
FAULTS = [
    ("GitHub Actions", "Xdebug", "      - run: sh ci/install-quern.sh\n", "", "quern: not found"),
    ("GitHub Actions", "Xdebug", "          fetch-depth: 0\n", "", "invalid reference: origin/main"),
    ("GitHub Actions", "Xdebug", 'git config --global --add safe.directory "$PWD"\n', "", "dubious ownership"),
    ("GitHub Actions", "Xdebug", "          GH_TOKEN: ${{ github.token }}\n", "", "set the GH_TOKEN"),
    ("GitHub Actions", "Xdebug", "  pull-requests: write\n", "", "Resource not accessible"),
    ("GitHub Actions", "Xdebug", '"$NUMBER" ', "", "not on any branch"),
    ("GitHub Actions", "Xdebug", "  security-events: write\n", "", "Resource not accessible"),
    ("GitHub Actions", "Xdebug", "if: always() && hashFiles('gate.md')", "if: hashFiles('gate.md')",
     "regression: no Markdown"),
    ("GitLab CI", "Xdebug", "    - sh ci/base.sh FETCH_HEAD\n", "", "unchanged: no Markdown"),
    ("GitLab CI", "Xdebug", '    - git fetch origin "$CI_MERGE_REQUEST_TARGET_BRANCH_NAME"\n', "",
     "first run: does not say that there is no baseline"),
    ("GitLab CI", "Xdebug", "artifacts:\n    when: always\n", "artifacts:\n", "regression: no Markdown"),
    ("GitLab CI", "Xdebug", "    QUERN_DIR: $CI_PROJECT_DIR/quern\n", "    OTHER: x\n", "nowhere"),
    ("Jenkins", "Xdebug", "gate.sh --keep'", "gate.sh'", "unchanged: no Markdown"),
    ("Jenkins", "Xdebug", ", allowEmptyResults: true", "", "no file for junit"),
    ("Any machine", "Xdebug", '-d xdebug.output_dir="$out"', "", "no-such-file"),
    ("Any machine", "Xdebug", "php-cli php-xdebug", "php-cli", "no-such-file"),
    ("Any machine", "Callgrind", "make valgrind\n", "make\n", "valgrind: not found"),
]


def fault_is_found(quern, root, page, fault, folder):
    """The stand-ins are as strict as what they stand for."""
    system, profiler, part, instead, said = fault
    place = Place(folder, quern, root, page.without(part, instead), profiler, system)
    try:
        SYSTEMS[system](place)
    except AssertionError as problem:
        expect(said in str(problem), "the recipe fails by something else: %s" % problem)
    else:
        expect(False, "the recipe passes")


def sarif_forms(quern, root, folder):
    """SARIF of profiles with and without files, lines, calls, and of every kind of rule."""
    examples = os.path.join(root, "docs", "examples")
    old, new = (os.path.join(examples, "callgrind.out.leaf-" + side) for side in ("old", "new"))
    shop = os.path.join(examples, "cachegrind.out.shop")
    held = os.path.join(examples, "held.igprof")
    with open(os.path.join(folder, "stacks.folded"), "w", encoding="ascii") as file:
        file.write("main;work 10\nmain;rest 5\n")
    with open(os.path.join(folder, ".quern.toml"), "w", encoding="ascii") as file:
        file.write('[gate]\nmax = [\n  "Ir=+1%",\n  "fn = nobody: Ir=+0",\n]\n')
    rules = ["Ir=+0", "Ir=1", "fn ~ /./: Ir=0", "by call: Ir=0", "by file: Ir=0", "by object: Ir=0", "new: Ir=0", "Ir=+0"]
    words = [word for rule in rules for word in ("--max", rule)]
    cases = [[old, new], [*words, old, new], [*words, "--limit", "0", old, new], ["--max", "fn ~ /./: calls=0", shop],
             ["--max", "Time_(10ns)=0", shop], ["--max", "fn ~ /./: incl(MEM_LIVE)=0", held],
             ["--max", "samples=0", "stacks.folded"], ["--max", "fn ~ /./: samples=0", "stacks.folded"],
             ["--max", "fn ~ /" + "x?" * 300 + "./: Ir=0", new]]
    for case in cases:
        done = subprocess.run([quern, "gate", *case, "--format", "sarif"], cwd=folder, capture_output=True, text=True,
                              timeout=60, env=dict(os.environ, HOME=folder, XDG_CONFIG_HOME=folder), check=False)
        expect(done.returncode == 1, "gate %s ends with %d" % (case, done.returncode), done.stderr)
        problem = sarif_problem(done.stdout, lambda uri: True)
        expect(problem is None, "gate %s: %s" % (case, problem))
        for key in ("physicalLocation", "region", "ruleId", "fullDescription", "partialFingerprints"):
            fault = done.stdout.replace('"%s":' % key, '"properties":')
            expect(sarif_problem(fault, lambda uri: True), "a report without %s is taken" % key)
        expect('"results":[\n' in done.stdout, "gate %s: no result" % case, done.stdout)


def tests(quern, root):
    with open(os.path.join(root, "docs", "ci.md"), encoding="utf-8") as file:
        page = Page(file.read())
    for fault in FAULTS:
        yield ("fault: %s without %r" % (fault[0], fault[2]),
               lambda folder, fault=fault: fault_is_found(quern, root, page, fault, folder))
    yield "SARIF", lambda folder: sarif_forms(quern, root, folder)
    for system, recipe in SYSTEMS.items():
        for profiler in PROFILERS:
            yield ("%s with %s" % (system, profiler),
                   lambda folder, recipe=recipe, profiler=profiler, system=system:
                       recipe(Place(folder, quern, root, page, profiler, system)))


def problem_of(named_test):
    name, test = named_test
    with tempfile.TemporaryDirectory(prefix="quern-ci-") as folder:
        try:
            test(folder)
        except (AssertionError, KeyError, AttributeError, ValueError, TypeError, OSError,
                subprocess.SubprocessError) as problem:
            is_expected = isinstance(problem, AssertionError) and str(problem)
            return "%s: %s" % (name, problem if is_expected else traceback.format_exc())
    return None


def main():
    quern, root = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    lacking = [tool for tool in ("git", "gcc", "cc", "make", "valgrind") if not shutil.which(tool)]
    if lacking:
        print("skipped: %s is not installed" % lacking[0])
        return 77
    chosen = [test for test in tests(quern, root)
              if not sys.argv[3:] or any(part in test[0] for part in sys.argv[3:])]
    # Two at a time: nearly all of the time is that of other programs.
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        problems = [problem for problem in pool.map(problem_of, chosen) if problem]
    for problem in problems:
        print("FAILED %s\n" % problem)
    print("%d passed, %d failed" % (len(chosen) - len(problems), len(problems)))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
