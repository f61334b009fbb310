// SPDX-License-Identifier: MIT
//
// Trees of calls and flame graphs of `new` beside `base`: the whole tree as far as the limit goes,
// since a branch of two sides is found by its path in both.
#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <tuple>

#include "quern/compare/trees/diff_flame.h"
#include "quern/compare/trees/diff_tree.h"
#include "quern/output/json/json_answer.h"
#include "quern/output/json/json_parts.h"
#include "quern/server/questions/diff_questions.h"
#include "quern/server/questions/rows.h"

namespace quern::server {
namespace {

void write_compared_tree(JsonWriter& json, const DiffTree& tree) {
  write_diff_tree_head(json, "tree", tree);
  write_rows(json, "rows", tree.rows, [&](const DiffTreeRow& row) {
    write_diff_ids(json, tree.selection().group_by, row.name, row.old_name);
    json.key("parent").integer(row.parent ? int128{*row.parent} : int128{-1});
    write_count(json, "depth", row.depth);
    write_diff_branch(json, tree.selection(), row);
    write_hidden_changes(json, row.hidden);
  });
  write_count(json, "shown", tree.rows.size());
  write_hidden_changes(json, tree.hidden);
  write_count(json, "unchanged", tree.unchanged);
}

/// Names of frames, each once.
class FrameNames {
 public:
  explicit FrameNames(GroupBy by) : by_(by) {}
  size_t index_of(const DiffTreeRow& row) {
    const auto [found, is_new] =
        index_.try_emplace(std::tuple(row.name.name, row.name.file, row.name.object), rows_.size());
    if (is_new) {
      rows_.push_back(&row);
    }
    return found->second;
  }
  void write(JsonWriter& json) const {
    write_rows(json, "names", rows_, [&](const DiffTreeRow* row) {
      write_diff_ids(json, by_, row->name, row->old_name);
      write_name(json, row->name);
    });
  }

 private:
  GroupBy by_;
  std::map<std::tuple<std::string_view, std::string_view, std::string_view>, size_t> index_;
  std::vector<const DiffTreeRow*> rows_;
};

void write_side_cost(JsonWriter& json, const std::optional<DiffSide>& side) {
  if (side && !side->inclusive.empty()) {
    json.integer(lower_of(side->inclusive.front()));
  } else {
    json.null();
  }
}

int change_flags(const DiffTreeRow& row) {
  const auto certainty = [](std::span<const Amount> changes) {
    const bool is_exact = changes.empty() || certainty_of(changes.front()) == Certainty::kExact;
    return is_exact ? Certainty::kExact : Certainty::kEstimated;
  };
  return frame_flags(certainty(row.change.inclusive), certainty(row.change.self), row.is_recursive);
}

void write_compared_flame(JsonWriter& json, const DiffFlame& flame) {
  const DiffTree& tree = flame.tree;
  write_diff_tree_head(json, "flame", tree);
  json.key("widths").string(to_string(flame.widths)).key("width").integer(flame.total);
  json.key("rest").integer(flame.rest);
  FrameNames names(tree.selection().group_by);
  json.key("rows").begin_array();
  for (size_t at = 0; at < tree.rows.size(); ++at) {
    const DiffTreeRow& row = tree.rows[at];
    begin_frame(json, row, flame.places[at], names.index_of(row), change_flags(row));
    write_side_cost(json, row.old_side);
    write_side_cost(json, row.new_side);
    json.end_array();
  }
  json.end_array();
  names.write(json);
  write_count(json, "shown", tree.rows.size());
  write_count(json, "hidden", tree.hidden.count);
  write_count(json, "squeezed", flame.squeezed);
}

}  // namespace

SelectionWords branch_words(const Question& question, bool is_of_branches, bool is_of_one_event) {
  SelectionWords words =
      selection_words(question.set->now->profile(), *question.parameters,
                      {.rows = is_of_branches ? RowKind::kBranches : RowKind::kFunctions,
                       .default_sort = is_of_branches ? SortBy::kInclusive : SortBy::kSelf,
                       .takes_ratios = false,
                       .is_of_one_event = is_of_one_event});
  if (is_of_one_event && words.events.empty()) {
    words.events = shared_events(*question.set);
    words.events.resize(std::min<size_t>(words.events.size(), 1));
  }
  return words;
}

DiffWidths asked_widths(QueryParameters& parameters) {
  constexpr auto kWidths = std::to_array<std::string_view>({"both", "old", "new"});
  const std::string_view widths = parameters.word("widths", kWidths);
  return widths == "old"   ? DiffWidths::kOld
         : widths == "new" ? DiffWidths::kNew
                           : DiffWidths::kBoth;
}

Answer answer_compared_tree(Question& question) {
  QueryParameters& parameters = *question.parameters;
  SelectionWords words = branch_words(question, true, false);
  words.limit = parameters.number("limit", 1, kMostRowsAsked, 200);
  const DiffTreeRequest request{.bottom_up = parameters.flag("inv"),
                                .unchanged = !parameters.flag("changed")};
  parameters.refuse_any_of({"path", "offset"}, "a comparison shows only the whole tree");
  const Asked<DiffRuns> runs = asked_runs(question, std::move(words));
  if (!runs) {
    return std::unexpected(runs.error());
  }
  return json_answer(diff_tree(*runs, request), write_compared_tree);
}

Answer answer_compared_flame(Question& question) {
  constexpr size_t kMostFramesCompared = 20'000;
  QueryParameters& parameters = *question.parameters;
  SelectionWords words = branch_words(question, true, true);
  words.limit = kMostFramesCompared;
  const DiffFlameRequest request{
      .shape = {.bottom_up = parameters.flag("inv"),
                .merge_recursion = parameters.flag("merge_recursion"),
                .depth = parameters.number("depth", 1, 64, 64),
                .least_part = 2 * parameters.number("px", 100, 8192, 1200)},
      .widths = asked_widths(parameters)};
  parameters.refuse_any_of({"path", "of"}, "a comparison shows only the whole flame graph");
  const Asked<DiffRuns> runs = asked_runs(question, std::move(words));
  if (!runs) {
    return std::unexpected(runs.error());
  }
  return json_answer(diff_flame(*runs, request), write_compared_flame);
}

}  // namespace quern::server
