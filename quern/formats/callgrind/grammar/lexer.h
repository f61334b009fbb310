// SPDX-License-Identifier: MIT
//
// Bytes of one row -> tokens with columns. Two speeds: fast_* read the plain forms that real dumps
// consist of and give up on anything else; the others know every form and every error.
//
//   0x401136 +3 120 7      cost row: subpositions, costs
//   fn=(12) main           specification
//   calls=3 +20            association
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

#include "quern/base/diagnostic.h"
#include "quern/base/int128.h"
#include "quern/base/number_text.h"
#include "quern/base/text.h"

namespace quern::callgrind {

/// One row without its line end.
struct Row {
  const char* begin = nullptr;
  const char* end = nullptr;
  uint64_t number = 0;  ///< from 1

  [[nodiscard]] std::string_view text() const { return {begin, end}; }
  [[nodiscard]] Place place(const char* at) const {
    return {number, static_cast<uint64_t>(at - begin) + 1};
  }
};

/// Walks the blank-separated tokens of a row.
class Tokens {
 public:
  explicit Tokens(const char* at, const char* end) : at_(at), end_(end) { skip_blanks(); }
  [[nodiscard]] bool done() const { return at_ == end_; }
  /// The token at hand, without moving; empty at the end.
  [[nodiscard]] std::string_view peek() const {
    const char* to = at_;
    while (to != end_ && !is_blank(*to)) {
      ++to;
    }
    return {at_, to};
  }
  std::string_view next() {
    const std::string_view token = peek();
    at_ = token.data() + token.size();
    skip_blanks();
    return token;
  }
  /// Where the next token starts, or the row's end.
  [[nodiscard]] const char* at() const { return at_; }

 private:
  void skip_blanks() {
    while (at_ != end_ && is_blank(*at_)) {
      ++at_;
    }
  }
  const char* at_;
  const char* end_;
};

/// Where another row begins within a row of names or events: at a `word=` with a number somewhere
/// behind it, or at the first of two such words. Copied from a web page, rows lose their line
/// breaks. Null: nowhere.
[[nodiscard]] const char* joined_row(Tokens tokens);

/// COST: NUM, -NUM, or "." for zero; -2^63 .. 2^64-1.
NumberFault parse_cost(std::string_view token, int128& value);

enum class SubpositionKind : uint8_t { kAbsolute, kPlus, kMinus, kSame };

struct Subposition {
  SubpositionKind kind = SubpositionKind::kAbsolute;
  uint64_t number = 0;
  bool is_range = false;  ///< A:B, A-B or A+len; `number` is of A
};

/// NUM, +NUM, -NUM, *, and ranges of these.
NumberFault parse_subposition(std::string_view token, Subposition& subposition);

/// `==== …====`, 8 bytes at least: Xdebug and HHVM write it between appended runs.
[[nodiscard]] bool is_separator(std::string_view row);

/// True for what begins a cost row.
[[nodiscard]] constexpr bool starts_cost(char c) {
  return is_digit(c) || c == '+' || c == '-' || c == '*';
}

/// At least one digit, up to 18 of them; `at` moves behind. False: not plain, nothing is promised.
[[nodiscard]] inline bool fast_decimal(const char*& at, uint64_t& value) {
  const char* const start = at;
  auto digit = static_cast<unsigned>(static_cast<unsigned char>(*at)) - '0';
  uint64_t number = digit;
  if (digit > 9) {
    return false;
  }
  while ((digit = static_cast<unsigned>(static_cast<unsigned char>(*++at)) - '0') <= 9) {
    number = number * 10 + digit;
  }
  value = number;
  return at - start <= 18;
}

/// A plain subposition against `base`, moved to its value; `at` moves behind the token.
[[nodiscard, gnu::always_inline]] inline bool fast_subposition(const char*& at, uint64_t& base) {
  uint64_t number = 0;
  switch (*at) {
    case '+':
      return fast_decimal(++at, number) && !__builtin_add_overflow(base, number, &base);
    case '-':
      return fast_decimal(++at, number) && !__builtin_sub_overflow(base, number, &base);
    case '*':
      ++at;
      return true;
    case '0':
      if (at[1] == 'x') {
        const char* const start = at += 2;
        for (unsigned digit = 0; (digit = hex_digit(*at)) <= 15; ++at) {
          number = number << 4 | digit;
        }
        base = number;
        return at != start && at - start <= 16;
      }
      [[fallthrough]];
    default:
      return fast_decimal(at, base);
  }
}

}  // namespace quern::callgrind
