// SPDX-License-Identifier: MIT
//
// What the tests of this room share: sources made of text that trickle or fail, and reading to the
// end.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include "quern/bytes/reading/source.h"
#include "quern/testing/temporary_folder.h"

namespace quern::test {

/// Text in memory, at most `step` bytes a read; behind it the end, or an error.
class TextSource final : public ByteSource {
 public:
  explicit TextSource(std::string text, size_t step = ~size_t{0})
      : text_(std::move(text)), step_(step) {}

  TextSource& failing_with(std::string code) {
    error_.emplace();
    error_->code = std::move(code);
    return *this;
  }

  Result<size_t> read(std::span<char> room) override {
    ++reads_;
    const size_t got = text_.copy(room.data(), std::min(room.size(), step_), at_);
    at_ += got;
    if (got == 0 && error_) {
      return failure(*error_);
    }
    return got;
  }

  [[nodiscard]] size_t given() const { return at_; }
  [[nodiscard]] size_t reads() const { return reads_; }

 private:
  std::string text_;
  size_t step_;
  size_t at_ = 0;
  size_t reads_ = 0;
  std::optional<Diagnostic> error_;
};

struct Drained {
  std::string text;
  std::optional<Diagnostic> error;
};

/// Everything up to the end or the first error, `room` bytes at a time.
inline Drained drain(ByteSource& source, size_t room = size_t{1} << 16) {
  Drained drained;
  std::string piece(room, '\0');
  while (true) {
    const Result<size_t> got = source.read(piece);
    if (!got) {
      drained.error = got.error();
      return drained;
    }
    if (*got == 0) {
      return drained;
    }
    drained.text.append(piece, 0, *got);
  }
}

inline std::string content(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace quern::test
