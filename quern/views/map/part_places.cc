// SPDX-License-Identifier: MIT
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
#include "quern/query/columns.h"
#include "quern/query/part_choice.h"
#include "quern/views/map/place_tree.h"

namespace quern {

namespace {

using Number = std::optional<uint64_t>;

class PartTree {
 public:
  PartTree(const Profile& profile, const Selection& selection)
      : profile_(profile),
        columns_(profile, shown_sums(selection)),
        numbers_(part_numbers(profile)) {
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
      PlaceNode& node =
          nodes_[is_parent ? parent
                           : add(TileKind::kPart, name_of("part", numbers_[part]), parent)];
      node.id = part;
      node.own = total_of(profile_.parts()[part]);
      node.is_own_estimated = profile_.parts()[part].header.has_estimated_totals;
      node.is_estimated = node.is_own_estimated;
    }
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
  std::vector<uint64_t> numbers_;                                        ///< by part
  std::map<Number, std::map<Number, std::vector<uint32_t>>> processes_;  ///< parts by thread
  PlaceNodes nodes_;
  std::deque<std::string> texts_;
};

}  // namespace

void add_parts(const Profile& profile, CostMap& map) {
  if (map.totals.empty()) {
    return;
  }
  PartTree parts(profile, map.selection);
  PlaceNodes nodes = parts.make();
  sum_up(nodes, map.is_peak);
  add_places(profile, nodes, nullptr, map);
}

}  // namespace quern
