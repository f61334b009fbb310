// SPDX-License-Identifier: MIT
#include "quern/formats/callgrind/names/aliases.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <string>

#include "quern/formats/callgrind/grammar/codes.h"

namespace quern::callgrind {
namespace {

class AliasesTest : public ::testing::Test {
 protected:
  NameId function(std::string_view value, bool nested = false) {
    return aliases.resolve(NameKind::kFunction, value, {++line, 4}, nested);
  }
  std::string text(NameId id) { return std::string(symbols.names.text(id)); }

  Symbols symbols;
  Findings findings;
  Aliases aliases{symbols, findings};
  uint64_t line = 0;
};

TEST_F(AliasesTest, DefinesAndRefers) {
  const NameId defined = function("(12) main");
  EXPECT_EQ(text(defined), "main");
  EXPECT_EQ(function("(12)"), defined);
  EXPECT_EQ(function("(0xc)  "), defined);
  EXPECT_EQ(function("main"), defined);
  EXPECT_EQ(text(aliases.resolve(NameKind::kFile, "(12) a.c", {1, 1}, false)), "a.c");
  EXPECT_EQ(function("(12)"), defined);
  EXPECT_TRUE(findings.empty());
}

TEST_F(AliasesTest, BindsReferencesToTheFirstDefinitionThatFollows) {
  const NameId early = function("(7)");
  function("(7) first");
  EXPECT_EQ(text(function("(7) second")), "second");
  aliases.end_file();
  EXPECT_EQ(text(early), "first");
  EXPECT_EQ(findings.count(kAliasForward), 1U);
  EXPECT_EQ(findings.count(kAliasRedefined), 1U);
}

TEST_F(AliasesTest, TakesUndefinedReferencesLiterally) {
  const NameId never = function("(0x10)");
  aliases.end_file();
  EXPECT_EQ(text(never), "(16)");
  EXPECT_EQ(findings.count(kAliasUndefined), 1U);
  const NameId next_file = function("(16) next file");
  EXPECT_EQ(text(next_file), "next file");
  EXPECT_EQ(findings.count(kAliasRedefined), 0U);
}

TEST_F(AliasesTest, ExpandsNestedNames) {
  function("(2) main");
  function("(4) walk");
  EXPECT_EQ(text(function("(7) (4)'(2)", true)), "walk'main");
  EXPECT_EQ(text(function("(8) (4)'2'(2)", true)), "walk'2'main");
  EXPECT_EQ(text(function("(9) (4)'2", true)), "walk'2");
  EXPECT_EQ(text(function("(10) (8)'(2)", true)), "walk'2'main'main");
  EXPECT_EQ(text(function("(11) (4)'2'3", true)), "(4)'2'3");
  EXPECT_EQ(text(function("(13) (4)", true)), "(4)");
  EXPECT_EQ(text(function("(14) (4)'(2)", false)), "(4)'(2)");
}

TEST_F(AliasesTest, ComposesNestedNamesWhosePiecesComeLater) {
  const NameId nested = function("(7) (4)'(8)", true);
  const NameId deeper = function("(8) (4)'2", true);
  function("(4) walk");
  aliases.end_file();
  EXPECT_EQ(text(nested), "walk'walk'2");
  EXPECT_EQ(text(deeper), "walk'2");
}

TEST_F(AliasesTest, SurvivesNamesMadeOfThemselves) {
  const NameId itself = function("(7) (7)'2", true);
  const NameId first = function("(1) (3)'2", true);
  const NameId second = function("(3) (1)'3", true);
  aliases.end_file();
  EXPECT_EQ(text(itself), "(7)'2");
  EXPECT_EQ(text(first), "(3)'2");
  EXPECT_EQ(text(second), "(3)'2'3");
}

TEST_F(AliasesTest, DoublingNamesStayBounded) {
  function("(1) some_name_of_a_function", true);
  for (int id = 2; id < 2000; ++id) {
    function("(" + std::to_string(id) + ") (" + std::to_string(id - 1) + ")'(" +
                 std::to_string(id - 1) + ")",
             true);
  }
  EXPECT_LT(text(function("(1999)")).size(), size_t{64} << 20);
}

/// Names that double each other: what is too long to be spelled out is a name of its own still.
TEST_F(AliasesTest, ShortensWhatTakesTooMuchRoom) {
  std::set<uint32_t> names = {function("(0) aaaaaaaaaaaaaaaa", true).value};
  for (int id = 1; id <= 40; ++id) {
    names.insert(function("(" + std::to_string(id) + ") (" + std::to_string(id - 1) + ")'(" +
                              std::to_string(id - 1) + ")",
                          true)
                     .value);
  }
  EXPECT_EQ(names.size(), 41U);
  EXPECT_GT(findings.count(kOddName), 10U);
  EXPECT_TRUE(text(function("(40)")).starts_with("aaaaaaaaaaaaaaaa'aaaaaaaaaaaaaaaa [shortened: "));
}

/// Files are compared and merged by names: what a shortened name is must not hang on other names.
TEST_F(AliasesTest, ShortensTheSameNameTheSameInEveryFile) {
  const auto last = [this](bool other_names_first, char letter) {
    Symbols its_symbols;
    Aliases its_aliases(its_symbols, findings);
    const auto define = [&](const std::string& value) {
      return its_aliases.resolve(NameKind::kFunction, value, {}, true);
    };
    if (other_names_first) {
      define("(100) b");
      define("(101) c");
    }
    define("(0) " + std::string(16, 'a') + letter);
    for (int id = 1; id < 30; ++id) {
      define(fmt::format("({}) ({})'({})", id, id - 1, id - 1));
    }
    return std::string(its_symbols.names.text(define("(29)")));
  };
  EXPECT_EQ(last(true, 'x'), last(false, 'x'));
  EXPECT_NE(last(false, 'x'), last(false, 'y'));
}

TEST_F(AliasesTest, CallsOddNamesOdd) {
  EXPECT_EQ(text(function("(1, 2)::f")), "(1, 2)::f");
  EXPECT_EQ(text(function("(99999999999999999999) f")), "(99999999999999999999) f");
  EXPECT_EQ(text(function("(below main)")), "(below main)");
  EXPECT_EQ(findings.count(kOddName), 2U);
  EXPECT_EQ(function(""), kUnknownName);
  EXPECT_EQ(findings.count(kEmptyName), 1U);
}

TEST(AliasTable, AgreesWithAMap) {
  AliasTable table;
  std::map<uint64_t, NameId> plain;
  std::mt19937_64 random(3);
  for (uint32_t step = 1; step < 50'000; ++step) {
    const uint64_t id = random() % 10 == 0  ? random()
                        : random() % 2 == 0 ? random() % 3000
                                            : random() % 10'000'000;
    table.set(id, NameId(step));
    plain[id] = NameId(step);
  }
  for (const auto& [id, name] : plain) {
    ASSERT_EQ(table.name(id), name) << id;
  }
  EXPECT_EQ(table.name(123'456'789'012), std::nullopt);
}

}  // namespace
}  // namespace quern::callgrind
