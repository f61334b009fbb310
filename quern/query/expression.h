// SPDX-License-Identifier: MIT
//
// A regular expression that a user wrote. RE2 reads and matches it: its time is linear, so that no
// expression of a stranger (a shared configuration file, a request to the server) can hang quern.
// The price is that there is no look-around and no back reference. Only expression.cc sees RE2.
// Copies share what was compiled, so that a rule can be handed on as a value.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "quern/base/result.h"

namespace quern {

class Expression {
 public:
  /// Error (Fault::kUsage): `bad-regexp`, also for more than 1,000 bytes. It says where and why,
  /// and what to write instead.
  [[nodiscard]] static Result<Expression> read(std::string_view text, bool ignore_case = false);

  /// Whether it matches anywhere in `text`; ^ and $ anchor it.
  [[nodiscard]] bool fits(std::string_view text) const;
  /// What is wrong with a replacement, such as `\3` without a third group; nothing if it is sound.
  /// Ask when the rule is read: replaced() does not check it.
  [[nodiscard]] std::optional<std::string> fault_of(std::string_view replacement) const;
  /// `text` with its first match (or all, `everywhere`) replaced; `\1` stands for the first group.
  /// Nothing if it does not match.
  [[nodiscard]] std::optional<std::string> replaced(std::string_view text,
                                                    std::string_view replacement,
                                                    bool everywhere) const;

 private:
  struct Compiled;
  explicit Expression(std::shared_ptr<const Compiled> compiled);
  std::shared_ptr<const Compiled> compiled_;
};

}  // namespace quern
