#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes profiles in other formats, reads them back and compares all that the format can hold.

usage: round_trips.py QUERN SHARE/SHARES FOLDER... [--largest BYTES]
Takes the profiles below the folders that quern reads: every SHARES-th, from the SHARE-th on. `convert
--to json` of the profile and of what was written have to be equal but for what LOST says of the format.
Writing twice gives the same bytes, and so does writing what was read back.
"""
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile

# What reading back cannot know, by format: functions of a document.
MADE_OF_STACKS = ("igprof", "folded", "pprof", "speedscope")
WHOLE = ("format", "dialect", "base_rule", "creator", "command", "warnings")


def run(quern, *arguments):
    return subprocess.run([quern, *arguments], capture_output=True, check=False)


def profile(quern, path, *arguments):
    done = run(quern, "convert", path, "--to", "json", *arguments)
    return json.loads(done.stdout) if done.returncode == 0 else None


class Original:
    """A profile, and what it is converted to: each is asked for once."""

    def __init__(self, quern, path):
        self.quern, self.path, self.outputs = quern, path, {}

    def converted(self, target):
        if target not in self.outputs:
            self.outputs[target] = run(self.quern, "convert", self.path, "--to", target)
        return self.outputs[target]

    def is_read(self):
        return self.converted("json").returncode == 0

    def document(self):
        return json.loads(self.converted("json").stdout)


def by_identity(document):
    """Functions by what they are: their numbers are those of first appearance."""
    names = {function["id"]: [function["name"], function["file"], function["object"]]
             for function in document["functions"]}
    for function in document["functions"]:
        function.pop("id")
    document["functions"].sort(key=lambda function: json.dumps(function, sort_keys=True))
    for line in document["lines"]:
        line["function"] = names[line["function"]]
    for call in document["calls"]:
        call["caller"], call["callee"] = names[call["caller"]], names[call["callee"]]
    for jump in document["jumps"]:
        for end in jump["from"], jump["to"]:
            end["function"] = names[end["function"]]
    return document


def without_stacks(document, has_stacks):
    """What stacks beside records say of functions goes with them."""
    document["contexts"] = []
    document["leaks"] = []
    for function in document["functions"]:
        if has_stacks:
            function.pop("inclusive")
            function.pop("calls")
    return by_identity(document)


def as_callgrind(document, original):
    has_stacks = bool(original["contexts"])
    for event in original["events"]:  # peaks are not written: readers would add them up
        names = [each["name"] for each in document["events"]]
        if event["combine"] == "max" and event["name"] in names:
            drop_event(document, names.index(event["name"]))
    if original["format"] in MADE_OF_STACKS:  # calls and inclusive costs are made from stacks
        costs = {json.dumps([function["name"], function["object"]]): function["self"]
                 for function in document["functions"] if any(function["self"])}
        return document["totals"], costs
    for key in WHOLE:
        document.pop(key)
    for event in document["events"]:
        for key in ("long_name", "unit", "scale"):  # some are of the producer's dialect
            event.pop(key)
    for part in document["parts"]:
        part.pop("declared_totals")
        part["positions"] = [kind for kind in part["positions"] if kind != "bb"]
        if original["format"] == "xdebug":  # whose `summary:` is no sum of costs
            part["summaries"] = []
    for line in document["lines"] + document["calls"]:
        line["line"] = line["line"] or 0  # of the format's one producer that knows none
    return without_stacks(document, has_stacks)


def drop_event(document, at):
    document["events"].pop(at)
    document["totals"].pop(at)
    for part in document["parts"]:
        part.pop("totals", None)
    for row in document["functions"] + document["lines"] + document["calls"]:
        for key in ("self", "inclusive"):
            if key in row:
                row[key].pop(at)


def as_igprof(document, original):
    """Where a section begins is known only to the first record with a cost."""
    if original["format"] != "igprof":
        names = (event["name"] for event in document["events"])
        return {name: total for name, total in zip(names, document["totals"])
                if total != 0 and not name.endswith(":calls")}
    for key in WHOLE:
        document.pop(key)
    for context in document["contexts"]:
        context.pop("part")
    for part in document["parts"]:
        part["descriptions"] = []
    return document


LOST = {"callgrind": as_callgrind, "igprof": as_igprof}
COMPLETE = ("json", "snapshot")
STACKS = ("folded", "pprof", "speedscope")


def difference(wanted, got, path=""):
    if wanted == got:
        return None
    if isinstance(wanted, dict) and isinstance(got, dict):
        for key in {**wanted, **got}:
            if wanted.get(key) != got.get(key):
                return difference(wanted.get(key), got.get(key), "%s.%s" % (path, key))
    if isinstance(wanted, list) and isinstance(got, list):
        if len(wanted) != len(got):
            return "%s has %d entries, not %d" % (path, len(got), len(wanted))
        for at, pair in enumerate(zip(wanted, got)):
            if pair[0] != pair[1]:
                return difference(*pair, "%s[%d]" % (path, at))
    return "%s is %.200r, not %.200r" % (path, got, wanted)


def trip(original, target, folder):
    """What is wrong with the way there and back; None: nothing."""
    quern, path = original.quern, original.path
    once, again = (os.path.join(folder, name) for name in ("once", "again"))
    if not original.is_read():
        return "unread"
    if target in COMPLETE:
        return complete_trip(original, target, once)
    wanted = original.document()
    if target not in LOST:
        return stacks_trip(quern, path, target, wanted, (once, again))
    kept = LOST[target](original.document(), wanted)
    for switches in ([], ["--plain-names", "--plain-positions"]):
        done = run(quern, "convert", path, "--to", target, "-o", once, "--force", *switches)
        if done.returncode != 0:
            return "refused" if b"[cannot-hold]" in done.stderr else done.stderr.decode()
        got = profile(quern, once)
        if got is None:
            return "cannot be read back: " + run(quern, "info", once).stderr.decode()
        found = difference(kept, LOST[target](got, wanted))
        if found:
            return " ".join(switches) + " " + found
        run(quern, "convert", once, "--to", target, "-o", again, "--force", *switches)
        with open(once, "rb") as first, open(again, "rb") as second:
            # What a format cannot hold may have told functions apart.
            is_kept = target in ("callgrind", wanted["format"])
            if is_kept and first.read() != second.read():
                return "what was read back is written differently"
    return None


def told_totals(document):
    return {event["name"]: int(total) * event["scale"]
            for event, total in zip(document["events"], document["totals"]) if int(total) != 0}


NANOSECONDS = {"us": 10**3, "ms": 10**6, "s": 10**9}


def written_event(event, target):
    """The name that an event is read back with, and what one count of it is then."""
    name, scale = event["name"], event["scale"]
    if target == "folded":  # stacks are counts, whatever one of them is
        return name, 1
    if target == "pprof" and event["unit"]:  # which has a place for the unit
        name = re.sub(r"[_ ]*\([^()]*\)$", "", name) or name
    return name, scale * NANOSECONDS.get(event["unit"], 1)


def kept_totals(quern, path, target, events):
    """What `convert --check` says that totals will be."""
    check = json.loads(run(quern, "convert", "--check", path, "--to", target, "--format",
                           "json").stdout)
    totals = {}
    for row in check["totals"]:
        name, scale = events[row["event"]]
        if int(row["after"]) != 0:
            totals[name] = int(row["after"]) * scale
    return totals


def complete_trip(original, complete, once):
    """Everything comes back: what is written from it is what is written from the original."""
    quern, path = original.quern, original.path
    run(quern, "convert", path, "--to", complete, "-o", once, "--force")
    for target in dict.fromkeys(("json", "callgrind", complete)):
        before, after = original.converted(target), run(quern, "convert", once, "--to", target)
        if before.returncode != after.returncode:
            return "as %s: %s" % (target, after.stderr.decode())
        if before.stdout != after.stdout:
            return "%s of what was written differs from that of the original" % target
    if complete == "snapshot":
        for question in (["top", "-n", "0"], ["calls", "-n", "0"], ["info"]):
            outputs = [json.loads(run(quern, *question, each, "--format", "json").stdout)
                       for each in (path, once)]
            for document in outputs:
                for key in ("files", "snapshot_of"):
                    document.pop(key, None)
                for shortfall in document.get("incomplete", []):
                    shortfall.pop("file")
            if outputs[0] != outputs[1]:
                return "%s differs" % question[0]
    return None


def written(path, target):
    """The bytes; of a format that knows less of functions, the cost of each stack."""
    with open(path, "rb") as file:
        text = file.read()
    costs = {}
    if target == "speedscope":
        document = json.loads(text)
        frames = [(frame["name"], frame.get("file")) for frame in document["shared"]["frames"]]
        for each in document["profiles"]:
            for stack, weight in zip(each["samples"], each["weights"], strict=True):
                key = each["name"], *(frames[frame] for frame in stack)
                costs[key] = costs.get(key, 0) + weight
        return costs
    if target != "folded":
        return text
    for row in text.splitlines():
        stack, _, cost = row.rpartition(b" ")
        costs[stack] = costs.get(stack, 0) + int(cost)
    return costs


def stacks_trip(quern, path, target, wanted, names):
    """Formats of stacks: they hold less than most profiles, but what they hold stays the same."""
    once, again = names
    done = run(quern, "convert", path, "--to", target, "-o", once, "--force")
    if done.returncode != 0:
        return "refused" if b"[cannot-hold]" in done.stderr else done.stderr.decode()
    is_empty = os.path.getsize(once) == 0
    got = None if is_empty else profile(quern, once, "--dialect", target)
    if got is None:
        return "refused" if is_empty else "cannot be read back: " + run(
            quern, "info", once, "--dialect", target).stderr.decode()
    events = {event["name"]: written_event(event, target) for event in wanted["events"]}
    told, kept = told_totals(got), kept_totals(quern, path, target, events)
    if target == "folded":  # which does not name its event
        told, kept = list(told.values()), list(kept.values())
    if told != kept:
        return "totals are %s, not %s" % (told, kept)
    run(quern, "convert", once, "--dialect", target, "--to", target, "-o", again, "--force")
    if written(once, target) != written(again, target):
        return "what was read back is written differently"
    if target == wanted["format"] == "pprof":
        for document in wanted, got:
            for key in WHOLE:
                document.pop(key)
        return difference(wanted, got)
    return None


def profiles(folders, largest):
    for folder in folders:
        for where, _, names in sorted(os.walk(folder)):
            for name in sorted(names):
                path = os.path.join(where, name)
                if os.path.isfile(path) and 0 < os.path.getsize(path) <= largest:
                    yield path


def main():
    words = sys.argv[1:]
    largest = 1 << 18
    if "--largest" in words:
        at = words.index("--largest")
        largest = int(words[at + 1])
        del words[at:at + 2]
    quern, (share, shares) = os.path.abspath(words[0]), map(int, words[1].split("/"))
    folders = [word for word in words[2:] if os.path.isdir(word)]
    counts = {"right": 0, "wrong": 0, "unread": 0, "refused": 0}
    with tempfile.TemporaryDirectory() as folder:
        for path in itertools.islice(profiles(folders, largest), share - 1, None, shares):
            original = Original(quern, path)
            for target in (*LOST, *COMPLETE, *STACKS):
                found = trip(original, target, folder)
                kind = found if found in counts else "wrong" if found else "right"
                counts[kind] += 1
                if kind == "wrong":
                    print("%s -> %s: %s" % (path, target, found))
    print(", ".join("%d %s" % (count, kind) for kind, count in counts.items()))
    sys.exit(1 if counts["wrong"] or not counts["right"] else 0)


if __name__ == "__main__":
    main()
