// SPDX-License-Identifier: MIT
//
// What the parts of one kind (records, stacks, or both) of many inputs come to: each position,
// call, jump and context once, with what it cost in all of them. Ids are those of the fold that
// owns it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "quern/analysis/merge/agreement.h"
#include "quern/analysis/merge/key_rows.h"
#include "quern/analysis/merge/run_count.h"
#include "quern/model/records/contexts.h"
#include "quern/model/records/cost_rows.h"
#include "quern/model/records/part.h"
#include "quern/model/records/sink.h"

namespace quern::merge {

struct SelfKey {
  FunctionId function;
  NameId file;
  Position at;
  bool operator==(const SelfKey&) const = default;
  [[nodiscard]] std::array<uint64_t, 3> words() const {
    return {uint64_t{function.value} << 32 | file.value, at.address, at.line};
  }
};

struct CallKey {
  FunctionId caller, callee;
  NameId file;
  bool has_target = false;
  Position at, target;
  bool operator==(const CallKey&) const = default;
  [[nodiscard]] std::array<uint64_t, 6> words() const {
    return {uint64_t{caller.value} << 32 | callee.value,
            uint64_t{file.value} << 1 | (has_target ? 1U : 0U),
            at.address,
            at.line,
            target.address,
            target.line};
  }
};

struct JumpKey {
  FunctionId from, to;
  NameId from_file, to_file;
  bool is_conditional = false;
  Position at, target;
  bool operator==(const JumpKey&) const = default;
  [[nodiscard]] std::array<uint64_t, 7> words() const {
    return {uint64_t{from.value} << 32 | to.value,
            uint64_t{from_file.value} << 32 | to_file.value,
            is_conditional ? 1U : 0U,
            at.address,
            at.line,
            target.address,
            target.line};
  }
};

struct FrameKey {
  Frame frame;
  bool operator==(const FrameKey&) const = default;
  [[nodiscard]] std::array<uint64_t, 3> words() const {
    return {uint64_t{frame.function.value} << 32 | frame.file.value, frame.start,
            (frame.is_symbol ? 2U : 0U) | (frame.is_line ? 1U : 0U)};
  }
};

/// A node of the tree; a row number is an id, and parents have lower ones.
struct ContextKey {
  uint32_t parent = kNoContext.value;
  uint32_t frame = 0;
  bool has_position = false;
  int64_t position = 0;
  bool operator==(const ContextKey&) const = default;
  [[nodiscard]] std::array<uint64_t, 3> words() const {
    return {uint64_t{parent} << 32 | frame, has_position ? 1U : 0U,
            static_cast<uint64_t>(position)};
  }
};

struct LeakKey {
  uint32_t context = 0;
  uint32_t cell = 0;  ///< of its event
  uint64_t address = 0, size = 0;
  bool operator==(const LeakKey&) const = default;
  [[nodiscard]] std::array<uint64_t, 3> words() const {
    return {uint64_t{context} << 32 | cell, address, size};
  }
};

/// Rows of costs by cell: one for each event of the fold.
class FoldedCosts {
 public:
  /// The row's number is that of the key; cells come to be with their events.
  void add(size_t row, size_t cell, int128 cost, bool is_max) {
    if (row >= rows_.size()) {
      rows_.add_rows(row + 1 - rows_.size());
    }
    if (is_max) {
      rows_.raise(row, cell, cost);
    } else {
      rows_.add(row, cell, cost);
    }
  }
  /// The same for many costs, none of an event whose maximum counts: `cells` has that of each,
  /// from `first` on.
  void add(size_t row, size_t first, std::span<const uint32_t> cells,
           std::span<const int128> costs) {
    if (row >= rows_.size()) {
      rows_.add_rows(row + 1 - rows_.size());
    }
    for (size_t at = 0; at < costs.size(); ++at) {
      if (fits_int64(costs[at])) [[likely]] {
        rows_.add(row, first + cells[at], static_cast<int64_t>(costs[at]));
      } else {
        rows_.add(row, first + cells[at], costs[at]);
      }
    }
  }
  void add_count(size_t row, size_t cell, uint64_t count) {
    if (count > INT64_MAX || row >= rows_.size()) [[unlikely]] {
      add(row, cell, int128{count}, false);
    } else {
      rows_.add(row, cell, static_cast<int64_t>(count));
    }
  }
  void widen(size_t cells);
  [[nodiscard]] const CostRows& rows() const { return rows_; }
  /// What a row without any cost has, too.
  [[nodiscard]] int128 at(size_t row, size_t cell) const {
    return row < rows_.size() && cell < rows_.width() ? rows_.at(row, cell) : 0;
  }

