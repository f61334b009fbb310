#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`quern view` as a stranger meets it: what it refuses, what it survives, and that what it answers has
the same numbers as the commands.

server.py PART QUERN [PROFILE]     PART: hostile, numbers, load, changes, gone, slow [SECONDS]
"""
import base64
import concurrent.futures
import gzip
import http.client
import json
import os
import random
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse

import json_documents

HOME = os.path.dirname(os.path.abspath(__file__))
EXAMPLE = os.path.join(HOME, "..", "docs", "examples", "callgrind.out.wordcount")
HUGE = ("events: Ir Dr\nfl=a.c\nfn=main\n1 %d 3\ncfn=leaf\ncalls=2 9\n2 %d 7\nfn=leaf\n9 %d 7\n"
        % (2**60 + 1, 2**60 + 3, 2**60 + 3))
MOST_MEMORY = 400 << 20  # of a server that 50 clients ask about a small profile
CLIENTS = 50
QUESTIONS = 40  # of each client


class Server:
    """quern view, until the end of the block."""

    def __init__(self, quern, *words, env=None):
        self.process = subprocess.Popen([quern, "view", "--no-browser", *words], env=env,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        address = self.process.stdout.readline().strip()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/#t=([0-9a-f]{32})", address)
        assert found, "no address but %r" % address
        self.port, self.token = int(found[1]), found[2]
        self.own = {"Authorization": "Bearer " + self.token}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(timeout=20)
        self.process.stdout.close()

    def ask(self, target, method="GET", headers=None, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, target, body,
                               self.own if headers is None else headers)
            response = connection.getresponse()
            return response.status, dict(response.getheaders()), response.read()
        finally:
            connection.close()

    def json(self, target):
        status, _, body = self.ask(target)
        assert status == 200, (target, status, body[:300])
        return json.loads(body)

    def wait_until_ready(self):
        for _ in range(600):
            if self.json("/api/meta")["state"] != "loading":
                return self
            time.sleep(0.05)
        raise AssertionError("never ready")

    def raw(self, data, seconds=10):
        """What comes back for these bytes until the server closes or falls silent."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=seconds) as connection:
            try:
                connection.sendall(data)
            except OSError:
                return b""  # closed while it was being told
            answer = b""
            try:
                while more := connection.recv(65536):
                    answer += more
                    if len(answer) > 1 << 20:
                        break
            except OSError:
                pass
            return answer

    def seconds(self):
        """Processor time so far."""
        with open("/proc/%d/stat" % self.process.pid) as stat:
            fields = stat.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def rest(self):
        """The same, once no request is being answered any more."""
        seconds = self.seconds()
        while True:
            time.sleep(0.5)
            if self.seconds() - seconds < 0.03:
                return seconds
            seconds = self.seconds()

    def memory(self):
        with open("/proc/%d/status" % self.process.pid) as status:
            return int(re.search(r"VmHWM:\s+(\d+)", status.read())[1]) << 10


def has_data(answer):
    return b"wordcount" in answer or b'"schema"' in answer or b'"rows"' in answer


