// SPDX-License-Identifier: MIT
//
// Tells the user on standard error what went wrong or looks odd. The words and their layout are
// output's; this decides what is printed at all, once per code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "quern/base/diagnostic.h"
#include "quern/model/profile.h"

namespace quern::cli {

struct ReportStyle {
  bool as_json = false;  ///< errors also as one JSON object on a line
  bool quiet = false;    ///< errors only
  bool color = false;
  size_t width = 0;
};

class Reporter {
 public:
  explicit Reporter(const ReportStyle& style) : style_(style) {}

  void error(const Diagnostic& diagnostic) const;
  /// One line, such as which files were read.
  void note(std::string_view text) const;
  /// The warnings of reading: each code at its first position, with how many more there are.
  /// `are_shown`: the answer itself says why an input is incomplete.
  void warnings(std::span<const InputInfo> inputs, bool are_shown = false) const;
  /// A line as it is, also when quiet.
  void line(std::string_view text) const;

 private:
  ReportStyle style_;
};

/// The error for a machine that has no more.
[[nodiscard]] Diagnostic out_of_memory();

}  // namespace quern::cli
