// SPDX-License-Identifier: MIT
//
// A profile, and what the words of a command choose of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "quern/base/result.h"
#include "quern/cli/names.h"
#include "quern/cli/session.h"
#include "quern/query/group_rules.h"
#include "quern/query/selection.h"

namespace quern::cli {

struct AskedProfile {
  Opened opened;
  Selection selection;
  [[nodiscard]] const Profile& profile() const { return *opened.profile; }
};

/// Opens `files`, prints the warnings, and chooses of the profile.
[[nodiscard]] Result<AskedProfile> ask(Session& session, std::span<const std::string> files,
                                       Keep keep, SortBy default_sort, size_t default_limit = 20,
                                       RowKind rows = RowKind::kFunctions);

/// What the options choose of a profile.
[[nodiscard]] Result<Selection> select_from(const Arguments& arguments, const Profile& profile,
                                            SortBy default_sort, size_t default_limit = 20,
                                            RowKind rows = RowKind::kFunctions);

/// What the options say of a selection.
[[nodiscard]] SelectionWords selection_words(const Arguments& arguments, SortBy default_sort,
                                             size_t default_limit = 20);

/// The rules of --groups; null: none are asked for.
[[nodiscard]] Result<std::shared_ptr<const GroupRules>> group_rules(const Arguments& arguments);

/// What lists of functions need of the inputs: their places are known by records alone.
[[nodiscard]] Keep keep_for_rows(const Arguments& arguments);

/// Error `needs-exact` if filters have made estimates of costs that the command can only show as
/// exact: sums of functions and calls, or their single records too.
[[nodiscard]] Result<void> check_exact(const Arguments& arguments, const Profile& profile,
                                       Estimates refused);

}  // namespace quern::cli
