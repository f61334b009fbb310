// SPDX-License-Identifier: MIT
//
// Helpers for text that no single format owns: blanks, UTF-8, hex, grouping of digits, and the
// nearest of some words. All work on bytes and know no locale.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "quern/base/int128.h"

namespace quern {

[[nodiscard]] constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t';
}
[[nodiscard]] constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
/// Of ASCII; other characters stay.
[[nodiscard]] constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
[[nodiscard]] constexpr bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
[[nodiscard]] constexpr bool is_letter(char c) {
  return is_lower(c) || (c >= 'A' && c <= 'Z');
}

/// `text` without blanks (space, tab) at either end.
[[nodiscard]] std::string_view trim(std::string_view text);

/// What stands behind the last `/` of a path.
[[nodiscard]] constexpr std::string_view base_name(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

/// What stands before that, with the slash: "" of "a.c", "src/" of "src/a.c".
[[nodiscard]] constexpr std::string_view containing_folder(std::string_view path) {
  return path.substr(0, path.rfind('/') + 1);
}

/// Length of the well-formed UTF-8 sequence that `text` starts with, 0 where it starts with none.
[[nodiscard]] size_t utf8_sequence(std::string_view text);

/// The number of leading bytes below 0x80.
[[nodiscard]] size_t ascii_run(std::string_view text);

/// Whether `text` is well-formed UTF-8 (no surrogates, nothing above U+10FFFF, no overlong form).
[[nodiscard]] bool is_utf8(std::string_view text);

/// `text` with every byte that belongs to no well-formed sequence replaced by U+FFFD.
[[nodiscard]] std::string to_utf8(std::string_view text);

/// Lower-case hex of all bytes: "3ff" is no output, "03ff" is.
[[nodiscard]] std::string to_hex(std::string_view bytes);

/// A text of digits alone as the number it is; nothing for other texts and numbers of more bits.
[[nodiscard]] std::optional<uint64_t> whole_number(std::string_view text);

/// Bytes made safe to print on a terminal: control characters (ESC included), DEL, bidirectional
/// controls and bytes that are not UTF-8 become U+FFFD; a tab becomes one blank.
[[nodiscard]] std::string printable(std::string_view text);

/// The same characters, reversibly: each of their bytes becomes `\xHH` (ESC: `\x1b`). A backslash
/// that is followed by `xHH` becomes `\x5c`. Replacing each `\xHH` by its byte restores `text`.
[[nodiscard]] std::string escaped_controls(std::string_view text);

/// The first 40 bytes of what an input says, printable and in backquotes: for messages.
[[nodiscard]] std::string quoted_start(std::string_view text);

/// 1234567 -> "1,234,567"; negative numbers keep their minus.
[[nodiscard]] std::string grouped(int128 value);

/// The candidate closest to `word` by edit distance (swapped neighbors count once), if it is close
/// enough to be a slip: the first of equals, nothing for words beyond 255 bytes.
[[nodiscard]] std::optional<std::string_view> nearest(std::string_view word,
                                                      std::span<const std::string_view> candidates);

/// "1 line", "2 lines": a grouped count and its noun, plural by `s`.
[[nodiscard]] std::string counted(uint64_t count, std::string_view noun);

/// RFC 4648, section 4, with padding.
[[nodiscard]] std::string base64(std::string_view bytes);

/// Bytes in text as people read them: "512 bytes", "93.4 MB" (powers of 1000).
[[nodiscard]] std::string byte_size(uint64_t bytes);

}  // namespace quern
