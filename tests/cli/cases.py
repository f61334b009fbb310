# SPDX-License-Identifier: MIT
"""What quern answers to which arguments: one Case a row. run.py runs them."""
import bz2
import gzip
import lzma
import os
import re
import sys
from dataclasses import dataclass, field

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import json_documents  # noqa: E402

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

# An older version of it: all stands one line further down, and comparing was cheaper.
OLDER = PROFILE.replace(b"\n16 20", b"\n17 20").replace(b"calls=3 50\n17 1200", b"calls=2 51\n18 1100")
OLDER = OLDER.replace(b"\n51 900", b"\n52 800").replace(b"totals: 1220", b"totals: 1120")

# Jumps between its lines.
JUMPS = (b"events: Ir\nfl=a.c\nfn=main\n1 10\n3 5\n4 20\njcnd=3/10 3\n4\njump=7 1\n4\n")

# f'2 is the second level of f.
LEVELS = (b"creator: callgrind-3.19.0\nevents: Ir\nfl=a.c\nfn=main\n1 1\ncfn=f\ncalls=1 1\n1 9\n"
          b"fn=f\n2 4\ncfn=f'2\ncalls=1 1\n2 5\nfn=f'2\n2 5\ntotals: 10\n")

# f calls g, which calls f again: folded, they are a cycle that nobody calls from outside.
LEVELS_IN_CYCLE = (b"creator: callgrind-3.19.0\nevents: Ir\nfl=a.c\nfn=f\n1 10\ncfn=g\ncalls=1 1\n1 90\n"
                   b"fn=g\n2 70\ncfn=f'2\ncalls=1 1\n2 20\nfn=f'2\n2 20\ntotals: 100\n")

# What a and b cost with all that they call is known by bounds alone.
CYCLE = (b"creator: callgrind\nevents: Ir Dr\nfl=m.c\nfn=main\n1 10 1\ncfn=a\ncalls=1 1\n2 150 5\nfn=a\n3 100 0\n"
         b"cfn=b\ncalls=1 1\n4 60 5\nfn=b\n5 50 5\ncfn=a\ncalls=1 1\n6 10 0\n")

NOISY_TIMES = ("quern: note: times vary between runs, and each side is one run: small changes may be noise. "
               "Record several with `quern record --runs 5`; see `quern help recording`\n")

# Xdebug counts its Time in microseconds, Parrot in nanoseconds.
XDEBUG_2 = (b"version: 1\ncreator: xdebug 2.3.2\ncmd: /a.php\npart: 1\npositions: line\n\nevents: Time\n\n"
            b"fl=/a\nfn=f\n1 7\n\nsummary: 9\n\n")

# `summary:` is the cost of the whole run, of which half has rows; and another run.
WHOLE = (b"events: Ir\nsummary: 1000\nfl=sort.c\nfn=main\n1 100\ncfn=work\ncalls=1 10\n2 400\nfn=work\n10 400\n")
WHOLE_NEW = WHOLE.replace(b"1000", b"1400")

# Functions of one name in two files, both of which call one.
TWO_F = (b"events: Ir\nfl=a.c\nfn=f\n1 10\ncfn=g\ncalls=1 1\n1 5\nfl=b.c\nfn=f\n1 20\n"
         b"cfl=a.c\ncfn=g\ncalls=1 1\n2 8\nfl=a.c\nfn=g\n4 13\n")

# What Callgrind says of a dump besides its costs.
DESCRIBED = (b"version: 1\ncreator: callgrind-3.19.0\npid: 7\ncmd: ./x\npart: 1\ndesc: I1 cache: \n"
             b"desc: D1 cache: 32768 B\ndesc: Timerange: Basic block 0 - 99\ndesc: Trigger: --dump-before=f\n"
             b"events: Ir\nfl=a.c\nfn=f\n1 5\ntotals: 5\n")
DESCRIBED_PARTS = DESCRIBED + (DESCRIBED[DESCRIBED.index(b"part:"):].replace(b"part: 1", b"part: 2")
                               .replace(b"0 - 99", b"99 - 120"))

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

totals: %d

""" % (number, cost, cost) for number, cost in ((1, 100), (2, 23)))

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

# One function has a name that is wider than a terminal, and it is called from main().
LONG_NAME = b"a_namespace::Parser::read_the_next_line_of(std::basic_istream<char, std::char_traits<char> >&, int)"
LONG = b"""events: Ir
fn=(1) main
1 10
cfn=(2) %s
calls=1 2
1 90
fn=(2)
2 90
""" % LONG_NAME
LONGER = LONG.replace(b"90", b"190")

PHP = b"""version: 1
creator: xdebug 3.1.6 (PHP 8.1.2)
cmd: /app/index.php
part: 1
positions: line

events: Time_(10ns) Memory_(bytes)

fl=(1) php:internal
fn=(1) php::strlen
3 90 0

fl=(2) /app/index.php
fn=(2) {main}
1 10 0
cfl=(1)
cfn=(1)
calls=1 0 0
3 90 0

summary: 100 0
"""

SELF = b"""events: Ir
fn=(1) main
1 1
cfn=(2) countdown
calls=1 2
1 5
fn=(2)
2 5
cfn=(2)
calls=4 2
2 4
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
HELD = b"""P=(HEX ID=1 N=(a.out) T=0.0)
C1 FN0=(F0=(a.out)+10 N=(main))+4
C2 FN1=(F0+20 N=(load))+0 V0=(MEM_LIVE):(2,60,20);LK=(0x1000,20);LK=(0x7ffe,10)
C2 FN2=(F0+30 N=(keep))+0 V0:(1,8,8);LK=(0x1020,8)
"""
SYMBOLS = b"# quern symbols 1\n/no/such/lib.so\t20\thidden\t\t\t18\n"

BROKEN = PROFILE.replace(b"51 900 200", b"51 900 200 7")
PARROT = b"""CLI: parrot count.pir
VERSION:2
CS:{x{ns:parrot;main}x}{x{file:count.pir}x}{x{sub:0x10}x}{x{ctx:0x20}x}
OP:{x{line:1}x}{x{time:120}x}{x{op:noop}x}
END_OF_RUNLOOP:1
"""
# Two runs of one program: the subroutines have other addresses in each.
SUBPROF = b"""events: ops ticks
summary: 6 60

fl=a.pir
fn=0x10:main
1 2 20
cfl=a.pir
cfn=0x20:f
calls=1 5
1 4 40

fl=a.pir
fn=0x20:f
5 4 40

totals: 6 60
"""
ODD = PROFILE.replace(b"positions: line\n", b"positions: line\ncolour: red\n").replace(
    b"totals: 1220 305", b"totals: 1220 304")
ODD_TWICE = ODD.replace(b"colour: red\n", b"colour: red\ntaste: sweet\nsmell: none\n")

# h is called by f and by g, and spends in two ways.
SHARED = b"""events: Ir
fn=main
1 10
cfn=f
calls=2 1
2 60
cfn=g
calls=1 1
3 60
fn=f
10 20
cfn=h
calls=4 1
11 40
fn=g
20 40
cfn=h
calls=6 1
21 20
fn=h
30 7
31 23
cfn=i
calls=12 1
32 30
fn=i
40 30
"""

# f and what it calls cost more.
COSTLIER = SHARED.replace(b"10 20\n", b"10 22\n").replace(b"2 60\n", b"2 65\n").replace(
    b"11 40\n", b"11 43\n").replace(b"30 7\n", b"30 10\n")

# A function of a second file in a folder of its own, times and sizes, and a line of two functions.
PLACES = b"""positions: line
events: Ir Time_(10ns) Memory_(bytes)
ob=app
fl=src/util/list.c
fn=push
40 5 100 2048
fl=src/main.c
fn=main
30 3 150000 0
cfi=src/util/list.c
cfn=push
calls=1 40
31 5 100 2048
fn=init
10 2 50 0
fi=src/inline.h
7 1 0 0
fn=push
fi=src/inline.h
7 4 0 0
"""

LOOPS = b"""positions: instr line
events: Ir
ob=app
fl=a.c
fn=main
0x10 2 20
jcnd=80/100 0x14 3
0x14 3
0x14 3 100
cfn=f
calls=20 0x30 9
0x16 4 700
jcnd=19/20 0x10 2
0x18 2
0x18 2 20
fn=f
0x30 9 700
"""

# Call graphs in which it is not known who caused the costs of a function.
SHARED_CALLEE = b"""\
# callgrind format
version: 1
positions: line
events: Ir
fl=a.c
fn=main
1 1
cfn=a
calls=1 10
2 101
cfn=b
calls=1 20
3 101
cfn=f
calls=1 50
4 5
fn=a
10 1
cfn=c
calls=1 30
11 100
fn=b
20 1
cfn=c
calls=1 30
21 100
fn=c
30 100
cfn=d
calls=2 40
31 100
fn=d
40 100
fn=f
50 5
"""
# main calls a and b, a calls b, b calls c. Costs: of the call a to b, of b, of b to c, of c, of main to a and to b.
WAYS_TO_C = b"""\
# callgrind format
version: 1
positions: line
events: Ir
fl=y.c
fn=a
10 1300
cfn=b
calls=1 20
11 %d
fn=b
20 %d
cfn=c
calls=1 30
21 %d
fn=c
30 %d
fn=main
40 200
cfn=a
calls=1 10
41 %d
cfn=b
calls=2 20
41 %d
"""


def in_two_parts(text):
    """The same costs in part 1 and in part 2."""
    head, body = text.split(b"version: 1\n")
    return head + b"".join(b"version: 1\npart: %d\n%s\n" % (part, body) for part in (1, 2))


SHOWN_FROM = b"""\
# callgrind format
version: 1
positions: line
events: Ir
fl=a.c
fn=main
1 1
cfn=d
calls=1 10
2 30
fn=d
10 20
cfn=f
calls=1 30
11 10
fn=f
30 10
"""
SHOWN_FROM_BASE = b"""\
# callgrind format
version: 1
positions: line
events: Ir
fl=a.c
fn=main
1 1
cfn=d
calls=1 10
2 34
fn=d
10 19
cfn=f
calls=2 30
11 20
fn=f
30 15
cfn=d
calls=1 10
31 5
"""

FILES = {
    "risen_old.out": b"events: Ir\nfn=main\n1 10\ncfn=a\ncalls=1 1\n2 50\ncfn=b\ncalls=1 1\n3 70\nfn=a\n1 50\nfn=b\n1 70\n",
    "risen.out": b"events: Ir\nfn=main\n1 10\ncfn=a\ncalls=1 1\n2 100\ncfn=b\ncalls=1 1\n3 30\nfn=a\n1 100\nfn=b\n1 30\n",
    "loops.out": LOOPS,
    "slower_loops.out": LOOPS.replace(b"0x18 2 20", b"0x18 2 40"),
    "lonely_loop.out": b"positions: instr\nevents: Ir\nfn=f\n0x4 7\njump=6 0x4\n0x6\n0x6 7\n",
    "classes.out": b"events: Ir\nob=prog\nfl=a.c\nfn=main\n1 10\nfn=helper\n2 5\nfl=net.cc\nfn=net::Socket::send(int)\n"
                   b"3 20\nfn=net::open(int)\n4 30\nfl=???\nfn=0x4a2f\n5 4\n",
    "many_events.out": b"events: " + b" ".join(b"E%d" % at for at in range(33)) + b"\nfn=f\n1" + b" 3" * 33 + b"\n",
    "shared.out": SHARED,
    "two_f.out": TWO_F,
    "costlier_f.out": TWO_F.replace(b"1 20", b"1 24"),
    "places.out": PLACES,
    "slower_places.out": PLACES.replace(b"30 3 150000", b"30 3 150050"),
    "slowest_places.out": PLACES.replace(b"30 3 150000", b"30 3 150070"),
    "costlier.out": COSTLIER,
    "gone.out": COSTLIER.replace(b"fn=i\n40 30\n", b"fn=new_one\n40 30\n").replace(
        b"cfn=i\n", b"cfn=new_one\n"),
    "parse.out": b"events: Ir\nfl=a.c\nfn=main\n1 1\ncfn=_Z5parsei\ncalls=1 1\n1 5\nfn=_Z5parsei\n2 5\n",
    "project/share.toml": b'min = 5\n',
    "project/lists.toml": b'sort = "incl"\nwhere = "incl > 0"\n',
    "cut.out": b"creator: callgrind-3.19.0\nevents: Ir\nsummary: 25\nfn=main\n1 10\n",
    "made_from_cut.out": b"version: 1\ndesc: Incomplete: it was cut\nevents: Ir\nfn=main\n1 10\n",
    "joined.out": b"events: Ir\nfl=a.c fn=main 16 20 cfn=f calls=1 50 16 400\n",
    "flat.folded": b"main 5\nmy f 7\n",
    "levels.out": LEVELS,
    "described.out": DESCRIBED,
    "described-parts.out": DESCRIBED_PARTS,
    "cycle-levels.out": LEVELS_IN_CYCLE,
    "rewritten.out": LEVELS.replace(b"callgrind-3.19.0", b"quern-1.0 (of callgrind)"),
    "jumps.out": JUMPS,
    "more_jumps.out": JUMPS.replace(b"jcnd=3/10 3", b"jcnd=5/12 3").replace(b"jump=7 1\n4\n", b""),
    "shared_lines.out": SHARED.replace(b"fn=main", b"fl=a.c\nfn=main"),
    "costlier_lines.out": COSTLIER.replace(b"fn=main", b"fl=a.c\nfn=main"),
    "shared.cg": SHARED_CALLEE,
    "ways.cg": WAYS_TO_C % (100, 500, 200, 200, 1400, 600),
    "ways-less.cg": WAYS_TO_C % (100, 0, 200, 200, 1400, 100),
    "ways-parts.cg": in_two_parts(WAYS_TO_C % (100, 500, 200, 200, 1400, 600)),
    "ways-less-parts.cg": in_two_parts(WAYS_TO_C % (100, 0, 200, 200, 1400, 100)),
    "upwards.cg": WAYS_TO_C % (1000, 900000, 1999100000, 1999100000, 2300, 1999999000),
    "from.cg": SHOWN_FROM,
    "from-base.cg": SHOWN_FROM_BASE,
    "old.folded": b"main;a;x 10\nmain;a;y 20\nmain;b 5\n",
    "swapped.folded": b"main;a;x 20\nmain;a;y 10\nmain;b 5\n",
    "new.folded": b"main;a;x 20\nmain;a;y 15\nmain;b 9\n",
    "sort.out": PROFILE,
    "runs.json": json_documents.RUNS,
    "whole_sum.callgrind": PROFILE.replace(b"events:", b"desc: Runs: 2 (one per file)\nevents:", 1),
    "two_megabytes.out": b"events: Ir\nfn=" + b"x" * (2 << 20) + b"\n1 1\n",
    "whole.out": WHOLE,
    "undeclared.out": WHOLE.replace(b"summary: 1000\n", b""),
    # Against sunk_old.out, p and the total are lower, and q is higher.
    "sunk_old.out": b"events: Ir\nfn=main\n1 100\ncfn=p\ncalls=1 5\n2 500\ncfn=q\ncalls=1 7\n3 200\n"
                    b"fn=p\n5 500\nfn=q\n7 200\n",
    "sunk.out": b"events: Ir\nfn=main\n1 100\ncfn=p\ncalls=1 5\n2 100\ncfn=q\ncalls=1 7\n3 210\n"
                b"fn=p\n5 100\nfn=q\n7 210\n",
    "whole_new.out": WHOLE_NEW,
    "below_old.out": b"events: Ir\nfn=f\n1 -300\n",
    "below.out": b"events: Ir\nfn=f\n1 -290\n",
    "whole_cut.out": b"version: 1\ncreator: callgrind-3.19.0\n" + WHOLE,
    "slower.out": PROFILE.replace(b"calls=3", b"calls=4").replace(b"51 900", b"51 2100"),
    "cpi.out": b"events: Ir CPI\nfn=main\n1 10 2\n",
    "threads.out": THREADS,
    "cachegrind.out.1": CACHEGRIND,
    "same/sort.out": PROFILE,
    "hot.out": b"events: Ir Dr\nfn=hot_1\n1 100 5\nfn=cold\n2 5 900\n",
    "hotter.out": b"events: Ir Dr\nfn=hot_2\n1 200 5\nfn=cold\n2 5 900\n",
    "mangled.out": MANGLED,
    "units/us": XDEBUG_2,
    "formulas/two": b"event: X = A\nevent: Y = 2 X\nevents: A\nfn=f\n1 1\n",
    "formulas/named": b"event: X = A : long\nevents: A\nfn=f\n1 1\n",
    "formulas/other": b"event: X = 3 A\nevents: A\nfn=f\n1 1\n",
    "appended.out": XDEBUG_2 + b"==== NEW PROFILING FILE ==============================================\n" +
                    XDEBUG_2.replace(b"1 7", b"1 9"),
    "units/ns": b"VERSION:2\nCS:{x{ns:m}x}{x{file:a.pir}x}{x{sub:0xa}x}{x{ctx:0x1}x}\n"
                b"OP:{x{line:1}x}{x{time:5000}x}{x{op:o}x}\nEND_OF_RUNLOOP:1\n",
    "units/plain": b"events: Time\nfn=g\n1 3\n",
    "units/sum": b"events: B_MAX\nfl=a.c\nfn=main\n1 10\n",
    "units/peak": b"P=(HEX ID=1 N=(p) T=0.0)\nC1 FN0=(F0=(p)+10 N=(main))+1 V0=(B_MAX):(1,5,9)\n",
    "igprof.out": IGPROF,
    "stacks.folded": b"main;parse;operator new 12\nmain;scan 3\n",
    "pivots.folded": b"main;a;x 10\nmain;b;y 20\nmain;a;b;y 3\nmain;c 4\n",
    "two.folded": b"main;parse 12 15\nmain;scan 3 1\n",
    "stacks.speedscope.json": b'{"shared":{"frames":[{"name":"main"},{"name":"scan"}]},"profiles":['
                              b'{"type":"sampled","unit":"seconds","samples":[[0,1]],'
                              b'"weights":[0.5]}]}\n',
    "igprof.symbols": SYMBOLS,
    "classes.rules": b"class A: name ~ /^A::/\n",
    "project/unit.toml": b'unit = "ms"\n',
    "tight.rules": b"a:name=x\n",
    "costs.rules": b"# costs\na: self > 3\n",
    "open.rules": b"a: (name = x\n",
    "groups.rules": b"sorting: name ~ /comp/\n",
    "held.out": HELD,
    "igprof.names": b"1\thidden\n",
    "names.out": NAMES,
    "long.out": LONG,
    "longer.out": LONGER,
    "php.out": PHP,
    "self.out": SELF,
    "broken.out": BROKEN,
    "lost_call.out": b"events: Ir\nfn=f\n5 20\ncfn=g\ncalls=x 5\n8 100\nfn=g\n5 100\ntotals: 120\n",
    "odd.out": ODD,
    "parrot.out": PARROT,
    "below.igprof": b"P=(HEX ID=5 N=(a) T=0.005000)\nC1 FN0=(F0=(x)+2 N=(main))+-4\n"
                    b"C2 FN1=(F0+20 N=(f))+1 V0=(PERF_TICKS):(1,1,1)\n",
    "odd_start.igprof": b"P=(HEX ID=5 N=(a) T=0.005000)\nC1 FN0=(F0=(x)+-2 N=(main))+4\n"
                        b"C2 FN1=(F0+2 N=(f))+1 V0=(PERF_TICKS):(1,1,1)\nC2 FN0+-4 V0:(1,1,1)\n"
                        b"C2 FN2=(F1=()+ffffffffff600000 N=(f))+0 V0:(1,1,1)\n",
    "marks.out": b"events: a):(b\nob=/lib/x)+0 N=(y\nfl=a\nfn=f))+0 V0=(a):(1\n1 5\n",
    "subprof.1": SUBPROF,
    "subprof.2": SUBPROF.replace(b"0x20:", b"0x30:"),
    # Another f beside it, and its main has the address that f has in the first run.
    "subprof.3": SUBPROF.replace(b"0x20:", b"0x40:").replace(b"0x10:", b"0x20:")
                        .replace(b"\ntotals:", b"\nfl=a.pir\nfn=0x50:f\n9 1 10\n\ntotals:"),
    "odd_twice.out": ODD_TWICE,
    "no_events.out": b"# callgrind format\nversion: 1\n\nfn=main\n",
    "cut_row.out": PROFILE[:PROFILE.index(b"totals")] + b"+1 20 3 4",
    "empty.out": b"",
    "blank.out": b"\n\n  \n",
    "project/bad_query.toml": b'where = "self >> 1"\n',
    "project/self.toml": b'sort = "self"\nrunning = true\n',
    "project/bad_event.toml": b'[top]\nevent = ["Ir", "Nope"]\n',
    # A line with a tab and a control character; it calls f often, at a cost of 13 digits.
    "tabbed.out": b"events: Ir\nfl=tabbed.c\nfn=main\n1 10\ncfn=a_long_name_of_a_function\ncalls=1000000 2\n"
                  b"1 1234567890123\nfn=a_long_name_of_a_function\n2 1234567890123\n",
    "tabbed.c": b"\tf();\x1b\n{}\n",
    "wide_cycle.out": b"events: Ir\nfl=a.c\nfn=main\n1 1\ncfn=first_of_cycle\ncalls=1 1\n2 2469135780246\n"
                      b"fn=first_of_cycle\n3 1234567890123\ncfn=second_of_cycle\ncalls=9 1\n4 1234567890123\n"
                      b"fn=second_of_cycle\n5 1234567890123\ncfn=first_of_cycle\ncalls=3 1\n6 99\n",
    "project/sort.c": b"".join(b"line %d\n" % number for number in range(1, 53)),
    "newer/sort.c": b"int main(void);\n",
    "before/sort.c": b"a line\n" + b"".join(b"line %d\n" % number for number in range(1, 53)),
    "older.out": OLDER,
    "nothing.out": b"events: Ir Dr\nfl=a.c\nfn=f\n1 10 0\n",
    "something.out": b"events: Ir Dr\nfl=a.c\nfn=f\n1 5 3\n",
    "project/lines.toml": b"context = 1\nmin = 1\nsource-path = ['./']\n",
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
    **{"pair/threads.out.%d-%02d" % (pid, thread):
       b"version: 1\ncreator: callgrind-3.19.0\npid: %d\ncmd: ./threads\npart: 1\nthread: %d\n"
       b"events: Ir\nfn=work\n10 %d\ntotals: %d\n" % (pid, thread, cost, cost)
       for pid in (9, 10) for thread, cost in ((1, 100), (2, 23))},
    "runs/notes.txt": b"nothing to see\n",
    "nothing/notes.txt": b"nothing to see\n",
    "project/.quern.toml": b'limit = 1\n[top]\nsort = "incl"\n',
    "project/src/a.out": PROFILE,
    "project/src/up.out": b"events: Ir\nfl=../sort.c\nfn=f\n51 7\n",
    ".git/config": b"secret\n",
    "secrets.out": b"events: Ir\nfl=/etc/passwd\nfn=f\n1 7\nfl=.git/config\nfn=g\n1 5\n"
                   b"fl=/proc/self/environ\nfn=h\n1 3\n",
    "project/bad.toml": b'[top]\nlimit = "many"\n',
    "cycle.out": CYCLE,
    "project/unmatched.toml": b'[gate]\nmax = [\n  "Ir=+1%",\n  "fn = nobody: Ir=+0",\n]\n',
    "project/gate.toml": b'[gate]\nmax = ["Ir=+1%", "Ir=1x"]\n',
    "project/writes.toml": b'output = "answer.txt"\nforce = true\n',
    "project/sets.toml": b"""[filters.tests]
focus = "^compare$"
[filters.small]
hide = ["^main$"]
where = "self > 1"
""",
    "objects.out": b"events: Ir\nob=/usr/lib/libsort.so\nfl=sort.c\nfn=main\n16 20\n",
    "limits/limits.toml": b'# of the sort\r\nmax = [ "Ir=2k", # all\r\n  "fn = compare: calls=3", "Dr=305" ]\r\n',
    # Names that control a terminal, that spreadsheets run, and that GitHub links.
    "odd_names.out": b"events: Ir Dr\nfl==1+1.c\nfn=red\x1b[31m\tf\n1 5 1\nfn=-[A b]\n2 4 1\nfn=@octocat(#12)\n3 3 1\n"
                     b"fn=App\\x41\n4 2 1\nfn=https://evil.example/\n5 1 1\n",
    "peaks.igprof": b"P=(HEX ID=1 N=(a) T=0.0)\nC1 FN0=(F0=(/bin/a)+10 N=(main))+4 V0=(MEM_TOTAL):(2,64,32)\n"
                    b"C2 FN1=(F0+40 N=(make))+8 V0:(3,78,28);LK=(0x10,8)\n",
    "largest.igprof": b"P=(ID=1 N=(a) T=0.0)\nC1 FN0=(F0=(/bin/a)+10 N=(main))+4 V0=(MEM_TOTAL):(1,8,8) V1=(MEM_MAX):(1,8,0)\n"
                      b"C2 FN1=(F0+40 N=(f))+8 V0:(3,60,60) V1:(3,40,0)\nC2 FN1+9 V0:(1,50,50) V1:(1,50,0)\n",
    "project/base.toml": b'base = "older.out"\n',
    "project/against.toml": b'against = "main"\n',
    "project/groups.toml": b'groups = "groups.txt"\n',
    "project/both_groups.toml": b'group-by = "file"\ngroups = "groups.txt"\n',
    "project/for_many.toml": b'format = "svg"\nevent = ["Ir", "Dr"]\nsort = "calls"\ngroup-by = "line"\n',
    "project/csv.toml": b'format = "csv"\n',
    "project/strict.toml": b'strict = true\n',
    "project/foo.toml": b'limit = 3\nwhere = "self > 1 or foo > 1"\n',
    "project/ratio.toml": b'sort = "Ir/calls"\n',
    "project/array.toml": b'limit = [1, 2]\n',
    "project/callers.toml": b'[callers]\nlimit = 1\n[info]\nformat = "json"\n',
    "project/missing.toml": b'groups = "nowhere.txt"\n',
    "project/filter.toml": b'rename = "s/main/start/"\n',
    "massif.out.1": b"desc: --massif-out-file=m\ncmd: ./a\ntime_unit: i\n#-----------\nsnapshot=0\n",
    "my script": b"#!/usr/bin/env python3\nprint(1)\n",
    "perf.data": b"PERFILE2" + bytes(64),
    "web/notes.txt": b"nothing to see\n",
    "xdebug.out": XDEBUG_2.replace(b"events: Time", b"events: Time_(10ns) Memory_(bytes)").replace(b"1 7", b"1 700 20"),
    "addresses.out": b"positions: instr line\nevents: Ir\nob=program\nfn=f\n0x10 0 7\nfl=a.c\nfn=g\n0x20 1 5\n",
    "unknown_object.out": b"positions: instr line\nevents: Ir\nfn=f\n0x10 0 7\nfl=a.c\nfn=g\n0x20 1 5\n",
    "free.out": b"events: Ir\nfl=a.c\nfn=f\n1 10\nfl=gone.c\nfn=g\n2 0\n",
    "free_new.out": b"events: Ir\nfl=a.c\nfn=f\n1 12\nfl=gone.c\nfn=g\n2 0\n",
    "dots.out": b"events: Ir\nfl=././sort.c\nfn=main\n16 20\n",
    "user/quern/config.toml": b'limit = 2\nformat = "csv"\n',
}


