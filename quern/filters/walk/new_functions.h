// SPDX-License-Identifier: MIT
//
// The names and functions of a profile in terms of the profile that filters make of it: renamed,
// each worked out once.
#pragma once

#include <cstdint>
#include <vector>

#include "quern/filters/rules/rename.h"
#include "quern/filters/walk/asked_once.h"
#include "quern/model/builder.h"
#include "quern/model/profile.h"

namespace quern {

class NewFunctions {
 public:
  /// All three must stay; `choices` are what `renaming` chose for the functions of `from`.
  NewFunctions(const Profile& from, const Renaming& renaming, std::vector<Renaming::Choice> choices,
               ProfileBuilder& to);

  /// Of a final id of the old profile (Profile::function). Functions appear in the new profile in
  /// the order in which they are asked for.
  [[nodiscard]] FunctionId function(FunctionId old);
  /// What it is called, without asking for it. Valid while the old profile is.
  [[nodiscard]] Identity identity(FunctionId old) const;
  [[nodiscard]] NameId name(NameId old);
  /// Asks for all functions, in order: none is lost for want of a record.
  void take_all();

 private:
  const Profile* from_;
  const Renaming* renaming_;
  std::vector<Renaming::Choice> choices_;  ///< empty without rules
  Symbols* symbols_;
  AskedOnce<uint32_t> functions_;  ///< new ids, by old id
  AskedOnce<uint32_t> names_;      ///< new ids, by old id
};

}  // namespace quern
