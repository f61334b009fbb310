// SPDX-License-Identifier: MIT
//
// What the rules of --rename call the functions of several profiles, for comparing these: the
// profiles stay as they are.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "quern/analysis/match/alignment.h"
#include "quern/base/result.h"
#include "quern/model/profile.h"
#include "quern/source/readable_names.h"

namespace quern {

class Renaming;

class RenamedNames {
 public:
  /// Of no profile.
  RenamedNames();
  /// Rules as FilterOptions::rename has them. Keeps references to the profiles. Errors
  /// (Fault::kUsage): `bad-filter`, `bad-regexp`.
  [[nodiscard]] static Result<RenamedNames> read(std::span<const std::string> rules,
                                                 std::span<const Profile* const> profiles,
                                                 const MatchedNames& names = {});
  RenamedNames(RenamedNames&&) noexcept;
  RenamedNames& operator=(RenamedNames&&) noexcept;
  ~RenamedNames();

  /// By FunctionId; empty without rules. The texts belong to the profile and to this object.
  [[nodiscard]] const std::vector<Identity>& of(size_t profile) const { return names_[profile]; }

 private:
  std::unique_ptr<Renaming> renaming_;
  std::vector<std::vector<Identity>> names_;
};

}  // namespace quern
