#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Exports profiles as databases and compares every table with what quern tells otherwise.

usage: sqlite.py QUERN FOLDER…
Each profile of the folders, and some made here for what is rare (costs of 2^60 and beyond 64 bits, below
0, names that are no UTF-8, cycles, stacks, leaks), must say the same as `convert --to json`, `top`
and `calls`, to the last digit. Then: the same bytes twice, sound files, references that hold, and what
happens on a full disk, without a file, over another file.
Ends with 77 where quern was built without SQLite.
"""
import collections
import json
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile

LARGEST = 4 << 20  # of the inputs as stored: json.loads of more takes too long
EXTREME = b"""# callgrind format
events: Ir Dr
fl=a\xff.c
fn=main
1 1152921504606846976 -5
2 18446744073709551615 0
+1 18446744073709551615 3
cfn=f
calls=18446744073709551615 9
4 18446744073709551615 -9223372036854775808
fn=f
9 7 -9223372036854775808
* 0 -9223372036854775808
cfn=g
calls=3 1
10 40 2
fn=g
20 30 2
cfn=f
calls=2 9
21 10 0
jump=4 20
22
fn=nul\x00name
5 1
"""
HELD = b"""P=(HEX ID=1f N=(./held) T=0.005000)
C1 FN0=(F0=(./held)+10 N=(main))+4 V0=(MEM_TOTAL):(1,7,7);LK=(0x1000,7)
C2 FN1=(F0+40 N=(ma\xffke))+8 V0:(3,120,40);LK=(0xffffffffffffffff,40)
C3 FN2=(F1=(/lib/libc.so.6)+90 N=(malloc))+2 V0:(1,80,8) V1=(MEM_MAX):(1,fff,fff)
C4 FN1+9 V0:(1,20,20)
C2 FN2+2 V0:(1,8,8) V1:(1,ffff,ffff)
"""


class Database:
    def __init__(self, path):
        self.connection = sqlite3.connect(path)
        self.connection.text_factory = lambda text: text.decode("utf-8")  # strict

    def rows(self, query, *values):
        return self.connection.execute(query, values).fetchall()

    def close(self):
        self.connection.close()


def fail(what, *details):
    sys.exit("%s\n%s" % (what, "\n".join(str(each)[:2000] for each in details)))


def same(what, wanted, got):
    if wanted != got:
        if isinstance(wanted, dict):
            keys = [key for key in {**wanted, **got} if wanted.get(key) != got.get(key)]
            fail(what, *("%s: wanted %s, got %s" % (key, wanted.get(key), got.get(key))
                         for key in keys[:5]))
        for number, pair in enumerate(zip(wanted, got)):
            if pair[0] != pair[1]:
                fail(what, "row %d" % number, "wanted %s" % (pair[0],), "got %s" % (pair[1],))
        fail(what, "wanted %d rows, got %d" % (len(wanted), len(got)))


def number(cell):
    """A number of the database: text exactly where 64 bits do not hold it."""
    if cell is None:
        return None
    if isinstance(cell, float):
        fail("a number was rounded: %r" % cell)
    if isinstance(cell, str) == (-2 ** 63 <= int(cell) < 2 ** 63):
        fail("kept as the wrong type: %r" % cell)
    return int(cell)


def whole(cell):
    """A number of a JSON document."""
    return None if cell is None else int(cell)


def run(quern, *arguments, **options):
    return subprocess.run([quern, *arguments], capture_output=True, check=False, **options)


def document(quern, *arguments):
    done = run(quern, *arguments)
    if done.returncode != 0:
        fail(" ".join(arguments), done.stderr.decode(errors="replace"))
    return json.loads(done.stdout)


def sparse(costs):
    return {event: int(cost) for event, cost in enumerate(costs) if int(cost)}


def by_owner(rows):
    """{owner: {event: cost}} of rows (owner, event, cost)."""
    costs = collections.defaultdict(dict)
    for owner, event, cost in rows:
        costs[owner][event] = number(cost)
    return costs


def name_of(row, key="name"):
    """A name of a document as the database has it: text, bytes."""
    blob = row.get(key + "_bytes")
    if blob is None and row[key] is not None and "\0" in row[key]:
        return row[key], row[key].encode()
    return row[key], None if blob is None else bytes.fromhex(blob)


def check_symbols(profile, database):
    same("events", [(e["name"], e["long_name"], e["unit"], int(e["scale"]), e["combine"], int(total))
                    for e, total in zip(profile["events"], profile["totals"])],
         [(*row[:3], number(row[3]), row[4], number(row[5])) for row in database.rows(
             "SELECT name, long_name, unit, scale, combine, total FROM events ORDER BY id")])
    got = database.rows(
        "SELECT f.id, f.name, f.name_bytes, s.name, s.name_bytes, o.name, o.name_bytes, calls"
        " FROM functions f LEFT JOIN files s ON s.id = file LEFT JOIN objects o ON o.id = object"
        " ORDER BY f.id")
    same("functions", [(f["id"], *name_of(f), *name_of(f, "file"), *name_of(f, "object"),
                        whole(f["calls"])) for f in profile["functions"]],
         [(*row[:7], number(row[7])) for row in got])
    for column in ("self", "inclusive"):
        costs = by_owner((f, e, c) for f, e, c in database.rows(
            "SELECT function, event, %s FROM function_costs" % column))
        same("function_costs." + column,
             {f["id"]: sparse(f[column]) for f in profile["functions"] if sparse(f[column])},
             {f: {e: c for e, c in own.items() if c} for f, own in costs.items()
              if any(own.values())})


def check_parts(profile, database):
    got = database.rows("SELECT id, number, pid, thread, command, trigger, period FROM parts"
                        " ORDER BY id")
    same("parts", [(at, *map(whole, (p["number"], p["pid"], p["thread"])), p["command"],
                    p["trigger"], p["period"]) for at, p in enumerate(profile["parts"])],
         [(row[0], *map(number, row[1:4]), *row[4:]) for row in got])
    names = {row[1]: row[0] for row in database.rows("SELECT id, name FROM events")}
    wanted = {}
    for at, part in enumerate(profile["parts"]):
        declared = part["declared_totals"] or [None] * len(part["totals"])
        for event, total, claim in zip(part["events"], part["totals"], declared):
            wanted[at, names[event]] = (int(total), whole(claim))
    same("part_totals", wanted, {(p, e): (number(t), number(d)) for p, e, t, d in database.rows(
        "SELECT part, event, total, declared FROM part_totals")})


FILE = "LEFT JOIN files ON files.id = %s.file"


def check_records(profile, database):
    wanted = [(row["part"], row["function"], row["file"], whole(row["line"]), whole(row["address"]),
               event, cost) for row in profile["lines"] for event, cost in sparse(row["self"]).items()]
    got = database.rows("SELECT part, function, name, line, address, event, self FROM costs "
                        + FILE % "costs" + " ORDER BY costs.rowid")
    same("costs", wanted, [(*r[:3], number(r[3]), number(r[4]), r[5], number(r[6])) for r in got])
    got = database.rows(
        "SELECT part, caller, callee, name, line, address, target_line, target_address, count"
        " FROM call_sites " + FILE % "call_sites" + " ORDER BY call_sites.id")
    same("call_sites", [(c["part"], c["caller"], c["callee"], c["file"],
                         *map(whole, (c["line"], c["address"], c["target"]["line"],
                                      c["target"]["address"], c["count"])))
                        for c in profile["calls"]],
         [(*r[:4], *map(number, r[4:])) for r in got])
    same("call_site_costs", {at: sparse(c["inclusive"]) for at, c in enumerate(profile["calls"])
                             if sparse(c["inclusive"])},
         by_owner(database.rows("SELECT * FROM call_site_costs")))
    got = database.rows(
        "SELECT part, function, a.name, line, address, target_function, b.name, target_line,"
        " target_address, is_conditional, executed, followed FROM jumps"
        " LEFT JOIN files a ON a.id = file LEFT JOIN files b ON b.id = target_file"
        " ORDER BY jumps.rowid")
    ends = [[(end["function"], end["file"], whole(end["line"]), whole(end["address"]))
             for end in (jump["from"], jump["to"])] for jump in profile["jumps"]]
    same("jumps", [(jump["part"], *two[0], *two[1], int(jump["kind"] == "jcnd"),
                    int(jump["executed"]), int(jump["followed"]))
                   for jump, two in zip(profile["jumps"], ends)],
         [(*r[:3], *map(number, r[3:6]), r[6], *map(number, r[7:])) for r in got])


def check_contexts(profile, database):
    got = database.rows("SELECT contexts.id, parent, part, function, name, line, offset, address,"
                        " calls FROM contexts " + FILE % "contexts" + " ORDER BY contexts.id")
    same("contexts", [(c["id"], c["parent"], c["part"], c["function"], c["file"],
                       *map(whole, (c["line"], c["offset"], c["address"], c["calls"])))
                      for c in profile["contexts"]],
         [(*r[:5], *map(number, r[5:])) for r in got])
    same("context_costs", {c["id"]: sparse(c["self"]) for c in profile["contexts"]
                           if sparse(c["self"])},
         by_owner(database.rows("SELECT * FROM context_costs")))
    got = database.rows("SELECT context, name, address, size FROM leaks"
                        " JOIN events ON events.id = event ORDER BY leaks.rowid")
    same("leaks", [(k["context"], k["event"], int(k["address"]), int(k["size"]))
                   for k in profile["leaks"]], [(*r[:2], *map(number, r[2:])) for r in got])


def check_lines(profile, database):
    sums = {}
    alone = {row[0] for row in database.rows("SELECT id FROM parts WHERE contexts = 'alone'")}
    # Stacks of symbols: offsets where there are some, else lines of the code itself.
    placed = [c for c in profile["contexts"] if c["part"] in alone and c["calls"] is None
              and c["offset"] is None and c["line"] is not None]
    for row in profile["lines"] + placed:
        for event, cost in sparse(row["self"]).items():
            key = (row["file"], whole(row["line"]), event)
            is_max = profile["events"][event]["combine"] == "max"
            sums[key] = max(sums.get(key, 0), cost) if is_max else sums.get(key, 0) + cost
    got = {(f, number(line), e): number(cost) for f, line, e, cost in database.rows(
        "SELECT name, line, event, self FROM lines " + FILE % "lines")}
    same("lines", {key: cost for key, cost in sums.items() if cost}, got)


def identity(row):
    return None if row is None else (row["name"], row["file"], row["object"])


def check_answers(quern, path, database):
    """function_costs and calls against the commands that answer by name."""
    options = ("--format", "json", "--limit", "0", "--demangle", "never", "--unfold")
    top = document(quern, "top", path, *options)
    wanted = {}
    for row in top["rows"]:
        uppers = row["inclusive_max"] or [None] * len(top["events"])
        for event, own, all_of_it, upper in zip(top["events"], row["self"], row["inclusive"], uppers):
            if int(own) or int(all_of_it) or int(upper or 0):
                wanted[identity(row), event] = (int(own), int(all_of_it), whole(upper),
                                                row["certainty"], whole(row["calls"]), row["cycle"])
    got = {((name, file, obj), event): (number(own), number(all_of_it), number(upper), certainty,
                                        number(calls), cycle)
           for name, file, obj, event, own, all_of_it, upper, certainty, calls, cycle
           in database.rows("SELECT name, file, object, event, self, inclusive, inclusive_max,"
                            " certainty, calls, cycle FROM top")}
    same("top", wanted, got)
    by_self = [number(row[0]) for row in database.rows(
        "SELECT self FROM top WHERE event = (SELECT name FROM events WHERE id = 0)")]
    same("order of top", sorted(by_self, reverse=True), by_self)
    calls = document(quern, "calls", path, *options)
    names = {row[0]: row[1:] for row in database.rows(
        "SELECT f.id, f.name, s.name, o.name FROM functions f"
        " LEFT JOIN files s ON s.id = file LEFT JOIN objects o ON o.id = object")}
    costs = by_owner(database.rows("SELECT * FROM call_costs"))
    same("calls", {(identity(row["caller"]), identity(row["callee"])):
                   (whole(row["count"]), sparse(row["inclusive"])) for row in calls["rows"]},
         {(names.get(caller), names[callee]): (number(count), costs.get(call, {}))
          for call, caller, callee, count in database.rows("SELECT * FROM calls")})


def check_paths(profile, event, symbols, database):
    """Distinct stacks, each numbered by the one above it and its function."""
    paths, own, path_of = {}, [], {}
    for context in profile["contexts"]:
        above = path_of.get(context["parent"])
        path = paths.setdefault((above, context["function"]), len(paths))
        path_of[context["id"]] = path
        own[len(own):] = [0] * (path + 1 - len(own))
        own[path] += sparse(context["self"]).get(event, 0)
    counts, calls, tops = {None: (0, 1)}, {}, [function for _, function in paths]
    for (above, function), path in paths.items():
        paying, count = counts.get(function, (0, 0))
        counts[function] = (paying + (own[path] != 0), count + 1)
        pair = (None if above is None else tops[above], function)
        calls[pair] = calls.get(pair, 0) + 1
    for rank, *got in database.rows("SELECT id, self_paths, total_paths FROM mainrows"):
        same("paths of %d" % rank, counts[symbols[rank]], tuple(got))
    for query in ("SELECT self_id, child_id, to_child_paths FROM parents",
                  "SELECT parent_id, self_id, from_parent_paths FROM children"):
        for caller, callee, got in database.rows(query):
            same(query, calls[symbols[caller], symbols[callee]], got)


def check_navigator(profile, database):
    tables = {row[0] for row in database.rows("SELECT name FROM sqlite_master")}
    if profile["format"] != "igprof":
        return "mainrows" not in tables or fail("tables of IgProf where there are none")
    [(counter, total, _, period)] = database.rows("SELECT * FROM summary")
    event = [e["name"] for e in profile["events"]].index(counter)
    same("summary", (0, int(profile["totals"][0]), profile["parts"][0]["period"]),
         (event, number(total), period))
    counted = [at for at, e in enumerate(profile["events"]) if e["name"] in (counter, counter + ":calls")]
    functions = {f["id"]: f for f in profile["functions"]  # what has neither cost nor calls is left out
                 if any(int(f[kind][at]) for kind in ("self", "inclusive") for at in counted)}
    rows = database.rows("SELECT mainrows.id, symbol_id, self_count, cumulative_count, files.name"
                         " FROM mainrows JOIN symbols ON symbols.id = symbol_id"
                         " JOIN files ON files.id = filename_id ORDER BY mainrows.id")
    same("ranks", list(range(1, len(functions) + 2)), [row[0] for row in rows])
    for rank, symbol, own, cumulative, file in rows[1:]:
        function = functions[symbol]
        same("mainrows %d" % rank, (int(function["self"][event]), int(function["inclusive"][event]),
                                    function["object"]), (number(own), number(cumulative), file))
    symbols = {row[0]: row[1] if row[0] > 1 else None for row in rows}
    check_paths(profile, event, symbols, database)
    edges = sorted(((caller, callee, number(cost)) for caller, callee, cost in database.rows(
        "SELECT caller, callee, inclusive FROM calls JOIN call_costs ON call = id AND event = ?",
        event)), key=str)
    for query in ("SELECT self_id, child_id, to_child_count FROM parents",
                  "SELECT parent_id, self_id, from_parent_count FROM children"):
        same(query, edges, sorted(((symbols[a], symbols[b], number(cost))
                                   for a, b, cost in database.rows(query) if number(cost)), key=str))
    return True


def exported(quern, path, folder):
    target = os.path.join(folder, "out.db")
    done = run(quern, "convert", path, "-o", target, "--force", "--quiet")
    if done.returncode != 0:
        if b"not-built-in" in done.stderr:
            print("skipped: quern was built without SQLite")
            sys.exit(77)
        fail(path, done.stderr.decode(errors="replace"))
    same("files left behind", ["out.db"], os.listdir(folder))
    return target


def check(quern, path, folder):
    target = exported(quern, path, folder)
    database = Database(target)
    same("integrity", [("ok",)], database.rows("PRAGMA integrity_check"))
    same("references", [], database.rows("PRAGMA foreign_key_check"))
    profile = document(quern, "convert", path, "--to", "json")
    check_symbols(profile, database)
    check_parts(profile, database)
    check_records(profile, database)
    check_contexts(profile, database)
    check_lines(profile, database)
    check_navigator(profile, database)
    check_answers(quern, path, database)
    same("warnings", [(w["code"], int(w["count"]), w["line"], w["column"], w["message"])
                      for w in profile["warnings"]],
         [(row[0], number(row[1]), *row[2:]) for row in database.rows(
             'SELECT code, count, line, "column", message FROM warnings WHERE severity <> \'note\'')])
    database.close()
    with open(target, "rb") as file:
        once = file.read()
    with open(exported(quern, path, folder), "rb") as file:
        same("bytes of the same profile", once, file.read())


def refused(quern, code, text, *arguments, **options):
    done = run(quern, "convert", *arguments, **options)
    if done.returncode != code or text not in done.stderr.decode(errors="replace"):
        fail("convert %s: wanted %d, %s" % (arguments, code, text), done.returncode,
             done.stderr.decode(errors="replace"))


def limit_files():
    """A file that grows too large is a disk that is full, without a disk of one's own."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))


