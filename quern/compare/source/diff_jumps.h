// SPDX-License-Identifier: MIT
//
// The jumps from the lines of one file on both sides: how often each was met and how often it was
// followed. A jump is the same on both sides where its lines are, by the pairing of the file;
// lines of other files that it leads to are taken by their numbers. Of several runs a side the
// median counts, with 0 for a run that has no such jump.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "quern/compare/match/matched_sides.h"
#include "quern/compare/source/diff_files.h"
#include "quern/compare/source/line_pairing.h"
#include "quern/views/code/line_costs.h"

namespace quern {

struct JumpCount {
  int128 executed = 0;
  int128 followed = 0;  ///< of conditional ones; else as often as executed
  bool operator==(const JumpCount&) const = default;
};

/// All jumps of a line to one target, of one kind.
struct DiffJump {
  bool is_conditional = false;
  PairedLine target;             ///< both 0: not known
  LinePlace target_place;        ///< where it is within the file
  std::string_view file;         ///< the new name; empty: within the file
  std::string_view function;     ///< that it leads into
  bool is_into_several = false;  ///< instances of code, say: `function` is empty
  std::optional<JumpCount> old_side, new_side;
  bool is_noise = false;         ///< it changed, within what the runs of the sides differ by
  std::optional<uint32_t> lane;  ///< of its arrow beside the lines, 0 next to them

  [[nodiscard]] DiffStatus status() const {
    return status_of(old_side.has_value(), new_side.has_value());
  }
  [[nodiscard]] bool is_changed() const {
    return old_side.value_or(JumpCount()) != new_side.value_or(JumpCount());
  }
};

struct JumpsOfLine {
  LinePlace place;
  std::vector<DiffJump> jumps;  ///< those that changed first, then by where they lead
};

class DiffJumps {
 public:
  /// Keeps references. `costs` by run, with files as slots.
  DiffJumps(const MatchedSides& sides, const DiffFiles& files, const std::vector<LineCosts>& costs)
      : sides_(&sides), files_(&files), costs_(&costs) {}

  /// Ascending by place.
  [[nodiscard]] std::vector<JumpsOfLine> of(uint32_t file, const LinePairing& pairing) const;

 private:
  struct Cell;
  [[nodiscard]] std::vector<Cell> cells(uint32_t file, const LinePairing& pairing) const;
  [[nodiscard]] DiffJump jump(std::vector<Cell>::const_iterator first,
                              std::vector<Cell>::const_iterator last,
                              const LinePairing& pairing) const;

  const MatchedSides* sides_;
  const DiffFiles* files_;
  const std::vector<LineCosts>* costs_;
};

}  // namespace quern
