// SPDX-License-Identifier: MIT
//
// What the rows of the page's answers have beyond the documents of quern: ids.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "quern/base/json_writer.h"
#include "quern/model/records/amount.h"
#include "quern/output/json/json_answer.h"
#include "quern/output/json/json_parts.h"
#include "quern/output/json/json_pen.h"
#include "quern/query/rows.h"
#include "quern/query/selection.h"
#include "quern/server/query_parameters.h"
#include "quern/server/served_profile.h"
#include "quern/views/trees/flame.h"

namespace quern::server {

/// "id", "file_id" and "shorter" of an object that is open; ids are null of the root of stacks, and
/// without a file.
void write_ids(JsonWriter& json, const ServedProfile& served, GroupBy by, uint32_t node,
               const RowName& name);
/// "shorter": forms of a function's name that need less room, the longest first; nothing if there
/// are none.
void write_shorter_names(JsonWriter& json, GroupBy by, const RowName& name);
/// "file_id" alone.
void write_file_id(JsonWriter& json, const RowName& name);
/// The id of a function that is known by its name alone.
[[nodiscard]] std::string id_of_name(const RowName& name);
/// {"schema":…,"events":[…],
void begin_document(JsonWriter& json, std::string_view schema, const Selection& selection);
/// begin_document() and what all rows of a list come to.
template <class Rows>
void begin_list(JsonWriter& json, std::string_view schema, const Rows& rows) {
  begin_document(json, schema, rows.selection());
  write_sums(json, rows);
}
/// "shown", "of", "offset", "matched": of `of` rows in all so many fit the query.
void write_window(JsonWriter& json, Window window, size_t of, size_t matched);
/// An object for each of `rows`, of which write(row) writes what it has.
template <class Rows, class Write>
void write_rows(JsonWriter& json, std::string_view key, const Rows& rows, const Write& write) {
  json.key(key).begin_array();
  for (const auto& row : rows) {
    json.newline().begin_object();
    write(row);
    json.end_object();
  }
  json.end_array();
}
/// What a frame's row says of its width and its own cost, as the numbers of docs/api.md.
[[nodiscard]] int frame_flags(Certainty width, Certainty own, bool is_recursive);
/// Begins the row of a frame of a flame graph, of one profile or of both sides.
template <class Row>
void begin_frame(JsonWriter& json, const Row& row, const FlamePlace& place, size_t name,
                 int flags) {
  json.newline().begin_array().integer(row.parent ? int128{*row.parent} : int128{-1});
  json.integer(static_cast<int128>(name));
  json.integer(place.x).integer(place.width).integer(place.own).integer(flags);
  json.integer(static_cast<int128>(row.hidden.count)).integer(place.small);
}

}  // namespace quern::server
