// SPDX-License-Identifier: MIT
//
// Parrot's subroutine profiler writes to standard error, where the messages of the program go too.
// Its profile begins with `events: ops ticks` and `summary:`, and ends with `totals:`.
#pragma once

#include <cstdint>
#include <string_view>

#include "quern/formats/callgrind/grammar/lexer.h"
#include "quern/model/records/findings.h"

namespace quern::callgrind {

class OtherOutput {
 public:
  /// Looks for the start of such a profile in the first bytes of an input.
  void find(std::string_view first_bytes);
  /// The user says that there is such a profile: it may begin anywhere.
  void expect() {
    first_row_ = 1;
    is_behind_ = true;
  }
  /// Whether the input is such a profile.
  [[nodiscard]] bool is_expected() const { return first_row_ != 0; }
  /// Whether the rows at hand are behind a profile, where any text may stand.
  [[nodiscard]] bool is_behind() const { return is_behind_; }
  /// A row `totals:` was read.
  void begin_behind() { is_behind_ = true; }
  /// Whether `row` is not part of a profile, if one is_expected(). Reports where such text begins.
  bool skips(const Row& row, Findings& findings);

 private:
  uint64_t first_row_ = 0;  ///< of the first profile; 0: there is none
  bool is_behind_ = false;
  bool skips_ = false;  ///< the row before was skipped, too
};

}  // namespace quern::callgrind
