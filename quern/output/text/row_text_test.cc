// SPDX-License-Identifier: MIT
#include "quern/output/text/row_text.h"

#include <gtest/gtest.h>

namespace quern {
namespace {

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

TEST(NameCell, KindsOfGroupsPrecedeEachPlaceAndStay) {
  using Places = std::vector<std::string>;
  RowName group{"Map", "", "/lib/b.so"};
  group.kind = "class";
  const TableName cell = name_cell(group, "", {});
  EXPECT_EQ(cell.places, (Places{"(class) /lib/b.so", "(class) b.so", "(class)"}));
  EXPECT_TRUE(cell.keeps_place);
  RowName unknown;
  unknown.kind = "unknown";
  EXPECT_EQ(name_cell(unknown, "", {}).places,
            (Places{"(no class, file or object known)", "(unknown)"}));
}

TEST(CountedRows, KnowsPlurals) {
  EXPECT_EQ(counted_rows(1, GroupBy::kFunction), "1 function");
  EXPECT_EQ(counted_rows(1234, GroupBy::kClass), "1,234 classes");
  EXPECT_EQ(rows_word(GroupBy::kDir), "folders");
}

TEST(LeftOutLine, TellsWhatHasNoRoom) {
  const std::vector<std::string> names = {"Dr", "Dw"};
  EXPECT_EQ(left_out_line(names), "columns that do not fit: Dr, Dw (--width 0 shows all)\n");
  EXPECT_EQ(left_out_line({}), "");
}

}  // namespace
}  // namespace quern
