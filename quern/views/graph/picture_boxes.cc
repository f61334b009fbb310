// SPDX-License-Identifier: MIT
//
// Numbers for boxes. Where no cycle has several members, a box is its node and no table is made:
// graphs of that kind are the rule.
#include "quern/views/graph/picture_boxes.h"

#include <algorithm>
#include <utility>

namespace quern {

PictureBoxes::PictureBoxes(size_t nodes, const Cycles& cycles, bool opens_cycles,
                           IsBefore is_before)
    : cycles_(cycles), is_before_(std::move(is_before)), size_(nodes) {
  bool has_mutual = false;
  for (uint32_t cycle = 1; cycle <= cycles.cycle_count(); ++cycle) {
    has_mutual = has_mutual || cycles.members(cycle).size() > 1;
  }
  if (has_mutual && !opens_cycles) {
    join_cycles();
  }
}

/// Numbers boxes in order of their first node.
void PictureBoxes::join_cycles() {
  constexpr uint32_t kNoBox = ~uint32_t{0};
  std::vector<uint32_t> box_of_cycle(cycles_.cycle_count() + 1, kNoBox);
  box_of_.resize(size_);
  for (uint32_t node = 0; node < size_; ++node) {
    uint32_t box = kNoBox;
    uint32_t& known = cycles_.is_mutual(node) ? box_of_cycle[cycles_.cycle(node)] : box;
    if (known == kNoBox) {
      known = static_cast<uint32_t>(first_.size());
      first_.push_back(node);
    } else if (is_before_(node, first_[known])) {
      first_[known] = node;
    }
    box_of_[node] = known;
  }
  size_ = first_.size();
}

std::span<const uint32_t> PictureBoxes::joined(uint32_t box) const {
  return has_joined() && cycles_.is_mutual(first_[box])
             ? cycles_.members(cycles_.cycle(first_[box]))
             : std::span<const uint32_t>();
}

size_t PictureBoxes::node_count(uint32_t box) const {
  return std::max<size_t>(1, joined(box).size());
}

std::vector<uint32_t> PictureBoxes::members(uint32_t box) const {
  const std::span<const uint32_t> all = joined(box);
  std::vector<uint32_t> members(all.begin(), all.end());
  std::ranges::sort(members, is_before_);
  return members;
}

std::vector<uint32_t> PictureBoxes::box_of_functions(size_t functions, const NodeMap& nodes) const {
  std::vector<uint32_t> boxes(functions);
  for (size_t at = 0; at < functions; ++at) {
    boxes[at] = box(nodes.node(FunctionId(at)));
  }
  return boxes;
}

}  // namespace quern
