// SPDX-License-Identifier: MIT
//
// quern.tree/1, rows depth first:
//   {"schema","events","totals","group_by","direction":"top-down"|"bottom-up",
//    "rows":[{"id","parent":id|null,"depth","name","file","object","self","inclusive",
//             "inclusive_max","certainty","calls":N|null,"recursive":bool,"children":N,
//             "not_shown":{"children":N,"inclusive","inclusive_max","certainty"}|null}],
//    "shown","not_shown":{…}|null,"contradictions","where":{"query","left_out":N}}
// `contradictions` as in quern.flame/1. `where` only with a query: a branch that does not fit is
// not shown, with all below it. `self` is exact unless "self_certainty" tells otherwise: call
// graphs do not tell its share of a branch, and filters apportion it; of that also
// "totals_certainty" and "apportioned" tell, as in quern.top/1. Bottom-up, `inclusive` is the self
// cost of the function at the root of the row's branch that came through the row, and a root's own
// `self` is all of it. With ratios "ratios", "self_ratios" and "inclusive_ratios" as in
// quern.top/1. With --percent parent "percent_of":"parent", and rows have "percent":[…] by event,
// of `inclusive` of the parent (of roots: of the totals), and "percent_certainty".
#include "quern/output/answers/trees.h"
#include "quern/output/json/json_answer.h"
#include "quern/output/json/json_pen.h"
#include "quern/output/render.h"

namespace quern {
namespace {

void write_hidden(JsonWriter& json, const HiddenBranches& hidden) {
  json.key("not_shown");
  if (hidden.count == 0) {
    json.null();
    return;
  }
  json.begin_object().key("children").integer(static_cast<int128>(hidden.count));
  write_bounds(json, "inclusive", hidden.inclusive);
  json.end_object();
}

void write_counted_branch(JsonWriter& json, const Tree& tree, const std::vector<Amount>& totals,
                          size_t id) {
  const Selection& selection = tree.selection;
  const TreeRow& row = tree.rows[id];
  write_count(json, "id", id);
  write_number(json, "parent", row.parent ? std::optional<int128>(*row.parent) : std::nullopt);
  json.key("depth").integer(row.depth);
  write_row(json, selection, row);
  write_percents(json, selection, row.inclusive,
                 row.parent ? tree.rows[*row.parent].inclusive : totals);
  write_hidden(json, row.hidden);
}

}  // namespace

void write_json(const Tree& tree, ByteSink& out) {
  BufferedText stream(out);
  JsonWriter json(stream.text());
  begin_answer(json, "quern.tree/1", tree.selection);
  const std::vector<Amount> totals = total_amounts(tree);
  write_totals(json, tree.selection, totals);
  write_ratio_names(json, tree.selection);
  json.key("group_by").string(to_string(tree.selection.group_by));
  json.key("direction").string(tree.request.bottom_up ? "bottom-up" : "top-down");
  write_percent_of(json, tree.selection);
  json.newline();
  if (!write_rows(json, stream, "rows", tree.rows.size(),
                  [&](size_t at) { write_counted_branch(json, tree, totals, at); })) {
    return;
  }
  json.newline();
  write_count(json, "shown", tree.rows.size());
  write_hidden(json, tree.hidden);
  write_contradictions(json, tree.contradictions);
  write_where(json, tree.selection, tree.left_out);
  json.end_object().newline();
}

}  // namespace quern
