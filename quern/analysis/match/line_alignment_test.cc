// SPDX-License-Identifier: MIT
#include "quern/analysis/match/line_alignment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string_view>

namespace quern {
namespace {

using TextLines = std::vector<uint32_t>;

/// A line a character.
TextLines lines_of(std::string_view text) {
  return {text.begin(), text.end()};
}

/// The length of a longest common subsequence, by the definition.
size_t slow_length(const TextLines& old_lines, const TextLines& new_lines) {
  std::vector<size_t> above(new_lines.size() + 1), row(new_lines.size() + 1);
  for (const uint32_t line : old_lines) {
    for (size_t at = 0; at < new_lines.size(); ++at) {
      row[at + 1] = new_lines[at] == line ? above[at] + 1 : std::max(above[at + 1], row[at]);
    }
    std::swap(above, row);
  }
  return above.back();
}

void expect_sound(const TextLines& old_lines, const TextLines& new_lines,
                  const std::vector<LinePair>& pairs) {
  for (size_t at = 0; at < pairs.size(); ++at) {
    ASSERT_LT(pairs[at].old_line, old_lines.size());
    ASSERT_LT(pairs[at].new_line, new_lines.size());
    EXPECT_EQ(old_lines[pairs[at].old_line], new_lines[pairs[at].new_line]);
    if (at != 0) {
      EXPECT_LT(pairs[at - 1].old_line, pairs[at].old_line);
      EXPECT_LT(pairs[at - 1].new_line, pairs[at].new_line);
    }
  }
}

class RandomLines {
 public:
  explicit RandomLines(uint64_t seed) : engine_(seed) {}
  uint32_t below(uint32_t limit) { return static_cast<uint32_t>(engine_() % limit); }

  TextLines some(uint32_t most, uint32_t kinds) {
    TextLines lines(below(most + 1));
    std::ranges::generate(lines, [&] { return below(kinds); });
    return lines;
  }
  /// `lines` with so many edits.
  TextLines edited(TextLines lines, uint32_t edits, uint32_t kinds) {
    for (uint32_t edit = 0; edit < edits; ++edit) {
      const auto place =
          static_cast<std::ptrdiff_t>(below(static_cast<uint32_t>(lines.size()) + 1));
      if (below(2) == 0 || place == static_cast<std::ptrdiff_t>(lines.size())) {
        lines.insert(lines.begin() + place, below(kinds));
      } else {
        lines.erase(lines.begin() + place);
      }
    }
    return lines;
  }

 private:
  std::mt19937_64 engine_;
};

TEST(LineAlignment, PairsWhatIsEqual) {
  EXPECT_EQ(align_lines(lines_of("abc"), lines_of("abc")),
            (std::vector<LinePair>{{0, 0}, {1, 1}, {2, 2}}));
  EXPECT_EQ(align_lines(lines_of("abc"), lines_of("xaybzc")),
            (std::vector<LinePair>{{0, 1}, {1, 3}, {2, 5}}));
  EXPECT_EQ(align_lines(lines_of("axb"), lines_of("ab")), (std::vector<LinePair>{{0, 0}, {2, 1}}));
  EXPECT_TRUE(align_lines(lines_of("abc"), lines_of("xyz")).empty());
  EXPECT_TRUE(align_lines({}, lines_of("a")).empty());
  EXPECT_TRUE(align_lines({}, {}).empty());
}

TEST(LineAlignmentProperty, PairsAsManyAsCanBe) {
  for (uint64_t seed = 0; seed < 20'000; ++seed) {
    SCOPED_TRACE(seed);
    RandomLines random(seed);
    const uint32_t kinds = 1 + random.below(12);
    const TextLines old_lines = random.some(40, kinds);
    const TextLines new_lines = random.below(2) == 0
                                    ? random.some(40, kinds)
                                    : random.edited(old_lines, random.below(12), kinds + 1);
    const std::vector<LinePair> pairs = align_lines(old_lines, new_lines);
    expect_sound(old_lines, new_lines, pairs);
    ASSERT_EQ(pairs.size(), slow_length(old_lines, new_lines));
  }
}

TEST(LineAlignmentProperty, StaysSoundWhereWorkIsBounded) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    RandomLines random(seed);
    const TextLines old_lines = random.some(800, 3);
    const TextLines new_lines = random.some(800, 3);
    const std::vector<LinePair> pairs = align_lines(old_lines, new_lines, 1);
    expect_sound(old_lines, new_lines, pairs);
    // What reached furthest is no bad guess: most of what there is is found.
    EXPECT_GE(pairs.size() * 2, slow_length(old_lines, new_lines));
  }
}

TEST(LineAlignment, IsExactForFewEditsInLongTexts) {
  RandomLines random(1);
  TextLines old_lines(200'000);
  std::ranges::generate(old_lines, [&] { return random.below(5'000); });
  const TextLines new_lines = random.edited(old_lines, 300, 5'000);
  const std::vector<LinePair> pairs = align_lines(old_lines, new_lines);
  expect_sound(old_lines, new_lines, pairs);
  EXPECT_GE(pairs.size(), old_lines.size() - 300);
}

TEST(LineAlignment, EndsSoonForLongTextsThatHaveLittleInCommon) {
  RandomLines random(2);
  const TextLines old_lines = [&] {
    TextLines lines(400'000);
    std::ranges::generate(lines, [&] { return random.below(2); });
    return lines;
  }();
  TextLines new_lines(400'000);
  std::ranges::generate(new_lines, [&] { return random.below(2); });
  const std::vector<LinePair> pairs = align_lines(old_lines, new_lines, uint64_t{1} << 24);
  expect_sound(old_lines, new_lines, pairs);
  EXPECT_GT(pairs.size(), 200'000U);
}

}  // namespace
}  // namespace quern
