// SPDX-License-Identifier: MIT
//
// /api/export of comparisons.
#include "quern/compare/lists/diff.h"
#include "quern/compare/trees/diff_flame.h"
#include "quern/output/answers/diff.h"
#include "quern/server/questions/diff_questions.h"
#include "quern/server/questions/exporting.h"
#include "quern/server/questions/source.h"

namespace quern::server {

Asked<std::string> compared_export(const Question& question, std::string_view view,
                                   std::string_view form) {
  if (const auto has_base = check_base(question); !has_base) {
    return std::unexpected(has_base.error());
  }
  QueryParameters& parameters = *question.parameters;
  if (view == "annotation") {
    const auto answer = diff_annotation_of(question, parameters.text("id"));
    return answer ? Asked<std::string>(rendered(**answer, form)) : std::unexpected(answer.error());
  }
  if (view == "graph") {
    return exported_diff_graph(question, form);
  }
  const bool is_flame = view == "flame";
  SelectionWords words = branch_words(question, view != "diff", is_flame);
  words.limit = parameters.number("limit", 1, kMostRowsExported, kMostRowsExported);
  const bool only_changed = parameters.flag("changed");
  const std::optional<DiffKinds> kinds = asked_kinds(parameters);
  const FlameRequest shape = asked_shape(parameters, form, is_flame);
  const DiffWidths widths = asked_widths(parameters);
  const Asked<DiffRuns> runs = asked_runs(question, std::move(words));
  if (!runs) {
    return std::unexpected(runs.error());
  }
  if (view == "diff") {
    return rendered(Diff(*runs, {.unchanged = !only_changed, .kinds = kinds}), form);
  }
  if (!is_flame) {
    return exported(
        diff_tree(*runs,
                  {.bottom_up = shape.bottom_up, .unchanged = !only_changed, .depth = shape.depth}),
        [form](const DiffTree& tree) { return rendered(tree, form); });
  }
  return exported(diff_flame(*runs, {.shape = shape, .widths = widths}),
                  [&](const DiffFlame& flame) { return flame_text(flame, form, parameters); });
}

}  // namespace quern::server
