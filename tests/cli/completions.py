# SPDX-License-Identifier: MIT
"""Completions: what shells offer, and that the words they make are those that were meant.

Bash and zsh are run on a terminal and typed into; a shell that is not installed is skipped.
"""
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import time

from processes import DEADLINE, Skipped, options_in_help, run, tests_of


def completed(quern, folder, env, line):
    """What the script for bash has bash offer at the end of `line`."""
    script = r"""
      complete() { :; }
      compopt() { [[ $* == *default* ]] && default=1; return 0; }
      quern() { "$program" "$@"; }
      program=$0
      eval "$("$program" completion bash)"
      COMP_LINE=$1 COMP_POINT=${#1}
      _quern quern "${1##* }"
      [[ ${default-} ]] && echo '(files)'
      printf '%s\n' "${COMPREPLY[@]}"
    """
    done = subprocess.run(["bash", "-c", script, quern, line], cwd=folder, env=env, timeout=60,
                          capture_output=True, check=True)
    assert done.stderr == b"", done.stderr
    return [line for line in done.stdout.decode().split("\n") if line]


def test_bash_completes_commands_and_files(quern, folder, env):
    assert {"top", "check", "sort.out"} <= set(completed(quern, folder, env, "quern "))
    assert completed(quern, folder, env, "quern chec")[0] == "check"
    assert completed(quern, folder, env, "quern top named") == ["(files)"]


def test_bash_completes_options(quern, folder, env):
    for command in ("check", "top", "calls", "peek", "convert", "help", ""):
        offered = completed(quern, folder, env, "quern %s --" % command)
        wanted = options_in_help(quern, folder, env, command)
        assert wanted and sorted(offered) == wanted, (command, offered, wanted)


def test_bash_completes_values(quern, folder, env):
    formats = ["text", "json", "csv", "tsv", "md"]
    assert completed(quern, folder, env, "quern calls --format ") == formats
    assert completed(quern, folder, env, "quern top --format ") == formats + ["igprof"]
    assert completed(quern, folder, env, "quern convert --format ") == ["text", "json"]
    assert completed(quern, folder, env, "quern top --format=js")[0] == "json"
    assert completed(quern, folder, env, "quern top --limit ") == []
    assert "callgrind" in completed(quern, folder, env, "quern help call")
    assert completed(quern, folder, env, "quern completion z") == ["zsh"]


BASH = ["bash", "--norc", "--noprofile", "-i"]
# Names that a shell could take for something else.
ODD_NAMES = ["plain", "a b\"c'd$e`f\\g(h)<i>;&|", "std::vector<int>::push_back(int const&)",
             "operator<<(char const*)", "h\u00e9llo::w\u00f6rld", "$(touch stolen)", "~user", "#no"]
ODD_PROFILE = "events: Ir Dr D1mr\n" + "".join("fn=%s\n1 9 2 1\n" % name for name in ODD_NAMES)
ODD_LINES = [  # what is typed before Tab, and the words that the shell then runs
    ("quern peek pla", ["peek", "plain"]),
    ("quern peek a", ["peek", ODD_NAMES[1]]),
    ("quern peek 'a", ["peek", ODD_NAMES[1]]),
    ('quern peek "a', ["peek", ODD_NAMES[1]]),
    ("quern peek std::vec", ["peek", ODD_NAMES[2]]),
    ('quern peek "std::vec', ["peek", ODD_NAMES[2]]),
    ("quern peek std::vector\\<", ["peek", ODD_NAMES[2]]),
    ("quern peek oper", ["peek", ODD_NAMES[3]]),
    ("quern peek h", ["peek", ODD_NAMES[4]]),
    ("quern peek '$", ["peek", ODD_NAMES[5]]),
    ("quern peek '~", ["peek", ODD_NAMES[6]]),
    ("quern peek '#", ["peek", ODD_NAMES[7]]),
    ("quern calls --of=std::", ["calls", "--of=" + ODD_NAMES[2]]),
    ("quern calls --of std::", ["calls", "--of", ODD_NAMES[2]]),
    ("quern top --focus std::", ["top", "--focus", r"std::vector<int>::push_back\(int const&\)"]),
    ("quern top -e Ir,D1m", ["top", "-e", "Ir,D1mr"]),
    ("quern top --event=Ir,D1m", ["top", "--event=Ir,D1mr"]),
    ("quern top --sort=incl:D1", ["top", "--sort=incl:D1mr"]),
    ("quern diff --base=spa", ["diff", "--base=spaced name"]),
    ("quern diff --base spa", ["diff", "--base", "spaced name"]),
    ("quern top spa", ["top", "spaced name"]),
    ("quern annotate odd.c", ["annotate", "odd.callgrind"]),
    ("quern --foc", ["--focus"]),
    ("quern rec", ["record"]),
]
# Instead of quern: what it is called with, but for what the script asks.
SHOW_WORDS = r"""quern() {
  if [[ $1 == __complete ]]; then %s "$@"; else printf '<%%s>' "$@"; echo '<end>'; fi
}"""


