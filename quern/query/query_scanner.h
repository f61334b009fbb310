// SPDX-License-Identifier: MIT
//
// The text of a query, taken apart from left to right: symbols, words, quoted texts, numbers. What
// comes next depends on what stands before (a slash divides, or begins an expression), so that the
// reader asks for what it expects.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "quern/analysis/events/fraction.h"
#include "quern/base/result.h"

namespace quern {

class QueryScanner {
 public:
  explicit QueryScanner(std::string_view text) : text_(text) {}

  /// Where the next thing begins, blanks skipped.
  size_t place();
  bool at_end() { return place() == text_.size(); }
  /// Takes `symbol` if it stands next.
  bool take(std::string_view symbol);
  /// Takes `word` if it stands next as a whole.
  bool take_word(std::string_view word);
  /// The next word, which is not taken; empty where none begins.
  std::string_view word();
  /// Whether a text in quotes stands next.
  bool at_quote();
  /// Takes a text in quotes.
  Result<std::string> quoted();
  /// Takes a text in quotes or all up to a blank or a symbol.
  Result<std::string> any_text();
  /// Takes /RE/, to be told in `ignore_case` whether an i follows.
  Result<std::string> expression(bool& ignore_case);
  /// Takes a number with its sign and k, M or G, but no percent sign.
  Result<Fraction> number();

  /// `bad-query` at a place of the text.
  [[nodiscard]] Diagnostic error(size_t at, std::string message, std::string hint = {}) const;
  /// Gives another error its place in the text.
  [[nodiscard]] Diagnostic placed(size_t at, Diagnostic diagnostic) const;
  /// "'cost'" or "the end": what stands at a place, for messages.
  [[nodiscard]] std::string found(size_t at) const;

 private:
  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace quern