def create_files(folder):
    for name, content in FILES.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)
    os.utime(os.path.join(folder, "project", "sort.c"), (1_000_000, 1_000_000))
    os.utime(os.path.join(folder, "before", "sort.c"), (1_000_000, 1_000_000))
    os.utime(os.path.join(folder, "newer", "sort.c"), (4_000_000_000, 4_000_000_000))
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


USER = {"XDG_CONFIG_HOME": "../../user"}  # is relative, which does not count

BASE_HEAD = "500 Ir of the total are not in this profile"

DECLARED = [
    words("percentages are of summary:", "top whole.out",
          out=[BASE_HEAD, " 400   40.00        400   40.00      1  work  sort.c",
               " 100   10.00        500   50.00      0  main  sort.c",
               " 500   50.00        500   50.00      0  (not in this profile)", "next: quern peek 'work'"]),
    words("CSV has the row", "top whole.out --format csv", out=["\n(not in this profile),"]),
    words("Markdown has the row", "top whole.out --format md", out=["| (not in this profile) |"]),
    words("JSON has the row", "top whole.out --format json", json="quern.top/1",
          out=['"totals":[1000],"not_in_profile":[500]', '"name":"(not in this profile)"']),
    words("rows not shown and the row are the base", "top whole.out --limit 1",
          out=["not shown: 2 functions, 500 Ir (50.00 %)"]),
    words("a tree has the row", "tree whole.out", out=[BASE_HEAD, "  50.00   500         (not in this profile)"]),
    words("a flame graph has the row", "flame whole.out --format folded",
          out="(not in this profile) 500\nmain 100\nmain;work 400\n"),
    words("a flame graph has the frame", "flame whole.out --format svg", out=["(not in this profile)"]),
    words("source lines account for it", "annotate whole.out", out=["  500   50.00  (not in this profile)"]),
    words("lines have the row", "top whole.out --group-by line",
          out=[BASE_HEAD, " 500   50.00  (not in this profile)  (not in this profile)"]),
    words("folders have the row", "top whole.out --group-by dir", out=[" 500   50.00      0  (not in this profile)"]),
    words("info names the base", "info whole.out",
          out=["Ir       500  Instruction Fetch", "1 file, 1 call record", "2 functions",
               "percentages are of the 1,000 Ir that `summary:` declares; 500 of them are the row "
               "`(not in this profile)`"]),
    words("info as JSON has the base", "info whole.out --format json", json="quern.info/1",
          out=['"totals":[500]', '"percent_base":[1000]']),
    words("a choice of stacks leaves it out", "top whole.out --focus work --format csv",
          out=re.compile(r"^(?s:(?!.*not in this).*)$")),
    words("other stacks keep it", "top whole.out --ignore work", out=["some stacks only · " + BASE_HEAD]),
    words("a cut part declares more than was read, and has the row", "top whole_cut.out",
          out=["Ir: 1,000 declared, 500 read [end-missing]", "0  (not in this profile)"]),
    words("a conversion has the rows as they are", "convert whole.out --to callgrind -o -",
          out=re.compile(r"^(?s:(?!.*not in this).*summary: 1000.*totals: 500\n)$")),
    words("a conversion tells that they are left out", "convert whole.out --check --to pprof", exit=1,
          out=["events with costs that are not in the profile", "total of Ir: 500 instead of 1,000"]),
    words("Callgrind's format keeps them", "convert whole.out --check --to callgrind",
          out=re.compile(r"^(?s:(?!.*not in the profile).*)$")),
    words("a merge tells that they are left out", "merge whole.out undeclared.out --to callgrind -o -",
          err=["500 Ir are left out: some inputs declare them without rows, others declare no total"]),
    words("a merge of files that all declare them keeps them", "merge whole.out whole_new.out --to callgrind -o -",
          err=re.compile(r"^(?s:(?!.*left out).*)$")),
    words("a gate compares declared totals", "gate whole.out whole_new.out --max Ir=+30%", exit=1,
          out=["total: 1,000 → 1,400 (+400, +40.00 %)"]),
    words("a gate lets declared totals grow", "gate whole.out whole_new.out --max Ir=+40%", out=["passed"]),
    words("a comparison has the row", "diff whole.out whole_new.out",
          out=["1,000 → 1,400 Ir: +400 (+40.00 %)", "+400  +80.00       500       900"]),
]

BELOW_0 = [
    words("stacks of a difference", "convert sunk_old.out --baseline sunk.out --to folded -o -",
          out="main;p 400\n", err=["costs below 0"]),
    words("stacks of no difference", "convert sunk.out --baseline sunk.out --to folded -o -", out=""),
    words("a total below 0 has shares", "top sunk.out --baseline sunk_old.out --min 50 --format csv",
          out=re.compile(r"^[^\n]*\n[^\n]*\bp,[^\n]*\n$")),
    Case("shares of a total below 0 in queries",
         ["top", "sunk.out", "--baseline", "sunk_old.out", "-w", "incl > 50%", "--sort", "name", "--format", "csv"],
         out=re.compile(r"^[^\n]*\nmain,[^\n]*\np,[^\n]*\n$")),
    words("a branch below 0 in a tree above it", "tree risen.out --baseline risen_old.out",
          out=["   10   100.00     0         main", "   50   500.00    50      1    a", "  -40  -400.00   -40      1    b"]),
    words("the same from below", "tree --bottom-up risen.out --baseline risen_old.out",
          out=[" -40  -400.00  b\n -40  -400.00    main"]),
    words("a tree of costs below 0", "tree sunk.out --baseline sunk_old.out", out=["  -390  100.00", "-400  102.56  -400      1    p"]),
    words("a growth of what is below 0 is a growth", "gate below_old.out below.out --max Ir=+3%", exit=1,
          out=["+10 (+3.33 %)", "(+10, +3.33 %)"]),
]

CONFIGURATION = [
    words("what if", "top sort.out --what-if compare=0 --format csv",
          err=["--what-if changes Ir by -1,200 (-98.36 %): 1,220 → 20"], out=["main,sort.c"]),
    words("what if it were half", "info sort.out --scale compare=50%", exit=2, code="unknown-option"),
    words("what if nothing is said", "top sort.out --what-if compare", exit=2, code="bad-filter"),
    words("a bad query of a file", "top sort.out --config project/bad_query.toml", exit=2,
          err=["project/bad_query.toml:1:16: error: expected a number, found '>'", "where = \"self >> 1\"\n"]),
    words("an event of a file", "top sort.out --config project/bad_event.toml", exit=2,
          err=["project/bad_event.toml:2:17: error: no event 'Nope' [unknown-event]"]),
    words("sets of filters", "top sort.out --config project/sets.toml --filter small --format csv",
          out=["compare"]),
    words("sets of filters together", "top sort.out --config project/sets.toml --filter small --filter tests",
          out=["some stacks only"]),
    words("a set of filters without a place", "annotate sort.out --config project/sets.toml --filter small",
          err=["--where of --filter small does not apply here"]),
    words("no such set of filters", "top sort.out --config project/sets.toml --filter smal", exit=2,
          code="unknown-filter", err=["did you mean 'small'? sets are small, tests"]),
    words("sets of filters are listed", "config top --config project/sets.toml --format csv",
          out=["focus,,tests,^compare$,file,project/sets.toml,2,9"]),
    words("project file counts", "top a.out", folder="project/src",
          out=["functions by inclusive Ir", "not shown: 1 function"]),
    words("running totals of a file are for rows that add up",
          "top sort.out --config project/self.toml --sort incl", out=["functions by inclusive Ir"]),
    words("running totals of a file are not for loops",
          "top loops.out --group-by loop --config project/self.toml", out=["loops"]),
    words("running totals that are asked for are not for loops", "top loops.out --group-by loop --running", exit=2,
          code="no-running-total", err=["loops can contain each other"]),
    words("running totals of a file", "top sort.out --config project/self.toml", out=["running %"]),
    words("running totals that do not add up", "top sort.out --running --sort incl", exit=2,
          code="no-running-total"),
    words("command line counts more", "top a.out -n 2 --sort self", folder="project/src",
          out=["All 2 functions by self Ir", "all 2 functions shown"]),
    words("no configuration", "top a.out --no-config", folder="project/src",
          out=["All 2 functions by self Ir", "all 2 functions shown"]),
    words("relative XDG_CONFIG_HOME", "top a.out", folder="project/src", env=USER,
          out=[" functions by inclusive Ir · "]),
    words("named file alone counts", "top a.out --config ../../user/quern/config.toml",
          folder="project/src", out=re.compile("^name,file,(.*\n){3}$")),
    words("missing named file", "top sort.out --config nowhere", exit=2, out="",
          code="no-such-file"),
    words("bad value in a file", "top sort.out --config project/bad.toml", exit=2, out="",
          code="bad-value", err=["project/bad.toml:2:9: error: --limit expects a whole number",
                                 '2 | limit = "many"']),
    words("files cannot write files", "top sort.out --config project/writes.toml", exit=2, out="",
          code="bad-config", err=["project/writes.toml:1:1", "'output' cannot be set in a file"]),
    words("filters of files are told", "top sort.out --config project/filter.toml", out=["start"],
          err="quern: note: project/filter.toml:1 sets --rename\n"),
    words("config tells where", "config --width 90", folder="project/src",
          out=["reads ../.quern.toml", "limit              ../.quern.toml:1  1\n",
               "top.sort           ../.quern.toml:3  incl\n",
               "width              command line      90\n",
               "color              built-in          auto\n"]),
    words("config of a command", "config top --format csv", folder="project/src",
          out=["sort,top,,incl,file,../.quern.toml,3,8\n", "limit,,,1,file,../.quern.toml,1,9\n"]),
    words("config as json", "config --format json", json="quern.config/1"),
    words("config checks all", "config --config project/bad.toml", exit=2, code="bad-value"),
    words("a typed old side counts more than a file's", "gate sort.out older.out --max Ir=+1% --config project/base.toml",
          out=["1,220 → 1,120 Ir", "sort.out → older.out"], err=""),
    words("a typed old side counts more than a file's baseline",
          "gate older.out sort.out --max Ir=+1% --config project/against.toml", exit=1,
          out=["1,120 → 1,220 Ir", "FAILED"], err=""),
    words("the old side of a file is reported", "gate sort.out --max Ir=+1% --config project/base.toml", exit=1,
          out=["older.out → sort.out"], err="quern: note: project/base.toml:1 sets --base\n"),
    words("a typed base counts more than a file's baseline",
          "gate sort.out --base older.out --max Ir=+1% --config project/against.toml", exit=1,
          out=["older.out → sort.out"]),
    words("typed groups count more than a file's", "top sort.out -g object --config project/groups.toml",
          out=["1 object"], err=""),
    words("settings of one file that exclude each other", "top sort.out --config project/both_groups.toml", exit=2,
          code="needs-option", err=["project/both_groups.toml:2:10: error: --groups and --group-by"]),
    words("a file's --strict is not for --head", "check sort.out --head --config project/strict.toml",
          out=["format:"]),
    words("a file's --strict is not for info", "info sort.out --config project/strict.toml", out=["format:"]),
    words("a file's many events in a flame graph", "flame sort.out --format folded --config project/for_many.toml",
          out=["main;compare 1200\n"]),
    words("a file's events in formats with all", "convert sort.out --to json --config project/for_many.toml",
          out=['"name":"Dr"'], err=""),
    words("a file's events in a database", "convert sort.out -o events.sqlite --config project/for_many.toml", err=""),
    words("a file's events in formats with one", "convert sort.out --to folded --config project/for_many.toml",
          out=["main;compare 1200\n"]),
    words("typed events in formats with all", "convert sort.out --to json -e Ir --config project/for_many.toml",
          exit=2, code="bad-value"),
    words("a file's values that trend does not have", "trend older.out sort.out --config project/for_many.toml",
          out=["2 points"]),
    words("a file's values that tree does not have", "tree sort.out --config project/for_many.toml",
          out=["Top-down tree"]),
    words("a file's values that help does not have", "help top --config project/for_many.toml", out=["Usage:"]),
    words("a file's values that config does not have", "config --config project/for_many.toml",
          out=["project/for_many.toml:1  svg"]),
    words("what counts for a command", "config tree --config project/for_many.toml",
          out=re.compile(r"(.|\n)*\ngroup-by +built-in +function\n(.|\n)*\nformat +built-in +text\n")),
    words("a file's form that completion does not have", "completion bash --config project/csv.toml",
          out=["complete"]),
    words("a file's form that convert does not have", "convert sort.out --to folded --config project/csv.toml",
          out=["main;compare 1200\n"]),
    words("the place of a query's unknown event", "top sort.out --config project/foo.toml", exit=2,
          code="unknown-event", err=["project/foo.toml:2:22: error: no event 'foo'"]),
    words("the place of an order that lines do not have", "annotate sort.out --config project/ratio.toml", exit=2,
          err=["project/ratio.toml:1:8: error: --sort"]),
    words("a missing file of a file", "top sort.out --config project/missing.toml", exit=3, code="no-such-file",
          err=["nowhere.txt: error", "hint: project/missing.toml:1 sets --groups\n"]),
    words("an array for a single value", "top sort.out --config project/array.toml", exit=2, code="bad-config",
          err=["project/array.toml:1:9: error: 'limit' is a text or number (N), not an array"]),
    words("config lists tables of old commands", "config peek --config project/callers.toml",
          out=re.compile(r"(.|\n)*\nlimit +built-in +-\ncallers.limit +project/callers.toml:2 +1\n")),
    words("config of an old command", "config callers --config project/callers.toml --format csv",
          out=["\nlimit,callers,,1,file,project/callers.toml,2,9\n"]),
    words("config shows what info prints", "config info --config project/callers.toml",
          out=["info.format", "project/callers.toml:4  json"]),
    words("config lists all tables", "config --config project/callers.toml", out=["callers.limit", "info.format"]),
    words("config of no command", "config tpo", exit=2, code="unknown-command",
          err=["did you mean 'top'?"]),
]

