// SPDX-License-Identifier: MIT
#include "quern/base/quoting/table_cell.h"

#include <gtest/gtest.h>

#include "quern/base/number_text.h"
#include "quern/base/text.h"

namespace quern {
namespace {

std::string cell(std::string_view text, CellRules rules = {}) {
  std::string out;
  append_cell(out, rules, text);
  return out;
}

/// What docs/topics/converting.md tells readers to do.
std::string unescaped(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size(); ++at) {
    const bool is_escape = text.substr(at).starts_with("\\x") && at + 3 < text.size() &&
                           is_hex(text[at + 2]) && is_hex(text[at + 3]);
    if (is_escape) {
      out.push_back(static_cast<char>(hex_digit(text[at + 2]) * 16 + hex_digit(text[at + 3])));
      at += 3;
    } else {
      out.push_back(text[at]);
    }
  }
  return out;
}

TEST(TableCell, EscapesControlCharacters) {
  EXPECT_EQ(cell("red\x1b[31m"), "red\\x1b[31m");
  EXPECT_EQ(cell("a\tb\r\nc"), "a\\x09b\\x0d\\x0ac");
  EXPECT_EQ(cell("a\tb\r\nc", {.separator = '\t'}), "a\\x09b\\x0d\\x0ac");
  EXPECT_EQ(cell(std::string("a\0b\x7f", 4)), "a\\x00b\\x7f");
  EXPECT_EQ(cell("csi \xC2\x9B, rtl \xE2\x80\xAE"), "\"csi \\xc2\\x9b, rtl \\xe2\\x80\\xae\"");
}

TEST(TableCell, KeepsUtf8AndEscapesOtherBytes) {
  EXPECT_EQ(cell("größe → 数"), "größe → 数");
  EXPECT_EQ(cell("a\xff"), "a\\xff");
}

TEST(TableCell, KeepsBackslashesOfNames) {
  EXPECT_EQ(cell("App\\Text\\x"), "App\\Text\\x");
  EXPECT_EQ(cell("App\\xbeef"), "App\\x5cxbeef");
}

TEST(TableCell, AnyTextCanBeRestored) {
  constexpr std::string_view kPieces[] = {"\\", "x", "1", "b", "\x1b", "\xc3", "\xa4", "\n", " "};
  // All texts of four pieces.
  constexpr size_t kTexts = 9 * 9 * 9 * 9;
  for (size_t number = 0; number < kTexts; ++number) {
    std::string text;
    for (size_t rest = number, at = 0; at < 4; ++at, rest /= 9) {
      text += kPieces[rest % 9];
    }
    const std::string escaped = escaped_controls(text);
    EXPECT_EQ(unescaped(escaped), text);
    EXPECT_EQ(printable(escaped), escaped) << "something is left to escape";
  }
}

TEST(TableCell, QuotesOnlyWhereCsvNeedsIt) {
  EXPECT_EQ(cell("f(a, b)"), "\"f(a, b)\"");
  EXPECT_EQ(cell("say \"so\""), "\"say \"\"so\"\"\"");
  EXPECT_EQ(cell(" x"), "\" x\"");
  EXPECT_EQ(cell("f(a, \"b\")", {.separator = '\t'}), "f(a, \"b\")");
}

TEST(TableCell, ProtectsFormulasForSpreadsheetsOnly) {
  constexpr CellRules kSheet{.for_spreadsheets = true};
  for (const char* formula : {"=1+1", "+cmd", "-[A b]", "@SUM(A1)", "'quoted", "-", "-1+1"}) {
    EXPECT_EQ(cell(formula), formula);
    EXPECT_EQ(cell(formula, kSheet), "'" + std::string(formula));
  }
  EXPECT_EQ(cell("=f(a,b)", kSheet), "\"'=f(a,b)\"");
  EXPECT_EQ(cell("=a", {.separator = '\t', .for_spreadsheets = true}), "'=a");
  EXPECT_EQ(cell("\"=1+1\"", {.separator = '\t', .for_spreadsheets = true}), "'\"=1+1\"");
  EXPECT_EQ(cell("\xEF\xBC\x9D"
                 "1",
                 kSheet),
            "'\xEF\xBC\x9D"
            "1");
}

TEST(TableCell, NumbersStayNumbersForSpreadsheets) {
  constexpr CellRules kSheet{.for_spreadsheets = true};
  for (const char* number : {"-5", "-0.25", "-1.5e+20", "-340282366920938463463374607431768211455",
                             "12", "main", "0x4005d0", ""}) {
    EXPECT_EQ(cell(number, kSheet), number);
  }
}

}  // namespace
}  // namespace quern
