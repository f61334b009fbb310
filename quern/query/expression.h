// SPDX-License-Identifier: MIT
//
// A regular expression that a user wrote: what reads and matches it (RE2) stays behind this header,
// and so do its limits: linear time, and hence no look-around and no references back.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "quern/base/result.h"

namespace quern {

class Expression {
 public:
  /// Error (Fault::kUsage): `bad-regexp`, with where and why, and what to write instead.
  [[nodiscard]] static Result<Expression> read(std::string_view text, bool ignore_case = false);
  Expression(Expression&&) noexcept;
  Expression& operator=(Expression&&) noexcept;
  ~Expression();

  /// Whether it fits anywhere in `text`.
  [[nodiscard]] bool fits(std::string_view text) const;
  /// What is wrong with a replacement, such as `\3` without a third group; nothing if it is sound.
  [[nodiscard]] std::optional<std::string> fault_of(std::string_view replacement) const;
  /// `text` with what it fits first (or `everywhere`) replaced, where `\1` is the first group;
  /// nothing where it does not fit.
  [[nodiscard]] std::optional<std::string> replaced(std::string_view text,
                                                    std::string_view replacement,
                                                    bool everywhere) const;

 private:
  struct Compiled;
  explicit Expression(std::unique_ptr<Compiled> compiled);
  std::unique_ptr<Compiled> compiled_;
};

}  // namespace quern
