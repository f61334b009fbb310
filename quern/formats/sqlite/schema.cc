// SPDX-License-Identifier: MIT
//
// Columns of costs, counts and addresses are declared without a type: SQLite then keeps the digits
// of a number beyond 64 bits as they are, where any numeric type would round them.
#include "quern/formats/sqlite/schema.h"

#include <fmt/format.h>

#include "quern/formats/sqlite/writer.h"

namespace quern::sqlite {

namespace {

// "QurN", so that `file` and other programs tell these databases from others.
constexpr int kApplicationId = 0x5175724e;

constexpr const char* kTables = R"(
CREATE TABLE quern (
  schema INTEGER NOT NULL, program TEXT NOT NULL);
CREATE TABLE inputs (
  id INTEGER PRIMARY KEY, name TEXT, name_bytes BLOB, format TEXT, dialect TEXT,
  creator TEXT, command TEXT, base_rule TEXT, stored_bytes, text_bytes);
CREATE TABLE events (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, name_bytes BLOB, long_name TEXT, unit TEXT,
  scale NOT NULL, combine TEXT NOT NULL, total NOT NULL);
CREATE TABLE event_definitions (
  input INTEGER NOT NULL REFERENCES inputs(id), name TEXT, formula TEXT, long_name TEXT);
CREATE TABLE parts (
  id INTEGER PRIMARY KEY, input INTEGER NOT NULL REFERENCES inputs(id), number, pid, thread,
  command TEXT, trigger TEXT, period REAL, has_lines INTEGER NOT NULL,
  has_addresses INTEGER NOT NULL, contexts TEXT NOT NULL);
CREATE TABLE part_totals (
  part INTEGER NOT NULL REFERENCES parts(id), event INTEGER NOT NULL REFERENCES events(id),
  total NOT NULL, declared, PRIMARY KEY (part, event)) WITHOUT ROWID;
CREATE TABLE summaries (
  part INTEGER NOT NULL REFERENCES parts(id), number INTEGER NOT NULL,
  event INTEGER NOT NULL REFERENCES events(id), cost NOT NULL);
CREATE TABLE descriptions (
  part INTEGER NOT NULL REFERENCES parts(id), text TEXT);
CREATE TABLE files (
  id INTEGER PRIMARY KEY, name TEXT, name_bytes BLOB);
CREATE TABLE objects (
  id INTEGER PRIMARY KEY, name TEXT, name_bytes BLOB);
CREATE TABLE functions (
  id INTEGER PRIMARY KEY, name TEXT, name_bytes BLOB, file INTEGER REFERENCES files(id),
  object INTEGER REFERENCES objects(id), calls, cycle INTEGER);
CREATE TABLE function_costs (
  function INTEGER NOT NULL REFERENCES functions(id),
  event INTEGER NOT NULL REFERENCES events(id),
  self NOT NULL, inclusive NOT NULL, inclusive_max, certainty TEXT NOT NULL,
  PRIMARY KEY (function, event)) WITHOUT ROWID;
CREATE TABLE costs (
  part INTEGER NOT NULL REFERENCES parts(id), function INTEGER NOT NULL REFERENCES functions(id),
  file INTEGER REFERENCES files(id), line, address, event INTEGER NOT NULL REFERENCES events(id),
  self NOT NULL);
CREATE TABLE lines (
  file INTEGER REFERENCES files(id), line, event INTEGER NOT NULL REFERENCES events(id),
  self NOT NULL);
CREATE TABLE calls (
  id INTEGER PRIMARY KEY, caller INTEGER REFERENCES functions(id),
  callee INTEGER NOT NULL REFERENCES functions(id), count);
CREATE TABLE call_costs (
  call INTEGER NOT NULL REFERENCES calls(id), event INTEGER NOT NULL REFERENCES events(id),
  inclusive NOT NULL, PRIMARY KEY (call, event)) WITHOUT ROWID;
CREATE TABLE call_sites (
  id INTEGER PRIMARY KEY, part INTEGER NOT NULL REFERENCES parts(id),
  caller INTEGER NOT NULL REFERENCES functions(id),
  callee INTEGER NOT NULL REFERENCES functions(id), file INTEGER REFERENCES files(id), line,
  address, target_line, target_address, count NOT NULL);
CREATE TABLE call_site_costs (
  call_site INTEGER NOT NULL REFERENCES call_sites(id),
  event INTEGER NOT NULL REFERENCES events(id), inclusive NOT NULL,
  PRIMARY KEY (call_site, event)) WITHOUT ROWID;
CREATE TABLE jumps (
  part INTEGER NOT NULL REFERENCES parts(id), function INTEGER NOT NULL REFERENCES functions(id),
  file INTEGER REFERENCES files(id), line, address,
  target_function INTEGER NOT NULL REFERENCES functions(id),
  target_file INTEGER REFERENCES files(id), target_line, target_address,
  is_conditional INTEGER NOT NULL, executed NOT NULL, followed NOT NULL);
CREATE TABLE contexts (
  id INTEGER PRIMARY KEY, parent INTEGER REFERENCES contexts(id),
  part INTEGER NOT NULL REFERENCES parts(id),
  function INTEGER NOT NULL REFERENCES functions(id), file INTEGER REFERENCES files(id), line,
  offset, address, calls);
CREATE TABLE context_costs (
  context INTEGER NOT NULL REFERENCES contexts(id),
  event INTEGER NOT NULL REFERENCES events(id), self NOT NULL,
  PRIMARY KEY (context, event)) WITHOUT ROWID;
CREATE TABLE leaks (
  context INTEGER NOT NULL REFERENCES contexts(id),
  event INTEGER NOT NULL REFERENCES events(id), address NOT NULL, size NOT NULL);
CREATE TABLE warnings (
  input INTEGER NOT NULL REFERENCES inputs(id), code TEXT NOT NULL, severity TEXT NOT NULL,
  count NOT NULL, line, "column", message TEXT);
)";

constexpr const char* kIndices = R"(
CREATE INDEX functions_by_name ON functions (name);
CREATE INDEX costs_by_function ON costs (function);
CREATE INDEX lines_by_file ON lines (file, line);
CREATE INDEX calls_by_caller ON calls (caller);
CREATE INDEX calls_by_callee ON calls (callee);
CREATE INDEX call_sites_by_caller ON call_sites (caller);
CREATE INDEX call_sites_by_callee ON call_sites (callee);
CREATE INDEX contexts_by_parent ON contexts (parent);
CREATE INDEX contexts_by_function ON contexts (function);
)";

