// SPDX-License-Identifier: MIT
//
// The numbers that a profile's names and functions have in its snapshot: those that are final, in
// use, and dense.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "quern/model/profile.h"

namespace quern::snapshot {

class Numbering {
 public:
  /// Needs Profile::has_records(), whose names count as used.
  explicit Numbering(const Profile& profile);

  /// Names in the order of their numbers, from 1 on: 0 is the unknown one.
  [[nodiscard]] const std::vector<NameId>& names() const { return names_; }
  [[nodiscard]] NameId name(NameId id) const { return NameId(numbers_[id.index()]); }
  /// Functions below this are more than targets of jumps.
  [[nodiscard]] size_t listed() const { return listed_; }
  /// A function that a record names, as packed records have it: targets of jumps are apart.
  [[nodiscard]] FunctionId function(FunctionId recorded) const {
    const FunctionId id = profile_->function(recorded);
    return id.index() < listed_
               ? id
               : FunctionId(static_cast<uint32_t>(id.index() - listed_) | Symbols::kTargetBit);
  }

 private:
  void use(NameId id);

  const Profile* profile_;
  std::vector<uint32_t> numbers_;  ///< by NameId
  std::vector<NameId> names_;
  size_t listed_ = 0;
};

}  // namespace quern::snapshot
