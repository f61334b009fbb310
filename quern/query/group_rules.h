// SPDX-License-Identifier: MIT
//
// Groups that the user makes: teams, layers, libraries. A text of rows `NAME: QUERY`; a function is
// of the first group whose query fits it, or else of `(other)`.
//   # who owns what
//   parser: name ~ /^parse_/ or file ~ /\/parser\//
//   system: object ~ /libc|ld-linux/
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "quern/analysis/groups/grouping.h"
#include "quern/base/result.h"
#include "quern/model/records/symbols.h"
#include "quern/query/query.h"

namespace quern {

class GroupRules {
 public:
  static constexpr std::string_view kOther = "(other)";

  /// Errors (Fault::kInput), at their place in `input`: `bad-group-rule`, `bad-query`,
  /// `bad-regexp`. Queries may ask for name, file and object.
  [[nodiscard]] static Result<GroupRules> read(std::string_view text, const std::string& input);

  /// Names are matched as these have them from now on.
  void match(const MatchedNames& names);

  [[nodiscard]] Grouping group(const Symbols& symbols) const;

 private:
  struct Rule {
    uint32_t group;
    Query query;
  };
  std::vector<std::string> names_;  ///< by group
  std::vector<Rule> rules_;
};

}  // namespace quern