// The names and types are those of igprof-analyse's own script, for programs that read its results.
// Its table of files is ours too.
constexpr const char* kNavigatorTables = R"(
CREATE TABLE summary (
  counter TEXT, total_count INTEGER, total_freq INTEGER, tick_period REAL);
CREATE TABLE symbols (
  id INTEGER PRIMARY KEY, name TEXT, filename_id INTEGER REFERENCES files(id));
CREATE TABLE mainrows (
  id INTEGER PRIMARY KEY, symbol_id INTEGER REFERENCES symbols(id), self_count INTEGER,
  cumulative_count INTEGER, kids INTEGER, self_calls INTEGER, total_calls INTEGER,
  self_paths INTEGER, total_paths INTEGER, pct REAL);
CREATE TABLE children (
  self_id INTEGER REFERENCES mainrows(id), parent_id INTEGER REFERENCES mainrows(id),
  from_parent_count INTEGER, from_parent_calls INTEGER, from_parent_paths INTEGER, pct REAL);
CREATE TABLE parents (
  self_id INTEGER REFERENCES mainrows(id), child_id INTEGER REFERENCES mainrows(id),
  to_child_count INTEGER, to_child_calls INTEGER, to_child_paths INTEGER, pct REAL);
)";

constexpr const char* kNavigatorIndices = R"(
CREATE INDEX children_by_parent ON children (parent_id);
CREATE INDEX parents_by_child ON parents (child_id);
CREATE INDEX mainrows_by_self ON mainrows (self_count);
CREATE INDEX mainrows_by_cumulative ON mainrows (cumulative_count);
)";

