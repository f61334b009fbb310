// SPDX-License-Identifier: MIT
//
// The rows of the option table by what they are about, in the order of help pages, and what they
// share. Only options.cc puts them together.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "quern/base/result.h"
#include "quern/cli/options/arguments.h"
#include "quern/cli/options/options.h"

namespace quern::cli {

[[nodiscard]] std::span<const Option> row_options();      ///< which costs, rows, parts
[[nodiscard]] std::span<const Option> source_options();   ///< of source code
[[nodiscard]] std::span<const Option> compare_options();  ///< two sides against each other
[[nodiscard]] std::span<const Option> page_options();     ///< of the page in the browser
[[nodiscard]] std::span<const Option> filter_options();   ///< other profiles made of the input
[[nodiscard]] std::span<const Option> reading_options();  ///< names, how inputs are read
[[nodiscard]] std::span<const Option> convert_options();  ///< of writing other formats
[[nodiscard]] std::span<const Option> record_options();   ///< of starting a profiler
[[nodiscard]] std::span<const Option> answer_options();   ///< forms, outputs, what all have

/// A whole number up to `most`; the error names the option.
[[nodiscard]] Result<uint64_t> parse_count(std::string_view option, std::string_view value,
                                           uint64_t most);

/// Stores text as it is.
template <auto kMember>
Result<void> store_text(Arguments& arguments, std::string_view value) {
  arguments.*kMember = std::string(value);
  return {};
}

/// Adds text to a list.
template <auto kMember>
Result<void> store_more(Arguments& arguments, std::string_view value) {
  (arguments.*kMember).emplace_back(value);
  return {};
}

template <auto kMember>
Result<void> store_switch(Arguments& arguments, std::string_view) {
  arguments.*kMember = true;
  return {};
}

}  // namespace quern::cli
