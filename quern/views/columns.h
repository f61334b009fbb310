// SPDX-License-Identifier: MIT
//
// The columns of a selection as sums of events, and which cells of a record's costs they need.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "quern/analysis/event_sum.h"
#include "quern/model/profile.h"
#include "quern/views/selection.h"

namespace quern {

[[nodiscard]] std::vector<EventSum> column_sums(const Selection& selection);

/// Turns the costs of records, which are in the order of their part's events, into columns.
class RecordColumns {
 public:
  /// Keeps references to both.
  RecordColumns(const Profile& profile, const Selection& selection);

  /// The columns of one record; valid until the next call.
  [[nodiscard]] std::span<const int128> of(const Record& record);

 private:
  struct Use {
    size_t cell;  ///< in by_event_: the event's index
    size_t column;
    int128 coefficient;
  };
  [[nodiscard]] const std::vector<Use>& uses(size_t table);

  const Profile* profile_;
  std::vector<Use> by_event_;                              ///< by event, then column
  std::vector<std::optional<std::vector<Use>>> by_table_;  ///< as far as asked for
  std::vector<int128> costs_;
};

}  // namespace quern
