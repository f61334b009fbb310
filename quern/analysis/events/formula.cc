// SPDX-License-Identifier: MIT
#include "quern/analysis/events/formula.h"

#include <optional>
#include <utility>

#include "quern/base/text.h"

namespace quern {

namespace {

constexpr bool ends_name(char c) {
  return is_blank(c) || c == '=' || c == ':' || c == '+' || c == '*';
}

/// The value of a hexadecimal digit of either case, or 16.
constexpr unsigned hex_value(char c) {
  if (is_digit(c)) {
    return static_cast<unsigned>(c - '0');
  }
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? static_cast<unsigned>(lower - 'a') + 10 : 16;
}

class FormulaParser {
 public:
  explicit FormulaParser(std::string_view text) : text_(text) {}

  std::expected<std::vector<FormulaTerm>, FormulaError> run() {
    std::vector<FormulaTerm> terms;
    for (;;) {
      FormulaTerm& term = terms.emplace_back();
      skip_blanks();
      if (!at_end() && is_digit(text_[at_])) {
        const std::optional<int128> number = read_number();
        if (!number) {
          return error("expected a number of at most 2^64-1");
        }
        term.coefficient = *number;
        skip_blanks();
        if (!at_end() && text_[at_] == '*') {
          ++at_;
          skip_blanks();
        }
      }
      const size_t start = at_;
      while (!at_end() && !ends_name(text_[at_])) {
        ++at_;
      }
      if (at_ == start) {
        return error("expected the name of an event");
      }
      term.name = text_.substr(start, at_ - start);
      skip_blanks();
      if (at_end()) {
        return terms;
      }
      if (text_[at_] != '+') {
        return error("expected '+' or the end");
      }
      ++at_;
    }
  }

 private:
  [[nodiscard]] bool at_end() const { return at_ == text_.size(); }
  void skip_blanks() {
    while (!at_end() && is_blank(text_[at_])) {
      ++at_;
    }
  }
  [[nodiscard]] std::unexpected<FormulaError> error(std::string message) const {
    return std::unexpected(FormulaError{at_, std::move(message)});
  }

  /// Leaves the position at the number when it is too large.
  std::optional<int128> read_number() {
    unsigned base = 10;
    size_t end = at_;
    if (text_.substr(at_).starts_with("0x") && at_ + 2 < text_.size() &&
        hex_value(text_[at_ + 2]) < 16) {
      base = 16;
      end += 2;
    }
    int128 number = 0;
    for (; end < text_.size() && hex_value(text_[end]) < base; ++end) {
      number = number * base + hex_value(text_[end]);
      if (number > kUint64Max) {
        return std::nullopt;
      }
    }
    at_ = end;
    return number;
  }

  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

std::expected<std::vector<FormulaTerm>, FormulaError> parse_formula(std::string_view text) {
  return FormulaParser(text).run();
}

}  // namespace quern
