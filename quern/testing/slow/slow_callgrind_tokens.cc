// SPDX-License-Identifier: MIT
#include "quern/testing/slow/slow_callgrind_tokens.h"

#include <algorithm>
#include <set>

namespace quern::testing::slow {
namespace {

bool blank(char c) {
  return c == ' ' || c == '\t';
}
bool digit(char c) {
  return c >= '0' && c <= '9';
}
bool lower(char c) {
  return c >= 'a' && c <= 'z';
}
bool letter(char c) {
  return lower(c) || (c >= 'A' && c <= 'Z');
}

int hex_value(char c) {
  if (digit(c)) {
    return c - '0';
  }
  if (c >= 'a' && c <= 'f') {
    return c - 'a' + 10;
  }
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/// How many bytes at the front are a number, of whatever size.
size_t num_length(std::string_view text) {
  size_t end = 0;
  if (text.starts_with("0x") && text.size() > 2 && hex_value(text[2]) >= 0) {
    end = 2;
    while (end < text.size() && hex_value(text[end]) >= 0) {
      ++end;
    }
    return end;
  }
  while (end < text.size() && digit(text[end])) {
    ++end;
  }
  return end;
}

/// "lower-case letters then =": the length of the word, 0 if the row is none such.
size_t word_length(std::string_view text) {
  size_t end = 0;
  while (end < text.size() && lower(text[end])) {
    ++end;
  }
  return end < text.size() && text[end] == '=' ? end : 0;
}

/// "letter, then letters digits blank _ - ( ), then a colon": the length of the key, 0 if none.
size_t key_length(std::string_view text) {
  if (text.empty() || !letter(text[0])) {
    return 0;
  }
  size_t end = 1;
  while (end < text.size() &&
         (letter(text[end]) || digit(text[end]) || blank(text[end]) ||
          std::string_view("_-()").find(text[end]) != std::string_view::npos)) {
    ++end;
  }
  return end < text.size() && text[end] == ':' ? end : 0;
}

bool is_marker_row(const std::string& text) {
  return text.size() >= 8 && text.starts_with("====") && text.ends_with("====");
}

}  // namespace

size_t skip_blanks(std::string_view text, size_t at) {
  while (at < text.size() && blank(text[at])) {
    ++at;
  }
  return at;
}

uint64_t Row::first_column() const {
  return skip_blanks(text, 0) + 1;
}

std::vector<Row> split_rows(std::string_view bytes) {
  std::vector<Row> rows;
  for (size_t at = 0; at < bytes.size();) {
    const size_t end = std::min(bytes.find('\n', at), bytes.size());
    Row row{rows.size() + 1, bytes.substr(at, end - at), end < bytes.size()};
    if (row.text.ends_with('\r')) {
      row.text.remove_suffix(1);
    }
    rows.push_back(row);
    at = end + 1;
  }
  return rows;
}

RowShape shape_of(std::string_view row) {
  const size_t start = skip_blanks(row, 0);
  const std::string_view text = row.substr(start);
  if (text.empty()) {
    return {RowKind::kBlank, "", 0};
  }
  if (text[0] == '#') {
    return {RowKind::kComment, "", 0};
  }
  if (digit(text[0]) || text[0] == '+' || text[0] == '-' || text[0] == '*') {
    return {RowKind::kCost, "", 0};
  }
  if (const size_t length = word_length(text); length > 0) {
    return {RowKind::kWord, std::string(text.substr(0, length)), start + length + 1};
  }
  if (const size_t length = key_length(text); length > 0) {
    return {RowKind::kHeader, std::string(text.substr(0, length)), start + length + 1};
  }
  return {is_marker_row(trimmed(text)) ? RowKind::kMarker : RowKind::kUnknown, "", 0};
}

std::vector<Token> tokens_of(std::string_view row, size_t from) {
  std::vector<Token> tokens;
  for (size_t at = skip_blanks(row, from); at < row.size(); at = skip_blanks(row, at)) {
    const size_t start = at;
    while (at < row.size() && !blank(row[at])) {
      ++at;
    }
    tokens.push_back({std::string(row.substr(start, at - start)), start + 1});
  }
  return tokens;
}

std::string trimmed(std::string_view text) {
  text.remove_prefix(skip_blanks(text, 0));
  while (!text.empty() && blank(text.back())) {
    text.remove_suffix(1);
  }
  return std::string(text);
}

std::optional<uint64_t> num(std::string_view text) {
  if (text.empty() || num_length(text) != text.size()) {
    return std::nullopt;
  }
  const bool hex = text.starts_with("0x");
  int128 value = 0;
  for (const char c : text.substr(hex ? 2 : 0)) {
    value = value * (hex ? 16 : 10) + hex_value(c);
    if (value > kUint64Max) {
      return std::nullopt;
    }
  }
  return static_cast<uint64_t>(value);
}

std::optional<int128> cost(std::string_view text) {
  if (text == ".") {
    return 0;
  }
  const bool negative = text.starts_with('-');
  const auto size = num(text.substr(negative ? 1 : 0));
  if (!size || (negative && int128{*size} > -kInt64Min)) {
    return std::nullopt;
  }
  return negative ? -int128{*size} : int128{*size};
}

std::optional<Subposition> subposition(std::string_view text) {
  Subposition found;
  if (text.starts_with('+') || text.starts_with('-') || text.starts_with('*')) {
    found.sign = text[0];
    text.remove_prefix(1);
  }
  if (found.sign != '*') {
    const size_t length = num_length(text);
    const auto amount = num(text.substr(0, length));
    if (!amount) {
      return std::nullopt;
    }
    found.amount = *amount;
    text.remove_prefix(length);
  }
  if (text.empty()) {
    return found;
  }
  found.is_range = true;
  const bool well_formed =
      (text[0] == ':' || text[0] == '-' || text[0] == '+') && num(text.substr(1)).has_value();
  return well_formed ? std::optional(found) : std::nullopt;
}

bool looks_like_subposition(std::string_view text) {
  return !text.empty() && (digit(text[0]) || text[0] == '+' || text[0] == '-' || text[0] == '*');
}

namespace {

/// Reads `NAME [= FORMULA] [: long name]` with a cursor; `failed_at` is the first wrong offset.
class EventRow {
 public:
  EventRow(std::string_view row, size_t from) : row_(row), at_(skip_blanks(row, from)) {}

