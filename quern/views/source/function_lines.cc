// SPDX-License-Identifier: MIT
//
// Where a function begins in its source. Debug information knows the line of the declaration; if
// the object is not there, the line with the highest cost stands in for it, as it is at least
// inside the function.
#include "quern/views/source/function_lines.h"

#include <algorithm>
#include <map>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "quern/analysis/costs/record_columns.h"
#include "quern/base/int128.h"
#include "quern/model/records/record_cursor.h"
#include "quern/query/columns.h"
#include "quern/source/symbols.h"
#include "quern/views/code/file_costs.h"

namespace quern {
namespace {

using NodeLines = std::unordered_map<uint32_t, uint64_t>;

/// The self costs of lines in the functions' own files, by node.
std::unordered_map<uint32_t, std::map<uint64_t, int128>> costs_of_own_lines(
    const Profile& profile, const Selection& selection, const NodeMap& nodes,
    const std::unordered_set<uint32_t>& wanted) {
  std::unordered_map<uint32_t, std::map<uint64_t, int128>> costs;
  const Symbols& symbols = profile.symbols();
  RecordColumns columns(profile, column_sums(selection));
  RecordCursor cursor(profile.records(), kSelfRecords);
  while (const Record* record = cursor.next()) {
    const FunctionId function = profile.function(record->function);
    const uint32_t node = nodes.node(function);
    const uint64_t line = record->at.line;
    const bool is_own = symbols.names.canonical(record->file) ==
                        symbols.names.canonical(symbols.functions[function].file);
    if (wanted.contains(node) && is_own && line != 0 && selection.parts.contains(record->part) &&
        knows_line(profile.parts()[record->part].header.positions, line)) {
      const std::span<const int128> of_record = columns.of(*record);
      costs[node][line] +=
          selection.sort_column < of_record.size() ? of_record[selection.sort_column] : 0;
    }
  }
  return costs;
}

}  // namespace

/// Objects are opened one after the other, each once, with all functions that are asked for in it.
NodeLines declared_lines(const Profile& profile, const NodeMap& nodes,
                         std::span<const uint32_t> wanted) {
  struct OfObject {
    std::vector<uint32_t> nodes;
    std::vector<NamedFunction> functions;
  };
  const std::unordered_set<uint32_t> is_wanted(wanted.begin(), wanted.end());
  const Symbols& symbols = profile.symbols();
  std::map<std::string, OfObject> objects;
  for (size_t at = 0; at < symbols.functions.size(); ++at) {
    const FunctionId id = FunctionId(static_cast<uint32_t>(at));
    const uint32_t node = nodes.node(profile.function(id));
    if (is_wanted.contains(node) && !symbols.object(id).empty() && !symbols.file(id).empty()) {
      OfObject& object = objects[std::string(symbols.object(id))];
      object.nodes.push_back(node);
      object.functions.push_back({symbols.name(id), symbols.file(id)});
    }
  }
  NodeLines lines;
  SymbolFinder finder;
  for (const auto& [name, object] : objects) {
    const std::vector<uint64_t> declared = finder.declared_lines(name, object.functions);
    for (size_t at = 0; at < declared.size(); ++at) {
      if (declared[at] != 0) {
        lines.emplace(object.nodes[at], declared[at]);
      }
    }
  }
  return lines;
}

NodeLines function_lines(const Profile& profile, const Selection& selection, const NodeMap& nodes,
                         std::span<const uint32_t> wanted) {
  NodeLines lines = declared_lines(profile, nodes, wanted);
  std::vector<uint32_t> unknown(wanted.begin(), wanted.end());
  std::erase_if(unknown, [&lines](uint32_t node) { return lines.contains(node); });
  lines.merge(hottest_lines(profile, selection, nodes, unknown));
  return lines;
}

NodeLines hottest_lines(const Profile& profile, const Selection& selection, const NodeMap& nodes,
                        std::span<const uint32_t> wanted) {
  NodeLines lines;
  if (!profile.has_records() || wanted.empty()) {
    return lines;
  }
  const std::unordered_set<uint32_t> all(wanted.begin(), wanted.end());
  for (const auto& [node, costs] : costs_of_own_lines(profile, selection, nodes, all)) {
    const auto hottest =
        std::ranges::max_element(costs, {}, [](const auto& line) { return line.second; });
    lines.emplace(node, hottest->first);
  }
  return lines;
}

}  // namespace quern
