// SPDX-License-Identifier: MIT
//
// The lines of one file of both sides with what was spent there and called from there. Of several
// runs a side the median counts, with 0 for a run that has nothing there.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "quern/views/comparison.h"
#include "quern/views/diff.h"
#include "quern/views/line_costs.h"
#include "quern/views/line_pairing.h"

namespace quern {

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

/// A line that a run knows something of.
struct DiffLine {
  LinePlace place;
  PairedLine pair;  ///< its numbers; both 0: not known
  /// Its self costs; nothing where no run of that side has a record of it.
  std::optional<DiffSide> old_side, new_side;
  DiffChange change;      ///< of self costs; 0 where neither side has any
  bool is_noise = false;  ///< it changed, within what the runs of the sides differ by
  bool changes_self = false;
  /// Calls made from it, without callers; those that changed first, by the size of the change.
  std::vector<DiffCallRow> calls;
  size_t changed_calls = 0;
  [[nodiscard]] bool is_changed() const { return changes_self || changed_calls != 0; }
};

class DiffLines {
 public:
  /// Keeps references. `costs` by run, with files as slots.
  DiffLines(const ComparedNodes& sides, const std::vector<LineCosts>& costs)
      : sides_(&sides), costs_(&costs) {}

  /// Ascending by place.
  [[nodiscard]] std::vector<DiffLine> of(uint32_t file, const LinePairing& pairing) const;
  /// Whether self costs of any line differ, lines paired by their numbers.
  [[nodiscard]] bool differ_by_number(uint32_t file) const;

 private:
  const ComparedNodes* sides_;
  const std::vector<LineCosts>* costs_;
};

}  // namespace quern
