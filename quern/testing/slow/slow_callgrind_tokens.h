// SPDX-License-Identifier: MIT
//
// The lexical rules of the Callgrind format for the slow twin: rows, their kinds, blank-separated
// tokens, numbers, costs, subpositions, `event:` rows. Columns count bytes from 1.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/int128.h"
#include "quern/testing/meaning/meaning.h"

namespace quern::testing::slow {

struct Row {
  uint64_t number = 0;    ///< from 1
  std::string_view text;  ///< without LF and the CR before it
  bool ended = true;      ///< by LF

  /// Column of the first byte that is no blank; behind the row if there is none.
  [[nodiscard]] uint64_t first_column() const;
  /// Where something that is missing would stand: just behind the row.
  [[nodiscard]] uint64_t end_column() const { return text.size() + 1; }
};

[[nodiscard]] std::vector<Row> split_rows(std::string_view bytes);

enum class RowKind : uint8_t { kBlank, kComment, kCost, kWord, kHeader, kMarker, kUnknown };

struct RowShape {
  RowKind kind = RowKind::kUnknown;
  std::string word;     ///< before `=` or `:`
  size_t value_at = 0;  ///< offset behind `=` or `:`
};

/// The kind of a row, by its first bytes that are no blanks: `fn=`, `events:`, `12 5` ...
[[nodiscard]] RowShape shape_of(std::string_view row);

struct Token {
  std::string text;
  uint64_t column = 0;
};

/// The column where another row begins among these tokens of a row of names or events, if two of
/// them look so, or one and a number behind it; 0: none.
[[nodiscard]] uint64_t joined_column(const std::vector<Token>& tokens);
/// The blank-separated tokens of `row` from offset `from` on.
[[nodiscard]] std::vector<Token> tokens_of(std::string_view row, size_t from = 0);

/// The offset of the first byte from `at` on that is no blank; behind the text if there is none.
[[nodiscard]] size_t skip_blanks(std::string_view text, size_t at);

/// `text` without blanks at either end.
[[nodiscard]] std::string trimmed(std::string_view text);

/// NUM: decimal digits or 0x and hex digits, the whole of `text`, at most 2^64-1.
[[nodiscard]] std::optional<uint64_t> num(std::string_view text);

/// COST: NUM, -NUM or a dot, from -2^63 to 2^64-1.
[[nodiscard]] std::optional<int128> cost(std::string_view text);

/// `12`, `+3`, `-0x4`, `*`, each perhaps the first of a range such as `12:14`.
struct Subposition {
  char sign = ' ';  ///< one of blank (absolute), +, -, *
  uint64_t amount = 0;
  bool is_range = false;
};
[[nodiscard]] std::optional<Subposition> subposition(std::string_view text);
[[nodiscard]] bool looks_like_subposition(std::string_view text);

/// An `event:` row's value, from offset `from` on; else the column where it goes wrong.
[[nodiscard]] std::expected<Meaning::EventDefinition, uint64_t> event_definition(
    std::string_view row, size_t from);

}  // namespace quern::testing::slow