def check_places(quern, path, folder):
    target = os.path.join(folder, "out.db")
    with open(target, "w", encoding="utf-8") as file:
        file.write("precious")
    refused(quern, 4, "output-exists", path, "-o", target)
    refused(quern, 4, "write-failed", path, "-o", target, "--force", preexec_fn=limit_files)
    with open(target, encoding="utf-8") as file:
        same("the file that was there", "precious", file.read())
    refused(quern, 4, "output-failed", path, "--to", "sqlite")
    refused(quern, 4, "output-failed", path, "--to", "sqlite", "-o", "-")
    refused(quern, 4, "output-failed", path, "--to", "sqlite", "-o", "/dev/null")
    refused(quern, 4, "output-failed", path, "-o", os.path.join(folder, "none", "out.db"))
    refused(quern, 2, "a compressed database", path, "-o", os.path.join(folder, "other.db.gz"))
    refused(quern, 2, "keeps all events", path, "-o", os.path.join(folder, "other.db"), "--event", "Ir")
    same("files left behind", ["out.db"], os.listdir(folder))
    os.unlink(target)
    many = os.path.join(folder, "many")
    with open(many, "w", encoding="utf-8") as file:
        file.write("events: %s\nfn=f\n1 1\n" % " ".join("e%d" % at for at in range(1025)))
    refused(quern, 2, "a database can hold 1,024 events", many, "-o", target)
    same("files left behind", ["many"], os.listdir(folder))


