# SPDX-License-Identifier: MIT
"""What quern answers to which arguments: one Case a row. run.py runs them."""
import bz2
import gzip
import lzma
import os
import re
from dataclasses import dataclass, field

PROFILE = b"""# callgrind format
version: 1
creator: callgrind-3.19.0
pid: 4711
cmd: ./sort numbers.txt
part: 1
positions: line
events: Ir Dr

fl=(1) sort.c
fn=(1) main
16 20 5
cfn=(2) compare
calls=3 50
17 1200 300

fn=(2)
51 900 200
+2 300 100

totals: 1220 305
"""

# Two threads of one run in one file.
THREADS = b"".join(b"""version: 1
creator: callgrind-3.19.0
pid: 7
cmd: ./threads
part: 1
thread: %d
positions: line
events: Ir

fl=t.c
fn=work
10 %d

""" % (number, cost) for number, cost in ((1, 100), (2, 23)))

CACHEGRIND = b"""desc: I1 cache:         32768 B, 64 B, 8-way associative
cmd: ./sort numbers.txt
events: Ir I1mr ILmr
fl=sort.c
fn=main
16 20 1 1
17 6 0 0
fn=compare
51 1200 2 1
summary: 1226 3 2
"""

# Some functions of similar names, for names that fit several.
NAMES = b"""events: Ir
fl=a.c
fn=parse_line
1 10
fn=parse_word
2 20
fn=operator<<
3 5
"""

MANGLED = b"""events: Ir
fl=a.cc
fn=_ZN1AC1Ev
1 5
fn=_ZN1AC2Ev
2 7
fn=_ZN4core3fmt9Formatter3pad17h0123456789abcdefE
3 9
"""

# A dump of IgProf with an address that it could not resolve, and a file that knows it.
IGPROF = b"""P=(HEX ID=1 N=(a) T=0.005000)
C1 FN0=(F0=(a.out)+10 N=(main))+4
C2 FN1=(F1=(/no/such/lib.so)+20 N=(@?0x7f20))+0 V0=(PERF_TICKS):(1,1,1)
"""
SYMBOLS = b"# quern symbols 1\n/no/such/lib.so\t20\thidden\t\t\t18\n"

BROKEN = PROFILE.replace(b"51 900 200", b"51 900 200 7")
ODD = PROFILE.replace(b"positions: line\n", b"positions: line\ncolour: red\n").replace(
    b"totals: 1220 305", b"totals: 1220 306")
ODD_TWICE = ODD.replace(b"colour: red\n", b"colour: red\ntaste: sweet\nsmell: none\n")

FILES = {
    "sort.out": PROFILE,
    "threads.out": THREADS,
    "cachegrind.out.1": CACHEGRIND,
    "mangled.out": MANGLED,
    "igprof.out": IGPROF,
    "igprof.symbols": SYMBOLS,
    "igprof.names": b"1\thidden\n",
    "names.out": NAMES,
    "broken.out": BROKEN,
    "odd.out": ODD,
    "odd_twice.out": ODD_TWICE,
    "no_events.out": b"# callgrind format\nversion: 1\n\nfn=main\n",
    "cut_row.out": PROFILE[:PROFILE.index(b"totals")] + b"+1 20 3 4",
    "empty.out": b"",
    "blank.out": b"\n\n  \n",
    "sort.out.gz": gzip.compress(PROFILE, mtime=0),
    "two_members.gz": gzip.compress(PROFILE[:150], mtime=0) + gzip.compress(PROFILE[150:], mtime=0),
    "sort.out.bz2": bz2.compress(PROFILE),
    "sort.out.xz": lzma.compress(PROFILE),
    "cut.gz": gzip.compress(PROFILE, mtime=0)[:-12],
    "cut.bz2": bz2.compress(PROFILE)[:-12],
    "cut.xz": lzma.compress(PROFILE)[:-12],
    "letter.txt": b"Dear reader,\n\nthis is a letter.\n",
    "picture.png": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\2\0\0\0",
    "program": b"\x7fELF\2\1\1\0" + bytes(120),
    "page.json": b'{"hello": [1, 2, 3]}\n',
    "noise.bin": bytes(range(128, 256)) + bytes(range(256)),
    "exists.txt": b"keep me\n",
    "named with blank.out": PROFILE,
    "-dash.out": PROFILE,
    "runs/callgrind.out.1": PROFILE,
    "runs/callgrind.out.2": NAMES,
    "runs/notes.txt": b"nothing to see\n",
    "nothing/notes.txt": b"nothing to see\n",
}


