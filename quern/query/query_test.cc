// SPDX-License-Identifier: MIT
#include "quern/query/query.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "quern/query/test_support.h"
#include "quern/views/lists/top.h"

namespace quern {
namespace {

constexpr int128 kMost = static_cast<int128>(~uint128{0} >> 1U);

/// A row whose costs are by name of event; what is not there is unknown.
struct Row : QueryRow {
  explicit Row(const Query& asked) : query(&asked) {}
  [[nodiscard]] std::string_view text(QueryText which) const override {
    const auto found = texts.find(which);
    return found == texts.end() ? std::string_view() : found->second;
  }
  [[nodiscard]] std::optional<int128> self(size_t event) const override {
    return cost(selfs, event);
  }
  [[nodiscard]] std::optional<int128> inclusive(size_t event) const override {
    return cost(inclusives, event);
  }
  [[nodiscard]] std::optional<int128> calls() const override { return count; }
  [[nodiscard]] int128 total(size_t) const override { return whole; }

  [[nodiscard]] std::optional<int128> cost(const std::map<std::string, int128>& costs,
                                           size_t event) const {
    const auto found = costs.find(query->events()[event]);
    return found == costs.end() ? std::nullopt : std::optional(found->second);
  }

  const Query* query;
  std::map<QueryText, std::string> texts = {
      {QueryText::kName, "read_line"},  {QueryText::kFile, "src/net/io.c"},
      {QueryText::kObject, "libio.so"}, {QueryText::kGroup, "io"},
      {QueryText::kCaller, "main"},     {QueryText::kCallee, "read_line"}};
  std::map<std::string, int128> selfs = {{"", 100}, {"Ir", 100}, {"Dr", 30}, {"Zero", 0}};
  std::map<std::string, int128> inclusives = {{"", 400}, {"Ir", 400}, {"Time_(10ns)", 7}};
  std::optional<int128> count = 5;
  int128 whole = 1000;
};

bool fits(std::string_view text) {
  const Result<Query> query = Query::read(text);
  if (!query) {
    ADD_FAILURE() << text << ": " << query.error().message;
    return false;
  }
  return query->fits(Row(*query));
}

/// "COLUMN: MESSAGE".
std::string refusal(std::string_view text, std::string_view code = "bad-query") {
  const Result<Query> query = Query::read(text);
  if (query) {
    return "none";
  }
  EXPECT_EQ(query.error().code, code);
  EXPECT_EQ(query.error().fault, Fault::kUsage);
  EXPECT_EQ(query.error().excerpt, text);
  return std::to_string(query.error().place.column) + ": " + query.error().message;
}

TEST(Query, ComparesCostsWithNumbers) {
  EXPECT_TRUE(fits("self(Ir) > 99"));
  EXPECT_FALSE(fits("self(Ir) > 100"));
  EXPECT_TRUE(fits("self(Ir) >= 100"));
  EXPECT_TRUE(fits("self(Ir) <= 100"));
  EXPECT_FALSE(fits("self(Ir) < 100"));
  EXPECT_TRUE(fits("self(Ir) = 100"));
  EXPECT_TRUE(fits("self(Ir)==1e2"));
  EXPECT_FALSE(fits("self(Ir) != 0.1k"));
  EXPECT_TRUE(fits("incl(Ir) = 400"));
  EXPECT_TRUE(fits("inclusive(Ir) < 0.001M"));
  EXPECT_TRUE(fits("Ir > -1G"));
  EXPECT_TRUE(fits("calls = 5"));
}

TEST(Query, SelfAndInclusiveAloneAreOfTheFirstEvent) {
  EXPECT_TRUE(fits("self = 100"));
  EXPECT_TRUE(fits("incl = 400"));
  EXPECT_TRUE(fits("inclusive = 400"));
}

TEST(Query, PercentagesAreOfTheTotal) {
  EXPECT_TRUE(fits("self(Ir) >= 10%"));
  EXPECT_FALSE(fits("self(Ir) > 10 %"));
  EXPECT_TRUE(fits("self(Ir) > 9.999999999999999%"));
  EXPECT_FALSE(fits("self(Ir) > 10.0000000000001%"));
}

TEST(Query, AShareOfATotalBelow0IsTheOneThatIsShown) {
  const Result<Query> query = Query::read("self(Ir) >= 50%");
  ASSERT_TRUE(query);
  Row row(*query);
  row.whole = -390;
  row.selfs["Ir"] = -400;  // 102.56 %
  EXPECT_TRUE(query->fits(row));
  row.selfs["Ir"] = 10;  // -2.56 %
  EXPECT_FALSE(query->fits(row));
}

TEST(Query, ComparesBeyondWhatDoublesTell) {
  const Result<Query> query = Query::read("Ir > 99.99999999999999%");
  ASSERT_TRUE(query);
  Row row(*query);
  row.whole = kMost;
  row.selfs["Ir"] = kMost;
  EXPECT_TRUE(query->fits(row));
  row.selfs["Ir"] = kMost - kMost / 10'000'000'000'000'000 - 1;
  EXPECT_FALSE(query->fits(row));
  row.selfs["Ir"] = kMost - kMost / 10'000'000'000'000'000;
  EXPECT_TRUE(query->fits(row));
}

TEST(Query, RatiosAreComparedExactlyAndHaveNoValueByZero) {
  EXPECT_TRUE(fits("inclusive(Ir)/calls = 80"));
  EXPECT_TRUE(fits("self(Dr)/self(Ir) = 0.3"));
  EXPECT_TRUE(fits("Dr / Ir < 0.300000000000001"));
  EXPECT_FALSE(fits("Ir / Zero > 0"));
  EXPECT_FALSE(fits("Ir / Zero <= 0"));
  EXPECT_FALSE(fits("Ir / Zero != 7"));
  const Result<Query> query = Query::read("Ir / Dr < 2");
  ASSERT_TRUE(query);
  Row row(*query);
  row.selfs["Dr"] = -30;
  EXPECT_TRUE(query->fits(row));  // -3.33
  row.selfs["Ir"] = -100;
  EXPECT_FALSE(query->fits(row));  // 3.33
}

TEST(Query, WhatARowDoesNotHaveComparesWithNothing) {
  EXPECT_FALSE(fits("Other > 0"));
  EXPECT_FALSE(fits("Other <= 0"));
  EXPECT_TRUE(fits("not Other > 0"));
}

TEST(Query, MatchesTexts) {
  EXPECT_TRUE(fits("name ~ /^read/"));
  EXPECT_FALSE(fits("fn !~ /^read/"));
  EXPECT_FALSE(fits("function ~ /^READ/"));
  EXPECT_TRUE(fits("function ~ /^READ/i"));
  EXPECT_TRUE(fits("file ~ /net\\/io\\.c$/"));
  EXPECT_FALSE(fits("file ~ /net.io..$x/"));
  EXPECT_TRUE(fits("object = libio.so"));
  EXPECT_TRUE(fits("ob == \"libio.so\""));
  EXPECT_TRUE(fits("file = src/net/io.c"));
  EXPECT_TRUE(fits("file != 'src/net/io'"));
  EXPECT_TRUE(fits("group = io"));
  EXPECT_TRUE(fits("caller = main and callee = read_line"));
}

TEST(Query, QuotedTextsMayHoldQuotes) {
  const Result<Query> query = Query::read(R"(name = "say \"a\\b\"")");
  ASSERT_TRUE(query);
  Row row(*query);
  row.texts[QueryText::kName] = R"(say "a\b")";
  EXPECT_TRUE(query->fits(row));
}

TEST(Query, AndBindsTighterThanOrAndNotTightest) {
  EXPECT_TRUE(fits("calls = 5 or calls = 6 and calls = 7"));
  EXPECT_FALSE(fits("(calls = 5 or calls = 6) and calls = 7"));
  EXPECT_FALSE(fits("not calls = 5 and calls = 6 or calls = 7"));
  EXPECT_TRUE(fits("not (calls = 5 and calls = 6) and calls = 5"));
  EXPECT_TRUE(fits("!!calls = 5 && !(calls = 6 || calls = 7)"));
  EXPECT_TRUE(fits("calls=6|calls=5&Ir=100"));
}

TEST(Query, NamesEachEventOnce) {
  const Result<Query> query =
      Query::read("Ir > 1 and self(Dr)/incl(Ir) > 1 and self > 0 and 'calls' > 2 and calls > 1");
  ASSERT_TRUE(query);
  const std::vector<std::string> events(query->events().begin(), query->events().end());
  EXPECT_EQ(events, (std::vector<std::string>{"Ir", "Dr", "", "calls"}));
}

TEST(Query, TakesNamesWithBracketsAndQuotedNames) {
  EXPECT_TRUE(fits("incl(Time_(10ns)) = 7"));
  EXPECT_TRUE(fits("incl('Time_(10ns)') = 7"));
  EXPECT_TRUE(fits("(incl(Time_(10ns)) = 7)"));
}

TEST(Query, KeepsItsText) {
  const Result<Query> query = Query::read(" calls  > 1 ");
  ASSERT_TRUE(query);
  EXPECT_EQ(query->text(), " calls  > 1 ");
}

TEST(Query, SaysWhatIsWrongWhere) {
  EXPECT_EQ(refusal(""), "1: expected a condition, found the end");
  EXPECT_EQ(refusal("Ir > 1 and"), "11: expected a condition, found the end");
  EXPECT_EQ(refusal("Ir > 1 and or"), "12: expected a condition, found 'or'");
  EXPECT_EQ(refusal("5 < Ir"), "1: expected a condition, found '5'");
  EXPECT_EQ(refusal("Ir"), "3: expected <, <=, >, >=, = or !=, found the end");
  EXPECT_EQ(refusal("Ir ~ /a/"), "4: expected <, <=, >, >=, = or !=, found '~'");
  EXPECT_EQ(refusal("Ir > much"), "6: expected a number, found 'much'");
  EXPECT_EQ(refusal("Ir > 5x"), "6: expected a number, found '5x'");
  EXPECT_EQ(refusal("Ir > 1e40"), "6: expected a number of at most 10^30");
  EXPECT_EQ(refusal("Ir > 1e30G"), "6: expected a number of at most 10^30");
  EXPECT_EQ(refusal("Ir > 1.2.3"), "6: expected a number");
  EXPECT_EQ(refusal("calls > 5%"), "10: a percentage needs an event's total");
  EXPECT_EQ(refusal("Ir/Dr > 5%"), "10: a percentage needs an event's total");
  EXPECT_EQ(refusal("self() > 5"), "6: expected the name of an event, found ')'");
  EXPECT_EQ(refusal("self(Ir > 5"), "9: expected ), found '>'");
  EXPECT_EQ(refusal("Ir/ > 5"), "5: expected a condition, found '>'");
  EXPECT_EQ(refusal("name > 5"), "6: expected ~, !~, = or !=, found '>'");
  EXPECT_EQ(refusal("name ~ main"), "8: expected /RE/, found 'main'");
  EXPECT_EQ(refusal("name ~ /main"), "8: the closing slash of this expression is missing");
  EXPECT_EQ(refusal("name = "), "8: expected a text, found the end");
  EXPECT_EQ(refusal("name = \"main"), "8: the closing quote of this text is missing");
  EXPECT_EQ(refusal("Ir > 5 Dr > 5"), "8: expected and, or, or the end, found 'Dr'");
  EXPECT_EQ(refusal("((Ir > 5)"), "1: this bracket is not closed");
  EXPECT_EQ(refusal("(Ir > 5))"), "9: this closing bracket has no opening bracket");
  EXPECT_EQ(refusal("name ~ /(/", "bad-regexp").substr(0, 2), "8:");
}

TEST(Query, ErrorsOfSeveralRowsNameTheRow) {
  const Result<Query> query = Query::read("Ir > 1 and\n  Dr >");
  ASSERT_FALSE(query);
  EXPECT_EQ(query.error().place, (Place{2, 7}));
  EXPECT_EQ(query.error().excerpt, "  Dr >");
}

TEST(Query, HostileNestingCostsNoStack) {
  const std::string open(30'000, '(');
  const std::string close(30'000, ')');
  EXPECT_TRUE(fits(open + "calls = 5" + close));
  EXPECT_TRUE(fits(std::string(60'000, '!') + "calls = 5"));
  EXPECT_EQ(refusal(open + "calls = 5"), "30000: this bracket is not closed");
  const Result<Query> query = Query::read(std::string(70'000, '('));
  ASSERT_FALSE(query);
  EXPECT_EQ(query.error().message, "the query has 70,000 characters, more than 65,536");
}

TEST(Query, SaysWhatRowsDoNotHave) {
  const auto refused = [](std::string_view text, const QueryScope& scope) {
    const Result<Query> query = Query::read(text);
    const Result<void> checked = query->check(scope);
    return checked ? std::string("none")
                   : std::to_string(checked.error().place.column) + ": " + checked.error().message;
  };
  const QueryScope functions = {.rows = "a function"};
  const QueryScope calls = {.rows = "a call", .self = false, .neighbours = true};
  EXPECT_EQ(refused("Ir > 1 and caller = main", functions), "12: a function has no caller");
  EXPECT_EQ(refused("callee = main", functions), "1: a function has no callee");
  EXPECT_EQ(refused("calls > 1 and incl(Ir) > 1 and file = a", functions), "none");
  EXPECT_EQ(refused("caller = main and Ir > 1", calls), "19: a call has no self cost");
  EXPECT_EQ(refused("caller = main and incl > 1", calls), "none");
}

TEST(Query, FitsReadableNames) {
  const auto profile = read_text(
      "events: Ir\nfl=_ZN1AC1Ev\nfn=_ZN4core3fmt9Formatter3pad17h0123456789abcdefE\n1 5\n");
  const auto shown = [&](const std::string& where, const MatchedNames& names) {
    SelectionWords words;
    words.where = where;
    words.names = names;
    return Top(*profile, select(*profile, words).value()).shown();
  };
  const auto readable = std::make_shared<const ReadableNames>();
  EXPECT_EQ(shown("name = core::fmt::Formatter::pad", readable), 1U);
  EXPECT_EQ(shown("name ~ /^_ZN/", readable), 0U);
  EXPECT_EQ(shown("file ~ /^_ZN/", readable), 1U);  // a path is no name
  EXPECT_EQ(shown("name = core::fmt::Formatter::pad", nullptr), 0U);
  EXPECT_EQ(shown("name ~ /^_ZN/", nullptr), 1U);
}

}  // namespace
}  // namespace quern