ORDERS = [
    words("rows by place", "top places.out --sort place", out=re.compile(
        r"by place · .*\n(.|\n)* init  src/main.c:10:app\n.* main  src/main.c:30:app\n"
        r"(.|\n)* push  src/util/list.c:40:app\nall 4 functions shown")),
    words("rows by place as json", "top places.out --sort place --format json", json="quern.top/1",
          out=['"name":"init","file":"src/main.c","object":"app","line":10,']),
    words("rows by place as csv", "top places.out --sort place --format csv",
          out=["name,file,object,line,self:Ir", "\ninit,src/main.c,app,10,3,"]),
    words("rows by name", "top places.out --sort name --format tsv -e Ir",
          out=re.compile(r"^name\t.*\ninit\t.*\nmain\t.*\npush\t.*\npush\t")),
    words("calls by place", "calls places.out --sort place --format csv",
          out=["caller_object,caller_line,callee,", "\nmain,src/main.c,app,30,push,src/util/list.c,app,40,1,5,"]),
    words("callees by name", "callees main places.out --sort name", out=["push"]),
    words("callees however far by place", "callees main places.out --all --sort place", exit=2,
          code="needs-option", err=["--sort place needs direct calls"]),
    words("a tree by place", "tree places.out --sort place", exit=2, code="unknown-event",
          err=["cannot sort these rows by 'place'"]),
    words("running totals", "top places.out --running", out=re.compile(
        r"self +self % +running +running % .*\n +5 +33.33 +5 +33.33 .*\n +4 +26.67 +9 +60.00 ")),
    words("running totals as json", "top places.out --running --format json", json="quern.top/1",
          out=['"running_of":"Ir"', '"self":[4,0,0],"running":9']),
    words("running totals as csv", "top places.out --running --format csv -e Ir,Time_(10ns)",
          out=["self:Ir,self:Time_(10ns),running:Ir,", "app,4,0,9,"]),
    words("running totals as md", "top places.out --running --format md", out=["| running:Ir |"]),
    words("running totals of a choice", "top shared.out --focus ^f$ --running",
          out=["~ 40", "~ 66.67"]),
    words("no running total of inclusive costs", "top places.out --running --sort incl", exit=2,
          code="no-running-total"),
    words("peaks in a sum of events are those of each stack",
          "top largest.igprof -e MEM_TOTAL+MEM_MAX --format csv", out=["\nmain,,/bin/a,16,216,"]),
    words("running totals in igprof's report", "top igprof.out --running --format igprof", exit=2,
          err=["--running and --format igprof cannot be combined", "[needs-option]"]),
    words("running totals of single calls", "top places.out --running --each", exit=2,
          code="needs-option"),
    words("groups by class say what each group is", "top classes.out --group-by class --width 80", out=re.compile(
        r"(.|\n)* net +\(namespace\) net.cc:prog\n(.|\n)* net::Socket +\(class\)(.|\n)* a.c +\(file\)(.|\n)*"
        r" prog +\(object\)(.|\n)*$")),
    words("groups by class say in JSON what each group is", "top classes.out --group-by class --format json",
          json="quern.top/1", out=['"name":"net::Socket","file":"net.cc","object":"prog","kind":"class",',
                                   '"name":"prog","file":null,"object":"prog","kind":"object",']),
    words("groups by class say in CSV what each group is", "top classes.out --group-by class --format csv",
          out=["name,file,object,kind,self:Ir,", "\na.c,a.c,prog,file,15,"]),
    words("a group by class is found by its name", "peek --group-by class net::Socket classes.out", out=["net::Socket"]),
    words("queries see the groups of --group-by class", "top classes.out --group-by class --where name~/Socket/ --format csv",
          out=["\nnet::Socket,net.cc,prog,class,20,"]),
    words("each event of top has percentages", "top sort.out -e Ir,Dr --width 120",
          out=[" self Dr ", " incl Dr ", " 98.36 "]),
    words("folders within folders", "top places.out --group-by dir --dir-depth 1 --format csv -e Ir",
          out=["\nsrc,,app,15,15,"]),
    words("the next command has the same folders", "top places.out --group-by dir --dir-depth 1",
          out=["next: quern peek --group-by dir 'src' --dir-depth 1 places.out\n"]),
    words("a folder of folders among its callers", "peek --group-by dir src --dir-depth 1 places.out",
          out=["src"]),
    words("all folders", "top places.out --group-by dir --format csv -e Ir",
          out=["\nsrc,src/main.c,app,10,", "\nsrc/util,src/util/list.c,app,5,"]),
    words("a depth that is no number", "top places.out --dir-depth two", exit=2, code="bad-value"),
    words("lines of all files", "top places.out --group-by line", out=re.compile(
        r"^All \d lines by self Ir · 15 Ir in total .*\n\nself  self %  line\n"
        r"   5   33.33  src/inline.h:7  several functions\n   5   33.33  src/util/list.c:40  push\n"
        r"   3   20.00  src/main.c:30  main\n(.|\n)*all 4 lines shown\n$")),
    words("lines as json", "top places.out --group-by line --format json -n 2", json="quern.lines/1",
          out=['{"file":"src/inline.h","line":7,"function":null,"self":[5,0,0]}',
               '"shown":2,"of":4,"not_shown":{"self":[5,150050,0]}']),
    words("lines as csv", "top places.out --group-by line --format csv -e Ir --running",
          out=["file,line,function,function_file,function_object,self:Ir,running:Ir\n",
               "\nsrc/main.c,30,main,src/main.c,app,3,13\n"]),
    words("lines of what was apportioned, sorted", "top shared_lines.out --focus ^f$ --group-by line --format csv",
          out=["certainty\n", "\na.c,10,f,a.c,,20,exact\n", "\na.c,30,h,a.c,,4,estimated\n"]),
    words("lines as md", "top places.out --group-by line --format md",
          out=["| src/util/list.c | 40 | push |"]),
    words("lines that fit", "top places.out --group-by line --where 'name", exit=2),
    words("lines of a file", "top places.out --group-by line --where file=src/main.c",
          out=["2 do not match the query"]),
    words("lines by inclusive cost", "top places.out --group-by line --sort incl", exit=2,
          code="no-lines", err=["source lines have no inclusive costs"]),
    words("lines asked for their calls", "top places.out --group-by line --where calls>1", exit=2,
          code="bad-query"),
    words("lines of a profile without", "top igprof.out --group-by line", exit=2, code="no-lines"),
    words("lines in igprof's report", "top igprof.out --group-by line --format igprof", exit=2,
          err=["--group-by line and --format igprof cannot be combined", "[needs-option]"]),
    words("loops", "top loops.out --group-by loop", out=re.compile(
        r"^All \d loops by self Ir · 840 Ir in total .*\n\n"
        r"self  self %  inclusive  incl %  self/iteration  iterations  entries  loop\n"
        r" 140   16.67        840  100.00             7.4          19        1  a.c:2-3  main\n"
        r" 100   11.90        100   11.90             1.2          80       20  a.c:3  main\n"
        r"all 2 loops shown\nnext: quern peek 'main' loops.out\n$")),
    words("loops as json", "top loops.out --group-by loop --format json --sort calls",
          json="quern.loops/1",
          out=['"first_line":3,"last_line":3,"address":20,"last_address":20,"depth":1,"self":[100],'
               '"inclusive":[100],"inclusive_max":null,"certainty":"exact","iterations":80,'
               '"entries":20}']),
    words("loops as csv", "top loops.out --group-by loop --format csv --where incl>10%",
          out=["name,file,object,first_line,last_line,address,last_address,depth,self:Ir,inclusive:Ir,"
               "inclusive_max:Ir,certainty,iterations,entries\n"
               "main,a.c,app,2,3,0x10,0x18,0,140,840,840,exact,19,1\n"]),
    words("loops as md", "top loops.out --group-by loop --format md -n 1", out=["| 0x10 | 0x18 |"]),
    words("loops beyond the limit", "top loops.out --group-by loop -n 1",
          out=["not shown: 1 loop, none with a self cost above 100 Ir (11.90 %)\n"]),
    words("loops of a profile without jumps", "top places.out --group-by loop", exit=2,
          code="no-jumps", err=["--dump-instr=yes --collect-jumps=yes"]),
    words("loops by iterations where no calls are", "top lonely_loop.out --group-by loop --sort calls",
          out=["1 loop · 14 Ir in total "]),
    words("loops of scaled costs", "top loops.out --group-by loop --what-if main=50%", exit=2,
          code="needs-option", err=["--group-by loop cannot be combined with --what-if"]),
    words("loops of a baseline", "top loops.out --group-by loop --baseline loops.out", exit=2,
          code="needs-option"),
    words("equal totals of too many events", "diff many_events.out many_events.out --normalize --format json",
          exit=2, err=["33 events are too many for --normalize", "[too-many-events]"]),
    words("equal totals as a page", "diff loops.out slower_loops.out --normalize --view annotate --format html",
          out=["OLD scaled: Ir"]),
    words("equal totals of one of many events", "diff many_events.out many_events.out --normalize -e E0",
          out=["OLD scaled"]),
    words("loops added up", "top loops.out --group-by loop --running", exit=2,
          code="no-running-total"),
    words("loops in igprof's report", "top igprof.out --group-by loop --format igprof", exit=2,
          err=["--group-by loop and --format igprof cannot be combined"]),
    words("loops of calls", "calls loops.out --group-by loop", exit=2, code="bad-value"),
    words("calls from line to line", "calls places.out --group-by line", exit=2, code="bad-value"),
    words("percentages of the function", "callees main places.out --percent parent", out=[
        "100 % is the function's inclusive cost", "62.50"]),
    words("percentages of the function as json", "peek main places.out --percent parent --format json",
          json="quern.peek/1", out=['"percent_of":"parent"', '"percent":[62.5,']),
    words("percentages of the function as csv", "callees main places.out --percent parent --format csv -e Ir",
          out=["percent:Ir,percent_certainty\n", ",62.5,exact\n"]),
    words("percentages of callees however far", "callees main places.out --all --percent parent", exit=2,
          code="needs-option", err=["--percent parent needs direct calls"]),
    words("percentages of the branch above", "tree shared.out --percent parent", out=re.compile(
        r"100 % is the cost of the parent row, for roots the total\n(.|\n)* 130 +100.00 .*main\n"
        r" +60 +46.15 .* f\n +40 +66.67 .* h\n +~ 20 +~ 50.00 .* i\n")),
    words("percentages of the branch above as json", "tree shared.out --percent parent --format json",
          json="quern.tree/1", out=['"percent_of":"parent"', '"percent":[100],"percent_certainty":"exact"',
                                    '"percent_certainty":"estimated"']),
    words("percentages of the branch above as csv", "tree shared.out --percent parent --format csv",
          out=["percent:Ir,percent_certainty\n", ",100,exact\n", ",estimated\n"]),
    words("percentages of the branch above as md", "tree shared.out --percent parent --format md",
          out=["| percent:Ir |", "| \\~ 50.00 |"]),
    words("percentages of the total", "tree shared.out --percent total", out=["30.77"]),
    words("times in one unit", "top places.out -e Time_(10ns),Memory_(bytes) --unit us",
          out=["1,501.500 us Time in total", "1,500.000 us", "2.0 kB"]),
    words("sizes in one unit", "top places.out -e Memory_(bytes) --unit KiB", out=["2.000 KiB"]),
    words("a unit in md", "top places.out -e Time_(10ns),Ir --unit ms --format md",
          out=["| 1.500 ms | 3 |", "| 0.001 ms | 5 |", "| 0.000 ms | 4 |"]),
    words("a unit in csv", "top places.out -e Time_(10ns) --unit ms --format csv", out=[",150000,150100,"]),
    words("a unit in json", "top places.out --unit ms --format json", json="quern.top/1",
          out=['"self":[3,150000,0]']),
    words("a unit of a comparison", "diff places.out slower_places.out -e Time_(10ns) --unit us",
          out=["1,501.500 us → 1,502.000 us", "+0.500 us"]),
    # With one run a side nothing is marked as noise.
    words("times of one run a side are noisy", "diff places.out slower_places.out -e Time_(10ns)",
          err=NOISY_TIMES),
    words("noisy times as json", "diff places.out slower_places.out -e Ir,Time_(10ns) --format json",
          err=NOISY_TIMES, json="quern.diff/1"),
    words("noisy times in md", "diff places.out slower_places.out -e Time_(10ns) --view calls --format md",
          err=NOISY_TIMES),
    words("a gate on noisy times", "gate --max Time_(10ns)=+99% places.out slower_places.out",
          err=NOISY_TIMES),
    words("times of several runs are marked instead",
          "diff --base places.out slower_places.out slowest_places.out -e Time_(10ns)", err=""),
    words("instructions are not noisy", "diff places.out slower_places.out -e Ir", err=""),
    words("limits of times need no second run", "gate --max Time_(10ns)=99e9 places.out", err=""),
    words("a unit of source lines", "annotate main places.out -e Time_(10ns) --unit us --format md",
          out=["| src/main.c | 30 | 1,500.000 us |", "| 31 |  | 1 | 1.000 us |"]),
    words("a unit of leaks", "leaks held.out --unit KiB", out=["0.055 KiB", "0.047 KiB"]),
    words("a unit that fits nothing", "top places.out -e Ir --unit ms", exit=2, code="unfit-unit",
          err=["no event shown is measured in ms"]),
    words("a unit that a file wishes for", "top sort.out --config project/unit.toml", out=["1,200"]),
    words("no such unit", "top places.out --unit h", exit=2, code="bad-value"),
    words("changes above a minimum", "diff shared.out costlier.out --min-change 3", out=re.compile(
        r"\+3 .* h\n(.|\n)*not shown: 2 functions, \+2 Ir self; 2 changed by less than 3; ")),
    words("changes above a share", "diff shared.out costlier.out --min-change 2%", out=[
        "not shown: 2 functions, +2 Ir self; 2 changed by less than 2%"]),
    words("changes above a minimum as json", "diff shared.out costlier.out --min-change 3 --format json",
          json="quern.diff/1", out=['"shown":1,"of":3', '"min_change":{"least":"3","below":2}',
                                    '"not_shown":{"self":[2]}']),
    words("changes above a minimum as csv", "diff shared.out costlier.out --min-change 3 --format csv",
          out=re.compile(r"^name,.*\nh,.*\n$")),
    words("changed calls above a minimum", "diff shared.out costlier.out --view calls --min-change 4",
          out=["1 changed by less than 4"]),
    words("small changes differ still", "diff shared.out costlier.out --min-change 1e6 --exit-code", exit=1,
          out=["not shown: 3 functions, +5 Ir self; 3 changed by less than 1e6"]),
    words("no minimum of a tree's changes", "diff shared.out costlier.out --view tree --min-change 1", exit=2,
          code="needs-option", err=["--min-change needs --view top, calls or matches"]),
    words("no sources of tables", "diff shared.out costlier.out --source-path .", exit=2,
          code="needs-option", err=["--source-path needs --view annotate"]),
    words("no pixels of tables", "diff shared.out costlier.out --pixels 800", exit=2,
          code="needs-option", err=["--pixels needs --view flame"]),
    words("the next command reads the same run", "flame --siblings pair/threads.out.9-01",
          out=["\nnext: quern flame --format html -o flame.html --siblings pair/threads.out.9-01\n"]),
    words("no share of calls", "diff shared.out costlier.out --sort calls --min-change 1%", exit=2,
          code="needs-option"),
    words("no minimum of ratios", "diff shared.out costlier.out --sort Ir/calls --min-change 1", exit=2,
          code="needs-option"),
    words("a minimum that is none", "diff shared.out costlier.out --min-change many", exit=2,
          code="bad-value"),
]

CHOICES = [
    words("focus on a function of cachegrind", "top cachegrind.out.1 --focus ^main$",
          out=["26 Ir in total", "some stacks only", "all 1 function shown"],
          err="quern: note: --focus kept 2.12 % of Ir: 26 of 1,226\n"),
    words("ignore by file", "top cachegrind.out.1 --ignore sort.c -e I1mr",
          out=["0 I1mr in total"], err="quern: note: --ignore kept 0.00 % of I1mr: 0 of 3\n"),
    words("show from a frame", "tree igprof.out --show-from 7f20 --format csv",
          out=re.compile(r"^depth,.*\n0,@\?0x7f20,.*\n$")),
    words("show no frame", "tree igprof.out --show nothing --format csv",
          out=re.compile(r"^depth,.*\n0,\(not shown\),.*\n$"), err=""),
    words("focus on a call graph", "top shared.out --focus ^f$",
          out=re.compile(r"^All . functions by self Ir · 60 Ir in total .*\nsome stacks only · "
                         r"~ 40 Ir split in proportion\n(.|\n)*\n +20 +33.33 .* f\n"
                         r"~ 20 +~ 33.33 .* h\n(.|\n)*\n~ is an estimate"),
          err="quern: note: --focus kept 46.15 % of Ir: 60 of 130\n"
              "quern: note: 66.67 % of what is kept was split in proportion (~): a call graph does "
              "not record stacks\n"),
    words("focus on all of a function", "top shared.out --focus ^h$", out=["60 Ir in total"],
          err=re.compile(r"^quern: note: --focus kept 46.15 % of Ir: 60 of 130\n$")),
    words("ignore on a call graph", "calls shared.out --ignore ^f$",
          out=re.compile(r"~ 10 +~ 14.29 +~ 4 +h → i")),
    words("show from on a call graph", "tree shared.out --show-from ^f$", out=["from the call graph"]),
    words("choices as json", "top shared.out --focus ^f$ --format json",
          json="quern.top/1", out=[
              '"totals":[60],"totals_certainty":"exact","apportioned":[40]',
              '"name":"h","file":null,"object":null,"self":[20],"self_certainty":"estimated"']),
    words("choices as csv", "calls shared.out --focus ^f$ --format csv",
          out=["inclusive:Ir,certainty\n", "\nh,,,i,,,8,20,estimated\n", "\nf,,,h,,,4,40,exact\n"]),
    words("frames of what was apportioned as json", "flame shared.out --focus ^f$ --format json",
          json="quern.flame/1", out=[
              '"totals":[60],"totals_certainty":"exact","apportioned":[40]',
              '"self":[20],"self_certainty":"estimated","inclusive":[40]',
              '"self":[20],"self_certainty":"exact","inclusive":[60]']),
    words("frames of what was apportioned as csv", "flame shared.out --focus ^f$ --format csv",
          out=[",20,40,estimated,40,40,", ",20,60,exact,60,60,"]),
    words("parts of a map, however their functions are split",
          "map --tiles parts --hide ^h$ shared.out --format json",
          out=['"depth":0,"cost":[130],"cost_max":null,"certainty":"exact"',
               '"name":"g","file":null,"object":null,"parent":0,"depth":1,"cost":[50],'
               '"cost_max":null,"certainty":"estimated"']),
    words("graph", "graph shared.out", out=["Call graph · 130 Ir in total", "┃main", "▼",
                                            "next: quern graph --format html -o graph.html"]),
    words("graph around a function", "graph h shared.out",
          out=["Call graph around h · 60 Ir inclusive, 46.15 % of the total"]),
    words("graph of no function", "graph nosuch shared.out", exit=2, code="no-such-function"),
    words("graph of several functions", "graph /^[hi]$/ shared.out", exit=2,
          code="ambiguous-name", out=["2 functions match"]),
    words("graphs of several functions", "graph /^[hi]$/ shared.out --all-matches",
          out=["Call graph around h", "Call graph around i"]),
    words("graph as json", "graph shared.out --format json", json="quern.graph/1",
          out=['"calls":4,"recursive":false', '"not_shown":{"functions":0']),
    words("graph as csv", "graph shared.out --format csv",
          out=["kind,caller,caller_file,caller_object,name,", "\ncall,h,,,i,,,,30,30,exact,12,,yes"]),
    words("graph for Graphviz", "graph shared.out --format dot", out=["digraph calls {", " -> "]),
    words("graph for Mermaid", "graph shared.out --format mermaid", out=["flowchart TD\n", " -->|"]),
    words("graph to the right", "graph shared.out --format dot --direction right",
          out=["rankdir=LR"]),
    words("places to the right as json", "graph shared.out --format json --direction right",
          out=['"width":749.5,"height":136']),
    words("graph in circles", "graph h shared.out --format dot --direction circle",
          out=["layout=twopi; overlap=false; root=n0"]),
    words("graph in circles has no frames", "graph shared.out --direction circle --cluster-by file",
          exit=2, code="needs-option", err=["--direction circle draws no frames"]),
    words("graph of both sides in circles", "diff --view graph shared.out shared.out "
          "--format json --direction circle", json="quern.diff/1"),
    words("compact boxes", "graph shared.out --format json --boxes compact", out=['"lines":[]']),
    words("tall boxes", "graph sort.out --format mermaid --boxes tall", out=["<br/>sort.c"]),
    words("boxes of no size", "graph shared.out --boxes huge", exit=2),
    words("boxes of another view", "diff --view top shared.out shared.out --boxes tall", exit=2,
          code="needs-option", err=["--boxes needs --view graph"]),
    words("graph with estimates", "graph shared.out --focus ^f$", out=["~ marks an estimate"]),
    words("graph of rows that match", "graph shared.out --where name=h",
          out=["not shown: 4 functions with 100 Ir self cost (76.92 %), and 5 calls"]),
    words("graph of expensive functions", "graph shared.out --min 40", out=["not shown: "]),
    words("graph of nothing", "graph shared.out --min 40 --where name=i",
          out=["nothing is drawn: nothing matches the query and reaches the least share"]),
    words("graph in frames of groups", "graph shared.out --cluster-by groups", exit=2,
          code="needs-option", err=["--cluster-by groups needs --groups"]),
    words("graph of two events", "graph sort.out -e Ir,Dr", exit=2, code="one-event"),
    words("graph of both sides", "diff --view graph shared.out shared.out",
          out=["Call graph of changes · 130 → 130 Ir: 0"]),
    words("graph of both sides as json", "diff --view graph --format json shared.out shared.out",
          json="quern.diff/1", out=['"view":"graph"', '"status":"both"']),
    words("graph of both sides for Graphviz", "diff --view graph -f dot shared.out shared.out",
          out=["digraph calls {"]),
    words("graph of both sides around a function", "diff --view graph --of h shared.out shared.out",
          out=["Call graph of changes around h"]),
    words("a form of graphs alone", "diff --view flame -f dot shared.out shared.out", exit=2,
          err=["dot needs --view graph", "[needs-option]"]),
    words("an option of graphs alone", "diff --view tree --up 2 shared.out shared.out", exit=2,
          code="needs-option", err=["--up needs --view graph"]),
    words("peek at what was apportioned", "peek h shared.out --focus ^f$", out=["~ 20", "~ 8"]),
    words("ratios of estimates have no value", "top shared.out --focus ^f$ -e Ir,Ir/calls",
          out=re.compile(r"~ 20 .* - .*h")),
    words("convert needs exact costs", "convert shared.out --to json --focus ^f$", exit=2, out="",
          code="needs-exact", err=["quern convert shows only exact costs"]),
    words("callees however far need exact costs", "callees main shared.out --all --focus ^f$", exit=2,
          out="", code="needs-exact"),
    words("lines of what was apportioned", "annotate shared_lines.out --focus ^f$", out=[
        "~ 40 Ir split in proportion", "a.c  ~ 60 Ir (~ 100.00 %)", "\n~ is an estimate"]),
    words("lines of what was apportioned as json", "annotate shared_lines.out --focus ^f$ --format json",
          json="quern.annotation/1", out=[
              '"totals_certainty":"exact","apportioned":[40]',
              '"self":[4],"self_certainty":"estimated"', '"self":[20],"self_certainty":"exact"',
              '"count":8,"count_certainty":"estimated","inclusive":[20],"certainty":"estimated"']),
    words("lines of what was apportioned as csv", "annotate shared_lines.out --focus ^f$ --format csv",
          out=["inclusive:Ir,with_calls:Ir,with_calls_max:Ir,certainty,text\n",
               "\na.c,10,20,,,20,20,exact,", "\na.c,30,4,,,4,4,estimated,"]),
    # 1,120 of OLD become 1,220: compare 1,100 → 1,199, main 20 → 21.
    words("totals made equal", "diff older.out sort.out --normalize", out=re.compile(
        r"functions by self change · 1,220 → 1,220 Ir: \+?0 (.|\n)*OLD scaled: Ir × 1\.08929\n(.|\n)*"
        r"\+?1 (.|\n)*1,199 +1,200 (.|\n)*--normalize older\.out sort\.out\n$")),
    words("totals made equal, of calls", "diff older.out sort.out --normalize --view calls --format csv",
          out=re.compile(r",both,1199,300,1200,300,1,0,exact,2,3,"), err=["OLD scaled: Ir × 1.08929, Dr × 1"]),
    words("totals made equal, around a function",
          "diff older.out sort.out --normalize --view peek --of compare", out=["1,199", "OLD scaled: Ir × 1.08929"]),
    words("totals made equal, of lines", "diff older.out sort.out --normalize --view annotate",
          out=["1,199", "OLD scaled: Ir × 1.08929"]),
    words("totals made equal, of a tree", "diff older.out sort.out --normalize --view tree",
          out=["1,199", "OLD scaled: Ir × 1.08929"]),
    words("totals made equal, of a flame graph", "diff older.out sort.out --normalize --view flame --format svg",
          out=["1,199", "OLD scaled: Ir × 1.08929"]),
    words("totals made equal, as folded stacks", "diff older.out sort.out --normalize --view flame --format folded",
          out="main 21 20\nmain;compare 1199 1200\n", err=["OLD scaled: Ir × 1.08929"]),
    words("totals made equal, as json", "diff older.out sort.out --normalize --format json", json="quern.diff/1",
          out=['"scaled":[{"event":"Ir","old":[1120],"new":1220,"factors":[1.08928', '"delta":[0,0]',
               '{"event":"Dr","old":[305],"new":305,"factors":[1]}']),
    words("totals made equal, of several runs",
          "diff --base older.out --base sort.out same/sort.out --normalize",
          out=["OLD scaled: Ir × 1 to 1.08929", "1,220 → 1,220 Ir"]),
    words("totals made equal, of threads of one file",
          "diff --base-thread 1 --thread 2 threads.out --normalize", out=["OLD scaled: Ir × 0.23", "no change"]),
    words("totals made equal, where there is none", "diff nothing.out something.out --normalize -e Ir,Dr",
          out=["OLD scaled: Ir × 0.5; Dr of OLD not scaled"]),
    words("totals made equal without any", "diff nothing.out something.out --normalize -e Dr",
          out=["Dr of OLD not scaled"]),
    words("no totals are made equal by a gate", "gate --max Ir=+1% older.out sort.out --normalize", exit=2,
          code="unknown-option"),
    words("changes of what was apportioned", "diff shared.out costlier.out --focus ^f$", out=re.compile(
        r"60 → 65 Ir: \+5 (.|\n)*\n +~ \+2 .* h\n(.|\n)*\n~ is an estimate")),
    words("changes of estimates as json", "diff shared.out costlier.out --focus ^f$ --format json",
          json="quern.diff/1", out=['"self_certainty":"estimated"', '"calls_certainty":"estimated"',
                                    '"delta":[5],"certainty":"exact"}']),
    words("changes of estimated calls", "diff shared.out costlier.out --view calls --focus ^f$",
          out=["\n~ is an estimate"]),
    words("changes of lines that are estimates", "diff shared_lines.out costlier_lines.out --view annotate --focus ^f$",
          out=["~ +", "\n~ is an estimate"]),
    words("changes of lines that are estimates as csv",
          "diff shared_lines.out costlier_lines.out --view annotate --focus ^f$ --format csv",
          out=["noise,certainty,text\n", ",estimated,"]),
    words("a tree of changes of estimates", "diff shared.out costlier.out --view tree --focus ^f$",
          out=["~ +", "\n~ is an estimate"]),
    words("a gate on what is exact", "gate --max Ir=+10% shared.out costlier.out --focus ^f$",
          out="Gate of 1 rule · 60 → 65 Ir: +5 (+8.33 %) · shared.out → costlier.out\n"
              "some stacks only · ~ 43 Ir split in proportion\n\n"
              "passed  Ir=+10%\n          total: 60 → 65 (+5, +8.33 %)\n\npassed: 1 rule\n"),
    Case("a gate on estimates says so", ["gate", "--max", "fn = h: Ir=+100%", "shared.out", "costlier.out", "--focus", "^f$"],
          out=re.compile(r"\npassed  fn = h: Ir=\+100% \(1 checked; on estimates\)\n"
                         r" +h: ~ 20 → ~ 22 \(~ \+2, \+10.00 %\)\n\n"
                         r"passed: 1 rule; 1 rule checked on estimates \(~\)")),
    Case("a gate that fails by an estimate", ["gate", "--max", "fn = h: Ir=+0", "shared.out", "costlier.out", "--focus", "^f$"],
          exit=1, out=["FAILED  fn = h: Ir=+0 (1 of 1; on estimates)",
                       "failed: 1 of 1 rule; 1 rule checked on estimates (~)"]),
    Case("a gate that fails by what is exact", ["gate", "--max", "fn ~ /^[fh]$/: Ir=+0", "shared.out", "costlier.out", "--focus", "^f$"],
          exit=1, out=["(2 of 2)", "failed: 1 of 1 rule\n"]),
    Case("a gate on estimates as json", ["gate", "--max", "fn = h: Ir=+100%", "shared.out", "costlier.out", "--focus", "^f$", "--format", "json"],
          json="quern.gate/1", out=['"certainty":"estimated"', '"estimated":1,"verdict_certainty":"estimated"']),
    Case("a gate on estimates as junit", ["gate", "--max", "fn = h: Ir=+100%", "shared.out", "costlier.out", "--focus", "^f$", "--format", "junit"],
          out=["<system-out>checked on estimates</system-out>"]),
    Case("a gate on estimates as annotations", ["gate", "--max", "fn = h: Ir=+100%", "shared.out", "costlier.out", "--focus", "^f$", "--format", "github"],
          out=["::warning title=fn = h%3A Ir=+100%25::passed on estimates"]),
    words("diff of what is exact", "diff shared.out shared.out --show-from ^main$", exit=0),
    words("flame around a function", "flame --of f shared.out",
          out=["Flame graph of f and its callees · 60 Ir inclusive, 46.15 % of the total"]),
    words("a flame graph around several functions counts a stack once",
          "flame --rename s/^[ab]$/both/ --of both --format folded pivots.folded",
          out="both;y 20\nboth;x 10\nboth;both;y 3\n"),
    words("callers of several functions",
          "flame --rename s/^[ab]$/both/ --of both --bottom-up --format folded pivots.folded",
          out="both;main 33\n"),
    words("flame of callers, folded", "flame --of h --bottom-up --format folded shared.out",
          out="h;f;main 40\nh;g;main 20\n"),
    words("flame around a function as json", "flame --of h shared.out --format json",
          json="quern.flame/1", out=['"around":true']),
    words("flame around a function as a picture", "flame --of h shared.out --format svg",
          out=["h and its callees"]),
    words("changes around a function", "diff --view flame --of f shared.out costlier.out",
          out=["Changes in the flame graph of f and its callees · 60 → "]),
    words("changes of callers as json", "diff --view flame --of h --bottom-up --format json "
          "shared.out costlier.out", json="quern.diff/1", out=['"around":true']),
    words("changes around a function as a picture", "diff --view flame --of h --format svg shared.out "
          "costlier.out", out=["Flame graph of changes of h and its callees"]),
    words("changes around nobody", "diff --view flame --of nobody shared.out costlier.out", exit=2,
          code="no-such-function"),
    words("no tree of one function", "diff --view tree --of f shared.out costlier.out", exit=2,
          code="needs-option", err=["--of needs --view peek, annotate, flame or graph"]),
    words("flame around nobody", "flame --of nobody shared.out", exit=2, code="no-such-function"),
    words("changed lines as a page",
          "diff shared_lines.out costlier_lines.out --view annotate --format html",
          out=["<!DOCTYPE html>", "<h1>Changes in source lines</h1>", "130 → 135 Ir: +5",
               '<td class="n m">+3</td>', "→ h  +3 Ir (+7.50 %)", "Where the changes are"]),
    words("changed jumps", "diff jumps.out more_jumps.out --view annotate",
          out=["╰┴─    4\n", "jump to 1, 7 times <gone>\n", "jump to 3, 3 of 10 → 5 of 12 times\n"]),
    words("changed jumps as json", "diff jumps.out more_jumps.out --view annotate --format json",
          json="quern.diff/1",
          out=['"kind":"jcnd","file":null,"old_line":3,"new_line":3,"function":"main","status":"both",'
               '"old":{"executed":10,"followed":3},"new":{"executed":12,"followed":5},"noise":false}',
               '"status":"removed","old":{"executed":7,"followed":7},"new":null,"noise":false}']),
    words("changed jumps as csv", "diff jumps.out more_jumps.out --view annotate --format csv",
          out=[",old jumps,old jumps followed,new jumps,new jumps followed,noise,text\n",
               ",17,10,12,5,,\n"]),
    words("changed jumps as a page", "diff jumps.out more_jumps.out --view annotate --format html",
          out=["jump to 3, 3 of 10 → 5 of 12 times", "jump to 1, 7 times &lt;gone&gt;", '<td class="j"']),
    words("changed jumps differ", "diff jumps.out more_jumps.out --view annotate --exit-code", exit=1,
          out=["jump to 3"]),
    words("equal jumps do not differ", "diff jumps.out jumps.out --view annotate --exit-code",
          out=["no change"]),
    words("jumps as csv", "annotate jumps.out --format csv",
          out=["with_calls_max:Ir,jumps,jumps followed,certainty,text\n",
               "\na.c,4,20,,,20,20,17,10,exact,\n"]),
    words("an incomplete profile is not sound", "check cut.out", exit=1,
          out=["incomplete: cut.out:5: the part has no `totals:`", "Ir: 25 declared, 10 read",
               "cut.out:5:1: warning: the part has no `totals:`", "[end-missing]", "not sound"]),
    words("an incomplete profile as json", "convert cut.out --to json", json="quern.profile/1",
          out=['"warnings":[]', "Incomplete: the part has no `totals:`"], err=["[end-missing]"]),
    words("an incomplete profile says so on top", "top cut.out", err="",
          out=re.compile(r"^incomplete: cut.out:5: .*\[end-missing\]\nAll \d+ functions")),
    words("an incomplete profile says so in Markdown", "top cut.out --format md", err="",
          out=re.compile(r"^> \*\*Incomplete:\*\* cut.out:5: ")),
    words("an incomplete profile has a key in JSON", "top cut.out --format json", json="quern.top/1",
          out=['"incomplete":[\n{"file":"cut.out","code":"end-missing","line":5,"column":1,',
               '"missing":[{"event":"Ir","declared":25,"read":10}]}]'], err=""),
    words("an incomplete profile leaves CSV as it is", "top cut.out --format csv",
          out=re.compile(r"^name,file,"), err=["[end-missing]"]),
    words("an incomplete profile says so above all callees", "callees main cut.out --all", err="",
          out=re.compile(r"^incomplete: cut.out:5: .*\n(.*\n)*No callees of main")),
    words("an incomplete profile in a flame graph", "flame cut.out --format svg",
          out=["incomplete: cut.out:5: "]),
    words("an incomplete profile passes no gate", "gate cut.out cut.out --max Ir=+0", exit=3,
          code="incomplete-profile", err=["--allow-incomplete"]),
    words("an incomplete profile where it is allowed",
          "gate cut.out cut.out --max Ir=+0 --allow-incomplete", out=["incomplete: ", "passed"]),
    words("an incomplete profile is no baseline", "gate --save-baseline cut cut.out", exit=3,
          code="incomplete-profile"),
    words("an incomplete profile is compared", "diff cut.out cut.out", out=["incomplete: "]),
    words("an incomplete profile has no verdict", "diff cut.out cut.out --exit-code", exit=3,
          code="incomplete-profile"),
    words("an incomplete profile in a trend", "trend cut.out cut.out", out=["(incomplete)"]),
    words("a copy of an incomplete profile stays so", "check made_from_cut.out", exit=1,
          out=["[made-from-incomplete]", "not sound"]),
    words("nothing shows the end of folded stacks", "check stacks.folded", out=["[end-unknown]", "sound:"]),
    words("several rows on one line", "top joined.out", exit=3, code="line-breaks-lost",
          err=["joined.out:2:8: error: another row begins inside this row"]),
    words("changed functions are no page", "diff shared.out costlier.out --format html", exit=2,
          err=["html needs --view flame, graph or annotate", "[needs-option]"]),
    words("changed lines with estimates as a page",
          "diff shared_lines.out costlier_lines.out --view annotate --format html --focus ^f$",
          out=["<p>~ is an estimate"]),
    words("a file's order is for answers that have it",
          "annotate shared_lines.out --config project/lists.toml", out=["a.c"]),
    words("an order that lines lack, typed", "annotate shared_lines.out --sort incl", exit=2,
          code="bad-value"),
    words("a file's order and query are not for changed lines",
          "diff shared_lines.out costlier_lines.out --view annotate --config project/lists.toml",
          out=["a.c"]),
    words("a file's query is not for one function",
          "diff shared.out costlier.out --view peek --of h --config project/lists.toml", out=["callers"]),
    words("a file's query is for direct calls", "callees main shared.out --all --config project/lists.toml",
          out=["h"]),
    words("a readable name finds a mangled one", "peek parse(int) parse.out --format json",
          json="quern.peek/1", out=['"name":"_Z5parsei"']),
    words("a mangled name finds itself", "peek _Z5parsei parse.out --format csv", out=["_Z5parsei"]),
    words("lines of a readable name", "annotate parse(int) parse.out --format json",
          json="quern.annotation/1", out=['"name":"_Z5parsei"']),
    words("what to try has the filters", "top shared.out --focus ^f$ --hide ^h$ --demangle never -n 1",
          out=re.compile(r"\nnext: quern peek \S+ --focus '\^f\$' --hide '\^h\$' --demangle never shared.out\n$")),
    words("what to try reads alike", "callees main sort.out --base-rule self --part=1", out=[
        "next: quern peek 'compare' --part 1 --base-rule self sort.out\n"]),
    words("what to try after changes has the filters", "diff shared.out costlier.out --focus ^f$",
          out=re.compile(r"\nnext: quern diff --view peek --of \S+ --focus '\^f\$' shared.out costlier.out\n$")),
    words("a picture to try has the filters", "flame shared.out --focus=^f$", out=[
        "next: quern flame --format html -o flame.html --focus '^f$' shared.out\n"]),
    words("a picture to try is around the same function", "flame --of h --bottom-up shared.out", out=[
        "next: quern flame --format html --bottom-up --of 'h' -o flame.html shared.out\n"]),
    words("a picture to try has the same groups", "flame --group-by file shared.out", out=[
        "next: quern flame --format html --group-by file -o flame.html shared.out\n"]),
    words("a picture to try is of the same event and rows",
          "flame -e Dr --define X=Ir --where calls>0 --depth 5 --part 1 sort.out --width 120", out=[
              "next: quern flame --format html --where 'calls>0' -o flame.html --event Dr --define X=Ir "
              "--part 1 sort.out\n"]),
    words("a picture of nothing says so", "flame --where calls>9 sort.out", out=[
        "\nnothing is drawn: no branch matches the query\n1 branch does not match the query: 1,220 Ir in all\n"]),
    words("a picture tells what is small from what the query left out",
          "flame --where name!=g --min 50 shared.out", out=[
              "\n1 branch is too small or too deep for a frame, 1 does not match the query: 120 Ir in all\n"]),
    words("a picture of no changes says so", "diff --view flame --where calls>9 older.out sort.out",
          out=re.compile(r"^[^\n]*\n[^\n]*\n\nnothing is drawn: no branch matches the query\n1 branch does not match the query\n$")),
    words("what to try shows the same events", "top -e Dr,Ir sort.out", out=["'compare' --event Dr,Ir sort.out\n"]),
    words("filters that a file sets need no words", "top sort.out --config project/sets.toml --filter small",
          out=["--filter small --config project/sets.toml sort.out\n"]),
    words("what to try after a gate has the groups",
          "gate --groups groups.rules --max Ir=1 sort.out names.out", exit=1,
          out=["diff --groups groups.rules"]),
    words("the server's options are not for a page in a file",
          "view shared.out --html page.html --port 8080", exit=2),
    words("hide on a call graph", "calls shared.out --hide ^h$ --format csv",
          out=["\nf,,,i,,,5,20,estimated\n", "\ng,,,i,,,7,10,estimated\n", "\nmain,,,f,,,2,60,exact\n"],
          err=re.compile("^quern: note: 69.23 % of what is shown was split in proportion")),
    words("show on a call graph", "top shared.out --show ^i$ --show ^main$ --format csv",
          out=["\nmain,,,100,", "\ni,,,30,"], err=""),
    words("limits need stacks", "top shared.out --frame-min-count 5", exit=2, code="needs-stacks",
          err=["limits such as --frame-min-count need exact stacks"]),
    words("focus with a bad expression", "top igprof.out --focus (", exit=2, code="bad-regexp"),
]

