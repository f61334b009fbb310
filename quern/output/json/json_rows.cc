// SPDX-License-Identifier: MIT
//
// quern.top/1 and quern.calls/1 as docs describe them, quern.lines/1 (as quern.top/1, but for
//   "rows":[{"file","line":N|null,"function":{"name","file","object"}|null,"self"}],
// the function null where several have costs there, and nothing inclusive), quern.loops/1 (as above
// but for "rows":[{"name","file","object" (of the loop's function),"first_line":N|null,
//      "last_line":N|null,"address","last_address","depth","self","inclusive","inclusive_max",
//      "certainty","iterations","entries":N|null,"self_ratios","inclusive_ratios"}]),
// and quern.peek/1:
//   {"schema","events","totals","group_by",
//    "function":{the keys of a row of quern.top/1},
//    "callers":[{"name","file","object","count","inclusive","recursive":bool,"in_cycle":bool,
//      "root":bool}],
//    "callers_shown","callers_of","from_callers":[…],
//    "callees":[…],"callees_shown","callees_of","into_callees":[…]}
// where `inclusive` is that of the calls between the two as recorded, `from_callers` and
// `into_callees` its sums over all, shown or not. `peek --callers` and `peek --callees` leave the
// other side out. With ratios (formulas that are no sums) each has
// "ratios":[{"name","formula","unit"}], and rows have "self_ratios" and "inclusive_ratios" in their
// order (calls and neighbours the latter alone), top "total_ratios" too: rounded to the nearest
// double, null where there is no value. `events` and the costs stay exact. Where a filter
// apportioned costs each has "totals_certainty" and "apportioned":[…] (the part of the totals that
// was), rows have "self_certainty" and "calls_certainty", calls, sites and neighbours "certainty"
// and "count_certainty". With a query each has "where":{"query","left_out":N}, N of the rows that
// are not shown. Sorted by place, names have "line":N|null, the first of the function's own costs.
// With --running quern.top/1 has "running_of":EVENT and rows "running", the self cost of that event
// in them and those above. With
// --percent parent, quern.peek/1 has "percent_of":"parent", callers and callees "percent":[…] by
// event, of the function's inclusive cost, and "percent_certainty". Of a function on a cycle of a
// call graph it has "books":{"cycle","members","self","leaving","whole","entering","inside",
// "calls_inside","certainty"}: self costs of the members, calls as recorded that leave the cycle,
// both together (the cycle's inclusive cost), and calls that enter it or stay inside, which are not
// added.
#include <algorithm>
#include <string>

#include "quern/output/answers/calls.h"
#include "quern/output/answers/lists.h"
#include "quern/output/json/json_answer.h"
#include "quern/output/json/json_parts.h"
#include "quern/output/json/json_pen.h"
#include "quern/output/render.h"

