// SPDX-License-Identifier: MIT
//
// What each line of each file cost, added up over parts and functions as each event combines.
// Memory grows with the distinct lines, not with the records.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "quern/formats/sqlite/tables.h"
#include "quern/model/records/cost_rows.h"

namespace quern::sqlite {

class LineSums {
 public:
  explicit LineSums(const Profile& profile);

  /// The row of a line, new or known; unknown lines of a file have one.
  size_t row(NameId file, std::optional<uint64_t> line);
  void add(size_t row, EventId event, int128 cost);
  /// Fills the table `lines`, in order of first appearance.
  void write(NamesUsed& used, Database& database) const;

 private:
  struct Line {
    NameId file;
    std::optional<uint64_t> line;
    bool operator==(const Line&) const = default;
  };
  struct LineHash {
    size_t operator()(const Line& line) const;
  };

  CostRows sums_;
  std::vector<Combine> combine_;  ///< by event
  std::unordered_map<Line, size_t, LineHash> rows_;
  std::vector<Line> lines_;  ///< by row
};

}  // namespace quern::sqlite
