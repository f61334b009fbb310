// SPDX-License-Identifier: MIT
//
// Writes JSON token by token into a string that its owner drains: a document is never built in
// memory. Numbers are exact: integers up to ±(2^53 - 1), decimal strings beyond; text that is no
// UTF-8 is written with U+FFFD and again, whole, as hex under KEY_bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "quern/base/int128.h"

namespace quern {

class JsonWriter {
 public:
  /// Appends to `out`, which the caller may drain (clear) between any two calls.
  explicit JsonWriter(std::string& out) : out_(&out) {}

  JsonWriter& begin_object();
  JsonWriter& end_object();
  JsonWriter& begin_array();
  JsonWriter& end_array();
  /// The next value's key. Keys are ASCII literals.
  JsonWriter& key(std::string_view name);
  /// What is no UTF-8 in it is written as U+FFFD.
  JsonWriter& string(std::string_view utf8);
  JsonWriter& integer(int128 value);
  /// The shortest form that reads back equal; null for what is no number or infinite.
  JsonWriter& number(double value);
  JsonWriter& boolean(bool value);
  JsonWriter& null();
  /// "KEY":text, and "KEY_bytes":hex where `bytes` is no UTF-8.
  JsonWriter& text(std::string_view name, std::string_view bytes);
  /// As text(), but null where `bytes` is empty.
  JsonWriter& text_or_null(std::string_view name, std::string_view bytes);
  /// "KEY":number, or null where there is none.
  template <class Integer>
  JsonWriter& integer_or_null(std::string_view name, const std::optional<Integer>& value) {
    key(name);
    return value ? integer(*value) : null();
  }
  /// A line break before the next value, closing bracket or, behind a document, at once: for files
  /// that people open, no effect on the meaning. Documents behind one another get no comma.
  JsonWriter& newline();

 private:
  JsonWriter& open(char bracket);
  JsonWriter& close(char bracket);
  void separate();
  void value_follows();
  bool append_quoted(std::string_view text);

  std::string* out_;
  uint32_t depth_ = 0;
  bool comma_due_ = false;  ///< an item stands before this place in the same brackets
  bool newline_due_ = false;
};

}  // namespace quern