FLAMES = [
    words("flame", "flame sort.out --width 60",
          out=["Flame graph · 1,220 Ir in total", "|main 100.00%", "|compare 98.36%"]),
    words("flame as SVG", "flame sort.out --format svg",
          out=["<svg xmlns=", 'role="treeitem"', "<title>compare\n1,200 Ir · 98.36 %"]),
    words("flame as a page", "flame sort.out --format html",
          out=["Content-Security-Policy", "default-src 'none'", "<table>"]),
    words("flame folded", "flame sort.out --format folded", out="main 20\nmain;compare 1200\n",
          err="quern: note: the profile has a call graph, not stacks: below functions with several "
              "callers, these rows are estimated\n"),
    words("flame folded from stacks", "flame igprof.out --format folded", err=""),
    words("flame as JSON", "flame sort.out --format json", json="quern.flame/1"),
    words("flame bottom-up", "flame sort.out --bottom-up --format csv -n 1",
          out=re.compile(r"^depth,.*\n0,compare,sort.c,,0,1200,.*\n$")),
    words("flame of two events", "flame sort.out -e Ir,Dr", exit=2, code="one-event",
          err=["a flame graph shows one event, but several are named"]),
    words("flame of one event", "flame sort.out -e Dr", out=["305 Dr in total"]),
    words("flame where", "flame sort.out --where self<100", out=[
        "\n1 branch does not match the query: 1,200 Ir in all\n"]),
    words("Markdown tells what is not shown", "top sort.out -n 1 --format md",
          out=re.compile(r" \|\n\nnot shown: 1 function, 20 Ir \(1\.64 %\)\n$")),
    words("Markdown tells that all is shown", "top sort.out -n 0 --format md",
          out=re.compile(r" \|\n\nall 2 functions shown\n$")),
    words("Markdown of a tree tells what is not shown", "tree sort.out -n 1 --format md",
          out=["not shown: 1 branch, 1,200 Ir inclusive\n"]),
    words("Markdown of callees tells what is not shown", "callees main shared.out -n 1 --format md",
          out=re.compile(r"\nnot shown: 1 callee of .* Ir\n$")),
    words("all callees as Markdown", "callees main shared.out --all -n 1 --format md",
          out=re.compile(r"\n\nnot shown: \d more\n$")),
    words("CSV has rows alone", "top sort.out -n 1 --format csv", out=re.compile(r"\ncompare[^\n]*\n$")),
    words("pixels of no picture", "flame sort.out --pixels 800", exit=2, code="needs-option",
          err=["--pixels needs --format svg or html"]),
    words("roots of no picture", "flame sort.out --roots top --format json", exit=2,
          code="needs-option", err=["--roots needs --format svg or html", "or leave out --roots"]),
    words("colors of no picture", "flame sort.out --color-by file --format folded", exit=2,
          code="needs-option"),
    words("roots of no picture of changes", "diff --view flame --roots top sort.out older.out",
          exit=2, code="needs-option"),
    words("pixels of pictures", "flame sort.out --pixels 800 --roots top --format svg", out=["<svg"]),
    words("flame by unknown colors", "flame sort.out --color-by hue", exit=2, code="bad-value"),
    words("flame not without --force", "flame sort.out --format svg -o sort.out", exit=4,
          code="output-exists"),
]

USAGE = [
    words("unknown command suggests", "tpo sort.out", exit=2, out="", code="unknown-command", err=(
        "quern: error: 'tpo' is neither a command nor a file in this folder [unknown-command]\n"
        "hint: did you mean 'quern top'?\n")),
    words("unknown command lists", "frobnicate", exit=2, out="", code="unknown-command",
          err=["hint: 'quern help' lists the commands"]),
    words("unknown option suggests", "top sort.out --limt 5", exit=2, out="", code="unknown-option",
          err=["'quern top' takes no option '--limt'", "hint: did you mean '--limit'?"]),
    words("unknown option of the summary", "sort.out --evnet Ir", exit=2, code="unknown-option",
          err=["did you mean '--event'?"]),
    words("option of another command", "top sort.out --strict", exit=2, code="unknown-option",
          err=["hint: --strict is an option of 'quern check'"]),
    words("unknown short option", "top sort.out -Z", exit=2, code="unknown-option"),
    words("bad format", "top sort.out --format=jsno", exit=2,
          err=["--format is text, json, csv, tsv, md, igprof, not 'jsno'", "did you mean 'json'?"]),
    words("bad number", "top sort.out --limit many", exit=2, code="bad-value",
          err=["--limit expects a whole number, not 'many'"]),
    words("a row beyond --max-row", "top two_megabytes.out --max-row 1M", exit=3,
          code="line-too-long", err=["does not end within 1,048,576 bytes",
                                     "hint: if this is a profile, allow longer rows with --max-row 1G"]),
    words("a bad --max-row", "top sort.out --max-row 64", exit=2, code="bad-value"),
    words("bad buffer size", "top sort.out --buffer-size 4G", exit=2, code="bad-value"),
    words("bad group", "top sort.out --group-by flie", exit=2, code="bad-value",
          err=["did you mean 'file'?"]),
    words("bad target", "convert sort.out --to perf", exit=2, code="bad-value"),
    words("bad shell", "completion tcsh", exit=2, code="bad-value",
          err=["shells are bash, fish, zsh"]),
    words("missing value", "top sort.out --limit", exit=2, code="missing-value"),
    words("switch with a value", "check sort.out --strict=7", exit=2, code="unexpected-value"),
    words("missing file", "merge -o all.callgrind", exit=2, out="", code="missing-argument",
          err=["lacks files to merge"]),
    words("a comparison needs its files", "diff", exit=2, out="", code="missing-argument"),
    words("a gate never takes the newest profile", "gate --max Ir=+1%", exit=2, out="",
          code="missing-argument"),
    words("a conversion names its files", "convert --to json", exit=2, out="",
          code="missing-argument"),
    words("missing name", "peek", exit=2, code="missing-argument"),
    words("missing target", "convert sort.out", exit=2, code="missing-argument"),
    words("a name that says no format", "convert sort.out -o sort.txt", exit=2,
          code="unknown-suffix", err=[".callgrind", ".speedscope.json"]),
    words("one word too many", "help top info", exit=2, code="unexpected-argument"),
    words("unknown topic suggests", "help calgrind", exit=2, code="unknown-topic",
          err=["did you mean 'quern help callgrind'?"]),
    words("unknown event suggests", "top sort.out --event lr", exit=2, out="", code="unknown-event",
          err=["Ir"]),
    words("unknown sort event", "top sort.out --sort incl:Xy", exit=2, code="unknown-event"),
    words("unknown function", "peek no_such_thing names.out", exit=2, code="no-such-function"),
    words("peek lists the functions that a word matches, with their costs", "peek parse_ names.out",
          exit=2, code="ambiguous-name", err=["--all-matches shows each"], out=[
              "2 functions match 'parse_' · 35 Ir in total", "  20  57.14  parse_word  a.c\n       10  28.57  parse_line"]),
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
    *[words("units differ: " + line, line, exit=2, code="mixed-units", out="",
            err=["the files count 'Time' in different units: "])
      for line in ("top units/us units/ns", "top units/ns units/us", "diff units/us units/ns",
                   "gate --max Time=+1% units/ns units/us", "merge units/us units/ns --to json -o -",
                   "merge --keep-parts units/ns units/us --to json -o -",
                   "trend units/us units/ns", "diff units/us --base units/ns")],
    *[words("kinds differ: " + line, line, exit=2, code="mixed-units", out="",
            err=["costs of 'B_MAX' are sums in units/sum, but maxima in units/peak"])
      for line in ("top units/sum units/peak", "top units/peak units/sum",
                   "diff units/sum units/peak")],
    *[words("a unit is unknown: " + line, line, out=out,
            err=["note: 'Time' is counted in us in units/us and in an unknown unit in units/plain: its "
                 "costs are shown as plain numbers"])
      for line, out in (("top units/us units/plain", ["10 Time in total"]),
                        ("top units/plain units/us", ["10 Time in total"]),
                        ("diff units/us units/plain", [" 7 → 3 Time"]),
                        ("diff units/plain units/us", [" 3 → 7 Time"]))],
    words("check asks about each file alone", "check units/us units/ns"),
    words("appended runs are chosen by their order", "top appended.out --part 2 --format csv", out=["9"]),
    words("appended runs are compared", "diff --base-part 1 appended.out --part 2",
          out=["7.000 us → 9.000 us"]),
    words("which appended runs there are", "top appended.out --part 3", exit=2, code="unknown-part",
          err=["there are parts 1-2"]),
    words("appended runs are numbered", "info appended.out", out=["2"]),
    *[words("formulas of files together: " + files, "top %s -e Y --format csv" % files, out=["f,,,4"])
      for files in ("formulas/two formulas/named", "formulas/named formulas/two")],
    *[words("formulas of files differ: " + files, "top %s -e X" % files, exit=2, code="unknown-event",
            err=["event 'X' cannot be computed from '", "': the files differ: '"])
      for files in ("formulas/two formulas/other", "formulas/other formulas/two")],
    words("differing formulas are told", "top formulas/two formulas/other", out=["2 A in total"],
          err=["note: event 'X' is not computed: the files differ: 'A' in formulas/two, '3 A' in "
               "formulas/other"]),
    words("a folder", "top runs", exit=3, code="is-a-directory"),
    words("a folder for a file in its path", "top sort.out/x", exit=3, code="no-such-file"),
    words("text is unrecognized", "top letter.txt", exit=3, code="unrecognised",
          err=["letter.txt:1:1: error:", "callgrind"]),
    words("a picture is unrecognized", "top picture.png", exit=3, code="unrecognised", err=["PNG"]),
    words("a program is unrecognized", "top program", exit=3, code="unrecognised", err=["ELF"]),
    words("JSON is unrecognized", "top page.json", exit=3, code="unrecognised", err=["JSON"]),
    words("noise is unrecognized", "top noise.bin", exit=3, code="unrecognised"),
    words("an empty file", "top empty.out", exit=3, out="", code="empty-input",
          err=["empty.out:1:1: error:"]),
    words("an empty standard input", "top -", exit=3, out="", code="empty-input",
          err=["<stdin>:1:1: error:"]),
    words("blank lines only", "top blank.out", exit=3, out=""),
    words("check of unrecognized input", "check letter.txt", exit=3, code="unrecognised"),
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
    words("a long row", "top two_megabytes.out --format json", json="quern.top/1"),
    words("a longer row than before", "top two_megabytes.out --max-row 1G --format json",
          json="quern.top/1"),
    words("a tiny buffer", "top sort.out --buffer-size 1 --format json", json="quern.top/1"),
    words("two threads", "top sort.out --threads 2 --format json", json="quern.top/1"),
    Case("a name with a blank", ["top", "named with blank.out"], out=["compare"]),
    Case("a name with a dash", ["top", "--", "-dash.out"],
         out=["compare", "next: quern peek 'compare' ./-dash.out\n"]),
    words("standard input cannot be asked again", "top -", stdin=PROFILE,
          out=re.compile(r"all 2 functions shown\n$")),
    words("a suggestion for functions of one name", "top two_f.out",
          out=["next: quern peek --group-by name 'f' two_f.out\n"]),
    words("what it suggests", "peek --group-by name f two_f.out", out=["30   69.77"]),
    words("a suggestion for changed functions of one name", "diff two_f.out costlier_f.out",
          out=["next: quern diff --view peek --group-by name --of 'f' two_f.out costlier_f.out\n"]),
    words("what that suggests", "diff --view peek --group-by name --of f two_f.out costlier_f.out",
          out=["+4"]),
    words("changed functions of one name are merged by it", "diff --view peek --of f two_f.out costlier_f.out",
          exit=2, err=["[ambiguous-name]", "they share the name: `--group-by name` merges them"]),
    words("a file alone", "sort.out", out=["sort.out", "compare"]),
    words("the newest profile here", "", folder="runs", out=["parse_word"],
          err=["callgrind.out.2"]),
] + [
    words("%s takes the newest profile in the folder" % command.split()[0], command, folder="runs",
          err=["note: newest profile in this folder: ", "callgrind.out.2"])
    for command in ("top", "peek parse_word", "calls", "tree", "annotate", "flame", "check",
                    "callers parse_word", "info")
] + [
    words("a command of several files says nothing of the newest", "top callgrind.out.1 --quiet",
          folder="runs", err=""),
    words("warnings once a code", "top odd_twice.out", out=["compare"], err=re.compile(
        r"^odd_twice.out:8:1: warning: .*\[unknown-header\] \(and 2 more\)\n( .*\n)*"
        r"odd_twice.out:\d+:\d+: warning: .*\[totals-mismatch\]\n( .*\n)*$")),
    words("levels of recursion stay folded in what is written anew", "diff levels.out rewritten.out",
          out=["no change in 2 functions"]),
    words("stacks of one function each", "top flat.folded", exit=3, code="unrecognised",
          err=["it begins with `main 5`", "hint: if these are folded stacks of one function each, "
               "use --dialect folded"]),
    words("stacks of one function each, named so", "top flat.folded --dialect folded",
          out=["12 samples in total"]),
    words("quiet", "top odd_twice.out --quiet", out=["compare"], err=""),
    words("quiet errors", "top missing.out --quiet", exit=3, code="no-such-file"),
    words("a cut row is reported", "top cut_row.out", out=["incomplete: ", "[truncated]", "compare"]),
    words("timings", "top sort.out --timings", err=re.compile(
        r"^timings: reading \d+\.\d ms, answering \d+\.\d ms, writing \d+\.\d ms, "
        r"in all \d+\.\d ms\n$")),
    words("several files", "info sort.out names.out --format json", json="quern.info/1"),
    words("base rule", "top sort.out --base-rule cost", out=["compare"]),
    words("dialect", "top sort.out --dialect callgrind", out=["compare"]),
]

