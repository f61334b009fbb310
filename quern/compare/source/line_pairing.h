// SPDX-License-Identifier: MIT
//
// Which line of the old source is which of the new one, as rows of one list: a pair, an old line
// that is gone, or a new one. By their texts, where blanks do not count; among lines that differ,
// as a guess, those that are alike; or by their numbers, where there is but one text or none.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

#include "quern/analysis/match/alignment.h"
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

/// Where a line stands among those of its file.
struct LinePlace {
  enum class Kind : uint8_t {
    kUnknown,  ///< costs of the file without a line
    kRow,      ///< a row of the pairing
    kBeyond,   ///< behind all of them, by its number
  };
  Kind kind = Kind::kUnknown;
  uint64_t at = 0;
  auto operator<=>(const LinePlace&) const = default;
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
  /// Of any line; 0: it is not known.
  [[nodiscard]] LinePlace place_of(Version side, uint64_t line) const;
  /// The numbers of a place. Behind all rows, where no numbers are paired, they are of the sides
  /// that have something there.
  [[nodiscard]] PairedLine at(const LinePlace& place, bool is_old, bool is_new) const;

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
