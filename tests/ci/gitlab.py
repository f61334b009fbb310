# SPDX-License-Identifier: MIT
"""A GitLab runner for one job of one merge request: rules, variables, cache and artifacts.

The checkout is shallow and has the one ref of the pipeline. Caches and artifacts take files of the
project's folder only, and by default only of jobs that succeed.
"""
import glob
import os
import re
import shutil

import yaml
from machine import git
from published import Published, junit_counts


def expand(text, variables):
    return re.sub(r"\$\{?(\w+)\}?", lambda match: variables.get(match.group(1), ""), text)


def applies(rule, variables):
    match = re.fullmatch(r"\$(\w+) == \"([^\"]*)\"", rule["if"])
    assert match, "not a rule that is known here: %s" % rule
    return variables.get(match.group(1)) == match.group(2)


def is_kept(when, failed):
    assert when in ("on_success", "on_failure", "always"), when
    return when == "always" or (when == "on_failure") == failed


def copy(source, target):
    if os.path.isdir(source):
        shutil.copytree(source, target, symlinks=True)
    else:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copy(source, target)


class Job:
    def __init__(self, job, machine, repository, variables, cache, workspace):
        self.job, self.machine, self.repository = job, machine, repository
        self.cache, self.workspace = cache, workspace
        self.variables = dict(variables, CI="true", CI_PROJECT_DIR=workspace, GITLAB_CI="true",
                              CI_PIPELINE_SOURCE="merge_request_event", CI_MERGE_REQUEST_IID="7",
                              CI_COMMIT_REF_NAME="change", CI_MERGE_REQUEST_TARGET_BRANCH_NAME="main")
        for name, value in job.get("variables", {}).items():
            self.variables[name] = expand(str(value), self.variables)
        self.published = Published()

    def run(self):
        assert self.job["image"] == "debian:12", "not the container of the stubs"
        assert any(applies(rule, self.variables) for rule in self.job["rules"]), "no job in this pipeline"
        depth = self.variables.get("GIT_DEPTH", "20")
        git(self.workspace, "init", "-q")
        git(self.workspace, "remote", "add", "origin", self.repository.url)
        git(self.workspace, "fetch", "-q", *([] if depth == "0" else ["--depth", depth]), "origin",
            "+refs/pull/1/merge:refs/pipelines/1")
        git(self.workspace, "checkout", "-q", "--detach", "refs/pipelines/1")
        self.restore()
        # One shell runs all lines and stops at the first that fails.
        script = "set -eo pipefail\n" + "\n".join(self.job["script"])
        code, self.published.log = self.machine.run(["bash", "-c"], script, self.workspace,
                                                    dict(self.variables, GIT_TEST_ASSUME_DIFFERENT_OWNER="1"))
        self.save(code != 0)
        return code, self.published

    def kept_path(self):
        return os.path.join(self.cache, self.job["cache"]["key"])

    def restore(self):
        if os.path.exists(self.kept_path()):
            shutil.copytree(self.kept_path(), self.workspace, symlinks=True, dirs_exist_ok=True)

    def save(self, failed):
        cache, artifacts = self.job["cache"], self.job["artifacts"]
        if is_kept(cache.get("when", "on_success"), failed):
            shutil.rmtree(self.kept_path(), ignore_errors=True)
            for path in cache["paths"]:
                assert not os.path.isabs(path) and not path.startswith(("~", "$")), "outside of the project: " + path
                if os.path.exists(os.path.join(self.workspace, path)):
                    copy(os.path.join(self.workspace, path), os.path.join(self.kept_path(), path))
        if is_kept(artifacts.get("when", "on_success"), failed):
            for path in glob.glob(os.path.join(self.workspace, artifacts["paths"][0])):
                with open(path, encoding="utf-8") as file:
                    self.published.comment = file.read()
            for path in glob.glob(os.path.join(self.workspace, artifacts["reports"]["junit"])):
                self.published.junit = junit_counts(path)


def run(page_file, machine, repository, variables, cache, workspace):
    (job,) = yaml.safe_load(page_file).values()
    return Job(job, machine, repository, variables, cache, workspace).run()
