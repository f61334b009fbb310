// SPDX-License-Identifier: MIT
//
// quern.invocations/1, single calls:
//   {"schema","events","totals","order":"cost"|"chronological",
//    "spread":{"calls","self":[SPREAD…],"inclusive":[SPREAD…]}|null,
//    "rows":[{"number","name","file","object","call_file","line":N|null,"self","inclusive","depth",
//             "callers":[{"name","file","object"}…]}],
//    "shown","of"}
// `callers` begin with the innermost and are at most 64; `depth` is how many there are. SPREAD is
// {"min","median","p95","max"}, by event.
//
// quern.spreads/1, functions with what their calls cost:
//   {"schema","events","totals","rows":[{"name","file","object","calls","self":[SPREAD…],
//    "inclusive":[SPREAD…]}],"shown","of"}
#include "quern/output/answers/calls.h"
#include "quern/output/json/json_answer.h"
#include "quern/output/render.h"

namespace quern {
namespace {

void write_quantiles(JsonWriter& json, std::string_view key, std::span<const Quantiles> columns) {
  json.key(key).begin_array();
  for (const Quantiles& each : columns) {
    json.begin_object().key("min").integer(each.min).key("median").integer(each.median);
    json.key("p95").integer(each.p95).key("max").integer(each.max).end_object();
  }
  json.end_array();
}

void write_spread(JsonWriter& json, const Spread& spread) {
  json.key("calls").integer(static_cast<int128>(spread.calls));
  write_quantiles(json, "self", spread.self);
  write_quantiles(json, "inclusive", spread.inclusive);
}

void write_invocation(JsonWriter& json, const Invocation& row) {
  json.newline().begin_object().key("number").integer(static_cast<int128>(row.number));
  write_name(json, row.name);
  json.key("call_file");
  if (row.file.empty()) {
    json.null();
  } else {
    json.string(row.file);
  }
  write_number(json, "line", row.line ? std::optional<int128>(*row.line) : std::nullopt);
  write_costs(json, "self", row.self);
  write_costs(json, "inclusive", row.inclusive);
  write_callers(json, row.depth, row.callers);
  json.end_object();
}

}  // namespace

void write_json(const Invocations& calls, ByteSink& out) {
  BufferedText stream(out);
  JsonWriter json(stream.text());
  begin_document(json, "quern.invocations/1", calls.selection().completeness);
  json.newline();
  write_event_names(json, calls.selection());
  write_costs(json, "totals", calls.totals());
  json.key("order").string(calls.request().chronological ? "chronological" : "cost").newline();
  json.key("spread");
  if (calls.spread()) {
    json.begin_object();
    write_spread(json, *calls.spread());
    json.end_object();
  } else {
    json.null();
  }
  json.newline().key("rows").begin_array();
  for (size_t rank = 0; rank < calls.shown(); ++rank) {
    write_invocation(json, calls.row(rank));
    if (!stream.drain()) {
      return;
    }
  }
  json.end_array().newline();
  write_count(json, "shown", calls.shown());
  write_count(json, "of", calls.row_count());
  json.end_object().newline();
}

void write_json(const Spreads& spreads, ByteSink& out) {
  BufferedText stream(out);
  JsonWriter json(stream.text());
  begin_document(json, "quern.spreads/1", spreads.selection.completeness);
  json.newline();
  write_event_names(json, spreads.selection);
  write_costs(json, "totals", spreads.totals);
  json.key("rows").begin_array();
  for (const Spread& row : spreads.rows) {
    json.newline().begin_object();
    write_name(json, row.name);
    write_spread(json, row);
    json.end_object();
    if (!stream.drain()) {
      return;
    }
  }
  json.end_array().newline();
  write_count(json, "shown", spreads.rows.size());
  json.key("of").integer(static_cast<int128>(spreads.of)).end_object().newline();
}

}  // namespace quern
