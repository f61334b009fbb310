// SPDX-License-Identifier: MIT
//
// What is odd in one input: every kind with an exact count and its first positions. Adding a
// finding that is beyond the kept ones costs a counter, however many there are.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "quern/base/diagnostic.h"

namespace quern {

struct Finding {
  const CodeInfo* code = nullptr;
  Place place;
  std::string message;
  std::string hint;
  std::optional<std::string> excerpt;  ///< the row at `place`; of the first of each kind at most
};

class Findings {
 public:
  /// Positions kept of each code.
  static constexpr size_t kKept = 1000;

  struct Kind {
    const CodeInfo* code = nullptr;
    uint64_t count = 0;
    std::vector<Finding> kept;  ///< the first ones, in the order found

    /// The kept one that stands first in the input: some are found only later, as an alias that
    /// waits for its definition.
    [[nodiscard]] const Finding& first() const;
  };

  /// Counts a finding; `message` (a callable that returns the text) runs only if it is kept.
  template <std::invocable Message>
  void add(const CodeInfo& code, Place place, Message&& message, std::string hint = {}) {
    Kind& kind = kind_of(code);
    if (++kind.count <= kKept) {
      kind.kept.push_back({&code, place, std::forward<Message>(message)(), std::move(hint), {}});
      if (kind.count == 1 && place.line != 0 && place.line == row_number_) {
        kind.kept.back().excerpt = row_.substr(0, kLongestExcerpt);
      }
    }
  }

  void add(const CodeInfo& code, Place place, std::string_view message, std::string hint = {}) {
    add(code, place, [message] { return std::string(message); }, std::move(hint));
  }

  /// How far it has come: what is added from now on can be taken back, before anything else is
  /// appended.
  struct Mark {
    std::vector<std::pair<uint64_t, size_t>> kinds;  ///< of each its count, and how many are kept
  };
  [[nodiscard]] Mark mark() const;
  void return_to(const Mark& mark);

  /// What was added of this code last was found `more` times more, at places that nobody kept.
  void repeat(const CodeInfo& code, uint64_t more) { kind_of(code).count += more; }

  /// The row that is being read: findings in it can show it. Valid until the next call.
  void set_row(uint64_t number, std::string_view text) {
    row_number_ = number;
    row_ = text;
  }

  [[nodiscard]] bool empty() const { return kinds_.empty(); }
  /// One entry a code, in order of first report.
  [[nodiscard]] const std::vector<Kind>& kinds() const { return kinds_; }
  [[nodiscard]] uint64_t count(const CodeInfo& code) const;
  [[nodiscard]] uint64_t errors() const;
  /// Adds what another collection found later in the same input.
  void append(const Findings& later);
  /// All kept findings by line, column, code.
  [[nodiscard]] std::vector<Finding> sorted() const;

 private:
  Kind& kind_of(const CodeInfo& code);

  static constexpr size_t kLongestExcerpt = size_t{64} << 10;

  std::vector<Kind> kinds_;
  uint64_t row_number_ = 0;
  std::string_view row_;
};

}  // namespace quern