ANSWERS = [
    words("check begins with what the profile contains", "check sort.out",
          out=re.compile(r"\Ainput: (.*\n)+\nevent (.*\n)+\nsound: no findings\n\Z"), err=""),
    words("check as JSON has what the profile contains", "check sort.out --format json",
          out=['"info":{"schema":"quern.info/1"'], json="quern.check/1"),
    words("the head of a check", "check --head sort.out", out=re.compile(r"\n\nevent .*\nIr .*\nDr .*\n\Z"), err=""),
    words("the head of a file that cannot be read", "check --head broken.out", exit=3, out=""),
    words("peek shows callers only", "peek --callers compare sort.out",
          out=re.compile(r"(?s)called from(?!.*calls  calls to).*")),
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
    words("repair of a malformed file", "check --repair broken.out -o clean0.out", exit=1, err="",
          out=["broken.out:18:12: error:", "wrote clean0.out (callgrind), without what 1 finding",
               "         1  [costs-exceed-events] in line 18\n",
               "Ir: 320 kept of 1,220 declared, 900 less"]),
    words("repair of a damaged call", "check --repair lost_call.out -o clean11.out", exit=1, err="",
          out=["lost_call.out:6:1: warning:", "         1  [orphan-row] in line 6\n"]),
    words("repair as JSON", "check --repair broken.out -o clean1.out --format json", exit=1, err="",
          json="quern.check/1"),
    words("repair of a sound file", "check --repair sort.out -o clean2.out", err="",
          out=["sound:", "wrote clean2.out (callgrind), nothing was dropped"]),
    words("repair into another format", "check --repair broken.out -o clean3.json --to json", exit=1,
          err="", out=["wrote clean3.json (json)"]),
    words("repair needs a file to write", "check --repair broken.out", exit=2, code="needs-option"),
    words("repair does not write the answer's place", "check --repair broken.out -o -", exit=2,
          code="needs-option"),
    words("repair of several files", "check --repair broken.out sort.out -o clean6.out", exit=2,
          code="bad-value"),
    words("repair replaces nothing", "check --repair broken.out -o broken.out", exit=4,
          code="output-exists"),
    words("repair lists findings as CSV", "check --repair broken.out -o clean8.out -f csv", exit=1,
          out=["costs-exceed-events"], err=["wrote clean8.out without the data of 1 finding"]),
    words("repair of raw Parrot", "check --repair parrot.out -o clean9.out", exit=2,
          code="cannot-repair"),
    words("repair of raw Parrot into Callgrind's format",
          "check --repair parrot.out -o clean10.out --to callgrind", out=["wrote clean10.out (callgrind)"]),
    words("--to of check needs --repair", "check sort.out --to json", exit=2, code="needs-option"),
    words("codes", "check --list-codes", out=[
        "costs-exceed-events", "unknown-header", "unrecognised", "unknown-option"]),
    words("top", "top sort.out", out=["compare", "main", "1,200"], err=""),
    words("top limited", "top sort.out --limit 1", out=re.compile(r"(?s)compare.*not shown")),
    words("top as CSV", "top sort.out --format csv", out=["compare", "1200"]),
    words("top as TSV", "top sort.out --format tsv", out=["compare\t"]),
    words("top as Markdown", "top sort.out --format md", out=["| "]),
    words("top by object", "top sort.out --group-by file", out=["sort.c"]),
    Case("top of what a query fits", ["top", "sort.out", "--where", "self(Dr) < 100 or calls > 5"],
         out=["main", "not shown: 1 function, 1,200 Ir (98.36 %); 1 does not match the query"]),
    Case("the query in JSON", ["top", "sort.out", "--where", "name = main", "--format", "json"],
         json="quern.top/1", out=['"where":{"query":"name = main","left_out":1}',
                                  '"not_shown":{"self":[1200,300]}']),
    Case("calls of what a query fits", ["calls", "sort.out", "--where", "caller = compare"],
         out=["not shown: 1 pair", "1 does not match the query"]),
    Case("peek at what a query fits", ["peek", "main", "sort.out", "--where", "calls > 3"],
         out=["(all 1 callees; 1 does not match the query)"]),
    Case("a tree of what a query fits", ["tree", "sort.out", "--where", "name != compare"],
         out=["(1 not shown)", "1 branch does not match"]),
    Case("a query of single calls", ["top", "sort.out", "--each", "--where", "calls > 3"], exit=2,
         code="needs-option"),
    words("one function's levels", "top levels.out --unfold-only ^f$ --format csv", out=["f'2,"]),
    words("info of folded levels", "info levels.out", out=["2 functions (3 names as recorded), 1 file"]),
    words("summary of folded levels", "levels.out", out=["2 functions (3 names as recorded), 1 file"]),
    words("counts of folded levels", "info levels.out --format json", json="quern.info/1",
          out=['"counts":{"functions":2,"function_names":3,']),
    words("merge of one file twice", "merge sort.out ./sort.out --to callgrind",
          err=["note: 'sort.out' and './sort.out' are the same file: its costs are added each time"]),
    words("merge of nothing in common", "merge levels.out igprof.out --to json",
          err=["note: no event is in all files: 'Ir' is in levels.out, "]),
    words("merge of two files with an event in common", "merge sort.out levels.out --to callgrind", err=""),
    words("info of a described dump", "info described.out",
          out=["details:  D1 cache: 32768 B\nand:      Timerange: Basic block 0 - 99\n"
               "and:      Trigger: --dump-before=f\n"]),
    words("info of described parts", "info described-parts.out",
          out=["details:  D1 cache: 32768 B\nand:      Trigger: --dump-before=f\n",
               "--dump-before=f  Timerange: Basic block 0 - 99\n",
               "--dump-before=f  Timerange: Basic block 99 - 120\n"]),
    words("descriptions in JSON", "info described-parts.out --format json", json="quern.info/1",
          out=['"period":null,"descriptions":["I1 cache:","D1 cache: 32768 B",'
               '"Timerange: Basic block 0 - 99","Trigger: --dump-before=f"],"totals":[5]']),
    words("descriptions in CSV", "info described.out --format csv",
          out=["part 1,description,Timerange: Basic block 0 - 99\n"]),
    words("info of ticks", "info igprof.out", out=["\ntick:     0.005 s\n"]),
    words("top of levels in a cycle", "top cycle-levels.out --format csv", out=["\nf,a.c,,30,100,100,bounded,"]),
    words("calls of levels in a cycle", "peek f cycle-levels.out --format json",
          out=['"inclusive":[100],"inclusive_max":[100]']),
    words("groups of levels in a cycle", "top cycle-levels.out --group-by name --format csv",
          out=["\nf,a.c,,30,100,100,bounded,"]),
    words("another function's levels", "top levels.out --unfold-only g --format csv",
          out=["\nf,a.c,,9,9,9,exact,2,"]),
    words("levels of a bad expression", "top levels.out --unfold-only (", exit=2, code="bad-regexp"),
    words("paths", "top igprof.out --paths --format csv", out=["calls,cycle,paths\n"], err=""),
    words("paths of groups", "top igprof.out --paths --group-by object --format json",
          json="quern.top/1", out=['"paths":']),
    words("paths in the report of igprof-analyse", "top igprof.out --paths --format igprof",
          out=["     Paths  Function\n"]),
    words("paths of a call graph", "top sort.out --paths", exit=2, code="needs-stacks",
          err=["--paths needs exact stacks"]),
    words("paths of single calls", "top sort.out --each --paths", exit=2, code="needs-option",
          err=["--paths and --each cannot be combined"]),
    words("rows above a share", "top sort.out --min 50", out=[
        "compare", "--min 50", "not shown: 1 function, 20 Ir (1.64 %)"]),
    words("rows above a share, inclusive", "top sort.out --min 50 --sort incl --format json",
          json="quern.top/1", out=['"where":{"query":"incl >= 50%","left_out":0}']),
    Case("a share and a query", ["top", "sort.out", "--min", "0.5", "--where", "calls > 5"],
         out=["where calls > 5", "--min 0.5", "; 2 do not match the query or are below --min 0.5\n"]),
    Case("an error in the query beside a share",
         ["top", "sort.out", "--min", "5", "--where", "calls >"], exit=2, code="bad-query",
         err=["    1 | calls >\n"]),
    words("calls above a share", "calls sort.out --min 99", out=[
        "not shown: 1 pair", "1 is below --min 99"]),
    words("a share of single calls", "top sort.out --each --min 5", exit=2, code="needs-option",
          err=["--min and --each cannot be combined"]),
    words("a share of direct calls", "callees main sort.out --all --min 5", exit=2,
          code="needs-option", err=["--min needs direct calls"]),
    words("a file's share is for rows", "callees main shared.out --all --config project/share.toml",
          out=["all callees"]),
    words("a file's share leaves changes alone",
          "diff shared.out costlier.out --config project/share.toml", out=["functions by self change"]),
    words("a query for a ratio by name", "top sort.out --define Each=Ir/calls --where incl(Each)>1",
          out=re.compile(r"where incl\(Each\)>1\n(.|\n)*compare(.|\n)*1 does not match")),
    words("a query of a tree for a ratio", "tree sort.out --define R=Dr/Ir --where incl(R)<0.1",
          out=["1 branch does not match the query"]),
    words("a query of a comparison for a ratio", "diff sort.out slower.out --define Each=Ir/calls "
          "--where incl(Each)<=600", out=["compare"]),
    words("leaks of a ratio", "leaks held.out --define Mean=MEM_LIVE/calls --where Mean>1e6",
          out=["do not match the query"]),
    words("a percentage of a ratio", "top sort.out --define R=Dr/Ir --where self(R)>5%", exit=2,
          code="bad-query", err=["'R' is a ratio"]),
    Case("a query that asks for too much", ["calls", "sort.out", "--where", "self(Ir) > 3"], exit=2,
         code="bad-query", err=["a call has no self cost", "write incl(E)"]),
    words("a ratio of each function", "top sort.out -e Ir,Dr/Ir --format json", json="quern.top/1",
          out=['"ratios":[{"name":"Dr/Ir","formula":"Dr/Ir","unit":null}]',
               '"self_ratios":[0.25],"inclusive_ratios":[0.25]', '"total_ratios":[0.25]']),
    Case("a formula with a name", ["top", "sort.out", "--define", "Half [k] = Ir/2000 : x", "-e",
                                   "Half"], out=["self Half (k)", "0.6", "overall Half (k): 0.61"]),
    Case("a sum is a cost", ["top", "sort.out", "--define", "Both = Ir + 2*Dr", "-e", "Both"],
         out=["1,830 Both in total", "1,800"]),
    words("calls by cost per call", "calls sort.out --sort incl:Ir/calls --format csv",
          out=["inclusive:Ir/calls", ",400\n"]),
    words("top by calls", "top shared.out --sort calls -n 2",
          out=re.compile(r" by calls · (.|\n)* 12 +i\n(.|\n)* 10 +h\n")),
    words("calls by calls", "calls shared.out --sort calls --format csv",
          out=re.compile(r"^caller.*\nh,,,i,,,12,.*\ng,,,h,,,6,")),
    words("peek by calls", "callers h shared.out --sort incl:calls --format csv",
          out=re.compile(r"caller,g(.|\n)*caller,f")),
    words("estimated calls are sorted too", "top shared.out --focus ^f$ --sort calls",
          out=re.compile(r"~ 8 +i\n(.|\n)* 4 +h\n")),
    words("by calls that are not counted", "top cachegrind.out.1 --sort calls", exit=2,
          code="needs-calls"),
    words("a tree by calls", "tree sort.out --sort calls", exit=2, code="unknown-event"),
    words("peek at a ratio", "peek main sort.out -e Ir/calls --format csv",
          out=["self:Ir/calls,inclusive:Ir/calls", ",400,3,"]),
    words("a ratio in a tree", "tree sort.out -e Ir/calls",
          out=re.compile(r"incl Ir/calls +self Ir/calls +function\n(.|\n)* 400 +400 .*compare")),
    words("a ratio in a tree as CSV", "tree sort.out -e Ir,Ir/calls --format csv",
          out=[",self:Ir/calls,inclusive:Ir/calls,calls,", ",400,400,3,"]),
    words("a tree does not grow by a ratio", "tree sort.out --sort Ir/calls", exit=2,
          code="ratio-event", err=["a tree cannot be sorted by a ratio"]),
    words("a ratio in a flame graph", "flame sort.out -e Ir/calls", exit=2, code="ratio-event"),
    words("an unknown name in a formula", "top sort.out -e Ir/clls", exit=2,
          code="unknown-event", err=["Ir/clls"]),
    words("leaks that fit", "leaks held.out --where calls>1 --format csv",
          out="name,file,object,first,last,blocks,size:MEM_LIVE,largest,pages\n"
              "load,,a.out,4096,32781,2,48,32,3\n"),
    words("leaks that fit, told", "leaks held.out --where name=keep",
          out=["where name=keep", "not shown: 1 function, 48", "in 2 blocks; 1 does not match"]),
    words("leaks by size have no names", "leaks held.out --by size --where name=keep", exit=2,
          code="bad-query", err=["what is held has no name", "--by function"]),
    words("the mean size of blocks", "leaks held.out -e MEM_LIVE/calls --format json",
          json="quern.leaks/1", out=['"self_ratios":[24]', '"self_ratios":[8]']),
    words("a rule of groups without a blank", "top sort.out --groups tight.rules", exit=3,
          code="bad-group-rule", err=["tight.rules:1:3: error: expected a space", "hint: a group name"]),
    words("a rule of groups that asks for costs", "top sort.out --groups costs.rules", exit=3,
          code="bad-query", err=["costs.rules:2:4: error: a rule's function has no self cost",
                                 "hint: rules select functions by name, file and object"]),
    words("a rule of groups that is not closed", "top sort.out --groups open.rules", exit=3,
          code="bad-query", err=["open.rules:1:4:", "hint: write a rule such as 'parser:"]),
    words("a folder of groups", "top sort.out --groups .", exit=3, code="is-a-directory",
          err=["hint: --groups needs a text file with one rule per row"]),
    words("leaks by groups of one's own", "leaks held.out --groups groups.rules",
          out=["(other)", "3"]),
    words("leaks of a sum", "leaks held.out --define Two=2*MEM_LIVE -e Two", exit=2,
          code="no-leaks"),
    words("groups of one's own", "top sort.out --groups groups.rules --format csv",
          out=["sorting,sort.c,,1200", "(other),sort.c,,20"]),
    words("calls between groups", "calls sort.out --groups groups.rules", out=["(other) → sorting"]),
    words("two kinds of groups", "top sort.out --groups groups.rules --group-by file", exit=2,
          code="needs-option"),
    words("no file of groups", "top sort.out --groups none.rules", exit=3, code="no-such-file"),
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
    words("matches as json", "peek parse_ names.out --format json", exit=2, json="quern.top/1",
          out=['"name":"parse_word"', '"name":"parse_line"']),
    words("matches as csv", "peek parse_ names.out --format csv", exit=2,
          out=["name,file,object,self:Ir", "\nparse_word,a.c,,20,", "\nparse_line,a.c,,10,"]),
    words("matches as tsv", "peek parse_ names.out --format tsv", exit=2, out=["\nparse_word\ta.c\t"]),
    words("matches as Markdown", "peek parse_ names.out --format md", exit=2,
          out=["| parse\\_word | a.c |", "| parse\\_line | a.c |"]),
    words("matches beyond the limit are counted", "peek parse_ names.out -n 1", exit=2,
          out=["parse_word", "not shown: 1 function (--limit 0 shows all)\n"]),
    words("annotate lists the functions that a word matches", "annotate parse_ names.out", exit=2,
          code="ambiguous-name", out=["2 functions match 'parse_'", "parse_word", "parse_line"]),
    words("all callers list the functions that a word matches", "callers --all parse_ names.out",
          exit=2, code="ambiguous-name", out=["2 functions match 'parse_'"]),
    words("peek at all matches, the most expensive first", "peek --all-matches parse_ names.out",
          out=re.compile(r"^Callers and callees of parse_word · (.|\n)*\nCallers and callees of parse_line · ")),
    words("all matches as one array of JSON", "peek --all-matches parse_ names.out --format json",
          out=re.compile(r'^\[\{"schema":"quern.peek/1"(.|\n)*,\{"schema":"quern.peek/1"(.|\n)*\}\n\]\n$')),
    words("all matches as one table of CSV", "peek --all-matches parse_ names.out --format csv",
          out=re.compile(r"^role,[^\n]*\nfunction,parse_word,[^\n]*\nfunction,parse_line,[^\n]*\n$")),
    words("annotate all matches", "annotate --all-matches parse_ names.out",
          out=re.compile(r"^Annotated source of parse_word · (.|\n)*\nAnnotated source of parse_line · ")),
    words("all callers of all matches", "callers --all --all-matches parse_ names.out",
          out=["No callers of parse_word · ", "No callers of parse_line · "]),
    words("no page of all matches", "annotate --all-matches parse_ names.out --format html", exit=2,
          err=["--all-matches cannot be combined with --edit or with --format html", "[needs-option]"]),
    Case("a word that matches several functions makes no page",
         ["annotate", "parse_", "names.out", "--format", "html"], exit=2, out="", err=["[ambiguous-name]"]),
    words("next: annotate comes first where the source is found, then peek", "top ../sort.out",
          folder="project",
          out=["next: quern annotate 'main' ../sort.out\nnext: quern peek 'main' ../sort.out\n"]),
    words("next: no annotate for sources that are not found", "top sort.out",
          out=re.compile(r"(?s)^(?!.*next: quern annotate).*next: quern peek")),
    words("next: no peek where no calls are recorded", "top names.out",
          out=re.compile(r"(?s)^(?!.*next:)")),
    words("next: nothing about functions that are part of PHP", "top php.out",
          out=re.compile(r"(?s)php::strlen.*next: quern peek '\{main\}' php.out\n$")),
    words("next: at most two lines, each shorter than 80 columns", "long.out",
          out=re.compile(r"^(?:(?!next:)[^\n]*\n)*(?:next:[^\n]{,74}\n){1,2}$")),
    words("next: a long name is shortened to a part that means only this function",
          "top long.out", out=["\nnext: quern peek 'a_namespace::Parser::read_the_next_line_of' long.out\n"]),
    words("what that suggests", "peek a_namespace::Parser::read_the_next_line_of long.out",
          out=["a_namespace::Parser::read_the_next_line_of(std::basic_istream<"]),
    words("next: not the names of 50 files", "top" + " sort.out" * 50,
          out=re.compile(r"(?s)^(?!.*next:)"), err=None),
    words("names keep their last component at 80 columns", "top long.out --width 80",
          out=["  90   90.00         90   90.00      1  …::Parser::read_the_next_line_of\n"]),
    words("changed calls keep both last components at 80 columns",
          "diff --view calls long.out longer.out --width 80",
          out=re.compile(r"\n[^\n]* main → …::read_the_next_line_of[^\n]*\n")),
    words("a function that calls only itself is on no numbered cycle", "top self.out",
          out=["countdown <recursive>"]),
    words("a tree without calls says so", "tree names.out",
          out=re.compile(r"no calls are recorded: each function is a root\n\ninclusive  incl %  self  function\n")),
    words("peek of an operator", "peek operator<< names.out", out=["operator<<"]),
    words("callers", "callers compare sort.out", out=["main"]),
    words("callees", "callees main sort.out", out=["compare"]),
    words("convert", "convert sort.out --to json", json="quern.profile/1"),
    words("convert to callgrind", "convert sort.out --to callgrind", out=["# callgrind format"]),
    words("convert with plain names",
          "convert sort.out --to callgrind --plain-names --plain-positions", out=["fn=main"]),
    words("convert to cachegrind", "convert sort.out --to cachegrind", out=["summary: "]),
    words("convert to folded stacks", "convert sort.out --to folded", out=["main"]),
    words("convert one event", "convert sort.out --to folded --event nothing", exit=2, out="",
          code="unknown-event"),
    words("convert one thread", "convert threads.out --thread 2 --to json -o -",
          json="quern.profile/1", out=re.compile(r'(?s)^(?!.*"thread":1\b).*"thread":2\b')),
    words("convert --check of one thread", "convert threads.out --thread 2 --to callgrind --check",
          out=["callgrind can represent the whole profile"]),
    words("convert no such thread", "convert threads.out --thread 3 --to json -o -", exit=2,
          code="unknown-thread", err=["there are threads 1-2"]),
    words("export one thread", "export threads.out --thread 2 --to csv -o -",
          out=re.compile(r"(?s)^part,.*,23\n$")),
    words("convert one event where all are held", "convert sort.out --to callgrind --event Ir",
          exit=2, out="", code="bad-value"),
    words("convert to speedscope", "convert sort.out --to speedscope", out=['"sampled"']),
    words("folded stacks", "top stacks.folded", out=["operator new", "15 samples"]),
    words("folded stacks as another's", "top stacks.folded --dialect speedscope", exit=3, out="",
          code="bad-json"),
    words("folded stacks of two runs", "top --event new,old two.folded", out=["self new"]),
    words("pprof from folded stacks", "convert stacks.folded --to pprof -o stacks.pb"),
    words("speedscope's JSON", "top stacks.speedscope.json", out=["500.000 ms", "scan"]),
    words("an answer as a profile", "top two.folded --format json -o answer.json"),
    words("merge", "merge sort.out sort.out --to callgrind",
          out=["calls=6 50\n17 2400 600\n", "totals: 2440 610\n"]),
    words("a call from below the address 0", "calls below.igprof --format json",
          out=['"address":null']),
    words("a function that starts below the address 0", "convert odd_start.igprof --to json",
          out=['"offset":4,"address":null', '"offset":-4,"address":null', '"offset":1,"address":3,',
               '"address":"18446744073699065856"']),
    words("a function that starts below the address 0, written", "convert odd_start.igprof --to igprof",
          out=["FN0=(F0=(x)+-1 N=(main))+4\n", "+ffffffffff600000 N=(f))"]),
    words("IgProf's marks in names", "convert marks.out --to igprof",
          out=["FN0=(F0=(/lib/x) +0 N=(y)+0 N=(f)) +0 V0=(a):(1))+0 V0=(a) :(b):(0,5,0)\n"]),
    words("IgProf's marks in names are told", "convert marks.out --to igprof --check", exit=1,
          out=re.compile(r"\n  names +2  .*\n  names of events +1  ")),
    words("runs of Parrot's subroutine profiler", "top subprof.1 subprof.2 --format csv",
          out=["\nf,a.pir,,8,80,"]),
    words("runs of Parrot's subroutine profiler, one with two of a name",
          "top subprof.1 subprof.2 subprof.3 --format csv --event ops",
          out="name,file,object,self:ops,inclusive:ops,inclusive_max:ops,certainty,calls,cycle\n"
              "f,a.pir,,13,13,13,exact,3,\nmain,a.pir,,6,18,18,exact,0,\n"),
    words("merge of the same", "merge subprof.1 subprof.2 subprof.3 --to callgrind",
          out=["fn=(1) f\n5 12 120\n+4 1 10\n", "fn=(2) main\n1 6 60\ncfn=(1)\ncalls=3 5\n"]),
    words("merge of the same with its parts",
          "merge --keep-parts subprof.1 subprof.3 --to callgrind", out=["fn=(1) main\n", "fn=(2) f\n"]),
    words("a run of Parrot's subroutine profiler less another",
          "top --baseline subprof.1 subprof.3 --format csv --event ops", out=["\nf,a.pir,,1,1,1,"]),
    words("runs of Parrot's subroutine profiler compared",
          "diff subprof.1 subprof.3 --format csv --event ops", out=["f,a.pir,"]),
    words("runs of Parrot's subroutine profiler, unfolded",
          "top subprof.1 subprof.2 --unfold --format csv",
          out=["\n0x20:f,a.pir,,4,40,"]),
    words("merge of Parrot's runs", "merge subprof.1 subprof.2 --to callgrind",
          out=["fn=(2) main\n1 4 40\ncfn=(1)\ncalls=2 5\n* 8 80\n"]),
    words("merge of Parrot's runs, unfolded", "merge subprof.1 subprof.2 --unfold --to callgrind",
          out=["fn=(2) 0x20:f\n5 4 40\n"]),
    words("merge of formats", "merge sort.out stacks.folded --to json", json="quern.profile/1",
          out=['"events":["Dr","Ir"]', '"events":["samples"]']),
    words("merge without files", "merge --to json", exit=2, out="", code="missing-argument"),
    words("merge without a format", "merge sort.out", exit=2, out="", code="missing-argument"),
    words("merge of a broken file", "merge sort.out broken.out --to json", exit=3, out="",
          err=["broken.out:"]),
    words("merge that skips a broken file", "merge --skip-bad sort.out broken.out --to callgrind",
          exit=1, out=["totals: 1220 305\n"], err=["broken.out:", "skipped 1 of 2 files"]),
    words("merge that keeps parts", "merge --keep-parts threads.out sort.out --to callgrind",
          out=["thread: 1\n", "thread: 2\n", "cmd: ./sort numbers.txt\n"]),
    words("merge by function", "merge --no-lines sort.out sort.out --to callgrind",
          out=["fn=(2) main\n0 40 10\ncfn=(1)\ncalls=6 0\n* 2400 600\n", "totals: 2440 610\n"]),
    words("merge by function keeps stacks", "merge --no-lines stacks.folded --to folded"),
    words("merge by function and with parts", "merge --no-lines --keep-parts sort.out --to json",
          exit=2, out="", code="needs-option"),
    words("merge with statistics", "merge --stats sort.out sort.out --to json", out=['"runs":[', '"run_costs":[']),
    words("merge with statistics of functions", "merge --stats --no-lines sort.out runs.json --to json",
          out=['{"name":"7.out"},\n{"name":"sort.out"}']),
    words("merge with statistics of a sum", "merge --stats whole_sum.callgrind sort.out --to json", out=['"runs":['],
          err=["whole_sum.callgrind was merged without --stats: it counts as one run"]),
    words("statistics in another format", "merge --stats sort.out sort.out --to callgrind", exit=2, out="",
          code="cannot-hold", err=["callgrind cannot hold statistics of runs"]),
    words("statistics without a sum", "merge --stats --keep-parts sort.out --to json", exit=2, out="",
          code="needs-option"),
    words("statistics that are lost", "convert runs.json --to callgrind", err=["dropped: statistics of runs"]),
    words("statistics of runs", "top --stats runs.json",
          out=["runs", "mean", "median", "p95", "max", "in run", "7.out", "900"]),
    words("statistics of inclusive costs", "top --stats --sort incl runs.json", out=["inclusive", "7.out   main"]),
    words("statistics as a table", "top --stats runs.json --format csv", out=["runs_self_median:Ir", "7.out"]),
    words("statistics of calls", "peek --stats f runs.json", out=["called from", "7.out"]),
    words("statistics of calls as a table", "peek --stats f runs.json --format csv", out=["caller,main"]),
    words("outliers of runs", "info runs.json", out=["8 files merged, 1 is an outlier", "7.out  f"]),
    words("statistics of another profile", "top --stats sort.out", exit=2, code="no-run-statistics", out=""),
    words("statistics of files", "top --stats --group-by file runs.json", exit=2, code="no-run-statistics", out=""),
    words("statistics of what a filter left", "top --stats --focus f runs.json", exit=2,
          code="no-run-statistics", out=""),
    words("statistics of more files", "peek --stats main runs.json sort.out", exit=2, code="no-run-statistics", out=""),
    words("merge into a database", "merge sort.out stacks.folded -o merged.db"),
    words("a merge does not skip what no file is at fault for",
          "merge --skip-bad --symbols none sort.out sort.out --to json", exit=3, out="",
          code="no-such-file"),
    words("merge of a missing list", "merge -@ none --to json", exit=3, out="",
          code="no-such-file"),
    words("convert to a table", "convert sort.out --to csv",
          out=["part,function,object,file,line,address,Ir"]),
    words("export a table", "export sort.out --to tsv",
          out=["part\tfunction\tobject\tfile\tline\taddress\tIr"]),
    words("export writes every format that convert writes", "export sort.out --to json", err="",
          json="quern.profile/1"),
    words("convert to standard output", "convert sort.out --to json -o - --format json",
          json="quern.profile/1"),
    words("color on request", "top sort.out --color always", out=["\x1b["]),
    words("no color in a pipe", "top sort.out", out=re.compile(r"\A[^\x1b]*\Z")),
    words("a requested color overrides NO_COLOR", "top sort.out --color always",
          env={"NO_COLOR": "1"}, out=["\x1b["]),
    words("version", "--version", out=re.compile(r"\Aquern \d+\.\d+\.\d+\n\Z"), err=""),
    words("--version --verbose lists what the build contains", "--version --verbose", err="",
          out=re.compile(r"\Aquern \d+\.\d+\.\d+\ncompiler: +(GCC|Clang) .*\ngzip: +(ISA-L|zlib)\n"
                         r"mangled names: +\S.*\ndebug information: +\S.*\nconfiguration files: +\S.*\n"
                         r"SQLite databases: +\S.*\nweb page: +\S.*\nweb server: +\S.*\n\Z")),
    words("--verbose without --version", "top sort.out --verbose", exit=2, out="",
          code="needs-option", err=["--verbose belongs to --version", "hint: 'quern --version --verbose'"]),
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
    words("a query fits the same functions in every form",
          "top mangled.out --where name~/^A::A/ -f csv",
          out=re.compile(r"^name.*\n_ZN1AC2Ev,.*\n_ZN1AC1Ev,.*\n$")),
    words("a query that is held against readable names, for people",
          "top mangled.out --where name~/^A::A/", out=["1 does not match the query"]),
    words("a query of linkers' names", "top mangled.out --where name~/^_ZN/ -f csv",
          out=re.compile(r"^name.*\n$")),
    words("a query of linkers' names where all have them",
          "top mangled.out --where name~/^_ZN/ -f csv --demangle never", out=["_ZN1AC1Ev"]),
    words("groups have the same members in every form",
          "top mangled.out --groups classes.rules -f csv", out=["class A,a.cc,,12"]),
    words("groups for people", "top mangled.out --groups classes.rules", out=["12", "class A"]),
    words("names are renamed in every form", "top mangled.out --rename s/^A::A.*/made/ -f csv",
          out=["made,a.cc,,12", "_ZN4core3fmt9Formatter3pad17h0123456789abcdefE,a.cc,,9"]),
    words("a focus is the same in every form", "top mangled.out --focus ^A::A -f csv",
          out=re.compile(r"^name.*\n_ZN1AC2Ev,.*\n_ZN1AC1Ev,.*\n$")),
    words("renamed sides match in every form",
          "diff mangled.out mangled.out --rename s/^A::A.*/made/ -f csv --unchanged",
          out=["_ZN1AC1Ev,a.cc,,both,rule,,12,12,0"]),
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
          err="quern: note: every address already has a function\n"),
]

