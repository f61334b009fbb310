// SPDX-License-Identifier: MIT
//
// Which line of one text is which of another: a longest common subsequence, found by Myers' search
// for shortest edit scripts from both ends, in memory linear in the lines. Lines are given as dense
// numbers, equal where their texts are. Texts that differ in very many lines are aligned in
// stretches, each by what reached furthest: work is bounded, and pairs may be fewer than possible.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace quern {

/// Two lines that are one, counted from 0.
struct LinePair {
  uint32_t old_line = 0;
  uint32_t new_line = 0;
  bool operator==(const LinePair&) const = default;
};

/// Steps of about a nanosecond. Texts of up to 20,000 lines together need fewer, whatever they are.
inline constexpr uint64_t kMostAlignmentWork = uint64_t{1} << 29;

/// Ascending on both sides. Pairs as many as can be where the square of the number of lines is
/// within `most_work`.
[[nodiscard]] std::vector<LinePair> align_lines(std::span<const uint32_t> old_lines,
                                                std::span<const uint32_t> new_lines,
                                                uint64_t most_work = kMostAlignmentWork);

}  // namespace quern
