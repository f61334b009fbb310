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
#include "quern/output/json/json_pen.h"
#include "quern/output/render.h"

namespace quern {

void write_json(const Invocations& calls, ByteSink& out) {
  const Selection& selection = calls.selection();
  BufferedText stream(out);
  JsonWriter json(stream.text());
  begin_answer(json, "quern.invocations/1", selection);
  write_costs(json, "totals", calls.totals());
  json.key("order").string(calls.request().chronological ? "chronological" : "cost").newline();
  json.key("spread");
  if (calls.spread()) {
    json.begin_object();
    JsonPen pen(json, selection);
    describe_costs(pen, *calls.spread());
    json.end_object();
  } else {
    json.null();
  }
  json.newline();
  if (!write_rows(json, stream, "rows", calls.shown(),
                  [&](size_t rank) { write_row(json, selection, calls.row(rank)); })) {
    return;
  }
  write_shown(json, calls.shown(), calls.row_count());
  json.end_object().newline();
}

void write_json(const Spreads& spreads, ByteSink& out) {
  BufferedText stream(out);
  JsonWriter json(stream.text());
  begin_answer(json, "quern.spreads/1", spreads.selection);
  write_costs(json, "totals", spreads.totals);
  if (!write_rows(json, stream, "rows", spreads.rows.size(),
                  [&](size_t rank) { write_row(json, spreads.selection, spreads.rows[rank]); })) {
    return;
  }
  write_shown(json, spreads.rows.size(), spreads.of);
  json.end_object().newline();
}

}  // namespace quern
