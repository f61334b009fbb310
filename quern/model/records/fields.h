// SPDX-License-Identifier: MIT
//
// The fields of binary files that quern writes: one behind the other, and read back without trust.
// After the first field that does not make sense, all others are 0 or empty and ok() is false.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "quern/base/int128.h"
#include "quern/base/varint.h"
#include "quern/model/records/record_check.h"

namespace quern {

/// A number of fixed size, lowest byte first.
template <class Unsigned>
[[nodiscard]] constexpr Unsigned fixed(const uint8_t* at) {
  Unsigned value = 0;
  for (size_t byte = 0; byte < sizeof(Unsigned); ++byte) {
    value |= static_cast<Unsigned>(Unsigned{at[byte]} << (8 * byte));
  }
  return value;
}

class FieldWriter {
 public:
  explicit FieldWriter(std::string& out) : out_(&out) {}

  template <class Unsigned>
  void fixed(Unsigned value) {
    for (size_t byte = 0; byte < sizeof(Unsigned); ++byte) {
      out_->push_back(static_cast<char>(value >> (8 * byte) & 0xff));
    }
  }
  void number(uint64_t value) { append_varint(*out_, value); }
  void difference(uint64_t value, uint64_t from) { number(zigzag(value - from)); }
  void amount(int128 value) { append_varint(*out_, zigzag128(value)); }
  void text(std::string_view text) {
    number(text.size());
    out_->append(text);
  }
  void real(double value) { fixed(std::bit_cast<uint64_t>(value)); }
  /// A value that may be missing: 1 and it, or 0.
  template <class Value, class Write>
  void optional(const std::optional<Value>& value, Write write) {
    number(value ? 1 : 0);
    if (value) {
      write(*value);
    }
  }
  void optional_text(const std::optional<std::string>& value) {
    optional(value, [this](const std::string& given) { text(given); });
  }
  void optional_number(const std::optional<uint64_t>& value) {
    optional(value, [this](uint64_t given) { number(given); });
  }

 private:
  std::string* out_;
};

class FieldReader {
 public:
  explicit FieldReader(std::span<const uint8_t> bytes)
      : begin_(bytes.data()), at_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  [[nodiscard]] bool ok() const { return ok_; }
  /// Whether another item follows.
  [[nodiscard]] bool more() const { return ok_ && at_ != end_; }
  [[nodiscard]] size_t offset() const { return static_cast<size_t>(at_ - begin_); }
  [[nodiscard]] size_t left() const { return static_cast<size_t>(end_ - at_); }
  /// Says that what was read makes no sense.
  void refuse() { ok_ = false; }
  void expect(bool holds) { ok_ = ok_ && holds; }

  template <class Unsigned>
  Unsigned fixed() {
    if (!ok_ || left() < sizeof(Unsigned)) {
      refuse();
      return 0;
    }
    const auto value = quern::fixed<Unsigned>(at_);
    at_ += sizeof(Unsigned);
    return value;
  }
  uint64_t number() { return varint<uint64_t>(); }
  /// Below `end`; used as an index.
  uint64_t below(uint64_t end) {
    const uint64_t value = number();
    expect(value < end);
    return ok_ ? value : 0;
  }
  /// How many items follow, each at least a byte: never more than there are bytes left.
  size_t count() { return below(uint64_t{left()} + 1); }
  bool flag() { return below(2) != 0; }
  uint64_t difference(uint64_t from) { return from + unzigzag(number()); }
  int128 amount() {
    const int128 value = unzigzag128(varint<uint128>());
    expect(-kLargestSum <= value && value <= kLargestSum);
    return ok_ ? value : 0;
  }
  std::string_view text() {
    const size_t length = count();
    expect(length <= left());
    if (!ok_) {
      return {};
    }
    const std::string_view text(reinterpret_cast<const char*>(at_), length);
    at_ += length;
    return text;
  }
  /// Goes on behind so many bytes.
  void pass(uint64_t bytes) {
    expect(bytes <= left());
    at_ += ok_ ? bytes : 0;
  }
  double real() { return std::bit_cast<double>(fixed<uint64_t>()); }
  std::optional<std::string> optional_text() {
    return flag() ? std::optional<std::string>(text()) : std::nullopt;
  }
  std::optional<uint64_t> optional_number() {
    return flag() ? std::optional(number()) : std::nullopt;
  }

 private:
  template <class Unsigned>
  Unsigned varint() {
    Unsigned value = 0;
    expect(ok_ && take_varint(at_, end_, value));
    return ok_ ? value : 0;
  }

  const uint8_t* begin_;
  const uint8_t* at_;
  const uint8_t* end_;
  bool ok_ = true;
};

}  // namespace quern
