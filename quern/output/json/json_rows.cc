// SPDX-License-Identifier: MIT
//
// quern.top/1 and quern.calls/1 as docs describe them, quern.lines/1 (as quern.top/1, but for
//   "rows":[{"file","line":N|null,"function":{"name","file","object"}|null,"self"}],
// the function null where several have costs there, and nothing inclusive), and quern.peek/1:
//   {"schema","events","totals","group_by",
//    "function":{the keys of a row of quern.top/1},
//    "callers":[{"name","file","object","count","inclusive","recursive":bool,"in_cycle":bool,
//      "root":bool}],
//    "callers_shown","callers_of","from_callers":[…],
//    "callees":[…],"callees_shown","callees_of","into_callees":[…]}
// where `inclusive` is that of the calls between the two as recorded, `from_callers` and
// `into_callees` its sums over all, shown or not. `callers` and `callees` leave the other side out.
// With ratios (formulas that are no sums) each has "ratios":[{"name","formula","unit"}], and rows
// have "self_ratios" and "inclusive_ratios" in their order (calls and neighbours the latter alone),
// top "total_ratios" too: rounded to the nearest double, null where there is no value. `events` and
// the costs stay exact. Where a filter apportioned costs each has "totals_certainty" and
// "apportioned":[…] (the part of the totals that was), rows have "self_certainty" and
// "calls_certainty", calls, sites and neighbours "certainty" and "count_certainty". With a query
// each has "where":{"query","left_out":N}, N of the rows that are not shown. Sorted by place, names
// have "line":N|null, the first of the function's own costs. With --running quern.top/1 has
// "running_of":EVENT and rows "running", the self cost of that event in them and those above. With
// --percent parent, quern.peek/1 has "percent_of":"parent", callers and callees "percent":[…] by
// event, of the function's inclusive cost, and "percent_certainty". Of a function on a cycle of a
// call graph it has "books":{"cycle","members","self","leaving","whole","entering","inside",
// "certainty"}: self costs of the members, calls as recorded that leave the cycle, both together
// (the cycle's inclusive cost), and calls that enter it or stay inside, which are not added.
#include <string>

#include "quern/output/answers/calls.h"
#include "quern/output/answers/lists.h"
#include "quern/output/json/json_answer.h"
#include "quern/output/json/json_parts.h"
#include "quern/output/render.h"
#include "quern/output/shared/shares.h"