def sent_files(quern, folder):
    """Files that the page sends: private, bounded, removed, and refused to all others."""
    private = os.path.join(folder, "tmp")
    os.mkdir(private)

    def held():
        return sorted(os.path.join(above, name) for above, _, names in os.walk(private)
                      for name in names)

    def until(what, holds):
        deadline = time.monotonic() + 60
        while not holds():
            assert time.monotonic() < deadline, (what, os.listdir(private))
            time.sleep(0.05)

    def shown(name):
        files = server.json("/api/meta")["profiles"][0]["files"]
        return [os.path.basename(file) for file in files] == [name]

    with Server(quern, EXAMPLE, env={**os.environ, "TMPDIR": private}) as server:
        server.wait_until_ready()
        own = {**server.own, "Content-Type": "application/octet-stream"}
        text = b"events: Ir\nfl=a.c\nfn=sent\n1 7\n"
        for what, headers in (("no token", {"Content-Type": own["Content-Type"]}),
                              ("a wrong token", {**own, "Authorization": "Bearer " + "0" * 32}),
                              ("another origin", {**own, "Origin": "http://evil.example"}),
                              ("another host", {**own, "Host": "evil.example"}),
                              ("another site", {**own, "Sec-Fetch-Site": "cross-site"})):
            status, _, _ = server.ask("/api/file?name=a", "POST", headers, text)
            assert status == 403 and not held(), (what, status, held())
        for what, method, type_, target, expected in (
                ("a form", "POST", "multipart/form-data", "/api/file", 415),
                ("JSON", "POST", "application/json", "/api/file", 415),
                ("GET", "GET", own["Content-Type"], "/api/file", 405),
                ("another path", "POST", own["Content-Type"], "/api/reload", 415),
                ("another parameter", "POST", own["Content-Type"], "/api/file?path=/x", 400),
                ("a name with NUL", "POST", own["Content-Type"], "/api/file?name=a%00b", 400)):
            status, _, _ = server.ask(target, method, {**own, "Content-Type": type_}, text)
            assert status == expected, (what, status)
            until(what, lambda: not held())
        head = (b"POST /api/file?name=huge HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n"
                b"Authorization: Bearer %s\r\nContent-Type: application/octet-stream\r\n"
                % (server.port, server.token.encode()))
        with socket.create_connection(("127.0.0.1", server.port)) as huge:
            huge.sendall(head + b"Content-Length: %d\r\n\r\nabc" % (5 << 30))
            time.sleep(0.3)
            assert not held(), "what is too large is not begun"
        # One that stops in the middle keeps others out only for as long as it is there.
        with socket.create_connection(("127.0.0.1", server.port)) as partial:
            partial.sendall(head + b"Content-Length: 1000000\r\n\r\n" + text * 100)
            until("the beginning of a file", held)
            for each in held():
                assert os.stat(each).st_mode & 0o77 == 0, each
                assert os.stat(os.path.dirname(each)).st_mode & 0o777 == 0o700, each
            status, _, body = server.ask("/api/file?name=second", "POST", own, text)
            assert status == 503 and b'"busy"' in body, (status, body)
        until("nothing of a file whose client has gone", lambda: not os.listdir(private))
        with socket.create_connection(("127.0.0.1", server.port)) as slow:
            slow.sendall(head + b"Content-Length: 1000000\r\n\r\n" + text)
            began = time.monotonic()
            try:
                while time.monotonic() - began < 60:
                    slow.sendall(b"1")
                    time.sleep(0.5)
            except OSError:
                pass  # the server has closed the connection
            assert 20 < time.monotonic() - began < 50, "a client that drips is not waited for"
        until("nothing of a partial file", lambda: not os.listdir(private))
        before = server.memory()
        with tempfile.TemporaryFile() as large:  # it is sent from the disk and is no profile
            large.truncate(300 << 20)
            status, _, body = server.ask("/api/file?name=zeros", "POST", own, large)
            assert status == 200, (status, body)
        until("an error", lambda: server.json("/api/meta")["error"] is not None)
        assert server.json("/api/meta")["error"]["file"] == "zeros", server.json("/api/meta")
        assert server.memory() - before < 150 << 20, "a file is not held in memory"
        until("nothing of what cannot be read", lambda: not os.listdir(private))
        for name, kept in (("..%2f..%2fsecond.out", "second.out"), ("c:%5cx%5cthird%0a.out", "third.out")):
            status, _, body = server.ask("/api/file?name=" + name, "POST", own, text)
            assert status == 200, (status, body)
            until(kept, lambda: shown(kept))
            assert "sent" in [row["name"] for row in server.json("/api/functions")["rows"]]
            until("one file", lambda: [os.path.basename(each) for each in held()] == [kept])
    assert not os.listdir(private), "nothing stays when the server has ended"
    os.chmod(private, 0o500)
    if not os.access(private, os.W_OK):
        with Server(quern, EXAMPLE, env={**os.environ, "TMPDIR": private}) as server:
            server.wait_until_ready()
            status, _, body = server.ask("/api/file?name=a", "POST", {**own, **server.own}, text)
            assert status == 507 and b"TMPDIR" in body, (status, body)
    os.chmod(private, 0o700)


