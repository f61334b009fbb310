// SPDX-License-Identifier: MIT
//
// Rust's names before v0: C++'s nested names with a hash as the last piece, and in the others
// escapes for what C++ does not allow.
//
//   _ZN4core3ptr34drop_in_place$LT$std..rt..lang$GT$17h0123456789abcdefE
#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <vector>

#include "quern/base/text.h"
#include "quern/source/demanglers.h"

namespace quern {

namespace {

struct Escape {
  std::string_view word;
  std::string_view text;
};
constexpr std::array<Escape, 8> kEscapes = {{{"SP", "@"},
                                             {"BP", "*"},
                                             {"RF", "&"},
                                             {"LT", "<"},
                                             {"GT", ">"},
                                             {"LP", "("},
                                             {"RP", ")"},
                                             {"C", ","}}};

/// `h` and 16 digits. Few different digits are somebody's own name rather than a hash.
bool is_hash(std::string_view piece) {
  constexpr int kDifferent = 5;
  if (piece.size() != 17 || piece[0] != 'h') {
    return false;
  }
  uint32_t seen = 0;
  for (const char c : piece.substr(1)) {
    const bool is_hex = is_digit(c) || (c >= 'a' && c <= 'f');
    if (!is_hex) {
      return false;
    }
    seen |= 1U << (is_digit(c) ? c - '0' : c - 'a' + 10);
  }
  return std::popcount(seen) >= kDifferent;
}

/// The pieces of `_ZN` {length piece} `E`; `length` is where the `E` ends.
std::optional<std::vector<std::string_view>> pieces_of(std::string_view name, size_t& length) {
  if (!name.starts_with("_ZN")) {
    return std::nullopt;
  }
  std::vector<std::string_view> pieces;
  size_t at = 3;
  while (at < name.size() && name[at] != 'E') {
    size_t bytes = 0;
    const auto [end, problem] = std::from_chars(&name[at], name.data() + name.size(), bytes);
    const auto begin = static_cast<size_t>(end - name.data());
    if (problem != std::errc{} || bytes == 0 || bytes > name.size() - begin) {
      return std::nullopt;
    }
    pieces.push_back(name.substr(begin, bytes));
    at = begin + bytes;
  }
  if (at == name.size()) {
    return std::nullopt;
  }
  length = at + 1;
  return pieces;
}

/// `u7e` -> "~"; only what can be printed.
std::optional<std::string> character(std::string_view word) {
  constexpr uint32_t kLastAscii = 0x7e;
  uint32_t code = 0;
  const auto [end, problem] = std::from_chars(word.data() + 1, word.data() + word.size(), code, 16);
  if (problem != std::errc{} || end != word.data() + word.size() || code < ' ' ||
      code > kLastAscii) {
    return std::nullopt;
  }
  return std::string(1, static_cast<char>(code));
}

/// The text of an escape between dollars.
std::optional<std::string> unescaped(std::string_view word) {
  const auto* const found = std::ranges::find(kEscapes, word, &Escape::word);
  if (found != kEscapes.end()) {
    return std::string(found->text);
  }
  return word.size() > 1 && word[0] == 'u' ? character(word) : std::nullopt;
}

bool append_piece(std::string& out, std::string_view piece) {
  if (piece.starts_with("_$")) {
    piece.remove_prefix(1);
  }
  while (!piece.empty()) {
    if (piece.starts_with("..")) {
      out.append("::");
      piece.remove_prefix(2);
    } else if (piece[0] != '$') {
      out.push_back(piece[0]);
      piece.remove_prefix(1);
    } else {
      const size_t end = piece.find('$', 1);
      const std::optional<std::string> text =
          end == std::string_view::npos ? std::nullopt : unescaped(piece.substr(1, end - 1));
      if (!text) {
        return false;
      }
      out.append(*text);
      piece.remove_prefix(end + 1);
    }
  }
  return true;
}

}  // namespace

std::optional<std::string> demangle_rust_legacy(std::string_view name, size_t& length) {
  std::optional<std::vector<std::string_view>> pieces = pieces_of(name, length);
  if (!pieces || pieces->size() < 2 || !is_hash(pieces->back())) {
    return std::nullopt;
  }
  pieces->pop_back();
  std::string out;
  for (const std::string_view piece : *pieces) {
    out.append(out.empty() ? "" : "::");
    if (!append_piece(out, piece)) {
      return std::nullopt;
    }
  }
  return out;
}

}  // namespace quern
