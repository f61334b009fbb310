// SPDX-License-Identifier: MIT
//
// What commands about one function do where the user's word matches several: they list them with
// their costs, as an answer in the form that is asked for, and end with the exit code of wrong
// usage; with --all-matches they answer for each, the most expensive first.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "quern/base/result.h"
#include "quern/cli/session.h"
#include "quern/model/profile.h"
#include "quern/output/answers/lists.h"
#include "quern/query/selection.h"

namespace quern::cli {

/// Whether the first word is a name: what follows are files, so the first of two need be none.
[[nodiscard]] bool names_target(const Arguments& arguments);

/// The functions or groups of `selection` that match `wanted`. Its query and its ratios are not
/// those of such rows, and are left out.
[[nodiscard]] Matches matches_of(const Session& session, const Profile& profile,
                                 const Selection& selection, std::string_view wanted);
/// The same for `annotate`, whose word may match files instead.
[[nodiscard]] Matches matches_for_lines(const Session& session, const Profile& profile,
                                        const Selection& selection, std::string_view wanted);

/// With --all-matches, what `show_all` makes of all functions that the first word matches; else
/// these as a list, where `error` says that it matches several. Other errors stay.
[[nodiscard]] Result<ExitCode> show_matching(
    Session& session, const Profile& profile, const Selection& selection, const Diagnostic* error,
    const std::function<Result<ExitCode>(const Matches& matches)>& show_all);

/// Shows them. `error` is what the command fails with.
[[nodiscard]] ExitCode show_matches(Session& session, const Matches& matches, Diagnostic error,
                                    std::span<const std::string> files, const Profile& profile);

/// Calls render_one(rank, sink) for each, and joins the answers: JSON as an array, CSV and TSV
/// below one head. The first failure ends it.
[[nodiscard]] Result<ExitCode> show_each(
    Session& session, size_t count,
    const std::function<Result<void>(size_t rank, ByteSink& out)>& render_one);

}  // namespace quern::cli
