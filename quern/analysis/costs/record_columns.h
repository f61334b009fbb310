// SPDX-License-Identifier: MIT
//
// Which cells of a row of costs, which are in the order of a part's own events, go into which
// column of a question. Worked out once a table, however many rows and parts use it.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "quern/analysis/events/event_sum.h"
#include "quern/base/int128.h"
#include "quern/model/profile.h"

namespace quern {

/// One cell goes into one column.
struct CellUse {
  size_t cell;
  size_t column;
  int128 coefficient;
};

class CellUses {
 public:
  /// Keeps a reference to `profile`.
  CellUses(const Profile& profile, std::span<const EventSum> columns);

  /// Of one of the profile's tables; by cell, then column.
  [[nodiscard]] const std::vector<CellUse>& of(size_t table) { return known(table).uses; }
  /// Whether rows of the table, where they are as long as there are columns, are the columns.
  [[nodiscard]] bool are_as_asked(size_t table) { return known(table).are_as_asked; }

 private:
  struct TableUses {
    std::vector<CellUse> uses;
    bool are_as_asked = false;
  };
  const TableUses& known(size_t table) {
    return by_table_[table] ? *by_table_[table] : find(table);
  }
  const TableUses& find(size_t table);

  const Profile* profile_;
  size_t columns_;
  std::vector<CellUse> by_event_;  ///< `cell` is the event's index
  std::vector<std::optional<TableUses>> by_table_;
};

/// Turns the costs of records into columns.
class RecordColumns {
 public:
  /// Keeps a reference to `profile`.
  RecordColumns(const Profile& profile, std::span<const EventSum> columns)
      : profile_(&profile), uses_(profile, columns), costs_(columns.size()) {}

  /// The columns of the costs of a record of `part`; valid until the next call.
  [[nodiscard]] std::span<const int128> of(size_t part, std::span<const int128> costs);
  [[nodiscard]] std::span<const int128> of(const Record& record) {
    return of(record.part, record.costs);
  }
  /// Calls use(column, cost) for what of them goes into each column.
  template <class Use>
  void each(size_t part, std::span<const int128> costs, Use use) {
    if (part != part_) {
      part_ = part;
      table_ = profile_->parts()[part].table;
    }
    for (const CellUse& cell : uses_.of(table_)) {
      if (cell.cell >= costs.size()) {
        break;
      }
      use(cell.column, costs[cell.cell] * cell.coefficient);
    }
  }

 private:
  const Profile* profile_;
  CellUses uses_;
  std::vector<int128> costs_;
  size_t part_ = ~size_t{0};  ///< that was asked about last,
  size_t table_ = 0;          ///< and the table of its costs
};

}  // namespace quern
