// SPDX-License-Identifier: MIT
//
// JSON as readers of formats take it: token by token from a window, so that no document is built,
// with the place of each token. nlohmann/json does the syntax. Numbers come as they are written,
// since no double holds a cost of 64 bits; texts are well-formed UTF-8.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "quern/formats/shared/format.h"

namespace quern {

inline constexpr CodeInfo kBadJson{"bad-json", Severity::kError, "a text that is not valid JSON"};

/// What a document consists of, in order. Each function returns false to end the reading, after
/// JsonText::fail().
class JsonVisitor {
 public:
  virtual ~JsonVisitor() = default;
  virtual bool begin_object() = 0;
  virtual bool end_object() = 0;
  virtual bool begin_array() = 0;
  virtual bool end_array() = 0;
  virtual bool key(std::string& name) = 0;
  virtual bool text(std::string& value) = 0;
  virtual bool number(std::string_view written) = 0;
  /// null, true, false
  virtual bool word(std::string_view name) = 0;
};

class JsonText {
 public:
  /// More brackets within each other are an error.
  static constexpr size_t kDeepest = 256;

  explicit JsonText(Reading& reading);

  /// Reads the whole document. An error is the window's, `bad-json`, or the one that the visitor
  /// told; where errors are to become findings, it is one of those and the reading ends too.
  Result<void> read(JsonVisitor& visitor);
  /// An error at a place; for visitors to return.
  bool fail(const CodeInfo& code, Place place, std::string message, std::string hint = {});
  bool fail(const CodeInfo& code, std::string message, std::string hint = {}) {
    return fail(code, token_, std::move(message), std::move(hint));
  }
  /// What fail() was told last, where errors are not findings.
  [[nodiscard]] Result<void> result();
  /// Where the token at hand begins.
  [[nodiscard]] Place place() const { return token_; }

 private:
  class Bytes;
  class Handler;
  [[nodiscard]] bool is_at_end();
  [[nodiscard]] Result<bool> read_on();
  [[nodiscard]] std::optional<std::string> excerpt_of(Place place);
  void step();
  [[nodiscard]] bool fail_syntax();
  [[nodiscard]] Place here() const {
    return {row_number_, columns_before_ + static_cast<uint64_t>(at_ - row_) + 1};
  }

  Reading* reading_;
  std::optional<Diagnostic> error_;
  size_t depth_ = 0;
  // the bytes at hand, and where they are: a row may be of any length, and comes in pieces
  const char* at_ = nullptr;
  const char* stop_ = nullptr;
  const char* row_ = nullptr;    ///< its first byte at hand
  uint64_t columns_before_ = 0;  ///< of the row, no longer at hand
  uint64_t row_number_ = 1;
  bool has_ended_ = false;
  Place token_{1, 1};
  bool is_in_text_ = false;
  bool is_escaped_ = false;
  bool is_in_word_ = false;  ///< or in a number
  // the row before, as far as it is still at hand
  const char* last_row_ = nullptr;
  uint64_t last_columns_ = 0;  ///< up to and with its LF
  bool is_whole_ = false;      ///< the document has ended: what follows
  std::optional<Place> tail_;  ///< begins here
};

}  // namespace quern
