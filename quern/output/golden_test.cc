// SPDX-License-Identifier: MIT
//
// Answers from call graphs in every form, as people and programs get them.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "quern/load/find/codes.h"
#include "quern/output/test_support.h"

namespace quern {
namespace {

// Two parts of one run, two events, templates, a cycle of two, direct recursion, an object and a
// file that are not known, declared totals that do not fit and a header row of no known kind.
constexpr std::string_view kProfile = R"(# callgrind format
version: 1
creator: callgrind-3.19.0
pid: 4711
cmd: ./sort --threads 2 numbers.txt
colour: red
part: 1
thread: 1
desc: Trigger: Program termination
positions: line
events: Ir Time_(10ns)
event: Ir : Instruction Fetch
event: Both = Ir + 2 Time_(10ns) : All together
event: Lost = Ir + Xy

ob=/usr/local/bin/sort
fl=/home/build/sort/src/main.cc
fn=main
16 20 5
cfi=/home/build/sort/src/sort.h
cfn=void sort::quick<int, std::less<int> >(std::vector<int, std::allocator<int> >&, int, int)
calls=1 50
17 98000 40000
cfi=/home/build/sort/src/input.cc
cfn=parse_list
calls=2 5
18 30000 1700
cob=/usr/lib/x86_64-linux-gnu/libc.so.6
cfi=???
cfn=printf
calls=100 0
19 700 900

fl=/home/build/sort/src/sort.h
fn=void sort::quick<int, std::less<int> >(std::vector<int, std::allocator<int> >&, int, int)
51 60000 30000
+2 300 100
cfn=void sort::quick<int, std::less<int> >(std::vector<int, std::allocator<int> >&, int, int)
calls=1022 50
54 700000 300000
cfn=bool std::operator< <char, std::char_traits<char> >(std::string const&, std::string const&)
calls=20000 7
55 37700 9900

fn=bool std::operator< <char, std::char_traits<char> >(std::string const&, std::string const&)
7 37700 9900

fl=/home/build/sort/src/input.cc
fn=parse_list
5 9000 500
cfn=parse_item
calls=300 30
6 21000 1200

fn=parse_item
30 15000 1000
cfn=parse_list
calls=40 5
31 4000 300
cob=/usr/lib/x86_64-linux-gnu/libc.so.6
cfi=???
cfn=strtol
calls=300 0
32 6000 200

ob=/usr/lib/x86_64-linux-gnu/libc.so.6
fl=???
fn=strtol
0 6000 200
fn=printf
0 700 900

totals: 128720 42600

part: 2
thread: 2
desc: Trigger: --toggle-collect=work
events: Ir Time_(10ns)

ob=/usr/local/bin/sort
fl=/home/build/sort/src/worker.cc
fn=worker|main
70 5000 123456789

totals: 5000 123456789
)";

constexpr std::string_view kBroken = R"(# callgrind format
events: Ir Dr
colour: red
fl=a.c
fn=main
1 2 3 4
	2	x 3
3 1 1
totals: 9 9
)";

TEST(Golden, Info) {
  const auto profile = read_profile(kProfile);
  compare_view("info", info_of(*profile));
}

TEST(Golden, Summary) {
  const auto profile = read_profile(kProfile);
  compare_view("summary", summarise(*profile, selected(*profile, some_rows(5, SortBy::kSelf))));
}

TEST(Golden, Top) {
  const auto profile = read_profile(kProfile);
  compare_view("top", Top(*profile, selected(*profile, some_rows(6, SortBy::kSelf))));
}

TEST(Golden, TopOfAllEventsByInclusiveCost) {
  const auto profile = read_profile(kProfile);
  SelectionWords words = some_rows(0, SortBy::kInclusive);
  words.all_events = true;
  compare_view("top_all", Top(*profile, selected(*profile, words)));
}

