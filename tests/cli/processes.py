# SPDX-License-Identifier: MIT
"""What arguments alone cannot tell: pipes, full disks, signals, terminals, shells, manual pages.

Each test is a function (quern, folder, env) that raises where something is wrong.
"""
import csv
import errno
import io
import json
import os
import pty
import re
import resource
import select
import shutil
import signal
import subprocess
import time

DEADLINE = 30  # seconds; only a broken quern waits that long


class Skipped(Exception):
    """This machine cannot run the test; the text says why."""


def run(quern, folder, env, *args, **rest):
    rest.setdefault("capture_output", True)
    return subprocess.run([quern, *args], cwd=folder, env=env, timeout=60, **rest)


def leftovers(folder):
    """Names of temporary files of quern."""
    return [name for name in os.listdir(folder) if ".quern-" in name]


def test_same_answer_however_read(quern, folder, env):
    plain = run(quern, folder, env, "convert", "sort.out", "--to", "json").stdout
    assert b'"totals":[1220,305]' in plain.replace(b" ", b"").replace(b"\n", b""), plain
    for args in (["sort.out.gz"], ["two_members.gz"], ["sort.out.bz2"], ["sort.out.xz"],
                 ["sort.out", "--buffer-size", "1"], ["sort.out", "--threads", "3"]):
        assert run(quern, folder, env, "convert", "--to", "json", *args).stdout == plain, args
    with open(os.path.join(folder, "sort.out"), "rb") as file:
        assert run(quern, folder, env, "convert", "-", "--to", "json", stdin=file).stdout == plain


def test_output_file(quern, folder, env):
    done = run(quern, folder, env, "convert", "sort.out", "--to", "json", "-o", "new.json")
    assert done.returncode == 0 and done.stdout == b"", done
    assert os.path.getsize(os.path.join(folder, "new.json")) > 100
    assert not leftovers(folder)


def test_output_that_exists(quern, folder, env):
    for command in (["top", "sort.out"], ["convert", "sort.out", "--to", "json"], ["help"]):
        done = run(quern, folder, env, *command, "-o", "exists.txt")
        assert done.returncode == 4, done
        assert b"[output-exists]" in done.stderr and b"--force" in done.stderr, done.stderr
        with open(os.path.join(folder, "exists.txt"), "rb") as file:
            assert file.read() == b"keep me\n"


def test_output_by_force(quern, folder, env):
    path = os.path.join(folder, "replaced.txt")
    with open(path, "wb") as file:
        file.write(b"old\n")
    done = run(quern, folder, env, "top", "sort.out", "-o", "replaced.txt", "--force")
    assert done.returncode == 0, done
    with open(path, "rb") as file:
        assert b"compare" in file.read()


def test_output_stays_when_input_is_broken(quern, folder, env):
    path = os.path.join(folder, "kept.txt")
    with open(path, "wb") as file:
        file.write(b"old\n")
    done = run(quern, folder, env, "convert", "broken.out", "--to", "json", "-o", "kept.txt",
               "--force")
    assert done.returncode == 3, done
    with open(path, "rb") as file:
        assert file.read() == b"old\n"
    assert not leftovers(folder)


def test_output_in_no_folder(quern, folder, env):
    done = run(quern, folder, env, "top", "sort.out", "-o", "no/such/folder.txt")
    assert done.returncode == 4 and b"[output-failed]" in done.stderr, done


def test_output_that_is_a_folder(quern, folder, env):
    done = run(quern, folder, env, "top", "sort.out", "-o", "runs", "--force")
    assert done.returncode == 4 and b"[output-failed]" in done.stderr, done


def test_output_errors_as_json(quern, folder, env):
    done = run(quern, folder, env, "top", "sort.out", "-o", "exists.txt", "--format", "json")
    assert done.returncode == 4 and b'{"error":{"code":"output-exists"' in done.stderr, done


def test_no_permission_to_read(quern, folder, env):
    path = os.path.join(folder, "secret.out")
    shutil.copy(os.path.join(folder, "sort.out"), path)
    os.chmod(path, 0)
    if os.access(path, os.R_OK):  # root may read anything, but nobody else may
        command = nobody(quern, folder)
    else:
        command = {}
    done = run(quern, folder, env, "top", "secret.out", **command)
    assert done.returncode == 3 and b"[permission-denied]" in done.stderr, done