def hostile(quern, _):
    with tempfile.TemporaryDirectory() as folder:
        sent_files(quern, folder)
    with Server(quern, EXAMPLE) as server:
        server.wait_until_ready()
        own = server.own
        refused = [
            ("no token", {}),
            ("half a token", {"Authorization": "Bearer " + server.token[:16]}),
            ("a wrong token", {"Authorization": "Bearer " + "0" * 32}),
            ("no bearer", {"Authorization": server.token}),
            ("another host", {**own, "Host": "evil.example:%d" % server.port}),
            ("another port", {**own, "Host": "127.0.0.1:%d" % (server.port ^ 1)}),
            ("a host that begins like ours", {**own, "Host": "127.0.0.1:%d.evil" % server.port}),
            ("another origin", {**own, "Origin": "http://evil.example"}),
            ("no origin at all", {**own, "Origin": "null"}),
            ("a cross-site request", {**own, "Sec-Fetch-Site": "cross-site"}),
            ("a same-site request", {**own, "Sec-Fetch-Site": "same-site"}),
        ]
        paths = ["/api/meta", "/api/functions", "/api/events", "/%61pi/meta", "/api%2fmeta",
                 "/./api/meta", "/x/../api/meta", "//api/meta", "/api/../api/meta"]
        for what, headers in refused:
            for path in paths:
                status, answered, body = server.ask(path, headers=headers)
                assert status in (403, 404) or (status in (200, 501) and not has_data(body)), \
                    (what, path, status, body[:200])
                assert not has_data(body), (what, path, body[:200])
                assert not any(name.lower().startswith("access-control") for name in answered), what
        status, _, _ = server.ask("/%61pi/meta")
        assert status == 200, "a path is the same however it is spelled"
        for path in ("/../../etc/passwd", "/assets/../../etc/passwd", "/assets/%2e%2e/%2e%2e/etc/passwd",
                     "/api/source/..%2f..%2fetc%2fpasswd", "/api/source/%2fetc%2fpasswd",
                     "/etc/passwd%00.js"):
            status, _, body = server.ask(path)
            assert b"root:" not in body and status in (200, 400, 404, 501), (path, status)
        for method in ("PUT", "DELETE", "OPTIONS", "HEAD", "TRACE", "PATCH", "CONNECT", "FOO"):
            status, answered, body = server.ask("/api/meta", method=method)
            assert status in (400, 405, 501) and not has_data(body), (method, status)
        status, _, _ = server.ask("/api/reload", method="POST", body="{}",
                                  headers={**own, "Content-Type": "text/plain"})
        assert status == 415, status
        status, _, _ = server.ask("/api/reload", method="POST", body="x" * 70000,
                                  headers={**own, "Content-Type": "application/json"})
        assert status == 413, status
        status, _, _ = server.ask("/api/functions?q=" + "a" * 9000)
        assert status == 413, status
        host = b"Host: 127.0.0.1:%d\r\n" % server.port
        for data in (b"\x00\x01\x02\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET /api/meta\r\n\r\n",
                     b"GET /api/meta HTTP/1.1\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01",
                     b"GET /api/meta HTTP/1.1\r\n" + host + b"X: " + b"a" * 200000 + b"\r\n\r\n",
                     b"GET /" + b"a" * 200000 + b" HTTP/1.1\r\n" + host + b"\r\n",
                     b"GET /api/meta HTTP/1.1\r\n" + host + b"A: b\r\n" * 20000 + b"\r\n",
                     b"POST /api/reload HTTP/1.1\r\n" + host + b"Content-Length: -1\r\n\r\n",
                     b"POST /api/reload HTTP/1.1\r\n" + host +
                     b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                     b"POST /api/reload HTTP/1.1\r\n" + host +
                     b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n"):
            answer = server.raw(data, seconds=2)
            assert not has_data(answer), (data[:60], answer[:200])
        slow = []
        for _ in range(40):  # heads that never end
            connection = socket.create_connection(("127.0.0.1", server.port))
            connection.sendall(b"GET /api/meta HTTP/1.1\r\n" + host)
            slow.append(connection)
        status, _, body = server.ask("/api/meta")
        assert status == 200 and has_data(body), "the page is answered beside slow clients"
        for connection in slow:
            connection.close()
        headers = server.ask("/api/meta")[1]
        for name, part in (("Content-Security-Policy", "default-src 'none'"),
                           ("X-Content-Type-Options", "nosniff"),
                           ("Referrer-Policy", "no-referrer"),
                           ("Cross-Origin-Opener-Policy", "same-origin"),
                           ("Cross-Origin-Resource-Policy", "same-origin"),
                           ("Cache-Control", "private")):
            assert part in headers.get(name, ""), (name, headers)
        assert server.process.poll() is None, "the server has ended"


def same_rows(quern, server, file, events):
    """The same question by command and by API, row by row."""
    def command(*words):
        return json.loads(subprocess.run([quern, *words], stdout=subprocess.PIPE,
                                         stderr=subprocess.DEVNULL,
                                         check=True).stdout)

    # Names are readable on the page and as they are in the document, so rows of equal cost may stand
    # in another order.
    keys = ("self", "inclusive", "inclusive_max", "certainty", "calls", "cycle")

    def numbers_of(rows):
        return sorted(json.dumps([row[key] for key in keys]) for row in rows)

    for sort, by in (("self", "self"), ("incl", "inclusive")):
        told = command("top", file, "--format", "json", "--limit", "0", "--sort", by)
        asked, rows = None, []
        while asked is None or len(rows) < asked["matched"]:
            asked = server.json("/api/functions?sort=%s&limit=500&offset=%d" % (sort, len(rows)))
            assert asked["rows"], "a window without rows"
            rows += asked["rows"]
        assert asked["totals"] == told["totals"] and asked["events"] == told["events"]
        assert len(rows) == len(told["rows"])
        assert numbers_of(rows) == numbers_of(told["rows"]), sort
        assert [row[by][0] for row in rows] == [row[by][0] for row in told["rows"]], sort
    exported = server.ask("/api/export?view=top&format=json")[2]
    told = json.loads(exported)
    assert numbers_of(told["rows"]) == \
        numbers_of(command("top", file, "--format", "json", "--limit", "0")["rows"])
    tree = command("tree", file, "--format", "json", "--limit", "0", "--depth", "1")
    asked = server.json("/api/tree?limit=500")
    assert [row["inclusive"][0] for row in tree["rows"]][:500] == \
        [row["inclusive"][0] for row in asked["rows"]]
    told, asked = command("info", file, "--format", "json"), server.json("/api/info")
    for key in told.keys() - {"counts"}:  # of functions after names are folded, and of all files
        assert told[key] == asked[key], key
    for event in events:
        flame = command("flame", file, "--format", "json", "--event", event, "--depth", "64",
                        "--limit", "20000")
        asked = server.json("/api/flame?e=%s&px=8192" % event)
        assert asked["totals"] == flame["totals"]
        widths = sorted(str(row[3]) for row in asked["rows"] if row[0] == -1)
        known = sorted(str(row["width"]) for row in flame["rows"] if row["depth"] == 0)
        assert set(widths) <= set(known), (widths, known)
        same_graph(command("graph", file, "--format", "json", "--event", event,
                           "--demangle", "always"), server.json("/api/graph?e=%s" % event))
        for by in ("callees", "source", "object", "parts"):
            same_map(command("map", file, "--tiles", by, "--format", "json", "--event", event,
                             "--demangle", "always"), server.json("/api/map?by=%s&e=%s" % (by, event)))


def rows_without_ids(rows):
    """Rows as the command has them: without what the page alone needs."""
    own = ("id", "file_id", "part", "shorter")
    return [{key: value for key, value in row.items() if key not in own} for row in rows]


def same_map(told, asked):
    """Tiles and their places."""
    for key in told.keys() - {"tiles"}:
        assert told[key] == asked[key], key
    assert rows_without_ids(asked["tiles"]) == told["tiles"]


def same_graph(told, asked):
    """Functions, calls and their places."""
    for key in told.keys() - {"nodes"}:
        assert told[key] == asked[key], key
    for row in told["nodes"] + asked["nodes"]:
        row["members"] = rows_without_ids(row.get("members", []))
    assert rows_without_ids(asked["nodes"]) == told["nodes"]


def same_loops(quern, server, file):
    """Those of the command, row by row; refused where the command refuses them."""
    told = subprocess.run([quern, "top", "--group-by", "loop", file, "--format", "json", "--limit",
                           "0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    status, _, body = server.ask("/api/loops?limit=500")
    asked = json.loads(body)
    if told.returncode != 0:
        assert status == 422 and asked["error"]["code"].encode() in told.stderr, (file, body)
        return 0
    known = json.loads(told.stdout)
    assert asked["totals"] == known["totals"] and asked["of"] == known["of"], file
    # Names are readable on the page.
    kept = [key for key in known["rows"][0] if key != "name"] if known["rows"] else []
    assert [[row[key] for key in kept] for row in asked["rows"]] == \
        [[row[key] for key in kept] for row in known["rows"]][:500], file
    return len(asked["rows"])


FILTERS = ("focus", "ignore", "show-from", "show", "hide")


def same_filtered(quern, server, file):
    """Each filter leaves what it leaves in the terminal, or is refused there too."""
    names = [row["name"] for row in server.json("/api/functions?limit=3")["rows"] if row["name"]]
    for name in names[-1:]:
        for filter_name in FILTERS:
            expression = "^%s$" % re.escape(name)
            query = urllib.parse.urlencode({filter_name: expression}, quote_via=urllib.parse.quote)
            told = subprocess.run([quern, "top", "--" + filter_name, expression, file, "--format",
                                   "json", "--limit", "0"],
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
            status, _, body = server.ask("/api/functions?limit=500&" + query)
            if told.returncode != 0:
                code = json.loads(body)["error"]["code"]
                assert status == 422 and code.encode() in told.stderr, (file, query, body, told.stderr)
                continue
            top, asked = json.loads(told.stdout), json.loads(body)
            assert status == 200 and asked["totals"] == top["totals"], (file, query, body[:300])
            for key in ("self", "inclusive", "certainty"):
                assert [row[key] for row in asked["rows"]] == \
                    [row[key] for row in top["rows"]][:500], (file, query, key)


# h is called by f and by g, one of which is chosen, and spends in two ways: its costs are split.
SPLIT = ("events: Ir\nfl=a.c\nfn=main\n1 10\ncfn=f\ncalls=2 1\n2 60\ncfn=g\ncalls=1 1\n3 60\n"
         "fn=f\n10 20\ncfn=h\ncalls=4 1\n11 40\nfn=g\n20 40\ncfn=h\ncalls=6 1\n21 20\n"
         "fn=h\n30 7\n31 23\ncfn=i\ncalls=12 1\n32 30\nfn=i\n40 30\n")
COSTLIER = (("10 20\n", "10 22\n"), ("2 60\n", "2 65\n"), ("11 40\n", "11 43\n"), ("30 7\n", "30 10\n"))


def without_ids(value):
    """A document as the command writes it: the API adds ids and windows."""
    if isinstance(value, list):
        return [without_ids(each) for each in value]
    if isinstance(value, dict):
        return {key: without_ids(each) for key, each in value.items()
                if key not in ("id", "old_id", "file_id", "parent", "shorter")}
    return value


def same_estimates(quern, folder):
    """Where a filter split costs by a guess, comparisons, lines and gates have the command's numbers
    and its marks."""
    old, new = os.path.join(folder, "callgrind.out.8"), os.path.join(folder, "callgrind.out.9")
    costlier = SPLIT
    for before, now in COSTLIER:
        costlier = costlier.replace(before, now)
    for path, text in ((old, SPLIT), (new, costlier)):
        with open(path, "w") as out:
            out.write(text)
    kept = ["--focus", "^f$", "--format", "json"]
    query = "focus=%5Ef%24"

    def told(*words):
        return without_ids(json.loads(subprocess.run(
            [quern, *words, *kept], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            check=False).stdout))

    with Server(quern, "--base", old, new) as server:
        server.wait_until_ready()
        file = server.json("/api/files")["rows"][0]["file_id"]
        rule = "fn = h: Ir=+1%"
        for target, words in (
                ("compare?", ["diff", old, new]),
                ("functions?base=base&limit=500&", ["diff", "--unchanged", "--limit", "0", old, new]),
                ("tree?base=base&limit=500&", ["diff", "--view", "tree", "--unchanged", old, new]),
                ("source/%s?" % file, ["annotate", "a.c", "--whole", new]),
                ("source/%s?base=base&" % file,
                 ["diff", "--view", "annotate", "--of", "a.c", "--whole", "--unchanged", old, new]),
                ("gate?rules=%s&" % urllib.parse.quote(rule), ["gate", "--max", rule, old, new])):
            asked, known = without_ids(server.json("/api/" + target + query)), told(*words)
            assert "estimated" in json.dumps(known), (target, known)
            for key in asked.keys() & known.keys() - {"files", "shown", "of", "unchanged"}:
                assert asked[key] == known[key], (target, key, asked[key], known[key])
            for one, other in zip(asked.get("files", []), known.get("files", [])):
                for key in one.keys() & other.keys():
                    assert one[key] == other[key], (target, key, one[key], other[key])
        same_frame_marks(server.json("/api/flame?" + query), told("flame", new))
        same_frame_marks(server.json("/api/flame?base=base&" + query),
                         told("diff", "--view", "flame", "--unchanged", old, new))


def same_frame_marks(asked, known):
    """The numbers that stand for marks in the API's frames: 1 estimated, 8 own alone estimated."""
    def marks(row):
        row = row.get("delta", row)
        if row["certainty"] != "exact":
            return 1
        return 8 if row.get("self_certainty", "exact") != "exact" else 0

    assert asked["totals"] == known["totals"], (asked["totals"], known["totals"])
    flags = {(asked["names"][row[1]]["name"], str(row[3])): row[5] & ~4 for row in asked["rows"]}
    wanted = {(row["name"], str(row["width"])): marks(row) for row in known["rows"]}
    assert flags == wanted and 8 in flags.values(), (flags, wanted)


def same_lines(quern, new, old, *words):
    """Both versions of a source: the API, the page in one file and the command."""
    told = json.loads(subprocess.run([quern, "diff", "--view", "annotate", "--whole", "--unchanged",
                                      "--format", "json", "--limit", "0", *words, old, new],
                                     stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                     check=True).stdout)
    plain = lambda line: {**line, "calls": [{key: value for key, value in call.items() if key != "id"}
                                            for call in line.get("calls", [])]}
    with Server(quern, "--base", old, *words, new) as server:
        server.wait_until_ready()
        rows = server.json("/api/functions?base=base&group=file&limit=500")["rows"]
        ids = {row["name"]: row["file_id"] for row in rows}
        compared = 0
        for file in told["files"][:6]:  # each is paired anew
            if ids.get(file["file"]) is None:
                continue  # nothing but code that was inlined
            answer = server.json("/api/source/%s?base=base" % ids[file["file"]])
            assert answer["totals"] == told["totals"]
            own = answer["files"][0]
            assert [plain(line) for line in own["lines"]] == [plain(line) for line in file["lines"]]
            for key in ("old", "new", "delta", "match", "old_file", "paired", "old_source"):
                assert own[key] == file[key], (file["file"], key)
            compared += 1
        assert compared != 0, (new, ids)


def page_in_one_file(quern, file, *words):
    """What `quern view --html` writes: the whole text and the answers in it."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "page.html")
        subprocess.run([quern, "view", "--html", out, *words, file], stderr=subprocess.DEVNULL,
                       check=True)
        with open(out, encoding="utf-8") as page:
            text = page.read()
    assert text.count("</script>") == 2, "data ends its script element"
    held = text.split('<script type="application/gzip" id="quern-answers">')[1]
    return text, json.loads(gzip.decompress(base64.b64decode(held.split("</script>")[0])))


def same_in_one_file(quern, server, file):
    """The page in one file has the very answers of the API, and the rows of the command."""
    text, book = page_in_one_file(quern, file, "--html-size", "1")
    assert len(text) < 600_000, len(text)
    answers = book["answers"]
    targets = sorted(answers.keys() - {"/api/meta"})
    for target in targets[::max(1, len(targets) // 80)]:
        status, _, body = server.ask(target)
        assert json.loads(body) == answers[target], (target, status)
    rows = [row for offset in range(0, 1000, 100)
            for row in answers.get("/api/functions?limit=100&offset=%d" % offset, {}).get("rows", [])]
    told = json.loads(subprocess.run([quern, "top", file, "--format", "json", "--limit", "0"],
                                     stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                     check=True).stdout)
    held = {part["what"]: part for part in book["held"]}
    assert held["functions"] == {"what": "functions", "held": min(len(rows), 1000),
                                 "of": len(told["rows"])} or \
        held["functions"]["held"] <= len(rows), held
    for key in ("self", "inclusive"):
        costs = sorted(str(row[key]) for row in told["rows"])
        own = sorted(str(row[key]) for row in rows)
        assert own == costs or len(rows) < len(told["rows"]), key
    assert [row["self"][0] for row in rows] == [row["self"][0] for row in told["rows"]][:len(rows)]
    _, meta = server.ask("/api/meta")[1:]
    assert json.loads(meta)["profiles"] == answers["/api/meta"]["profiles"]


def numbers(quern, _):
    has_page = subprocess.run([quern, "view", "--html", os.devnull, EXAMPLE], check=False,
                              stderr=subprocess.PIPE).stderr.find(b"not-built-in") < 0
    with tempfile.TemporaryDirectory() as folder:
        huge = os.path.join(folder, "callgrind.out.1")
        with open(huge, "w") as out:
            out.write(HUGE)
        recorded = os.path.join(HOME, "corpus", "recorded")
        files = [(huge, ["Ir", "Dr"]), (EXAMPLE, ["Ir"])]
        for name in ("igprof.out", "parrot.out"):
            with open(os.path.join(folder, name), "wb") as out:
                out.write(json_documents.INPUTS[name])
            files.append((os.path.join(folder, name), []))
        files += [(os.path.join(recorded, name), []) for name in sorted(os.listdir(recorded))
                  if name.endswith((".gz", ".zst", ".xz")) and "source" not in name]
        asked = loops = 0
        for file, events in files:
            if subprocess.run([quern, "info", file], stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, check=False).returncode != 0:
                continue
            with Server(quern, file) as server:
                server.wait_until_ready()
                same_rows(quern, server, file, events)
                loops += same_loops(quern, server, file)
                same_filtered(quern, server, file)
                if has_page:
                    same_in_one_file(quern, server, file)
                asked += 1
        assert loops > 0, "no profile has loops"
        side = lambda name, which: os.path.join(recorded, name % which)
        for name in ("callgrind.out.lines-%s.gz", "callgrind.out.leaf-%s.gz",
                     "cachegrind.out.leaf-%s.gz"):
            same_lines(quern, side(name, "new"), side(name, "old"), "--source-path",
                       os.path.join(HOME, "corpus", "src"))
        same_estimates(quern, folder)
        with Server(quern, huge) as server:
            server.wait_until_ready()
            rows = server.json("/api/functions")["rows"]
            assert rows[0]["self"][0] == str(2**60 + 3), rows
            assert rows[1]["inclusive"][0] == str(2**61 + 4), rows
        if has_page:
            text, book = page_in_one_file(quern, huge)
            rows = book["answers"]["/api/functions?limit=100&offset=0"]["rows"]
            assert rows[0]["self"][0] == str(2**60 + 3), rows
            assert rows[1]["inclusive"][0] == str(2**61 + 4), rows
            assert text == page_in_one_file(quern, huge)[0], "the same profile, other bytes"
            both, compared = page_in_one_file(quern, huge, "--base", huge)
            assert compared["answers"]["/api/compare"]["totals"]["new"][0] == str(2**61 + 4), both
        assert asked >= 8, "only %d profiles were asked" % asked


def questions(dice, ids, files):
    some = lambda *choices: dice.choice(choices)
    common = some("", "&parts=1", "&e=Ir", "&q=self%20%3E%20" + str(dice.randrange(1000)),
                  "&q=name%20~%20%2F" + some("a", "e", "std", "x.y") + "%2F")
    plain = some("", "&e=Ir")
    return some(
        "/api/functions?limit=%d&offset=%d%s" % (dice.randrange(1, 501), dice.randrange(600), common),
        "/api/functions?sort=incl&group=%s%s" % (some("file", "object", "class", "dir"), plain),
        "/api/fn/%s?limit=20%s" % (dice.choice(ids), plain),
        "/api/tree?inv=%s&limit=50%s" % (some("0", "1"), plain),
        "/api/flame?px=%d%s" % (dice.randrange(100, 3000), plain),
        "/api/graph?nodes=%d%s%s" % (dice.randrange(1, 300), common,
                                     some("", "&of=" + dice.choice(ids), "&cluster_by=file",
                                          "&direction=right", "&direction=circle",
                                          "&boxes=compact", "&boxes=tall")),
        "/api/map?tiles=%d&by=%s" % (dice.randrange(1, 3000), some("callees", "callers", "source", "object", "parts")),
        "/api/source/%s?from=0&to=2000%s" % (dice.choice(files), plain),
        "/api/search?s=%s" % some("a", "std", "main", "%2F%5Em%2F"),
        "/api/calls?limit=50%s" % plain, "/api/files", "/api/meta", "/api/check", "/api/info")


def load(quern, _):
    with Server(quern, EXAMPLE) as server:
        server.wait_until_ready()
        rows = server.json("/api/functions?limit=500")["rows"]
        ids = [row["id"] for row in rows]
        files = [row["file_id"] for row in rows if row["file_id"]]
        # What nothing was recorded in has no lines; that is an answer too.
        known = {200, 404}

        def client(seed):
            dice = random.Random(seed)
            for _ in range(QUESTIONS):
                target = questions(dice, ids, files)
                status, _, body = server.ask(target)
                assert status in known and json.loads(body), (target, status, body[:200])
                assert status == 200 or "/source/" in target, (target, body[:200])
            return QUESTIONS

        with concurrent.futures.ThreadPoolExecutor(CLIENTS) as pool:
            answered = sum(pool.map(client, range(CLIENTS)))
        assert answered == CLIENTS * QUESTIONS
        assert server.memory() < MOST_MEMORY, "%d MB" % (server.memory() >> 20)
        print("%d questions of %d clients, %d MB" % (answered, CLIENTS, server.memory() >> 20))


def sums_of_cache(quern, folder, text):
    """With --cache sums come first where a snapshot is there: a text is not read twice."""
    env = {"PATH": os.environ["PATH"], "HOME": folder, "LC_ALL": "C.UTF-8"}
    cache = os.path.join(folder, ".cache", "quern")
    with Server(quern, text, "--cache", env=env) as server:
        server.wait_until_ready()
        assert server.json("/api/meta")["records"], "sums were taken from the text"
    until = time.monotonic() + 60
    while not any(name.endswith(".stamp") for name in os.listdir(cache)):
        assert time.monotonic() < until  # a file that is seconds old is known by its bytes alone
        subprocess.run([quern, "info", text, "--cache"], env=env, check=True,
                       stdout=subprocess.DEVNULL)
    with Server(quern, text, "--cache", env=env) as server:
        told = events(server)
        while (one := next(told))["event"] != "records":
            assert one["event"] in ("progress", "ready"), one


def events(server):
    """What the server tells, but that it is alive."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request("GET", "/api/events", headers=server.own)
    for line in connection.getresponse():
        told = json.loads(line)
        if told["event"] != "alive":
            yield told


def siblings(quern):
    """What --siblings reads is watched, and what it will read."""
    with tempfile.TemporaryDirectory() as folder:
        files = [os.path.join(folder, "callgrind.out.7" + end) for end in ("", "-01", "-02")]
        for file in files[:2]:
            with open(file, "w") as out:
                out.write("pid: 7\nevents: Ir\nfn=f\n1 5\n")
        with Server(quern, files[0], "--siblings") as server:
            server.wait_until_ready()
            told = events(server)
            assert next(told)["event"] == "ready"
            assert server.json("/api/functions")["totals"] == [10]
            with open(files[2], "w") as out:
                out.write("pid: 7\nevents: Ir\nfn=f\n1 2\n")
            with open(files[1], "w") as out:
                out.write("pid: 7\nevents: Ir\nfn=f\n1 6\n")
            assert next(told) == {"event": "changed", "files": [files[1]]}
            assert "reloaded" in (one["event"] for one in told)
            assert server.json("/api/functions")["totals"] == [13]
            with open(files[2], "w") as out:
                out.write("pid: 7\nevents: Ir\nfn=f\n1 7\n")
            assert next(told) == {"event": "changed", "files": [files[2]]}
            assert "reloaded" in (one["event"] for one in told)
            assert server.json("/api/functions")["totals"] == [18]


def sums_first(quern):
    """Large snapshots are shown before their records are read."""
    with tempfile.TemporaryDirectory() as folder:
        text, snapshot = (os.path.join(folder, name) for name in ("callgrind.out.1", "a.quern"))
        with open(text, "w", encoding="utf-8") as file:
            file.write("positions: line\nevents: Ir\nfl=a.c\nfn=f\n1 5\n" + "+1 9999999\n" * 3_000_000)
        subprocess.run([quern, "convert", text, "-o", snapshot], check=True)
        size = os.path.getsize(snapshot)
        assert size > 16 << 20, size
        sums_of_cache(quern, folder, text)
        with Server(quern, snapshot) as server:
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
            connection.request("GET", "/api/events", headers=server.own)
            stream = connection.getresponse()
            seen = {}
            while "records" not in seen:
                told = json.loads(stream.readline())
                seen[told["event"]] = told
                assert "reloaded" not in seen and "failed" not in seen, seen
            assert seen["ready"]["hash"] == seen["records"]["hash"], seen
            assert server.json("/api/meta")["records"]
            assert server.json("/api/files")["rows"][0]["name"] == "a.c"
            connection.close()
        with open(snapshot, "r+b") as file:  # sums stand in front of records
            file.seek(size // 2)
            byte = file.read(1)
            file.seek(size // 2)
            file.write(bytes([byte[0] ^ 1]))
        with Server(quern, snapshot) as server:
            end = time.monotonic() + 60
            while server.json("/api/meta")["state"] != "failed":  # ready, as long as sums are all
                assert time.monotonic() < end
                time.sleep(0.05)
        sums_of_text(quern, text)


def sums_of_text(quern, text):
    """Large texts are shown before their records are read, too, but not where they are compressed."""
    with open(text, "w", encoding="utf-8") as file:
        file.write("positions: line\nevents: Ir\nfl=a.c\nfn=f\n1 5\n" + ("#" * 999 + "\n") * 70_000)
        file.write("fn=g\n7 8\ncfn=f\ncalls=2 1\n8 5\n")
    with open(text, "rb") as plain, gzip.open(text + ".gz", "wb", compresslevel=1) as packed:
        shutil.copyfileobj(plain, packed)
    for path, has_sums in (text, True), (text + ".gz", False):
        with Server(quern, path) as server:
            told = events(server)
            while (name := next(told)["event"]) != "ready":
                assert name == "progress", name
            # Where sums come first, records are read only once these are asked for, or a second later.
            assert server.json("/api/meta")["records"] != has_sums
            early = server.json("/api/functions")
            while has_sums and (name := next(told)["event"]) != "records":
                assert name == "progress", name
            assert server.json("/api/meta")["records"]
            assert early["totals"] == [13] and server.json("/api/functions") == early
            assert server.json("/api/files")["rows"][0]["name"] == "a.c"


def changes(quern, _):
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "callgrind.out.1")
        with open(file, "w") as out:
            out.write("events: Ir\nfn=f\n1 5\n")
        with Server(quern, file) as server:
            server.wait_until_ready()
            before = server.json("/api/functions")
            assert before["totals"] == [5]
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
            connection.request("GET", "/api/events", headers=server.own)
            stream = connection.getresponse()
            assert json.loads(stream.readline())["event"] == "ready"
            with open(file, "w") as out:
                out.write("events: Ir\nfn=f\n1 6\n")
            seen = []
            while not seen or seen[-1] not in ("reloaded", "failed"):
                seen.append(json.loads(stream.readline())["event"])
            assert seen[0] == "changed" and seen[-1] == "reloaded", seen
            after = server.json("/api/functions")
            assert after["totals"] == [6] and after["rows"][0]["id"] == before["rows"][0]["id"]
            with open(file, "w") as out:
                out.write("nobody's format\n")
            while seen[-1] != "failed":
                seen.append(json.loads(stream.readline())["event"])
            assert server.json("/api/functions")["totals"] == [6], "what was read stays"
            assert server.json("/api/meta")["error"]["code"] == "unrecognised"
            assert server.json("/api/meta")["state"] == "ready"
            os.remove(file)
            told = {}
            while told.get("event") != "failed":
                told = json.loads(stream.readline())
            assert told["error"]["code"] == "no-such-file", told
            assert server.json("/api/functions")["totals"] == [6], "what was read stays"
            with open(file, "w") as out:
                out.write("events: Ir\nfn=f\n1 7\n")
            while told["event"] != "reloaded":
                told = json.loads(stream.readline())
            assert server.json("/api/meta")["error"] is None
            connection.close()
        with Server(quern, os.path.join(folder, "missing")) as server:
            server.wait_until_ready()
            assert server.json("/api/meta")["error"]["code"] == "no-such-file"
            assert server.ask("/api/functions")[0] == 503
    siblings(quern)
    sums_first(quern)


def entangled(functions, callees):
    """A profile whose filters take long: each function calls some of those behind it."""
    dice = random.Random(1)
    rows = ["events: Ir", "fl=a.c"]
    for at in range(functions):
        rows += ["fn=f%d" % at, "1 %d" % dice.randrange(1000)]
        for callee in {min(functions, at + 1 + dice.randrange(1000)) for _ in range(callees)}:
            rows += ["cfn=f%d" % callee, "calls=1 1", "2 %d" % dice.randrange(1, 1000)]
    return "\n".join(rows) + "\n"


def gone(quern, _):
    """What a client that has hung up had asked for is not worked out to its end."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "callgrind.out.1")
        with open(file, "w") as out:
            out.write(entangled(20000, 10))
        with Server(quern, file) as server:
            server.wait_until_ready()
            server.json("/api/functions?limit=1")
            before = server.seconds()
            server.json("/api/functions?limit=1&focus=f70")
            whole = server.seconds() - before
            asking = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(12)]
            for at, connection in enumerate(asking):
                connection.sendall(b"GET /api/functions?focus=f8%d HTTP/1.1\r\n"
                                   b"Host: 127.0.0.1:%d\r\nAuthorization: Bearer %s\r\n\r\n"
                                   % (at, server.port, server.token.encode()))
            for connection in asking:
                connection.close()
            before = server.seconds()
            server.json("/api/functions?limit=1&focus=f70")  # takes its turn behind all of them
            spent = server.rest() - before
            print("%.2f s of processor time for one answer, %.2f s for twelve that nobody waits for"
                  % (whole, spent))
            # All twelve would take twelve times as long, what one notices late a part of that.
            assert spent < 9 * whole, "what nobody waits for is worked out"
            assert server.json("/api/functions?limit=1&focus=f80")["of"] > 1


class Slow:
    """A client that keeps its connection as long as it can, and comes back when it is closed."""

    def __init__(self, server, kind):
        self.server, self.kind, self.connection, self.closed = server, kind, None, 0
        self.connect()

    def connect(self):
        self.connection = socket.socket()
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        self.connection.connect(("127.0.0.1", self.server.port))
        self.connection.setblocking(False)
        host = b"Host: 127.0.0.1:%d\r\n" % self.server.port
        token = b"Authorization: Bearer %s\r\n" % self.server.token.encode()
        whole = b"GET /api/functions?limit=500 HTTP/1.1\r\n" + host
        first = {"silent": b"", "trickle": b"G", "half": whole, "half with the token": whole + token,
                 "reader": b"GET / HTTP/1.1\r\n" + host + b"\r\n",
                 "refused": whole + b"\r\n",
                 "reader with the token": 4 * (whole + token + b"\r\n")}[self.kind]
        self.connection.sendall(first)

    def step(self):
        """One more byte of the head, or of the answer."""
        try:
            if self.kind == "trickle":
                self.connection.sendall(b"E")
            if self.connection.recv(1) == b"":
                raise OSError
        except BlockingIOError:
            pass
        except OSError:
            self.connection.close()
            self.closed += 1
            self.connect()


SLOW_KINDS = ("silent", "trickle", "half", "half with the token", "reader", "refused",
              "reader with the token")
SLOW_CLIENTS = 128
MOST_SECONDS = 1.0  # of an answer; who waits for a slow client waits until it is closed, 5 s
MOST_DESCRIPTORS = 64 + 256 + 64  # connections that are served, those that wait, and all others


def slow(quern, words):
    """However many clients are slow, who has the token is answered, and the page gets its events."""
    seconds, most = [float(word) for word in words] if words else (12, MOST_SECONDS)
    with Server(quern, EXAMPLE) as server:
        server.wait_until_ready()
        told = events(server)
        assert next(told)["event"] == "ready"
        clients = [Slow(server, SLOW_KINDS[at % len(SLOW_KINDS)]) for at in range(SLOW_CLIENTS)]
        took, most_descriptors = [], 0
        begun = stepped = time.monotonic()
        while time.monotonic() < begun + seconds:
            for headers in (server.own, {}):
                asked = time.monotonic()
                target = "/api/functions?limit=20" if headers else "/"
                status, _, _ = server.ask(target, headers=headers)
                took.append((time.monotonic() - asked, target))
                assert status in ((200,) if headers else (200, 501)), (target, status)
            most_descriptors = max(most_descriptors,
                                   len(os.listdir("/proc/%d/fd" % server.process.pid)))
            if time.monotonic() - stepped > min(5, seconds / 6):
                stepped = time.monotonic()
                for client in clients:
                    client.step()
            time.sleep(0.05)
        print("%d slow clients, closed %d times: %d answers, the slowest after %.3f s (%s); "
              "%d descriptors, %d MB"
              % (SLOW_CLIENTS, sum(client.closed for client in clients), len(took), *max(took),
                 most_descriptors, server.memory() >> 20))
        assert max(took)[0] < most, max(took)
        assert most_descriptors <= MOST_DESCRIPTORS, most_descriptors
        assert sum(client.closed for client in clients) > 0, "slow clients are never closed"
        server.ask("/api/reload", method="POST", body="{}",
                   headers={**server.own, "Content-Type": "application/json"})
        assert next(told), "the page's stream of events was closed"
        for client in clients:
            client.connection.close()


def main():
    part, quern = sys.argv[1], sys.argv[2]
    with socket.create_server(("127.0.0.1", 0)) as taken:
        told = subprocess.run([quern, "view", "--no-browser", "--port",
                               str(taken.getsockname()[1]), EXAMPLE], check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
    if b"not-built-in" in told.stderr:
        print("skipped: " + told.stderr.decode())
        return 77
    assert told.returncode == 4 and b"[cannot-listen]" in told.stderr, told
    {"hostile": hostile, "numbers": numbers, "load": load, "changes": changes,
     "gone": gone, "slow": slow}[part](
        quern, sys.argv[3:])
    print("right")
    return 0


if __name__ == "__main__":
    sys.exit(main())
