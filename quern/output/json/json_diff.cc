// SPDX-License-Identifier: MIT
//
// quern.diff/1:
//   {"schema","view":"top|matches","events","group_by",
//    "totals":{"old":[…],"new":[…],"delta":[…]},"runs":{"old":N,"new":N},
//    "matches":{"exact","rule","normalised","guess","added","removed"},
//    "rows":[{"name","file","object","status":"both|added|removed|renamed",
//      "match":"exact|rule|normalised|guess"|null,"old_name":{"name","file","object"}|null,
//      "old":SIDE|null,"new":SIDE|null,
//      "delta":{"self":[…],"inclusive":[…],"calls":N|null,"certainty":"exact|estimated"},
//      "split":{"more_calls":[…],"dearer_calls":[…]}|null,"noise":bool}],
//    "shown","of","unchanged","kinds":{"added","removed","renamed","changed","unchanged"},
//    "where":{"query","left_out":N},"min_change":{"least":"1%","below":N},
//    "not_shown":{"self":[…]},
//    "blame":[{"name","file","object","inclusive","self","certainty","split"}]}
// SIDE = {"self":[…],"inclusive":[…],"inclusive_max":null|[…],"certainty","calls":N|null,
//   "ranges":null|[[low,high],…]}. With several runs a side its numbers are medians and `ranges`
// tells, by event, what the runs had of the cost that rows are sorted by. The `blame` path is of
// the event that rows are sorted by. An estimated delta is the difference of lower bounds.
// "view":"calls": rows have "caller" and "callee" (objects, a null caller is the root of stacks)
// instead of a name, no "self", and "recursive"; an end that was found by more than an equal name
// has "match" and "old_name" beside its name. "view":"peek": "function" is a row, "callers" and
// "callees" are rows of calls, with "callers_of" and "callees_of" in all. "view":"tree": rows stand
// depth first, with "id","parent","depth","recursive","children" and
// "not_shown":{"children","old":{"inclusive",…},"new":{…}}|null, and "match" only where it is not
// by an equal name; of all, "direction", "exact_stacks", "shown", "not_shown", "unchanged"
// (branches that were not opened). "view":"flame" is the same, with "x","width","own" of each row
// and "widths":"both|old|new","width", "rest" of all (and "around":true): widths are costs of that
// side, or of the one where a path costs more. "status" is that of the path. Where a filter
// apportioned costs, sides and deltas have "self_certainty" and "calls_certainty", splits and
// totals "certainty", not_shown and steps of the blame "self_certainty"; else only where the "self"
// of a side or a delta is not exact. With ratios, of functions and calls, "ratios" as in
// quern.top/1, "total_ratios":{"old","new"}, and "self_ratios" and "inclusive_ratios" in each SIDE
// and delta: null where there is no value. With --normalize, of all views,
// "scaled":[{"event","old":[N,…],"new":N,"factors":[…]}]: by run of the old side its total as
// recorded and the factor (null: not scaled) that made it the new one. "view":"annotate": see
// json_diff_annotation.cc.
#include <utility>

#include "quern/output/answers/diff.h"
#include "quern/output/json/json_answer.h"
#include "quern/output/json/json_parts.h"
#include "quern/output/render.h"

