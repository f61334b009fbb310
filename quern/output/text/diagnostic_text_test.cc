// SPDX-License-Identifier: MIT
#include "quern/output/text/diagnostic_text.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "quern/output/render.h"
#include "quern/output/shared/display_width.h"

namespace quern {
namespace {

Diagnostic too_many_costs() {
  Diagnostic error;
  error.code = "costs-exceed-events";
  error.message = "3 costs given, but only 2 events declared";
  error.hint = "the events: row names Ir and Dr; was a third event cut off?";
  error.input = "callgrind.out.7";
  error.place = {17, 8};
  error.excerpt = "12 5 80 3";
  return error;
}

std::string caret_row(std::string_view row, uint64_t column, size_t width = 100) {
  return excerpt_text(row, {1, column}, width, false);
}

TEST(DiagnosticText, ShowsTheRowACaretAndTheHint) {
  EXPECT_EQ(diagnostic_text(too_many_costs(), {}),
            "callgrind.out.7:17:8: error: 3 costs given, but only 2 events declared "
            "[costs-exceed-events]\n"
            "   17 | 12 5 80 3\n"
            "      |        ^\n"
            "hint: the events: row names Ir and Dr; was a third event cut off?\n");
}

TEST(DiagnosticText, LeavesOutWhatIsNotKnown) {
  Diagnostic error = usage_error("bad-value", "--limit expects a number");
  EXPECT_EQ(diagnostic_text(error, {}), "quern: error: --limit expects a number [bad-value]\n");
  error.input = "a.out";
  error.severity = Severity::kWarning;
  EXPECT_EQ(diagnostic_text(error, {}), "a.out: warning: --limit expects a number [bad-value]\n");
  error.place.line = 3;
  EXPECT_EQ(diagnostic_text(error, {}), "a.out:3: warning: --limit expects a number [bad-value]\n");
  error.code.clear();
  error.severity = Severity::kNote;
  EXPECT_EQ(diagnostic_text(error, {}), "a.out:3: note: --limit expects a number\n");
}

TEST(DiagnosticText, GivesTheOffsetOfWhatIsNoText) {
  Diagnostic error = too_many_costs();
  error.offset = 123;
  error.place = {};
  error.hint.clear();
  EXPECT_EQ(diagnostic_text(error, {}),
            "callgrind.out.7: byte 123: error: 3 costs given, but only 2 events declared "
            "[costs-exceed-events]\n");
}

TEST(DiagnosticText, KeepsFurtherLinesOfAHint) {
  Diagnostic error = usage_error("ambiguous-name", "'f' matches 2", "it may be:\n  f1\n  f2");
  EXPECT_EQ(diagnostic_text(error, {}),
            "quern: error: 'f' matches 2 [ambiguous-name]\nhint: it may be:\n  f1\n  f2\n");
}

TEST(DiagnosticText, PrintsNoControls) {
  Diagnostic error = too_many_costs();
  error.input = "a\x1b[31m";
  error.message = "found '\x07'";
  error.excerpt = "12\x1b]0;x 3";
  error.hint = "\x1b";
  const std::string text = diagnostic_text(error, {});
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(text.find('\x07'), std::string::npos);
}

TEST(DiagnosticText, PaintsOnRequest) {
  const std::string text = diagnostic_text(too_many_costs(), {.width = 0, .color = true});
  EXPECT_NE(text.find("\x1b[1;31merror:\x1b[0m "), std::string::npos);
  EXPECT_NE(text.find("\x1b[1;32m^\x1b[0m\n"), std::string::npos);
}

TEST(Excerpt, AlignsTheNumberInFiveColumns) {
  EXPECT_EQ(excerpt_text("x", {123456, 1}, 100, false), "123456 | x\n       | ^\n");
  EXPECT_EQ(caret_row("x", 1), "    1 | x\n      | ^\n");
}

TEST(Excerpt, HasNoCaretWithoutAColumn) {
  EXPECT_EQ(caret_row("x", 0), "    1 | x\n");
}

TEST(Excerpt, KeepsTheCaretBelowBehindTabs) {
  EXPECT_EQ(caret_row("1\t2\t3 x", 7),
            "    1 | 1       2       3 x\n"
            "      |                   ^\n");
}

TEST(Excerpt, KeepsTheCaretBelowBehindWideCharacters) {
  EXPECT_EQ(caret_row("fn=日本 x", 11), "    1 | fn=日本 x\n      |         ^\n");
}

TEST(Excerpt, PointsAtTheWholeCharacter) {
  EXPECT_EQ(caret_row("fn=ö", 5), "    1 | fn=ö\n      |    ^\n");
}

TEST(Excerpt, PointsBehindTheRow) {
  EXPECT_EQ(caret_row("12", 3), "    1 | 12\n      |   ^\n");
  EXPECT_EQ(caret_row("12", 99), "    1 | 12\n      |   ^\n");
}

TEST(Excerpt, IsCutAroundTheColumn) {
  const std::string row = std::string(50, 'a') + "X" + std::string(50, 'b');
  EXPECT_EQ(caret_row(row, 51, 38),
            "    1 | …aaaaaaaaaaaaaaaaaaaXbbbbbbbb…\n"
            "      |                     ^\n");
  EXPECT_EQ(caret_row(row, 1, 38),
            "    1 | aaaaaaaaaaaaaaaaaaaaaaaaaaaaa…\n"
            "      | ^\n");
  EXPECT_EQ(caret_row(row, 101, 38),
            "    1 | …bbbbbbbbbbbbbbbbbbbbbbbbbbbbb\n"
            "      |                              ^\n");
}

TEST(Excerpt, CutsNoWideCharacterInTwo) {
  const std::string text = caret_row("a\xeb\x89\xb1" + std::string(21, 'a'), 26, 31);
  const size_t end = text.find('\n');
  EXPECT_LE(display_width(text.substr(0, end)), 31U);
  EXPECT_LE(display_width(text.substr(end + 1, text.find('^', end) - end)), 32U);
}

TEST(Excerpt, FitsAndPointsIntoItForAnyBytes) {
  EXPECT_TRUE(rc::check([](const std::string& row) {
    const auto column = static_cast<uint64_t>(*rc::gen::inRange(1, 200));
    const auto width = static_cast<size_t>(*rc::gen::inRange(30, 90));
    const std::string text = caret_row(row, column, width);
    const size_t end = text.find('\n');
    RC_ASSERT(display_width(text.substr(0, end)) <= width);
    const size_t caret = text.find('^', end);
    RC_ASSERT(caret != std::string::npos);
    RC_ASSERT(display_width(text.substr(end + 1, caret - end)) <= width + 1);
  }));
}

}  // namespace
}  // namespace quern
