// SPDX-License-Identifier: MIT
//
// What was worked out for the text that was asked for last. Files and objects of functions are few,
// and the same text often follows itself: it is recognized by its place, without being read.
#pragma once

#include <optional>
#include <string_view>

namespace quern {

template <class Value>
class LastText {
 public:
  /// make(text), unless the same text was asked for last. Texts must stay where they are.
  template <class Make>
  const Value& value(std::string_view text, Make make) {
    if (!text_ || text.data() != text_->data() || text.size() != text_->size()) {
      value_ = make(text);
      text_ = text;
    }
    return value_;
  }

 private:
  std::optional<std::string_view> text_;  ///< nothing was asked yet; a text may be null
  Value value_{};
};

}  // namespace quern
