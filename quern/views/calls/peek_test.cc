// SPDX-License-Identifier: MIT
#include "quern/views/calls/peek.h"

#include "quern/query/test_support.h"
#include "quern/views/lists/node_costs.h"

namespace quern {
namespace {

/// f is called by main and by g, which it calls itself; it also calls itself and h.
constexpr std::string_view kPeekText =
    "events: Ir\nfl=a.c\n"
    "fn=main\n1 1\ncfn=f\ncalls=2 1\n1 100\n"
    "fn=f\n1 40\ncfn=f\ncalls=5 1\n1 10\ncfn=g\ncalls=3 1\n1 50\ncfn=h\ncalls=4 1\n1 20\n"
    "fn=g\n1 40\ncfn=f\ncalls=1 1\n1 10\n"
    "fn=h\n1 20\n";

std::string listed(const std::vector<PeekNeighbour>& rows) {
  std::string text;
  for (const PeekNeighbour& row : rows) {
    text += text.empty() ? "" : ", ";
    text += std::string(row.name.name) + " " + to_decimal(exactly(row.count)) + "x " +
            told(row.inclusive);
    text += row.is_self ? " self" : "";
    text += row.is_in_cycle ? " cycle" : "";
  }
  return text;
}

Result<Peek> peeked(const Profile& profile, std::string_view name, const Words& words = {}) {
  return peek(profile, selected(profile, words), name);
}

TEST(Peek, StandsBetweenCallersAndCallees) {
  const auto profile = read_text(kPeekText);
  const Result<Peek> answer = peeked(*profile, "f");
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->function.name.name, "f");
  EXPECT_EQ(told(answer->function.self), "40");
  EXPECT_EQ(told(answer->function.inclusive[0]), "100..100");
  EXPECT_EQ(listed(answer->callers), "main 2x 100, f 5x 10 self cycle, g 1x 10 cycle");
  EXPECT_EQ(listed(answer->callees), "g 3x 50 cycle, h 4x 20, f 5x 10 self cycle");
  EXPECT_EQ(told(answer->from_callers), "120");
  EXPECT_EQ(told(answer->into_callees), "80");
  EXPECT_EQ(told(answer->totals), "101");
}

TEST(Peek, TellsWhatACycleIsMadeOfAndWhatIsLeftOut) {
  const auto profile = read_text(kPeekText);
  for (const std::string_view name : {"f", "g"}) {
    const Result<Peek> answer = peeked(*profile, name);
    ASSERT_TRUE(answer && answer->books);
    const CycleBreakdown& books = *answer->books;
    EXPECT_EQ(books.cycle, 1U);
    EXPECT_EQ(books.members, 2U);
    EXPECT_EQ(told(books.self), "80");
    EXPECT_EQ(told(books.leaving), "20");
    EXPECT_EQ(told(books.whole), "100");
    EXPECT_EQ(told(books.entering), "100");
    EXPECT_EQ(told(books.inside), "70");  // f to g 50, g to f 10, f to f 10
    ASSERT_TRUE(books.calls_inside);
    EXPECT_EQ(told(*books.calls_inside), "9");  // 3, 1 and 5
  }
  EXPECT_FALSE(peeked(*profile, "h")->books);
}

TEST(Peek, AnswersAboutManyNodesAreThoseAboutEach) {
  const auto profile = read_text(kPeekText);
  const Selection selection = selected(*profile, {});
  const NodeCosts costs(*profile, selection, NodeCosts::Edges::kWanted);
  Peeks peeks(*profile, selection, costs);
  for (const uint32_t node : costs.nodes().listed()) {
    const Peek one = peeks.of(node);
    const Result<Peek> alone = peeked(*profile, one.function.name.name);
    ASSERT_TRUE(alone);
    EXPECT_EQ(listed(one.callers), listed(alone->callers));
    EXPECT_EQ(told(one.totals), told(alone->totals));
    ASSERT_EQ(one.books.has_value(), alone->books.has_value());
    EXPECT_EQ(one.books ? told(one.books->whole) : "",
              alone->books ? told(alone->books->whole) : "");
  }
}

TEST(Peek, BooksOfAFunctionThatCallsItselfAreItsInclusiveCost) {
  const auto profile = read_text(
      "events: Ir\nfn=main\n1 1\ncfn=f\ncalls=1 1\n2 30\n"
      "fn=f\n3 20\ncfn=f\ncalls=4 1\n4 55\ncfn=g\ncalls=1 1\n5 10\nfn=g\n6 10\n");
  const Result<Peek> answer = peeked(*profile, "f");
  ASSERT_TRUE(answer && answer->books);
  EXPECT_EQ(answer->books->members, 1U);
  EXPECT_EQ(told(answer->books->whole), "30");
  EXPECT_EQ(told(answer->function.inclusive[0]), "30");
  EXPECT_EQ(told(answer->books->inside), "55");
}

TEST(Peek, NeighboursCanStandByName) {
  const auto profile = read_text(kPeekText);
  const Result<Peek> answer = peeked(*profile, "f", {.sort = "name", .limit = 2});
  ASSERT_TRUE(answer);
  EXPECT_EQ(listed(answer->callers), "f 5x 10 self cycle, g 1x 10 cycle");
  EXPECT_EQ(listed(answer->callees), "f 5x 10 self cycle, g 3x 50 cycle");
}

TEST(Peek, CutsBothSidesAtTheLimitButSumsThemUp) {
  const auto profile = read_text(kPeekText);
  const Result<Peek> answer = peeked(*profile, "f", {.limit = 1});
  ASSERT_TRUE(answer);
  EXPECT_EQ(listed(answer->callers), "main 2x 100");
  EXPECT_EQ(answer->callers_in_all, 3U);
  EXPECT_EQ(listed(answer->callees), "g 3x 50 cycle");
  EXPECT_EQ(answer->callees_in_all, 3U);
  EXPECT_EQ(told(answer->from_callers), "120");
}

TEST(Peek, FindsFunctionsByAPartOfTheirNames) {
  const auto profile = read_text(kPeekText);
  EXPECT_EQ(peeked(*profile, "ai")->function.name.name, "main");
  EXPECT_EQ(peeked(*profile, "/^m/")->function.name.name, "main");
  EXPECT_EQ(peeked(*profile, "nope").error().code, "no-such-function");
}

TEST(Peek, ListsCandidatesMostExpensiveFirst) {
  const auto profile = read_text(
      "events: Ir\nob=app\nfl=a.c\nfn=parse_x\n1 5\nfn=parse_y\n1 9\nob=\nfl=\n"
      "fn=parse_z\n1 7\n");
  const Result<Peek> answer = peeked(*profile, "parse");
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, "ambiguous-name");
  EXPECT_EQ(answer.error().fault, Fault::kUsage);
  EXPECT_EQ(answer.error().message, "'parse' matches 3 functions");
  EXPECT_EQ(answer.error().hint,
            "candidates, most expensive first:\n  parse_y  a.c:app\n  parse_z\n  parse_x  a.c:app");
}