namespace quern {
namespace {

void write_sites(JsonWriter& json, const Selection& selection, const CallRow& row) {
  json.key("sites").begin_array();
  for (const CallSite& site : row.sites) {
    json.begin_object().text_or_null("file", site.file);
    write_number(json, "line", site.line);
    write_number(json, "address", site.address);
    JsonPen(json, selection).calls(site.count, site.inclusive);
    json.end_object();
  }
  json.end_array();
}

void write_not_shown(JsonWriter& json, const Selection& selection, std::span<const Amount> self) {
  json.key("not_shown").begin_object();
  write_costs(json, "self", self);
  write_certainty(json, selection, "self_certainty", self);
  json.end_object();
}

/// `write_head(json)` writes what follows the sums; `row_of(rank)` is a row.
template <class List, class WriteHead, class RowOf>
void write_list(const List& list, std::string_view schema, ByteSink& out,
                const WriteHead& write_head, const RowOf& row_of) {
  const Selection& selection = list.selection();
  BufferedText stream(out);
  JsonWriter json(stream.text());
  begin_answer(json, schema, selection);
  write_sums(json, list);
  write_head(json);
  json.newline();
  if (!write_rows(json, stream, "rows", list.shown(),
                  [&](size_t rank) { write_row(json, selection, row_of(rank)); })) {
    return;
  }
  write_shown(json, list.shown(), list.row_count());
  if constexpr (requires { list.not_shown(); }) {
    write_not_shown(json, selection, list.not_shown());
  }
  write_where(json, selection, list.left_out());
  json.end_object().newline();
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

/// False once nobody takes bytes any more.
bool write_side(JsonWriter& json, BufferedText& stream, const Selection& selection,
                const NeighbourSide& side) {
  json.newline();
  const bool is_wanted = write_rows(json, stream, side.key, side.rows->size(), [&](size_t at) {
    const PeekNeighbour& row = (*side.rows)[at];
    write_neighbour(json, selection, row);
    write_percents(json, selection, row.inclusive, *side.of);
  });
  json.newline();
  write_count(json, side.key + "_shown", side.rows->size());
  write_count(json, side.key + "_of", side.in_all);
  write_costs(json, side.sums_key, *side.sums);
  write_certainty(json, selection, std::string(side.sums_key) + "_certainty", *side.sums);
  return is_wanted;
}

}  // namespace

void write_neighbour(JsonWriter& json, const Selection& selection, const PeekNeighbour& row) {
  JsonPen pen(json, selection);
  pen.placed_name("", row.name);
  pen.calls(row.count, row.inclusive);
  pen.flag("recursive", row.is_self);
  pen.flag("in_cycle", row.is_in_cycle);
  pen.flag("root", row.name.is_root);
  pen.ratios("inclusive", row.inclusive_ratios);
  if (selection.shows_runs) {
    pen.runs(row.runs);
  }
}

void write_json(const Matches& matches, ByteSink& out) {
  write_json(matches.top, out);
}

void write_json(const Top& top, ByteSink& out) {
  write_list(
      top, "quern.top/1", out,
      [&](JsonWriter& json) {
        write_running_of(json, top.selection());
        json.key("group_by").string(to_string(top.selection().group_by));
      },
      [&](size_t rank) { return top.row(rank); });
}

void write_json(const Lines& lines, ByteSink& out) {
  write_list(
      lines, "quern.lines/1", out,
      [&](JsonWriter& json) { write_running_of(json, lines.selection()); },
      [&](size_t rank) { return line_row(lines, rank); });
}

void write_json(const Loops& loops, ByteSink& out) {
  write_list(
      loops, "quern.loops/1", out, [](JsonWriter&) {},
      [&](size_t rank) { return loop_row(loops, rank); });
}

void write_json(const Calls& calls, ByteSink& out) {
  const Selection& selection = calls.selection();
  BufferedText stream(out);
  JsonWriter json(stream.text());
  begin_answer(json, "quern.calls/1", selection);
  write_ratio_names(json, selection);
  json.key("group_by").string(to_string(selection.group_by)).newline();
  const auto write_call = [&](size_t rank) {
    const CallRow row = calls.row(rank);
    write_row(json, selection, row);
    write_sites(json, selection, row);
  };
  if (!write_rows(json, stream, "rows", calls.shown(), write_call)) {
    return;
  }
  write_shown(json, calls.shown(), calls.row_count());
  write_where(json, selection, calls.left_out());
  json.end_object().newline();
}

void write_json(const Reach& reach, ByteSink& out) {
  BufferedText stream(out);
  JsonWriter json(stream.text());
  begin_answer(json, "quern.reach/1", reach.selection);
  write_totals(json, reach.selection, reach.totals);
  json.key("group_by").string(to_string(reach.selection.group_by));
  json.key("direction").string(reach.of == ReachOf::kCallers ? "callers" : "callees");
  json.key("exact_stacks").boolean(reach.is_exact).newline();
  json.key("function").begin_object();
  write_row(json, reach.selection, reach.function);
  json.end_object().newline();
  if (write_rows(json, stream, "rows", reach.rows.size(),
                 [&](size_t at) { write_row(json, reach.selection, reach.rows[at]); })) {
    write_shown(json, reach.rows.size(), reach.in_all);
    json.end_object().newline();
  }
}

void write_books(JsonWriter& json, const Selection& selection, const CycleBreakdown& books) {
  json.newline().key("books").begin_object().key("cycle").integer(books.cycle);
  write_count(json, "members", books.members);
  write_costs(json, "self", books.self);
  write_costs(json, "leaving", books.leaving);
  write_costs(json, "whole", books.whole);
  write_costs(json, "entering", books.entering);
  write_costs(json, "inside", books.inside);
  JsonPen(json, selection).count("calls_inside", books.calls_inside);
  const Certainty certainty = std::max(
      {certainty_of(books.whole), certainty_of(books.entering), certainty_of(books.inside)});
  json.key("certainty").string(to_string(certainty)).end_object();
}

void write_json(const Peek& peek, PeekSides sides, ByteSink& out) {
  BufferedText stream(out);
  JsonWriter json(stream.text());
  begin_answer(json, "quern.peek/1", peek.selection);
  write_totals(json, peek.selection, peek.totals);
  write_ratio_names(json, peek.selection);
  json.key("group_by").string(to_string(peek.selection.group_by));
  write_percent_of(json, peek.selection);
  json.newline().key("function").begin_object();
  write_row(json, peek.selection, peek.function);
  json.end_object();
  const bool has_callers = sides != PeekSides::kCallees;
  const bool has_callees = sides != PeekSides::kCallers;
  if (has_callers && !write_side(json, stream, peek.selection,
                                 {&peek.callers, peek.callers_in_all, &peek.from_callers,
                                  &peek.function.inclusive, "callers", "from_callers"})) {
    return;
  }
  if (has_callees && !write_side(json, stream, peek.selection,
                                 {&peek.callees, peek.callees_in_all, &peek.into_callees,
                                  &peek.function.inclusive, "callees", "into_callees"})) {
    return;
  }
  if (peek.books) {
    write_books(json, peek.selection, *peek.books);
  }
  write_where(
      json, peek.selection,
      (has_callers ? peek.callers_left_out : 0) + (has_callees ? peek.callees_left_out : 0));
  json.end_object().newline();
}

}  // namespace quern