namespace quern {
namespace {

void write_ranges(JsonWriter& json, std::span<const CostRange> ranges) {
  json.key("ranges");
  if (ranges.empty()) {
    json.null();
    return;
  }
  json.begin_array();
  for (const CostRange& range : ranges) {
    json.begin_array().integer(range.low).integer(range.high).end_array();
  }
  json.end_array();
}

void write_one_side(JsonWriter& json, const Selection& selection, std::string_view key,
                    const std::optional<DiffSide>& side, bool has_self) {
  json.key(key);
  if (!side) {
    json.null();
    return;
  }
  json.begin_object();
  if (has_self) {
    write_costs(json, "self", side->self);
    write_inexact(json, selection, "self_certainty", side->self);
  }
  write_bounds(json, "inclusive", side->inclusive);
  write_number(json, "calls", side->calls);
  write_certainty(json, selection, "calls_certainty", side->calls);
  write_ranges(json, side->ranges);
  write_ratios(json, "self_ratios", side->self_ratios);
  write_ratios(json, "inclusive_ratios", side->inclusive_ratios);
  json.end_object();
}

void write_split(JsonWriter& json, const Selection& selection,
                 const std::optional<DiffSplit>& split) {
  json.key("split");
  if (!split) {
    json.null();
    return;
  }
  json.begin_object();
  write_costs(json, "more_calls", split->more_calls);
  write_costs(json, "dearer_calls", split->dearer_calls);
  write_certainty(json, selection, "certainty", split->more_calls);
  json.end_object();
}

void write_change(JsonWriter& json, const Selection& selection, const DiffChange& change,
                  bool has_self) {
  json.key("delta").begin_object();
  if (has_self) {
    write_costs(json, "self", change.self);
    write_inexact(json, selection, "self_certainty", change.self);
  }
  write_costs(json, "inclusive", change.inclusive);
  write_number(json, "calls", change.calls);
  write_certainty(json, selection, "calls_certainty", change.calls);
  json.key("certainty").string(to_string(certainty_of(change.inclusive)));
  write_ratios(json, "self_ratios", change.self_ratios);
  write_ratios(json, "inclusive_ratios", change.inclusive_ratios);
  json.end_object();
  write_split(json, selection, change.split);
}

void write_end(JsonWriter& json, std::string_view key, const RowName& name, const EndMatch& found) {
  json.key(key);
  if (name.is_root) {
    json.null();
    return;
  }
  json.begin_object();
  write_name(json, name);
  if (is_told(found.match)) {
    json.key("match").string(to_string(found.match));
    write_old_name(json, found.old_name);
  }
  json.end_object();
}

void write_changed_call(JsonWriter& json, const Selection& selection, const DiffCallRow& row) {
  write_end(json, "caller", row.caller, row.caller_match);
  write_end(json, "callee", row.callee, row.callee_match);
  write_diff_call(json, selection, row);
}

void write_matches(JsonWriter& json, const MatchCounts& matches) {
  json.key("matches").begin_object();
  write_count(json, "exact", matches.exact);
  write_count(json, "rule", matches.rule);
  write_count(json, "normalised", matches.normalised);
  write_count(json, "guess", matches.guess);
  write_count(json, "added", matches.added);
  write_count(json, "removed", matches.removed);
  json.end_object().newline();
}

}  // namespace

void write_diff_row(JsonWriter& json, const Selection& selection, const DiffRow& row) {
  write_name(json, row.name);
  json.key("status").string(to_string(row.status));
  json.text_or_null("match", to_string(row.match));
  write_old_name(json, row.old_name);
  write_one_side(json, selection, "old", row.old_side, true);
  write_one_side(json, selection, "new", row.new_side, true);
  write_change(json, selection, row.change, true);
  json.key("noise").boolean(row.is_noise);
}

void write_diff_branch(JsonWriter& json, const Selection& selection, const DiffTreeRow& row) {
  write_name(json, row.name);
  json.key("status").string(to_string(row.status));
  if (is_told(row.match)) {
    json.key("match").string(to_string(row.match));
  }
  write_old_name(json, row.old_name);
  write_one_side(json, selection, "old", row.old_side, true);
  write_one_side(json, selection, "new", row.new_side, true);
  write_change(json, selection, row.change, true);
  json.key("noise").boolean(row.is_noise).key("recursive").boolean(row.is_recursive);
  write_count(json, "children", row.children);
}

void write_diff_call(JsonWriter& json, const Selection& selection, const DiffCallRow& row) {
  write_diff_call_costs(json, selection, row);
  json.key("recursive").boolean(row.is_recursive);
}

void write_diff_call_costs(JsonWriter& json, const Selection& selection, const DiffCallRow& row) {
  json.key("status").string(to_string(row.status));
  write_one_side(json, selection, "old", row.old_side, false);
  write_one_side(json, selection, "new", row.new_side, false);
  write_change(json, selection, row.change, false);
  json.key("noise").boolean(row.is_noise);
}

void write_self_change(JsonWriter& json, const Selection& selection,
                       const std::optional<DiffSide>& was, const std::optional<DiffSide>& is,
                       const DiffChange& change) {
  // Of a DiffSide or a DiffChange.
  const auto write_inlined = [&](const auto& of) {
    const auto write = [&](std::string_view key, const std::vector<Amount>& costs) {
      if (!costs.empty()) {
        write_costs(json, key, costs);
        write_certainty(json, selection, std::string(key) + "_certainty", costs);
      }
    };
    write("with_inlined", of.with_inlined);
    write("outermost", of.outermost);
  };
  const auto write = [&](std::string_view key, const std::optional<DiffSide>& side) {
    json.key(key);
    if (!side) {
      json.null();
      return;
    }
    json.begin_object();
    write_costs(json, "self", side->self);
    write_certainty(json, selection, "self_certainty", side->self);
    write_ranges(json, side->ranges);
    write_inlined(*side);
    json.end_object();
  };
  write("old", was);
  write("new", is);
  json.key("delta");
  if (!was && !is) {
    json.null();
    return;
  }
  json.begin_object();
  write_costs(json, "self", change.self);
  write_certainty(json, selection, "self_certainty", change.self);
  write_inlined(change);
  json.end_object();
}

namespace {

/// Where totals were made equal: what the old costs were multiplied by.
void write_evened(JsonWriter& json, const Selection& selection) {
  if (selection.evened.empty()) {
    return;
  }
  json.newline().key("scaled").begin_array();
  for (const EvenedEvent& event : selection.evened) {
    json.begin_object().text("event", event.name);
    json.key("old").begin_array();
    for (const int128 total : event.old_totals) {
      json.integer(total);
    }
    json.end_array().key("new").integer(event.new_total);
    write_ratios(json, "factors", event.factors);
    json.end_object();
  }
  json.end_array();
}

}  // namespace

void write_diff_head(JsonWriter& json, std::string_view view, const Selection& selection,
                     const std::vector<Amount>& was, const std::vector<Amount>& is) {
  begin_document(json, "quern.diff/1", selection.completeness);
  json.key("view").string(view).newline();
  write_event_names(json, selection);
  json.key("group_by").string(to_string(selection.group_by)).newline();
  std::vector<Amount> delta;
  for (size_t column = 0; column < was.size(); ++column) {
    delta.push_back(change_of(was[column], is[column]));
  }
  json.key("totals").begin_object();
  write_costs(json, "old", was);
  write_costs(json, "new", is);
  write_costs(json, "delta", delta);
  write_certainty(json, selection, "certainty", delta);
  json.end_object();
  write_evened(json, selection);
  write_ratio_names(json, selection);
  json.newline();
}

void write_diff_matches(JsonWriter& json, const Diff& diff) {
  write_run_counts(json, diff);
  write_matches(json, diff.matches());
}

void write_diff_kinds(JsonWriter& json, const Diff& diff) {
  json.key("kinds").begin_object();
  for (size_t kind = 0; kind < kDiffKinds; ++kind) {
    write_count(json, diff_kind_words()[kind], diff.kinds()[kind]);
  }
  json.end_object();
}

void write_blame(JsonWriter& json, const Diff& diff, const IdOfName& id_of) {
  json.newline().key("blame").begin_array();
  for (const BlameStep& step : diff.blame()) {
    json.newline().begin_object();
    if (id_of) {
      json.key("id").string(id_of(step.name));
    }
    write_name(json, step.name);
    json.key("inclusive").integer(lower_of(step.inclusive));
    json.key("self").integer(lower_of(step.self));
    json.key("certainty").string(to_string(certainty_of(step.inclusive)));
    write_certainty(json, diff.selection(), "self_certainty", std::optional(step.self));
    write_split(json, diff.selection(), step.split);
    json.end_object();
  }
  json.end_array();
}

namespace {

/// Where there are some: the formulas of the totals on either side.
void write_total_ratios(JsonWriter& json, const Diff& diff) {
  if (!diff.selection().ratios.empty()) {
    json.key("total_ratios").begin_object();
    write_ratios(json, "old", diff.total_ratios(Version::kOld));
    write_ratios(json, "new", diff.total_ratios(Version::kNew));
    json.end_object().newline();
  }
}

}  // namespace

void write_least_change(JsonWriter& json, const DiffFilter& filter, size_t below) {
  if (filter.least_change) {
    json.key("min_change").begin_object().text("least", filter.least_change->text);
    json.key("below").integer(static_cast<int128>(below)).end_object();
  }
}

void write_json(const Diff& diff, ByteSink& out) {
  BufferedText stream(out);
  JsonWriter json(stream.text());
  write_diff_head(json, diff.filter().matched ? "matches" : "top", diff.selection(),
                  diff.totals(Version::kOld), diff.totals(Version::kNew));
  write_diff_matches(json, diff);
  write_total_ratios(json, diff);
  if (!write_rows(json, stream, "rows", diff.shown(),
                  [&](size_t rank) { write_diff_row(json, diff.selection(), diff.row(rank)); })) {
    return;
  }
  write_shown(json, diff.shown(), diff.row_count());
  write_count(json, "unchanged", diff.unchanged());
  write_diff_kinds(json, diff);
  write_where(json, diff.selection(), diff.left_out());
  write_least_change(json, diff.filter(), diff.below_least());
  json.key("not_shown").begin_object();
  write_costs(json, "self", diff.not_shown());
  write_certainty(json, diff.selection(), "self_certainty", diff.not_shown());
  json.end_object();
  write_blame(json, diff);
  json.end_object().newline();
}

void write_json(const DiffCalls& calls, ByteSink& out) {
  BufferedText stream(out);
  JsonWriter json(stream.text());
  write_diff_head(json, "calls", calls.selection(), calls.totals(Version::kOld),
                  calls.totals(Version::kNew));
  if (!write_rows(json, stream, "rows", calls.shown(), [&](size_t rank) {
        write_changed_call(json, calls.selection(), calls.row(rank));
      })) {
    return;
  }
  write_shown(json, calls.shown(), calls.row_count());
  write_count(json, "unchanged", calls.unchanged());
  write_where(json, calls.selection(), calls.left_out());
  write_least_change(json, calls.filter(), calls.below_least());
  json.end_object().newline();
}

void write_json(const DiffPeek& peek, ByteSink& out) {
  BufferedText stream(out);
  JsonWriter json(stream.text());
  write_diff_head(json, "peek", peek.selection, peek.old_totals, peek.new_totals);
  json.key("function").begin_object();
  write_diff_row(json, peek.selection, peek.function);
  json.end_object();
  for (const auto& [key, calls] :
       {std::pair("callers", &peek.callers), std::pair("callees", &peek.callees)}) {
    json.newline();
    if (!write_rows(json, stream, key, calls->size(), [&, rows = calls](size_t at) {
          write_changed_call(json, peek.selection, (*rows)[at]);
        })) {
      return;
    }
  }
  write_count(json, "callers_of", peek.callers_in_all);
  write_count(json, "callees_of", peek.callees_in_all);
  json.end_object().newline();
}

}  // namespace quern
