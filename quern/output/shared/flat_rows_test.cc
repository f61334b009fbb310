// SPDX-License-Identifier: MIT
#include "quern/output/shared/flat_rows.h"

#include <gtest/gtest.h>

namespace quern {
namespace {

std::string row(FlatForm form, std::vector<std::string> cells) {
  std::string out;
  append_flat_row(out, form, cells);
  return out;
}

TEST(Csv, QuotesOnlyWhatNeedsIt) {
  EXPECT_EQ(row(FlatForm::kCsv, {"1", "main", "f(a, b)"}), "1,main,\"f(a, b)\"\n");
  EXPECT_EQ(row(FlatForm::kCsv, {"say \"so\"", "a\nb", "", " x"}),
            "\"say \"\"so\"\"\",\"a\nb\",,\" x\"\n");
}

TEST(Csv, IsAlwaysUtf8) {
  EXPECT_EQ(row(FlatForm::kCsv, {"a\xff"}), "a\xEF\xBF\xBD\n");
}

TEST(Tsv, HasABlankForTabsAndLineEnds) {
  EXPECT_EQ(row(FlatForm::kTsv, {"a\tb\r\nc", "\"x\", y"}), "a b  c\t\"x\", y\n");
}

TEST(Markdown, EscapesItsOwnCharacters) {
  EXPECT_EQ(row(FlatForm::kMarkdown, {"a|b", "operator*<_T>", "x\ny\x1b"}),
            "| a\\|b | operator\\*\\<\\_T\\> | x\xEF\xBF\xBDy\xEF\xBF\xBD |\n");
}

TEST(FlatHead, AlignsNumbersInMarkdown) {
  const std::vector<FlatColumn> columns = {{"self", true}, {"name", false}};
  std::string out;
  append_flat_head(out, FlatForm::kMarkdown, columns);
  EXPECT_EQ(out, "| self | name |\n|---:|---|\n");
  out.clear();
  append_flat_head(out, FlatForm::kTsv, columns);
  EXPECT_EQ(out, "self\tname\n");
}

}  // namespace
}  // namespace quern