def odd_folder(folder):
    place = os.path.join(folder, "odd")
    os.makedirs(place, exist_ok=True)
    with open(os.path.join(place, "odd.callgrind"), "w", encoding="utf-8") as file:
        file.write(ODD_PROFILE)
    with open(os.path.join(place, "spaced name"), "w", encoding="utf-8") as file:
        file.write("")
    return place


class TypedShell:
    """A shell on a terminal of its own, typed into key by key."""

    def __init__(self, args, folder, env, setup):
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execvpe(args[0], args, env)
        for line in setup + ["echo rea''dy"]:
            os.write(self.terminal, line.encode() + b"\n")
        self.read_until(b"ready\r")

    def read_until(self, end):
        text, deadline = b"", time.monotonic() + DEADLINE
        while end not in text:
            assert time.monotonic() < deadline, text
            if select.select([self.terminal], [], [], 0.1)[0]:
                text += os.read(self.terminal, 1 << 16)
        return text

    def words_after_tab(self, line):
        """The words that run when Tab and then Enter follow `line`."""
        os.write(self.terminal, line.encode() + b"\t\n")
        text = self.read_until(b"<end>").decode()
        return re.sub(r"(?s).*[\r\n]<", "<", text)[1:].split("><")[:-1]

    def end(self):
        os.close(self.terminal)
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)


def check_completions(args, folder, env, setup):
    folder = odd_folder(folder)
    env = {**env, "LC_ALL": "C.UTF-8", "TERM": "dumb", "PS1": "> ", "INPUTRC": "/dev/null"}
    shell = TypedShell(args, folder, env, setup)
    try:
        for line, words in ODD_LINES:
            got = shell.words_after_tab(line)
            assert got == words, (line, got, words)
    finally:
        shell.end()
    assert sorted(os.listdir(folder)) == ["odd.callgrind", "spaced name"]


def test_completions_offer_events_sort_keys_and_functions_in_bash(quern, folder, env):
    check_completions(BASH, folder, env,
                      ["bind 'set bell-style none'", "bind 'set enable-bracketed-paste off'",
                       *(SHOW_WORDS % quern).split("\n"),
                       'eval "$(%s completion bash)"' % quern])


def test_completions_offer_events_sort_keys_and_functions_in_zsh(quern, folder, env):
    if not shutil.which("zsh", path=env["PATH"]):
        raise Skipped("zsh is not installed")
    check_completions(["zsh", "-f", "-i"], folder, env,
                      ["unset zle_bracketed_paste", "autoload -U compinit && compinit -u -D",
                       *(SHOW_WORDS % quern).split("\n"),
                       'eval "$(%s completion zsh)"' % quern])


def test_completions_offer_events_sort_keys_and_functions_in_fish(quern, folder, env):
    if not shutil.which("fish", path=env["PATH"]):
        raise Skipped("fish is not installed")
    folder = odd_folder(folder)
    env = {**env, "LC_ALL": "C.UTF-8", "PATH": os.path.dirname(quern) + ":" + env["PATH"]}
    for line, words in ODD_LINES:
        script = "%s completion fish | source; complete -C %s" % (
            quern, "'%s'" % line.replace("\\", "\\\\").replace("'", "\\'"))
        done = subprocess.run(["fish", "-N", "-c", script], cwd=folder, env=env, timeout=60,
                              capture_output=True)
        offered = [row.split("\t")[0] for row in done.stdout.decode().split("\n") if row]
        assert done.stderr == b"" and offered == [words[-1]], (line, offered, done.stderr)


def test_completions_are_at_most_40_kb_per_shell(quern, folder, env):
    for shell in ("bash", "zsh", "fish"):
        size = len(run(quern, folder, env, "completion", shell).stdout)
        assert 0 < size <= 40_000, (shell, size)


def offered_words(quern, folder, env, *words):
    """What may follow these words, in the form for zsh."""
    done = run(quern, folder, env, "__complete", "zsh", str(len(words)), *words, "")
    assert done.returncode == 0 and done.stderr == b"", done
    return [line.split("\t")[0] for line in done.stdout.decode().splitlines()[1:]]


