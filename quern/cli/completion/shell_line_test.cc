// SPDX-License-Identifier: MIT
#include "quern/cli/completion/shell_line.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace quern::cli {
namespace {

constexpr std::string_view kBreaks = " \t\n\"'><=;|&(:";

/// The line as it becomes when `value` is chosen.
std::string completed(std::string_view before, std::string_view value) {
  const ShellLine line = parse_shell_line(before, "", kBreaks);
  return replacement(line, value);
}

TEST(ShellLine, WordsLoseTheirQuotes) {
  const ShellLine line =
      parse_shell_line(R"(quern peek 'a b' "c\"d\e" f\ g)", " 'next one' -n", kBreaks);
  EXPECT_EQ(line.words,
            (std::vector<std::string>{"quern", "peek", "a b", "c\"d\\e", "f g", "next one", "-n"}));
  EXPECT_EQ(line.current, 4U);
}

TEST(ShellLine, ABlankBeforeTheCursorBeginsAnEmptyWord) {
  const ShellLine line = parse_shell_line("quern top ", "", kBreaks);
  EXPECT_EQ(line.current, 2U);
  EXPECT_EQ(line.words[2], "");
}

TEST(ShellLine, TheRestOfTheCurrentWordIsNoWord) {
  const ShellLine line = parse_shell_line("quern peek ma", "in file.out", kBreaks);
  EXPECT_EQ(line.words, (std::vector<std::string>{"quern", "peek", "ma", "file.out"}));
}

TEST(ShellLine, OnlyWhatFollowsTheLastWordBreakIsReplaced) {
  EXPECT_EQ(completed("quern peek std::ve", "std::vector"), "vector");
  EXPECT_EQ(completed("quern top --sort=incl:I", "--sort=incl:Ir"), "Ir");
  EXPECT_EQ(completed(R"(quern peek std\:\:ve)", "std::vector"), "std::vector");
  EXPECT_EQ(completed("quern peek mai", "main"), "main");
}

TEST(ShellLine, CharactersOfTheShellAreEscaped) {
  EXPECT_EQ(completed("quern peek f", "f(int, T<1>) $x`'\"\\"),
            R"(f\(int,\ T\<1\>\)\ \$x\`\'\"\\)");
}

TEST(ShellLine, AnOpenQuoteStaysOpen) {
  EXPECT_EQ(completed("quern peek \"f(", "f(int, $x \"y\")"), R"(f(int, \$x \"y\"))");
  EXPECT_EQ(completed("quern peek 'f", "f('a') $x"), R"(f('\''a'\'') $x)");
  EXPECT_EQ(completed("quern peek \"std::v", "std::vector<int>"), "std::vector<int>");
}

TEST(ShellLine, AClosedQuoteIsPartOfTheWord) {
  EXPECT_EQ(completed("quern peek 'a b'", "a b c"), R"(a\ b\ c)");
}

TEST(ShellLine, ALoneBackslashAtTheEndStandsForNothing) {
  const ShellLine line = parse_shell_line(R"(quern peek f\)", "", kBreaks);
  EXPECT_EQ(line.words[2], "f");
}

}  // namespace
}  // namespace quern::cli