def create_files(folder):
    for name, content in FILES.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)
    for number, name in enumerate(("callgrind.out.1", "callgrind.out.2", "notes.txt")):
        os.utime(os.path.join(folder, "runs", name), (1_000_000 + number, 1_000_000 + number))


@dataclass
class Case:
    name: str
    args: list
    exit: int = 0
    out: object = None      # whole text, list of parts or pattern; None: anything
    err: object = None
    code: str = None        # of the error in brackets; then the case runs again with JSON errors
    json: str = None        # the schema of the document on standard output
    stdin: bytes = b""
    env: dict = field(default_factory=dict)
    folder: str = "."


def words(name, line, **rest):
    return Case(name, line.split(), **rest)


USAGE = [
    words("unknown command suggests", "tpo sort.out", exit=2, out="", code="unknown-command", err=(
        "quern: error: 'tpo' is no command, and there is no such file [unknown-command]\n"
        "hint: did you mean 'quern top'?\n")),
    words("unknown command lists", "frobnicate", exit=2, out="", code="unknown-command",
          err=["commands are info, check, top"]),
    words("unknown option suggests", "top sort.out --limt 5", exit=2, out="", code="unknown-option",
          err=["'quern top' takes no option '--limt'", "hint: did you mean '--limit'?"]),
    words("unknown option of the summary", "sort.out --evnet Ir", exit=2, code="unknown-option",
          err=["did you mean '--event'?"]),
    words("option of another command", "top sort.out --strict", exit=2, code="unknown-option",
          err=["hint: 'quern check' takes it"]),
    words("unknown short option", "top sort.out -Z", exit=2, code="unknown-option"),
    words("bad format", "top sort.out --format=jsno", exit=2,
          err=["--format is text, json, csv, tsv, md, igprof, not 'jsno'", "did you mean 'json'?"]),
    words("bad number", "top sort.out --limit many", exit=2, code="bad-value",
          err=["--limit expects a whole number, not 'many'"]),
    words("bad buffer size", "top sort.out --buffer-size 4G", exit=2, code="bad-value"),
    words("bad group", "top sort.out --group-by flie", exit=2, code="bad-value",
          err=["did you mean 'file'?"]),
    words("bad target", "convert sort.out --to pprof", exit=2, code="bad-value"),
    words("bad shell", "completion tcsh", exit=2, code="bad-value",
          err=["there are bash, fish, zsh"]),
    words("missing value", "top sort.out --limit", exit=2, code="missing-value"),
    words("switch with a value", "check sort.out --strict=no", exit=2, code="unexpected-value"),
    words("missing file", "top", exit=2, out="", code="missing-argument",
          err=["'quern top' lacks FILE", "usage: quern top FILE..."]),
    words("missing name", "peek", exit=2, code="missing-argument"),
    words("missing target", "convert sort.out", exit=2, code="missing-argument"),
    words("one word too many", "help top info", exit=2, code="unexpected-argument"),
    words("unknown topic suggests", "help calgrind", exit=2, code="unknown-topic",
          err=["did you mean 'quern help callgrind'?"]),
    words("unknown event suggests", "top sort.out --event lr", exit=2, out="", code="unknown-event",
          err=["Ir"]),
    words("unknown sort event", "top sort.out --sort incl:Xy", exit=2, code="unknown-event"),
    words("unknown function", "peek no_such_thing names.out", exit=2, code="no-such-function"),
    words("name of several functions", "peek parse_ names.out", exit=2, code="ambiguous-name",
          err=["parse_line", "parse_word"]),
    words("unknown part", "top sort.out --part 9", exit=2, out="", code="unknown-part", err=["9"]),
    words("unknown thread", "top threads.out --thread 9", exit=2, out="", code="unknown-thread",
          err=["9"]),
    words("unknown dialect", "top sort.out --dialect cobol", exit=2, out="",
          code="unknown-dialect", err=["cobol"]),
]

