// SPDX-License-Identifier: MIT
//
// Which line of the old source is which of the new one, as rows of one list: a pair, an old line
// that is gone, or a new one. By their texts, where blanks do not count; among lines that differ,
// as a guess, those that are alike; or by their numbers, where there is but one text or none.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "quern/analysis/alignment.h"
#include "quern/source/source_files.h"

namespace quern {

/// How the two lines of a row were found to be one.
enum class LineMatch : uint8_t { kNone, kSame, kSimilar, kNumber };
/// "same", "similar", "number"; "" for kNone.
[[nodiscard]] std::string_view to_string(LineMatch match);

/// Numbers from 1; 0: that side has no such line.
struct PairedLine {
  uint64_t old_line = 0;
  uint64_t new_line = 0;
  LineMatch match = LineMatch::kNone;
  bool operator==(const PairedLine&) const = default;
};

class LinePairing {
 public:
  /// So many lines, the same on both sides.
  [[nodiscard]] static LinePairing by_number(uint64_t lines);
  [[nodiscard]] static LinePairing of_one_side(Version side, uint64_t lines);
  [[nodiscard]] static LinePairing by_text(const SourceText& old_text, const SourceText& new_text,
                                           bool guesses);

  [[nodiscard]] uint64_t rows() const { return rows_; }
  /// Below rows().
  [[nodiscard]] PairedLine row(uint64_t row) const;
  /// Lines of this number behind all rows; pairs by text have none.
  [[nodiscard]] PairedLine beyond(uint64_t line) const;
  /// Nothing for 0 and beyond the last line of that side.
  [[nodiscard]] std::optional<uint64_t> row_of(Version side, uint64_t line) const;

 private:
  /// Rows of one kind in a run.
  struct Block {
    uint64_t before[2];  ///< lines of either side in the blocks before
    bool has[2];
    LineMatch match;
    uint64_t first_row, count;
  };
  class Gap;
  void add(bool has_old, bool has_new, LineMatch match, uint64_t count);

  std::vector<Block> blocks_;
  bool goes_on_[2] = {false, false};  ///< lines of either side are paired beyond the rows
  uint64_t rows_ = 0;
  uint64_t lines_[2] = {0, 0};
};

}  // namespace quern
