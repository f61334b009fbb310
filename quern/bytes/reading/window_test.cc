// SPDX-License-Identifier: MIT
#include "quern/bytes/reading/window.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <vector>

#include "quern/bytes/files/test_support.h"

namespace quern {
namespace {

using test::TextSource;

/// The slow twin: the lines of `text`, each with its LF where it has one.
std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

bool has_padding(const Window& window) {
  const auto is_zero = [](char c) { return c == 0; };
  return std::all_of(window.begin() - Window::kPadding, window.begin(), is_zero) &&
         std::all_of(window.end(), window.end() + Window::kPadding, is_zero);
}

/// The lines as a reader sees them through a window. Each time it leaves `keep` lines for later.
std::vector<std::string> lines_through(Window& window, size_t keep = 0) {
  std::vector<std::string> lines;
  size_t consumed = 0;
  uint64_t offset = 0;
  while (true) {
    const Result<bool> more = window.advance(consumed);
    if (!more || !*more) {
      EXPECT_TRUE(more.has_value());
      return lines;
    }
    EXPECT_EQ(window.offset(), offset);
    EXPECT_TRUE(has_padding(window));
    const char* const last = window.at_end() ? window.end() : window.lines_end();
    EXPECT_TRUE(window.at_end() || window.lines_end() != window.begin());
    const std::string_view whole(window.begin(), static_cast<size_t>(last - window.begin()));
    std::vector<std::string> here = lines_of(whole);
    if (!window.at_end()) {
      here.resize(here.size() - std::min(keep, here.size()));
    }
    consumed = 0;
    for (std::string& line : here) {
      consumed += line.size();
      lines.push_back(std::move(line));
    }
    offset += consumed;
  }
}

std::vector<std::string> lines_through(const std::string& text, size_t buffer, size_t step,
                                       size_t keep = 0) {
  TextSource source(text, step);
  Window window(source, buffer);
  return lines_through(window, keep);
}

const std::string kText = "# callgrind format\nevents: Ir\n\nfn=(1) main\n16 400\r\n+3 10\n\n\n" +
                          std::string(150, 'x') + "\n+1 " + std::string(40, '1') +
                          "\ncalls=1 50\n" + std::string("a\0b\n\0\n", 6) + "last 1";

TEST(Window, SplitsAlikeForEveryBufferSize) {
  for (const std::string& text : {kText, kText + "\n"}) {
    for (size_t buffer = 1; buffer <= 200; ++buffer) {
      for (const size_t step : {size_t{1}, size_t{7}, text.size()}) {
        for (const size_t keep : {0U, 1U, 2U}) {
          ASSERT_EQ(lines_through(text, buffer, step, keep), lines_of(text))
              << buffer << ' ' << step << ' ' << keep;
        }
      }
    }
  }
}

TEST(Window, AgreesWithSplittingInMemory) {
  EXPECT_TRUE(rc::check([](const std::vector<std::string>& pieces, uint8_t buffer, uint8_t step) {
    std::string text;
    for (const std::string& piece : pieces) {
      text += piece + (piece.size() % 3 == 0 ? "" : "\n");
    }
    RC_ASSERT(lines_through(text, size_t{buffer} + 1, size_t{step} + 1) == lines_of(text));
  }));
}

TEST(Window, HasNothingOfAnEmptySource) {
  TextSource source("");
  Window window(source);
  EXPECT_EQ(window.advance(0), false);
  EXPECT_TRUE(window.at_end());
  EXPECT_EQ(window.begin(), window.end());
  EXPECT_EQ(window.offset(), 0U);
  EXPECT_EQ(window.advance(0), false);
}

TEST(Window, KeepsALongLineWhole) {
  const std::string text = "short\n" + std::string(1'000'000, 'x') + "\nshort\n";
  EXPECT_EQ(lines_through(text, 16, text.size()), lines_of(text));
}

TEST(Window, HoldsALastLineWithoutItsLf) {
  TextSource source("a\nrest");
  Window window(source);
  ASSERT_EQ(window.advance(0), true);
  EXPECT_TRUE(window.at_end());
  EXPECT_EQ(window.lines_end() - window.begin(), 2);
  ASSERT_EQ(window.advance(2), true);
  EXPECT_EQ(window.lines_end(), window.begin());
  EXPECT_EQ(std::string(window.begin(), window.end()), "rest");
  EXPECT_EQ(window.offset(), 2U);
  EXPECT_EQ(window.advance(4), false);
  EXPECT_EQ(window.offset(), 6U);
}

TEST(Window, BringsOneMoreLineToWhoLeavesAll) {
  TextSource source("1\n2\n3\n4\n", 1);
  Window window(source, 2);
  for (ptrdiff_t bytes = 2; bytes <= 8; bytes += 2) {
    ASSERT_EQ(window.advance(0), true);
    EXPECT_GE(window.lines_end() - window.begin(), bytes);
    EXPECT_EQ(window.offset(), 0U);
  }
  EXPECT_EQ(std::string(window.begin(), window.end()), "1\n2\n3\n4\n");
  ASSERT_EQ(window.advance(0), true);  // the end, but something is left
  EXPECT_TRUE(window.at_end());
  EXPECT_EQ(window.advance(8), false);
}

TEST(Window, ReadsAsMuchAsItsBufferHolds) {
  TextSource source(std::string(1'000, '\n'));
  Window window(source, 100);
  ASSERT_EQ(window.advance(0), true);
  EXPECT_EQ(source.given(), 100U);
  ASSERT_EQ(window.advance(60), true);
  EXPECT_EQ(source.given(), 160U);
}

TEST(Window, PeeksWithoutLosingOrRereadingAByte) {
  std::string text;
  while (text.size() < 200'000) {
    text += "line " + std::to_string(text.size()) + '\n';
  }
  for (const size_t buffer : {1U, 4'096U, 262'144U}) {
    TextSource source(text);
    Window window(source, buffer);
    const Result<std::string_view> first = window.peek();
    ASSERT_TRUE(first);
    EXPECT_EQ(*first, std::string_view(text).substr(0, 65'536));
    EXPECT_EQ(source.given(), 65'536U);
    EXPECT_EQ(window.peek(), *first);
    EXPECT_EQ(source.given(), 65'536U);
    EXPECT_EQ(lines_through(window), lines_of(text));
  }
}

TEST(Window, PeeksAtWhatThereIs) {
  for (const std::string text : {"", "x", "ab\ncd"}) {
    TextSource source(text);
    Window window(source, 1);
    EXPECT_EQ(window.peek(), std::string_view(text));
    EXPECT_EQ(lines_through(window), lines_of(text));
  }
}

TEST(Window, MayDropWhatWasPeekedAt) {
  TextSource source("\xEF\xBB\xBFone\ntwo\n");
  Window window(source);
  ASSERT_TRUE(window.peek());
  ASSERT_EQ(window.advance(3), true);
  EXPECT_EQ(std::string(window.begin(), window.lines_end()), "one\ntwo\n");
  EXPECT_EQ(window.offset(), 3U);
}

TEST(Window, GivesAllWholeLinesBeforeTheError) {
  for (size_t buffer = 1; buffer < 30; ++buffer) {
    TextSource source("one\ntwo\nthr", 5);
    source.failing_with("compressed-stream");
    Window window(source, buffer);
    std::string seen;
    size_t consumed = 0;
    Result<bool> more = window.advance(consumed);
    for (; more; more = window.advance(consumed)) {
      ASSERT_TRUE(*more);
      consumed = static_cast<size_t>(window.lines_end() - window.begin());
      seen.append(window.begin(), consumed);
    }
    EXPECT_EQ(more.error().code, "compressed-stream");
    EXPECT_EQ(seen, "one\ntwo\n") << buffer;
    EXPECT_EQ(std::string(window.begin(), window.end()), "thr") << buffer;
    EXPECT_FALSE(window.at_end());
    EXPECT_TRUE(has_padding(window));
    EXPECT_FALSE(window.advance(0));
    EXPECT_EQ(std::string(window.begin(), window.end()), "thr") << buffer;
  }
}

TEST(Window, PeekFailsOnlyWhereThereIsNothing) {
  TextSource bare("");
  bare.failing_with("compressed-stream");
  Window nothing(bare);
  EXPECT_FALSE(nothing.peek());

  TextSource cut("events:");
  cut.failing_with("compressed-stream");
  Window something(cut);
  EXPECT_EQ(something.peek(), std::string_view("events:"));
  EXPECT_FALSE(something.advance(0));
}

TEST(Window, RefusesALineWithoutEnd) {
  TextSource source("one\n" + std::string(100'000, 'x'));
  Window window(source, 16, 1'000);
  ASSERT_EQ(window.advance(0), true);
  const Result<bool> more = window.advance(4);
  ASSERT_FALSE(more);
  EXPECT_EQ(more.error().code, "line-too-long");
  EXPECT_EQ(more.error().message,
            "the line that begins at byte 4 of the text does not end within 1,000 bytes");
  EXPECT_FALSE(more.error().offset) << "that would be one of the file";
  EXPECT_LT(source.given(), 5'000U);
  EXPECT_FALSE(window.advance(0));
}

TEST(Window, RefusesTheSameLinesWithAnyBuffer) {
  for (const size_t buffer : {1U, 7U, 16U, 100U, 999U, 1'000U, 5'000U}) {
    TextSource fits("one\n" + std::string(999, 'x') + "\ntwo\n");
    Window window(fits, buffer, 1'000);
    EXPECT_EQ(lines_through(window).size(), 3U) << buffer;

    TextSource long_one("one\n" + std::string(1'000, 'x') + "\ntwo\n");
    Window refusing(long_one, buffer, 1'000);
    size_t consumed = 0;
    Result<bool> more = refusing.advance(consumed);
    while (more && *more) {
      consumed = static_cast<size_t>(refusing.lines_end() - refusing.begin());
      more = refusing.advance(consumed);
    }
    ASSERT_FALSE(more) << buffer;
    EXPECT_EQ(more.error().code, "line-too-long");
  }
}

TEST(Window, ReadsOnWithoutLines) {
  const std::string text = "a row of any length, which is read in pieces";
  for (size_t buffer = 1; buffer < 50; ++buffer) {
    TextSource source(text, 7);
    source.failing_with("compressed-stream");
    Window window(source, buffer, 10);
    ASSERT_EQ(window.peek(3), std::string_view("a r"));
    std::string seen;
    size_t consumed = 0;
    Result<bool> more = window.read_on(consumed);
    for (; more; more = window.read_on(consumed)) {
      ASSERT_TRUE(*more);
      consumed = static_cast<size_t>(window.end() - window.begin());
      ASSERT_NE(consumed, 0U);
      seen.append(window.begin(), window.end());
    }
    EXPECT_EQ(seen, text) << buffer;
    EXPECT_EQ(more.error().code, "compressed-stream");
    EXPECT_FALSE(window.read_on(0));
  }
}

TEST(Window, KeepsWhatWasReadInPieces) {
  TextSource source("abcdefghij", 1);
  Window window(source, 2);
  ASSERT_EQ(window.read_on(0), true);
  for (auto seen = static_cast<size_t>(window.end() - window.begin()); seen < 10;
       seen = static_cast<size_t>(window.end() - window.begin())) {
    ASSERT_EQ(window.read_on(seen, seen), true);
    EXPECT_EQ(window.offset(), 0U);
  }
  EXPECT_EQ(std::string(window.begin(), window.end()), "abcdefghij");
  EXPECT_EQ(window.read_on(10, 4), false);
  EXPECT_EQ(std::string(window.begin(), window.end()), "ghij");
  EXPECT_EQ(window.offset(), 6U);
}

TEST(Window, MayGrowBeyondALinesLengthForWhoLeavesLines) {
  TextSource source(std::string(500, 'x') + '\n' + std::string(900, 'y') + '\n');
  Window window(source, 16, 1'000);
  ASSERT_EQ(window.advance(0), true);
  ASSERT_EQ(window.advance(0), true);
  EXPECT_EQ(window.lines_end() - window.begin(), 1'402);
}

}  // namespace
}  // namespace quern
