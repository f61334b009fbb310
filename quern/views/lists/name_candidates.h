// SPDX-License-Identifier: MIT
//
// What is said where a name fits several things.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "quern/base/diagnostic.h"
#include "quern/query/rows.h"

namespace quern {

/// Candidates that an error names.
inline constexpr size_t kCandidatesTold = 20;

/// What may be done about candidates of one name.
inline constexpr std::string_view kNamesMerge =
    "they share the name: `--group-by name` merges them";

/// What candidates are called, and the order they are told in.
struct CandidateWords {
  std::string_view noun;  ///< "function"
  std::string_view order = "the dearest first";
};

/// Error (Fault::kUsage) `ambiguous-name`: `told` are the first of `in_all` candidates; `advice` is
/// added to the hint where it is not empty.
[[nodiscard]] Diagnostic ambiguous_name(std::string_view wanted, const CandidateWords& words,
                                        std::span<const RowName> told, size_t in_all,
                                        std::string_view advice = {});

}  // namespace quern
