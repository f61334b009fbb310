// SPDX-License-Identifier: MIT
//
// What takes bytes: renderers and writers know nothing more of where their answers go.
#pragma once

#include <string>
#include <string_view>

namespace quern {

/// Takes bytes; the first failure is kept by whoever implements it, later bytes are dropped.
class ByteSink {
 public:
  virtual ~ByteSink() = default;
  virtual void write(std::string_view bytes) = 0;
  /// True once a write failed (a closed pipe included): producers may stop early.
  [[nodiscard]] virtual bool failed() const = 0;
};

/// Collects in memory.
class StringSink final : public ByteSink {
 public:
  void write(std::string_view bytes) override { text_.append(bytes); }
  [[nodiscard]] bool failed() const override { return false; }
  [[nodiscard]] std::string& text() { return text_; }

 private:
  std::string text_;
};

}  // namespace quern
