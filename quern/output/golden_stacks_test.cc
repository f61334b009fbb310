// SPDX-License-Identifier: MIT
//
// Answers from exact stacks in every form.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "quern/output/test_support.h"

namespace quern {
namespace {

// {main} runs a query twice, once through a closure whose name has blanks; recursion; a memory
// event.
constexpr std::string_view kRun = R"(version: 1
creator: xdebug 3.1.0 (PHP 8.1.0)
cmd: /srv/shop/index.php
part: 1
positions: line

events: Time_(10ns) Memory_(bytes)

fl=(1) php:internal
fn=(1) php::PDO->query
0 81000 1200

fl=(2) /srv/shop/src/Query.php
fn=(2) Shop\Query->run
12 400 64
cfl=(1)
cfn=(1)
calls=1 0 0
14 81000 1200

fl=(1)
fn=(1)
0 250000 800

fl=(2)
fn=(2)
12 380 0
cfl=(1)
cfn=(1)
calls=1 0 0
14 250000 800

fl=(3) /srv/shop/index.php
fn=(3) {closure:/srv/shop/index.php:7-9}
7 90 0
cfl=(2)
cfn=(2)
calls=1 0 0
8 250380 800

fl=(3)
fn=(4) {main}
1 5000 4096
cfl=(2)
cfn=(2)
calls=1 0 0
5 81400 1264
cfl=(3)
cfn=(3)
calls=1 0 0
9 250470 800

summary: 340000 6200

)";

constexpr std::string_view kDump =
    "P=(HEX ID=4d2 N=(./server) T=0.000000)\n"
    "C1 FN0=(F0=(./server)+1000 N=(main))+10 V0=(MEM_TOTAL):(0,0,0) V1=(MEM_LIVE):(0,0,0)\n"
    "C2 FN1=(F0+1100 N=(load(std::string const&)))+8 V0:(1,20,20)"
    " V1:(1,20,20);LK=(0x5000,20)\n"
    "C3 FN2=(F1=(/usr/lib/libc.so.6)+9000 N=(malloc))+4 V0:(5,4000,3000)"
    " V1:(3,3000,3000);LK=(0x10010,1000);LK=(0x11010,1000);LK=(0x5040,1000)\n"
    "C2 FN3=(F0+1200 N=(serve))+30\n"
    "C3 FN2+4 V0:(2,60,60) V1:(2,60,60);LK=((nil),40);LK=(0x90000,20)\n";

TEST(GoldenStacks, Tree) {
  const auto profile = read_profile(kRun);
  SelectionWords words = some_rows(4, SortBy::kInclusive);
  words.all_events = true;
  const Result<Tree> answer = tree(*profile, selected(*profile, words), {});
  ASSERT_TRUE(answer.has_value()) << answer.error().message;
  compare_view("tree", *answer);
  const Result<Tree> up =
      tree(*profile, selected(*profile, some_rows(6, SortBy::kSelf)), {.bottom_up = true});
  ASSERT_TRUE(up.has_value()) << up.error().message;
  compare_view("tree_bottom_up", *up);
}

TEST(GoldenStacks, TreeOfACallGraph) {
  const auto profile = read_profile(
      "events: Ir\nfl=a.c\n"
      "fn=main\n1 10\ncfn=left\ncalls=1 1\n2 60\ncfn=right\ncalls=2 1\n3 30\n"
      "fn=left\n1 20\ncfn=leaf\ncalls=4 1\n1 40\n"
      "fn=right\n1 10\ncfn=leaf\ncalls=1 1\n1 20\n"
      "fn=leaf\n1 60\n");
  const Result<Tree> answer =
      tree(*profile, selected(*profile, some_rows(10, SortBy::kInclusive)), {});
  ASSERT_TRUE(answer.has_value()) << answer.error().message;
  compare_view("tree_estimated", *answer);
  SelectionWords words = some_rows(10, SortBy::kInclusive);
  words.events = {"Ir", "Ir/calls"};
  words.takes_ratios = true;
  words.rows = RowKind::kBranches;
  const Selection selection = selected(*profile, words);
  compare_view("tree_ratios", tree(*profile, selection, {}).value());
  compare_view("tree_ratios_up", tree(*profile, selection, {.bottom_up = true}).value());
}

TEST(GoldenStacks, SingleCalls) {
  const auto profile = read_profile(kRun);
  SelectionWords words = some_rows(4, SortBy::kInclusive);
  words.all_events = true;
  const Selection selection = selected(*profile, words);
  const Result<Invocations> answer = Invocations::find(*profile, selection, {});
  ASSERT_TRUE(answer.has_value()) << answer.error().message;
  compare_view("each", *answer);
  const Result<Invocations> queries =
      Invocations::find(*profile, selected(*profile, some_rows(4, SortBy::kInclusive)),
                        {.of = "php::PDO->query", .chronological = true});
  ASSERT_TRUE(queries.has_value()) << queries.error().message;
  compare_view("each_of", *queries);
}

TEST(GoldenStacks, Spreads) {
  const auto profile = read_profile(kRun);
  const Result<Spreads> answer =
      spreads(*profile, selected(*profile, some_rows(3, SortBy::kSelf)), "");
  ASSERT_TRUE(answer.has_value()) << answer.error().message;
  compare_view("spreads", *answer);
}

TEST(GoldenStacks, Leaks) {
  const auto profile = read_profile(kDump);
  const Selection selection = selected(*profile, some_rows(3, SortBy::kSelf));
  const auto show = [&](const std::string& name, const LeaksRequest& request) {
    const Result<Leaks> answer = leaks(*profile, selection, request);
    ASSERT_TRUE(answer.has_value()) << answer.error().message;
    compare_view("leaks_" + name, *answer);
  };
  for (size_t by = 0; by < kLeaksByWords.size(); ++by) {
    show(std::string(kLeaksByWords[by]), {.by = static_cast<LeaksBy>(by)});
  }
}

TEST(GoldenStacks, LeaksWithRatiosAndAQuery) {
  const auto profile = read_profile(kDump);
  SelectionWords words = some_rows(0, SortBy::kSelf);
  words.events = {"MEM_LIVE/calls"};
  words.takes_ratios = true;
  words.rows = RowKind::kHeld;
  words.where = "calls > 1";
  const Result<Leaks> answer = leaks(*profile, selected(*profile, words), {.by = LeaksBy::kStack});
  ASSERT_TRUE(answer.has_value()) << answer.error().message;
  compare_view("leaks_asked", *answer);
}

TEST(GoldenStacks, IgprofReport) {
  const auto profile = read_profile(kDump);
  SelectionWords words = some_rows(0, SortBy::kSelf);
  words.events = {"MEM_LIVE"};
  StringSink sink;
  render_igprof(gprof(*profile, selected(*profile, words)), sink);
  const auto ticks = read_profile(
      "P=(HEX ID=1 N=(a) T=0.010000)\nC1 FN0=(F0=(a)+1 N=(main))+1 V0=(PERF_TICKS):(1,1,1)\n"
      "C2 FN1=(F0+10 N=(f))+1 V0:(200,200,200)\nC3 FN1+2 V0:(3,3,3)\n");
  render_igprof(gprof(*ticks, selected(*ticks, some_rows(0, SortBy::kSelf))), sink);
  compare("igprof.txt", sink.text());
}

TEST(GoldenStacks, Paths) {
  const auto profile = read_profile(kDump);
  Selection selection = selected(*profile, some_rows(3, SortBy::kSelf));
  selection.counts_paths = true;
  compare_view("top_paths", Top(*profile, selection));
  StringSink sink;
  render_igprof(gprof(*profile, selection), sink);
  compare("igprof_paths.txt", sink.text());
}

}  // namespace
}  // namespace quern
