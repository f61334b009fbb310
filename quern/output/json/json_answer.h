// SPDX-License-Identifier: MIT
//
// What the JSON documents have in common: one object with "schema", written row by row.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "quern/base/buffered_text.h"
#include "quern/base/json_writer.h"
#include "quern/query/rows.h"
#include "quern/query/selection.h"

namespace quern {

/// Opens the document: "schema" and, where what was read is not complete, "incomplete":
/// [{"file","code","line","column","message","missing":[{"event","declared","read"}]}].
void begin_document(JsonWriter& json, std::string_view schema, const Completeness& completeness);
/// The same, with "events".
void begin_answer(JsonWriter& json, std::string_view schema, const Selection& selection);
void write_count(JsonWriter& json, std::string_view key, size_t count);
/// An array of texts.
void write_texts(JsonWriter& json, std::string_view key, std::span<const std::string> texts);
/// Below rows: "shown", of how many.
void write_shown(JsonWriter& json, size_t shown, size_t of);
void write_costs(JsonWriter& json, std::string_view key, std::span<const int128> costs);
void write_number(JsonWriter& json, std::string_view key, const std::optional<int128>& number);
// Numbers of which some may be estimates; write_certainty() writes which ones.
void write_costs(JsonWriter& json, std::string_view key, std::span<const Amount> costs);
void write_number(JsonWriter& json, std::string_view key, const std::optional<Amount>& number);
/// KEY: "exact" or "estimated", that of the least certain; only where the answer has estimates.
void write_certainty(JsonWriter& json, const Selection& selection, std::string_view key,
                     std::span<const Amount> costs);
void write_certainty(JsonWriter& json, const Selection& selection, std::string_view key,
                     const std::optional<Amount>& number);
/// The same, and wherever a cost is not exact, as self costs of branches from call graphs are
/// without any filter.
void write_inexact(JsonWriter& json, const Selection& selection, std::string_view key,
                   std::span<const Amount> costs);
/// "totals" and, where the answer has estimates, "totals_certainty" and "apportioned": which part
/// of the totals was.
void write_totals(JsonWriter& json, const Selection& selection, std::span<const Amount> totals);
/// "contradictions":[{"code","count","message"}] of a code each, the message of the first; nothing
/// where there are none.
void write_contradictions(JsonWriter& json, const Findings& findings);
/// "where":{"query","left_out"} where the selection has a query, else nothing.
void write_where(JsonWriter& json, const Selection& selection, size_t left_out);
/// "events": the names of the columns.
void write_event_names(JsonWriter& json, const Selection& selection);
/// "ratios":[{"name","formula","unit"}] where there are some, else nothing.
void write_ratio_names(JsonWriter& json, const Selection& selection);
/// Rounded to the nearest double, null for none; nothing where no ratio is asked for.
void write_ratios(JsonWriter& json, std::string_view key,
                  std::span<const std::optional<Fraction>> ratios);
/// "name", "file", "object" of an object that is open; of groups by class their "kind" too.
void write_name(JsonWriter& json, const RowName& name);
/// The same, with "line" if rows are sorted by place.
void write_name(JsonWriter& json, const Selection& selection, const RowName& name);
/// "old_name": an object with the keys of a name, or null.
void write_old_name(JsonWriter& json, const std::optional<RowName>& name);
/// KEY, KEY_max, "certainty": of the least certain column.
void write_bounds(JsonWriter& json, std::string_view key, std::span<const Amount> amounts);
/// "running_of" of a list that has running totals.
void write_running_of(JsonWriter& json, const Selection& selection);
/// "percent_of":"parent"; nothing where percentages are of the total.
void write_percent_of(JsonWriter& json, const Selection& selection);
/// "percent":[12.5,null],"percent_certainty": by column; null where the whole is 0. Nothing where
/// percentages are of the total.
void write_percents(JsonWriter& json, const Selection& selection, std::span<const Amount> parts,
                    std::span<const Amount> wholes);
/// "line", "column": null where not known.
void write_place(JsonWriter& json, const Place& place);

/// "totals" to "total_ratios": what all rows of a list come to.
template <class Rows>
void write_sums(JsonWriter& json, const Rows& rows) {
  write_totals(json, rows.selection(), rows.totals());
  write_ratio_names(json, rows.selection());
  write_ratios(json, "total_ratios", rows.total_ratios());
}
/// KEY: an array of objects, of which `write_row(at)` writes the keys. False once nobody takes
/// bytes any more.
template <class WriteRow>
[[nodiscard]] bool write_rows(JsonWriter& json, BufferedText& stream, std::string_view key,
                              size_t count, const WriteRow& write_row) {
  json.key(key).begin_array();
  for (size_t at = 0; at < count; ++at) {
    json.newline().begin_object();
    write_row(at);
    json.end_object();
    if (!stream.drain()) {
      return false;
    }
  }
  json.end_array();
  return true;
}

}  // namespace quern