def profiles(folders):
    for folder in folders:
        for place, _, names in sorted(os.walk(folder)):
            for name in sorted(names):
                path = os.path.join(place, name)
                if os.path.getsize(path) <= LARGEST and ".tsv" not in name:
                    yield path


def main():
    quern, folders = os.path.abspath(sys.argv[1]), sys.argv[2:]
    with tempfile.TemporaryDirectory() as folder:
        inputs = os.path.join(folder, "in")
        outputs = os.path.join(folder, "out")
        os.mkdir(inputs)
        os.mkdir(outputs)
        for name, text in (("extreme", EXTREME), ("held", HELD)):
            with open(os.path.join(inputs, name), "wb") as file:
                file.write(text)
        made = [os.path.join(inputs, name) for name in ("extreme", "held")]
        checked = 0
        for path in made + list(profiles(folders)):
            if run(quern, "info", path).returncode == 0:
                try:
                    check(quern, path, outputs)
                except SystemExit as error:
                    if isinstance(error.code, str):
                        sys.exit("%s: %s" % (path, error.code))
                    raise
                checked += 1
        places = os.path.join(folder, "places")
        os.mkdir(places)
        check_places(quern, made[0], places)
    print("%d profiles passed, 0 failed" % checked)
    sys.exit(0 if checked > len(made) else 1)


if __name__ == "__main__":
    main()
