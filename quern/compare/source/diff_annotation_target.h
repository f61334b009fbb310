// SPDX-License-Identifier: MIT
//
// What a user's word means to a comparison of source lines, by the names of either side: a function
// of exactly this name, else FILE:LINE, else a file, else functions as find_names() finds them.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "quern/base/result.h"
#include "quern/compare/match/matched_sides.h"
#include "quern/compare/source/diff_files.h"
#include "quern/views/source/annotation.h"

namespace quern {

struct DiffAnnotationTarget {
  TargetKind kind = TargetKind::kAll;
  RowName name;
  uint64_t line = 0;            ///< of kLine
  std::vector<uint32_t> files;  ///< the one file; of functions their own ones, sorted
  DiffScopes scopes;            ///< of kFunction: all functions that share the name
};

/// Errors (Fault::kUsage): `ambiguous-name`, and those of find_names().
[[nodiscard]] Result<DiffAnnotationTarget> find_diff_target(const MatchedSides& sides,
                                                            const DiffFiles& files,
                                                            std::string_view wanted);

/// The file that has exactly this path on the new side, else on the old one. Error
/// `no-such-function`.
[[nodiscard]] Result<DiffAnnotationTarget> exact_diff_file(const DiffFiles& files,
                                                           std::string_view path);

}  // namespace quern
