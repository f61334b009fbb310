// SPDX-License-Identifier: MIT
#include "quern/output/text/row_text.h"

#include <gtest/gtest.h>

namespace quern {
namespace {

Style style_for(std::string input, size_t width = 0) {
  Style style;
  style.width = width;
  style.input = std::move(input);
  return style;
}

TEST(ShownName, IsPrintableAndNeverEmpty) {
  EXPECT_EQ(shown_name("main", {}), "main");
  EXPECT_EQ(shown_name("", {}), "???");
  EXPECT_EQ(shown_name("a\x1b[m", {}), "a\xEF\xBF\xBD[m");
}

TEST(ShownName, IsShortOnRequest) {
  Style style;
  style.short_names = true;
  EXPECT_EQ(shown_name("f<int>", style), "f<…>");
  EXPECT_EQ(shown_name("f<int>", {}), "f<int>");
}

TEST(NameCell, OffersEverShorterPlaces) {
  using Places = std::vector<std::string>;
  EXPECT_EQ(name_cell({"f", "/src/a.c", "/lib/b.so"}, "", {}).places,
            (Places{"/src/a.c:/lib/b.so", "/src/a.c:b.so", "/src/a.c", "a.c"}));
  EXPECT_EQ(name_cell({"f", "", "/lib/b.so"}, "", {}).places, (Places{"/lib/b.so", "b.so"}));
  EXPECT_EQ(name_cell({"f", "", ""}, "", {}).places, Places{});
}

TEST(NameCell, DoesNotRepeatTheGroupsName) {
  EXPECT_EQ(name_cell({"a.c", "a.c", "b"}, "", {}).places.front(), "b");
  EXPECT_EQ(name_cell({"b", "", "b"}, "", {}).places, std::vector<std::string>{});
}

TEST(CountedRows, KnowsPlurals) {
  EXPECT_EQ(counted_rows(1, GroupBy::kFunction), "1 function");
  EXPECT_EQ(counted_rows(1234, GroupBy::kClass), "1,234 classes");
  EXPECT_EQ(rows_word(GroupBy::kDir), "folders");
}

TEST(NextLine, NeedsAnInput) {
  EXPECT_EQ(next_line("check", style_for("a.out")), "next: quern check a.out\n");
  EXPECT_EQ(next_line("check", style_for("")), "");
}

TEST(NextPeek, QuotesForTheShell) {
  const Style style = style_for("a.out");
  EXPECT_EQ(next_peek({"f(int)", "", ""}, GroupBy::kFunction, style),
            "next: quern peek 'f(int)' a.out\n");
  EXPECT_EQ(next_peek({"it's", "", ""}, GroupBy::kFunction, style),
            "next: quern peek 'it'\\''s' a.out\n");
  EXPECT_EQ(next_peek({"a.c", "", ""}, GroupBy::kFile, style),
            "next: quern peek --group-by file 'a.c' a.out\n");
  EXPECT_EQ(next_peek({"-f", "", ""}, GroupBy::kFunction, style),
            "next: quern peek -- '-f' a.out\n");
  EXPECT_EQ(next_peek({"-f", "", ""}, GroupBy::kFunction, style_for("--siblings a.out")), "")
      << "no option is read behind --";
}

TEST(NextPeek, MergesWhatSharesItsName) {
  Style style = style_for("a.out");
  style.is_shared_name = [](std::string_view name) { return name == "f"; };
  EXPECT_EQ(next_peek({"f", "", ""}, GroupBy::kFunction, style),
            "next: quern peek --group-by name 'f' a.out\n");
  EXPECT_EQ(next_peek({"g", "", ""}, GroupBy::kFunction, style), "next: quern peek 'g' a.out\n");
  EXPECT_EQ(next_peek({"f", "", ""}, GroupBy::kFile, style),
            "next: quern peek --group-by file 'f' a.out\n");
  EXPECT_EQ(next_diff_peek({"f", "", ""}, style),
            "next: quern diff --view peek --group-by name --of 'f' a.out\n");
}

TEST(NextLine, NeedsWhatCanBeReadAgain) {
  Style style = style_for("-");
  style.can_read_again = false;
  EXPECT_EQ(next_line("check", style), "");
  EXPECT_EQ(next_peek({"f", "", ""}, GroupBy::kFunction, style), "");
}

TEST(NextPeek, SuggestsNoNameThatCannotBeTyped) {
  EXPECT_EQ(next_peek({"", "", ""}, GroupBy::kFunction, style_for("a.out")), "");
  EXPECT_EQ(next_peek({"a\tb", "", ""}, GroupBy::kFunction, style_for("a.out")), "");
  EXPECT_EQ(next_peek({"a\xff", "", ""}, GroupBy::kFunction, style_for("a.out")), "");
}

TEST(LeftOutLine, TellsWhatHasNoRoom) {
  const std::vector<std::string> names = {"Dr", "Dw"};
  EXPECT_EQ(left_out_line(names), "columns without room: Dr, Dw (--width 0 shows all)\n");
  EXPECT_EQ(left_out_line({}), "");
}

}  // namespace
}  // namespace quern
