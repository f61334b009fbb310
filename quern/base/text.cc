// SPDX-License-Identifier: MIT
#include "quern/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

#include "quern/base/number_text.h"

namespace quern {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD
constexpr size_t kLongestSlip = 255;                       // the search is quadratic

/// The code point of a well-formed sequence.
char32_t code_point(std::string_view sequence) {
  const auto first = static_cast<unsigned char>(sequence[0]);
  if (sequence.size() == 1) {
    return first;
  }
  char32_t point = first & (0x7FU >> sequence.size());
  for (const char c : sequence.substr(1)) {
    point = (point << 6U) | (static_cast<unsigned char>(c) & 0x3FU);
  }
  return point;
}

/// The number of leading bytes that are printable ASCII.
size_t printable_run(std::string_view text) {
  size_t at = 0;
  while (at < text.size() && text[at] >= ' ' && text[at] < '\x7F') {
    ++at;
  }
  return at;
}

/// Controls (C0, DEL, C1), and what turns the reading direction and so disguises text.
bool is_unsafe(char32_t point) {
  return point < 0x20 || (point >= 0x7F && point < 0xA0) || point == 0x061C || point == 0x200E ||
         point == 0x200F || (point >= 0x202A && point <= 0x202E) ||
         (point >= 0x2066 && point <= 0x2069);
}

/// `\xHH`, with digits of either case.
bool starts_escape(std::string_view text) {
  return text.size() >= 4 && text.starts_with("\\x") && is_hex(text[2]) && is_hex(text[3]);
}

/// Edits that turn `a` into `b`: insert, remove, replace, swap two neighbors.
size_t edit_distance(std::string_view a, std::string_view b) {
  std::array<std::array<size_t, kLongestSlip + 1>, 3> rows{};
  for (size_t j = 0; j <= b.size(); ++j) {
    rows[0][j] = j;
  }
  for (size_t i = 1; i <= a.size(); ++i) {
    auto& row = rows[i % 3];
    const auto& above = rows[(i - 1) % 3];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], rows[(i - 2) % 3][j - 2] + 1);
      }
    }
  }
  return rows[a.size() % 3][b.size()];
}

}  // namespace

size_t ascii_run(std::string_view text) {
  size_t at = 0;
  for (uint64_t word = 0; at + sizeof word <= text.size(); at += sizeof word) {
    std::memcpy(&word, text.data() + at, sizeof word);
    if ((word & 0x8080808080808080U) != 0) {
      break;
    }
  }
  while (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80) {
    ++at;
  }
  return at;
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) {
    text.remove_prefix(1);
  }
  while (!text.empty() && is_blank(text.back())) {
    text.remove_suffix(1);
  }
  return text;
}

size_t utf8_sequence(std::string_view text) {
  const auto byte = [text](size_t at) { return static_cast<unsigned char>(text[at]); };
  const auto follows = [&](size_t at) { return at < text.size() && (byte(at) & 0xC0U) == 0x80; };
  if (text.empty()) {
    return 0;
  }
  const unsigned char first = byte(0);
  if (first < 0x80) {
    return 1;
  }
  if (first < 0xC2 || first > 0xF4 || !follows(1)) {  // C0, C1: overlong; F5…: above U+10FFFF
    return 0;
  }
  if (first < 0xE0) {
    return 2;
  }
  const unsigned char second = byte(1);
  if (first < 0xF0) {
    const bool overlong = first == 0xE0 && second < 0xA0;
    const bool surrogate = first == 0xED && second >= 0xA0;
    return overlong || surrogate || !follows(2) ? 0 : 3;
  }
  const bool overlong = first == 0xF0 && second < 0x90;
  const bool beyond = first == 0xF4 && second >= 0x90;
  return overlong || beyond || !follows(2) || !follows(3) ? 0 : 4;
}

bool is_utf8(std::string_view text) {
  for (text.remove_prefix(ascii_run(text)); !text.empty(); text.remove_prefix(ascii_run(text))) {
    const size_t length = utf8_sequence(text);
    if (length == 0) {
      return false;
    }
    text.remove_prefix(length);
  }
  return true;
}

std::string to_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const size_t ascii = ascii_run(text);
    const size_t length = ascii != 0 ? ascii : utf8_sequence(text);
    out.append(length != 0 ? text.substr(0, length) : kReplacement);
    text.remove_prefix(std::max<size_t>(length, 1));
  }
  return out;
}

