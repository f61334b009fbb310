// SPDX-License-Identifier: MIT
//
// Answers about `new` beside `base`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "quern/base/json_writer.h"
#include "quern/compare/lists/diff.h"
#include "quern/compare/match/matched_sides.h"
#include "quern/compare/source/diff_files.h"
#include "quern/compare/trees/diff_flame.h"
#include "quern/server/routes.h"

namespace quern::server {

/// What tells comparisons apart whose rows or costs differ.
[[nodiscard]] std::string runs_key(const ProfilePair& set, const DiffRuns& runs);
/// Names of the events that both sides count, in the order of the new one.
[[nodiscard]] std::vector<std::string> shared_events(const ProfilePair& set);
/// Both sides as `words` choose of them. Refused: also what QueryParameters refused.
[[nodiscard]] Asked<DiffRuns> asked_runs(const Question& question, SelectionWords words);
/// What a comparison of trees (of one event: pictures), or else of functions, is asked for.
[[nodiscard]] SelectionWords branch_words(const Question& question, bool is_of_branches,
                                          bool is_of_one_event);
[[nodiscard]] DiffWidths asked_widths(QueryParameters& parameters);
/// `places` of the page, beside the profiles of both sides.
[[nodiscard]] PlacesOfSides places_of_pair(const Question& question, const SourcePlaces& places);
/// The name that an id of either side has; nothing: it is no id of theirs.
[[nodiscard]] std::optional<std::string> name_of_id(const ProfilePair& set, const std::string& id);
/// "added,changed" as a filter; nothing: all kinds.
[[nodiscard]] std::optional<DiffKinds> asked_kinds(QueryParameters& parameters);
/// "id", "file_id", and "old_id" where there is another old name: ids follow from names, as the
/// nodes of a comparison are of no one profile.
void write_diff_ids(JsonWriter& json, GroupBy by, const RowName& name,
                    const std::optional<RowName>& old_name);

}  // namespace quern::server
