// SPDX-License-Identifier: MIT
//
// What a part's own header says. A part is one dump of a run: a number, a thread, a process.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "quern/base/int128.h"
#include "quern/model/records/ids.h"

namespace quern {

/// The line of a position where PositionKinds::may_lack_lines.
inline constexpr uint64_t kNoLine = UINT64_MAX;

/// Which subpositions the cost lines of a part carry.
struct PositionKinds {
  bool instr = false;
  bool bb = false;
  bool line = true;
  /// Some lines are unknown and stand as kNoLine; everywhere else any number is a line.
  bool may_lack_lines = false;
  [[nodiscard]] bool knows(uint64_t at_line) const {
    return line && !(may_lack_lines && at_line == kNoLine);
  }
  bool operator==(const PositionKinds&) const = default;
};

struct PartHeader {
  size_t input = 0;  ///< index into Profile::inputs()
  std::optional<uint64_t> number;
  std::optional<uint64_t> pid;
  std::optional<uint64_t> thread;
  std::optional<std::string> command;
  std::optional<std::string> trigger;
  std::optional<double> period;  ///< seconds a tick (IgProf)
  PositionKinds positions;
  std::vector<EventId> events;  ///< the part's own list, as columns of the profile's
  /// Each `summary:`, by event of the part; what one is too short for is 0.
  std::vector<std::vector<int128>> summaries;
  /// The last `summary:` is the cost of the whole run, which percentages are of; see
  /// costs_without_rows(). Xdebug's is not: it has the peak of memory, and times that gaps exceed.
  bool has_summary_as_base = false;
  std::optional<std::vector<int128>> declared_totals;  ///< `totals:`, one number an event
  std::vector<std::string> descriptions;               ///< "type: value" of each `desc:`
  bool has_estimated_totals = false;  ///< a filter split what adds up to them by a guess
};

}  // namespace quern
