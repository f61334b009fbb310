// SPDX-License-Identifier: MIT
//
// The lines of one file of both sides with what was spent there and called from there. Of several
// runs a side the median counts, with 0 for a run that has nothing there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
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

class DiffLines {
 public:
  /// Keeps references. `costs` by run, with files as slots.
  DiffLines(const MatchedSides& sides, const DiffFiles& files, const std::vector<LineCosts>& costs)
      : sides_(&sides), files_(&files), costs_(&costs) {}

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
