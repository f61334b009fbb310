// SPDX-License-Identifier: MIT
#include "quern/views/graph/picture_boxes.h"

#include <algorithm>

namespace quern {

PictureBoxes::PictureBoxes(const Profile& profile, const Selection& selection,
                           const NodeCosts& nodes, bool opens_cycles)
    : nodes_(nodes), size_(nodes.nodes().size()), has_costs_(!selection.columns.empty()) {
  const Cycles& cycles = nodes.cycles();
  bool has_mutual = false;
  for (uint32_t cycle = 1; cycle <= cycles.cycle_count(); ++cycle) {
    has_mutual = has_mutual || cycles.members(cycle).size() > 1;
  }
  if (opens_cycles || !has_mutual) {
    return;
  }
  join_cycles();
  const size_t functions = profile.symbols().functions.size();
  std::vector<uint32_t> box_of_function(functions);
  for (size_t at = 0; at < functions; ++at) {
    box_of_function[at] = box_of_[nodes.nodes().node(FunctionId(at))];
  }
  own_.emplace(profile, selection, NodeMap{box_of_function, size_}, CostsByNode::Edges::kWanted);
}

/// Numbers boxes in order of their first node.
void PictureBoxes::join_cycles() {
  const Cycles& cycles = nodes_.cycles();
  constexpr uint32_t kNoBox = ~uint32_t{0};
  std::vector<uint32_t> box_of_cycle(cycles.cycle_count() + 1, kNoBox);
  box_of_.resize(size_);
  for (uint32_t node = 0; node < size_; ++node) {
    uint32_t box = kNoBox;
    uint32_t& known = cycles.is_mutual(node) ? box_of_cycle[cycles.cycle(node)] : box;
    if (known == kNoBox) {
      known = static_cast<uint32_t>(first_.size());
      first_.push_back(node);
    } else if (costs_more(node, first_[known])) {
      first_[known] = node;
    }
    box_of_[node] = known;
  }
  size_ = first_.size();
}

bool PictureBoxes::costs_more(uint32_t left, uint32_t right) const {
  const int128 one = has_costs_ ? nodes_.self(left, 0) : int128{0};
  const int128 other = has_costs_ ? nodes_.self(right, 0) : int128{0};
  return one != other ? one > other : nodes_.nodes().is_before(left, right);
}

std::span<const uint32_t> PictureBoxes::joined(uint32_t box) const {
  const Cycles& cycles = nodes_.cycles();
  return box_of_.empty() || !cycles.is_mutual(first_[box])
             ? std::span<const uint32_t>()
             : cycles.members(cycles.cycle(first_[box]));
}

size_t PictureBoxes::node_count(uint32_t box) const {
  return std::max<size_t>(1, joined(box).size());
}

std::vector<uint32_t> PictureBoxes::members(uint32_t box) const {
  const std::span<const uint32_t> all = joined(box);
  std::vector<uint32_t> members(all.begin(), all.end());
  std::ranges::sort(members,
                    [this](uint32_t left, uint32_t right) { return costs_more(left, right); });
  return members;
}

}  // namespace quern
