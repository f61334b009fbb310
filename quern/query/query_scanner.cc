// SPDX-License-Identifier: MIT
#include "quern/query/query_scanner.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "quern/analysis/events/fraction.h"
#include "quern/base/text.h"
#include "quern/query/codes.h"

namespace quern {

namespace {

constexpr bool is_space(char c) {
  return is_blank(c) || c == '\n' || c == '\r';
}

constexpr bool begins_word(char c) {
  return is_letter(c) || c == '_' || c == ':' || c == '@' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}

constexpr bool continues_word(char c) {
  return begins_word(c) || is_digit(c) || c == '.' || c == '-';
}

/// What ends a text without quotes.
constexpr bool ends_text(char c) {
  return is_space(c) || c == '(' || c == ')' || c == '&' || c == '|' || c == '"' || c == '\'';
}

/// What a letter behind a number multiplies it by; 0 where it is none.
constexpr int128 factor_of(char letter) {
  switch (letter) {
    case 'k':
    case 'K':
      return 1'000;
    case 'M':
      return 1'000'000;
    case 'G':
      return 1'000'000'000;
    default:
      return 0;
  }
}

}  // namespace

size_t QueryScanner::place() {
  while (at_ < text_.size() && is_space(text_[at_])) {
    ++at_;
  }
  return at_;
}

bool QueryScanner::take(std::string_view symbol) {
  if (!text_.substr(place()).starts_with(symbol)) {
    return false;
  }
  at_ += symbol.size();
  return true;
}

bool QueryScanner::take_word(std::string_view wanted) {
  if (word() != wanted) {
    return false;
  }
  at_ += wanted.size();
  return true;
}

std::string_view QueryScanner::word() {
  const std::string_view rest = text_.substr(place());
  if (rest.empty() || !begins_word(rest.front())) {
    return {};
  }
  size_t end = 1;
  while (end < rest.size()) {
    // Xdebug's events are called Time_(10ns) and Memory_(bytes).
    const bool opens = rest[end] == '(' && rest[end - 1] == '_';
    const size_t close = opens ? rest.find(')', end) : std::string_view::npos;
    if (close != std::string_view::npos) {
      end = close + 1;
    } else if (continues_word(rest[end])) {
      ++end;
    } else {
      break;
    }
  }
  return rest.substr(0, end);
}

bool QueryScanner::at_quote() {
  return !at_end() && (text_[at_] == '"' || text_[at_] == '\'');
}

Result<std::string> QueryScanner::quoted() {
  const size_t start = place();
  const char quote = text_[start];
  std::string text;
  for (size_t at = start + 1; at < text_.size(); ++at) {
    if (text_[at] == quote) {
      at_ = at + 1;
      return text;
    }
    const bool escapes = text_[at] == '\\' && at + 1 < text_.size() &&
                         (text_[at + 1] == quote || text_[at + 1] == '\\');
    text += text_[escapes ? ++at : at];
  }
  return failure(error(start, "the closing quote of this text is missing"));
}

Result<std::string> QueryScanner::any_text() {
  if (at_quote()) {
    return quoted();
  }
  const size_t start = place();
  while (at_ < text_.size() && !ends_text(text_[at_])) {
    ++at_;
  }
  if (at_ == start) {
    return failure(error(start, fmt::format("expected a text, found {}", found(start)),
                         "write a word, or a text in quotes"));
  }
  return std::string(text_.substr(start, at_ - start));
}

Result<std::string> QueryScanner::expression(bool& ignore_case) {
  const size_t start = place();
  if (!take("/")) {
    return failure(error(start, fmt::format("expected /RE/, found {}", found(start)),
                         "write regular expressions between slashes: file ~ /net/"));
  }
  std::string text;
  for (size_t at = start + 1; at < text_.size(); ++at) {
    if (text_[at] == '/') {
      ignore_case = at + 1 < text_.size() && text_[at + 1] == 'i';
      at_ = at + (ignore_case ? 2 : 1);
      return text;
    }
    if (text_[at] == '\\' && at + 1 < text_.size()) {
      text += text_[at + 1] == '/' ? "" : "\\";
      ++at;
    }
    text += text_[at];
  }
  return failure(error(start, "the closing slash of this expression is missing",
                       "write \\/ for a slash in it"));
}

Result<Fraction> QueryScanner::number() {
  const size_t start = place();
  const bool is_negative = take("-");
  const std::string_view digits = text_.substr(at_, decimal_length(text_.substr(at_)));
  const std::expected<Fraction, std::string_view> value = parse_fraction(digits);
  if (digits.empty()) {
    return failure(error(start, fmt::format("expected a number, found {}", found(start))));
  }
  if (!value) {
    return failure(error(start, std::string(value.error())));
  }
  at_ += digits.size();
  int128 factor = at_ < text_.size() ? factor_of(text_[at_]) : 0;
  at_ += factor != 0 ? 1 : 0;
  factor = factor != 0 ? factor : 1;
  if (at_ < text_.size() && continues_word(text_[at_])) {
    return failure(error(start, fmt::format("expected a number, found {}", found(start)),
                         "numbers may end in k, M, G or %"));
  }
  const std::optional<Fraction> scaled = product(*value, {is_negative ? -factor : factor, 1});
  if (!scaled) {
    return failure(error(start, "expected a number of at most 10^30"));
  }
  return *scaled;
}

Diagnostic QueryScanner::error(size_t at, std::string message, std::string hint) const {
  return placed(at, usage_error(kBadQuery.name, std::move(message), std::move(hint)));
}

Diagnostic QueryScanner::placed(size_t at, Diagnostic diagnostic) const {
  const std::string_view before = text_.substr(0, at);
  const size_t start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  const size_t end = std::min(text_.find('\n', start), text_.size());
  diagnostic.place.line = static_cast<uint64_t>(std::ranges::count(before, '\n')) + 1;
  diagnostic.place.column = at - start + 1;
  diagnostic.excerpt = std::string(text_.substr(start, end - start));
  return diagnostic;
}

std::string QueryScanner::found(size_t at) const {
  if (at >= text_.size()) {
    return "the end";
  }
  size_t end = at + std::max<size_t>(utf8_sequence(text_.substr(at)), 1);
  while (continues_word(text_[at]) && end < text_.size() && continues_word(text_[end])) {
    ++end;
  }
  constexpr size_t kMostTold = 40;
  return fmt::format("'{}'", printable(text_.substr(at, std::min(end - at, kMostTold))));
}

}  // namespace quern
