// SPDX-License-Identifier: MIT
//
// What fills the tables, a group of them each. For this folder.
#pragma once

#include <string_view>
#include <vector>

#include "quern/formats/sqlite/database.h"
#include "quern/formats/sqlite/writer.h"
#include "quern/model/profile.h"

namespace quern::sqlite {

/// Which names are those of files and of objects, by NameId; their tables are written last.
struct NamesUsed {
  explicit NamesUsed(size_t names) : files(names), objects(names) {}
  std::vector<bool> files, objects;
};

/// A cell that refers to `files` or `objects`: NULL for a name that is unknown.
void reference(Insert& row, NameId name, std::vector<bool>& used);

/// quern, inputs, events, event_definitions, warnings, parts, part_totals, summaries, descriptions
void write_head(const Profile& profile, std::string_view program, Database& database);
/// functions, function_costs
void write_functions(const Profile& profile, const Sums& sums, NamesUsed& used, Database& database);
/// calls, call_costs
void write_calls(const Sums& sums, Database& database);
/// costs, lines, call_sites, call_site_costs, jumps
void write_records(const Profile& profile, NamesUsed& used, Database& database);
/// contexts, context_costs, leaks
void write_contexts(const Profile& profile, NamesUsed& used, Database& database);
/// summary, symbols, mainrows, children, parents
void write_navigator(const Profile& profile, const Navigator& navigator, NamesUsed& used,
                     Database& database);
/// files, objects
void write_names(const Profile& profile, const NamesUsed& used, Database& database);

}  // namespace quern::sqlite