def test_no_permission_to_write(quern, folder, env):
    locked = os.path.join(folder, "locked")
    os.mkdir(locked, 0o555)
    command = nobody(quern, folder) if os.access(locked, os.W_OK) else {}
    done = run(quern, folder, env, "top", "sort.out", "-o", "locked/new.txt", **command)
    assert done.returncode == 4 and b"[output-failed]" in done.stderr, done


def nobody(quern, folder):
    """Runs a process without root's rights, if that process can reach what it needs."""
    os.chmod(folder, 0o755)
    ids = {"user": 65534, "group": 65534, "extra_groups": []}
    try:
        subprocess.run([quern, "--version"], cwd=folder, check=True, capture_output=True, **ids)
    except (OSError, subprocess.SubprocessError) as problem:
        raise Skipped("an unprivileged user cannot start quern here") from problem
    return ids


def test_full_disk(quern, folder, env):
    if not os.path.exists("/dev/full"):
        raise Skipped("there is no /dev/full")
    for command in (["top", "sort.out"], ["convert", "sort.out", "--to", "json"], ["--version"],
                    ["--help"], ["help", "callgrind"], ["completion", "bash"]):
        with open("/dev/full", "wb") as full:
            done = run(quern, folder, env, *command, capture_output=False, stdout=full,
                       stderr=subprocess.PIPE)
        assert done.returncode == 4, (command, done)
        assert b"[write-failed]" in done.stderr and b"no space" in done.stderr, done.stderr


def test_file_size_limit(quern, folder, env):
    """A disk that gets full halfway: nothing partial appears."""
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
    done = run(quern, folder, env, "convert", "sort.out", "--to", "json", "-o", "never.json",
               preexec_fn=limit)
    assert done.returncode == 4 and b"[write-failed]" in done.stderr, done
    assert not os.path.exists(os.path.join(folder, "never.json")) and not leftovers(folder)


def test_closed_pipe(quern, folder, env):
    """The reader leaves before quern writes: quern ends quietly with 0."""
    for command in (["top", "sort.out"], ["convert", "sort.out", "--to", "json"],
                    ["check", "sort.out"], ["check", "broken.out"], ["--help"],
                    ["completion", "zsh"], ["--version"]):
        reading, writing = os.pipe()
        os.close(reading)
        done = run(quern, folder, env, *command, capture_output=False, stdout=writing,
                   stderr=subprocess.PIPE)
        os.close(writing)
        assert done.returncode == 0 and done.stderr == b"", (command, done)


def test_head_of_a_long_answer(quern, folder, env):
    done = subprocess.run(["bash", "-c", 'set -o pipefail; "$0" help callgrind | head -1', quern],
                          cwd=folder, env=env, capture_output=True, timeout=60)
    assert done.returncode == 0 and done.stderr == b"", done


def opened_for_writing(pipe, process):
    """The pipe, once the process has opened it; open() would wait forever for one that has ended."""
    end = time.monotonic() + DEADLINE
    while True:
        try:
            return open(os.open(pipe, os.O_WRONLY | os.O_NONBLOCK), "wb")
        except OSError as error:
            assert error.errno == errno.ENXIO, error
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < end, "nobody has opened the pipe"
        time.sleep(0.01)


