// SPDX-License-Identifier: MIT
//
// The rules of --merge-ancestors: "A>B/NAME". What runs below a B that an A called is called
// NAME:f instead of f, so that it is separate from the same function elsewhere.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/result.h"
#include "quern/query/expression.h"
#include "quern/source/readable_names.h"

namespace quern {

class AncestorRules {
 public:
  [[nodiscard]] static Result<AncestorRules> read(std::span<const std::string> words,
                                                  MatchedNames names = {});
  [[nodiscard]] bool empty() const { return rules_.empty(); }
  [[nodiscard]] size_t size() const { return rules_.size(); }
  [[nodiscard]] std::string_view name(size_t rule) const { return rules_[rule].name; }
  /// All levels of all rules are numbered through: those of a rule, outermost first.
  [[nodiscard]] size_t first_level(size_t rule) const { return rules_[rule].first_level; }
  [[nodiscard]] size_t end_level(size_t rule) const { return rules_[rule].end_level; }
  [[nodiscard]] size_t levels() const { return levels_.size(); }
  [[nodiscard]] bool fits(size_t level, std::string_view name) const {
    return levels_[level].fits(matched_name(names_, name));
  }

 private:
  struct Rule {
    size_t first_level = 0, end_level = 0;
    std::string name;
  };
  std::vector<Rule> rules_;
  std::vector<Expression> levels_;
  MatchedNames names_;
};

}  // namespace quern
