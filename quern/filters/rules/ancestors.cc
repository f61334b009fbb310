// SPDX-License-Identifier: MIT
#include "quern/filters/rules/ancestors.h"

#include <fmt/format.h>

#include <utility>

#include "quern/base/text.h"
#include "quern/filters/rules/codes.h"

namespace quern {

namespace {

Diagnostic bad_merge_rule(std::string_view word, std::string_view what) {
  return usage_error(kBadFilter.name,
                     fmt::format("--merge-ancestors '{}' {}", printable(word), what),
                     "write A>B/NAME with expressions A and B, such as '^main$>^parse$/parsing'; "
                     "write \\> and \\/ for these characters");
}

/// Where `text` has its next `>` or `/` without a backslash.
size_t next_sign(std::string_view text) {
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '>' || text[at] == '/') {
      return at;
    }
    at += text[at] == '\\' ? 1U : 0U;
  }
  return std::string_view::npos;
}

}  // namespace

Result<AncestorRules> AncestorRules::read(std::span<const std::string> words, MatchedNames names) {
  AncestorRules rules;
  rules.names_ = std::move(names);
  for (const std::string& word : words) {
    std::string_view left = word;
    Rule rule{rules.levels_.size(), 0, {}};
    for (bool is_last = false; !is_last;) {
      const size_t end = next_sign(left);
      if (end == std::string_view::npos) {
        return failure(bad_merge_rule(word, "has no /NAME"));
      }
      if (end == 0) {
        return failure(bad_merge_rule(word, "has no expression"));
      }
      Result<Expression> level = Expression::read(left.substr(0, end));
      if (!level) {
        return failure(level.error());
      }
      rules.levels_.push_back(std::move(*level));
      is_last = left[end] == '/';
      left.remove_prefix(end + 1);
    }
    if (left.empty()) {
      return failure(bad_merge_rule(word, "has no name after the /"));
    }
    rule.end_level = rules.levels_.size();
    rule.name = left;
    rules.rules_.push_back(std::move(rule));
  }
  return rules;
}

}  // namespace quern
