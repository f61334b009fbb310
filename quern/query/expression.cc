// SPDX-License-Identifier: MIT
#include "quern/query/expression.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <utility>

#include "quern/base/text.h"
#include "quern/query/codes.h"

namespace quern {

namespace {

/// RE2's memory and the time to compile grow with the text.
constexpr size_t kLongestExpression = 1000;

re2::StringPiece piece(std::string_view text) {
  return {text.data(), text.size()};
}

/// What to do about an expression that RE2 does not take.
std::string remedy(const RE2& expression) {
  const std::string& fragment = expression.error_arg();
  const bool looks_around =
      fragment.starts_with("(?=") || fragment.starts_with("(?!") || fragment.starts_with("(?<");
  const bool refers_back =
      fragment.size() > 1 && fragment[0] == '\\' && fragment[1] >= '1' && fragment[1] <= '9';
  if (looks_around) {
    return "RE2 syntax has no look-around";
  }
  if (refers_back) {
    return "RE2 syntax has no back-references";
  }
  return "write \\ before a character to match it literally";
}

Diagnostic bad_expression(std::string_view text, const RE2& expression) {
  const std::string& fragment = expression.error_arg();
  const bool names_a_piece = !fragment.empty() && fragment != text;
  const size_t at = names_a_piece ? text.find(fragment) : std::string_view::npos;
  const std::string where =
      at == std::string_view::npos ? std::string() : fmt::format(" at character {}", at + 1);
  return usage_error(kBadRegexp.name,
                     fmt::format("/{}/ is not a valid regular expression: {}{}", printable(text),
                                 printable(expression.error()), where),
                     remedy(expression));
}

RE2::Options options_for(bool ignore_case) {
  RE2::Options options;
  options.set_never_nl(false);    // names may hold line feeds
  options.set_log_errors(false);  // else RE2 prints to stderr by itself
  options.set_case_sensitive(!ignore_case);
  return options;
}

}  // namespace

struct Expression::Compiled {
  Compiled(std::string_view text, bool ignore_case)
      : expression(piece(text), options_for(ignore_case)) {}
  RE2 expression;
};

Expression::Expression(std::shared_ptr<const Compiled> compiled) : compiled_(std::move(compiled)) {}

Result<Expression> Expression::read(std::string_view text, bool ignore_case) {
  if (text.size() > kLongestExpression) {
    return failure(usage_error(kBadRegexp.name,
                               fmt::format("the regular expression has {} characters, more than {}",
                                           text.size(), kLongestExpression),
                               "match a distinctive part of the name"));
  }
  auto compiled = std::make_shared<const Compiled>(text, ignore_case);
  if (!compiled->expression.ok()) {
    return failure(bad_expression(text, compiled->expression));
  }
  return Expression(std::move(compiled));
}

bool Expression::fits(std::string_view text) const {
  return compiled_->expression.Match(piece(text), 0, text.size(), RE2::UNANCHORED, nullptr, 0);
}

std::optional<std::string> Expression::fault_of(std::string_view replacement) const {
  std::string fault;
  if (compiled_->expression.CheckRewriteString(piece(replacement), &fault)) {
    return std::nullopt;
  }
  return fault;
}

std::optional<std::string> Expression::replaced(std::string_view text, std::string_view replacement,
                                                bool everywhere) const {
  if (!fits(text)) {  // as for most names: spare the copy
    return std::nullopt;
  }
  std::string result(text);
  if (everywhere) {
    RE2::GlobalReplace(&result, compiled_->expression, piece(replacement));
  } else {
    RE2::Replace(&result, compiled_->expression, piece(replacement));
  }
  return result;
}

}  // namespace quern
