// SPDX-License-Identifier: MIT
//
// A profile as it is handed on by what reads files and by what filters make of them: with the
// sentences that users have to know about how it came about.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "quern/model/profile.h"

namespace quern {

struct Opened {
  std::unique_ptr<const Profile> profile;
  /// What the user should know, one sentence each: which other files of the run were read, that an
  /// empty thread base was skipped, which share of the costs a filter kept.
  std::vector<std::string> notes = {};
};

}  // namespace quern
