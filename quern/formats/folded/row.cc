// SPDX-License-Identifier: MIT
//
// Splits a row from its end, since names may contain blanks and digits. A comment is a row with `#
// ` at its start: `#main` can be a function.
#include "quern/formats/folded/row.h"

#include <algorithm>
#include <charconv>

#include "quern/base/text.h"
#include "quern/formats/shared/first_bytes.h"

namespace quern::folded {

namespace {

/// Takes the last word off `text`, and the blanks before it.
std::string_view take_last_word(std::string_view& text) {
  const size_t blank = text.find_last_of(" \t");
  const std::string_view word = text.substr(blank == std::string_view::npos ? 0 : blank + 1);
  text.remove_suffix(word.size());
  while (!text.empty() && is_blank(text.back())) {
    text.remove_suffix(1);
  }
  return word;
}

}  // namespace

bool is_comment(std::string_view text) {
  return text == "#" || text.starts_with("# ") || std::ranges::all_of(text, is_blank);
}

bool looks_like_count(std::string_view word) {
  const auto digits = static_cast<size_t>(std::ranges::find_if_not(word, is_digit) - word.begin());
  const std::string_view rest = word.substr(digits);
  return digits != 0 &&
         (rest.empty() || (rest.front() == '.' && std::ranges::all_of(rest.substr(1), is_digit)));
}

Row split_row(std::string_view text, unsigned counts) {
  while (!text.empty() && is_blank(text.back())) {
    text.remove_suffix(1);
  }
  Row row;
  row.stack = text;
  std::string_view rest = text;
  const std::string_view last = take_last_word(rest);
  if (!looks_like_count(last)) {
    return row;
  }
  if (counts == 1) {
    return {rest, last, {}};
  }
  const std::string_view first = take_last_word(rest);
  return looks_like_count(first) ? Row{rest, first, last} : row;
}

std::optional<uint64_t> read_count(std::string_view word) {
  uint64_t count = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), count);
  if (error != std::errc() || end != word.data() + word.size()) {
    return std::nullopt;
  }
  return count;
}

std::string_view whole_rows(std::string_view first_bytes) {
  const size_t last = first_bytes.rfind('\n');
  return first_bytes.size() < kFirstBytes || last == std::string_view::npos
             ? first_bytes
             : first_bytes.substr(0, last + 1);
}

unsigned counts_of_rows(std::string_view first_bytes) {
  bool has_rows = false;
  for (std::string_view rest = without_byte_order_mark(whole_rows(first_bytes)); !rest.empty();) {
    const std::string_view text = take_row(rest);
    if (is_comment(text)) {
      continue;
    }
    const Row row = split_row(text, 2);
    if (row.first.empty() || row.stack.empty()) {
      return 1;
    }
    has_rows = true;
  }
  return has_rows ? 2 : 1;
}

}  // namespace quern::folded