// The digits of numbers beyond 64 bits are text, which as such sorts behind every number and by its
// first digit: REAL comes first, then what tells equal ones apart.
constexpr const char* kTop = R"(
CREATE VIEW {} AS
SELECT events.name AS event, functions.name AS name, files.name AS file, objects.name AS object,
  self, round(100.0 * self / nullif(total, 0), 2) AS self_percent,
  inclusive, round(100.0 * inclusive / nullif(total, 0), 2) AS inclusive_percent,
  inclusive_max, certainty, calls, cycle, functions.id AS function
FROM function_costs AS costs
  JOIN events ON events.id = costs.event
  JOIN functions ON functions.id = costs.function
  LEFT JOIN files ON files.id = functions.file
  LEFT JOIN objects ON objects.id = functions.object
ORDER BY costs.event, {}, {}, functions.name, files.name, objects.name;
)";

constexpr const char* kCallsByCost = R"(
CREATE VIEW calls_by_cost AS
SELECT events.name AS event, callers.name AS caller, callees.name AS callee, count, inclusive,
  round(100.0 * inclusive / nullif(total, 0), 2) AS percent, calls.caller AS caller_id,
  calls.callee AS callee_id
FROM call_costs AS costs
  JOIN calls ON calls.id = costs.call
  JOIN events ON events.id = costs.event
  LEFT JOIN functions AS callers ON callers.id = calls.caller
  JOIN functions AS callees ON callees.id = calls.callee
ORDER BY costs.event, {}, callers.name, callees.name, calls.id;
)";

constexpr const char* kLinesByCost = R"(
CREATE VIEW lines_by_cost AS
SELECT events.name AS event, files.name AS file, line, self,
  round(100.0 * self / nullif(total, 0), 2) AS percent
FROM lines
  JOIN events ON events.id = lines.event
  LEFT JOIN files ON files.id = lines.file
ORDER BY lines.event, {}, files.name, line;
)";

constexpr const char* kLeaksBySize = R"(
CREATE VIEW leaks_by_size AS
SELECT events.name AS event, functions.name AS name, objects.name AS object, leaks.address, size,
  context
FROM leaks
  JOIN events ON events.id = leaks.event
  JOIN contexts ON contexts.id = context
  JOIN functions ON functions.id = contexts.function
  LEFT JOIN objects ON objects.id = functions.object
ORDER BY leaks.event, {}, leaks.rowid;
)";

// Ordered by the nearest double, then by digits, so that numbers beyond 64 bits, which are text,
// stand where their value belongs.
std::string by_cost(std::string_view column) {
  return fmt::format("CAST({0} AS REAL) DESC, length({0}) DESC, {0} DESC", column);
}

}  // namespace

std::string table_statements() {
  return fmt::format("PRAGMA application_id={}; PRAGMA user_version={};", kApplicationId,
                     kSchemaVersion) +
         kTables;
}

std::string navigator_statements() {
  return kNavigatorTables;
}

std::string index_statements() {
  return kIndices;
}

std::string navigator_index_statements() {
  return kNavigatorIndices;
}

std::string view_statements() {
  const std::string self = by_cost("self");
  const std::string inclusive = by_cost("inclusive");
  return fmt::format(kTop, "top", self, inclusive) +
         fmt::format(kTop, "top_inclusive", inclusive, self) +
         fmt::format(kCallsByCost, inclusive) + fmt::format(kLinesByCost, self) +
         fmt::format(kLeaksBySize, by_cost("size"));
}

}  // namespace quern::sqlite
