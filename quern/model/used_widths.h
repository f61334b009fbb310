// SPDX-License-Identifier: MIT
//
// How many cells of each row of a profile's tables can be other than 0. An input may declare a
// million events and name as many functions: only what its rows had is looked at.
#pragma once

#include <cstddef>
#include <vector>

#include "quern/model/profile.h"

namespace quern {

class UsedWidths {
 public:
  /// Keeps a reference.
  explicit UsedWidths(const Profile& profile)
      : profile_(&profile), widths_(profile.tables().size()) {}

  /// By row of the table; found out when it is asked for first.
  [[nodiscard]] const std::vector<size_t>& of(size_t table) {
    std::vector<size_t>& known = widths_[table];
    if (known.empty()) {
      known = profile_->tables()[table].self.used_widths();
    }
    return known;
  }

 private:
  const Profile* profile_;
  std::vector<std::vector<size_t>> widths_;  ///< by table
};

}  // namespace quern