INPUTS = [
    words("no such file", "top missing.out", exit=3, out="", code="no-such-file",
          err=["missing.out: error:"]),
    words("a path alone is a file", "missing/callgrind.out", exit=3, code="no-such-file"),
    words("no such second file", "top sort.out missing.out", exit=3, code="no-such-file"),
    words("check of a missing file", "check missing.out", exit=3, code="no-such-file"),
    words("a folder", "top runs", exit=3, code="is-a-directory"),
    words("a folder for a file in its path", "top sort.out/x", exit=3, code="no-such-file"),
    words("text is unrecognised", "top letter.txt", exit=3, code="unrecognised",
          err=["letter.txt:1:1: error:", "callgrind"]),
    words("a picture is unrecognised", "top picture.png", exit=3, code="unrecognised", err=["PNG"]),
    words("a program is unrecognised", "top program", exit=3, code="unrecognised", err=["ELF"]),
    words("JSON is unrecognised", "top page.json", exit=3, code="unrecognised", err=["JSON"]),
    words("noise is unrecognised", "top noise.bin", exit=3, code="unrecognised"),
    words("an empty file", "top empty.out", exit=3, out="", code="empty-input",
          err=["empty.out:1:1: error:"]),
    words("an empty standard input", "top -", exit=3, out="", code="empty-input",
          err=["<stdin>:1:1: error:"]),
    words("blank lines only", "top blank.out", exit=3, out=""),
    words("check of unrecognised input", "check letter.txt", exit=3, code="unrecognised"),
    words("cut gzip", "top cut.gz", exit=3, out="", code="compressed-stream",
          err=["cut.gz", "gzip"]),
    words("cut bzip2", "top cut.bz2", exit=3, out="", code="compressed-stream"),
    words("cut xz", "top cut.xz", exit=3, out="", code="compressed-stream"),
    words("too many costs", "top broken.out", exit=3, out="", code="costs-exceed-events",
          err=["broken.out:18:12: error:", "   18 | 51 900 200 7\n      |            ^\n"]),
    words("errors of convert", "convert broken.out --to json -o -", exit=3, out="",
          code="costs-exceed-events"),
    words("no events", "top no_events.out", exit=3, out="", err=["no_events.out:1:1: error:"]),
    words("no profile in the folder", "", exit=3, out="", code="no-profile-here", folder="nothing"),
]

READING = [
    words("gzip", "top sort.out.gz --format json", json="quern.top/1"),
    words("gzip in two members", "top two_members.gz --format json", json="quern.top/1"),
    words("bzip2", "top sort.out.bz2 --format json", json="quern.top/1"),
    words("xz", "top sort.out.xz --format json", json="quern.top/1"),
    words("standard input", "top - --format json", stdin=PROFILE, json="quern.top/1"),
    words("compressed standard input", "top - --format json", stdin=gzip.compress(PROFILE),
          json="quern.top/1"),
    words("a tiny buffer", "top sort.out --buffer-size 1 --format json", json="quern.top/1"),
    words("two threads", "top sort.out --threads 2 --format json", json="quern.top/1"),
    Case("a name with a blank", ["top", "named with blank.out"], out=["compare"]),
    Case("a name with a dash", ["top", "--", "-dash.out"], out=["compare"]),
    words("a file alone", "sort.out", out=["sort.out", "compare"]),
    words("the newest profile here", "", folder="runs", out=["parse_word"],
          err=["callgrind.out.2"]),
    words("warnings once a code", "top odd_twice.out", out=["compare"], err=re.compile(
        r"^odd_twice.out:8:1: warning: .*\[unknown-header\] \(and 2 more\)\n( .*\n)*"
        r"odd_twice.out:\d+:\d+: warning: .*\[totals-mismatch\]\n( .*\n)*$")),
    words("quiet", "top odd_twice.out --quiet", out=["compare"], err=""),
    words("quiet errors", "top missing.out --quiet", exit=3, code="no-such-file"),
    words("a cut row is a warning", "top cut_row.out", err=["[truncated]"], out=["compare"]),
    words("timings", "top sort.out --timings", err=re.compile(
        r"^timings: reading \d+\.\d ms, answering \d+\.\d ms, writing \d+\.\d ms, "
        r"in all \d+\.\d ms\n$")),
    words("several files", "info sort.out names.out --format json", json="quern.info/1"),
    words("base rule", "top sort.out --base-rule cost", out=["compare"]),
    words("dialect", "top sort.out --dialect callgrind", out=["compare"]),
]

