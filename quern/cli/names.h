// SPDX-License-Identifier: MIT
//
// What functions are called, and which of them the user's words mean.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "quern/cli/options/arguments.h"
#include "quern/model/profile.h"
#include "quern/source/readable_names.h"

namespace quern::cli {

/// How a word may fit readable names that the answer does not show: as find_names() does, or whole
/// alone, where the word may be something else too.
enum class NameFit : uint8_t { kAny, kWhole };

/// What the options and the command say of names.
[[nodiscard]] NameOptions name_options(const Arguments& arguments);

/// What queries, groups and filters are held against: readable names, where names are readable to
/// people alone; null: names as they are.
[[nodiscard]] MatchedNames matched_names(const Arguments& arguments);

/// The name of a function as the user's word means it, which may be a mangled one or a readable
/// one: as the answer shows it. Where several mangled names are meant, an expression for them.
[[nodiscard]] std::string wanted_name(const Arguments& arguments, const std::string& word,
                                      const std::vector<const Profile*>& profiles,
                                      NameFit fit = NameFit::kAny);

}  // namespace quern::cli
