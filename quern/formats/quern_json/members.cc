// SPDX-License-Identifier: MIT
//
// Members of an item, each with an error that says what is expected of it.
// An error names the member and the kind of value that belongs there, and has the place of the
// value.
#include <fmt/format.h>

#include <utility>

#include "quern/base/text.h"
#include "quern/formats/quern_json/codes.h"
#include "quern/formats/quern_json/reader.h"

namespace quern::quern_json {

namespace {

constexpr int128 kFarthest = int128{1} << 80;

/// Nothing: not pairs of lower-case hexadecimal digits.
std::optional<std::string> from_hex(std::string_view digits) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string bytes;
  for (size_t at = 0; at < digits.size(); at += 2) {
    const size_t high = kDigits.find(digits[at]);
    const size_t low = at + 1 < digits.size() ? kDigits.find(digits[at + 1]) : digits.npos;
    if (high == digits.npos || low == digits.npos) {
      return std::nullopt;
    }
    bytes += static_cast<char>(high << 4 | low);
  }
  return bytes;
}

}  // namespace

bool Reader::fail(Value at, std::string message) {
  return json_.fail(kBadProfile, at->place, std::move(message), "see docs/json/quern.profile.json");
}

bool Reader::lacks(Value object, std::string_view name, std::string_view what) {
  const Item::Value found = item_.member(object, name);
  return fail(
      found == nullptr ? object : found,
      fmt::format("expected {} {} `{}`", what, found == nullptr ? "as member" : "after", name));
}

bool Reader::number(Value object, std::string_view name, int128 least, int128 most, int128& value) {
  const Value found = item_.member(object, name);
  const std::optional<int128> read = found == nullptr ? std::nullopt : item_.integer(found);
  if (!read || *read < least || *read > most) {
    return lacks(object, name, "a whole number in range");
  }
  value = *read;
  return true;
}

bool Reader::count(Value object, std::string_view name, uint64_t most, uint64_t& value) {
  int128 read = 0;
  const bool is_read = number(object, name, 0, int128{most}, read);
  value = static_cast<uint64_t>(read);
  return is_read;
}

bool Reader::index(Value object, std::string_view name, size_t size, uint32_t& value) {
  int128 read = 0;
  if (!number(object, name, 0, int128{UINT64_MAX}, read)) {
    return false;
  }
  if (read >= int128{size}) {
    return fail(item_.member(object, name),
                fmt::format("`{}` {} is not defined", name, to_decimal(read)));
  }
  value = static_cast<uint32_t>(read);
  return true;
}

bool Reader::optional_signed(Value object, std::string_view name, std::optional<int128>& value) {
  const Value found = item_.member(object, name);
  if (found == nullptr || item_.is_null(found)) {
    return true;
  }
  int128 read = 0;
  if (!number(object, name, -kFarthest, kFarthest, read)) {
    return false;
  }
  value = read;
  return true;
}

bool Reader::optional_count(Value object, std::string_view name, std::optional<uint64_t>& value) {
  std::optional<int128> read;
  if (!optional_signed(object, name, read)) {
    return false;
  }
  if (read && (*read < 0 || *read > int128{UINT64_MAX})) {
    return lacks(object, name, "a number of 64 bits");
  }
  if (read) {
    value = static_cast<uint64_t>(*read);
  }
  return true;
}

/// Bytes that are no UTF-8 stand in hex beside the text.
bool Reader::optional_text(Value object, std::string_view name, std::string& value) {
  const Value found = item_.member(object, name);
  if (found == nullptr || item_.is_null(found)) {
    return true;
  }
  if (found->kind != TokenKind::kText) {
    return lacks(object, name, "a text");
  }
  value = item_.text(*found);
  const std::string beside = fmt::format("{}_bytes", name);
  const Value bytes = item_.member(object, beside);
  if (bytes == nullptr) {
    return true;
  }
  const std::optional<std::string> read =
      bytes->kind == TokenKind::kText ? from_hex(item_.text(*bytes)) : std::nullopt;
  if (!read) {
    return lacks(object, beside, "hexadecimal digits");
  }
  value = *read;
  return true;
}

bool Reader::optional_text(Value object, std::string_view name, std::optional<std::string>& value) {
  std::string read;
  const bool is_read = optional_text(object, name, read);
  if (!read.empty()) {
    value = std::move(read);
  }
  return is_read;
}

bool Reader::text(Value object, std::string_view name, std::string& value) {
  const Value found = item_.member(object, name);
  return found == nullptr || item_.is_null(found) ? lacks(object, name, "a text")
                                                  : optional_text(object, name, value);
}

bool Reader::list(Value object, std::string_view name, Value& value) {
  value = item_.member(object, name);
  return (value != nullptr && value->kind == TokenKind::kList) || lacks(object, name, "a list");
}

bool Reader::event_named(Value name, EventId& event) {
  const auto found = name->kind == TokenKind::kText
                         ? events_by_name_.find(std::string(item_.text(*name)))
                         : events_by_name_.end();
  if (found == events_by_name_.end()) {
    return fail(name, "expected the name of an event of the document");
  }
  event = found->second;
  return true;
}

}  // namespace quern::quern_json