TEST(Peek, SaysHowToMergeFunctionsOfOneName) {
  const auto profile =
      read_text("events: Ir\nfl=a.c\nfn=init\n1 5\nfl=b.c\nfn=init\n1 9\nfn=initial\n1 9\n");
  const Result<Peek> answer = peeked(*profile, "init");
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().hint,
            "candidates, most expensive first:\n  init  b.c\n  init  a.c\n"
            "they share the name: `--group-by name` merges them");
  const Result<Peek> merged = peeked(*profile, "init", {.group_by = "name"});
  ASSERT_TRUE(merged);
  EXPECT_EQ(told(merged->function.self), "14");
}

TEST(Peek, TellsHowManyCandidatesItLeavesOut) {
  std::string text = "events: Ir\n";
  for (int function = 0; function < 25; ++function) {
    text += "fn=f" + std::to_string(function) + "\n1 1\n";
  }
  const auto profile = read_text(text);
  const Result<Peek> answer = peeked(*profile, "f");
  ASSERT_FALSE(answer);
  EXPECT_TRUE(answer.error().hint.ends_with("\n  and 5 more")) << answer.error().hint;
}

TEST(Peek, TextsOfGroupsOutliveTheirMaking) {
  const auto profile = read_text(
      "events: Ir\nfl=/a/rather/long/folder/name/one.c\nfn=f\n1 1\n"
      "cfi=/another/rather/long/folder/name/two.c\ncfn=g\ncalls=1 1\n1 2\n"
      "fl=/another/rather/long/folder/name/two.c\nfn=g\n1 2\n");
  const Result<Peek> answer = peeked(*profile, "one.c", {.group_by = "file"});
  EXPECT_EQ(peeked(*profile, "/a/rather/long/folder/name", {.group_by = "dir"})
                ->callees.front()
                .name.name,
            "/another/rather/long/folder/name");
  ASSERT_TRUE(answer);
  const Peek& copy = *answer;
  EXPECT_EQ(copy.function.name.name, "/a/rather/long/folder/name/one.c");
  EXPECT_EQ(listed(copy.callees), "/another/rather/long/folder/name/two.c 1x 2");
}

TEST(Peek, FunctionsThatOnlyJumpsNameCannotBeFound) {
  const auto profile =
      read_text("events: Ir\nfl=a.c\nfn=a\n1 5\njfi=x.c\njfn=nowhere\njump=1 2\n1\n");
  EXPECT_EQ(peeked(*profile, "nowhere").error().code, "no-such-function");
}

}  // namespace
}  // namespace quern
