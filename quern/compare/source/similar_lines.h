// SPDX-License-Identifier: MIT
//
// Lines of source that were rewritten, as a guess: of some old lines and the new ones that stand in
// their place, those that share most of their pairs of neighbouring characters, in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "quern/analysis/match/line_alignment.h"

namespace quern {

/// With more lines on a side than this nothing is guessed.
inline constexpr size_t kMostSimilarLines = 64;
/// Pairs of lines compared for one file.
inline constexpr uint64_t kMostSimilarPairs = uint64_t{1} << 20;

/// Ascending on both sides. Takes the pairs it compares off `budget`; nothing once that is used up.
[[nodiscard]] std::vector<LinePair> similar_lines(std::span<const std::string_view> old_lines,
                                                  std::span<const std::string_view> new_lines,
                                                  uint64_t& budget);

}  // namespace quern