/// Columns that are no costs, and rows that a query lets through.
SelectionWords asked_words(RowKind rows, const std::string& where) {
  SelectionWords words = some_rows(5, SortBy::kInclusive);
  words.events = {"Ir", "Rate", "Ir/calls"};
  words.defines = {"Rate [%] = 100 \"Time_(10ns)\" / Ir : time of instructions"};
  words.takes_ratios = true;
  words.where = where;
  words.rows = rows;
  return words;
}

TEST(Golden, RatiosAndQueries) {
  const auto profile = read_profile(kProfile);
  const Selection of_top =
      selected(*profile, asked_words(RowKind::kFunctions, "incl(Ir) > 1k and name != printf"));
  compare_view("top_asked", Top(*profile, of_top));
  const Selection of_calls = selected(*profile, asked_words(RowKind::kCalls, "calls < 50"));
  compare_view("calls_asked", Calls(*profile, of_calls));
  const Result<Peek> answer = peek(*profile, of_calls, "main");
  ASSERT_TRUE(answer);
  compare_all("peek_asked", [&answer](const Style& style, ByteSink& out) {
    render(*answer, PeekSides::kBoth, style, out);
  });
}

TEST(Golden, RowsByPlace) {
  const auto profile = read_profile(kProfile);
  SelectionWords words = some_rows(20, SortBy::kSelf);
  words.sort = "place";
  words.takes_order = true;
  const Selection selection = selected(*profile, words);
  compare_view("top_place", Top(*profile, selection));
  compare_view("calls_place", Calls(*profile, selection));
}

TEST(Golden, RunningTotals) {
  const auto profile = read_profile(kProfile);
  SelectionWords words = some_rows(4, SortBy::kSelf);
  words.all_events = true;
  words.running = true;
  compare_view("top_running", Top(*profile, selected(*profile, words)));
}

TEST(Golden, Lines) {
  const auto profile = read_profile(kProfile);
  SelectionWords words = some_rows(7, SortBy::kSelf);
  words.all_events = true;
  words.running = true;
  words.group_by = GroupBy::kLine;
  const Result<Lines> lines = Lines::make(*profile, selected(*profile, words));
  ASSERT_TRUE(lines);
  compare_view("lines", *lines);
}

/// A loop within a loop, one that calls recursively, and one of code without lines.
TEST(Golden, Loops) {
  const auto profile = read_profile(
      "positions: instr line\nevents: Ir Dr\nob=app\nfl=a.c\nfn=main\n0x10 2 20 1\n"
      "jcnd=80/100 0x14 3\n0x14 3\n0x14 3 100 30\ncfn=f\ncalls=20 0x30 9\n0x16 4 700 7\n"
      "jcnd=19/20 0x10 2\n0x18 4\n0x18 4 20 0\nfn=f\n0x30 9 700 7\nfn=g\n0x40 12 10 0\n"
      "cfn=g\ncalls=3 0x40 12\n0x42 13 50 0\njcnd=9/9 0x40 12\n0x44 14\n0x44 14 10 0\n"
      "fn=h\n0x50 0 3 0\njump=2 0x50 0\n0x52 0\n");
  SelectionWords words = some_rows(3, SortBy::kSelf);
  words.all_events = true;
  words.group_by = GroupBy::kLoop;
  const Result<Loops> loops = Loops::make(*profile, selected(*profile, words));
  ASSERT_TRUE(loops);
  compare_view("loops", *loops);
}

TEST(Golden, PercentagesOfTheFunction) {
  const auto profile = read_profile(kProfile);
  SelectionWords words = some_rows(20, SortBy::kInclusive);
  words.percent_of = PercentOf::kParent;
  const Selection selection = selected(*profile, words);
  for (const auto& [name, golden] :
       {std::pair("main", "peek_percent"), std::pair("parse_item", "peek_percent_cycle")}) {
    const Result<Peek> answer = peek(*profile, selection, name);
    ASSERT_TRUE(answer);
    compare_all(golden, [&answer](const Style& style, ByteSink& out) {
      render(*answer, PeekSides::kBoth, style, out);
    });
  }
}

