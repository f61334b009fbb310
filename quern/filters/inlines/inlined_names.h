// SPDX-License-Identifier: MIT
//
// What inlined functions and the files of their lines are called in a new profile.
#pragma once

#include <vector>

#include "quern/model/builder.h"
#include "quern/source/inlines/inlined_code.h"

namespace quern {

class InlinedNames {
 public:
  /// `code` must be settled before it is asked, and stay.
  explicit InlinedNames(const InlinedCode& code) : code_(&code) {}

  [[nodiscard]] NameId file(NameId known, ProfileBuilder& to);
  /// The function of a step, whose code is in `file`.
  [[nodiscard]] FunctionId function(const InlineStep& step, NameId file, NameId object,
                                    ProfileBuilder& to);

 private:
  const InlinedCode* code_;
  std::vector<NameId> files_;  ///< in the new profile
};

}  // namespace quern
