// SPDX-License-Identifier: MIT
#include "quern/compare/lists/diff_filter.h"

#include <algorithm>
#include <ranges>
#include <utility>

#include "quern/base/result.h"
#include "quern/query/query_scanner.h"

namespace quern {

bool LeastChange::allows(int128 size, int128 old_total) const {
  constexpr int128 kWhole = 100;
  return is_percent ? compare_products(size, kWhole * number.denominator, number.numerator,
                                       absolute(old_total)) >= 0
                    : compare_products(size, number.denominator, number.numerator, 1) >= 0;
}

std::optional<LeastChange> parse_least_change(std::string_view text) {
  QueryScanner scanner(text);
  const Result<Fraction> number = scanner.number();
  if (!number || number->numerator < 0) {
    return std::nullopt;
  }
  LeastChange least{.number = *number, .is_percent = scanner.take("%"), .text = std::string(text)};
  return scanner.at_end() ? std::optional(std::move(least)) : std::nullopt;
}

std::span<const std::string_view> diff_kind_words() {
  static constexpr std::array<std::string_view, kDiffKinds> kWords = {"added", "removed", "renamed",
                                                                      "changed", "unchanged"};
  return kWords;
}

std::optional<DiffKinds> parse_diff_kinds(std::string_view text) {
  DiffKinds kinds = {};
  if (text.empty()) {
    return std::nullopt;
  }
  for (const auto piece : std::views::split(text, ',')) {
    const std::string_view word(piece.begin(), piece.end());
    const auto found = std::ranges::find(diff_kind_words(), word);
    if (found == diff_kind_words().end()) {
      return std::nullopt;
    }
    kinds[static_cast<size_t>(found - diff_kind_words().begin())] = true;
  }
  return kinds;
}

}  // namespace quern
