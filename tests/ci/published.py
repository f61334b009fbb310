# SPDX-License-Identifier: MIT
"""What a job leaves for people to see, and whether the receiving side would take it."""
import json
import os
import xml.etree.ElementTree as ElementTree

import jsonschema

HERE = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(HERE, "sarif-2.1.0-subset.json"), encoding="utf-8") as schema_file:
    SARIF = json.load(schema_file)
# docs.github.com, "SARIF support for code scanning": what is rejected, and what is cut or dropped.
MOST_RESULTS, MOST_RULES, MOST_LOCATIONS, MOST_BYTES, MOST_TEXT = 25000, 25000, 1000, 10 << 20, 1024


class Published:
    def __init__(self):
        self.comment = None  # Markdown
        self.annotations = None  # lines of workflow commands
        self.sarif = None  # the list of results
        self.junit = None  # numbers of tests, failures
        self.log = ""


def sarif_problem(text, has_file):
    """Why GitHub would reject a SARIF file; None if it would not. `has_file(path)`: in the repository."""
    if len(text) > MOST_BYTES:
        return "larger than 10 MB"
    document = json.loads(text)
    error = jsonschema.exceptions.best_match(jsonschema.Draft7Validator(SARIF).iter_errors(document))
    if error is not None:
        return "%s: %s" % (list(error.absolute_path), error.message)
    for run in document["runs"]:
        rules = run["tool"]["driver"].get("rules", [])
        if len(run["results"]) > MOST_RESULTS or len(rules) > MOST_RULES:
            return "too many results or rules"
        ids = [rule["id"] for rule in rules]
        if len(set(ids)) != len(ids):
            return "a rule is there twice"
        for rule in rules:
            for key in ("shortDescription", "fullDescription", "help"):
                if not 0 < len(rule.get(key, {}).get("text", "")) <= MOST_TEXT:
                    return "rule %s lacks %s.text or has too much of it" % (rule["id"], key)
        for result in run["results"]:
            problem = result_problem(result, ids, has_file)
            if problem:
                return "%s: %s" % (problem, json.dumps(result))
    return None


def result_problem(result, ids, has_file):
    if result.get("ruleId") not in ids or ids[result.get("ruleIndex", -1)] != result["ruleId"]:
        return "its rule is not in the list of rules"
    if not result["message"].get("text"):
        return "it has no message"
    if not result.get("partialFingerprints"):
        return "it has no fingerprint, so that each upload makes it anew"
    if not 1 <= len(result.get("locations", [])) <= MOST_LOCATIONS:
        return "expected at least one location"
    physical = result["locations"][0].get("physicalLocation")
    if physical is None:
        return "expected a physical location"
    uri = physical.get("artifactLocation", {}).get("uri", "")
    if not uri or uri.startswith("/") or ":" in uri.split("/")[0] or ".." in uri.split("/"):
        return "expected a relative URI"
    if physical.get("region", {}).get("startLine", 0) < 1:
        return "expected a line"
    if not has_file(uri):
        return "the repository has no such file"
    return None


def junit_counts(path):
    suites = ElementTree.parse(path).getroot()
    assert suites.tag == "testsuites", suites.tag
    cases = [case for suite in suites for case in suite if case.tag == "testcase"]
    assert all(case.get("name") and case.get("classname") for case in cases)
    failures = sum(case.find("failure") is not None for case in cases)
    for suite in suites:
        assert int(suite.get("tests")) == len(cases) and int(suite.get("failures")) == failures
    return len(cases), failures