def interrupted(quern, folder, env, number):
    """Ends quern by a signal while it reads from a pipe with -o given; returns its exit status."""
    pipe = os.path.join(folder, "pipe-%d" % number)
    os.mkfifo(pipe)
    process = subprocess.Popen([quern, "convert", pipe, "--to", "json", "-o", "partial.json"],
                               cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    with opened_for_writing(pipe, process) as writing:
        writing.write(b"# callgrind format\nevents: Ir\nfn=main\n1 2\n")
        writing.flush()
        end = time.monotonic() + DEADLINE
        while not leftovers(folder) and time.monotonic() < end and process.poll() is None:
            select.select([], [], [], 0.01)
        assert leftovers(folder), "no temporary file was seen"
        process.send_signal(number)
        out, err = process.communicate(timeout=DEADLINE)
    assert out == b"" and err == b"", (out, err)
    assert not leftovers(folder) and not os.path.exists(os.path.join(folder, "partial.json"))
    return process.returncode


def test_interrupt(quern, folder, env):
    assert interrupted(quern, folder, env, signal.SIGINT) == -signal.SIGINT


def test_terminate(quern, folder, env):
    assert interrupted(quern, folder, env, signal.SIGTERM) == -signal.SIGTERM


def test_hang_up(quern, folder, env):
    assert interrupted(quern, folder, env, signal.SIGHUP) == -signal.SIGHUP


def test_ignored_interrupt_stays_ignored(quern, folder, env):
    process = subprocess.Popen(["bash", "-c", 'trap "" INT; exec "$0" top -', quern], cwd=folder,
                               env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
    comments = b"# a comment\n" * (1 << 17)  # more than a pipe holds: quern is reading
    process.stdin.write(b"# callgrind format\nevents: Ir\nfn=main\n1 2\n" + comments)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=DEADLINE)
    assert process.returncode == 0, process.returncode


def limit_addresses():
    resource.setrlimit(resource.RLIMIT_AS, (512 << 20, 512 << 20))


def skip_where_sanitized(quern, folder, env):
    if run(quern, folder, env, "--version", preexec_fn=limit_addresses).returncode != 0:
        raise Skipped("quern does not start in little memory; is it built with sanitizers?")


def skip_without_large_pages():
    if not os.path.exists("/sys/kernel/mm/transparent_hugepage/enabled"):
        raise Skipped("this system has no large pages")
    for limit in (resource.RLIMIT_AS, resource.RLIMIT_DATA):
        if resource.getrlimit(limit)[0] != resource.RLIM_INFINITY:
            raise Skipped("memory is limited")


def test_large_pages(quern, folder, env):
    """The heap asks for large pages, and does without them where addresses are limited."""
    skip_where_sanitized(quern, folder, env)
    skip_without_large_pages()
    rows = b"# callgrind format\nevents: Ir\nfn=main\n1 2\n"
    for preexec, has_them in ((None, True), (limit_addresses, False)):
        with subprocess.Popen([quern, "top", "-"], cwd=folder, env=env, stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=preexec) as process:
            # More than a pipe holds: quern is reading.
            process.stdin.write(rows + b"# a comment\n" * (1 << 17))
            with open("/proc/%d/smaps" % process.pid, encoding="ascii") as file:
                parts = file.read().split("VmFlags:")
            shown, said = process.communicate(timeout=DEADLINE)
            assert process.returncode == 0 and b"main" in shown, said
        # Each part begins with the flags of the mapping before.
        flags = [after.split("\n")[0].split() for before, after in zip(parts, parts[1:]) if "[heap]" in before]
        assert any("hg" in each for each in flags) == has_them, (has_them, flags)


def test_out_of_memory(quern, folder, env):
    skip_where_sanitized(quern, folder, env)
    done = run(quern, folder, env, "top", "sort.out", "--buffer-size", "1024M", "--max-row",
               "1G", preexec_fn=limit_addresses)
    assert done.returncode == 4 and b"[out-of-memory]" in done.stderr, done


def on_terminal(command, folder, env, exit_code=0):
    """Runs with a terminal of 60 columns as standard output; returns what it showed."""
    import fcntl
    import struct
    import termios
    main, side = pty.openpty()
    fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 60, 0, 0))
    process = subprocess.Popen(command, cwd=folder, env=env, stdout=side, stderr=subprocess.PIPE,
                               stdin=subprocess.DEVNULL)
    os.close(side)
    shown = b""
    while True:
        try:
            piece = os.read(main, 4096)
        except OSError:  # Linux tells so that the other side is closed
            break
        if not piece:
            break
        shown += piece
    os.close(main)
    code = process.wait(timeout=DEADLINE)
    err = process.stderr.read()
    process.stderr.close()
    assert code == exit_code and (code or not err), (code, err)
    return shown.decode("utf-8").replace("\r\n", "\n")


def test_terminal_gets_colour_and_its_width(quern, folder, env):
    shown = on_terminal([quern, "top", "sort.out"], folder, env)
    assert "\x1b[" in shown, shown
    plain = re.sub("\x1b\\[[0-9;]*[mK]", "", shown)
    assert max(map(len, plain.splitlines())) <= 60, plain


def test_no_color(quern, folder, env):
    for extra in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        shown = on_terminal([quern, "top", "sort.out"], folder, {**env, **extra})
        assert "\x1b[" not in shown, shown
    assert "\x1b[" in on_terminal([quern, "top", "sort.out"], folder, {**env, "NO_COLOR": ""})
    assert "\x1b[" not in on_terminal([quern, "top", "sort.out", "--color", "never"], folder, env)


def paged(env, pager, **more):
    """An environment in which this is the pager."""
    left = {key: value for key, value in env.items() if key != "QUERN_PAGER"}
    return {**left, "PAGER": pager, **more}


def is_numbered(shown):
    """Whether the text went through cat -n."""
    return re.match(r" +1\t", shown) is not None


LONG = ["help", "callgrind"]


