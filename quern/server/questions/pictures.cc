// SPDX-License-Identifier: MIT
//
// Trees of calls, branch by branch, and flame graphs as arrays.
#include <algorithm>
#include <unordered_map>

#include "quern/output/json/json_answer.h"
#include "quern/output/json/json_parts.h"
#include "quern/server/questions/diff_questions.h"
#include "quern/server/questions/rows.h"
#include "quern/server/routes.h"
#include "quern/views/trees/flame.h"

namespace quern::server {
namespace {

constexpr size_t kDeepestPath = 1000;

/// What both kinds of answers ask alike.
struct BranchQuestion {
  const ServedProfile* served;
  Selection selection;
  TreeRequest request;
  std::shared_ptr<const TreeGround> ground;
};

/// "id.id.id" as nodes, from a root down.
std::expected<std::vector<uint32_t>, Refusal> asked_path(const ServedProfile& served,
                                                         const Selection& selection,
                                                         std::string_view text) {
  std::vector<uint32_t> path;
  const Nodes nodes(served.profile(), selection.group_by);
  while (!text.empty()) {
    const size_t dot = text.find('.');
    const std::expected<uint32_t, Refusal> node = asked_node(served, nodes, text.substr(0, dot));
    if (!node || path.size() == kDeepestPath) {
      return std::unexpected(
          refusal(404, "no-such-branch", "no such stack of calls is in this profile", {}, "path"));
    }
    path.push_back(*node);
    text = dot == std::string_view::npos ? "" : text.substr(dot + 1);
  }
  return path;
}

std::expected<BranchQuestion, Refusal> asked_branch(const Question& question,
                                                    bool is_of_one_event) {
  const std::expected<const ServedProfile*, Refusal> served = asked_profile(question);
  if (!served) {
    return std::unexpected(served.error());
  }
  const std::expected<Selection, Refusal> selection =
      selection_of((*served)->profile(), *question.parameters,
                   {.rows = RowKind::kBranches,
                    .default_sort = SortBy::kInclusive,
                    .takes_ratios = false,
                    .is_of_one_event = is_of_one_event});
  if (!selection) {
    return std::unexpected(selection.error());
  }
  BranchQuestion parameters{
      .served = *served, .selection = *selection, .request = {}, .ground = {}};
  parameters.request.bottom_up = question.parameters->flag("inv");
  parameters.request.merge_recursion = question.parameters->flag("merge_recursion");
  std::expected<std::vector<uint32_t>, Refusal> path =
      asked_path(**served, *selection, question.parameters->text("path"));
  if (!path) {
    return std::unexpected(path.error());
  }
  parameters.request.below = std::move(*path);
  if (question.parameters->refused()) {
    return std::unexpected(*question.parameters->refused());
  }
  return parameters;
}

/// `of`: the picture around one function or group, wherever it is called.
std::expected<void, Refusal> ask_around(const Question& question, BranchQuestion& parameters) {
  if (!question.parameters->has("of")) {
    return {};
  }
  question.parameters->refuse_any_of({"path"}, "the picture of a function has no other branches");
  const Nodes nodes(parameters.served->profile(), parameters.selection.group_by);
  const std::expected<uint32_t, Refusal> node =
      asked_node(*parameters.served, nodes, question.parameters->text("of"));
  if (!node) {
    return std::unexpected(node.error());
  }
  parameters.request.around = *node;
  return {};
}

/// Once all parameters are read.
std::expected<void, Refusal> find_ground(BranchQuestion& parameters) {
  Result<std::shared_ptr<const TreeGround>> ground =
      parameters.served->ground(parameters.selection, parameters.request);
  if (!ground) {
    return std::unexpected(no_answer(ground.error()));
  }
  parameters.ground = std::move(*ground);
  return {};
}

void write_branches(JsonWriter& json, const BranchQuestion& parameters, std::string_view key,
                    std::span<const TreeRow> rows) {
  json.key(key).begin_array();
  for (const TreeRow& row : rows) {
    json.newline().begin_object();
    write_ids(json, *parameters.served, parameters.selection.group_by, row.node, row.name);
    write_row(json, parameters.selection, row);
    json.end_object();
  }
  json.end_array();
}

void begin_tree(JsonWriter& json, std::string_view schema, const Tree& tree) {
  begin_document(json, schema, tree.selection);
  std::vector<Amount> totals;
  for (const int128 total : tree.totals) {
    totals.push_back(amount_of(total, tree.selection.has_estimated_totals));
  }
  write_totals(json, tree.selection, totals);
  json.key("group_by").string(to_string(tree.selection.group_by));
  json.key("direction").string(tree.request.bottom_up ? "bottom-up" : "top-down");
  json.key("exact_stacks").boolean(tree.is_exact);
}

/// Index of each node of a flame's rows in its list of names.
struct FlameNames {
  explicit FlameNames(const Tree& tree) {
    for (const TreeRow& row : tree.rows) {
      if (index.emplace(row.node, order.size()).second) {
        order.push_back(&row);
      }
    }
  }
  std::unordered_map<uint32_t, size_t> index;
  std::vector<const TreeRow*> order;
};

int flags_of(const TreeRow& row) {
  return frame_flags(certainty_of(row.inclusive.front()), certainty_of(row.self.front()),
                     row.is_recursive);
}

void write_frames(JsonWriter& json, const Flame& flame, const FlameNames& names) {
  json.key("rows").begin_array();
  for (size_t at = 0; at < flame.tree.rows.size(); ++at) {
    const TreeRow& row = flame.tree.rows[at];
    const FlamePlace& place = flame.places[at];
    json.newline().begin_array().integer(row.parent ? int128{*row.parent} : int128{-1});
    json.integer(static_cast<int128>(names.index.find(row.node)->second));
    json.integer(place.x).integer(place.width).integer(place.own).integer(flags_of(row));
    json.integer(static_cast<int128>(row.hidden.count)).integer(place.small).end_array();
  }
  json.end_array();
}

void write_names(JsonWriter& json, const BranchQuestion& parameters, const FlameNames& names) {
  json.key("names").begin_array();
  for (const TreeRow* row : names.order) {
    json.newline().begin_object();
    write_ids(json, *parameters.served, parameters.selection.group_by, row->node, row->name);
    write_name(json, row->name);
    json.end_object();
  }
  json.end_array();
}

std::string flame_text(const BranchQuestion& parameters, const Flame& flame) {
  const Tree& tree = flame.tree;
  std::string text;
  JsonWriter json(text);
  begin_tree(json, "quern.flame/1", tree);
  json.key("merged_recursion").boolean(tree.request.merge_recursion);
  json.key("width").integer(flame.total);
  const FlameNames names(tree);
  write_names(json, parameters, names);
  write_frames(json, flame, names);
  write_branches(json, parameters, "path", tree.path);
  write_count(json, "shown", tree.rows.size());
  json.key("rest").integer(flame.rest);
  json.key("small");
  if (tree.hidden.count == 0) {
    json.null();
  } else {
    json.begin_object();
    write_count(json, "children", tree.hidden.count);
    json.key("width").integer(flame.small).end_object();
  }
  write_count(json, "squeezed", flame.squeezed);
  write_contradictions(json, tree.contradictions);
  write_where(json, tree.selection, tree.left_out);
  json.end_object().newline();
  return text;
}

}  // namespace

Answer answer_tree(const Question& question) {
  if (question.parameters->has("base")) {
    return answer_compared_tree(question);
  }
  question.parameters->refuse_any_of({"changed"}, kNeedsBase);
  std::expected<BranchQuestion, Refusal> parameters = asked_branch(question, false);
  const Window window = window_of(*question.parameters);
  if (question.parameters->refused()) {
    return std::unexpected(*question.parameters->refused());
  }
  if (!parameters) {
    return std::unexpected(parameters.error());
  }
  if (const std::expected<void, Refusal> found = find_ground(*parameters); !found) {
    return std::unexpected(found.error());
  }
  Selection selection = parameters->selection;
  selection.limit = window.offset + window.limit;
  TreeRequest request = parameters->request;
  request.depth = 1;
  const Result<Tree> grown = tree(*parameters->ground, selection, request);
  if (!grown) {
    return std::unexpected(no_answer(grown.error()));
  }
  const size_t first = std::min(window.offset, grown->rows.size());
  const std::span<const TreeRow> rows = std::span(grown->rows).subspan(first);
  std::string text;
  JsonWriter json(text);
  begin_tree(json, "quern.tree/1", *grown);
  write_branches(json, *parameters, "path", grown->path);
  write_branches(json, *parameters, "rows", rows);
  write_count(json, "shown", rows.size());
  write_count(json, "of", grown->rows.size() + grown->hidden.count);
  write_count(json, "offset", window.offset);
  write_contradictions(json, grown->contradictions);
  json.end_object().newline();
  return json_response(std::move(text));
}

Answer answer_flame(const Question& question) {
  if (question.parameters->has("base")) {
    return answer_compared_flame(question);
  }
  question.parameters->refuse_any_of({"widths"}, kNeedsBase);
  constexpr size_t kMostFrames = 20'000;
  std::expected<BranchQuestion, Refusal> parameters = asked_branch(question, true);
  const uint64_t pixels = question.parameters->number("px", 100, 8192, 1200);
  const uint64_t depth = question.parameters->number("depth", 1, 64, 64);
  if (question.parameters->refused()) {
    return std::unexpected(*question.parameters->refused());
  }
  if (!parameters) {
    return std::unexpected(parameters.error());
  }
  if (const std::expected<void, Refusal> found = ask_around(question, *parameters); !found) {
    return std::unexpected(found.error());
  }
  if (question.parameters->refused()) {
    return std::unexpected(*question.parameters->refused());
  }
  if (const std::expected<void, Refusal> found = find_ground(*parameters); !found) {
    return std::unexpected(found.error());
  }
  Selection selection = parameters->selection;
  selection.limit = kMostFrames;
  const Result<Flame> answer = flame(parameters->served->profile(), *parameters->ground, selection,
                                     {.bottom_up = parameters->request.bottom_up,
                                      .merge_recursion = parameters->request.merge_recursion,
                                      .depth = depth,
                                      .least_part = 2 * pixels,
                                      .below = parameters->request.below,
                                      .around = parameters->request.around});
  if (!answer) {
    return std::unexpected(no_answer(answer.error()));
  }
  return json_response(flame_text(*parameters, *answer));
}

}  // namespace quern::server