TEST(Golden, PercentagesOfTheBranchAbove) {
  const auto profile = read_profile(kProfile);
  SelectionWords words = some_rows(6, SortBy::kInclusive);
  words.percent_of = PercentOf::kParent;
  compare_view("tree_percent", tree(*profile, selected(*profile, words), {}).value());
}

/// Costs of time in ms; those of other events, and forms for programs, stay as they are.
TEST(Golden, AUnit) {
  const auto profile = read_profile(kProfile);
  SelectionWords words = some_rows(3, SortBy::kSelf);
  words.all_events = true;
  words.sort = "Time_(10ns)";
  words.unit = "ms";
  const Selection selection = selected(*profile, words);
  compare_view("top_unit", Top(*profile, selection));
  compare_view("tree_unit", tree(*profile, selection, {}).value());
}

TEST(Golden, TopByFileOfOnePart) {
  const auto profile = read_profile(kProfile);
  SelectionWords words = some_rows(2, SortBy::kInclusive);
  words.group_by = GroupBy::kFile;
  words.parts = "1";
  words.events = {"Time_(10ns)"};
  compare_view("top_file", Top(*profile, selected(*profile, words)));
}

TEST(Golden, Calls) {
  const auto profile = read_profile(kProfile);
  compare_view("calls", Calls(*profile, selected(*profile, some_rows(5, SortBy::kInclusive))));
}

TEST(Golden, Peek) {
  const auto profile = read_profile(kProfile);
  SelectionWords words = some_rows(1, SortBy::kInclusive);
  words.all_events = true;
  const Selection selection = selected(*profile, words);
  const auto show = [&](std::string_view name, const auto& with) {
    const Result<Peek> answer = peek(*profile, selection, name);
    ASSERT_TRUE(answer.has_value()) << answer.error().message;
    with([&answer](const Style& style, ByteSink& out) {
      render(*answer, PeekSides::kBoth, style, out);
    });
  };
  show("parse_item", [](const auto& answer) { compare_all("peek", answer); });
  show("main", [](const auto& answer) { compare_text("peek_no_callers", answer); });
  show("sort::quick", [](const auto& answer) { compare_text("peek_recursive", answer); });
  show("strtol", [](const auto& answer) { compare_text("peek_no_callees", answer); });
}

TEST(Golden, CallersAndCallees) {
  const auto profile = read_profile(kProfile);
  const Result<Peek> answer =
      peek(*profile, selected(*profile, some_rows(20, SortBy::kInclusive)), "parse_item");
  ASSERT_TRUE(answer.has_value()) << answer.error().message;
  compare_text("callers", [&answer](const Style& style, ByteSink& out) {
    render(*answer, PeekSides::kCallers, style, out);
  });
  compare_text("callees", [&answer](const Style& style, ByteSink& out) {
    render(*answer, PeekSides::kCallees, style, out);
  });
}

TEST(Golden, Check) {
  compare_view("check", check_of(*read_profile(kBroken, true), false));
  const auto compare_verdict = [](const std::string& name, const Check& check) {
    compare_text(name, [&check](const Style& style, ByteSink& out) { render(check, style, out); });
  };
  compare_verdict("check_sound", check_of(*read_profile("events: Ir\nfn=f\n1 2\n"), false));
  compare_verdict("check_odd", check_of(*read_profile(kProfile), false));
  compare_verdict("check_strict", check_of(*read_profile(kProfile), true));
}

TEST(Golden, Codes) {
  const std::vector<const CodeInfo*> all = all_codes();
  const std::vector<const CodeInfo*> first(all.begin(), all.begin() + 5);
  compare_all("codes", [&first](const Style& style, ByteSink& out) {
    render(std::span<const CodeInfo* const>(first), style, out);
  });
}

}  // namespace
}  // namespace quern
