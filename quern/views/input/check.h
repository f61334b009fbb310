// SPDX-License-Identifier: MIT
//
// Whether inputs are sound: every finding of readers, in the order of the file, then those of
// analysis.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "quern/base/diagnostic.h"
#include "quern/model/completeness.h"
#include "quern/model/profile.h"

namespace quern {

struct CheckFinding {
  Severity severity = Severity::kWarning;
  std::string_view code;
  std::string input;
  Place place;
  std::string message;
  std::string hint;
  std::optional<std::string> excerpt;  ///< the row, where it is known
};

/// A code with more findings than are kept one by one.
struct CheckMore {
  std::string input;
  std::string_view code;
  uint64_t not_listed = 0;
};

struct Check {
  explicit Check(Completeness of_profile) : completeness(std::move(of_profile)) {}

  Completeness completeness;
  std::vector<std::string> files;
  bool is_sound = true;  ///< complete, and no errors; with `strict`, no warnings either
  uint64_t errors = 0;
  uint64_t warnings = 0;
  std::vector<CheckFinding> findings;  ///< by input, line, column, code
  std::vector<CheckMore> more;
};

/// From a profile that was read with keep_going.
[[nodiscard]] Check check_of(const Profile& profile, bool strict);
/// For callers that know the contradictions of the whole profile.
[[nodiscard]] Check check_of(const Profile& profile, const Findings& contradictions, bool strict);

}  // namespace quern
