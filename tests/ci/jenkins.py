# SPDX-License-Identifier: MIT
"""A Jenkins agent for one build of a declarative pipeline: environment, `sh` steps, post { always }.

The workspace stays from build to build; the container, with all that is installed, does not.
"""
import os
import re

from machine import git
from published import Published, junit_counts

KNOWN = {"pipeline", "agent", "docker", "environment", "stages", "stage", "steps", "post", "always"}


def blocks(text):
    """(names of the blocks around it, line) of each line of a pipeline that opens or closes no block."""
    around = []
    for line in map(str.strip, text.splitlines()):
        opened = re.fullmatch(r"(\w+)(?:\('[^']*'\))? \{", line)
        if opened:
            assert opened.group(1) in KNOWN, "a block that is not known here: " + line
            around.append(opened.group(1))
        elif line == "}":
            around.pop()
        elif line:
            yield tuple(around), line
    assert not around, "blocks that are not closed"


def named(words):
    """Named parameters of a step: texts and booleans."""
    found = dict(re.findall(r"(\w+): ('[^']*'|true|false)", words))
    assert ", ".join("%s: %s" % each for each in found.items()) == words, "not named parameters: " + words
    return {name: value == "true" if value in ("true", "false") else value[1:-1] for name, value in found.items()}


def run(page_file, machine, repository, variables, _cache, workspace):
    published, env, steps, posts, agent = Published(), {}, [], [], []
    for around, line in blocks(page_file):
        if around == ("pipeline", "agent", "docker"):
            agent.append(line)
        elif around == ("pipeline", "environment"):
            name, value = re.fullmatch(r"(\w+) = (?:\"([^\"]*)\")", line).groups()
            env[name] = value.replace("${WORKSPACE}", workspace)
        elif around == ("pipeline", "stages", "stage", "steps"):
            steps.append(re.fullmatch(r"sh '([^']*)'", line).group(1))
        else:
            assert around == ("pipeline", "post", "always"), "a line in an unknown place: " + line
            posts.append(re.fullmatch(r"(\w+) (.*)", line).groups())
    assert agent == ["image 'debian:12'", "args '-u root'"], "not the container of the stubs"
    if not os.path.exists(os.path.join(workspace, ".git")):
        git(workspace, "init", "-q")
        git(workspace, "remote", "add", "origin", repository.url)
    git(workspace, "fetch", "-q", "origin", "+refs/pull/1/merge:refs/remotes/origin/change")
    git(workspace, "checkout", "-q", "-f", "--detach", "origin/change")
    code = 0
    for step in steps:
        if code == 0:
            code, log = machine.run(["sh", "-xec"], step, workspace, dict(
                variables, WORKSPACE=workspace, BUILD_NUMBER="1", GIT_TEST_ASSUME_DIFFERENT_OWNER="1", **env))
            published.log += log
    for step, words in posts:
        inputs = named(words)
        path = os.path.join(workspace, inputs["testResults" if step == "junit" else "artifacts"])
        if not os.path.exists(path):
            # Either step fails a build that lacks its file, unless it is allowed to.
            if not inputs.get("allowEmptyResults" if step == "junit" else "allowEmptyArchive"):
                code = code or 1
                published.log += "ERROR: no file for %s\n" % step
        elif step == "junit":
            published.junit = junit_counts(path)
        else:
            assert step == "archiveArtifacts", step
            with open(path, encoding="utf-8") as file:
                published.comment = file.read()
    return code, published
