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

TEST(Csv, IsOneLineARow) {
  EXPECT_EQ(row(FlatForm::kCsv, {"1", "main", "f(a, b)"}), "1,main,\"f(a, b)\"\n");
  EXPECT_EQ(row(FlatForm::kCsv, {"say \"so\"", "a\nb", "", " x"}),
            "\"say \"\"so\"\"\",a\\x0ab,,\" x\"\n");
}

TEST(Tsv, IsOneLineARow) {
  EXPECT_EQ(row(FlatForm::kTsv, {"a\tb\r\nc", "\"x\", y"}), "a\\x09b\\x0d\\x0ac\t\"x\", y\n");
}

TEST(FlatRows, ProtectFormulasForSpreadsheetsOnly) {
  const std::vector<std::string> cells = {"-[A b]", "=1+1", "-5"};
  EXPECT_EQ(row(FlatForm::kCsv, cells), "-[A b],=1+1,-5\n");
  EXPECT_EQ(row(FlatForm::kSheetCsv, cells), "'-[A b],'=1+1,-5\n");
  EXPECT_EQ(row(FlatForm::kSheetTsv, cells), "'-[A b]\t'=1+1\t-5\n");
}

TEST(Markdown, EscapesItsOwnCharacters) {
  EXPECT_EQ(row(FlatForm::kMarkdown, {"a|b", "operator*<_T>", "x\ny\x1b"}),
            "| a\\|b | operator\\*\\<\\_T\\> | x\xEF\xBF\xBDy\xEF\xBF\xBD |\n");
}

TEST(Markdown, LinksAndMentionsNobody) {
  EXPECT_EQ(markdown_text("@octocat/team"), "`@octocat/team`");
  EXPECT_EQ(markdown_text("malloc@@GLIBC_2.2.5 [x]"), "`malloc@@GLIBC_2.2.5` \\[x\\]");
  EXPECT_EQ(markdown_text("fixes #123, !45 or GH-6"), "fixes `#123,` `!45` or `GH-6`");
  EXPECT_EQ(markdown_text("get https://evil.example/a_b now"),
            "get `https://evil.example/a_b` now");
  EXPECT_EQ(markdown_text("(WWW.evil.example)"), "`(WWW.evil.example)`");
  EXPECT_EQ(markdown_text("a_b ! {closure#0} f'2"), "a\\_b ! `{closure#0}` f'2");
}

TEST(Markdown, NothingEndsItsCodeEarly) {
  EXPECT_EQ(markdown_text("`@a"), "`` `@a ``");
  EXPECT_EQ(markdown_text("@a``b` x"), "``` @a``b` ``` x");
  EXPECT_EQ(markdown_text("@a|@b|c"), "`@a`\\|`@b`\\|c");
  EXPECT_EQ(markdown_text("@a\nb"),
            "`@a\xEF\xBF\xBD"
            "b`");
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
