// SPDX-License-Identifier: MIT
//
// The order in which the database is filled. Rows come first and indices last: SQLite then sorts
// each index once instead of inserting into it row by row.
#include "quern/formats/sqlite/writer.h"

#include <sqlite3.h>

#include "quern/formats/sqlite/database.h"
#include "quern/formats/sqlite/schema.h"
#include "quern/formats/sqlite/tables.h"

namespace quern::sqlite {

std::string library() {
  return "SQLite " SQLITE_VERSION;
}

Result<void> write(const Profile& profile, const Sums& sums, std::string_view program,
                   const FileToFill& file) {
  Database database(file);
  database.run(table_statements());
  NamesUsed used(profile.symbols().names.size());
  write_head(profile, program, database);
  write_functions(profile, sums, used, database);
  write_calls(sums, database);
  write_records(profile, used, database);
  write_contexts(profile, used, database);
  if (sums.navigator) {
    database.run(navigator_statements());
    write_navigator(profile, *sums.navigator, used, database);
    database.run(navigator_index_statements());
  }
  write_names(profile, used, database);
  database.run(index_statements());
  database.run(view_statements());
  return database.finish();
}

}  // namespace quern::sqlite
