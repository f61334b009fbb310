// SPDX-License-Identifier: MIT
//
// What the JSON documents have in common: one object with "schema", written row by row.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "quern/base/buffered_text.h"
#include "quern/base/json_writer.h"
#include "quern/query/rows.h"
#include "quern/query/selection.h"
#include "quern/views/lists/top.h"

namespace quern {

/// Opens the document: "schema" and, where what was read is not complete, "incomplete":
/// [{"file","code","line","column","message","missing":[{"event","declared","read"}]}].
void begin_document(JsonWriter& json, std::string_view schema, const Completeness& completeness);
void write_count(JsonWriter& json, std::string_view key, size_t count);
void write_costs(JsonWriter& json, std::string_view key, std::span<const int128> costs);
/// A line or column, of which 0 is none.
[[nodiscard]] std::optional<int128> unless_zero(uint64_t number);
void write_number(JsonWriter& json, std::string_view key, const std::optional<int128>& number);
// Numbers of which some may be estimates; which are is told beside them (write_certainty).
void write_costs(JsonWriter& json, std::string_view key, std::span<const Amount> costs);
void write_number(JsonWriter& json, std::string_view key, const std::optional<Amount>& number);
/// KEY: "exact" or "estimated", that of the least certain; only where the answer has estimates.
void write_certainty(JsonWriter& json, const Selection& selection, std::string_view key,
                     std::span<const Amount> costs);
void write_certainty(JsonWriter& json, const Selection& selection, std::string_view key,
                     const std::optional<Amount>& number);
/// "self_certainty" of a branch: likewise, and wherever a self cost is no exact one, as from call
/// graphs without any filter.
void write_self_certainty(JsonWriter& json, const Selection& selection,
                          std::span<const Amount> self);
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
/// "name", "file", "object" of an object that is open.
void write_name(JsonWriter& json, const RowName& name);
/// Likewise, with "line" where rows are sorted by place.
void write_name(JsonWriter& json, const Selection& selection, const RowName& name);
/// "old_name": an object with the keys of a name, or null.
void write_old_name(JsonWriter& json, const std::optional<RowName>& name);
/// "depth" and "callers", which are the first of so many.
void write_callers(JsonWriter& json, uint64_t depth, std::span<const RowName> callers);
/// "inclusive", "inclusive_max", "certainty": of the least certain column.
void write_inclusive(JsonWriter& json, std::span<const Amount> amounts);
/// "running_of" of a list that has running totals.
void write_running_of(JsonWriter& json, const Selection& selection);
/// "self" and, where it is asked for, "running".
void write_self(JsonWriter& json, const Selection& selection, const TopRow& row);
/// The keys of a row of quern.top/1.
void write_top_row(JsonWriter& json, const Selection& selection, const TopRow& row);
/// "line", "column": null where not known.
void write_place(JsonWriter& json, const Place& place);

}  // namespace quern
