# SPDX-License-Identifier: MIT
"""A runner of GitHub Actions for one job of one pull request, as strict as the real one.

A job runs in a container. Its steps see what the event, `permissions`, `env` and earlier steps give
them; a checkout is one commit of one branch unless it asks for more, and belongs to another user.
"""
import glob
import os
import re
import shutil

import yaml
from machine import git
from published import Published, sarif_problem

TOKEN = re.compile(r"\s*('(?:[^']|'')*'|&&|\|\||==|!=|!|\(|\)|,|[\w.-]+)")


class Runner:
    def __init__(self, machine, repository, vars_, cache, workspace):
        self.machine, self.repository, self.cache, self.workspace = machine, repository, cache, workspace
        self.vars = vars_
        self.failed = False
        self.extra_env, self.extra_path = {}, []
        self.published = Published()
        self.posts = []  # what steps do at the end of a job

    def context(self, name):
        event = {"number": 7, "pull_request": {"head": {"repo": {"full_name": "someone/program"}}, "number": 7}}
        found = {"github": {"token": "ghs_stub", "base_ref": "main", "event_name": "pull_request", "event": event,
                            "repository": "someone/program", "workspace": self.workspace, "ref": "refs/pull/7/merge"},
                 "runner": {"os": "Linux"}, "vars": self.vars, "env": self.env, "secrets": {"GITHUB_TOKEN": "ghs_stub"}}
        for part in name.split("."):
            found = found.get(part, "") if isinstance(found, dict) else ""
        return found

    def evaluate(self, text):
        """An expression, with the operators and functions that recipes need."""
        out, at = [], 0
        while text[at:].strip():
            match = TOKEN.match(text, at)
            assert match, "not an expression: " + text
            word, at = match.group(1), match.end()
            if word[0] == "'":
                out.append(repr(word[1:-1].replace("''", "'")))
            elif word in ("always", "success", "failure", "hashFiles"):
                out.append("f_" + word)
            elif re.match(r"[A-Za-z_]", word):
                out.append("context(%r)" % word)
            else:
                out.append({"&&": " and ", "||": " or ", "!": " not "}.get(word, word))
        functions = {"f_always": lambda: True, "f_success": lambda: not self.failed, "f_failure": lambda: self.failed,
                     "f_hashFiles": self.hash_files, "context": self.context, "__builtins__": {}}
        return eval("".join(out), functions)  # the page's own text, made of the tokens above

    def hash_files(self, *patterns):
        return "hash" if any(glob.glob(os.path.join(self.workspace, each)) for each in patterns) else ""

    def text(self, value):
        return re.sub(r"\$\{\{(.*?)\}\}", lambda match: str(self.evaluate(match.group(1))), str(value))

    def wants(self, condition):
        if condition is None:
            return not self.failed
        condition = re.sub(r"^\$\{\{(.*)\}\}$", r"\1", str(condition))
        has_status = re.search(r"\b(always|failure|success|cancelled)\(\)", condition)
        return bool(self.evaluate(condition)) and (bool(has_status) or not self.failed)

    def job(self, workflow):
        """The exit code: 0 if all steps succeeded."""
        triggers = workflow.get("on", workflow.get(True))
        assert "pull_request" in ([triggers] if isinstance(triggers, str) else triggers), "no pull_request event"
        (job,) = workflow["jobs"].values()
        assert job["runs-on"] == "ubuntu-latest" and job["container"] == "debian:12", "not the container of the stubs"
        self.permissions = workflow.get("permissions", job.get("permissions", {"contents": "read"}))
        for name, value in self.permissions.items():
            if value == "write":
                open(os.path.join(self.machine.state, "may-%s-write" % name), "w").close()
        for name, value in (("token", "ghs_stub"), ("number", "7")):
            with open(os.path.join(self.machine.state, name), "w", encoding="ascii") as file:
                file.write(value)
        self.env = {}
        self.env = {name: self.text(value) for name, value in job.get("env", {}).items()}
        for step in job["steps"]:
            if self.wants(step.get("if")) and not self.step(step):
                self.failed = True
        for post in reversed(self.posts):
            post()
        comment = os.path.join(self.machine.state, "comment")
        if os.path.exists(comment):
            with open(comment, encoding="utf-8") as file:
                self.published.comment = file.read()
        self.published.annotations = re.findall(r"^::(?:error|warning|notice) .*$", self.published.log, re.M)
        return 1 if self.failed else 0

    def step(self, step):
        if "run" in step:
            return self.run(step)
        name, _, version = step["uses"].partition("@")
        action = {"actions/checkout": self.checkout, "actions/cache": self.cache_action,
                  "github/codeql-action/upload-sarif": self.upload}[name]
        assert re.fullmatch(r"v[34]", version), step["uses"]
        problem = action({key: self.text(value) for key, value in (step.get("with") or {}).items()})
        self.published.log += "" if not problem else "Error: %s: %s\n" % (name, problem)
        return not problem

    def run(self, step):
        files = {name: os.path.join(self.machine.state, name) for name in ("GITHUB_ENV", "GITHUB_PATH",
                                                                           "GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
        for path in files.values():
            open(path, "w").close()
        env = dict(self.env, **self.extra_env)
        env.update({name: self.text(value) for name, value in (step.get("env") or {}).items()})
        env.update(files, CI="true", GITHUB_ACTIONS="true", GITHUB_WORKSPACE=self.workspace, GITHUB_BASE_REF="main",
                   GITHUB_HEAD_REF="change", GITHUB_REF="refs/pull/7/merge", GITHUB_EVENT_NAME="pull_request",
                   GITHUB_REPOSITORY="someone/program", GIT_TEST_ASSUME_DIFFERENT_OWNER="1")
        env["PATH"] = ":".join(self.extra_path + [self.machine.path])
        # Containers run steps with sh; a script is stored as a file.
        script = os.path.join(self.machine.state, "step.sh")
        with open(script, "w", encoding="utf-8") as file:
            file.write(self.text(step["run"]))
        code, log = self.machine.run(["sh", "-e"], script, self.workspace, env)
        self.published.log += "$ %s\n%s" % (step["run"], log)
        with open(files["GITHUB_ENV"], encoding="utf-8") as file:
            self.extra_env.update(line.rstrip("\n").split("=", 1) for line in file if "=" in line)
        with open(files["GITHUB_PATH"], encoding="utf-8") as file:
            self.extra_path = [line.strip() for line in file if line.strip()] + self.extra_path
        return code == 0

    def checkout(self, inputs):
        if not os.path.exists(os.path.join(self.machine.path, "git")):
            return "without git the files are downloaded, and there is no repository"
        git(self.workspace, "init", "-q")
        git(self.workspace, "remote", "add", "origin", self.repository.url)
        depth = inputs.get("fetch-depth", "1")
        if depth == "0":
            git(self.workspace, "fetch", "-q", "origin", "+refs/heads/*:refs/remotes/origin/*")
        shallow = [] if depth == "0" else ["--depth", depth]
        git(self.workspace, "fetch", "-q", *shallow, "origin", "+refs/pull/1/merge:refs/remotes/pull/7/merge")
        git(self.workspace, "checkout", "-q", "--detach", "refs/remotes/pull/7/merge")
        return None

    def cache_action(self, inputs):
        kept = os.path.join(self.cache, inputs["key"])
        path = inputs["path"].replace("~", self.machine.home, 1)
        if os.path.exists(kept):
            shutil.copytree(kept, path, symlinks=True)
            return None

        def save():
            if not self.failed and os.path.exists(path):
                shutil.copytree(path, kept, symlinks=True)
        self.posts.append(save)
        return None

    def upload(self, inputs):
        if self.permissions.get("security-events") != "write":
            return "Resource not accessible by integration"
        path = os.path.join(self.workspace, inputs["sarif_file"])
        if not os.path.exists(path):
            return "Path does not exist: " + inputs["sarif_file"]
        with open(path, encoding="utf-8") as file:
            text = file.read()
        problem = sarif_problem(text, lambda uri: os.path.isfile(os.path.join(self.workspace, uri)))
        if problem:
            return problem
        self.published.sarif = [result for run in yaml.safe_load(text)["runs"] for result in run["results"]]
        return None


def run(page_file, machine, repository, variables, cache, workspace):
    runner = Runner(machine, repository, variables, cache, workspace)
    return runner.job(yaml.safe_load(page_file)), runner.published