 private:
  CostRows rows_{0};
};

/// Which rows hold something that a filter split by a guess: mostly none.
class RowMarks {
 public:
  static constexpr uint8_t kCost = 1;
  static constexpr uint8_t kCount = 2;

  void add(size_t row, uint8_t marks) {
    marks_.resize(std::max(marks_.size(), row + 1));
    marks_[row] |= marks;
  }
  /// `rows`: for each row of the others the one here.
  void add(const RowMarks& others, std::span<const size_t> rows) {
    for (size_t row = 0; row < others.marks_.size(); ++row) {
      if (others.marks_[row] != 0) {
        add(rows[row], others.marks_[row]);
      }
    }
  }
  [[nodiscard]] bool has_cost(size_t row) const { return (of(row) & kCost) != 0; }
  [[nodiscard]] bool has_count(size_t row) const { return (of(row) & kCount) != 0; }

 private:
  [[nodiscard]] uint8_t of(size_t row) const { return row < marks_.size() ? marks_[row] : 0; }
  std::vector<uint8_t> marks_;  ///< up to the last row that has some
};

/// Which subpositions the parts have.
struct FoldedPositions {
  bool instr = false, bb = false, line = false;
  bool may_lack_lines = false;
  bool has_parts_without_lines = false;
  void add(const PositionKinds& kinds);
  void add(const FoldedPositions& others);
  [[nodiscard]] PositionKinds kinds() const;
};

/// What the headers of the parts say.
struct FoldedHeader {
  Agreed<std::optional<uint64_t>> number, pid, thread;
  Agreed<std::optional<std::string>> command, trigger;
  Agreed<std::optional<double>> period;
  CommonOrShared descriptions;  ///< without those of `runs`
  RunCount runs;
  FoldedPositions positions;
  std::vector<bool> has_cell;  ///< by cell: some part has this event
  DeclaredByAll summary, totals;
  bool has_estimated_totals = false;
  bool has_summary_as_base = true;  ///< of every part

  /// `positions`: those of its records that are kept. `cells` are those of the part's events.
  void add(const PartHeader& header, const PositionKinds& positions,
           std::span<const uint32_t> cells, const std::vector<bool>& is_max);
  /// `cells`: for each cell of the others the one here.
  void add(const FoldedHeader& others, std::span<const uint32_t> cells,
           const std::vector<bool>& is_max);
};

struct FoldedPart {
  bool is_met = false;  ///< some input has such a part
  FoldedHeader header;
  KeyRows<SelfKey> selfs;
  FoldedCosts self_costs;
  RowMarks self_marks;
  KeyRows<CallKey> calls;
  FoldedCosts call_costs;  ///< cell 0: count, 1 + n: inclusive cost of the fold's cell n
  RowMarks call_marks;
  KeyRows<JumpKey> jumps;
  FoldedCosts jump_counts;  ///< executed, followed
  KeyRows<ContextKey> contexts;
  FoldedCosts context_calls;             ///< one cell: of sites
  Segmented<uint32_t, 12> context_rows;  ///< by context: its row of costs + 1; 0: it has none
  FoldedCosts context_costs;
  KeyRows<LeakKey> leaks;
  FoldedCosts leak_counts;  ///< one cell

  /// What follows is another input's: the same in much the same order.
  void begin_input();
  /// Room for so many events.
  void widen(size_t cells);
  void add_context_cost(size_t context, size_t cell, int128 cost, bool is_max);
};

}  // namespace quern::merge
