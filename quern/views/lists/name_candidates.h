// SPDX-License-Identifier: MIT
//
// What is said where a name fits several things.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/diagnostic.h"
#include "quern/query/rows.h"
#include "quern/views/lists/ranking.h"

namespace quern {

/// Candidates that an error names.
inline constexpr size_t kCandidatesTold = 20;

/// What may be done about candidates of one name.
inline constexpr std::string_view kNamesMerge =
    "they share the name: `--group-by name` merges them";

/// What candidates are called, and the order in which they are listed.
struct CandidateWords {
  std::string_view noun;  ///< "function"
  std::string_view order = "most expensive first";
  std::string_view advice = {};  ///< added to the hint where all have one name
};

/// Error (Fault::kUsage) `ambiguous-name`: `told` are the first of `in_all` candidates.
[[nodiscard]] Diagnostic ambiguous_name(std::string_view wanted, const CandidateWords& words,
                                        std::span<const RowName> told, size_t in_all,
                                        bool have_one_name);

/// The hint for all matches, most expensive first. Takes what rank() takes, and name_of(item).
template <class Cost, class IsBefore, class NameOf>
[[nodiscard]] Diagnostic ambiguous_among(std::string_view wanted, const CandidateWords& words,
                                         std::vector<uint32_t> found, const Cost& cost,
                                         const IsBefore& is_before, const NameOf& name_of) {
  const size_t told = std::min(found.size(), kCandidatesTold);
  rank(found, told, cost, is_before);
  std::vector<RowName> names;
  for (const uint32_t item : std::span(found).first(told)) {
    names.push_back(name_of(item));
  }
  const bool have_one_name = std::ranges::all_of(
      found, [&](uint32_t item) { return name_of(item).name == names.front().name; });
  return ambiguous_name(wanted, words, names, found.size(), have_one_name);
}

}  // namespace quern