ANNOTATED = [
    words("annotate without sources", "annotate sort.out",
          out=["sort.c  1,220 Ir (100.00 %)\nsource not found; tried:\n  sort.c (no such file)\n",
               "1,220  100.00  1 file whose source was not found\n"]),
    words("annotate proposes a path map", "annotate sort.out",
          out=["  a file of this name would be found with --map-path sort.c=newer/sort.c\n",
               "  a file of this name would be found with --map-path sort.c=project/sort.c\n"]),
    words("annotate proposes as JSON too", "annotate sort.out --format json", json="quern.annotation/1",
          out=['"proposals":[{"from":"sort.c","to":"newer/sort.c"},']),
    # No line of them may be shown: what is annotated costs nothing.
    *(words("annotate reads no secrets as " + form, "annotate secrets.out --format " + form,
            out=[part, *more]) for form, part, more in (
        ("text", "   0    0.00  annotated lines of 0 files\n",
         ["  /etc/passwd (outside the folders that quern reads sources from)\n",
          "  .git/config (hidden files are not read)\n",
          "hint: add --source-path /etc to read the sources there, or set source-path in .quern.toml\n"]),
        ("json", '{"what":"annotated","files":null,"self":[0]}', ['"source_path":"/etc"']),
        ("html", "annotated lines of 0 files", ["hint: add --source-path /etc"]),
        ("md", "hint: add --source-path /etc", [".git/config: source not found"]))),
    words("annotate outside", "annotate up.out", folder="project/src", out=[
        "  ../sort.c (outside the folders that quern reads sources from)\n",
        "hint: add --source-path /", "/project to read the sources there"]),
    words("annotate what is allowed", "annotate up.out --source-path ..", folder="project/src",
          out=["51  line 51\n"]),
    words("changed lines read no secrets", "diff --view annotate secrets.out secrets.out --unchanged",
          out=["old source not found; tried:\n", "hint: add --source-path /etc"]),
    words("annotate with a folder of an object", "annotate objects.out --object-path libsort.so=project",
          out=["source: project/sort.c\n"]),
    words("annotate with a folder of another object", "annotate objects.out --object-path lib.so=project",
          out=["source not found; tried:\n"]),
    words("an object's folder that is none", "annotate sort.out --object-path libsort.so", exit=2,
          code="bad-value"),
    words("annotate with sources", "annotate sort.out --source-path project",
          out=["source: project/sort.c\n", " 900  73.77    51  line 51\n", "... 12 lines\n",
               "→ compare  3 calls, 1,200 Ir (98.36 %)\n", " 300  24.59    53  (after the end",
               "920   75.41  annotated lines of 1 file\n",
               "300   24.59  lines after the end of these files\n"]),
    words("annotate with mapped sources", "annotate main sort.out --map-path sort.c=project/sort.c "
          "--context 0", out=["Annotated source of main · ", "source: project/sort.c\n", "16  line 16\n",
                              "1,200   98.36  other functions\n"]),
    words("annotate around a line", "annotate sort.c:51 sort.out --source-path project --context 1",
          out=["50  line 50\n", "52  line 52\n", "  320   26.23  other lines of the file\n"]),
    words("annotate with a source that is newer", "annotate sort.out --source-path newer",
          out=["source: newer/sort.c\nwarning: the source is newer than the profile; lines may have moved\n"]),
    words("annotate a whole file", "annotate sort.c sort.out --source-path project --whole",
          out=["  1  line 1\n", " 52  line 52\n"]),
    words("annotate lines without source", "annotate sort.c sort.out -e Dr",
          out=["100  32.79    53\n"]),
    words("annotate as JSON", "annotate sort.out --format json", json="quern.annotation/1",
          out=['"line":51,"text":null,"beyond_end":false,"self":[900,200]']),
    words("source in CSV can be turned back", "annotate tabbed.out --format csv", out=["exact,\\x09f();\\x1b\n"]),
    words("numbers of calls are not cut", "annotate tabbed.out --width 60", out=re.compile(
        r"→ a_\S*…\S*  1,000,000 calls\n")),
    words("annotate as CSV", "annotate sort.out --format csv",
          out="file,line,self:Ir,self:Dr,calls,inclusive:Ir,inclusive:Dr,with_calls:Ir,"
              "with_calls:Dr,with_calls_max:Ir,with_calls_max:Dr,certainty,text\n"
              "sort.c,16,20,5,,,,20,5,20,5,exact,\n"
              "sort.c,17,,,3,1200,300,1200,300,1200,300,exact,\n"
              "sort.c,51,900,200,,,,900,200,900,200,exact,\n"
              "sort.c,53,300,100,,,,300,100,300,100,exact,\n"),
    words("annotate the hottest lines", "annotate sort.c sort.out --lines 1 --context 0 "
          "--source-path project", out=[
              "line 17\n", "3 more lines with 1,220 Ir (100.00 %): --lines N shows more, 0 all\n",
              "lines of these files beyond 1 each\n"]),
    words("annotate all lines", "annotate sort.c sort.out --lines 0 --format json",
          json="quern.annotation/1", out=re.compile(r"^((?!more_lines)(.|\n))*$")),
    words("annotate with a limit as JSON", "annotate sort.c sort.out --lines 1 --format json",
          json="quern.annotation/1", out=['"more_lines":3,"more_self":[1220,305]']),
    words("annotate with ratios", "annotate sort.c sort.out -e Ir,Dr/Ir,Ir/calls --format csv",
          out="file,line,self:Ir,self:Dr/Ir,self:Ir/calls,calls,inclusive:Ir,inclusive:Dr/Ir,"
              "inclusive:Ir/calls,with_calls:Ir,with_calls_max:Ir,certainty,text\n"
              "sort.c,16,20,0.25,,,,,,20,20,exact,\nsort.c,17,,,,3,1200,0.25,400,1200,1200,exact,\n"
              "sort.c,51,900,0.2222222222222222,,,,,,900,900,exact,\n"
              "sort.c,53,300,0.3333333333333333,,,,,,300,300,exact,\n"),
    words("annotate with ratios as text", "annotate sort.c sort.out -e Ir/calls",
          out=["self Ir/calls", "3 calls, 1,200 Ir (98.36 %), 400 Ir/calls"]),
    words("annotate by a ratio", "annotate sort.out --sort Ir/calls", exit=2, code="bad-value"),
    words("annotate a bad number of lines", "annotate sort.out --lines few", exit=2,
          code="bad-value"),
    words("annotate as HTML", "annotate sort.out --format html --source-path project",
          out=["<!DOCTYPE html>", "<h2>sort.c</h2>", "line 51</td>", "prefers-color-scheme: dark"]),
    words("two profiles are no name", "annotate sort.out names.out",
          out=["sort.c  1,220 Ir", "a.c  35 Ir"]),
    words("a file that is no profile is a name", "annotate letter.txt sort.out", exit=2,
          code="no-such-function"),
    words("annotate nothing known", "annotate missing sort.out", exit=2, code="no-such-function"),
    words("annotate without lines", "annotate igprof.out", exit=2, code="no-lines"),
    words("annotate by inclusive cost", "annotate sort.out --sort incl:Ir", exit=2,
          code="bad-value"),
    words("a map without its end", "annotate sort.out --map-path /build", exit=2, code="bad-value"),
    words("files below a share", "annotate sort.out names.out --min 50",
          out=["1 file below 50 % of the total\n"]),
    words("more files than wanted", "annotate sort.out names.out -n 1",
          out=["1 file beyond the limit of 1\n"]),
]

COMMANDS = ["check", "top", "annotate", "peek", "convert", "merge"]
MORE_COMMANDS = ["calls", "symbols", "cache", "config", "help", "completion"]
TOPICS = ["callgrind", "cachegrind", "igprof", "formats", "merging", "sqlite", "exit-codes",
          "inclusive", "units", "symbols", "source-lines", "environment", "recording"]
HELP = [words("help", "help", out=COMMANDS, err=""),
        words("help lists all", "help --all", out=COMMANDS + MORE_COMMANDS + TOPICS, err=""),
        words("help option", "--help", out=COMMANDS + MORE_COMMANDS + TOPICS, err=""),
        words("help in short", "-h", out=COMMANDS, err=""),
        words("help of an old command", "callers --help", out=["Usage: quern peek"], err=""),
        words("help about an old command", "help info", out=["Usage: quern check"], err=""),
        words("help lists no old command", "help --all", err="",
              out=re.compile(r"\A(?!.*\b(info|callees|export) )[\s\S]*\Z"))]
HELP += [words("help of " + name, name + " --help", err="",
               out=["Usage: quern " + name, "Examples:\n", "--help"])
         for name in COMMANDS + MORE_COMMANDS]
HELP += [words("help topic " + name, "help " + name, err="", out=[" "])
         for name in COMMANDS + MORE_COMMANDS + TOPICS]
HELP += [words("help lists what is read", "help formats", out=["callgrind", "cachegrind"]),
         words("help wraps", "help callgrind --width 60", out=re.compile(r"\A(.{0,75}\n)*\Z"))]

