#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Validates quern's JSON documents against the schemas of docs/json.

usage: json_schemas.py QUERN ROOT
Each schema is met by documents of several profiles, and refuses one that lacks a key. Needs
python3-jsonschema; where that is missing: exit code 77, skipped.
"""
import copy
import glob
import json
import os
import subprocess
import sys

try:
    import jsonschema
except ImportError:
    print("skipped: python3-jsonschema is not installed")
    sys.exit(77)

RECORDED = ("callgrind.out.cache.gz", "callgrind.out.parts.gz", "cachegrind.out.wordcount.gz")


def commands(root):
    """Command lines whose answers are documents."""
    examples = os.path.join(root, "docs", "examples")
    files = [os.path.join(root, "tests", "corpus", "recorded", name) for name in RECORDED]
    files += [os.path.join(examples, name) for name in ("callgrind.out.wordcount",
                                                        "cachegrind.out.shop")]
    for file in files:
        yield from (["info", file], ["check", file], ["top", file], ["calls", file],
                    ["top", file, "--group-by", "object"], ["tree", file],
                    ["tree", "--bottom-up", "--heaviest", file],
                    ["flame", file], ["flame", "--depth", "2", "--bottom-up", file],
                    ["flame", "--merge-recursion", "-n", "3", "--where", "self > 0", file])
    for file in files[:2] + files[3:]:
        name = "{main}" if file.endswith("shop") else "main"
        yield from (["peek", name, file], ["callers", name, file], ["callees", name, file])
    pair = [os.path.join(examples, "callgrind.out.leaf-" + side) for side in ("old", "new")]
    yield from (["diff", *pair], ["diff", "--view", "calls", *pair],
                ["diff", "--view", "peek", "--of", "leaf", *pair],
                ["diff", "--view", "matches", "--unchanged", pair[0], files[3]],
                ["diff", "--base", pair[0], "--base", pair[1], pair[1]],
                ["gate", "--max", "Ir=+1%", "--max", "fn = leaf: Ir/calls=+3", *pair],
                ["gate", "--max", "fn = nobody: Ir=1", *pair])


def validator(path):
    with open(path, encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def main():
    quern, root = os.path.abspath(sys.argv[1]), sys.argv[2]
    schemas = {os.path.basename(path)[:-len(".json")]: validator(path)
               for path in glob.glob(os.path.join(root, "docs", "json", "*.json"))}
    met, failed, count = set(), 0, 0
    for words in commands(root):
        done = subprocess.run([quern, *words, "--format", "json", "--quiet"], capture_output=True)
        document = json.loads(done.stdout)
        name = document["schema"].split("/")[0]
        problems = [error.message[:200] for error in schemas[name].iter_errors(document)]
        lacking = copy.deepcopy(document)
        del lacking["schema"]
        if schemas[name].is_valid(lacking):
            problems.append("the schema takes a document without a key")
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
