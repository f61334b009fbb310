// SPDX-License-Identifier: MIT
//
// One item of a list of quern's JSON, as a flat list of tokens that is used again for the next one:
// items are small, and there are millions of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/diagnostic.h"
#include "quern/base/int128.h"

namespace quern::quern_json {

enum class TokenKind : uint8_t { kObject, kList, kEnd, kKey, kText, kNumber, kWord };

class Item {
 public:
  struct Token {
    TokenKind kind;
    uint32_t depth;     ///< of brackets around it
    size_t at, length;  ///< its text
    Place place;
  };
  /// What a member is, by its token; valid until clear().
  using Value = const Token*;

  void clear();
  void add(TokenKind kind, std::string_view text, Place place);
  /// All brackets of the item are closed.
  [[nodiscard]] bool is_whole() const { return depth_ == 0; }
  [[nodiscard]] bool empty() const { return tokens_.empty(); }

  /// The item's own value: an object, a text …
  [[nodiscard]] Value value() const { return tokens_.data(); }
  /// A member of an object; null: it has none of this name.
  [[nodiscard]] Value member(Value object, std::string_view name) const;
  /// The first item of a list, and the next one; null: none.
  [[nodiscard]] Value first(Value list) const;
  [[nodiscard]] Value next(Value item) const;
  [[nodiscard]] std::string_view text(const Token& token) const {
    return std::string_view(texts_).substr(token.at, token.length);
  }
  [[nodiscard]] bool is_null(Value value) const {
    return value->kind == TokenKind::kWord && text(*value) == "null";
  }
  /// A number, or digits in a text, of up to 96 bits; nothing: it is neither.
  [[nodiscard]] std::optional<int128> integer(Value value) const;

 private:
  [[nodiscard]] Value behind(Value value) const;

  std::vector<Token> tokens_;
  std::string texts_;
  uint32_t depth_ = 0;
};

}  // namespace quern::quern_json