std::string to_hex(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  out.reserve(2 * bytes.size());
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out.push_back(kDigits[byte >> 4U]);
    out.push_back(kDigits[byte & 0xFU]);
  }
  return out;
}

std::optional<uint64_t> whole_number(std::string_view text) {
  uint64_t number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_whole = problem == std::errc{} && end == text.data() + text.size();
  return is_whole ? std::optional(number) : std::nullopt;
}

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    if (const size_t plain = printable_run(text); plain != 0) {
      out.append(text.substr(0, plain));
      text.remove_prefix(plain);
      continue;
    }
    const size_t length = utf8_sequence(text);
    const std::string_view sequence = text.substr(0, std::max<size_t>(length, 1));
    if (sequence == "\t") {
      out.push_back(' ');
    } else if (length == 0 || is_unsafe(code_point(sequence))) {
      out.append(kReplacement);
    } else {
      out.append(sequence);
    }
    text.remove_prefix(sequence.size());
  }
  return out;
}

std::string escaped_controls(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const size_t plain = std::min(printable_run(text), text.find('\\'));
    out.append(text.substr(0, plain));
    text.remove_prefix(plain);
    if (text.empty()) {
      break;
    }
    const size_t length = utf8_sequence(text);
    const std::string_view sequence = text.substr(0, std::max<size_t>(length, 1));
    const bool is_escape = text.front() == '\\' && starts_escape(text);
    if (is_escape || length == 0 || is_unsafe(code_point(sequence))) {
      for (const char& byte : sequence) {
        out.append("\\x").append(to_hex({&byte, 1}));
      }
    } else {
      out.append(sequence);
    }
    text.remove_prefix(sequence.size());
  }
  return out;
}

std::string quoted_start(std::string_view text) {
  constexpr size_t kMost = 40;
  return '`' + printable(text.substr(0, kMost)) + '`';
}

std::string grouped(int128 value) {
  const std::string digits = to_decimal(value);
  const size_t sign = digits.starts_with('-') ? 1 : 0;
  std::string out;
  out.reserve(digits.size() + digits.size() / 3);
  for (size_t at = 0; at < digits.size(); ++at) {
    if (at > sign && (digits.size() - at) % 3 == 0) {
      out.push_back(',');
    }
    out.push_back(digits[at]);
  }
  return out;
}

std::optional<std::string_view> nearest(std::string_view word,
                                        std::span<const std::string_view> candidates) {
  std::optional<std::string_view> best;
  size_t best_distance = kLongestSlip;
  for (const std::string_view candidate : candidates) {
    const auto [shorter, longer] = std::minmax({word.size(), candidate.size()});
    const size_t slip = (longer + 1) / 3;
    if (longer > kLongestSlip || longer - shorter > std::min(slip, best_distance)) {
      continue;
    }
    const size_t distance = edit_distance(word, candidate);
    if (distance <= slip && distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string counted(uint64_t count, std::string_view noun) {
  std::string out = grouped(static_cast<int128>(count));
  out.push_back(' ');
  out.append(noun);
  if (count != 1) {
    out.push_back('s');
  }
  return out;
}

std::string byte_size(uint64_t bytes) {
  if (bytes < 1000) {
    return counted(bytes, "byte");
  }
  constexpr std::array<std::string_view, 6> kUnits = {" kB", " MB", " GB", " TB", " PB", " EB"};
  uint128 unit = 1000;
  size_t at = 0;
  const auto tenths = [&] { return (uint128{bytes} * 10 + unit / 2) / unit; };
  while (tenths() >= 10'000 && at + 1 < kUnits.size()) {  // 999,950 is 1.0 MB, not 1000.0 kB
    unit *= 1000;
    ++at;
  }
  const auto rounded = static_cast<uint64_t>(tenths());
  std::string out = std::to_string(rounded / 10);
  out.push_back('.');
  out.push_back(static_cast<char>('0' + static_cast<int>(rounded % 10)));
  out.append(kUnits[at]);
  return out;
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t at = 0; at < bytes.size(); at += 3) {
    const size_t count = std::min<size_t>(3, bytes.size() - at);
    uint32_t group = 0;
    for (size_t byte = 0; byte < 3; ++byte) {
      group = group << 8U | (byte < count ? static_cast<uint8_t>(bytes[at + byte]) : 0U);
    }
    for (size_t digit = 0; digit < 4; ++digit) {
      out.push_back(digit <= count ? kDigits[group >> (18 - 6 * digit) & 63U] : '=');
    }
  }
  return out;
}

}  // namespace quern