def test_pager_gets_what_does_not_fit(quern, folder, env):
    shown = on_terminal([quern, *LONG], folder, paged(env, "cat -n"))
    assert is_numbered(shown), shown
    plain = on_terminal([quern, *LONG, "--no-pager"], folder, paged(env, "cat -n"))
    assert not is_numbered(plain)
    assert re.sub(r"(?m)^ *\d+\t", "", shown) == plain, shown
    assert not is_numbered(on_terminal([quern, "top", "sort.out"], folder, paged(env, "cat -n")))


def test_pager_of_the_environment(quern, folder, env):
    shown = on_terminal([quern, *LONG], folder, paged(env, "tr a-z A-Z", QUERN_PAGER="cat -n"))
    assert is_numbered(shown) and "callgrind" in shown.lower() and "events:" in shown, shown
    for none in ("", "cat"):
        more = {"QUERN_PAGER": none}
        assert not is_numbered(on_terminal([quern, *LONG], folder, paged(env, "cat -n", **more)))


def test_pager_through_a_shell(quern, folder, env):
    shown = on_terminal([quern, *LONG], folder, paged(env, "cat -n | tr a-z A-Z"))
    assert is_numbered(shown) and "EVENTS:" in shown, shown
    tells = "sh -c 'echo \"<$LESS>\"; cat >/dev/null'"
    assert "<FRX>" in on_terminal([quern, *LONG], folder, paged(env, tells))
    assert "<S>" in on_terminal([quern, *LONG], folder, paged(env, tells, LESS="S"))


def test_pager_that_cannot_start(quern, folder, env):
    shown = on_terminal([quern, *LONG], folder, paged(env, "/no/such/pager"))
    assert shown == on_terminal([quern, *LONG], folder, env), shown


def test_pager_is_for_terminals(quern, folder, env):
    done = run(quern, folder, paged(env, "cat -n"), *LONG)
    assert done.returncode == 0 and not is_numbered(done.stdout.decode()), done
    for extra in (["--format", "json"], ["-o", "-", "--format", "csv"]):
        args = [quern, "check", "--list-codes", *extra]
        assert not is_numbered(on_terminal(args, folder, paged(env, "cat -n")))
    dumb = paged(env, "cat -n", TERM="dumb")
    assert not is_numbered(on_terminal([quern, *LONG], folder, dumb))


def test_pager_keeps_exit_codes(quern, folder, env):
    with open(os.path.join(folder, "many.out"), "wb") as file:
        file.write(b"events: Ir\nfn=f\n" + b"bad row\n" * 40)
    check = [quern, "check", "--strict", "many.out"]
    assert is_numbered(on_terminal(check, folder, paged(env, "cat -n"), exit_code=1))
    on_terminal(check, folder, paged(env, "true"), exit_code=1)  # leaves without reading
    on_terminal([quern, *LONG], folder, paged(env, "head -1"))


def test_config_file_says_no_pager(quern, folder, env):
    with open(os.path.join(folder, "no_pager.toml"), "wb") as file:
        file.write(b"no-pager = true\n")
    args = [quern, *LONG, "--config", "no_pager.toml"]
    assert not is_numbered(on_terminal(args, folder, paged(env, "cat -n")))


def test_columns(quern, folder, env):
    shown = on_terminal([quern, "help", "callgrind"], folder, {**env, "COLUMNS": "70"})
    assert 60 < max(map(len, shown.splitlines())) <= 75, shown


def options_in_help(quern, folder, env, command):
    args = [command, "--help"] if command else ["--help"]
    text = run(quern, folder, env, *args).stdout.decode()
    return sorted(set(re.findall(r"(?m)^ +(?:-\w, )?(--[a-z-]+)", text)))


def manual_pages(quern):
    """(section, file) of the manual pages beside the binary."""
    share = os.path.join(os.path.dirname(quern), "share", "man")
    if not os.path.isdir(share):
        raise Skipped("no manual pages beside the binary")
    return [(section, os.path.join(share, "man%d" % section, name)) for section in (1, 5, 7)
            for name in sorted(os.listdir(os.path.join(share, "man%d" % section)))]


def page_names(quern, section):
    return {os.path.basename(page) for number, page in manual_pages(quern) if number == section}


def test_topics_and_formats_are_manual_pages(quern, folder, env):
    assert {"quern.1", "quern-top.1", "quern-check.1"} <= page_names(quern, 1)
    assert {"quern-callgrind.5", "quern-pprof.5"} <= page_names(quern, 5)
    assert {"quern-queries.7", "quern-filters.7", "quern-exit-codes.7"} <= page_names(quern, 7)


