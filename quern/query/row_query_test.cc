// SPDX-License-Identifier: MIT
#include "quern/query/row_query.h"

#include <string>

#include "quern/query/test_support.h"
#include "quern/views/calls/calls.h"
#include "quern/views/calls/peek.h"
#include "quern/views/lists/top.h"
#include "quern/views/trees/tree.h"

namespace quern {
namespace {

/// main 10 calls walk (30) twice and parse (60) three times; parse calls alloc (100, four times).
std::unique_ptr<const Profile> filtered_program() {
  return read_text(
      "events: Ir Dr\nob=app\nfl=main.c\nfn=main\n1 10 1\ncfl=walk.c\ncfn=walk\ncalls=2 1\n1 30 3\n"
      "cfl=net/parse.c\ncfn=parse\ncalls=3 1\n2 160 7\nfl=walk.c\nfn=walk\n1 30 3\n"
      "fl=net/parse.c\nfn=parse\n1 60 0\ncob=libc.so\ncfl=alloc.c\ncfn=alloc\ncalls=4 1\n2 100 7\n"
      "ob=libc.so\nfl=alloc.c\nfn=alloc\n1 100 7\n");
}

Selection where(const Profile& profile, const std::string& query, RowKind rows,
                const std::string& group_by = "") {
  SelectionWords words;
  words.defines = {"Rate = Dr/Ir", "Each = Ir/calls", "Twice = 2 Rate"};
  words.where = query;
  words.rows = rows;
  words.limit = 0;
  words.group_by = parse_group_by(group_by).value_or(GroupBy::kFunction);
  Result<Selection> selection = select(profile, words);
  if (!selection) {
    ADD_FAILURE() << selection.error().message;
    return {.completeness = Completeness(profile), .columns = {}, .parts = PartSet::all(profile)};
  }
  return std::move(*selection);
}

/// "alloc parse | 2 left out | 40 not shown".
std::string top_where(const std::string& query, const std::string& group_by = "") {
  const auto profile = filtered_program();
  const Top top(*profile, where(*profile, query, RowKind::kFunctions, group_by));
  std::string text;
  for (size_t rank = 0; rank < top.shown(); ++rank) {
    text += std::string(top.row(rank).name.name) + " ";
  }
  EXPECT_EQ(top.shown() + top.left_out(), top.row_count());
  return text + "| " + std::to_string(top.left_out()) + " left out | " + told(top.not_shown()) +
         " not shown";
}

TEST(RowQuery, TopShowsTheRowsThatFitAndTellsTheRest) {
  EXPECT_EQ(top_where("self(Ir) > 50"), "alloc parse | 2 left out | 40 not shown");
  EXPECT_EQ(top_where("self(Ir) >= 50%"), "alloc | 3 left out | 100 not shown");
  EXPECT_EQ(top_where("incl(Ir) > 150"), "parse main | 2 left out | 130 not shown");
  EXPECT_EQ(top_where("calls = 3 or calls = 2"), "parse walk | 2 left out | 110 not shown");
  EXPECT_EQ(top_where("file ~ /^net/ or object = libc.so"),
            "alloc parse | 2 left out | 40 not shown");
  EXPECT_EQ(top_where("self < 0"), "| 4 left out | 200 not shown");
}

TEST(RowQuery, WithoutAnEventAsksForTheOneThatSorts) {
  const auto profile = filtered_program();
  SelectionWords words;
  words.where = "self > 27%";
  for (const bool has_all : {false, true}) {
    words.all_events = has_all;
    words.sort = "Dr";
    const Top by_reads(*profile, *select(*profile, words));
    ASSERT_EQ(by_reads.shown(), 2U);
    EXPECT_EQ(by_reads.row(1).name.name, "walk");
    words.sort = "";
    const Top by_first(*profile, *select(*profile, words));
    ASSERT_EQ(by_first.shown(), 2U);
    EXPECT_EQ(by_first.row(1).name.name, "parse");
  }
}

TEST(RowQuery, AsksForEventsThatAreNotShown) {
  EXPECT_EQ(top_where("self(Dr) > 1"), "alloc walk | 2 left out | 70 not shown");
  EXPECT_EQ(top_where("self(Dr)/self(Ir) = 0.1"), "walk main | 2 left out | 160 not shown");
  const auto profile = filtered_program();
  const Top top(*profile, where(*profile, "incl(Dr) > 1", RowKind::kFunctions));
  EXPECT_EQ(top.totals().size(), 1U);
  EXPECT_EQ(top.row(0).self.size(), 1U);
  EXPECT_EQ(top.row(0).inclusive.size(), 1U);
}

TEST(RowQuery, AsksForRatiosByName) {
  EXPECT_EQ(top_where("Rate = 0.1"), "walk main | 2 left out | 160 not shown");
  EXPECT_EQ(top_where("self(Twice) > 0.14 and self(Twice) <= 0.2"),
            "walk main | 2 left out | 160 not shown");
  EXPECT_EQ(top_where("incl(Each) > 50"), "parse | 3 left out | 140 not shown");
  EXPECT_EQ(top_where("incl(Each) / self(Rate) = 150"), "walk | 3 left out | 170 not shown");
  // main is not called, and has no value: neither side of a comparison holds.
  EXPECT_EQ(top_where("Each >= 0"), "alloc parse walk | 1 left out | 10 not shown");
  EXPECT_EQ(top_where("Each < 0"), "| 4 left out | 200 not shown");
}

TEST(RowQuery, RefusesWhatARatioDoesNotHave) {
  const auto profile = filtered_program();
  const auto refusal = [&profile](const std::string& query, GroupBy by) {
    SelectionWords words;
    words.defines = {"Rate = Dr/Ir", "Each = Ir/calls"};
    words.where = query;
    words.group_by = by;
    const Result<Selection> selection = select(*profile, words);
    return selection
               ? "none"
               : std::to_string(selection.error().place.column) + ": " + selection.error().message;
  };
  EXPECT_EQ(refusal("self(Rate) > 5%", GroupBy::kFunction),
            "15: a percentage needs a total, and 'Rate' is a ratio");
  EXPECT_EQ(refusal("self(Rate) > 0.05", GroupBy::kFunction), "none");
  EXPECT_EQ(refusal("Ir > 1 and Each > 5", GroupBy::kLine),
            "12: a line of source code has no number of calls, which 'Each' needs");
}

TEST(RowQuery, GroupsAreAskedLikeFunctions) {
  EXPECT_EQ(top_where("group = app", "object"), "app | 1 left out | 100 not shown");
  EXPECT_EQ(top_where("self > 99 and name ~ /so$/", "object"),
            "libc.so | 1 left out | 100 not shown");
}

TEST(RowQuery, CallsAreAskedForBothEnds) {
  const auto profile = filtered_program();
  const auto pairs = [&profile](const std::string& query) {
    const Calls calls(*profile, where(*profile, query, RowKind::kCalls));
    std::string text;
    for (size_t rank = 0; rank < calls.shown(); ++rank) {
      const CallRow row = calls.row(rank);
      EXPECT_EQ(row.inclusive.size(), 1U);
      text += std::string(row.caller.name) + ">" + std::string(row.callee.name) + " ";
    }
    EXPECT_EQ(calls.shown() + calls.left_out(), calls.row_count());
    return text + "| " + told(calls.highest_not_shown()) + " | " +
           to_decimal(exactly(calls.count_not_shown()));
  };
  EXPECT_EQ(pairs("caller = main"), "main>parse main>walk | 100 | 4");
  EXPECT_EQ(pairs("callee ~ /a/ and calls > 2"), "main>parse parse>alloc | 30 | 2");
  EXPECT_EQ(pairs("file = alloc.c"), "parse>alloc | 160 | 5");
  EXPECT_EQ(pairs("incl(Dr) = 7 and incl(Ir) < 70%"), "parse>alloc | 160 | 5");
  EXPECT_EQ(pairs("incl(Ir)/calls = 15"), "main>walk | 160 | 7");
}

TEST(RowQuery, PeekKeepsItsSums) {
  const auto profile = filtered_program();
  const Result<Peek> answer =
      peek(*profile, where(*profile, "name != walk and incl(Ir) > 1%", RowKind::kCalls), "main");
  ASSERT_TRUE(answer);
  ASSERT_EQ(answer->callees.size(), 1U);
  EXPECT_EQ(answer->callees[0].name.name, "parse");
  EXPECT_EQ(answer->callees_in_all, 2U);
  EXPECT_EQ(answer->callees_left_out, 1U);
  EXPECT_EQ(answer->callers_left_out, 0U);
  EXPECT_EQ(told(answer->into_callees).substr(0, 3), "190");
}

TEST(RowQuery, ATreeLeavesBranchesOutWithAllBelowThem) {
  const auto profile = filtered_program();
  const Result<Tree> answer =
      tree(*profile, where(*profile, "name != parse and incl(Dr) < 20", RowKind::kBranches), {});
  ASSERT_TRUE(answer);
  std::string text;
  for (const TreeRow& row : answer->rows) {
    EXPECT_EQ(row.inclusive.size(), 1U);
    text += std::string(row.name.name) + " ";
  }
  EXPECT_EQ(text, "main walk ");
  EXPECT_EQ(answer->left_out, 1U);
  EXPECT_EQ(answer->rows[0].hidden.count, 1U);
  EXPECT_EQ(told(answer->rows[0].hidden.inclusive[0]), "160");
  EXPECT_EQ(answer->totals.size(), 1U);
}

TEST(RowQuery, RefusesWhatRowsDoNotHave) {
  const auto profile = filtered_program();
  const auto refusal = [&profile](const std::string& query, RowKind rows) {
    SelectionWords words;
    words.where = query;
    words.rows = rows;
    const Result<Selection> selection = select(*profile, words);
    return selection ? std::string() : selection.error().code + ": " + selection.error().message;
  };
  EXPECT_EQ(refusal("caller = main", RowKind::kFunctions), "bad-query: a function has no caller");
  EXPECT_EQ(refusal("group = x", RowKind::kFunctions), "bad-query: a function has no group");
  EXPECT_EQ(refusal("Ir > 1", RowKind::kCalls), "bad-query: a call has no self cost");
  EXPECT_EQ(refusal("callee = x", RowKind::kBranches), "bad-query: a branch has no callee");
  EXPECT_EQ(refusal("Lr > 1", RowKind::kFunctions), "unknown-event: no event 'Lr'");
  EXPECT_EQ(refusal("Ir >", RowKind::kFunctions), "bad-query: expected a number, found the end");
}

}  // namespace
}  // namespace quern
