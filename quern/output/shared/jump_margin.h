// SPDX-License-Identifier: MIT
//
// The arrows of jumps beside the lines of a file, drawn with box characters: one column a lane,
// lane 0 next to the lines, and one for the heads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "quern/compare/source/diff_annotation.h"
#include "quern/views/source/annotation.h"
#include "quern/views/source/jump_lanes.h"

namespace quern {

class JumpMargin {
 public:
  /// Places are the numbers of lines.
  explicit JumpMargin(const AnnotatedFile& file);
  /// Places are those of DiffSourceLine.
  explicit JumpMargin(const DiffAnnotatedFile& file);

  /// Columns it takes; 0 without arrows.
  [[nodiscard]] size_t width() const { return lanes_.empty() ? 0 : lanes_.size() + 1; }
  /// Beside the line at `place`; lines come in ascending order.
  [[nodiscard]] std::string line(uint64_t place);
  /// Beside what stands below the line asked for last.
  [[nodiscard]] std::string below() const;

 private:
  struct Lane {
    std::vector<JumpArrow> arrows;  ///< by first line; they do not overlap
    size_t at = 0;                  ///< the one that ends at or behind the line
  };
  void add(const JumpArrow& arrow);
  void sort();
  [[nodiscard]] const JumpArrow* arrow(const Lane& lane) const;

  std::vector<Lane> lanes_;
  uint64_t place_ = 0;
};

}  // namespace quern
