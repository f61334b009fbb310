// SPDX-License-Identifier: MIT
//
// Trees of calls, branch by branch, and flame graphs as arrays.
#include <algorithm>
#include <unordered_map>

#include "quern/analysis/match/function_scope.h"
#include "quern/output/json/json_answer.h"
#include "quern/output/json/json_parts.h"
#include "quern/server/questions/rows.h"
#include "quern/server/routes.h"
#include "quern/views/trees/flame.h"

namespace quern::server {
namespace {

constexpr size_t kDeepestPath = 1000;

/// "id.id.id" as nodes, from a root down.
Asked<std::vector<uint32_t>> asked_path(const ServedProfile& served, const Selection& selection,
                                        std::string_view text) {
  std::vector<uint32_t> path;
  const Nodes nodes(served.profile(), selection.group_by);
  while (!text.empty()) {
    const size_t dot = text.find('.');
    const Asked<uint32_t> node = asked_node(served, nodes, text.substr(0, dot));
    if (!node || path.size() == kDeepestPath) {
      return std::unexpected(
          refusal(404, "no-such-branch", "this profile has no such branch", {}, "path"));
    }
    path.push_back(*node);
    text = dot == std::string_view::npos ? "" : text.substr(dot + 1);
  }
  return path;
}

/// What both kinds of answers ask alike.
Asked<TreeRequest> asked_branch(const Question& question) {
  TreeRequest request;
  request.bottom_up = question.parameters->flag("inv");
  request.merge_recursion = question.parameters->flag("merge_recursion");
  Asked<std::vector<uint32_t>> path =
      asked_path(*question.served, *question.selection, question.parameters->text("path"));
  if (!path) {
    return std::unexpected(path.error());
  }
  request.below = *std::move(path);
  return request;
}

/// `of`: the picture around one function or group, wherever it is called.
Asked<void> ask_around(const Question& question, TreeRequest& request) {
  if (!question.parameters->has("of")) {
    return {};
  }
  question.parameters->refuse_any_of({"path"},
                                     "the flame graph of a function has no other branches");
  const Nodes nodes(question.served->profile(), question.selection->group_by);
  const Asked<uint32_t> node = asked_node(*question.served, nodes, question.parameters->text("of"));
  if (!node) {
    return std::unexpected(node.error());
  }
  request.around = *node;
  return {};
}

void write_branches(JsonWriter& json, const Question& question, std::string_view key,
                    std::span<const TreeRow> rows) {
  write_rows(json, key, rows, [&](const TreeRow& row) {
    write_ids(json, *question.served, question.selection->group_by, row.node, row.name);
    write_row(json, *question.selection, row);
  });
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
    begin_frame(json, row, flame.places[at], names.index.find(row.node)->second, flags_of(row));
    json.end_array();
  }
  json.end_array();
}

void write_names(JsonWriter& json, const Question& question, const FlameNames& names) {
  write_rows(json, "names", names.order, [&](const TreeRow* row) {
    write_ids(json, *question.served, question.selection->group_by, row->node, row->name);
    write_name(json, row->name);
    if (question.selection->group_by == GroupBy::kFunction) {
      const FunctionScope scope = function_scope(row->name.name);
      json.text_or_null("namespace", scope.namespace_name).text_or_null("class", scope.class_name);
    }
  });
}

void write_flame(JsonWriter& json, const Question& question, const Flame& flame) {
  const Tree& tree = flame.tree;
  begin_tree(json, "quern.flame/1", tree);
  json.key("merged_recursion").boolean(tree.request.merge_recursion);
  json.key("width").integer(flame.total);
  const FlameNames names(tree);
  write_names(json, question, names);
  write_frames(json, flame, names);
  write_branches(json, question, "path", tree.path);
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
}

}  // namespace

Answer answer_tree(Question& question) {
  Asked<TreeRequest> request = asked_branch(question);
  const Window window = window_of(*question.parameters);
  if (const auto wanted = check_wanted(question); !wanted) {
    return std::unexpected(wanted.error());
  }
  if (!request) {
    return std::unexpected(request.error());
  }
  const auto ground = question.served->ground(*question.selection, *request);
  if (!ground) {
    return std::unexpected(no_answer(ground.error()));
  }
  Selection selection = *question.selection;
  selection.limit = window.offset + window.limit;
  request->depth = 1;
  return json_answer(tree(**ground, selection, *request), [&](JsonWriter& json, const Tree& grown) {
    begin_tree(json, "quern.tree/1", grown);
    write_branches(json, question, "path", grown.path);
    const size_t first = std::min(window.offset, grown.rows.size());
    write_branches(json, question, "rows", std::span(grown.rows).subspan(first));
    write_count(json, "shown", grown.rows.size() - first);
    write_count(json, "of", grown.rows.size() + grown.hidden.count);
    write_count(json, "offset", window.offset);
    write_contradictions(json, grown.contradictions);
  });
}

Answer answer_flame(Question& question) {
  constexpr size_t kMostFrames = 20'000;
  Asked<TreeRequest> request = asked_branch(question);
  const uint64_t pixels = question.parameters->number("px", 100, 8192, 1200);
  const uint64_t depth = question.parameters->number("depth", 1, 64, 64);
  const Asked<void> around = request ? ask_around(question, *request) : Asked<void>();
  if (const auto wanted = check_wanted(question); !wanted) {
    return std::unexpected(wanted.error());
  }
  if (!request || !around) {
    return std::unexpected(request ? around.error() : request.error());
  }
  const auto ground = question.served->ground(*question.selection, *request);
  if (!ground) {
    return std::unexpected(no_answer(ground.error()));
  }
  Selection selection = *question.selection;
  selection.limit = kMostFrames;
  return json_answer(
      flame(question.served->profile(), **ground, selection,
            {.bottom_up = request->bottom_up,
             .merge_recursion = request->merge_recursion,
             .depth = depth,
             .least_part = 2 * pixels,
             .below = request->below,
             .around = request->around}),
      [&](JsonWriter& json, const Flame& answer) { write_flame(json, question, answer); });
}

}  // namespace quern::server
