// SPDX-License-Identifier: MIT
//
// The arrows of jumps beside the lines of a file, drawn with box characters: one column a lane,
// lane 0 next to the lines, and one for the heads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "quern/views/annotation.h"

namespace quern {

class JumpMargin {
 public:
  explicit JumpMargin(const AnnotatedFile& file);

  /// Columns it takes; 0 without arrows.
  [[nodiscard]] size_t width() const { return lanes_.empty() ? 0 : lanes_.size() + 1; }
  /// Beside line `number`; lines come in ascending order.
  [[nodiscard]] std::string line(uint64_t number);
  /// Beside what stands below the line asked for last.
  [[nodiscard]] std::string below() const;

 private:
  struct Arrow {
    uint64_t from = 0, to = 0;
    [[nodiscard]] uint64_t first() const { return from < to ? from : to; }
    [[nodiscard]] uint64_t last() const { return from < to ? to : from; }
  };
  struct Lane {
    std::vector<Arrow> arrows;  ///< by first line; they do not overlap
    size_t at = 0;              ///< the one that ends at or behind the line
  };
  [[nodiscard]] const Arrow* arrow(const Lane& lane) const;

  std::vector<Lane> lanes_;
  uint64_t number_ = 0;
};

}  // namespace quern