COMPARED = [
    words("heads of peek fit the width", "peek main wide_cycle.out --width 26",
          out=["        inclusive  calls…\n"]),
    words("the books of a cycle fit the width", "peek second_of_cycle wide_cycle.out --width 40", out=re.compile(
        r"sum: the cycle,\n +each cost counted\n +once\n")),
    words("columns of all callers make room for names", "peek --callers --all second_of_cycle wide_cycle.out --width 40",
          out=re.compile(r"\n *joint cost  all callers\n.* first_of_cycle <cycle 1>")),
    words("the head of calls counts pairs", "calls tabbed.out", out=re.compile(r"\A1 pair · ")),
    words("what rows are sorted by has room", "top sort.out --sort Ir/calls --width 50",
          out=re.compile(r"(?s)^((?!columns that do not fit: self Ir/calls).)*$")),
    words("diff with itself", "diff sort.out sort.out --exit-code", err="", out=["no change"]),
    words("what is listed though equal does not differ", "diff sort.out sort.out --unchanged --exit-code",
          err=""),
    words("nor does what is of that kind", "diff sort.out sort.out --kinds unchanged --exit-code", err=""),
    words("no kind at all", "diff sort.out sort.out --kinds=", exit=2, err=["--kinds= lacks a value"]),
    words("diff of some kinds", "diff shared.out gone.out --kinds added,changed --format csv",
          out=re.compile(r"^[^\n]*\n(?![^\n]*,i,).*\bnew_one,(.|\n)*\bmain,"), err=""),
    words("diff of kinds tells what it leaves out", "diff shared.out gone.out --kinds removed",
          out=re.compile(r"\bi <gone>(.|\n)*\nnot shown: \d functions, \+\d+ Ir self; "
                         r"\d of other kinds; \d functions? did not change\n")),
    words("diff of what did not change", "diff shared.out gone.out --kinds unchanged --format json",
          json="quern.diff/1", out=['"kinds":{"added":1,"removed":1,"renamed":0,"changed":', '"name":"g"']),
    words("diff of no kind", "diff a b --kinds added,other", exit=2, code="bad-value",
          err=["some of added, removed, renamed, changed, unchanged"]),
    words("kinds are of functions", "diff a b --kinds added --view calls", exit=2,
          code="needs-option"),
    words("diff tells changes", "diff sort.out names.out --exit-code", exit=1,
          out=["functions by self change"]),
    words("diff of ratios", "diff -e Dr/calls,Ir sort.out slower.out", out=re.compile(
        r"\n.*old self Dr/calls +new self Dr/calls +self Dr/calls change"
        r"(.|\n)*100 +75 +-25 +-25 +\+1 +compare")),
    words("diff by the change of a ratio", "diff --sort Ir/calls sort.out slower.out --format csv",
          out=["old self:Ir/calls,new self:Ir/calls,change of self:Ir/calls", ",400,600,200,"]),
    words("diff of calls by a ratio", "diff --view calls --sort Ir/calls sort.out slower.out",
          out=["  incl Ir/calls change"]),
    words("diff by calls", "diff --sort calls sort.out slower.out",
          out=re.compile(r"calls change  function\n.*\+1 +compare")),
    words("diff of ratios of calls", "diff --view calls -e Ir/calls sort.out slower.out",
          out=re.compile(r"\n +0 .* 400 +300 +-100 +\+1 +main → compare")),
    words("diff of ratios as JSON", "diff -e Ir,Ir/calls sort.out slower.out --format json",
          json="quern.diff/1", out=['"self_ratios":[400]', '"self_ratios":[600]',
                                    '"self_ratios":[200]']),
    words("diff of what one side stores and the other reckons", "diff -e CPI sort.out cpi.out "
          "--define CPI=Ir/Dr", exit=2),
    words("diff of trees has no ratios", "diff --view tree -e Ir/calls sort.out slower.out", exit=2,
          code="ratio-event"),
    words("diff as JSON", "diff sort.out names.out --format json", json="quern.diff/1"),
    words("diff of calls as JSON", "diff --view calls sort.out names.out --format json",
          json="quern.diff/1"),
    words("diff around a function", "diff --view peek --of main sort.out sort.out --format json",
          json="quern.diff/1"),
    words("diff of several runs", "diff --base sort.out --base sort.out.gz sort.out.bz2",
          out=re.compile(r"(?s)no change.*the median of 2 runs(?!.*next:)")),
    words("an editor at the hottest line", "annotate --edit --source-path project sort.out",
          env={"QUERN_EDITOR": "echo {file} {line}"}, out="project/sort.c 51\n"),
    words("an editor at a line", "annotate --edit sort.c:5 --source-path project sort.out",
          env={"VISUAL": "echo"}, out="+5 project/sort.c\n"),
    words("an editor of a function", "annotate --edit main --source-path project sort.out",
          env={"VISUAL": "echo"}, out=re.compile(r"^\+\d+ project/sort.c\n$")),
    words("an editor that fails", "annotate --edit --source-path project sort.out", exit=2,
          env={"EDITOR": "false"}, err=["[no-editor]"]),
    words("an editor and a form", "annotate --edit --format csv sort.out", exit=2, code="needs-option"),
    words("an editor and a file", "annotate --edit -o x sort.out", exit=2, code="needs-option"),
    words("an ambiguous expression, as it was typed", "peek /m/ sort.out --format json", exit=2,
          err=["'/m/' matches 2 functions [ambiguous-name]"]),
    words("gate against two bases", "gate --against main --base older.out sort.out --max Ir=+0", exit=2,
          code="needs-option"),
    words("loops of hidden functions", "top loops.out --group-by loop --hide main", exit=2,
          code="needs-option", err=["--what-if, --baseline, --show or --hide"]),
    words("folded estimates of two sides", "diff shared.out costlier.out --view flame --format folded",
          err=["are estimated"]),
    words("medians do not add up",
          "diff --base older.out --base slower.out --base sort.out same/sort.out -n 1", out=["no change"]),
    words("a formula without blanks", "top sort.out -e Ir-Dr --format csv", out=["self:Ir-Dr"]),
    Case("a formula of a number and an event", ["top", "sort.out", "-e", "2 Ir", "--format", "csv"],
         out=["self:2 Ir"]),
    words("an event with a hyphen that nobody has", "top sort.out -e L1-misses", exit=2, code="unknown-event"),
    words("calls have inclusive costs alone", "calls sort.out --sort self", out=["1 pair · 1,220 Ir in total"]),
    words("lines that filters leave", "annotate sort.out --focus ^nobody$", exit=2, code="no-lines",
          err=["the filtered profile has no source lines"]),
    words("events of one side alone", "diff sort.out lonely_loop.out",
          err=["not compared, since not all sides have it: Dr"]),
    words("callers by self cost", "callers compare sort.out --sort self:Dr", exit=2, code="bad-value",
          err=["an inclusive cost here"]),
    words("callers by the order of a file", "peek main --config project/self.toml sort.out",
          out=["calls into"]),
    words("a tree by self cost", "tree sort.out --sort self", exit=2, code="bad-value", err=["quern top"]),
    words("trend", "trend older.out sort.out slower.out --width 100", out=re.compile(
        r"^1 function · 1,120 → 2,420 Ir: .* · 3 points\n\n"
        r"total    step       %  runs  range  point\n1,120                     1         older\n"
        r"1,220    \+100   \+8.93     1         sort\n2,420  \+1,200  \+98.36     1         slower\n\n"
        r"largest step  to      change        %  first self  last self  course  functions\n"
        r"      \+1,200  slower  \+1,300  \+118.18       1,100      2,400  ▁▂█     compare  sort.c\n"
        r"all 1 function shown; 1 function did not change\nnext: quern diff sort.out slower.out\n$")),
    words("trend with labels", "trend v1=older.out v1=sort.out v2=sort.out",
          out=["1,120 to 1,220  v1\n", "v2 (noise)\n", "v2 (noise)  "]),
    words("trend of one label", "trend v1=older.out v1=sort.out", exit=2, code="missing-argument",
          err=["lacks a second point"]),
    words("trend of one run", "trend sort.out", exit=2, code="missing-argument", err=["LABEL=FILE"]),
    words("trend of inclusive costs of files", "trend --sort incl --group-by file older.out sort.out",
          out=["1 file · 1,120"]),
    words("trend of the same", "trend sort.out sort.out.gz sort.out.bz2", out=["no change in "]),
    words("trend of other events", "trend sort.out lonely_loop.out -e Dr", exit=2, code="unknown-event"),
    words("trend of ratios", "trend sort.out older.out -e Ir/calls", exit=2, code="ratio-event"),
    words("trend as json", "trend older.out sort.out slower.out --format json", json="quern.trend/1",
          out=['"events":["Ir","Dr"]', '"label":"older"', '"step":{"point":1,"change":100,"noise":false}']),
    words("trend as csv", "trend older.out sort.out --format csv",
          out=["name,file,object,match,old_name,change,largest step,step to,noise,certainty,"
               "older self:Ir,older self:Dr,sort self:Ir,sort self:Dr\n"]),
    words("trend without outliers",
          "trend --drop-outliers v1=sort.out v1=sort.out.gz v1=sort.out.bz2 v1=older.out v2=sort.out",
          out=["v1 (1 left out)\n", "no change"], err=["left out as an outlier: older.out"]),
    words("diff without outliers",
          "diff --drop-outliers --base sort.out --base sort.out.gz --base older.out --base sort.out.bz2 same/sort.out",
          out=["no change"], err=["left out as an outlier: older.out"]),
    words("diff without outliers, totals made equal",
          "diff --drop-outliers --normalize --base older.out --base sort.out.gz --base sort.out "
          "--base sort.out.bz2 slower.out",
          out=["OLD scaled: Ir × "], err=["left out as an outlier: older.out"]),
    words("three runs have no outliers", "trend --drop-outliers v1=sort.out v1=sort.out v1=older.out v2=sort.out",
          out=["v2\n"]),
    words("diff of two parts", "diff threads.out --base-thread 1 --thread 2 --exit-code", exit=1,
          out=["1 function · 100 → 23 Ir: -77"]),
    words("diff of one file", "diff sort.out", exit=2, code="missing-argument",
          err=["--base-part"]),
    words("diff of three files", "diff a b c", exit=2, code="unexpected-argument"),
    words("diff peek without a name", "diff --view peek a b", exit=2, code="needs-option"),
    words("diff renames by rule", "diff sort.out sort.out --rename s/^main$/start/ --view matches",
          out=["main"]),
    words("view of two bases", "view --base sort.out --base sort.out sort.out --no-browser", exit=2,
          code="unexpected-argument", err=["compares with one profile"]),
    words("view of two files beside a base", "view --base sort.out sort.out sort.out --no-browser",
          exit=2, code="unexpected-argument", err=["takes one FILE"]),
    words("view looks for old objects beside a base alone", "view sort.out --base-object-path p=old --no-browser",
          exit=2, code="needs-option", err=["--base-object-path needs --base FILE"]),
    words("view into a file of no size", "view sort.out --html a.html --html-size 0", exit=2,
          code="bad-value"),
    words("all callees, however far", "callees --all main sort.out", out=["1 direct and indirect callee of main · "]),
    words("all callers as JSON", "callers --all main sort.out --format json", json="quern.reach/1"),
    words("all callers take no query", "callers --all main sort.out --where calls>1", exit=2,
          code="needs-option"),
    words("all of a function needs a side", "peek --all main sort.out", exit=2, code="needs-option",
          err=["--all needs either --callers or --callees"]),
    words("view on a port that is none", "view sort.out --port 65536", exit=2, code="bad-value"),
    words("gate keeps its rules", "gate --max Ir=+1% sort.out sort.out", err="",
          out=["passed  Ir=+1%", "passed: 1 rule"]),
    words("gate fails", "gate --max Ir=10 sort.out sort.out", exit=1, err="",
          out=["FAILED  Ir=10", "failed: 1 of 1 rule"]),
    words("gate as JSON", "gate --max Ir=10 sort.out sort.out --format json", exit=1,
          json="quern.gate/1"),
    words("gate as JUnit", "gate --max Ir=10 sort.out sort.out --format junit", exit=1,
          out=['<testsuite name="quern gate" tests="1" failures="1">']),
    Case("gate of a formula of bounds",
         ["gate", "--define", "Rate = Ir/Dr", "--max", "fn = b: incl(Rate)=+1%", "cycle.out", "cycle.out"], exit=1,
         out=["FAILED  fn = b: incl(Rate)=+1% (1 of 1)\n          b: - → - (not known)\n"]),
    Case("gate of a formula of bounds without a base",
         ["gate", "--define", "Rate = Ir/Dr", "--max", "fn = b: incl(Rate)=9", "cycle.out"], exit=1,
         out=["b: - (not known)\n"]),
    Case("gate of a ratio by 0", ["gate", "--max", "fn = main: Ir/calls=5", "sort.out", "sort.out"], exit=1,
         out=["main: - → - (-)\n"]),
    Case("gate of a ratio by 0 as JSON",
         ["gate", "--max", "fn = main: Ir/calls=5", "sort.out", "sort.out", "--format", "json"], exit=1,
         json="quern.gate/1", out=['"old":null,"new":null,"delta":null,"percent":null']),
    Case("gate of calls that stacks tell", ["gate", "--max", "by call: PERF_TICKS=0", "igprof.out", "igprof.out"],
         exit=1, out=["(2 of 2)", "          (root) → main: 1 → 1 (0, +0.00 %)\n"]),
    Case("gate of calls that stacks tell, in lines of a review",
         ["gate", "--max", "by call caller = main: PERF_TICKS=0", "igprof.out", "--format", "github"], exit=1,
         out=["main → @?0x7f20: 1"]),
    Case("gate of calls that stacks do not count", ["gate", "--max", "by call: calls=0", "igprof.out"], exit=2,
         code="needs-calls"),
    Case("gate of calls that one side lacks", ["gate", "--max", "by call: Ir=+10", "sort.out", "cachegrind.out.1"],
         exit=2, code="needs-calls"),
    Case("gate whose query asks for calls that nobody counts",
         ["gate", "--max", "by call calls > 0: PERF_TICKS=0", "igprof.out"], exit=2, code="needs-calls"),
    Case("gate whose query asks Cachegrind for calls", ["gate", "--max", "calls > 0: Ir=10", "cachegrind.out.1"],
         exit=2, code="needs-calls"),
    words("gate of an event that one side counts", "gate --max Dr=+0 sort.out shared.out", exit=2, code="unknown-event",
          err=["note: not compared, since not all sides have it: Dr\n"]),
    words("diff of an event that one side counts", "diff -e Dr shared.out sort.out", exit=2, code="unknown-event",
          err=["note: not compared, since not all sides have it: Dr\n"]),
    words("gate of one file by absolute limits", "gate --max Ir=10 sort.out", exit=1,
          out=["FAILED  Ir=10"]),
    words("gate of one file by a change", "gate --max Ir=10 --max Ir=+10 sort.out", exit=2,
          code="missing-argument", err=["the rule 'Ir=+10' is about a change"]),
    Case("gate of one file by what is new", ["gate", "--max", "new: Ir=10", "sort.out"], exit=2,
         code="missing-argument"),
    words("gate of one file as JSON", "gate --max Ir=2000 sort.out --format json",
          json="quern.gate/1", out=['"old":null,"new":1220,"delta":null,"percent":null']),
    words("gate of a ratchet and rules", "gate --ratchet limits/limits.toml --max Ir=5 sort.out", exit=2,
          code="needs-option"),
    words("gate of a ratchet that nobody can write back", "gate --ratchet - sort.out", exit=2,
          code="bad-value", err=["'-' is not a file of limits"]),
    words("gate of a ratchet that is a folder", "gate --ratchet limits sort.out", exit=2,
          code="bad-value"),
    words("gate of a ratchet asks not what if", "gate --ratchet limits/limits.toml --what-if x=0 sort.out",
          exit=2, code="needs-option", err=["leave out --what-if"]),
    words("depth of folders without folders", "top --dir-depth 2 sort.out", exit=2,
          code="needs-option", err=["--dir-depth needs --group-by dir"]),
    words("gate of a ratchet that is not there", "gate --ratchet limits/none.toml sort.out", exit=2),
    words("gate of a ratchet that is no file of limits", "gate --ratchet project/sets.toml sort.out",
          exit=2, code="unknown-key"),
    Case("gate as SARIF", ["gate", "--max", "fn ~ /./: Ir=1", "sort.out", "sort.out", "--format", "sarif"], exit=1,
         out=['"startLine":16']),
    words("diff of what fits", "diff --where name=nobody sort.out names.out",
          out=["do not match the query"]),
    words("diff of calls that fit as JSON",
          "diff --where callee=main --view calls sort.out names.out --format json",
          json="quern.diff/1", out=['"where":{"query":"callee=main","left_out":']),
    words("diff of trees", "diff --view tree sort.out names.out", out=["from the call graph"]),
    words("diff of trees as JSON", "diff --view tree sort.out names.out --format json",
          json="quern.diff/1", out=['"view":"tree"']),
    words("diff of trees tells whether they differ", "diff --view tree sort.out sort.out --exit-code",
          exit=0, out=["no change"]),
    words("diff of trees that differ", "diff --view tree sort.out names.out --exit-code", exit=1),
    words("diff of flames as a picture", "diff --view flame sort.out names.out --format svg",
          out=["<svg", "Flame graph of changes"]),
    words("diff of flames as a page", "diff --view flame sort.out names.out --format html",
          out=["<!DOCTYPE html>"]),
    words("diff of flames, folded", "diff --view flame sort.out sort.out --format folded",
          err=["are estimated"]),
    words("diff of flames from one side", "diff --view flame --widths new sort.out names.out",
          out=["widths are costs of the new side"]),
    words("diff as a picture needs a flame", "diff sort.out names.out --format svg", exit=2, out="",
          err=["svg needs --view flame or graph", "hint: quern diff --view flame "]),
    words("diff depth needs a tree", "diff sort.out names.out --depth 2", exit=2,
          code="needs-option"),
    words("diff widths need a flame", "diff --view tree --widths old sort.out names.out", exit=2,
          code="needs-option"),
    words("diff of flames has one event", "diff --view flame -e Ir,Dr hot.out hot.out", exit=2,
          code="one-event"),
    words("diff peek takes no query", "diff --where name=main --view peek --of main a b", exit=2,
          code="needs-option"),
    words("diff by groups", "diff --groups groups.rules sort.out names.out", out=["group"]),
    words("a run of both sides", "diff --base older.out --base sort.out ./sort.out", exit=2, out="",
          err=["'sort.out' and './sort.out' are one file, which is a run of the old side and of the "
               "new side [same-file]"]),
    words("a run given twice", "gate --max Ir=+0 --base older.out --base older.out sort.out", exit=2,
          code="same-file", err=["'older.out' is given twice as a run of the old side"]),
    words("new runs given twice", "gate --max Ir=+0 --base older.out sort.out sort.out", exit=2,
          code="same-file", err=["given twice as a run of the new side"]),
    words("two files of equal bytes", "diff --base older.out --base sort.out same/sort.out",
          err="quern: note: 'sort.out' and 'same/sort.out' hold the same bytes\n"),
    words("one file against itself", "diff --base sort.out sort.out", out=["no change"], err=""),
    Case("gate whose rule matches nothing says so once",
         ["gate", "--max", "Ir=+0", "--max", "fn = nobody: Ir=+0", "sort.out", "sort.out"], err="",
         out=["\npassed: 2 rules\n1 rule matched nothing: 'fn = nobody: Ir=+0'\n"]),
    Case("gate whose rule matches nothing, as CSV",
         ["gate", "--max", "fn = nobody: Ir=+0", "sort.out", "sort.out", "--format", "csv"],
         err="quern: note: 1 rule matched nothing: 'fn = nobody: Ir=+0'\n"),
    Case("gate whose rule matches nothing, as JSON",
         ["gate", "--max", "fn = nobody: Ir=+0", "sort.out", "sort.out", "--format", "json"], err="",
         json="quern.gate/1", out=['"unmatched":["fn = nobody: Ir=+0"]']),
    Case("gate whose rules have to match", ["gate", "--require-match", "--max", "Ir=+0", "--max",
                                            "fn = nobody: Ir=+0", "sort.out", "sort.out"], exit=2, out="",
         code="unmatched-rule", err=["1 rule matched nothing: 'fn = nobody: Ir=+0'"]),
    Case("gate whose rules all match: a rule about what is new needs nothing new",
         ["gate", "--require-match", "--max", "Ir=+0", "--max", "new: Ir=0", "sort.out", "sort.out"],
         out=["passed: 2 rules\n"]),
    Case("gate whose rule in a file has to match",
         ["gate", "--require-match", "--config", "project/unmatched.toml", "sort.out", "sort.out"], exit=2,
         code="unmatched-rule", err=["project/unmatched.toml:4:"]),
    words("gate without a rule", "gate sort.out sort.out", exit=2, code="missing-argument"),
    Case("gate of groups of one's own",
         ["gate", "--groups", "groups.rules", "--max", "by group: Ir=+0", "--max",
          "by group group = sorting: Ir=+2k", "--max", "by file: Ir=+5k", "sort.out", "slower.out"],
         exit=1, out=["FAILED  by group: Ir=+0", "sorting: 1,200 → 2,400",
                      "passed  by group group = sorting", "passed  by file"]),
    Case("gate of groups without any", ["gate", "--max", "by group: Ir=+0", "sort.out", "sort.out"],
         exit=2, code="bad-rule", err=["no groups are defined", "--groups FILE"]),
    words("gate with a bad rule", "gate --max Ir sort.out sort.out", exit=2, code="bad-rule"),
    words("gate with a bad rule in a file", "gate --config project/gate.toml sort.out sort.out",
          exit=2, code="bad-rule", err=["project/gate.toml:2:"]),
    words("gate against nothing", "gate --max Ir=+1% --against x sort.out", exit=2,
          code="no-such-baseline"),
    words("gate saves a baseline", "gate --save-baseline saved sort.out", out="",
          err="quern: note: saved 1 file as baseline saved; nothing was compared\n"),
    words("gate saves all files of runs", "gate --siblings --save-baseline runs pair/threads.out.9-01 "
          "pair/threads.out.9-02 pair/threads.out.10-01", out="",
          err=re.compile(r"(^|\n)quern: note: saved 4 files of 2 runs as baseline runs; nothing was")),
    words("gate compares with all files of runs", "gate --max Ir=+0 --against runs --siblings "
          "pair/threads.out.9-01", out=["passed: 1 rule", "123 → 123"]),
    words("gate keeps a saved baseline", "gate --save-baseline saved sort.out", exit=4,
          code="output-exists"),
    words("gate replaces it when told to", "gate --save-baseline saved --force sort.out"),
    words("gate compares with it", "gate --max Ir=+0 --against saved sort.out",
          out=["passed: 1 rule"]),
    Case("gate takes the first event whatever other rules name",
         ["gate", "--max", "Dr=+0", "--max", "self > 50%: Ir=+0", "hot.out", "hotter.out"], exit=1,
         out=["FAILED  self > 50%: Ir=+0", "hot_2: - → 200"]),
    words("gate of a ratio by name", "gate --define Each=Ir/calls --max Each=+0 sort.out slower.out",
          exit=1, out=["FAILED  Each=+0"]),
    words("gate of a ratio alone", "gate --define R=Dr/Ir --max R=1 sort.out", out=["passed  R=1"]),
    Case("gate of rows that a ratio chooses", ["gate", "--define", "R=Dr/Ir", "--max", "R < 0.01: Ir=+0",
                                               "sort.out", "slower.out"],
         out=["passed  R < 0.01: Ir=+0 (0 checked)"]),
    Case("gate of a share of a ratio", ["gate", "--define", "R=Dr/Ir", "--max", "fn = main: R=5%", "sort.out"],
          exit=2, code="bad-rule"),
    Case("gate renames what it groups",
         ["gate", "--max", "by name: Ir=+1%", "--match", "exact", "--rename", "s/_[0-9]//",
          "hot.out", "hotter.out"], exit=1, out=["hot: 100 → 200"]),
    words("diff asks all events whether anything differs",
          "diff --exit-code --rename s/_[0-9]// hot.out hot.out"),
    words("gate of a broken file", "gate --max Ir=+0 sort.out broken.out", exit=3,
          code="costs-exceed-events"),
]

LINES = [
    words("diff of lines of two versions",
          "diff --view annotate older.out sort.out --base-source-path before --source-path project",
          out=["sort.c  1,120 → 1,220 Ir: +100 (+8.93 %)\nold source: before/sort.c\n"
               "new source: project/sort.c\n",
               "+12.50       800       900   52  51    line 51\n",
               "→ compare  +1 call, +100 Ir (+9.09 %)\n", "... 27 lines\n",
               "+100  +12.20       820       920  lines that both sources have\n",
               "0    0.00       300       300  lines after the end of a source\n"]),
    words("changed lines as a list",
          "diff --group-by line older.out sort.out --base-source-path before --source-path project",
          out=["All 3 lines by self change · 1,120 → 1,220 Ir: +100 (+8.93 %)",
               "+100   +12.50       800       900  sort.c:51 (old 52)\n",
               "all 3 lines shown; 1 line did not change\n", "next: quern diff --view annotate --of 'sort.c:53' "]),
    words("changed lines as a list by number", "diff --group-by line older.out sort.out --format csv -e Ir",
          out=["file,old file,old line,new line,match,old self:Ir,new self:Ir,change of self:Ir,noise\n",
               "\nsort.c,,51,51,number,,900,900,\n"]),
    words("changed lines as a list as md", "diff --group-by line older.out sort.out --format md -n 1 -e Ir",
          out=["| sort.c |", "not shown: 5 lines, -800 Ir self"]),
    words("changed lines as a list as JSON", "diff --group-by line older.out sort.out --format json -e Ir",
          json="quern.diff/1", out=['"view":"lines"', '"group_by":"line"', '"old_line":51,"new_line":51',
                                    '"not_shown":{"self":[0]}']),
    words("changed lines that fit", "diff --group-by line older.out sort.out --where self>850 --min-change 1",
          out=["+900", "not shown: 5 lines, -800 Ir self; 5 do not match the query"]),
    words("changed lines by inclusive cost", "diff --group-by line older.out sort.out --sort incl", exit=2,
          code="bad-value", err=["--sort takes an event for source lines"]),
    words("changed lines by calls", "diff --group-by line older.out sort.out --sort calls", exit=2, code="bad-value"),
    words("changed lines asked for their calls", "diff --group-by line older.out sort.out --where calls>1", exit=2,
          code="bad-query"),
    words("changed lines of other views", "diff --group-by line --view tree older.out sort.out", exit=2,
          code="needs-option", err=["--group-by line needs --view top"]),
    words("changed lines of kinds", "diff --group-by line --kinds added older.out sort.out", exit=2,
          code="needs-option"),
    words("no loops of two sides", "diff --group-by loop older.out sort.out", exit=2, code="bad-value"),
    words("changed lines of profiles without", "diff --group-by line igprof.out igprof.out", exit=2, code="no-lines",
          err=["neither side has source lines"]),
    words("changed lines differ", "diff --group-by line older.out sort.out --exit-code", exit=1),
    words("equal lines do not differ", "diff --group-by line sort.out sort.out --exit-code", out=["no change in"]),
    Case("gate of lines", ["gate", "--max", "by line: Ir=+10%", "older.out", "sort.out", "--base-source-path", "before",
                           "--source-path", "project"], exit=1,
         out=["FAILED  by line: Ir=+10% (1 of ", "sort.c:51: 800 → 900 (+100, +12.50 %)"]),
    Case("gate of lines as SARIF", ["gate", "--max", "by line: Ir=800", "sort.out", "--format", "sarif"], exit=1,
         out=['"uri":"sort.c"},"region":{"startLine":51}', 'at line 51 in sort.c"']),
    Case("gate of lines as annotations", ["gate", "--max", "by line: Ir=800", "sort.out", "--format", "github"], exit=1,
         out=["::error file=sort.c,line=51,title=by line%3A Ir=800::sort.c:51: 900"]),
    Case("gate of lines as junit", ["gate", "--max", "by line: Ir=800", "sort.out", "--format", "junit"], exit=1,
         out=["sort.c:51: 900"]),
    Case("gate of lines as md", ["gate", "--max", "by line: Ir=800", "sort.out", "--format", "md"], exit=1,
         out=["| sort.c:51 |"]),
    Case("gate of lines as JSON", ["gate", "--max", "by line: Ir=800", "sort.out", "--format", "json"], exit=1,
         json="quern.gate/1", out=['"scope":"sort.c:51","file":"sort.c"']),
    Case("gate of lines by inclusive cost", ["gate", "--max", "by line: incl(Ir)=1", "sort.out"], exit=2,
         code="bad-rule", err=["a line of source code has no inclusive cost"]),
    Case("gate of lines without any", ["gate", "--max", "by line: PERF_TICKS=1", "igprof.out"], exit=2, code="no-lines"),
    words("diff of lines by number", "diff --view annotate older.out sort.out --source-path project",
          out=["both sides have the same source: lines are paired by number\n",
               "note: --base-source-path DIR says"]),
    words("diff of lines without sources", "diff --view annotate older.out sort.out",
          out=["old source not found; tried:\n  sort.c (no such file)\n", "+900        -         .",
               "1 file whose source was not found\n"]),
    words("diff of lines with a source that is newer",
          "diff --view annotate older.out sort.out --source-path newer",
          out=["warning: the old source is newer than the profile; lines may have moved\n",
               "new source: newer/sort.c\nnew source: newer than the profile too\n"]),
    words("diff of lines of a function",
          "diff --view annotate --of compare older.out sort.out --base-source-path before "
          "--source-path project --context 0",
          out=["Changes in compare", "52  51    line 51\n", "other functions\n"]),
    words("diff of lines around a line",
          "diff --view annotate --of sort.c:51 older.out sort.out --base-source-path before "
          "--source-path project --context 1",
          out=["51  50    line 50\n", "53  52    line 52\n", "other lines of the file\n"]),
    words("diff of lines as JSON", "diff --view annotate older.out sort.out --format json",
          json="quern.diff/1", out=['"view":"annotate"', '"old_line":52,"new_line":52,'
                                    '"match":"number","text":null']),
    words("diff of lines as CSV", "diff --view annotate older.out sort.out --format csv -e Ir "
          "--base-source-path before --source-path project --context 0",
          out="file,old line,new line,match,old self:Ir,new self:Ir,change of self:Ir,old calls,"
              "old inclusive:Ir,new calls,new inclusive:Ir,noise,text\n"
              "sort.c,18,17,same,,,,2,1100,3,1200,,line 17\n"
              "sort.c,52,51,same,800,900,100,,,,,,line 51\n"
              "sort.c,,53,,,300,300,,,,,,\nsort.c,54,,,300,,-300,,,,,,\n"),
    words("diff of lines tells that nothing changed",
          "diff --view annotate --exit-code sort.out sort.out", out=["no change\n"]),
    words("diff of lines tells whether they differ",
          "diff --view annotate --exit-code older.out sort.out", exit=1),
    words("diff of lines of several runs",
          "diff --view annotate --base older.out --base sort.out same/sort.out",
          out=["medians of 2 and 1 runs", "<noise>"]),
    words("diff of lines of nobody", "diff --view annotate --of missing older.out sort.out", exit=2,
          code="no-such-function"),
    words("diff of lines where there are none", "diff --view annotate igprof.out igprof.out", exit=2,
          code="no-lines"),
    words("diff of lines by inclusive cost", "diff --view annotate --sort incl:Ir older.out sort.out",
          exit=2, code="bad-value"),
    words("diff of lines takes no query", "diff --view annotate --where name=main older.out sort.out",
          exit=2, code="needs-option"),
    words("lines around others need lines", "diff --context 2 older.out sort.out", exit=2,
          code="needs-option"),
    words("old sources need lines", "diff --base-source-path before older.out sort.out", exit=2,
          code="needs-option"),
    words("old objects need lines", "diff --base-object-path sort=before older.out sort.out", exit=2,
          code="needs-option", err=["--base-object-path needs --view annotate"]),
    words("an old object is two words", "diff --view annotate --base-object-path sort older.out sort.out", exit=2,
          code="bad-value", err=["--base-object-path app=old/build"]),
    words("inlined functions need no lines", "diff --inlines function --object-path sort=before older.out "
          "sort.out", out=["functions by self change"], err=["record with --dump-instr=yes"]),
    words("loops have their inlined code", "top --group-by loop --inlines function sort.out", exit=2,
          code="needs-option", err=["--group-by loop and --inlines function"]),
    words("instructions of a line", "annotate g --addresses addresses.out", out=["0x20  5 Ir"]),
    words("instructions of a line for programs", "annotate --addresses --format json addresses.out",
          out=['"instructions":[{"address":"0x20","object":"program","self":[5],"inlined_at":[]}]']),
    words("instructions need addresses", "annotate --addresses sort.out", exit=2, code="no-addresses",
          err=["--dump-instr=yes"]),
    words("inlined functions need addresses", "top --inlines function sort.out", out=["main"],
          err=["note: sort.out: record with --dump-instr=yes"]),
    words("of another view than lines a file may tell", "diff --config project/lines.toml older.out "
          "sort.out", out=["functions by self change"]),
    words("of lines a file may tell", "diff --view annotate --config project/lines.toml --of sort.c:51 "
          "older.out sort.out", out=["50    line 50\n", "new source: project/sort.c"]),
]