ANSWERS = [
    words("info", "info sort.out", out=["4711", "./sort numbers.txt", "1,220"], err=""),
    words("info as JSON", "info sort.out --format json", json="quern.info/1", err=""),
    words("info shows warnings itself", "info odd.out", out=["unknown-header"], err=""),
    words("check of a sound file", "check sort.out", out=re.compile(r"(?m)^sound")),
    words("check as JSON", "check sort.out --format json", json="quern.check/1"),
    words("check finds warnings", "check odd.out", err="", out=[
        "odd.out:8:1: warning:", "[unknown-header]", "[totals-mismatch]"]),
    words("check --strict", "check odd.out --strict", exit=1, err="", out=["[unknown-header]"]),
    words("check of a malformed file", "check broken.out", exit=1, err="",
          out=["broken.out:18:12: error:", "[costs-exceed-events]", "not sound"]),
    words("check of a malformed file as JSON", "check broken.out --format json", exit=1, err="",
          json="quern.check/1"),
    words("codes", "check --list-codes", out=[
        "costs-exceed-events", "unknown-header", "unrecognised", "unknown-option"]),
    words("top", "top sort.out", out=["compare", "main", "1,200"], err=""),
    words("top limited", "top sort.out --limit 1", out=re.compile(r"(?s)compare.*not shown")),
    words("top as CSV", "top sort.out --format csv", out=["compare", "1200"]),
    words("top as TSV", "top sort.out --format tsv", out=["compare\t"]),
    words("top as Markdown", "top sort.out --format md", out=["| "]),
    words("top by object", "top sort.out --group-by file", out=["sort.c"]),
    words("top of one event", "top sort.out -e Dr --format json", json="quern.top/1",
          out=['["Dr"]']),
    words("top sorted by inclusive cost", "top sort.out --sort incl:Ir", out=re.compile(
        r"(?s)main.*compare")),
    words("top of one thread", "top threads.out --thread 2 --format json", out=["23"],
          json="quern.top/1"),
    words("calls", "calls sort.out", out=["main", "compare", "1,200"]),
    words("calls as JSON have sites", "calls sort.out --format json", json="quern.calls/1",
          out=['"line":17']),
    words("peek", "peek compare sort.out", out=["main", "compare"]),
    words("peek by expression", "peek /^parse_l/ names.out", out=["parse_line"]),
    words("peek of an operator", "peek operator<< names.out", out=["operator<<"]),
    words("callers", "callers compare sort.out", out=["main"]),
    words("callees", "callees main sort.out", out=["compare"]),
    words("convert", "convert sort.out --to json", json="quern.profile/1"),
    words("convert to standard output", "convert sort.out --to json -o - --format json",
          json="quern.profile/1"),
    words("colour on request", "top sort.out --color always", out=["\x1b["]),
    words("no colour in a pipe", "top sort.out", out=re.compile(r"\A[^\x1b]*\Z")),
    words("colour asked for wins over NO_COLOR", "top sort.out --color always",
          env={"NO_COLOR": "1"}, out=["\x1b["]),
    words("version", "--version", out=re.compile(r"\Aquern \d+\.\d+\.\d+\n\Z"), err=""),
    words("version of a command", "top --version", out=re.compile(r"\Aquern \d")),
    words("version in short", "-V", out=re.compile(r"\Aquern \d")),
]

