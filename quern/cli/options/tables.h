// SPDX-License-Identifier: MIT
//
// The rows of the option table by what they are about, in the order of help pages, and what they
// share. Only options.cc puts them together.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "quern/base/result.h"
#include "quern/base/text.h"
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

/// The type of a number that may be there or not.
template <class T>
struct NumberIn {
  using Type = T;
};
template <class T>
struct NumberIn<std::optional<T>> {
  using Type = T;
};

/// What a chain of members leads to, such as &Arguments::diff, &DiffArguments::view.
template <auto kMember, auto... kMore>
auto& member_of(auto& whole) {
  if constexpr (sizeof...(kMore) == 0) {
    return whole.*kMember;
  } else {
    return member_of<kMore...>(whole.*kMember);
  }
}

/// Stores text as it is.
template <auto... kMembers>
Result<void> store_text(Arguments& arguments, const Option&, std::string_view value) {
  member_of<kMembers...>(arguments) = std::string(value);
  return {};
}

/// Adds the two that an = parts: the first one, since a path before it cannot hold one. (An object
/// with = in its path can be named by the end of it.)
template <auto... kMembers>
Result<void> store_pair(Arguments& arguments, const Option& option, std::string_view value) {
  const size_t equals = value.find('=');
  if (equals == std::string_view::npos || equals == 0 || equals + 1 == value.size()) {
    return failure(usage_error(
        "bad-value",
        fmt::format("--{} expects {}, not '{}'", option.name, option.value, printable(value)),
        std::string(option.example)));
  }
  member_of<kMembers...>(arguments).push_back(
      {std::string(value.substr(0, equals)), std::string(value.substr(equals + 1))});
  return {};
}

/// Adds text to a list.
template <auto... kMembers>
Result<void> store_more(Arguments& arguments, const Option&, std::string_view value) {
  member_of<kMembers...>(arguments).emplace_back(value);
  return {};
}

template <auto... kMembers>
Result<void> store_switch(Arguments& arguments, const Option&, std::string_view) {
  member_of<kMembers...>(arguments) = true;
  return {};
}

/// Stores which of the allowed words it is, as the enumerator of this order.
template <auto... kMembers>
Result<void> store_word(Arguments& arguments, const Option& option, std::string_view value) {
  auto& member = member_of<kMembers...>(arguments);
  const auto found = std::ranges::find(option.allowed, value);
  member = static_cast<std::remove_reference_t<decltype(member)>>(found - option.allowed.begin());
  return {};
}

/// A whole number within the bounds of the option; the error names it.
[[nodiscard]] Result<uint64_t> parse_count(const Option& option, std::string_view value);

/// "4096", "4K", "1M", "2G": bytes, in powers of 1024, within the bounds of the option.
[[nodiscard]] Result<uint64_t> parse_bytes(const Option& option, std::string_view value);

/// Stores what parse_count() or parse_bytes() makes of it.
template <auto kParse, auto... kMembers>
Result<void> store_number(Arguments& arguments, const Option& option, std::string_view value) {
  const Result<uint64_t> number = kParse(option, value);
  if (!number) {
    return failure(number.error());
  }
  auto& member = member_of<kMembers...>(arguments);
  member = static_cast<NumberIn<std::remove_reference_t<decltype(member)>>::Type>(*number);
  return {};
}

template <auto... kMembers>
constexpr auto store_count = store_number<parse_count, kMembers...>;
template <auto... kMembers>
constexpr auto store_bytes = store_number<parse_bytes, kMembers...>;

}  // namespace quern::cli