def test_manual_pages_have_no_warnings(quern, folder, env):
    """The pages have no date, so that the same source gives the same page."""
    has_groff = shutil.which("groff", path=env["PATH"])
    has_mandoc = shutil.which("mandoc", path=env["PATH"])
    if not has_groff and not has_mandoc:
        raise Skipped("neither groff nor mandoc is installed")
    for section, page in manual_pages(quern):
        if has_groff:
            done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", page], env=env,
                                  capture_output=True, timeout=60)
            assert done.returncode == 0 and done.stderr == b"", (page, done.stderr)
        if has_mandoc:
            done = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", page], env=env,
                                  capture_output=True, timeout=60)
            found = [row for row in done.stdout.splitlines() if b"missing date" not in row]
            assert not found, (page, found)


def test_manual_pages_have_the_options_of_help(quern, folder, env):
    if not shutil.which("groff", path=env["PATH"]):
        raise Skipped("groff is not installed")
    for section, page in manual_pages(quern):
        if section != 1:
            continue
        done = subprocess.run(["groff", "-man", "-Tutf8", page], env=env, capture_output=True,
                              timeout=60)
        text = re.sub("\x1b\\[[0-9;]*m|.\b", "", done.stdout.decode()).replace("\N{HYPHEN}", "-")
        command = os.path.basename(page)[:-2].partition("-")[2]
        for option in options_in_help(quern, folder, env, command):
            assert option in text, (page, option)


def test_limits_are_only_ever_lowered(quern, folder, env):
    path = os.path.join(folder, "limits", "limits.toml")

    def limits():
        with open(path, "rb") as file:
            return file.read()
    with open(os.path.join(folder, "sort.out"), "rb") as sound:
        dear = sound.read().replace(b"51 900", b"51 9000").replace(b"1220", b"9320")
    with open(os.path.join(folder, "limits", "dear.out"), "wb") as file:
        file.write(dear)
    before = limits()
    done = run(quern, folder, env, "gate", "--ratchet", "limits/limits.toml", "limits/dear.out")
    assert done.returncode == 1 and limits() == before, done
    done = run(quern, folder, env, "gate", "--ratchet", "limits/limits.toml", "sort.out")
    assert done.returncode == 0 and b"lowered the limit of 'Ir=2k' to 1220" in done.stderr, done
    assert limits() == before.replace(b"2k", b"1220"), limits()
    done = run(quern, folder, env, "gate", "--ratchet", "limits/limits.toml", "sort.out")
    assert done.returncode == 0 and b"lowered" not in done.stderr, done
    assert limits() == before.replace(b"2k", b"1220"), limits()
    assert not leftovers(os.path.join(folder, "limits"))


def test_sarif_has_the_structure_of_its_standard(quern, folder, env):
    done = run(quern, folder, env, "gate", "--max", "Ir=1", "--max", "fn ~ /./: Ir=1", "--max", "Dr=1G",
               "sort.out", "--format", "sarif")
    assert done.returncode == 1, done
    document = json.loads(done.stdout)
    assert document["version"] == "2.1.0" and len(document["runs"]) == 1
    sarif = document["runs"][0]
    driver = sarif["tool"]["driver"]
    ids = [rule["id"] for rule in driver["rules"]]
    assert driver["name"] == "quern" and ids == ["Ir=1", "fn ~ /./: Ir=1", "Dr=1G"], driver
    for result in sarif["results"]:
        assert ids[result["ruleIndex"]] == result["ruleId"] and result["level"] == "error", result
        assert result["message"]["text"] and len(result["partialFingerprints"]) == 1, result
    places = [place["physicalLocation"] for result in sarif["results"]
              for place in result["locations"] if "physicalLocation" in place]
    assert {"artifactLocation": {"uri": "sort.c"}, "region": {"startLine": 16}} in places, places
    assert [result["ruleIndex"] for result in sarif["results"]] == [0, 1, 1], sarif["results"]


STAND_IN = """#!/bin/sh
for word; do case $word in --callgrind-out-file=*) file=${word#*=};; esac; done
case $file in *%p) file=${file%\\%p}$$;; esac
[ -n "$NO_PROFILE" ] || cp sort.out "$file"
echo "the program's own line"
[ -z "$CODES" ] || { read FAILS_WITH; [ "$FAILS_WITH" ] || exit 99; } <"$CODES"
[ -z "$CODES" ] || sed -i 1d "$CODES"
[ -z "$ENDED_BY" ] || kill -"$ENDED_BY" $$
exit "${FAILS_WITH:-0}"
"""


