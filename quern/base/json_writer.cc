// SPDX-License-Identifier: MIT
#include "quern/base/json_writer.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstring>

#include "quern/base/text.h"

namespace quern {
namespace {

constexpr int128 kLargestExact = (int128{1} << 53) - 1;  // what every reader's double holds

/// The bytes that stand for themselves: printable ASCII but the quote and the backslash.
constexpr std::array<bool, 256> kPlain = [] {
  std::array<bool, 256> plain{};
  for (size_t c = 0x20; c < 0x80; ++c) {
    plain[c] = c != '"' && c != '\\';
  }
  return plain;
}();

bool is_plain(char c) {
  return kPlain[static_cast<unsigned char>(c)];
}

/// True when none of eight bytes needs a look: no control, quote, backslash or byte from 0x80.
/// A borrow can only raise a false alarm above a real one, so the answer is exact.
bool all_plain(uint64_t word) {
  constexpr uint64_t kOnes = 0x0101010101010101U;
  constexpr uint64_t kHigh = 0x8080808080808080U;
  const uint64_t quote = word ^ (kOnes * '"');
  const uint64_t backslash = word ^ (kOnes * '\\');
  const uint64_t below = (word - kOnes * 0x20) | (quote - kOnes) | (backslash - kOnes) | word;
  return (below & kHigh) == 0;
}

size_t plain_run(std::string_view text) {
  size_t at = 0;
  for (uint64_t word = 0; at + sizeof word <= text.size(); at += sizeof word) {
    std::memcpy(&word, text.data() + at, sizeof word);
    if (!all_plain(word)) {
      break;
    }
  }
  while (at < text.size() && is_plain(text[at])) {
    ++at;
  }
  return at;
}

void append_escape(std::string& out, char c) {
  switch (c) {
    case '"':
    case '\\':
      out.push_back('\\');
      out.push_back(c);
      return;
    case '\n':
      out.append("\\n");
      return;
    case '\r':
      out.append("\\r");
      return;
    case '\t':
      out.append("\\t");
      return;
    default:
      out.append("\\u00");
      out.append(to_hex({&c, 1}));
  }
}

}  // namespace

/// Returns whether `text` was UTF-8.
bool JsonWriter::append_quoted(std::string_view text) {
  bool valid = true;
  out_->push_back('"');
  while (true) {
    const size_t plain = plain_run(text);
    out_->append(text.data(), plain);
    text.remove_prefix(plain);
    if (text.empty()) {
      break;
    }
    const size_t length = utf8_sequence(text);
    if (length == 1) {
      append_escape(*out_, text.front());
    } else if (length > 1) {
      out_->append(text.data(), length);
    } else {
      out_->append("\xEF\xBF\xBD");  // U+FFFD
      valid = false;
    }
    text.remove_prefix(length > 1 ? length : 1);
  }
  out_->push_back('"');
  return valid;
}

void JsonWriter::separate() {
  if (comma_due_) {
    out_->push_back(',');
  }
  if (newline_due_) {
    out_->push_back('\n');
    newline_due_ = false;
  }
}

void JsonWriter::value_follows() {
  separate();
  comma_due_ = depth_ != 0;
}

JsonWriter& JsonWriter::open(char bracket) {
  separate();
  out_->push_back(bracket);
  ++depth_;
  comma_due_ = false;
  return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
  comma_due_ = false;
  separate();
  out_->push_back(bracket);
  --depth_;
  comma_due_ = depth_ != 0;
  return *this;
}

JsonWriter& JsonWriter::begin_object() {
  return open('{');
}
JsonWriter& JsonWriter::end_object() {
  return close('}');
}
JsonWriter& JsonWriter::begin_array() {
  return open('[');
}
JsonWriter& JsonWriter::end_array() {
  return close(']');
}

JsonWriter& JsonWriter::key(std::string_view name) {
  separate();
  out_->push_back('"');
  out_->append(name);
  out_->append("\":");
  comma_due_ = false;
  return *this;
}

JsonWriter& JsonWriter::string(std::string_view utf8) {
  value_follows();
  append_quoted(utf8);
  return *this;
}

JsonWriter& JsonWriter::integer(int128 value) {
  value_follows();
  if (value >= -kLargestExact && value <= kLargestExact) {
    append_decimal(*out_, value);
    return *this;
  }
  out_->push_back('"');
  append_decimal(*out_, value);
  out_->push_back('"');
  return *this;
}

JsonWriter& JsonWriter::number(double value) {
  if (!std::isfinite(value)) {
    return null();
  }
  value_follows();
  std::array<char, 32> digits{};
  const auto done = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  out_->append(digits.data(), done.ptr);
  return *this;
}

JsonWriter& JsonWriter::boolean(bool value) {
  value_follows();
  out_->append(value ? "true" : "false");
  return *this;
}

JsonWriter& JsonWriter::null() {
  value_follows();
  out_->append("null");
  return *this;
}

JsonWriter& JsonWriter::text(std::string_view name, std::string_view bytes) {
  key(name);
  value_follows();
  if (!append_quoted(bytes)) {
    out_->append(",\"");
    out_->append(name);
    out_->append("_bytes\":\"");
    out_->append(to_hex(bytes));
    out_->push_back('"');
  }
  return *this;
}

JsonWriter& JsonWriter::text_or_null(std::string_view name, std::string_view bytes) {
  return bytes.empty() ? key(name).null() : text(name, bytes);
}

JsonWriter& JsonWriter::newline() {
  if (depth_ == 0) {
    out_->push_back('\n');
  } else {
    newline_due_ = true;
  }
  return *this;
}

}  // namespace quern
