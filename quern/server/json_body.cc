// SPDX-License-Identifier: MIT
#include "quern/server/json_body.h"

#include <algorithm>
#include <optional>

#include "quern/base/text.h"

namespace quern::server {
namespace {

void append_utf8(std::string& out, uint32_t point) {
  const auto byte = [&out](uint32_t value) { out += static_cast<char>(value); };
  if (point < 0x80) {
    byte(point);
  } else if (point < 0x800) {
    byte(0xc0U | point >> 6U);
    byte(0x80U | (point & 0x3fU));
  } else if (point < 0x10000) {
    byte(0xe0U | point >> 12U);
    byte(0x80U | (point >> 6U & 0x3fU));
    byte(0x80U | (point & 0x3fU));
  } else {
    byte(0xf0U | point >> 18U);
    byte(0x80U | (point >> 12U & 0x3fU));
    byte(0x80U | (point >> 6U & 0x3fU));
    byte(0x80U | (point & 0x3fU));
  }
}

/// value = object | array | string | number | true | false | null
class JsonReader {
 public:
  explicit JsonReader(std::string_view text) : text_(text) {}

  Asked<JsonValue> read() {
    JsonValue value;
    if (!is_utf8(text_) || !read_value(value, 0) || (skip_blanks(), at_ != text_.size())) {
      Refusal refused = refusal(400, "bad-body", "the body is not the expected JSON");
      refused.error.place = {1, at_ + 1};
      return std::unexpected(std::move(refused));
    }
    return value;
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").contains(text_[at_])) {
      ++at_;
    }
  }

  [[nodiscard]] bool take(char wanted) {
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != wanted) {
      return false;
    }
    ++at_;
    return true;
  }

  [[nodiscard]] bool read_value(JsonValue& value, size_t depth) {
    skip_blanks();
    if (at_ >= text_.size() || depth > kDeepestJson || ++values_ > kMostJsonValues) {
      return false;
    }
    switch (text_[at_]) {
      case '{':
        return read_object(value, depth);
      case '[':
        return read_array(value, depth);
      case '"':
        value.kind = JsonValue::Kind::kString;
        return read_string(value.text);
      default:
        return read_word(value);
    }
  }

  [[nodiscard]] bool read_object(JsonValue& value, size_t depth) {
    value.kind = JsonValue::Kind::kObject;
    ++at_;
    if (take('}')) {
      return true;
    }
    do {
      skip_blanks();
      std::string name;
      if (!read_string(name) || value.find(name) != nullptr || !take(':')) {
        return false;
      }
      JsonValue member;
      if (!read_value(member, depth + 1)) {
        return false;
      }
      value.members.emplace_back(std::move(name), std::move(member));
    } while (take(','));
    return take('}');
  }

  [[nodiscard]] bool read_array(JsonValue& value, size_t depth) {
    value.kind = JsonValue::Kind::kArray;
    ++at_;
    if (take(']')) {
      return true;
    }
    do {
      if (!read_value(value.items.emplace_back(), depth + 1)) {
        return false;
      }
    } while (take(','));
    return take(']');
  }

  [[nodiscard]] bool read_string(std::string& out) {
    if (at_ >= text_.size() || text_[at_] != '"') {
      return false;
    }
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (static_cast<unsigned char>(text_[at_]) < 0x20) {
        return false;
      }
      if (text_[at_] != '\\') {
        out += text_[at_];
      } else if (!read_escape(out)) {
        return false;
      }
    }
    return at_ < text_.size() && text_[at_++] == '"';
  }

  /// Leaves at_ on its last byte.
  [[nodiscard]] bool read_escape(std::string& out) {
    constexpr std::string_view kWritten = "\"\\/bfnrt";
    constexpr std::string_view kMeant = "\"\\/\b\f\n\r\t";
    if (++at_ >= text_.size()) {
      return false;
    }
    if (const size_t known = kWritten.find(text_[at_]); known != std::string_view::npos) {
      out += kMeant[known];
      return true;
    }
    std::optional<uint32_t> point = read_unit();
    if (point && *point >= 0xd800 && *point < 0xdc00) {  // the first half of a pair
      const bool goes_on = at_ + 2 < text_.size() && text_[at_ + 1] == '\\';
      at_ += 2;
      const std::optional<uint32_t> low = goes_on ? read_unit() : std::nullopt;
      point = low && *low >= 0xdc00 && *low < 0xe000
                  ? std::optional(0x10000 + ((*point - 0xd800) << 10U) + (*low - 0xdc00))
                  : std::nullopt;
    }
    if (!point || *point == 0 || (*point >= 0xd800 && *point < 0xe000)) {
      return false;
    }
    append_utf8(out, *point);
    return true;
  }

  /// uXXXX, from its u; leaves at_ on its last digit.
  [[nodiscard]] std::optional<uint32_t> read_unit() {
    if (at_ + 4 >= text_.size() || text_[at_] != 'u') {
      return std::nullopt;
    }
    uint32_t unit = 0;
    for (size_t digit = 0; digit < 4; ++digit) {
      const size_t value =
          std::string_view("0123456789abcdef")
              .find(static_cast<char>(is_digit(text_[++at_]) ? text_[at_] : text_[at_] | 0x20));
      if (value == std::string_view::npos) {
        return std::nullopt;
      }
      unit = unit << 4U | static_cast<uint32_t>(value);
    }
    return unit;
  }

  /// true, false, null, or what looks like a number: nobody here asks for numbers.
  [[nodiscard]] bool read_word(JsonValue& value) {
    const size_t end = std::min(text_.find_first_of(" \t\r\n,]}:", at_), text_.size());
    value.text = text_.substr(at_, end - at_);
    at_ = end;
    if (value.text == "null") {
      value.kind = JsonValue::Kind::kNull;
      return true;
    }
    if (value.text == "true" || value.text == "false") {
      value.kind = JsonValue::Kind::kBoolean;
      return true;
    }
    value.kind = JsonValue::Kind::kNumber;
    return !value.text.empty() &&
           value.text.find_first_not_of("+-.eE0123456789") == std::string::npos &&
           (is_digit(value.text.back()));
  }

  std::string_view text_;
  size_t at_ = 0;
  size_t values_ = 0;
};

}  // namespace

const JsonValue* JsonValue::find(std::string_view name) const {
  for (const auto& [key, value] : members) {
    if (key == name) {
      return &value;
    }
  }
  return nullptr;
}

Asked<JsonValue> read_json(std::string_view text) {
  return JsonReader(text).read();
}

}  // namespace quern::server