NAMES_OF_FUNCTIONS = [
    words("readable names for people", "top mangled.out", out=re.compile(
        r"(?s)core::fmt::Formatter::pad\b.*A::A\(\).*A::A\(\)")),
    words("readable names in Markdown", "top mangled.out -f md", out=["core::fmt::Formatter::pad "]),
    words("linkers' names for programs", "top mangled.out -f csv",
          out=["_ZN1AC1Ev", "_ZN4core3fmt9Formatter3pad17h0123456789abcdefE"]),
    words("linkers' names in a conversion", "convert mangled.out --to json",
          json="quern.profile/1", out=["_ZN1AC1Ev", "_ZN1AC2Ev"]),
    words("readable names for programs", "top mangled.out -f csv --demangle always",
          out=re.compile(r"A::A\(\).*,12,")),
    words("linkers' names for people", "top mangled.out --demangle never", out=["_ZN1AC2Ev"]),
    words("a word for demangling", "top mangled.out --demangle no", exit=2, code="bad-value"),
    words("a mangled name is understood",
          "peek _ZN4core3fmt9Formatter3pad17h0123456789abcdefE mangled.out",
          out=["core::fmt::Formatter::pad"]),
    # As JSON, names stay as they are, and the word names one function.
    words("a mangled name of two functions", "peek _ZN1AC1Ev mangled.out", exit=2,
          err=["[ambiguous-name]", "--group-by name"]),
    words("an address without a name", "top igprof.out", out=["@?0x7f20"], err=""),
    words("a name from a file", "top igprof.out --symbols igprof.symbols", out=["hidden"],
          err="quern: note: functions found for 1 of 1 addresses\n"),
    words("a name from a file, converted", "convert igprof.out --to json --symbols igprof.symbols",
          json="quern.profile/1", out=['"hidden"', '"offset":8']),
    words("names without a machine's files", "top igprof.out --symbols auto", out=["@?0x7f20"],
          err=["functions found for 0 of 1 addresses",
               "cannot read /no/such/lib.so (no such file)"]),
    words("files come first", "top igprof.out --symbols auto --symbols igprof.symbols",
          out=["hidden"], err="quern: note: functions found for 1 of 1 addresses\n"),
    words("no file of names", "top igprof.out --symbols missing", exit=3, code="no-such-file"),
    words("a file of igprof's names", "top igprof.out --symbols igprof.names", exit=3,
          code="bad-symbol-file", err=["igprof-demangle-symbols"]),
    words("symbols", "symbols igprof.out", out="# quern symbols 1\n",
          err=["functions found for 0 of 1 addresses"]),
    words("symbols where all is known", "symbols sort.out", out="# quern symbols 1\n",
          err="quern: note: every address has a function already\n"),
]

COMMANDS = ["info", "check", "top", "calls", "peek", "callers", "callees", "convert",
            "symbols", "help", "completion"]
TOPICS = ["callgrind", "cachegrind", "igprof", "formats", "exit-codes", "inclusive", "units",
          "symbols", "environment"]
HELP = [words("help", "help", out=COMMANDS + TOPICS, err=""),
        words("help option", "--help", out=COMMANDS + TOPICS, err=""),
        words("help in short", "-h", out=COMMANDS, err="")]
HELP += [words("help of " + name, name + " --help", err="",
               out=["Usage: quern " + name, "Examples:\n", "--help"]) for name in COMMANDS]
HELP += [words("help topic " + name, "help " + name, err="", out=[" "])
         for name in COMMANDS + TOPICS]
HELP += [words("help lists what is read", "help formats", out=["callgrind", "cachegrind"]),
         words("help wraps", "help callgrind --width 60", out=re.compile(r"\A(.{0,75}\n)*\Z"))]

CASES = USAGE + INPUTS + READING + ANSWERS + NAMES_OF_FUNCTIONS + HELP
