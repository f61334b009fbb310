// SPDX-License-Identifier: MIT
//
// quern.flame/1, frames depth first:
//   {"schema","events":[one],"totals":[T],"group_by","direction":"top-down"|"bottom-up",
//    "exact_stacks":bool,"merged_recursion":bool,
//    "rows":[{"id","parent":id|null,"depth","name","file","object","x","width","self","inclusive",
//             "inclusive_max","certainty","bounds":{"lower","upper"}|null,"calls":N|null,
//             "recursive":bool,"own","not_shown":{"children":N,"width"}|null}],
//    "shown","not_shown":{"children":N,"width"}|null,"rest","squeezed":N,
//    "contradictions":[{"code","count","message"}],"where":{…}}
// x and width are costs: Σ own + Σ not_shown.width + rest = the total. Around one function there
// are "around":true and "width", its inclusive cost, which is then the sum instead of the total:
// the first row is that function, and bottom-up its callers follow. `bounds` stand where
// `certainty` is not exact: the true cost of the path lies within. "self_certainty" (of
// `self` and `own`), "totals_certainty" and "apportioned" as in quern.tree/1. `contradictions` only
// where there are some: see quern/analysis/costs/contradictions.h.
#include "quern/output/answers/trees.h"
#include "quern/output/json/json_answer.h"
#include "quern/output/render.h"
#include "quern/output/rows/described.h"

namespace quern {
namespace {

void write_small(JsonWriter& json, size_t children, int128 width) {
  json.key("not_shown");
  if (children == 0) {
    json.null();
    return;
  }
  json.begin_object().key("children").integer(static_cast<int128>(children));
  json.key("width").integer(width).end_object();
}

void write_bounds(JsonWriter& json, const TreeRow& row) {
  json.key("bounds");
  if (row.bounds.empty() || certainty_of(row.inclusive.front()) == Certainty::kExact) {
    json.null();
    return;
  }
  json.begin_object().key("lower").integer(row.bounds.front().lower);
  json.key("upper").integer(row.bounds.front().upper).end_object();
}

void write_frame(JsonWriter& json, const Selection& selection, const TreeRow& row,
                 const FlamePlace& place, size_t id) {
  write_count(json, "id", id);
  write_number(json, "parent", row.parent ? std::optional<int128>(*row.parent) : std::nullopt);
  json.key("depth").integer(row.depth);
  write_name(json, row.name);
  json.key("x").integer(place.x).key("width").integer(place.width);
  write_costs(json, "self", row.self);
  write_inexact(json, selection, "self_certainty", row.self);
  write_bounds(json, "inclusive", row.inclusive);
  write_bounds(json, row);
  write_number(json, "calls", row.calls ? std::optional<int128>(*row.calls) : std::nullopt);
  json.key("recursive").boolean(row.is_recursive).key("own").integer(place.own);
  write_small(json, row.hidden.count, place.small);
}

}  // namespace

void write_json(const Flame& flame, ByteSink& out) {
  const Tree& tree = flame.tree;
  BufferedText stream(out);
  JsonWriter json(stream.text());
  begin_answer(json, "quern.flame/1", tree.selection);
  write_totals(json, tree.selection, total_amounts(tree));
  json.key("group_by").string(to_string(tree.selection.group_by));
  json.key("direction").string(tree.request.bottom_up ? "bottom-up" : "top-down");
  json.key("exact_stacks").boolean(tree.is_exact);
  json.key("merged_recursion").boolean(tree.request.merge_recursion).newline();
  if (tree.request.around) {
    json.key("width").integer(flame.total);
    json.key("around").boolean(true).newline();
  }
  if (!write_rows(json, stream, "rows", tree.rows.size(), [&](size_t at) {
        write_frame(json, tree.selection, tree.rows[at], flame.places[at], at);
      })) {
    return;
  }
  json.newline();
  write_count(json, "shown", tree.rows.size());
  write_small(json, tree.hidden.count, flame.small);
  json.key("rest").integer(flame.rest);
  json.key("squeezed").integer(static_cast<int128>(flame.squeezed));
  write_contradictions(json, tree.contradictions);
  write_where(json, tree.selection, tree.left_out);
  json.end_object().newline();
}

}  // namespace quern
