// SPDX-License-Identifier: MIT
//
// The tree of processes, threads, parts and functions. A level with a single member is left out: a
// profile of one thread begins with its parts. Functions of a part are its sums, so the tree takes
// time in proportion to these and not to records.
#include "quern/views/map/part_places.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/analysis/costs/column_costs.h"
#include "quern/analysis/costs/record_columns.h"
#include "quern/query/columns.h"
#include "quern/query/part_choice.h"
#include "quern/views/lists/node_costs.h"
#include "quern/views/map/place_tree.h"

namespace quern {

namespace {

using Number = std::optional<uint64_t>;

class PartTree {
 public:
  PartTree(const Profile& profile, const Selection& selection, std::vector<bool> fits)
      : profile_(profile),
        columns_(profile, shown_sums(selection)),
        uses_(profile, shown_sums(selection)),
        fits_(std::move(fits)),
        numbers_(part_numbers(profile)),
        function_node_(profile.symbols().functions.size(), PlaceNode::kNone) {
    const std::vector<Number> processes = part_processes(profile);
    for (uint32_t part = 0; part < profile.parts().size(); ++part) {
      if (selection.parts.contains(part)) {
        processes_[processes[part]][profile.parts()[part].header.thread].push_back(part);
      }
    }
  }

  /// The nodes, which are good as long as this object is.
  PlaceNodes make() {
    for (const auto& [pid, threads] : processes_) {
      const bool is_only_process = processes_.size() == 1;
      const uint32_t process =
          is_only_process ? PlaceNode::kNone
                          : add(TileKind::kProcess, name_of("process", pid), PlaceNode::kNone);
      for (const auto& [id, parts] : threads) {
        const uint32_t thread =
            threads.size() == 1 ? process : add(TileKind::kThread, name_of("thread", id), process);
        add_parts(parts, thread);
      }
    }
    return std::move(nodes_);
  }

 private:
  static std::string name_of(std::string_view noun, const Number& number) {
    return number ? fmt::format("{} {}", noun, *number) : std::string();
  }

  uint32_t add(TileKind kind, std::string name, uint32_t parent) {
    nodes_.push_back(
        {.kind = kind, .parent = parent, .text = texts_.emplace_back(std::move(name))});
    return static_cast<uint32_t>(nodes_.size() - 1);
  }

  void add_parts(const std::vector<uint32_t>& parts, uint32_t parent) {
    for (const uint32_t part : parts) {
      const bool is_parent = parts.size() == 1 && parent != PlaceNode::kNone;
      const uint32_t at =
          is_parent ? parent : add(TileKind::kPart, name_of("part", numbers_[part]), parent);
      PlaceNode& node = nodes_[at];
      node.id = part;
      node.own = total_of(profile_.parts()[part]);
      node.is_own_estimated = profile_.parts()[part].header.has_estimated_totals;
      node.is_estimated = node.is_own_estimated;
      add_functions(profile_.parts()[part], at);
    }
  }

  /// The part keeps what no function costs.
  void add_functions(const Part& part, uint32_t parent) {
    const SumTable& table = profile_.tables()[part.table];
    for (size_t row = part.first_self; row < part.end_self; ++row) {
      int128 cost = 0;
      for (const CellUse& use : uses_.of(part.table)) {
        columns_.combine(0, cost, table.self.at(row, use.cell) * use.coefficient);
      }
      if (cost == 0) {
        continue;
      }
      PlaceNode& node = nodes_[function_node(table.function(row), parent)];
      columns_.combine(0, node.own, cost);
      node.is_own_estimated |= table.is_estimated(row);
      node.is_estimated = node.is_own_estimated;
      int128& own = nodes_[parent].own;
      own = !columns_.is_max(0) ? own - cost : own <= cost ? 0 : own;
    }
  }

  uint32_t function_node(FunctionId function, uint32_t parent) {
    uint32_t& known = function_node_[function.index()];
    if (known == PlaceNode::kNone || nodes_[known].parent != parent) {
      known = static_cast<uint32_t>(nodes_.size());
      nodes_.push_back({.kind = TileKind::kFunction,
                        .parent = parent,
                        .id = function.value,
                        .text = profile_.symbols().name(function),
                        .fits = fits_[function.index()]});
    }
    return known;
  }

  [[nodiscard]] int128 total_of(const Part& part) const {
    std::vector<EventCost> costs;
    for (size_t event = 0; event < part.totals.size(); ++event) {
      costs.push_back({part.header.events[event], part.totals[event]});
    }
    int128 total = 0;
    columns_.add({&total, 1}, costs);
    return total;
  }

  const Profile& profile_;
  const ColumnCosts columns_;
  CellUses uses_;
  std::vector<bool> fits_;               ///< by FunctionId
  std::vector<uint64_t> numbers_;        ///< by part
  std::vector<uint32_t> function_node_;  ///< the last one made, by FunctionId
  std::map<Number, std::map<Number, std::vector<uint32_t>>> processes_;  ///< parts by thread
  PlaceNodes nodes_;
  std::deque<std::string> texts_;
};

}  // namespace

void add_parts(const Profile& profile, CostMap& map) {
  if (map.totals.empty()) {
    return;
  }
  map.selection.group_by = GroupBy::kFunction;
  const NodeCosts costs(profile, map.selection, NodeCosts::Edges::kNone);
  PartTree parts(profile, map.selection, fitting_functions(profile, map.selection, costs));
  PlaceNodes nodes = parts.make();
  sum_up(nodes, map.is_peak);
  add_places(profile, nodes, nullptr, map);
}

}  // namespace quern