def with_stand_in(folder, env):
    """The environment with a Valgrind that copies sort.out and ends as the environment says."""
    tools = os.path.join(folder, "tools")
    os.makedirs(tools, exist_ok=True)
    with open(os.path.join(tools, "valgrind"), "w", encoding="utf-8") as file:
        file.write(STAND_IN)
    os.chmod(os.path.join(tools, "valgrind"), 0o755)
    return {**env, "PATH": tools + ":" + env["PATH"]}


def remove_profiles(folder, *beginnings):
    for name in os.listdir(folder):
        if name.startswith(beginnings):
            os.remove(os.path.join(folder, name))


def test_record(quern, folder, env):
    env = with_stand_in(folder, env)
    done = run(quern, folder, env, "record", "--", "./sort", "-n")
    assert done.returncode == 0, done
    assert done.stdout.startswith(b"the program's own line\n"), done.stdout
    name = re.search(rb"recorded (callgrind\.out\.\d+)\n", done.stderr).group(1)
    assert b"input:    " + name in done.stdout and b"compare" in done.stdout, done.stdout
    os.remove(os.path.join(folder, name.decode()))
    named = ["record", "--profile", "recorded.out", "--format", "json", "--", "./sort"]
    done = run(quern, folder, {**env, "FAILS_WITH": "7"}, *named)
    assert done.returncode == 7 and b"exit code 7" in done.stderr, done
    assert b'"totals":[1220,305]' in done.stdout, done.stdout
    done = run(quern, folder, env, *named)
    assert done.returncode == 125 and b"output-exists" in done.stderr, done
    assert b"own line" not in done.stdout, done.stdout
    # What was there before is not taken for what was recorded.
    time.sleep(0.05)
    done = run(quern, folder, {**env, "NO_PROFILE": "1"}, *named[:3], "--force", *named[3:])
    assert done.returncode == 125 and b"not-recorded" in done.stderr, done
    done = run(quern, folder, env, "record", "--dry-run", "--for", "jumps", "--", "./a b", "-x")
    assert done.stdout == (b"valgrind --tool=callgrind --quiet --dump-instr=yes "
                           b"--callgrind-out-file=callgrind.out.%p --collect-jumps=yes './a b' -x\n"), done.stdout
    os.remove(os.path.join(folder, "recorded.out"))
    # What a link leads to is written, and nothing but a file.
    os.mkfifo(os.path.join(folder, "fifo"))
    done = run(quern, folder, env, "record", "--force", "--profile", "fifo", "--", "./sort")
    assert done.returncode == 125 and b"not a regular file" in done.stderr and not done.stdout, done
    with open(os.path.join(folder, "target.out"), "wb"):
        pass
    os.symlink("target.out", os.path.join(folder, "link.out"))
    done = run(quern, folder, env, "record", "--force", "--profile", "link.out", "--", "./sort")
    assert done.returncode == 0 and os.path.islink(os.path.join(folder, "link.out")), done
    assert os.path.getsize(os.path.join(folder, "target.out")) != 0
    for name in ("fifo", "link.out", "target.out"):
        os.remove(os.path.join(folder, name))
    done = run(quern, folder, env, "record", "-o", "callgrind.out", "--", "./sort")
    assert done.returncode == 0, done
    remove_profiles(folder, "callgrind.out")
    done = run(quern, folder, env, "record", "-o", "same.out", "--profile", "./same.out", "--", "a")
    assert done.returncode == 125 and b"[bad-value]" in done.stderr and not done.stdout, done


def test_record_ends_as_the_program(quern, folder, env):
    env = with_stand_in(folder, env)
    record = ["record", "--force", "--profile", "ends.out", "--", "./sort"]
    for how, code, words in (({"FAILS_WITH": "0"}, 0, b""), ({"FAILS_WITH": "7"}, 7, b"exit code 7"),
                             ({"ENDED_BY": "SEGV"}, 139, b"by signal 11"),
                             ({"ENDED_BY": "ABRT"}, 134, b"by signal 6"),
                             ({"ENDED_BY": "KILL"}, 137, b"by signal 9")):
        done = run(quern, folder, {**env, **how}, *record)
        assert done.returncode == code and words in done.stderr, (how, done)
        assert b"compare" in done.stdout, (how, done)
        done = run(quern, folder, {**env, **how}, record[0], "--exit-zero", *record[1:])
        assert done.returncode == 0 and words in done.stderr, (how, done)
        # A profile that is missing or cannot be shown does not hide how the program ended.
        done = run(quern, folder, {**env, **how, "NO_PROFILE": "1"}, *record)
        assert done.returncode == (code or 125) and b"[not-recorded]" in done.stderr, (how, done)
        with open("/dev/full", "wb") as full:
            done = run(quern, folder, {**env, **how}, *record, capture_output=False, stdout=full,
                       stderr=subprocess.PIPE)
        assert done.returncode == (code or 125) and b"[write-failed]" in done.stderr, (how, done)
    remove_profiles(folder, "ends.out")