namespace quern {
namespace {

void write_sites(JsonWriter& json, const Selection& selection, const CallRow& row) {
  json.key("sites").begin_array();
  for (const CallSite& site : row.sites) {
    json.begin_object().text_or_null("file", site.file);
    write_number(json, "line", site.line);
    write_number(json, "address", site.address);
    write_call_costs(json, selection, site.count, site.inclusive);
    json.end_object();
  }
  json.end_array();
}

void write_call(JsonWriter& json, const Selection& selection, const CallRow& row) {
  json.newline().begin_object().key("caller");
  if (row.caller.is_root) {
    json.null();
  } else {
    json.begin_object();
    write_name(json, selection, row.caller);
    json.end_object();
  }
  json.key("callee").begin_object();
  write_name(json, selection, row.callee);
  json.end_object();
  write_call_costs(json, selection, row.count, row.inclusive);
  write_ratios(json, "inclusive_ratios", row.inclusive_ratios);
  write_sites(json, selection, row);
  json.end_object();
}

void write_not_shown(JsonWriter& json, const Selection& selection, std::span<const Amount> self) {
  json.key("not_shown").begin_object();
  write_costs(json, "self", self);
  write_certainty(json, selection, "self_certainty", self);
  json.end_object();
}

/// A row of quern.lines/1.
void write_line_row(JsonWriter& json, const Selection& selection, const TopRow& row,
                    const std::optional<RowName>& function) {
  json.text_or_null("file", row.name.file);
  write_number(json, "line",
               row.name.line != 0 ? std::optional<int128>(row.name.line) : std::nullopt);
  json.key("function");
  if (function) {
    json.begin_object();
    write_name(json, *function);
    json.end_object();
  } else {
    json.null();
  }
  write_self(json, selection, row);
  write_ratios(json, "self_ratios", row.self_ratios);
}

/// One side of quern.peek/1.
struct NeighbourSide {
  const std::vector<PeekNeighbour>* rows = nullptr;
  size_t in_all = 0;
  const std::vector<Amount>* sums = nullptr;
  const std::vector<Amount>* of = nullptr;  ///< what 100 % may be
  std::string key;                          ///< "callers"
  std::string_view sums_key;
};

void write_side(JsonWriter& json, BufferedText& stream, const Selection& selection,
                const NeighbourSide& side) {
  json.newline().key(side.key).begin_array();
  for (const PeekNeighbour& row : *side.rows) {
    json.newline().begin_object();
    write_neighbour(json, selection, row);
    write_percents(json, selection, row.inclusive, *side.of);
    json.end_object();
    if (!stream.drain()) {
      return;
    }
  }
  json.end_array().newline();
  write_count(json, side.key + "_shown", side.rows->size());
  write_count(json, side.key + "_of", side.in_all);
  write_costs(json, side.sums_key, *side.sums);
  write_certainty(json, selection, std::string(side.sums_key) + "_certainty", *side.sums);
}

}  // namespace

void write_call_costs(JsonWriter& json, const Selection& selection,
                      const std::optional<Amount>& count, std::span<const Amount> inclusive) {
  write_number(json, "count", count);
  write_certainty(json, selection, "count_certainty", count);
  write_costs(json, "inclusive", inclusive);
  write_certainty(json, selection, "certainty", inclusive);
}

void write_neighbour(JsonWriter& json, const Selection& selection, const PeekNeighbour& row) {
  write_name(json, selection, row.name);
  write_call_costs(json, selection, row.count, row.inclusive);
  json.key("recursive").boolean(row.is_self).key("in_cycle").boolean(row.is_in_cycle);
  json.key("root").boolean(row.name.is_root);
  write_ratios(json, "inclusive_ratios", row.inclusive_ratios);
}

void write_json(const Top& top, ByteSink& out) {
  BufferedText stream(out);
  JsonWriter json(stream.text());
  begin_document(json, "quern.top/1", top.selection().completeness);
  json.newline();
  write_event_names(json, top.selection());
  write_totals(json, top.selection(), top.totals());
  write_ratio_names(json, top.selection());
  write_ratios(json, "total_ratios", top.total_ratios());
  write_running_of(json, top.selection());
  json.key("group_by").string(to_string(top.selection().group_by)).newline();
  json.key("rows").begin_array();
  for (size_t rank = 0; rank < top.shown(); ++rank) {
    json.newline().begin_object();
    write_top_row(json, top.selection(), top.row(rank));
    json.end_object();
    if (!stream.drain()) {
      return;
    }
  }
  json.end_array().newline();
  write_count(json, "shown", top.shown());
  write_count(json, "of", top.row_count());
  write_not_shown(json, top.selection(), top.not_shown());
  write_where(json, top.selection(), top.left_out());
  json.end_object().newline();
}

void write_json(const Lines& lines, ByteSink& out) {
  BufferedText stream(out);
  JsonWriter json(stream.text());
  const Selection& selection = lines.selection();
  begin_document(json, "quern.lines/1", lines.selection().completeness);
  json.newline();
  write_event_names(json, selection);
  write_totals(json, selection, lines.totals());
  write_ratio_names(json, selection);
  write_ratios(json, "total_ratios", lines.total_ratios());
  write_running_of(json, selection);
  json.newline().key("rows").begin_array();
  for (size_t rank = 0; rank < lines.shown(); ++rank) {
    json.newline().begin_object();
    write_line_row(json, selection, lines.row(rank), lines.function(rank));
    json.end_object();
    if (!stream.drain()) {
      return;
    }
  }
  json.end_array().newline();
  write_count(json, "shown", lines.shown());
  write_count(json, "of", lines.row_count());
  write_not_shown(json, selection, lines.not_shown());
  write_where(json, selection, lines.left_out());
  json.end_object().newline();
}

void write_json(const Calls& calls, ByteSink& out) {
  BufferedText stream(out);
  JsonWriter json(stream.text());
  begin_document(json, "quern.calls/1", calls.selection().completeness);
  json.newline();
  write_event_names(json, calls.selection());
  write_ratio_names(json, calls.selection());
  json.key("group_by").string(to_string(calls.selection().group_by)).newline();
  json.key("rows").begin_array();
  for (size_t rank = 0; rank < calls.shown(); ++rank) {
    write_call(json, calls.selection(), calls.row(rank));
    if (!stream.drain()) {
      return;
    }
  }
  json.end_array().newline();
  write_count(json, "shown", calls.shown());
  write_count(json, "of", calls.row_count());
  write_where(json, calls.selection(), calls.left_out());
  json.end_object().newline();
}

namespace {

void write_books(JsonWriter& json, const CycleBreakdown& books) {
  json.newline().key("books").begin_object().key("cycle").integer(books.cycle);
  write_count(json, "members", books.members);
  write_costs(json, "self", books.self);
  write_costs(json, "leaving", books.leaving);
  write_costs(json, "whole", books.whole);
  write_costs(json, "entering", books.entering);
  write_costs(json, "inside", books.inside);
  Certainty certainty = Certainty::kExact;
  for (const auto* costs : {&books.whole, &books.entering, &books.inside}) {
    for (const Amount& cost : *costs) {
      certainty = std::max(certainty, certainty_of(cost));
    }
  }
  json.key("certainty").string(to_string(certainty)).end_object();
}

}  // namespace

void write_json(const Peek& peek, PeekSides sides, ByteSink& out) {
  BufferedText stream(out);
  JsonWriter json(stream.text());
  begin_document(json, "quern.peek/1", peek.selection.completeness);
  json.newline();
  write_event_names(json, peek.selection);
  write_totals(json, peek.selection, peek.totals);
  write_ratio_names(json, peek.selection);
  json.key("group_by").string(to_string(peek.selection.group_by));
  write_percent_of(json, peek.selection);
  json.newline();
  json.key("function").begin_object();
  write_top_row(json, peek.selection, peek.function);
  json.end_object();
  if (sides != PeekSides::kCallees) {
    write_side(json, stream, peek.selection,
               {&peek.callers, peek.callers_in_all, &peek.from_callers, &peek.function.inclusive,
                "callers", "from_callers"});
  }
  if (sides != PeekSides::kCallers) {
    write_side(json, stream, peek.selection,
               {&peek.callees, peek.callees_in_all, &peek.into_callees, &peek.function.inclusive,
                "callees", "into_callees"});
  }
  if (peek.books) {
    write_books(json, *peek.books);
  }
  write_where(json, peek.selection,
              (sides != PeekSides::kCallees ? peek.callers_left_out : 0) +
                  (sides != PeekSides::kCallers ? peek.callees_left_out : 0));
  json.end_object().newline();
}

}  // namespace quern
