#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Validates quern's JSON documents against the schemas of docs/json.

usage: json_schemas.py QUERN ROOT
Each schema is met by documents of several profiles, and refuses them with one key more, one less, or
one of a wrong kind. Needs python3-jsonschema, which says what is wrong with a document, and
python3-fastjsonschema, which tells thousands of changed ones apart a hundred times as fast; where one
is missing: exit code 77, skipped.
"""
import glob
import json
import os
import subprocess
import sys
import tempfile

try:
    import fastjsonschema
    import jsonschema
except ImportError as missing:
    # Packages of the system are its own Python's, which need not be the first one.
    OWN = "/usr/bin/python3"
    if os.path.exists(OWN) and not os.path.samefile(OWN, sys.executable):
        sys.exit(subprocess.call([OWN, *sys.argv]))
    print("skipped: python3-%s is not installed" % missing.name)
    sys.exit(77)

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import json_documents  # noqa: E402

# Keys that a document may lack, or their paths: what was not asked for, and what one view has.
OPTIONAL = {
    "quern.annotation": {"proposals", "calls", "jumps", "ratios", "self_ratios", "inclusive_ratios", "recursive", "more_lines",
                         "more_self", ".files.lines.calls.certainty", ".files.lines.with_calls", ".files.lines.with_calls_max",
                         ".files.lines.certainty", "objects", ".files.outermost", "with_inlined", "inlined", "instructions"},
    "quern.calls": {"ratios", "inclusive_ratios", "where", ".rows.caller.line", ".rows.callee.line", ".rows.caller.kind", ".rows.callee.kind", ".rows.certainty", ".rows.sites.certainty"},
    "quern.check": {".findings.file", "not_listed", "repair", ".info"},
    "quern.diff": {"scaled", "match", ".rows.caller.old_name", ".rows.callee.old_name", ".callers.caller.old_name", ".callees.callee.old_name", ".callers.callee.old_name", ".callees.caller.old_name", "min_change", "proposals", "ratios", "total_ratios", "self_ratios", "inclusive_ratios", "direction", "exact_stacks", "widths", "width", "rest", "around", "x", "own", "runs", "matches", "rows", "shown", "of", "unchanged", "kinds", "not_shown", "blame", "self",
                   "where", ".target", ".files", ".accounting", ".files.lines.calls", "objects", "missing_object",
                   "with_inlined", "outermost", "inlined",
                   "function", "callers", "callees", "callers_of", "callees_of",
                   ".totals.certainty", ".rows.split.certainty", ".function.split.certainty",
                   ".callers.split.certainty", ".callees.split.certainty", ".blame.split.certainty",
                   ".accounting.certainty", ".files.lines.calls.split.certainty"},
    "quern.gate": {".rules.estimated"},
    "quern.peek": {"books", "line", "percent_of", "percent", ".callers.certainty", ".callees.certainty", "ratios", "self_ratios", "inclusive_ratios", "where", "callers", "callers_shown",
                   "callers_of", "from_callers", "callees", "callees_shown", "callees_of",
                   "into_callees", ".function.runs", ".callers.runs", ".callees.runs"},
    "quern.profile": {"runs", "run_costs"},
    "quern.info": {".runs"},
    "quern.leaks": {"ratios", "total_ratios", "self_ratios", "where"},
    "quern.lines": {"with_inlined", "ratios", "total_ratios", "self_ratios", "running_of", "running", "where"},
    "quern.loops": {"ratios", "total_ratios", "self_ratios", "inclusive_ratios", "where"},
    "quern.summary": {".top.rows.line", ".top.where"},
    "quern.top": {"line", "running_of", "running", "ratios", "total_ratios", "self_ratios", "inclusive_ratios", "where",
                  ".rows.paths", ".rows.kind", ".rows.runs"},
    "quern.flame": {"where", "contradictions", ".width", ".around"},
    "quern.graph": {"where", "members", ".nodes.kind", ".nodes.members.kind"},
    "quern.map": {"where", "contradictions"},
    "quern.tree": {"contradictions", "percent_of", "percent", "where", "ratios", "self_ratios", "inclusive_ratios"},
}


def shape(item):
    """What tells the kinds of an array's items apart: their keys, and the types of what they hold."""
    return tuple((key, type(value).__name__, value == []) for key, value in item.items())


def samples(document):
    """The document with as many items of each array of objects as have all there is in it: each key
    with each type, for each kind of item."""
    if isinstance(document, dict):
        return {key: samples(value) for key, value in document.items()}
    if isinstance(document, list) and document and isinstance(document[0], dict):
        seen, kept = set(), []
        for item in document:
            if item is None:
                kept.append(item)
                continue
            new = {(item.get("kind"), *each) for each in shape(item)} - seen
            if new:
                seen |= new
                kept.append(samples(item))
        return kept
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


def changed(document, optional, seen):
    """Makes one change after the other that a schema has to refuse, each with its name. `seen`: objects
    that changes were made to, in documents of the same kind."""
    view = tuple(document), document.get("view")
    for path, each in list(objects(document)):
        known = len(seen)
        seen.add((view, path, shape(each)))
        if len(seen) == known:
            continue
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


def as_draft_7(schema):
    """The same in the words of the draft that fastjsonschema knows."""
    if isinstance(schema, list):
        return [as_draft_7(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    same = {key: as_draft_7(value) for key, value in schema.items() if key != "$schema"}
    if isinstance(same.get("prefixItems"), list):
        if "items" in same:
            same["additionalItems"] = same["items"]
        same["items"] = same.pop("prefixItems")
    return same


class Schema:
    def __init__(self, path):
        self.seen = set()
        schema = read_json(path)
        place = "file://" + os.path.abspath(path)
        jsonschema.Draft202012Validator.check_schema(schema)
        self.slow = jsonschema.Draft202012Validator(
            schema, resolver=jsonschema.RefResolver(place, schema))
        self.fast = fastjsonschema.compile(
            {"$id": place, **as_draft_7(schema)}, use_default=False,
            handlers={"file": lambda uri: as_draft_7(read_json(uri[len("file://"):]))})

    def takes(self, document):
        try:
            self.fast(document)
        except fastjsonschema.JsonSchemaValueException:
            return False
        return True


def read_json(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def problems_of(document, name, schema):
    some = samples(document)
    whole = some if schema.takes(document) else document
    found = [error.message[-200:] for error in schema.slow.iter_errors(whole)]
    if whole is document or found:
        return found or ["the faster checker refuses it"]
    optional = OPTIONAL.get(name, set()) | {"incomplete"}
    return ["the schema takes " + change for change in changed(some, optional, schema.seen)
            if schema.takes(some)]


def main():
    quern, root = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    schemas = {os.path.basename(path)[:-len(".json")]: Schema(path)
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
