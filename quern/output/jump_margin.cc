// SPDX-License-Identifier: MIT
#include "quern/output/jump_margin.h"

#include <algorithm>

namespace quern {

JumpMargin::JumpMargin(const AnnotatedFile& file) : lanes_(file.lanes) {
  for (const AnnotatedLine& line : file.lines) {
    for (const AnnotatedJump& jump : line.jumps) {
      if (jump.lane) {
        lanes_[*jump.lane].arrows.push_back({line.number, jump.line});
      }
    }
  }
  for (Lane& lane : lanes_) {
    std::ranges::sort(lane.arrows, {}, &Arrow::first);
  }
}

/// The arrow of a lane that the line is on; null: none.
const JumpMargin::Arrow* JumpMargin::arrow(const Lane& lane) const {
  return lane.at < lane.arrows.size() && lane.arrows[lane.at].first() <= number_
             ? &lane.arrows[lane.at]
             : nullptr;
}

std::string JumpMargin::line(uint64_t number) {
  number_ = number;
  std::string text;
  bool is_crossed = false;  // by the end of an arrow further out
  bool is_target = false;
  for (size_t at = lanes_.size(); at-- != 0;) {
    Lane& lane = lanes_[at];
    while (lane.at < lane.arrows.size() && lane.arrows[lane.at].last() < number) {
      ++lane.at;
    }
    const Arrow* const here = arrow(lane);
    if (here == nullptr) {
      text += is_crossed ? "─" : " ";
    } else if (here->from != number && here->to != number) {
      text += is_crossed ? "┼" : "│";
    } else {
      const bool is_first = here->first() == number;
      text += is_crossed ? (is_first ? "┬" : "┴") : (is_first ? "╭" : "╰");
      is_crossed = true;
      is_target = is_target || here->to == number;
    }
  }
  if (!lanes_.empty()) {
    text += is_target ? ">" : is_crossed ? "─" : " ";
  }
  return text;
}

std::string JumpMargin::below() const {
  std::string text;
  for (size_t at = lanes_.size(); at-- != 0;) {
    const Arrow* const here = arrow(lanes_[at]);
    text += here != nullptr && here->last() > number_ ? "│" : " ";
  }
  return lanes_.empty() ? text : text + " ";
}

}  // namespace quern