def test_offered_events_and_sort_keys_are_accepted(quern, folder, env):
    folder = odd_folder(folder)
    for command in ("top", "calls", "tree", "annotate", "flame", "diff", "peek"):
        words = {"peek": ["peek", "plain", "odd.callgrind"],
                 "diff": ["diff", "odd.callgrind", "odd.callgrind"]}.get(
                     command, [command, "odd.callgrind"])
        for option in ("--event", "--sort"):
            if command == "flame" and option == "--sort":
                continue
            offered = offered_words(quern, folder, env, *words, option)
            assert {"Ir", "Dr", "D1mr"} <= set(offered), (words, offered)
            for value in offered:
                if value == "calls" or (command in ("calls", "tree", "peek") and
                                        value in ("place", "name")):
                    continue  # this profile has no calls
                done = run(quern, folder, env, *words, option, value)
                assert done.returncode == 0, (words, option, value, done.stderr)


def test_completions_read_functions_of_files_up_to_20_megabytes(quern, folder, env):
    """Events come from the header, whatever the size. How long both take is measured in bench/."""
    rows = b"".join(b"fn=(%d) function_%d(int, char const*)\n" % (number, number) +
                    b"".join(b"+%d 12345\n" % (row % 7) for row in range(90))
                    for number in range(1, 23_000))[:19_000_000]
    place = os.path.join(folder, "large.callgrind")
    try:
        with open(place, "wb") as file:
            file.write(b"events: Ir Dr\n" + rows)
        offered = offered_words(quern, folder, env, "calls", place, "--of")
        assert 0 < len(offered) <= 200, len(offered)
        with open(place, "ab") as file:
            file.write(rows[:2_000_000])
        assert offered_words(quern, folder, env, "top", place, "-e") == ["Ir", "Dr"]
        assert offered_words(quern, folder, env, "calls", place, "--of") == []
    finally:
        os.remove(place)


def test_completing_prints_no_errors_and_writes_nothing(quern, folder, env):
    place = os.path.join(folder, "quiet")
    os.makedirs(place, exist_ok=True)
    with open(os.path.join(place, ".quern.toml"), "w", encoding="utf-8") as file:
        file.write("not a setting = = 1\n")
    with open(os.path.join(place, "bad.callgrind"), "w", encoding="utf-8") as file:
        file.write("events: Ir\nfn=f\n1 2 3 4 5\n")
    os.mkfifo(os.path.join(place, "pipe.callgrind"))
    for words in (["top", "-e"], ["top", "bad.callgrind", "-e"], ["top", "missing", "-e"],
                  ["top", "pipe.callgrind", "-e"], ["top", "-", "-e"], ["nonsense"], ["--nonsense"],
                  ["top", "--config", "missing.toml", "--sort"], ["peek"], ["top", "--limit", "x"]):
        offered_words(quern, place, env, *words)
    assert run(quern, place, env, "__complete").stdout == b""
    assert sorted(os.listdir(place)) == [".quern.toml", "bad.callgrind", "pipe.callgrind"]


def test_completion_scripts_call_the_program_that_is_typed(quern, folder, env):
    shell = TypedShell(BASH, odd_folder(folder),
                       {**env, "TERM": "dumb", "HOME": os.path.dirname(quern)},
                       ["bind 'set enable-bracketed-paste off'",
                        'eval "$(~/%s completion bash)"' % os.path.basename(quern)])
    try:
        os.write(shell.terminal, b"~/%s completion zs\t\n" % os.path.basename(quern).encode())
        shell.read_until(b"#compdef quern")
    finally:
        shell.end()


def shell_reads(shell, quern, folder, env):
    if not shutil.which(shell, path=env["PATH"]):
        raise Skipped("%s is not installed" % shell)
    script = run(quern, folder, env, "completion", shell).stdout
    done = subprocess.run([shell, "-n"], input=script, capture_output=True, timeout=60)
    assert done.returncode == 0 and done.stderr == b"", done


def test_bash_reads_its_script(quern, folder, env):
    shell_reads("bash", quern, folder, env)


def test_zsh_reads_its_script(quern, folder, env):
    shell_reads("zsh", quern, folder, env)


def test_fish_reads_its_script(quern, folder, env):
    shell_reads("fish", quern, folder, env)


def tests():
    """(name, test) of all tests above, in the order of this file."""
    return tests_of(globals())
