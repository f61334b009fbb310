// SPDX-License-Identifier: MIT
//
// One row of a dump, read token by token. The first token that does not fit sets the error; from
// then on every step does nothing, so that a rule reads like the grammar.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "quern/base/int128.h"

namespace quern::testing {

class SlowScanner {
 public:
  SlowScanner(std::string_view row, bool is_hex) : row_(row), is_hex_(is_hex) {}

  /// The column of the error, from 1.
  [[nodiscard]] std::optional<size_t> error() const { return error_; }
  [[nodiscard]] bool ok() const { return !error_; }
  [[nodiscard]] size_t at() const { return at_; }
  [[nodiscard]] bool done() const { return at_ == row_.size(); }
  void set_hex(bool is_hex) { is_hex_ = is_hex; }
  void fail(size_t at) {
    if (ok()) {
      error_ = at + 1;
    }
  }

  /// Steps over `text` if it is next.
  bool take(std::string_view text) {
    const bool fits = ok() && row_.substr(at_).starts_with(text);
    at_ += fits ? text.size() : 0;
    return fits;
  }
  /// Steps over `text`, which must be next.
  void expect(std::string_view text) {
    if (ok() && !take(text)) {
      fail(at_);
    }
  }
  /// A number up to `most`.
  uint64_t number(uint64_t most = UINT64_MAX) {
    if (ok() && is_padded(at_)) {
      fail(at_);
    }
    return digits(is_hex_, most);
  }
  /// A number that is hexadecimal in both dialects, and may have zeros in front.
  uint64_t hex_number() { return digits(true, UINT64_MAX); }
  /// A number with or without a minus sign, modulo 2^64.
  uint64_t signed_number(uint64_t most) {
    const bool is_negative = take("-");
    const uint64_t number = this->number(is_negative ? uint64_t{1} << 63 : most);
    return is_negative ? 0 - number : number;
  }

  /// All in front of the first `mark` (a name's end) that a signed number and then one of
  /// `followers` follow; an empty follower means the row's end.
  std::string name_before(std::string_view mark,
                          std::initializer_list<std::string_view> followers) {
    if (!ok()) {
      return "";
    }
    for (size_t end = at_; end < row_.size(); ++end) {
      if (ends_name(end, mark, followers)) {
        std::string name(row_.substr(at_, end - at_));
        at_ = end;
        return name;
      }
    }
    // What stands behind the offset is wrong.
    for (size_t end = row_.find(mark, at_); end < row_.size() && ok();
         end = row_.find(mark, end + 1)) {
      size_t behind = end + mark.size();
      behind += row_.substr(behind).starts_with('-') ? 1U : 0U;
      if (is_padded(behind)) {
        fail(behind);
      }
      if (behind < row_.size() && digit(row_[behind]) < 16) {
        while (behind < row_.size() && digit(row_[behind]) < (is_hex_ ? 16 : 10)) {
          ++behind;
        }
        fail(behind);
      }
    }
    fail(at_);
    return "";
  }
  /// All in front of the first `mark`.
  std::string text_before(std::string_view mark) {
    const size_t end = ok() ? row_.find(mark, at_) : std::string_view::npos;
    if (end == std::string_view::npos || end == at_) {
      fail(at_);
      return "";
    }
    std::string text(row_.substr(at_, end - at_));
    at_ = end;
    return text;
  }

 private:
  static int digit(char c) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    const size_t found = kDigits.find(c);
    return found == std::string_view::npos ? 99 : static_cast<int>(found);
  }

  /// Whether a zero stands in front of another digit.
  [[nodiscard]] bool is_padded(size_t at) const {
    return row_.substr(at).starts_with('0') && at + 1 < row_.size() &&
           digit(row_[at + 1]) < (is_hex_ ? 16 : 10);
  }

  uint64_t digits(bool is_hex, uint64_t most) {
    const int base = is_hex ? 16 : 10;
    const size_t start = at_;
    uint128 number = 0;
    for (; ok() && !done() && digit(row_[at_]) < base; ++at_) {
      number = number * static_cast<unsigned>(base) + static_cast<unsigned>(digit(row_[at_]));
      number = number > uint128{UINT64_MAX} + 1 ? uint128{UINT64_MAX} + 1 : number;
    }
    if (at_ == start || number > most) {
      fail(start);
    }
    return static_cast<uint64_t>(number);
  }

  bool ends_name(size_t end, std::string_view mark,
                 std::initializer_list<std::string_view> followers) const {
    if (!row_.substr(end).starts_with(mark)) {
      return false;
    }
    SlowScanner behind(row_.substr(end + mark.size()), is_hex_);
    behind.take("-");
    const size_t start = behind.at_;
    while (!behind.done() && digit(behind.row_[behind.at_]) < (is_hex_ ? 16 : 10)) {
      ++behind.at_;
    }
    if (behind.at_ == start || behind.is_padded(start)) {
      return false;
    }
    for (const std::string_view follower : followers) {
      if (follower.empty() ? behind.done() : behind.take(follower)) {
        return true;
      }
    }
    return false;
  }

  std::string_view row_;
  bool is_hex_;
  size_t at_ = 0;
  std::optional<size_t> error_;
};

}  // namespace quern::testing
