// SPDX-License-Identifier: MIT
#include "quern/output/text/table.h"

#include <gtest/gtest.h>

#include "quern/output/shared/display_width.h"

namespace quern {
namespace {

struct Row {
  std::vector<std::string> cells;
  TableName name;
};

std::vector<TableColumn> columns() {
  return {{"self", TableColumn::Align::kRight, 0},
          {"calls", TableColumn::Align::kRight, 2},
          {"incl %", TableColumn::Align::kRight, 1},
          {"function", TableColumn::Align::kLeft, 0}};
}

const std::vector<Row> kRows = {
    {{"1,200", "3", "98.36"}, {"compare", "", "", {"sort.c:/bin/sort", "sort.c"}}},
    {{"20", "1,000,000", "<0.01"},
     {"a_function_of_a_long_name_indeed(int)", "", " <cycle 3>", {}}}};

std::string laid_out(const std::vector<Row>& rows, size_t width, bool color = false) {
  Table table(columns(), color);
  for (const Row& row : rows) {
    table.measure(row.cells, row.name);
  }
  table.fit(width);
  std::string out;
  table.head(out);
  for (const Row& row : rows) {
    table.line(out, row.cells, row.name);
  }
  return out;
}

TEST(Table, AlignsNumbersAtTheRight) {
  EXPECT_EQ(laid_out(kRows, 0),
            " self      calls  incl %  function\n"
            "1,200          3   98.36  compare  sort.c:/bin/sort\n"
            "   20  1,000,000   <0.01  a_function_of_a_long_name_indeed(int) <cycle 3>\n");
}

TEST(Table, SparesColumnsBeforeNames) {
  EXPECT_EQ(laid_out(kRows, 45),
            " self  incl %  function\n"
            "1,200   98.36  compare  sort.c:/bin/sort\n"
            "   20   <0.01  a_function…me_indeed <cycle 3>\n");
  EXPECT_EQ(laid_out(kRows, 35),
            " self  function\n"
            "1,200  compare  sort.c:/bin/sort\n"
            "   20  a_functio…e_indeed <cycle 3>\n");
}

TEST(Table, ShowsTheFirstPlaceThatFits) {
  const std::vector<Row> rows = {
      {{"1", "2", "3"}, {"compare", "", "", {"sort.c:/usr/local/bin/sort", "sort.c"}}}};
  EXPECT_TRUE(laid_out(rows, 0).ends_with("compare  sort.c:/usr/local/bin/sort\n"));
  EXPECT_TRUE(laid_out(rows, 40).ends_with("compare  sort.c\n"));
}

TEST(Table, CutsAPlaceRatherThanLosingIt) {
  const std::vector<Row> rows = {
      {{"1", "2", "3"}, {"f", "", "", {"/a/very/long/folder/of/sort.c"}}}};
  EXPECT_TRUE(laid_out(rows, 40).ends_with("  f  /a/very/…/sort.c\n")) << laid_out(rows, 40);
}

TEST(Table, CutsANameForThePlaceThatStays) {
  TableName name{"./string/memset-unaligned-erms.S", "", "", {"(file) libc.so", "(file)"}};
  name.keeps_place = true;
  const std::vector<Row> rows = {{{"1", "2", "3"}, name}};
  EXPECT_TRUE(laid_out(rows, 64).ends_with("  ./string/memset-unaligned-erms.S  (file)\n"));
  EXPECT_TRUE(laid_out(rows, 36).ends_with("  …/memset-unaligned-erms.S  (file)\n"))
      << laid_out(rows, 36);
  EXPECT_TRUE(laid_out(rows, 30).ends_with("  memset-unaligned-erms.S\n")) << laid_out(rows, 30);
}

TEST(Table, OmitsAPlaceThatWouldBeCutToNothing) {
  const std::vector<Row> rows = {
      {{"1", "2", "3"}, {"a_name_that_takes_what_there_is", "", "", {"sort_me_too.c"}}}};
  EXPECT_TRUE(laid_out(rows, 58).ends_with("  a_name_that_takes_what_there_is\n"));
}

TEST(Table, NeverCutsNumbers) {
  EXPECT_EQ(laid_out(kRows, 1),
            " self  …\n"
            "1,200  …\n"
            "   20  … <cycle 3>\n");
}

TEST(Table, ShowsAsManyWordsOfAHeadAsFit) {
  Table table({{"self"}, {"function"}});
  const std::vector<std::string> cells = {"1,200"};
  table.measure(cells, {"main", {}, {}, {}});
  table.fit(16);
  std::string out;
  table.head(out, "calls into");
  table.head(out, "calls me");
  table.head(out, "wonderfully");
  EXPECT_EQ(out,
            " self  calls…\n"
            " self  calls me\n"
            " self  wonderfu…\n");
}

TEST(Table, SharesTheRoomBetweenTwoNames) {
  const std::vector<Row> rows = {
      {{"1", "2", "3"}, {"a_long_caller_name", "f", "", {}}},
      {{"1", "2", "3"}, {"f", "a_long_callee_name", " <it>", {}}},
      {{"1", "2", "3"}, {"a_long_caller_name", "a_long_callee", "", {}}}};
  Table table({{"self"}, {"function"}});
  for (const Row& row : rows) {
    table.measure(std::span(row.cells).first(1), row.name);
  }
  table.fit(24);
  std::string out;
  for (const Row& row : rows) {
    table.line(out, std::span(row.cells).first(1), row.name);
  }
  EXPECT_EQ(out,
            "   1  a_long_…r_name → f\n"
            "   1  f → a_lo…name <it>\n"
            "   1  a_l…ame → a_lo…lee\n");
}

TEST(Table, PaintsHeadsAndPlacesOnly) {
  EXPECT_EQ(laid_out({kRows[0]}, 0, true),
            "\x1b[1m self  calls  incl %  function\x1b[0m\n"
            "1,200      3   98.36  compare  \x1b[2msort.c:/bin/sort\x1b[0m\n");
}

TEST(Table, FitsEveryWidth) {
  for (size_t width = 30; width < 120; ++width) {
    const std::string out = laid_out(kRows, width);
    for (size_t at = 0; at < out.size(); at = out.find('\n', at) + 1) {
      EXPECT_LE(display_width(out.substr(at, out.find('\n', at) - at)), width) << out;
    }
  }
}

TEST(Table, TellsWhatIsThere) {
  Table table(columns());
  table.measure(kRows[1].cells, kRows[1].name);
  table.fit(40);
  EXPECT_TRUE(table.numbers().has(0));
  EXPECT_FALSE(table.numbers().has(1));
}

}  // namespace
}  // namespace quern
