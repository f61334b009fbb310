// SPDX-License-Identifier: MIT
//
// The lines of one file of both sides with what was spent there and called from there. Of several
// runs a side the median counts, with 0 for a run that has nothing there.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "quern/compare/lists/diff.h"
#include "quern/compare/match/matched_sides.h"
#include "quern/compare/source/diff_files.h"
#include "quern/compare/source/diff_jumps.h"
#include "quern/compare/source/line_pairing.h"
#include "quern/views/code/line_costs.h"

namespace quern {

/// A line that a run knows something of: its costs on both sides, itself and with what was inlined
/// there, and their change, which is 0 where neither has any; and what it calls and jumps to.
struct DiffLine : ComparedSides {
  LinePlace place;
  PairedLine pair;        ///< its numbers; both 0: not known
  bool has_self = false;  ///< a record of a run gives the line itself costs
  bool changes_costs = false;
  /// Calls made from it, without callers; those that changed first, by the size of the change.
  std::vector<DiffCallRow> calls;
  size_t changed_calls = 0;
  /// Jumps from it; those that changed first, then by where they lead.
  std::vector<DiffJump> jumps;
  size_t changed_jumps = 0;
  [[nodiscard]] bool is_changed() const {
    return changes_costs || changed_calls != 0 || changed_jumps != 0;
  }
};

/// What one run has of a line, or of the calls from there to one function.
struct LineCell {
  LinePlace place;
  uint32_t callee = 0;      ///< a node; 0 of self costs
  bool is_inlined = false;  ///< of calls
  uint32_t run = 0;
  uint32_t row = 0;  ///< of the run's LineCosts

  auto operator<=>(const LineCell&) const = default;
  [[nodiscard]] bool has_key_of(const LineCell& other) const {
    return place == other.place && callee == other.callee && is_inlined == other.is_inlined;
  }
};
using LineCells = std::vector<LineCell>;

/// Calls use(cells) for each run of cells that share line and callee.
template <class Use>
void each_key(const LineCells& cells, const Use& use) {
  for (auto first = cells.begin(); first != cells.end();) {
    const auto last = std::find_if(first, cells.end(),
                                   [&](const LineCell& cell) { return !cell.has_key_of(*first); });
    use(std::span<const LineCell>(first, last));
    first = last;
  }
}

class DiffLines {
 public:
  /// Keeps references. `costs` by run, with files as slots.
  DiffLines(const MatchedSides& sides, const DiffFiles& files, const std::vector<LineCosts>& costs)
      : sides_(&sides), files_(&files), costs_(&costs) {}

  /// The self costs of a file's lines, ascending by place and run.
  [[nodiscard]] LineCells cells(uint32_t file, const LinePairing& pairing) const;
  /// A line with its cells, without numbers, calls and jumps.
  [[nodiscard]] DiffLine line(std::span<const LineCell> cells) const;

  /// Ascending by place.
  [[nodiscard]] std::vector<DiffLine> of(uint32_t file, const LinePairing& pairing) const;
  /// Whether costs, calls or jumps of any line differ, lines paired by their numbers.
  [[nodiscard]] bool differ_by_number(uint32_t file) const;

 private:
  [[nodiscard]] bool calls_differ_by_number(uint32_t file) const;
  [[nodiscard]] bool jumps_differ_by_number(uint32_t file) const;

  const MatchedSides* sides_;
  const DiffFiles* files_;
  const std::vector<LineCosts>* costs_;
};

}  // namespace quern