def test_record_several_runs(quern, folder, env):
    env = with_stand_in(folder, env)
    record = ["record", "--runs", "3", "--profile", "runs.out"]
    for codes, code in (("0 0 0", 0), ("0 7 5", 7), ("0 0 5", 5)):
        with open(os.path.join(folder, "codes"), "w", encoding="utf-8") as file:
            file.write(codes.replace(" ", "\n") + "\n")
        done = run(quern, folder, {**env, "CODES": "codes"}, *record, "--force", "--", "./sort")
        assert done.returncode == code and b"recorded 3 runs;" in done.stderr, (codes, done)
        assert b"3,660" in done.stdout, done.stdout  # three times 1,220
        assert os.path.exists(os.path.join(folder, "runs.out.3"))
    # No run starts where one of the files is there already.
    os.remove(os.path.join(folder, "runs.out.1"))
    done = run(quern, folder, env, *record, "--", "./sort")
    assert done.returncode == 125 and b"[output-exists]" in done.stderr and not done.stdout, done
    remove_profiles(folder, "runs.out")
    done = run(quern, folder, env, "record", "--runs", "2", "--", "./sort")
    assert done.returncode == 0, done
    assert len(re.findall(rb"recorded callgrind\.out\.\d+\n", done.stderr)) == 2, done
    remove_profiles(folder, "callgrind.out", "codes")
    # Each run reads what the first one read.
    reader = os.path.join(folder, "php")
    with open(reader, "w", encoding="utf-8") as file:
        file.write("#!/bin/sh\ncat\nfor word; do case $word in\n"
                   "xdebug.profiler_output_name=*) name=${word#*=};; esac; done\n"
                   'cp sort.out "${name%%.%p}.$$"\n')
    os.chmod(reader, 0o755)
    with open(os.path.join(folder, "input.txt"), "wb") as file:
        file.write(b"skipped\nread\n")
    with open(os.path.join(folder, "input.txt"), "rb", buffering=0) as file:
        file.seek(len("skipped\n"))
        done = run(quern, folder, env, "record", "--runs", "2", "--", "./php", stdin=file)
    assert done.returncode == 0 and done.stdout.startswith(b"read\nread\n"), done
    remove_profiles(folder, "cachegrind.out", "input.txt", "php")


def test_record_that_cannot(quern, folder, env):
    stand_in = with_stand_in(folder, env)
    blank = os.path.join(folder, "blank")
    with open(blank, "w", encoding="utf-8"):
        pass
    os.chmod(blank, 0o644)
    for words, code, name in ((["--with", "xdebug", "--", "no-such-php"], 127, b"[no-profiler]"),
                              (["--with", "xdebug", "--", "./blank"], 126, b"[no-program]"),
                              (["--no-such-option"], 125, b"[unknown-option]"),
                              (["--runs", "0", "--", "a"], 125, b"[bad-value]"),
                              ([], 125, b"[missing-argument]")):
        done = run(quern, folder, env, "record", "--exit-zero", *words)
        assert done.returncode == code and name in done.stderr, (words, done)
    nowhere = {**env, "PATH": os.path.join(folder, "nowhere")}
    done = run(quern, folder, nowhere, "record", "--", "./sort")
    assert done.returncode == 125 and b"[no-profiler]" in done.stderr, done
    # As Valgrind ends where it finds no program, or none that can be executed.
    for code in (126, 127):
        done = run(quern, folder, {**stand_in, "FAILS_WITH": str(code), "NO_PROFILE": "1"}, "record",
                   "--exit-zero", "--", "./blank")
        assert done.returncode == code and b"[no-program]" in done.stderr, done
    os.remove(blank)


