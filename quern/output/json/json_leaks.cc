// SPDX-License-Identifier: MIT
//
// quern.leaks/1, resources that were still held:
//   {"schema","event","by":"function"|"stack"|"size"|"page"|"block","group_by",
//    "blocks","size","largest","pages":N|null,"unplaced":{"blocks","size"},
//    "counted":{"size","blocks":N|null},"other_events":[NAME…],
//    "rows":[{"name","file","object","depth","callers":[{"name","file","object"}…],
//             "first","last","blocks","size","largest","pages":N|null}],
//    "shown","of"}
// `size` is in the event's unit: bytes, or 1 a descriptor. `first` and `last` are sizes (by size)
// or addresses, of the last byte; `unplaced` are blocks without one. `counted` is what the event's
// own counters say. Names stand in rows by function, stack and block; callers, the innermost first
// and at most 64, by stack and block. "ratios", "total_ratios" and "self_ratios", where blocks
// stand for calls, and "where" as in quern.top/1.
#include "quern/output/answers/held.h"
#include "quern/output/json/json_answer.h"
#include "quern/output/json/json_pen.h"
#include "quern/output/render.h"

namespace quern {
namespace {

void write_held(JsonWriter& json, const Held& held, bool has_pages) {
  json.key("blocks").integer(static_cast<int128>(held.blocks)).key("size").integer(held.size);
  json.key("largest").integer(static_cast<int128>(held.largest));
  write_number(json, "pages", has_pages ? std::optional<int128>(held.pages) : std::nullopt);
}

}  // namespace

void write_json(const Leaks& leaks, ByteSink& out) {
  BufferedText stream(out);
  JsonWriter json(stream.text());
  begin_document(json, "quern.leaks/1", leaks.selection.completeness);
  json.newline();
  json.key("event").string(leaks.event.name);
  json.key("by").string(kLeaksByWords[static_cast<size_t>(leaks.request.by)]);
  json.key("group_by").string(to_string(leaks.selection.group_by)).newline();
  write_held(json, leaks.total, leaks.has_pages);
  write_ratio_names(json, leaks.selection);
  write_ratios(json, "total_ratios", leaks.ratios(leaks.total));
  json.key("unplaced").begin_object();
  json.key("blocks").integer(static_cast<int128>(leaks.unplaced.blocks));
  json.key("size").integer(leaks.unplaced.size).end_object();
  json.key("counted").begin_object().key("size").integer(leaks.counted);
  write_number(json, "blocks", leaks.acquired);
  json.end_object().key("other_events").begin_array();
  for (const std::string& other : leaks.other_events) {
    json.string(other);
  }
  json.end_array().newline();
  JsonPen pen(json, leaks.selection);
  if (!write_rows(json, stream, "rows", leaks.shown(),
                  [&](size_t rank) { describe(pen, leaks, leaks.row(rank)); })) {
    return;
  }
  write_shown(json, leaks.shown(), leaks.of);
  write_where(json, leaks.selection, leaks.left_out);
  json.end_object().newline();
}

}  // namespace quern