MEANT = [
    words("words of other tools name the command", "compare sort.out older.out", exit=2, code="unknown-command",
          err=["hint: did you mean 'quern diff OLD NEW'?\n"]),
    words("a word for adding up leads to a command that runs", "sum sort.out older.out", exit=2,
          code="unknown-command", err=["did you mean 'quern merge FILE FILE... -o NEW.callgrind'?"]),
    words("a word for limits leads to a command that runs", "assert sort.out older.out", exit=2,
          code="unknown-command", err=["did you mean 'quern gate --max Ir=+1% OLD NEW'?"]),
    words("a conversion without a target shows one", "convert sort.out", exit=2, code="missing-argument",
          err=["hint: usage: quern convert FILE... -o NEW.json\n"]),
    words("a merge without a target shows one", "merge sort.out older.out", exit=2, code="missing-argument",
          err=["hint: usage: quern merge [FILE...] -o NEW.json\n"]),
    words("a name that nothing has leads to all names", "peek qwertzuiop sort.out", exit=2,
          code="no-such-function", err=["hint: `quern top -n 0` lists all names; "]),
    words("a query of calls for no event", "calls sort.out --where foo>1", exit=2, code="unknown-event",
          err=["no event 'foo'"]),
    words("a folder is not the word of another tool", "web", exit=2, code="unknown-command",
          err=["hint: did you mean 'quern view'?\n"]),
    words("a missing file is a missing file", "run7", exit=3, code="no-such-file", err=["run7: error: no such file"]),
    words("a small v asks for the version", "-v", exit=2, code="unknown-option", err=["did you mean '-V'"]),
    words("help of an option names its command", "help sort", exit=2, code="unknown-topic",
          err=re.compile(r"hint: --sort is an option of 'quern top' and \d+ other commands: quern top --help\n$")),
    words("help of no topic is two lines", "help frobnicate", exit=2, code="unknown-topic",
          err=re.compile(r"^[^\n]*\nhint: 'quern help --all' lists all commands and topics\n$")),
    words("an option of other commands names one", "info sort.out -e Ir", exit=2, code="unknown-option",
          err=["hint: -e is an option of 'quern top' and "]),
    Case("a script leads to recording it", ["my script"], exit=3, code="unrecognised",
         err=["hint: record a profile of it: quern record -- python3 'my script'\n"]),
    words("Massif is not Callgrind", "massif.out.1", exit=3, code="unrecognised",
          err=["this looks like a Massif profile", "valgrind --xtree-memory=full"]),
    words("perf leads to folded stacks", "perf.data", exit=3, code="unrecognised",
          err=["perf script -i perf.data | stackcollapse-perf.pl > app.folded converts it"]),
    words("a folder leads to its newest profile", "top runs", exit=3, code="is-a-directory",
          err=["hint: its newest profile is runs/callgrind.out.2\n"]),
    words("a folder without profiles leads to recording", "top nothing/", exit=3, code="is-a-directory",
          err=["record one: quern record -- ./app\n"]),
    words("an event without its unit in any case", "top xdebug.out -e memory --format csv",
          out=["self:Memory_(bytes)"]),
    words("an event is named once and its unit is in the number", "top xdebug.out",
          out=["7.000 us Time in total"]),
    words("a rule abbreviates an event", "gate xdebug.out xdebug.out --max time=+1%", out=["passed"]),
    words("a query needs no unit of an event", "top xdebug.out --where memory>5 --format csv", out=["\nf,"]),
    words("a query takes no abbreviation of an event", "top xdebug.out --where mem>5", exit=2, code="unknown-event",
          err=["no event 'mem'", "did you mean Memory_(bytes)?"]),
    words("a sort key abbreviates an event", "top xdebug.out --sort self:mem -e time,mem",
          out=["1 function · 20 B Memory in total"]),
    words("a conversion abbreviates an event", "convert xdebug.out --to folded -e mem -o -", out=" 20\n".join(["f", ""])),
    words("an ambiguous event lists the candidates", "top cachegrind.out.1 -e i", exit=2, code="unknown-event",
          err=["no event 'i'", "several events begin with it: Ir, I1mr, ILmr"]),
    words("several profiles are added up aloud", "top older.out names.out", out=["1,155 Ir in total (Instruction Fetch) · 2 files\n"],
          err="quern: note: 2 profiles added up; to compare them: quern diff older.out names.out\n"),
    words("several profiles are added up in silence", "top -q older.out names.out", err=""),
    words("threads of one run are no sum of profiles", "top pair/threads.out.9-01 pair/threads.out.9-02", err="",
          out=re.compile(r"^(?!.* profiles)")),
    words("two runs of a comparison are no sum", "diff older.out sort.out", err=""),
    words("what to record is separated by commas", "record --dry-run --for jumps,caches -- ./a",
          out=["--dump-instr=yes --callgrind-out-file=callgrind.out.%p --collect-jumps=yes --cache-sim=yes "
               "--branch-sim=yes"]),
    Case("a rule of a name suggests the rule of a function", ["gate", "older.out", "sort.out", "--max", "leaf: Ir=+1%"],
         exit=2, err=["hint: for the function of this name: 'fn = leaf: Ir=+1%'\n"]),
    words("an object without debug information says how to get lines", "annotate f addresses.out",
          out=["hint: program has no debug information: compile it with -g and record again\n"]),
    words("an unknown object says how to get lines", "annotate f unknown_object.out",
          out=["hint: to get lines, compile the program with -g and record again\n"]),
    words("files without cost need no source", "diff --view annotate free.out free_new.out --min 0",
          out=re.compile(r"^(?s:(?!.*gone\.c \(no such file\)).*a\.c \(no such file\))")),
    words("sources are shown without folders called dot", "annotate dots.out --source-path ./project/./",
          out=["source: project/sort.c\n"]),
]

ODD_ROWS = ("red\\x1b[31m\\x09f,=1+1.c,,5,", "-[A b],=1+1.c,,4,", "@octocat(#12),=1+1.c,,3,", "App\\x5cx41,=1+1.c,,2,")

LOSSES = [
    words("CSV escapes control characters", "top odd_names.out -e Ir --format csv",
          out=["\n" + row for row in ODD_ROWS]),
    words("TSV escapes control characters", "top odd_names.out -e Ir --format tsv",
          out=["\n" + row.replace(",", "\t") for row in ODD_ROWS]),
    words("converted CSV escapes control characters", "convert odd_names.out --to csv -o - -q",
          out=["\n0,red\\x1b[31m\\x09f,,=1+1.c,1,,5,1\n", "\n0,-[A b],,=1+1.c,2,,4,1\n"]),
    words("CSV protects formulas with --spreadsheet", "top odd_names.out -e Ir --format csv --spreadsheet",
          out=["\nred\\x1b[31m\\x09f,'=1+1.c,,5,", "\n'-[A b],'=1+1.c,,4,", "\n'@octocat(#12),'=1+1.c,,3,"]),
    words("converted TSV protects formulas with --spreadsheet", "convert odd_names.out --to tsv --spreadsheet -o -",
          out=["\n0\t'-[A b]\t\t'=1+1.c\t2\t\t4\t1\n"]),
    words("negative numbers stay numbers with --spreadsheet",
          "diff sort.out older.out --format csv -e Ir --spreadsheet", out=[",-100,"]),
    words("--spreadsheet needs a table", "top sort.out --spreadsheet", exit=2, code="needs-option",
          err=["--spreadsheet needs --format csv or tsv"]),
    words("--spreadsheet needs a table to convert to", "convert sort.out --to json --spreadsheet", exit=2,
          code="needs-option", err=["--spreadsheet needs --to csv or tsv"]),
    words("Callgrind's format keeps names as bytes", "convert odd_names.out --to callgrind -o -",
          out=["fn=(1) red\x1b[31m\tf\n"]),
    words("Markdown links and mentions nobody", "top odd_names.out -e Ir --format md",
          out=["| `@octocat(#12)` |", "| `https://evil.example/` |", "| -\\[A b\\] |"]),
    Case("a gate's Markdown mentions nobody",
         ["gate", "--max", 'fn = "@octocat(#12)": Ir=1', "--format", "md", "--base", "odd_names.out", "odd_names.out"],
          exit=1, out=["`@octocat(#12)`"]),
    words("a diff's Markdown mentions nobody", "diff sort.out odd_names.out -e Ir --format md", out=["`@octocat(#12)`"]),
    words("convert says what it drops and estimates", "convert sort.out --to folded -o -",
          err="quern: note: dropped: lines, files of functions, counts of calls, events other than Ir; "
              "estimated: stacks (the file cannot say so)\n"),
    words("convert says it for IgProf, which marks no estimates", "convert sort.out --to igprof -o -",
          err=["estimated: stacks (the file cannot say so)"]),
    words("convert says it for pprof, which marks estimates", "convert sort.out --to pprof -o sort_losses.pb.gz",
          err="quern: note: dropped: lines, counts of calls; estimated: stacks\n"),
    words("convert is quiet about losses with -q", "convert sort.out --to folded -o - -q", err=""),
    words("convert says nothing where nothing is lost", "convert sort.out --to callgrind -o -", err=""),
    words("merge says what it drops", "merge sort.out older.out --to cachegrind -o -",
          err=["note: dropped: calls, counts of calls"]),
    words("peaks are not added up", "convert peaks.igprof --to callgrind -o -",
          out=["events: MEM_TOTAL MEM_TOTAL:calls\n", "totals: 220 5\n"],
          err="quern: note: dropped: addresses, peaks, resources still held; estimated: counts of calls; "
              "changed: stacks into calls\n"),
    words("merged peaks are not added up", "merge peaks.igprof peaks.igprof --to callgrind -o -",
          out=["totals: 440 10\n"], err=["dropped: ", "peaks"]),
    words("convert --check names peaks", "convert peaks.igprof --to callgrind --check", exit=1,
          out=["peaks", "left out: readers of the format would add them up",
               "total of MEM_TOTAL:peak: 0 instead of 50\n"]),
    words("a table holds peaks", "convert peaks.igprof --to csv -o -", out=["MEM_TOTAL:peak", ",100,2,50\n"]),
    words("folded stacks of a peak if asked for", "convert peaks.igprof --to folded --event MEM_TOTAL:peak -o -",
          out="main 50\nmain;make 40\n", err=["changed: a peak into costs that add up"]),
    words("leaks and a baseline", "leaks held.out --baseline held.out", exit=2, code="needs-option",
          err=["--baseline cannot be subtracted from single blocks"]),
    words("the hint of leaks and a baseline", "top --event MEM_LIVE --baseline held.out held.out", out=["MEM_LIVE"]),
    words("estimates stay estimates where another filter follows", "top --what-if ^d$=0 --focus ^a$ shared.cg",
          out=["~ 51 Ir in total", "~ 50   ~ 98.04", "~ 51  ~ 100.00      1  a"]),
    words("even where the other filter fits nothing", "calls --what-if ^d$=0 --ignore nothing shared.cg",
          out=["     ~ 51  ~ 47.22      1  main → a", "     ~ 50  ~ 46.30      1  a → c"]),
    words("an estimate of 0 is one, too", "tree --bottom-up --focus ^[ac]$ upwards.cg",
          out=["~ 1,999,099,000  ~ 100.00      main", "        ~ 1,000   ~ <0.01      a"]),
    words("scaled by an estimate", "diff --normalize --focus ^[ac]$ ways.cg ways-less.cg",
          out=["      ~ +59    ~ +4.75   ~ 1,241     1,300"]),
    words("one part scaled by an estimate",
          "diff --normalize --part 1 --focus ^[ac]$ ways-parts.cg ways-less-parts.cg",
          out=["      ~ +59    ~ +4.75   ~ 1,241     1,300"]),
    words("a baseline goes through each step of the filters",
          "top from.cg --baseline from-base.cg --show-from ^d$ --show ^f$",
          out=[" ~ 4  ~ -100.00        ~ 4  ~ -100.00      0  (not shown)\n", "~ -8   ~ 200.00       ~ -8"]),
    words("--what-if is of the baseline, too", "top --what-if ^x$=0 --baseline old.folded new.folded",
          out=["   0     0.00          0     0.00  x\n", "-1 samples in total"]),
    words("changes that make up for each other", "diff --view tree --exit-code old.folded swapped.folded", exit=1,
          err="", out=["no branch changed as a whole, but some below did: --unchanged opens them\n"]),
    words("and where they are", "diff --view tree --unchanged old.folded swapped.folded", out=["      x\n", "      y\n"]),
    words("a tree without a change", "diff --view tree --exit-code old.folded old.folded", err="", out=["no change\n"]),
    Case("calls above the total without recursion",
         ["graph", "--baseline", "old.folded", "new.folded", "--min", "0"], out=re.compile(r"\A(?!.*recursive).*next: ", re.DOTALL)),
    words("--min is said as it was asked", "top sort.out --min 50",
          out=["\n--min 50\n", "; 1 is below --min 50\n"]),
    words("--min beside a query", "top sort.out --min 50 --where calls>=0", out=["where calls>=0", "--min 50"]),
    words("a change to fewer and cheaper calls", "diff sort.out older.out",
          out=["-400 by fewer calls, "]),
    words("the note of --what-if has the unit of the table", "top places.out -e Time_(10ns) --what-if main=50%",
          err=re.compile(r"--what-if changes Time_\(10ns\) by -[0-9.,]+ [mun]s ")),
    words("--what-if says how many functions match", "top sort.out --what-if sort=50%",
          err=["2 functions match by name, file or object"]),
    words("American spelling of matched names", "diff sort.out older.out --match normalized", out=["2 functions by self change"]),
    words("the old spelling of matched names", "diff sort.out older.out --match normalised", out=["2 functions by self change"]),
]
LOSSES += [words("convert -o %s" % name, "convert sort.out -q -o x_losses_%s" % name, err="")
           for name in ("x.json", "x.csv", "x.tsv", "x.db", "x.sqlite", "x.folded", "x.pb.gz", "x.callgrind",
                        "x.speedscope.json", "x.cachegrind", "x.igprof", "x.json.gz")]
LOSSES += [
    words("view -o names a page", "view sort.out -o page_losses.svg", exit=2, code="bad-value",
          err=["'-o page_losses.svg' names the format svg, and 'quern view' writes only html"]),
]
LOSSES += [words("convert -o x.json writes quern's own JSON", "top x_losses_x.json", out=["compare"])]

# What a word, a file or a suffix means, and what is never replaced.
MEANINGS = [
    words("an answer replaces no profile", "top sort.out -o older.out", exit=4, code="output-exists",
          err=["older.out: error: a file of this name exists, and it is a profile", "choose another name for -o"]),
    words("an answer never replaces its profile", "top sort.out -o sort.out --force", exit=4, code="output-exists",
          err=["it is a profile"]),
    words("a page never replaces its profile", "view sort.out -o sort.out --force", exit=4, code="output-exists"),
    words("--html names no profile", "view --html callgrind.out.1", folder="runs", exit=2, code="missing-argument",
          err=["'callgrind.out.1' is a profile, and --html names the page to write",
               "quern view --html PAGE.html callgrind.out.1"]),
    words("peek lacks a name", "peek callgrind.out.1", folder="runs", exit=2, code="missing-argument",
          err=["'quern peek' lacks the name of a function", "quern peek NAME callgrind.out.1"]),
    words("the name comes before the profile", "peek sort.out main", exit=2, code="missing-argument",
          err=["'sort.out' is a profile; the name of a function comes first", "quern peek 'main' sort.out"]),
    words("a name that is neither a function nor a file", "annotate nofile.out", folder="runs", exit=2,
          code="no-such-function", err=["there is no file of this name either"]),
    words("a word with a dot is a file where no profile is", "annotate nofile.out", folder="project", exit=3,
          code="no-such-file", err=["nofile.out: error: no such file"]),
    words("the newest profile is not its own base", "top --baseline ./callgrind.out.2", folder="runs", exit=2,
          code="missing-argument", err=["the newest profile in this folder, 'callgrind.out.2', is the base"]),
    words("a profile that is named twice", "top sort.out sort.out", err=["'sort.out' is counted twice"]),
    words("suffixes in any case", "top sort.out -o x_meaning.JSON"),
    words("a JSON answer in a file with capitals", "top sort.out -o x_meaning.JSON", exit=4, code="output-exists"),
    words("no compressed answers", "top sort.out -o x.json.gz", exit=2, code="bad-value",
          err=["'-o x.json.gz' names a compressed file", "compress the file afterwards"]),
    words("no compressed pages", "view sort.out -o x.html.gz", exit=2, code="bad-value"),
    words("no answers in the name of a profile", "top sort.out -o x.callgrind", exit=2, code="bad-value",
          err=["'-o x.callgrind' is the name of a profile", "'quern convert FILE -o x.callgrind' writes profiles"]),
    words("a recording's answer is no profile", "record -o x.callgrind -- true", exit=125, code="bad-value",
          err=["--profile x.callgrind names the profile"]),
    words("--to counts more than a suffix", "convert sort.out --to speedscope -o x_meaning2.json"),
    words("suffixes of profiles in any case", "convert sort.out -q -o X_MEANING.CALLGRIND.GZ"),
    words("compressed with capitals", "top X_MEANING.CALLGRIND.GZ", out=["compare"]),
    words("a suffix chooses the format of a repaired copy", "check --repair sort.out -o x_meaning3.json"),
    words("a repaired copy in JSON", "top --dialect quern-json x_meaning3.json", out=["compare"]),
    words("sarif by suffix", "gate --max Ir=+1% sort.out older.out -o x_meaning.sarif"),
    words("junit by suffix", "gate --max Ir=+1% sort.out older.out --format junit -o x_meaning.csv", exit=2,
          code="conflicting-options"),
    words("a sign behind a letter", "top sort.out -e=Dr -n=1", out=["self Dr"]),
]

MAPS = [
    words("help of maps", "map --help", out=["--tiles WHAT", "[NAME] [FILE...]", "--height N"]),
    words("a map of calls", "map shared.out", out=["Treemap of calls · 130 Ir in total", "largest tiles"]),
    words("a map of sources", "map --tiles source shared_lines.out --format json", json="quern.map/1",
          out=['"tiles_are":"source"', '"kind":"line"']),
    words("a map around a function", "map f shared.out",
          out=["Treemap of f and its callees · 60 Ir inclusive, 46.15 % of the total"]),
    words("a map of its callers", "map h --tiles callers shared.out", out=["Treemap of the callers of h"]),
    words("a map around nobody", "map nobody shared.out", exit=2, code="no-such-function"),
    words("a map around one of several", "map o names.out", exit=2, code="ambiguous-name"),
    words("a map of sources around a function", "map f shared.out --tiles source", exit=2,
          code="needs-option", err=["a map around NAME needs --tiles callees or callers"]),
    words("a map of no such tiles", "map shared.out --tiles sources", exit=2, code="bad-value",
          err=["--tiles is callees, callers, source, object, parts, not 'sources'", "did you mean 'source'"]),
    words("a map of objects by file", "map shared.out --tiles object --group-by file", exit=2,
          code="needs-option", err=["--group-by and --groups need --tiles callees or callers"]),
    words("a map as a picture by its suffix", "map shared.out -o shared_map.svg", out=""),
    words("a map in pixels", "map shared.out --format svg --pixels 300", out=['width="300" height="180"', "<svg"]),
    words("a text of so many pixels", "map shared.out --height 300", exit=2, code="needs-option",
          err=["--height needs --format svg or html"]),
]

CASES = (USAGE + MEANT + DECLARED + BELOW_0 + LOSSES + COMPARED + LINES + MEANINGS + CONFIGURATION + ORDERS + CHOICES + FLAMES + MAPS + INPUTS + READING + ANSWERS + ANNOTATED +
         NAMES_OF_FUNCTIONS + HELP)
