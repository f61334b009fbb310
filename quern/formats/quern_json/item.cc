// SPDX-License-Identifier: MIT
//
// One item of a list as a row of tokens, with its texts in one buffer. Both are reused, so an item
// costs no allocation once the largest one was met. Members are looked for from the start each
// time: items have few members.
#include "quern/formats/quern_json/item.h"

namespace quern::quern_json {

void Item::clear() {
  tokens_.clear();
  texts_.clear();
  depth_ = 0;
}

void Item::add(TokenKind kind, std::string_view text, Place place) {
  depth_ -= kind == TokenKind::kEnd ? 1U : 0U;
  tokens_.push_back({kind, depth_, texts_.size(), text.size(), place});
  texts_.append(text);
  depth_ += kind == TokenKind::kObject || kind == TokenKind::kList ? 1U : 0U;
}

/// The token that follows a value and all in it.
Item::Value Item::behind(Value value) const {
  if (value->kind != TokenKind::kObject && value->kind != TokenKind::kList) {
    return value + 1;
  }
  const uint32_t depth = value->depth;
  do {
    ++value;
  } while (value->depth != depth);
  return value + 1;
}

Item::Value Item::member(Value object, std::string_view name) const {
  if (object->kind != TokenKind::kObject) {
    return nullptr;
  }
  for (Value at = object + 1; at->kind != TokenKind::kEnd; at = behind(at + 1)) {
    if (text(*at) == name) {
      return at + 1;
    }
  }
  return nullptr;
}

Item::Value Item::first(Value list) const {
  return list + 1;
}

Item::Value Item::next(Value item) const {
  return behind(item);
}

std::optional<int128> Item::integer(Value value) const {
  if (value->kind != TokenKind::kNumber && value->kind != TokenKind::kText) {
    return std::nullopt;
  }
  constexpr int128 kMostTenth = (int128{1} << 96) / 10;  // sums of them stay far from 2^127
  const std::optional<int128> number = parse_decimal(text(*value));
  return number && absolute(*number / 10) <= kMostTenth ? number : std::nullopt;
}

}  // namespace quern::quern_json
