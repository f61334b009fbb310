// SPDX-License-Identifier: MIT
//
// The lines of source code of all files, as rows that both sides of a comparison share: paired as
// `diff --view annotate` pairs files and lines, with what each run spent there. Costs without a
// file are no line's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/result.h"
#include "quern/compare/match/matched_sides.h"
#include "quern/compare/source/diff_files.h"
#include "quern/compare/source/diff_lines.h"
#include "quern/compare/source/paired_sources.h"

namespace quern {

/// Which cost of a line is meant.
enum class LineCostKind : uint8_t {
  kSelf,         ///< as recorded
  kWithInlined,  ///< with what was inlined there, where that is known on both sides
};

class LinePairs {
 public:
  /// `sides` compare functions. Error `no-lines` (Fault::kUsage).
  [[nodiscard]] static Result<std::shared_ptr<const LinePairs>> make(
      std::shared_ptr<const MatchedCosts> sides, const PlacesOfSides& places);

  /// Lines are numbered below this: by file, then as they stand in it.
  [[nodiscard]] size_t size() const { return rows_.size(); }
  [[nodiscard]] const std::shared_ptr<const MatchedCosts>& sides() const { return sides_; }
  [[nodiscard]] const DiffFiles& files() const { return files_; }
  /// The file's new name, or the old one where it is gone.
  [[nodiscard]] std::string_view file(uint32_t row) const { return files_.name(rows_[row].file); }
  /// The old name, where that is another one.
  [[nodiscard]] std::optional<std::string_view> old_file(uint32_t row) const;
  /// The new number, or the old one where the line is gone; 0: not known.
  [[nodiscard]] uint64_t number(uint32_t row) const;
  /// "FILE:LINE"; "FILE:?" where the line is not known.
  [[nodiscard]] std::string name(uint32_t row) const;
  /// As `diff --view annotate` has it, without calls and jumps.
  [[nodiscard]] DiffLine line(uint32_t row) const;
  /// Whether a run of that side has something there.
  [[nodiscard]] bool has(uint32_t row, Version side) const;
  /// Of a run, counted over the old ones and then the new ones; 0 where it has nothing there. Any
  /// column, those beside too.
  [[nodiscard]] Amount cost(uint32_t row, size_t run, size_t column, LineCostKind kind) const;
  /// The median of a side.
  [[nodiscard]] Amount cost(uint32_t row, Version side, size_t column, LineCostKind kind) const;

 private:
  struct Row {
    uint32_t file = 0;
    size_t first = 0;  ///< of its cells
    PairedLine pair;
  };

  LinePairs(std::shared_ptr<const MatchedCosts> sides, const PlacesOfSides& places);
  void pair_lines(PlacesOfSides places);
  [[nodiscard]] LinePairing pairing_of(uint32_t file, SourcesOfSides& sources) const;
  void add(uint32_t file, const LinePairing& pairing);
  [[nodiscard]] std::span<const LineCell> cells(uint32_t row) const;

  std::shared_ptr<const MatchedCosts> sides_;
  DiffFiles files_;
  std::vector<LineCosts> costs_;  ///< by run
  DiffLines lines_;
  LineCells cells_;  ///< of all rows, one after another
  std::vector<Row> rows_;
};

}  // namespace quern
