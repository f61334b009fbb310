#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Validates quern's JSON documents against the schemas of docs/json.

usage: json_schemas.py QUERN ROOT
Each schema is met by documents of several profiles, and refuses them with one key more, one less, or
one of a wrong kind. Needs python3-jsonschema; where that is missing: exit code 77, skipped.
"""
import glob
import json
import os
import subprocess
import sys
import tempfile

try:
    import jsonschema
except ImportError:
    print("skipped: python3-jsonschema is not installed")
    sys.exit(77)

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import json_documents  # noqa: E402

# Keys that a document may lack, or their paths: what was not asked for, and what one view has.
OPTIONAL = {
    "quern.annotation": {"calls", "jumps", "ratios", "self_ratios", "inclusive_ratios", "recursive", "more_lines",
                         "more_self"},
    "quern.calls": {"ratios", "inclusive_ratios", "where", ".rows.certainty", ".rows.sites.certainty"},
    "quern.check": {".findings.file", "not_listed"},
    "quern.diff": {"ratios", "total_ratios", "self_ratios", "inclusive_ratios", "direction", "exact_stacks", "widths", "width", "rest", "x", "own", "runs", "matches", "rows", "shown", "of", "unchanged", "not_shown", "blame", "self",
                   "where", ".target", ".files", ".accounting", ".files.lines.calls",
                   "function", "callers", "callees", "callers_of", "callees_of"},
    "quern.peek": {".callers.certainty", ".callees.certainty", "ratios", "self_ratios", "inclusive_ratios", "where", "callers", "callers_shown",
                   "callers_of", "from_callers", "callees", "callees_shown", "callees_of",
                   "into_callees"},
    "quern.leaks": {"ratios", "total_ratios", "self_ratios", "where"},
    "quern.top": {"ratios", "total_ratios", "self_ratios", "inclusive_ratios", "where"},
    "quern.flame": {"where"},
    "quern.tree": {"where", "ratios", "self_ratios", "inclusive_ratios"},
}


def shape(item):
    """What tells the kinds of an array's items apart: their keys, and the types of what they hold."""
    return tuple((key, type(value).__name__, value == []) for key, value in item.items())


def samples(document):
    """The document with one item of each kind in each array of objects."""
    if isinstance(document, dict):
        return {key: samples(value) for key, value in document.items()}
    if isinstance(document, list) and document and isinstance(document[0], dict):
        kinds = {}
        for item in document:
            kinds.setdefault(shape(item), item)
        return [samples(item) for item in kinds.values()]
    return document


def objects(value, path=""):
    """Each object in the document, with its path."""
    if isinstance(value, dict):
        yield path, value
        for key, inner in value.items():
            yield from objects(inner, path + "." + key)
    elif isinstance(value, list):
        for inner in value:
            yield from objects(inner, path)


def wrong_values(value):
    yield {"wrong": True}
    if isinstance(value, str):
        yield 1.5
    elif value is not None and not isinstance(value, (dict, list)):
        yield "many"


def changed(document, optional):
    """Makes one change after the other that a schema has to refuse, each with its name."""
    for path, each in list(objects(document)):
        before = dict(each)
        each["unheard_of"] = 0
        yield "one more key in '%s'" % path
        for key, value in before.items():
            is_mark = key.endswith(("_bytes", "_certainty")) or key == "apportioned"
            if not {key, path + "." + key} & optional and not is_mark:
                each.clear()
                each.update({k: v for k, v in before.items() if k != key})
                yield "no %s.%s" % (path, key)
            for wrong in wrong_values(value):
                each.clear()
                each.update(before, **{key: wrong})
                yield "%s.%s: %r" % (path, key, wrong)
        each.clear()
        each.update(before)


def validator(path):
    with open(path, encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    resolver = jsonschema.RefResolver("file://" + os.path.abspath(path), schema)
    return jsonschema.Draft202012Validator(schema, resolver=resolver)


def problems_of(document, name, schema):
    found = [error.message[-200:] for error in schema.iter_errors(document)]
    if not found:
        document = samples(document)
        found = ["the schema takes " + change
                 for change in changed(document, OPTIONAL.get(name, set()))
                 if schema.is_valid(document)]
    return found


def main():
    quern, root = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    schemas = {os.path.basename(path)[:-len(".json")]: validator(path)
               for path in glob.glob(os.path.join(root, "docs", "json", "*.json"))}
    met, failed, count = set(), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for name, content in json_documents.INPUTS.items():
            with open(os.path.join(folder, name), "wb") as file:
                file.write(content)
        for words in json_documents.commands(root):
            command = [quern, *words, "--format", "json", "--quiet"]
            if words[0] != "config":
                command.append("--no-config")
            done = subprocess.run(command, cwd=folder, capture_output=True)
            document = json.loads(done.stdout)
            name = document["schema"].split("/")[0]
            problems = problems_of(document, name, schemas[name])
            met.add(name)
            count += 1
            failed += bool(problems)
            if problems:
                print("quern %s: %s" % (" ".join(words), "; ".join(problems[:3])))
    for name in sorted(set(schemas) - met):
        failed += 1
        print("no document meets docs/json/%s.json" % name)
    print("%d documents, %d fail" % (count, failed))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
