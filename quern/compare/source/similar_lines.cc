// SPDX-License-Identifier: MIT
#include "quern/compare/source/similar_lines.h"

#include <algorithm>
#include <optional>

#include "quern/base/text.h"

namespace quern {

namespace {

/// What of a line is looked at.
constexpr size_t kLongest = 200;
/// In percent: less alike are different lines.
constexpr uint64_t kLeastLikeness = 60;

/// Pairs of neighbouring characters, without blanks; sorted.
std::vector<uint16_t> neighbours(std::string_view line) {
  std::vector<uint16_t> pairs;
  std::optional<unsigned char> before;
  for (const char c : line.substr(0, kLongest)) {
    if (is_blank(c)) {
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    if (before) {
      pairs.push_back(static_cast<uint16_t>(*before << 8 | byte));
    }
    before = byte;
  }
  std::ranges::sort(pairs);
  return pairs;
}

/// How much of both they share, in percent.
uint64_t likeness(std::span<const uint16_t> left, std::span<const uint16_t> right) {
  const size_t all = left.size() + right.size();
  size_t shared = 0;
  for (size_t at = 0, with = 0; at < left.size() && with < right.size();) {
    if (left[at] == right[with]) {
      ++shared;
      ++at;
      ++with;
    } else {
      ++(left[at] < right[with] ? at : with);
    }
  }
  return all == 0 ? 0 : 200 * shared / all;
}

std::vector<std::vector<uint16_t>> all_neighbours(std::span<const std::string_view> lines) {
  std::vector<std::vector<uint16_t>> all;
  all.reserve(lines.size());
  for (const std::string_view line : lines) {
    all.push_back(neighbours(line));
  }
  return all;
}

}  // namespace

std::vector<LinePair> similar_lines(std::span<const std::string_view> old_lines,
                                    std::span<const std::string_view> new_lines, uint64_t& budget) {
  const uint64_t compared = uint64_t{old_lines.size()} * new_lines.size();
  if (old_lines.size() > kMostSimilarLines || new_lines.size() > kMostSimilarLines ||
      compared > budget) {
    return {};
  }
  budget -= compared;
  const auto old_pairs = all_neighbours(old_lines);
  const auto new_pairs = all_neighbours(new_lines);
  // The best sum of likenesses of the lines behind, by old and new line.
  const size_t columns = new_lines.size() + 1;
  std::vector<uint64_t> best((old_lines.size() + 1) * columns);
  std::vector<uint64_t> alike(old_lines.size() * columns);
  for (size_t old_line = old_lines.size(); old_line-- != 0;) {
    for (size_t new_line = new_lines.size(); new_line-- != 0;) {
      const size_t at = old_line * columns + new_line;
      alike[at] = likeness(old_pairs[old_line], new_pairs[new_line]);
      best[at] = std::max(best[at + columns], best[at + 1]);
      if (alike[at] >= kLeastLikeness) {
        best[at] = std::max(best[at], best[at + columns + 1] + alike[at]);
      }
    }
  }
  std::vector<LinePair> pairs;
  for (size_t old_line = 0, new_line = 0;
       old_line < old_lines.size() && new_line < new_lines.size();) {
    const size_t at = old_line * columns + new_line;
    if (alike[at] >= kLeastLikeness && best[at] == best[at + columns + 1] + alike[at]) {
      pairs.push_back({static_cast<uint32_t>(old_line++), static_cast<uint32_t>(new_line++)});
    } else {
      ++(best[at] == best[at + columns] ? old_line : new_line);
    }
  }
  return pairs;
}

}  // namespace quern
