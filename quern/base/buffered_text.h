// SPDX-License-Identifier: MIT
//
// What answers and formats are written through: text collects here and goes on every 64 KiB, so
// that a document is never held in memory.
#pragma once

#include <cstddef>
#include <string>

#include "quern/base/byte_sink.h"

namespace quern {

class BufferedText {
 public:
  explicit BufferedText(ByteSink& out) : out_(&out) {}
  BufferedText(const BufferedText&) = delete;
  BufferedText& operator=(const BufferedText&) = delete;
  ~BufferedText() { out_->write(text_); }

  [[nodiscard]] std::string& text() { return text_; }
  /// To be called between rows. False once nobody takes bytes any more: stop early.
  [[nodiscard]] bool drain() {
    constexpr size_t kEnough = size_t{1} << 16;
    if (text_.size() >= kEnough) {
      out_->write(text_);
      text_.clear();
    }
    return !out_->failed();
  }

 private:
  ByteSink* out_;
  std::string text_;
};

}  // namespace quern
