// SPDX-License-Identifier: MIT
#include "quern/analysis/events/formula.h"

#include <algorithm>
#include <utility>

#include "quern/base/number_text.h"
#include "quern/base/text.h"

namespace quern {

namespace {

constexpr bool ends_name(char c) {
  return is_blank(c) || c == '=' || c == ':' || c == '+' || c == '*';
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
        if (!read_number(term.coefficient)) {
          return error("expected a number of at most 2^64-1");
        }
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

  /// False where it is too large: the position is left at it.
  bool read_number(int128& coefficient) {
    // Of "0xyz" the number is 0.
    const std::string_view rest = text_.substr(at_);
    const size_t length = std::max<size_t>(number_length(rest), 1);
    uint64_t number = 0;
    if (parse_number(rest.substr(0, length), number) != NumberFault::kNone) {
      return false;
    }
    coefficient = number;
    at_ += length;
    return true;
  }

  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

std::expected<std::vector<FormulaTerm>, FormulaError> parse_formula(std::string_view text) {
  return FormulaParser(text).run();
}

}  // namespace quern
