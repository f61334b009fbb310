// SPDX-License-Identifier: MIT
//
// One row of folded stacks: the functions of a stack, outermost first, and what it cost; or, of two
// runs that were compared, its count in each.
//
//   main;parse;operator new 12
//   main;parse;operator new 12 15
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace quern::folded {

/// A row from its end: counts are its last words, since names may hold blanks.
struct Row {
  std::string_view stack;  ///< without blanks behind it
  std::string_view first;  ///< the count, or the older one; empty: there is none
  std::string_view last;   ///< the newer one, of rows with two
};

/// Blank, or `# interval: 100`, as Austin heads its files.
[[nodiscard]] bool is_comment(std::string_view text);

/// Whether `word` looks like a count, be it one that cannot be read: digits, perhaps with a
/// fraction.
[[nodiscard]] bool looks_like_count(std::string_view word);

/// Takes a row apart that has `counts` counts, 1 or 2; where it has fewer, `first` is empty.
[[nodiscard]] Row split_row(std::string_view text, unsigned counts);

/// Nothing: no decimal digits, or more than 64 bits.
[[nodiscard]] std::optional<uint64_t> read_count(std::string_view word);

/// So much of an input is seen before it is read.
inline constexpr size_t kFirstBytes = size_t{1} << 16;

/// Of an input's first bytes, those rows that are whole.
[[nodiscard]] std::string_view whole_rows(std::string_view first_bytes);

/// How many counts the rows of a file have that begins with these bytes: 2 where all that are
/// there have as many.
[[nodiscard]] unsigned counts_of_rows(std::string_view first_bytes);

}  // namespace quern::folded
