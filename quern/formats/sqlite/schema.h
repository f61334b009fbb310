// SPDX-License-Identifier: MIT
//
// The tables, indices and views of the database, as SQL; docs/sqlite.md says what each column
// means.
#pragma once

#include <string>

namespace quern::sqlite {

/// Statements that create all tables.
[[nodiscard]] std::string table_statements();
/// Those that readers of igprof-analyse's databases know, beside the others.
[[nodiscard]] std::string navigator_statements();
/// Indices, which are made faster once all rows are there, and views.
[[nodiscard]] std::string index_statements();
[[nodiscard]] std::string navigator_index_statements();
[[nodiscard]] std::string view_statements();

}  // namespace quern::sqlite
