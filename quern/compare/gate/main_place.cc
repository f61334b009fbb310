// SPDX-License-Identifier: MIT
#include "quern/compare/gate/main_place.h"

#include <array>
#include <filesystem>
#include <tuple>

#include "quern/views/lists/costs_by_node.h"
#include "quern/views/lists/nodes.h"
#include "quern/views/source/function_lines.h"

namespace quern {
namespace {

/// What C, Xdebug and Go call the function that a program begins with.
bool is_called_main(std::string_view name) {
  return name == "main" || name == "{main}" || name == "main.main";
}

Selection by_function(const DiffRun& run) {
  Selection selection = run.selection;
  selection.group_by = GroupBy::kFunction;
  selection.rules = nullptr;
  return selection;
}

}  // namespace

std::optional<std::string> project_path(std::string_view path, std::string_view root) {
  if (path.empty() || path == "php:internal" || (path.size() > 2 && path.substr(1, 2) == ":\\")) {
    return std::nullopt;
  }
  std::string_view below = path;
  if (path.starts_with('/')) {
    if (!path.starts_with(root) || !path.substr(root.size()).starts_with('/')) {
      return std::nullopt;
    }
    below.remove_prefix(root.size());
    below.remove_prefix(below.find_first_not_of('/') == std::string_view::npos
                            ? below.size()
                            : below.find_first_not_of('/'));
  }
  std::string normal = std::filesystem::path(below).lexically_normal().string();
  if (normal.empty() || normal == "." || normal == ".." || normal.starts_with("../") ||
      normal.ends_with('/')) {
    return std::nullopt;
  }
  return normal;
}

ReportPlace main_place(const DiffRun& run, std::string_view root) {
  const Selection selection = by_function(run);
  const Nodes nodes(*run.profile, selection);
  const CostsByNode costs(*run.profile, selection, nodes.map(), CostsByNode::Edges::kNone);
  const size_t column = selection.sort_column < costs.column_count() ? selection.sort_column : 0;
  std::optional<std::tuple<bool, int128>> highest;
  uint32_t main = 0;
  for (uint32_t node = 0; node < nodes.size(); ++node) {
    const RowName name = nodes.name(node);
    if (!nodes.is_listed(node) || !project_path(name.file, root)) {
      continue;
    }
    const int128 cost = costs.column_count() == 0 ? 0 : lower_of(costs.inclusive(node, column));
    const std::tuple rank(is_called_main(name.name), cost);
    if (!highest || rank > *highest) {
      highest = rank;
      main = node;
    }
  }
  if (!highest) {
    return {};
  }
  const auto lines = function_lines(*run.profile, selection, nodes.map(), std::span(&main, 1));
  const auto line = lines.find(main);
  return {*project_path(nodes.name(main).file, root), line == lines.end() ? 0 : line->second};
}

}  // namespace quern