def heed_signals():
    """Whoever runs the tests may ignore or block signals, as nohup and timeout do."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())


# A shell may lose the signal that it sends to a child before that has become `sleep`: the child then
# lives on, and must not keep the pipes of the test open.
WAITS_IN_BACKGROUND = "trap 'kill $!; exit 0' TERM INT HUP; sleep 60 >/dev/null 2>&1 & wait"


def test_record_and_signals(quern, folder, env):
    """What would end quern ends the program; what its caller ignores stays ignored there."""
    php = os.path.join(folder, "php")
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        for words in ("exec sleep 60", WAITS_IN_BACKGROUND):
            with open(php, "w", encoding="utf-8") as file:
                file.write("#!/bin/sh\necho $$\n%s\n" % words)
            os.chmod(php, 0o755)
            started = subprocess.Popen([quern, "record", "--exit-zero", "--runs", "5", "--", "./php"],
                                       cwd=folder, env=env, stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE, preexec_fn=heed_signals)
            process = int(started.stdout.readline())
            started.send_signal(number)
            _, err = started.communicate(timeout=DEADLINE)
            assert started.returncode == 128 + number, (number, words, started.returncode, err)
            try:
                os.kill(process, 0)
                raise AssertionError("the program still runs")
            except ProcessLookupError:
                pass
    with open(php, "w", encoding="utf-8") as file:
        file.write("#!/bin/sh\nkill -HUP $$ $PPID\necho alive\n")
    done = run(quern, folder, env, "record", "--", "./php",
               preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    assert b"alive" in done.stdout and done.returncode == 125, done
    with open(php, "w", encoding="utf-8") as file:
        file.write("#!/bin/sh\nexit 7\n")
    done = run(quern, folder, env, "record", "--", "./php",
               preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN))
    assert done.returncode == 7 and b"not-recorded" in done.stderr, done
    os.remove(php)


def test_record_with_valgrind(quern, folder, env):
    if not shutil.which("valgrind"):
        raise Skipped("valgrind is not installed")
    done = run(quern, folder, env, "record", "--profile", "true.out", "--", "true")
    assert done.returncode == 0 and b"producer: callgrind-" in done.stdout, done
    os.remove(os.path.join(folder, "true.out"))
    for words, code in (("exit 7", 7), ("kill -SEGV $$", 139), ("kill -ABRT $$", 134),
                        ("kill -KILL $$", 137)):
        done = run(quern, folder, env, "record", "--profile", "sh.out", "--", "sh", "-c", words)
        assert done.returncode == code and b"producer: callgrind-" in done.stdout, (words, done)
        os.remove(os.path.join(folder, "sh.out"))
    for program, code in (("./sort.out", 126), ("./missing", 127)):
        done = run(quern, folder, env, "record", "--", program)
        assert done.returncode == code and b"[no-program]" in done.stderr, done


def test_csv_and_tsv_are_read_back_by_python(quern, folder, env):
    """Each name comes back byte for byte, as docs/topics/converting.md says."""
    names = ["a\x1b[31m", "tab\tinside", "-[A b]", "=1+1", "@x", "'q", 'say "so", twice', " blank ", "App\\x41",
             "App\\Text", "größe"]
    profile = "events: Ir\nfl=a.c\n" + "".join("fn=n%s\n%d 1\nfn=%s\n%d 1\n" % (name, line, name.strip(), line)
                                               for line, name in enumerate(names, 1))
    with open(os.path.join(folder, "names_back.out"), "w", encoding="utf-8", newline="") as file:
        file.write(profile)
    wanted = {name.strip() for name in names} | {"n" + name for name in names}
    for words in (["top", "-n", "0", "--format"], ["convert", "-q", "--to"]):
        for form, rules in (("csv", {}), ("tsv", {"delimiter": "\t", "quoting": csv.QUOTE_NONE})):
            for more in ([], ["--spreadsheet"]):
                done = run(quern, folder, env, *words, form, *more, "names_back.out")
                rows = csv.DictReader(io.StringIO(done.stdout.decode(), newline=""), **rules)
                cells = [row.get("function") or row["name"] for row in rows]
                if more:
                    cells = [cell[1:] if cell.startswith("'") else cell for cell in cells]
                back = {re.sub(rb"\\x([0-9a-fA-F]{2})", lambda m: bytes([int(m[1], 16)]), cell.encode())
                        for cell in cells}
                assert {name.encode() for name in wanted} == back, (words, form, more, back)
                assert b"\x1b" not in done.stdout, (words, form)
def tests_of(names):
    return [(name[5:].replace("_", " "), test) for name, test in list(names.items())
            if name.startswith("test_")]


def tests():
    """(name, test) of all tests above, in the order of this file."""
    return tests_of(globals())
