// SPDX-License-Identifier: MIT
#include "quern/output/shared/jump_margin.h"

#include <algorithm>

namespace quern {

JumpMargin::JumpMargin(const AnnotatedFile& file) : lanes_(file.lanes) {
  for (const AnnotatedLine& line : file.lines) {
    for (const AnnotatedJump& jump : line.jumps) {
      add({line.number, jump.line, jump.lane});
    }
  }
  sort();
}

JumpMargin::JumpMargin(const DiffAnnotatedFile& file) : lanes_(file.lanes) {
  for (const DiffLine& line : file.lines) {
    for (const DiffJump& jump : line.jumps) {
      add({file.position(line.place), file.position(jump.target_place), jump.lane});
    }
  }
  sort();
}

void JumpMargin::add(const JumpArrow& arrow) {
  if (arrow.lane) {
    lanes_[*arrow.lane].arrows.push_back(arrow);
  }
}

void JumpMargin::sort() {
  for (Lane& lane : lanes_) {
    std::ranges::sort(lane.arrows, {}, &JumpArrow::first);
  }
}

/// The arrow of a lane that the line is on; null: none.
const JumpArrow* JumpMargin::arrow(const Lane& lane) const {
  return lane.at < lane.arrows.size() && lane.arrows[lane.at].first() <= place_
             ? &lane.arrows[lane.at]
             : nullptr;
}

std::string JumpMargin::line(uint64_t place) {
  place_ = place;
  std::string text;
  bool is_crossed = false;  // by the end of an arrow further out
  bool is_target = false;
  for (size_t at = lanes_.size(); at-- != 0;) {
    Lane& lane = lanes_[at];
    while (lane.at < lane.arrows.size() && lane.arrows[lane.at].last() < place) {
      ++lane.at;
    }
    const JumpArrow* const here = arrow(lane);
    if (here == nullptr) {
      text += is_crossed ? "─" : " ";
    } else if (here->from != place && here->to != place) {
      text += is_crossed ? "┼" : "│";
    } else {
      const bool is_first = here->first() == place;
      text += is_crossed ? (is_first ? "┬" : "┴") : (is_first ? "╭" : "╰");
      is_crossed = true;
      is_target = is_target || here->to == place;
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
    const JumpArrow* const here = arrow(lanes_[at]);
    text += here != nullptr && here->last() > place_ ? "│" : " ";
  }
  return lanes_.empty() ? text : text + " ";
}

}  // namespace quern
