// SPDX-License-Identifier: MIT
//
// A reused buffer that slides over a source: what readers parse from. It costs one buffer of
// memory, whatever the input's size. For line-oriented readers, advance() keeps whole lines in it:
// a line longer than the buffer makes it grow, up to a limit. For the others, read_on() takes the
// bytes as they come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "quern/base/result.h"
#include "quern/bytes/reading/source.h"

namespace quern {

class Window {
 public:
  static constexpr size_t kDefaultSize = size_t{1} << 18;
  /// Readable (zero) bytes before begin() and after end(), so that wide loads need no bounds
  /// checks.
  static constexpr size_t kPadding = 64;

  /// Longer lines, with their LF, are an error: a small compressed file may hold an endless one.
  static constexpr size_t kLongestLine = size_t{1} << 26;

  /// A buffer larger than `longest_line` would not find all lines that are too long: it is made
  /// smaller.
  explicit Window(ByteSource& source, size_t buffer_bytes = kDefaultSize,
                  size_t longest_line = kLongestLine);

  /// Drops the first `consumed` bytes of the window and reads on until the window holds at least
  /// one more whole line or the source ends. False: the source has ended and nothing is left.
  /// An error comes after all whole lines before it: the window then holds what is left, and the
  /// same error is returned ever after. Besides the source's: `line-too-long`, which tells where in
  /// the text. Costs a copy of what is left to the front, and no second search for the LF of a long
  /// line.
  Result<bool> advance(size_t consumed);

  /// For readers of bytes, not of lines. The first `seen` bytes of the window have been read, and
  /// the last `kept` of those stay in it. True: at least one byte is behind these now. False: the
  /// source has ended. Errors are the source's, after all bytes before it, and ever after.
  Result<bool> read_on(size_t seen, size_t kept = 0);

  /// The bytes at hand.
  [[nodiscard]] const char* begin() const { return begin_; }
  [[nodiscard]] const char* end() const { return end_; }
  /// Just behind the last LF in the window; equals begin() only at the end of a source whose last
  /// line has no LF.
  [[nodiscard]] const char* lines_end() const { return lines_end_; }
  /// True when the source has ended: end() is the end of the input.
  [[nodiscard]] bool at_end() const { return at_end_; }
  /// Offset of begin() in the text.
  [[nodiscard]] uint64_t offset() const { return offset_; }
  /// How much is enough to recognize nearly everything.
  static constexpr size_t kPeek = size_t{1} << 16;

  /// The first bytes of the input, without moving: for recognition. Up to `most`, or what was asked
  /// for before, if that is more. Call it before the first advance(); nothing is read twice.
  Result<std::string_view> peek(size_t most = kPeek);

 private:
  void drop(size_t consumed);
  void grow();
  void reserve(size_t capacity);
  void read_into(size_t wanted);
  bool find_lines();

  ByteSource* source_;
  size_t longest_line_;
  std::unique_ptr<char[]> memory_;
  size_t capacity_ = 0;  ///< without padding
  char* begin_ = nullptr;
  char* end_ = nullptr;
  char* lines_end_ = nullptr;
  char* searched_ = nullptr;  ///< up to here LFs have been looked for
  size_t peeked_ = 0;
  uint64_t offset_ = 0;
  bool at_end_ = false;
  std::optional<Diagnostic> error_;  ///< met while reading ahead of the window's user
};

}  // namespace quern
