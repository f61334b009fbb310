// SPDX-License-Identifier: MIT
//
// What was spent in loops of machine code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "quern/analysis/events/event_sum.h"
#include "quern/base/int128.h"
#include "quern/model/profile.h"
#include "quern/views/lists/loop_search.h"

namespace quern {

/// Source lines, both included.
struct LineSpan {
  uint64_t first = 0;
  uint64_t last = 0;
  bool operator==(const LineSpan&) const = default;
};

class LoopCosts {
 public:
  /// Two passes over the records; memory is that of loops times columns. `loops`: of find_loops().
  LoopCosts(const Profile& profile, const PartSet& parts, std::span<const Loop> loops,
            std::span<const EventSum> columns);

  /// What its instructions cost themselves.
  [[nodiscard]] int128 self(size_t loop, size_t column) const;
  /// What calls made from it cost, as recorded, but for recursive ones: these come back to the
  /// loop's own function, and their costs may have it in them.
  [[nodiscard]] int128 called(size_t loop, size_t column) const;
  [[nodiscard]] bool has_recursive_calls(size_t loop) const;
  /// Whether a filter split any of its costs by a guess.
  [[nodiscard]] bool is_estimated(size_t loop) const;
  /// The lines of the function's own file that its instructions are of; code inlined from other
  /// files is not among them.
  [[nodiscard]] std::optional<LineSpan> lines(size_t loop) const;

 private:
  /// Ranges of addresses of one function between two places where loops begin or end.
  struct Ranges {
    size_t first = 0, end = 0;  ///< into `begins_`
  };
  void cut(const Profile& profile);
  [[nodiscard]] std::optional<size_t> range_of(FunctionId function, uint64_t address) const;
  void add_records(const Profile& profile, const PartSet& parts, std::span<const EventSum> columns);
  void note_line(size_t range, uint64_t line);
  void sum_up();

  std::span<const Loop> loops_;
  size_t width_;
  std::vector<Ranges> ranges_;    ///< by function
  std::vector<uint64_t> begins_;  ///< of each range; the last one of a function has no end
  std::vector<Ranges> of_loop_;   ///< those that each loop consists of
  // By range and column, then sums of all ranges before: one more row.
  std::vector<int128> self_, called_;
  std::vector<uint32_t> recursive_, estimated_;  ///< how many records are so, by range, then summed
  std::vector<LineSpan> lines_;  ///< a tree: ranges behind as many nodes, each of two below it
};

}  // namespace quern
