// SPDX-License-Identifier: MIT
//
// Numbers as rows of Callgrind's format have them, put where there is room for the longest; each
// returns the end of what it wrote. Most have one or two digits.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>

namespace quern::callgrind {

inline constexpr std::ptrdiff_t kLongestNumber = 20;

/// Appends what `put` puts, at most `longest` bytes: it is given where they begin and returns their
/// end. Appending each number by itself takes longer than making it.
template <class Put>
void append_row(std::string& text, size_t longest, Put put) {
  const size_t used = text.size();
  text.resize_and_overwrite(used + longest, [used, &put](char* bytes, size_t) {
    return static_cast<size_t>(put(bytes + used) - bytes);
  });
}

inline char* put_number(char* out, uint64_t number) {
  if (number < 10) {
    *out++ = static_cast<char>('0' + number);
    return out;
  }
  if (number < 100) {
    *out++ = static_cast<char>('0' + number / 10);
    *out++ = static_cast<char>('0' + number % 10);
    return out;
  }
  return std::to_chars(out, out + kLongestNumber, number).ptr;
}

inline char* put_hex(char* out, uint64_t number) {
  constexpr int kHex = 16;
  return std::to_chars(out, out + kLongestNumber, number, kHex).ptr;
}

/// `to` as its distance from `from`, where that is shorter; null where it is not.
inline char* put_distance(char* out, uint64_t from, uint64_t to) {
  constexpr uint64_t kLongestDistance = 99;
  const bool is_back = to < from;
  const uint64_t far = is_back ? from - to : to - from;
  if (far > kLongestDistance) {
    return nullptr;
  }
  if (far == 0) {
    *out++ = '*';
    return out;
  }
  *out++ = is_back ? '-' : '+';
  return put_number(out, far);
}

}  // namespace quern::callgrind
