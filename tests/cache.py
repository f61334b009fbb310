#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`--cache` and `quern cache` as a user meets them, with a profile that is large enough to be kept.

usage: cache.py QUERN
Answers with the cache are those without, to the byte; whatever happens to the cache changes none.
"""
import json
import os
import subprocess
import sys
import tempfile

LINES = 1_400_000  # 18 MB of text: just enough


def write_profile(path, cost):
    with open(path, "w", encoding="ascii") as file:
        file.write("events: Ir\nfl=a.c\nfn=main\n1 1\ncfn=work\ncalls=3 2\n1 77\nfn=work\n")
        for line in range(LINES):
            file.write("%d %d\n" % (line + 1_000_000, 1000 + cost + line % 1000))


class Machine:
    """A user with a home folder."""

    def __init__(self, quern, folder):
        self.quern, self.folder = quern, folder
        self.home = os.path.join(folder, "home")
        os.mkdir(self.home)
        self.env = {"PATH": os.environ["PATH"], "HOME": self.home, "LC_ALL": "C.UTF-8"}
        self.cache = os.path.join(self.home, ".cache", "quern")

    def start(self, *arguments):
        return subprocess.Popen([self.quern, *arguments], cwd=self.folder, env=self.env,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run(self, *arguments):
        done = self.start(*arguments)
        out, err = done.communicate(timeout=300)
        return done.returncode, out, err

    def listed(self):
        code, out, err = self.run("cache", "--format", "json")
        assert code == 0 and not err, err
        return json.loads(out)

    def snapshots(self):
        return sorted(name for name in os.listdir(self.cache) if name.endswith(".quern"))


def same_answers(user):
    """Of every kind of question: the first makes the snapshot."""
    assert user.listed()["entries"] == []
    for words in (["top"], ["info", "--format", "json"], ["convert", "--to", "json"],
                  ["annotate", "a.c", "--format", "csv"], ["calls"]):
        plain = user.run(*words, "big.out")
        kept = user.run(*words, "big.out", "--cache")
        assert plain == kept, (words, plain[2], kept[2])
        assert plain[0] == 0, plain
    listed = user.listed()
    assert listed["schema"] == "quern.cache/1" and listed["folder"] == user.cache
    assert len(listed["entries"]) == 1, listed
    entry = listed["entries"][0]
    assert entry["source"] == os.path.realpath(os.path.join(user.folder, "big.out"))
    assert entry["bytes"] == listed["bytes"] < os.path.getsize(entry["source"])
    assert b"big.out" in user.run("cache")[1]


def changes_are_seen(user):
    """A file of the same size and time is not the same file."""
    path = os.path.join(user.folder, "big.out")
    times = os.stat(path)
    write_profile(path, 1)
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert os.path.getsize(path) == times.st_size
    plain, kept = user.run("top", "big.out"), user.run("top", "big.out", "--cache")
    assert plain == kept and plain[0] == 0
    assert len(user.listed()["entries"]) == 2


def damage_is_mended(user):
    plain = user.run("top", "big.out")
    for name in user.snapshots():
        with open(os.path.join(user.cache, name), "r+b") as file:
            file.seek(40)
            file.write(b"damaged")
    assert user.run("top", "big.out", "--cache") == plain
    assert len(user.snapshots()) == 1, "the damaged one is gone"
    assert user.run("top", "big.out", "--cache") == plain
    assert user.run("convert", "big.out", "--cache", "--to", "callgrind") == \
        user.run("convert", "big.out", "--to", "callgrind")


def many_at_once(user):
    assert user.run("cache", "--clear")[0] == 0
    assert user.listed()["entries"] == [] and os.listdir(user.cache) == []
    plain = user.run("top", "big.out")
    started = [user.start("top", "big.out", "--cache") for _ in range(4)]
    for each in started:
        out, err = each.communicate(timeout=300)
        assert (each.returncode, out, err) == plain
    assert len(user.listed()["entries"]) == 1
    assert len(os.listdir(user.cache)) <= 3, os.listdir(user.cache)


def bounds_hold(user):
    assert user.run("top", "big.out", "--cache", "--cache-size", "1K")[0] == 0
    user.run("cache", "--clear")
    plain = user.run("top", "big.out")
    assert user.run("top", "big.out", "--cache", "--cache-size", "1K") == plain
    assert user.listed()["entries"] == []
    code, _, err = user.run("top", "big.out", "--cache-size", "0")
    assert code == 2 and b"[bad-value]" in err


def not_everything_is_kept(user):
    small = os.path.join(user.folder, "small.out")
    with open(small, "w", encoding="ascii") as file:
        file.write("events: Ir\nfn=f\n1 2\n")
    assert user.run("top", "small.out", "--cache")[0] == 0
    with open(os.path.join(user.folder, "big.out"), "rb") as file:
        done = subprocess.run([user.quern, "top", "-", "--cache"], stdin=file, env=user.env,
                              capture_output=True, check=False)
    assert done.returncode == 0
    assert user.run("check", "big.out", "--cache")[0] == 0
    assert user.listed()["entries"] == []


def failures_are_notes(user):
    plain = user.run("top", "big.out")
    user.env["XDG_CACHE_HOME"] = os.path.join(user.folder, "big.out")
    code, out, err = user.run("top", "big.out", "--cache")
    assert (code, out) == plain[:2] and b"note: the cache is not used" in err, err
    del user.env["XDG_CACHE_HOME"]


def settings_turn_it_on(user):
    with open(os.path.join(user.folder, ".quern.toml"), "w", encoding="ascii") as file:
        file.write('cache = true\ncache-size = "1G"\n')
    assert user.run("top", "big.out")[0] == 0
    listed = user.listed()
    assert len(listed["entries"]) == 1 and listed["limit"] == 1 << 30, listed
    os.remove(os.path.join(user.folder, ".quern.toml"))


def main():
    quern = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        user = Machine(quern, folder)
        write_profile(os.path.join(folder, "big.out"), 2)
        for part in (same_answers, changes_are_seen, damage_is_mended, many_at_once, bounds_hold,
                     not_everything_is_kept, failures_are_notes, settings_turn_it_on):
            part(user)
            print("passed: %s" % part.__name__.replace("_", " "))


if __name__ == "__main__":
    main()