  std::expected<Meaning::EventDefinition, uint64_t> read() {
    Meaning::EventDefinition event;
    event.name = take_name("=:");
    if (!failed_ && next_is('=')) {
      const size_t start = ++at_;
      do {
        read_term();
      } while (!failed_ && next_is('+') && ++at_ > 0);
      event.formula = trimmed(row_.substr(start, at_ - start));
    }
    if (!failed_ && next_is(':')) {
      std::string name = trimmed(row_.substr(at_ + 1));
      if (!name.empty()) {
        event.long_name = std::move(name);
      }
      return event;
    }
    if (failed_ || at_ < row_.size()) {
      return std::unexpected(at_ + 1);
    }
    return event;
  }

 private:
  bool next_is(char c) {
    at_ = skip_blanks(row_, at_);
    return at_ < row_.size() && row_[at_] == c;
  }

  /// The bytes up to a blank or one of `ends`; none is a failure.
  std::string take_name(std::string_view ends) {
    at_ = skip_blanks(row_, at_);
    const size_t start = at_;
    while (at_ < row_.size() && !blank(row_[at_]) &&
           ends.find(row_[at_]) == std::string_view::npos) {
      ++at_;
    }
    failed_ = failed_ || at_ == start;
    return std::string(row_.substr(start, at_ - start));
  }

  /// [NUM [*]] NAME. What begins with a number begins with the factor, whatever follows.
  void read_term() {
    const std::string first = take_name("=:+*");
    const size_t length = num_length(first);
    if (failed_ || length == 0) {
      return;
    }
    at_ -= first.size();
    if (!num(first.substr(0, length))) {
      failed_ = true;
      return;
    }
    at_ += length;
    if (next_is('*')) {
      ++at_;
    }
    take_name("=:+*");
  }

  std::string_view row_;
  size_t at_;
  bool failed_ = false;
};

}  // namespace

std::expected<Meaning::EventDefinition, uint64_t> event_definition(std::string_view row,
                                                                   size_t from) {
  return EventRow(row, from).read();
}

uint64_t joined_column(const std::vector<Token>& tokens) {
  static const std::set<std::string> kWords = {"fl",  "fi",  "fe",  "fn",    "ob",   "cfl",
                                               "cfi", "cfn", "cob", "calls", "jump", "jcnd"};
  std::vector<uint64_t> columns;
  bool is_sure = false;
  for (const Token& token : tokens) {
    const size_t equals = token.text.find('=');
    if (equals != std::string::npos && kWords.contains(token.text.substr(0, equals))) {
      columns.push_back(token.column);
    } else if (!columns.empty() && num(token.text)) {
      is_sure = true;
    }
  }
  return columns.empty() || (columns.size() < 2 && !is_sure) ? 0 : columns.front();
}

}  // namespace quern::testing::slow
