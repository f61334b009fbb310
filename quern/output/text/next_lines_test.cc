// SPDX-License-Identifier: MIT
#include "quern/output/text/next_lines.h"

#include <gtest/gtest.h>

#include "quern/output/shared/display_width.h"

namespace quern {
namespace {

Style style_of_input(std::string input, size_t width = 0) {
  Style style;
  style.width = width;
  style.input = std::move(input);
  return style;
}

/// Of a profile that has these functions, each once.
Style style_of_functions(std::vector<std::string> names, size_t width = 0) {
  Style style = style_of_input("a.out", width);
  style.meaning = [names = std::move(names)](std::string_view word) {
    NameMeaning meaning;
    size_t count = 0;
    for (const std::string& name : names) {
      if (name == word) {
        return NameMeaning{name, false};
      }
      if (name.find(word) != std::string::npos) {
        meaning.name = ++count == 1 ? std::string_view(name) : std::string_view();
      }
    }
    return meaning;
  };
  style.has_source = [](const RowName& name) { return name.file == "a.cc"; };
  return style;
}

TEST(NextLine, NeedsAnInputThatCanBeReadAgain) {
  EXPECT_EQ(next_line("check", style_of_input("a.out")), "next: quern check a.out\n");
  EXPECT_EQ(next_line("check", style_of_input("")), "");
  Style style = style_of_input("-");
  style.can_read_again = false;
  EXPECT_EQ(next_line("check", style), "");
  EXPECT_EQ(next_peek({"f", "", ""}, GroupBy::kFunction, style), "");
}

TEST(NextLine, IsLeftOutWhereItIsNotShorterThanTheTerminalIsWide) {
  EXPECT_EQ(next_line("check", style_of_input("a.out", 24)), "next: quern check a.out\n");
  EXPECT_EQ(next_line("check", style_of_input("a.out", 23)), "");
  std::string files;
  for (int file = 0; file < 50; ++file) {
    files += " callgrind.out." + std::to_string(4700 + file);
  }
  EXPECT_EQ(next_line("check", style_of_input(files)), "") << "80 columns where it is not known";
}

TEST(NextPeek, QuotesForTheShell) {
  const Style style = style_of_input("a.out");
  EXPECT_EQ(next_peek({"f(int)", "", ""}, GroupBy::kFunction, style),
            "next: quern peek 'f(int)' a.out\n");
  EXPECT_EQ(next_peek({"it's", "", ""}, GroupBy::kFunction, style),
            "next: quern peek 'it'\\''s' a.out\n");
  EXPECT_EQ(next_peek({"a.c", "", ""}, GroupBy::kFile, style),
            "next: quern peek --group-by file 'a.c' a.out\n");
  EXPECT_EQ(next_peek({"-f", "", ""}, GroupBy::kFunction, style),
            "next: quern peek -- '-f' a.out\n");
  EXPECT_EQ(next_peek({"-f", "", ""}, GroupBy::kFunction, style_of_input("--siblings a.out")), "")
      << "no option is read behind --";
}

TEST(NextPeek, MergesFunctionsThatShareAName) {
  Style style = style_of_input("a.out");
  style.meaning = [](std::string_view word) { return NameMeaning{word, word == "f"}; };
  EXPECT_EQ(next_peek({"f", "", ""}, GroupBy::kFunction, style),
            "next: quern peek --group-by name 'f' a.out\n");
  EXPECT_EQ(next_peek({"g", "", ""}, GroupBy::kFunction, style), "next: quern peek 'g' a.out\n");
  EXPECT_EQ(next_peek({"f", "", ""}, GroupBy::kFile, style),
            "next: quern peek --group-by file 'f' a.out\n");
  EXPECT_EQ(next_diff_peek({"f", "", ""}, style),
            "next: quern diff --view peek --group-by name --of 'f' a.out\n");
}

TEST(NextPeek, SuggestsNoNameThatCannotBeTyped) {
  EXPECT_EQ(next_peek({"", "", ""}, GroupBy::kFunction, style_of_input("a.out")), "");
  EXPECT_EQ(next_peek({"a\tb", "", ""}, GroupBy::kFunction, style_of_input("a.out")), "");
  EXPECT_EQ(next_peek({"a\xff", "", ""}, GroupBy::kFunction, style_of_input("a.out")), "");
}

TEST(NextPeek, ShortensALongNameToAPartThatMeansOnlyThisFunction) {
  const std::string name = "ns::Map<int, std::allocator<int> >::put(int, std::string const&)";
  const RowName row{name, "", ""};
  EXPECT_EQ(next_peek(row, GroupBy::kFunction, style_of_functions({name, "main"}, 70)),
            "next: quern peek 'ns::Map<int, std::allocator<int> >::put' a.out\n");
  EXPECT_EQ(next_peek(row, GroupBy::kFunction, style_of_functions({name, "main"}, 40)),
            "next: quern peek 'put' a.out\n");
  EXPECT_EQ(next_peek(row, GroupBy::kFunction, style_of_functions({name, "A::put(int)"}, 40)), "")
      << "'put' means two functions";
  EXPECT_EQ(next_peek(row, GroupBy::kFunction, style_of_functions({name, "put"}, 40)), "")
      << "'put' means another function";
}

TEST(NextPeek, SuggestsNothingWhereNoCallsAreRecorded) {
  Style style = style_of_input("cachegrind.out.1");
  style.has_calls = false;
  EXPECT_EQ(next_peek({"f", "", ""}, GroupBy::kFunction, style), "");
}

TEST(NextPeek, SuggestsNoFunctionThatIsPartOfPhp) {
  const Style style = style_of_input("a.out");
  EXPECT_EQ(next_peek({"php::strlen", "php:internal", ""}, GroupBy::kFunction, style), "");
  EXPECT_EQ(next_peek({"php:internal", "", ""}, GroupBy::kFile, style), "");
}

TEST(NextAnnotate, NeedsASourceThatIsFound) {
  const Style style = style_of_functions({"f", "g"});
  EXPECT_EQ(next_annotate({"f", "a.cc", ""}, GroupBy::kFunction, style),
            "next: quern annotate 'f' a.out\n");
  EXPECT_EQ(next_annotate({"g", "b.cc", ""}, GroupBy::kFunction, style), "");
  EXPECT_EQ(next_annotate({"a.cc", "", ""}, GroupBy::kFile, style),
            "next: quern annotate 'a.cc' a.out\n");
  EXPECT_EQ(next_annotate({"libc.so", "a.cc", ""}, GroupBy::kObject, style), "");
}

TEST(FirstTwo, LeavesOutWhatIsEmptyAndTheThird) {
  EXPECT_EQ(first_two({"", "a\n", "", "b\n", "c\n"}), "a\nb\n");
  EXPECT_EQ(first_two({}), "");
}

}  // namespace
}  // namespace quern
